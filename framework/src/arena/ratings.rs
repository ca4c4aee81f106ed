//! [`Ratings`]: a table of players by strength, from all the games between them.

use super::davidson::{Cell, Davidson, black_share, draw_share, share};
use super::elo::difference;
use crate::game::Side;
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::{BTreeMap, BTreeSet};

/// A game between two players, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Who had Black.
    pub black: usize,
    /// Who had White.
    pub white: usize,
    /// What Black made of it: 0, 1 or 2 half points.
    pub half_points: u8,
    /// The number of its pair, which no other pair has, whoever played it. Games of one pair, from one
    /// opening, depend on each other; pairs do not.
    pub pair: usize,
}

/// A strength, or a difference of strengths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// The lower end of the 95 % interval; without one the games set no limit.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// How strong each player is, how much having Black is worth, and how frequent draws are.
///
/// The model is Davidson's (1970) extension of that of Bradley and Terry, with an advantage of one colour
/// (Agresti 2002, 10.6), at the greatest likelihood.
///
/// **The scale.** Draws and colours bring the scores of unequal players nearer to each other than
/// their strengths in the model are. A rating is the strength times one factor, chosen so that differences of
/// ratings stand for expected scores, with as many games with each colour, by Elo's logistic curve (100
/// points: 64 %). One factor cannot do so exactly for all differences; it is the mean over the games that
/// were played. With two players their difference is that of [`Elo`](super::Elo). The mean rating is 0.
///
/// **The prior.** Each player is credited with three quarters of a game more, shared among those it has met
/// and between the colours, a third of it with each result. So a rating remains finite where all is won, and
/// no interval closes to a point; so few imagined games lose their weight as real ones are played. It is as
/// much as [`Pairs::elo`](super::Pairs::elo) adds.
///
/// **The intervals** take nothing but the independence of pairs for granted (the "sandwich" of K.-Y. Liang
/// and S. Zeger, Biometrika 73, 1986, with pairs for clusters). For few pairs Student's t is used, with as
/// many degrees of freedom as the player has pairs. They are those of a player against the mean of all; for
/// one player against another see their own games. There is no upper limit where the games set none: to a
/// player that lost nothing, or only to such as lost nothing to the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ratings {
    /// In the order of the players' numbers. None for those who are not connected by games, be it by way of
    /// others, with the greatest group of players (of equal ones, that of the lowest number), as nothing
    /// compares them: a table shows no figures for them.
    pub players: Vec<Option<Rating>>,
    /// What having Black is worth: the difference that Black's expected score stands for where both are
    /// equally strong. See [`Ratings::first_move`].
    pub black: Rating,
    /// What share of their games players of equal strength draw; 0 to 1.
    pub draws: f64,
}

// Games that are added for each player; half of the pairs that `Pairs::elo` adds, as a pair has two games and
// two players.
const EXTRA: f64 = 0.75;

impl Ratings {
    /// The ratings of players 0 to `players` - 1; none without a game between two of them. Games of a player
    /// against itself or with numbers beyond are left out.
    pub fn new(players: usize, encounters: &[Encounter]) -> Option<Self> {
        let valid = |game: &&Encounter| game.black != game.white && game.black.max(game.white) < players;
        let group = greatest_group(players, encounters.iter().filter(valid));
        if group.len() < 2 {
            return None;
        }
        let place = |player: usize| group.binary_search(&player).ok();
        let renumbered = |game: &Encounter| {
            let half_points = game.half_points.min(2);
            Some(Encounter { black: place(game.black)?, white: place(game.white)?, half_points, ..*game })
        };
        let games: Vec<Encounter> = encounters.iter().filter(valid).filter_map(renumbered).collect();
        let (table, black, draws) = rate(group.len(), &games);
        let players = (0..players).map(|player| Some(table[place(player)?])).collect();
        Some(Self { players, black, draws })
    }

    /// What the first move is worth in a game that `side` begins.
    pub fn first_move(&self, side: Side) -> Rating {
        let Rating { elo, low, high } = self.black;
        match side {
            Side::Black => self.black,
            Side::White => Rating { elo: -elo, low: high.map(|high| -high), high: low.map(|low| -low) },
        }
    }
}

// The players that are connected by games with most others, in ascending order.
fn greatest_group<'a>(players: usize, games: impl Iterator<Item = &'a Encounter>) -> Vec<usize> {
    let mut group: Vec<usize> = (0..players).collect();
    for game in games {
        let (from, to) = (group[game.black], group[game.white]);
        group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
    }
    let members = |of: usize| -> Vec<usize> { (0..players).filter(|&player| group[player] == of).collect() };
    (0..players).rev().map(|player| members(group[player])).max_by_key(Vec::len).unwrap_or_default()
}

