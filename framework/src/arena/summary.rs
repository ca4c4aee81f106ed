//! [`MatchSummary`]: the figures of matches, from their results alone.

use super::elo::{Elo, Pairs};
use super::job::GameResult;
use super::outsider::FaultKind;
use super::plan::{MatchPlan, MatchedGame};
use super::ratings::{Encounter, Ratings};
use crate::game::Side;
use crate::lab::Estimate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the matches ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchSummary {
    /// The [identity](MatchPlan::identity) of the plan.
    pub experiment: String,
    /// In the order of the plan.
    pub games: Vec<MatchedGameSummary>,
}

/// The matches of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchedGameSummary {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// In the order of the plan.
    pub pairings: Vec<PairingSummary>,
    /// The players' names, in the order of the plan.
    pub players: Vec<String>,
    /// What their games say of all players together, where there are more than two.
    pub ratings: Option<Ratings>,
}

/// One player against another. Wins, losses, margin and the difference in strength are the first one's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairingSummary {
    /// The player that is measured.
    pub first: String,
    /// The player that it is measured against.
    pub second: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that either of them lost by a fault.
    pub forfeits: u64,
    /// The games with Black, and those with White.
    pub by_colour: [OfColour; 2],
    /// Pairs of games by the points made in them.
    pub pairs: Pairs,
    /// The difference in strength; none before a pair was played.
    pub elo: Option<Elo>,
    /// By how much it won on average, losses being negative: over pairs, of games that were played to the
    /// end; none in a game without margin.
    pub margin: Option<Estimate>,
    /// What each spent, and by what it lost.
    pub players: [PlayerSummary; 2],
}

/// Games with one colour.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct OfColour {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// What a player spent in a pairing.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// Positions made for a move, on average, as far as it told.
    pub nodes_per_move: f64,
    /// Time for a move, on average.
    pub seconds_per_move: f64,
    /// Time for all games together.
    pub seconds: f64,
    /// Games it lost by a fault, by its kind.
    pub faults: BTreeMap<FaultKind, u64>,
}

impl MatchSummary {
    /// The figures of those games of `plan` that are among `results`.
    pub fn new(plan: &MatchPlan, results: &[GameResult]) -> Self {
        let game = |game: &MatchedGame| {
            let of_game = |result: &&GameResult| {
                (&result.game, &result.variant, result.size) == (&game.name, &game.variant, game.size)
            };
            let results: Vec<&GameResult> = results.iter().filter(of_game).collect();
            let pairing = |&(first, second): &(usize, usize)| {
                let [first, second] = [first, second].map(|player| game.players[player].name.as_str());
                PairingSummary::new(first, second, &results)
            };
            let players: Vec<String> = game.players.iter().map(|player| player.name.clone()).collect();
            let ratings =
                (players.len() > 2).then(|| Ratings::new(players.len(), &encounters(&players, &results)));
            MatchedGameSummary {
                game: game.name.clone(),
                variant: game.variant.clone(),
                size: game.size,
                pairings: game.pairings.iter().map(pairing).collect(),
                players,
                ratings: ratings.flatten(),
            }
        };
        Self { experiment: plan.identity(), games: plan.games.iter().map(game).collect() }
    }
}

impl MatchedGameSummary {
    /// How many games a player won, drew and lost, against all others together.
    pub fn games_of(&self, player: &str) -> [u64; 3] {
        self.pairings.iter().fold([0; 3], |[won, drawn, lost], pairing| {
            let [wins, losses] = match (pairing.first == player, pairing.second == player) {
                (true, _) => [pairing.wins, pairing.losses],
                (_, true) => [pairing.losses, pairing.wins],
                _ => return [won, drawn, lost],
            };
            [won + wins, drawn + pairing.draws, lost + losses]
        })
    }
}

// Who met whom. Two games of one pairing from one opening are a pair.
fn encounters(players: &[String], results: &[&GameResult]) -> Vec<Encounter> {
    let number = |name: &str| players.iter().position(|player| player == name);
    let mut pairs: BTreeMap<(&str, &str, usize), usize> = BTreeMap::new();
    let mut games: Vec<&&GameResult> = results.iter().collect();
    // Sums depend on their order.
    games.sort_by_key(|game| (game.round, &game.first, &game.second, game.first_is().index()));
    let mut encounters = Vec::new();
    for game in games {
        let next = pairs.len();
        let pair = *pairs.entry((&game.first, &game.second, game.round)).or_insert(next);
        let half_points = match game.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == Side::Black),
        };
        if let (Some(black), Some(white)) = (number(&game.black), number(&game.white)) {
            encounters.push(Encounter { black, white, half_points, pair });
        }
    }
    encounters
}

impl PairingSummary {
    /// The figures of the games between two players, among those of one game.
    pub fn new(first: &str, second: &str, results: &[&GameResult]) -> Self {
        let mut summary = Self {
            first: first.to_owned(),
            second: second.to_owned(),
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
            by_colour: [OfColour::default(); 2],
            pairs: Pairs::default(),
            elo: None,
            margin: None,
            players: Default::default(),
        };
        let of_pairing = |game: &&&GameResult| game.first == first && game.second == second;
        let mut games: Vec<&GameResult> = results.iter().filter(of_pairing).copied().collect();
        // Sums of times depend on their order.
        games.sort_by_key(|game| (game.round, game.first_is().index()));
        games.iter().for_each(|game| summary.count(game));
        let mut margins = Vec::new();
        for games in games.chunk_by(|one, next| one.round == next.round).filter(|games| games.len() == 2) {
            summary.pairs.add(games.iter().map(|game| game.half_points()).sum());
            margins.extend(mean_margin(games));
        }
        summary.share(&games);
        summary.elo = summary.pairs.elo();
        summary.margin = Estimate::mean(&margins);
        summary
    }