// The ratings of connected players, that of Black, and the share of draws.
fn rate(players: usize, games: &[Encounter]) -> (Vec<Rating>, Rating, f64) {
    let played = cells(games);
    let imagined = imagined(players, &played);
    let model = Davidson::fit(players, &[&played[..], &imagined].concat());
    let ratings = points(&model.parameters, &played);
    let slopes = slopes(&model.parameters, &played);
    let covariance = &slopes * model.covariance(&scores(&model, games, &imagined)) * slopes.transpose();
    let rating = |index: usize, pairs: usize, [below, above]: [bool; 2]| {
        let student = StudentsT::new(0.0, 1.0, pairs as f64).expect("at least one pair");
        let half = student.inverse_cdf(0.975) * covariance[(index, index)].sqrt();
        let elo = ratings[index];
        Rating { elo, low: below.then_some(elo - half), high: above.then_some(elo + half) }
    };
    let limits = limits(players, &played);
    let of_player = |player: usize| {
        let pairs = pairs(games.iter().filter(|game| game.black == player || game.white == player));
        rating(player, pairs, limits[player])
    };
    let not_always = |half_points: u8| games.iter().any(|game| game.half_points != half_points);
    let black = rating(players, pairs(games.iter()), [not_always(0), not_always(2)]);
    ((0..players).map(of_player).collect(), black, draw_share(&model.parameters))
}

// How many pairs these games are of.
fn pairs<'a>(games: impl Iterator<Item = &'a Encounter>) -> usize {
    games.map(|game| game.pair).collect::<BTreeSet<_>>().len()
}

// The games by who played whom with which colour.
fn cells(games: &[Encounter]) -> Vec<Cell> {
    let mut cells = BTreeMap::new();
    for game in games {
        let results = cells.entry((game.black, game.white)).or_insert([0.0; 3]);
        results[usize::from(game.half_points)] += 1.0;
    }
    cells.into_iter().map(|((black, white), results)| Cell { black, white, results }).collect()
}

// The games of the prior.
fn imagined(players: usize, played: &[Cell]) -> Vec<Cell> {
    let mut met = vec![BTreeSet::new(); players];
    for cell in played {
        met[cell.black].insert(cell.white);
        met[cell.white].insert(cell.black);
    }
    let share = |player: usize| EXTRA / met[player].len() as f64;
    let mut cells = Vec::new();
    for (black, others) in met.iter().enumerate() {
        for &white in others {
            // Both colours' cells have half of what either player brings.
            let games = (share(black) + share(white)) / 2.0;
            cells.push(Cell { black, white, results: [games / 3.0; 3] });
        }
    }
    cells
}

// The ratings, and after them that of Black.
fn points(parameters: &DVector<f64>, played: &[Cell]) -> DVector<f64> {
    let players = parameters.len() - 2;
    let (mut factors, mut games) = (0.0, 0.0);
    for cell in played {
        // Of equal strengths, the limit.
        let apart = (parameters[cell.black] - parameters[cell.white]).abs().max(1e-3);
        let weight: f64 = cell.results.iter().sum();
        factors += weight * elo(share(parameters, apart)) / apart;
        games += weight;
    }
    let mut ratings = parameters.rows(0, players + 1) * (factors / games);
    ratings[players] = elo(black_share(parameters));
    ratings
}

fn elo(share: f64) -> f64 {
    difference(share.clamp(1e-12, 1.0 - 1e-12)).expect("neither 0 nor 1")
}

// The derivatives of the ratings by the parameters, from small differences.
fn slopes(parameters: &DVector<f64>, played: &[Cell]) -> DMatrix<f64> {
    const SMALL: f64 = 1e-5;
    let column = |index: usize| {
        let at = |by: f64| {
            let mut moved = parameters.clone();
            moved[index] += by;
            points(&moved, played)
        };
        (at(SMALL) - at(-SMALL)) / (2.0 * SMALL)
    };
    DMatrix::from_columns(&(0..parameters.len()).map(column).collect::<Vec<_>>())
}

// The covariance of the sum of all scores: pairs are independent, whatever binds the games of one. Imagined
// games have scores like any others.
fn scores(model: &Davidson, games: &[Encounter], imagined: &[Cell]) -> DMatrix<f64> {
    let size = model.parameters.len();
    let mut by_pair: BTreeMap<usize, DVector<f64>> = BTreeMap::new();
    for game in games {
        *by_pair.entry(game.pair).or_insert_with(|| DVector::zeros(size)) +=
            model.score(game.black, game.white, usize::from(game.half_points));
    }
    let mut covariance = DMatrix::zeros(size, size);
    for score in by_pair.values() {
        covariance.ger(1.0, score, score, 1.0);
    }
    for cell in imagined {
        for (half_points, &weight) in cell.results.iter().enumerate() {
            let score = model.score(cell.black, cell.white, half_points);
            covariance.ger(weight, &score, &score, 1.0);
        }
    }
    covariance
}

// Whether the games bound the difference of a player to all others from below and from above.
//
// A player is at most so much stronger than one to whom it lost points, or to whom somebody did who is
// bounded so (L. R. Ford 1957).
fn limits(players: usize, played: &[Cell]) -> Vec<[bool; 2]> {
    let mut lost = vec![vec![false; players]; players];
    for cell in played {
        lost[cell.black][cell.white] |= cell.results[0] + cell.results[1] > 0.0;
        lost[cell.white][cell.black] |= cell.results[2] + cell.results[1] > 0.0;
    }
    for via in 0..players {
        for from in 0..players {
            for to in 0..players {
                lost[from][to] |= lost[from][via] && lost[via][to];
            }
        }
    }
    let all = |reached: &dyn Fn(usize) -> bool, player: usize| {
        (0..players).all(|other| other == player || reached(other))
    };
    (0..players)
        .map(|player| [all(&|other| lost[other][player], player), all(&|other| lost[player][other], player)])
        .collect()
}

#[cfg(test)]
mod tests;