    /// The share of the points that the first player made; none before a game was played.
    pub fn score(&self) -> Option<f64> {
        let games = self.wins + self.draws + self.losses;
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    fn count(&mut self, game: &GameResult) {
        let own = game.first_is();
        let of_colour = &mut self.by_colour[own.index()];
        let (all, with_colour) = match game.half_points() {
            0 => (&mut self.losses, &mut of_colour.losses),
            1 => (&mut self.draws, &mut of_colour.draws),
            _ => (&mut self.wins, &mut of_colour.wins),
        };
        *all += 1;
        *with_colour += 1;
        if let (Some(fault), Some(winner)) = (game.by.fault(), game.winner) {
            self.forfeits += 1;
            *self.players[usize::from(winner == own)].faults.entry(fault).or_default() += 1;
        }
    }

    // What each spent on a move: they make the moves in turn, but for passes, which are few.
    fn share(&mut self, games: &[&GameResult]) {
        let mut moves = 0;
        // What a program says of itself may be any number.
        let (mut nodes, mut seconds) = ([0_u64; 2], [0.0; 2]);
        for game in games {
            let own = game.first_is().index();
            for (player, colour) in [own, 1 - own].into_iter().enumerate() {
                nodes[player] = nodes[player].saturating_add(game.nodes[colour]);
                seconds[player] += game.seconds[colour];
            }
            moves += game.plies;
        }
        let each = (moves as f64 / 2.0).max(1.0);
        for ((summary, nodes), seconds) in self.players.iter_mut().zip(nodes).zip(seconds) {
            summary.nodes_per_move = nodes as f64 / each;
            summary.seconds_per_move = seconds / each;
            summary.seconds = seconds;
        }
    }
}

// By how much the first player won the two games of a pair, on average; none where one was not played to its
// end.
fn mean_margin(games: &[&GameResult]) -> Option<f64> {
    let margin = |game: &&GameResult| {
        let margin = f64::from(game.margin?);
        Some(if game.winner == Some(game.first_is()) { margin } else { -margin })
    };
    let margins: Option<Vec<f64>> = games.iter().map(margin).collect();
    margins.map(|margins| margins.iter().sum::<f64>() / margins.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{EndedBy, Opening};

    /// A game of `a` against `second` in so many moves. Black makes 100 positions, White 700; Black takes 1
    /// s, White 4.
    fn game(second: &str, round: usize, a_is: Side, winner: Option<Side>, margin: Option<u32>) -> GameResult {
        let [black, white] = if a_is == Side::Black { ["a", second] } else { [second, "a"] };
        GameResult {
            game: "nim".to_owned(),
            first: "a".to_owned(),
            second: second.to_owned(),
            round,
            black: black.to_owned(),
            white: white.to_owned(),
            winner,
            margin,
            by: EndedBy::Rules,
            note: None,
            transcript: Vec::new(),
            opening: Opening::default(),
            moves: Vec::new(),
            plies: 10,
            nodes: [100, 700],
            seconds: [1.0, 4.0],
            variant: "plain".to_owned(),
            size: None,
            seed: 1,
            job: String::new(),
        }
    }

    /// Two pairs of `a` against `b`, a game whose pair is not whole, and a pair against another.
    fn games() -> [GameResult; 7] {
        use Side::{Black, White};
        let timed_out =
            GameResult { by: EndedBy::Fault(FaultKind::TimeOut), ..game("b", 2, Black, Some(White), None) };
        [
            game("b", 0, Black, Some(Black), Some(10)),
            game("b", 0, White, Some(Black), Some(4)),
            game("b", 1, Black, None, Some(0)),
            game("b", 1, White, Some(White), Some(8)),
            timed_out,
            game("c", 0, Black, Some(White), Some(30)),
            game("c", 0, White, Some(Black), Some(30)),
        ]
    }

    #[test]
    fn every_figure_of_a_pairing_is_that_of_the_player_it_is_told_of() {
        let games = games();
        let summary = PairingSummary::new("a", "b", &games.each_ref());
        assert_eq!((summary.wins, summary.draws, summary.losses, summary.forfeits), (2, 1, 2, 1));
        assert_eq!(summary.score(), Some(0.5));
        let of_colour = |wins, draws, losses| OfColour { wins, draws, losses };
        assert_eq!(summary.by_colour, [of_colour(1, 1, 1), of_colour(1, 0, 1)]);
        // A win and a loss, a draw and a win; by 10 and -4, by 0 and 8.
        assert_eq!(summary.pairs, Pairs([0, 0, 1, 1, 0]));
        assert_eq!(summary.margin.map(|margin| (margin.mean, margin.n)), Some((3.5, 2)));
        // Three games as Black and two as White, each with five moves of either's.
        let [a, b] = &summary.players;
        assert_eq!((a.seconds, a.seconds_per_move, a.nodes_per_move), (11.0, 11.0 / 25.0, 1700.0 / 25.0));
        assert_eq!((b.seconds, b.seconds_per_move, b.nodes_per_move), (14.0, 14.0 / 25.0, 2300.0 / 25.0));
        assert_eq!((&a.faults, &b.faults), (&BTreeMap::from([(FaultKind::TimeOut, 1)]), &BTreeMap::new()));
    }

    #[test]
    fn a_player_has_won_what_the_others_lost() {
        let games = games();
        let pairing = |second| PairingSummary::new("a", second, &games.each_ref());
        let summary = MatchedGameSummary {
            game: "nim".to_owned(),
            variant: "plain".to_owned(),
            size: None,
            pairings: vec![pairing("b"), pairing("c")],
            players: ["a", "b", "c"].map(str::to_owned).to_vec(),
            ratings: None,
        };
        assert_eq!(["a", "b", "c"].map(|player| summary.games_of(player)), [[2, 1, 4], [2, 1, 2], [2, 0, 0]]);
    }

    #[test]
    fn ratings_are_told_who_was_black_what_it_made_and_which_games_are_a_pair() {
        let games = games();
        let players = ["a", "b", "c"].map(str::to_owned);
        let found = encounters(&players, &games.each_ref());
        let met: Vec<_> = found.iter().map(|met| (met.black, met.white, met.half_points)).collect();
        assert_eq!(met, [(0, 1, 2), (1, 0, 2), (0, 2, 0), (2, 0, 2), (0, 1, 1), (1, 0, 0), (0, 1, 0)]);
        let pairs: Vec<usize> = found.iter().map(|met| met.pair).collect();
        assert_eq!(pairs, [0, 0, 1, 1, 2, 2, 3]);
    }
}
