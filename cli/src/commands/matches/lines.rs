//! The JSON lines and the comma-separated values of matches.

use super::tables::first_move;
use super::{Standing, Tested};
use crate::report;
use anyhow::Result;
use anyply_framework::arena::{Elo, MatchSummary, MatchedGameSummary, PairingSummary, Rating, Sprt, Verdict};
use serde::Serialize;
use std::iter;

/// How one pairing of one game ended.
#[derive(Serialize)]
struct OfPairing<'a> {
    game: &'a str,
    variant: &'a str,
    size: Option<u32>,
    #[serde(flatten)]
    pairing: &'a PairingSummary,
}

/// The last line of a match: what the player that is measured first made of all its games. Its Elo is that
/// against the other one; of more than two players, its rating.
#[derive(Serialize)]
struct Last<'a> {
    player: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
    elo: Option<f64>,
    interval: [Option<f64>; 2],
    superiority: Option<f64>,
    forfeits: u64,
    games: u64,
    sprt: Option<OfTest>,
    /// Of more than two players, in the order in which they were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<OfPlayer<'a>>,
    /// What the first move is worth, which is fitted to the games together with the ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_move: Option<OfRating>,
    /// What share of their games players of equal strength draw, which is fitted with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    equal_draws: Option<f64>,
}

/// What a player's games with all others come to, in Elo: 0 is the mean of all who have met, directly or by
/// others. Nothing before anybody has.
#[derive(Serialize)]
struct OfPlayer<'a> {
    player: &'a str,
    #[serde(flatten)]
    strength: OfRating,
}

/// A strength, or a difference of strengths.
#[derive(Clone, Copy, Default, Serialize)]
struct OfRating {
    elo: Option<f64>,
    interval: [Option<f64>; 2],
}

impl From<Rating> for OfRating {
    fn from(rating: Rating) -> Self {
        Self { elo: Some(rating.elo), interval: [rating.low, rating.high] }
    }
}

/// How far a test is.
#[derive(Serialize)]
struct OfTest {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bounds: (f64, f64),
    accepted: Option<Verdict>,
    /// Those before the first game that is missing, which it counts.
    pairs: u64,
}

/// A line for each pairing.
pub(super) fn summaries(summary: &MatchSummary) -> Result<()> {
    for MatchedGameSummary { game, variant, size, pairings, .. } in &summary.games {
        for pairing in pairings {
            report::summary(&OfPairing { game, variant, size: *size, pairing })?;
        }
    }
    Ok(())
}

/// The last line of a match.
pub(super) fn last(summary: &MatchSummary, tested: Option<&Tested>) -> Result<()> {
    let game = &summary.games[0];
    // Who is measured first; `compare --by-play` measures each by those before it.
    let player = game.pairings[0].first.as_str();
    let is_of_player = |pairing: &&PairingSummary| pairing.first == player || pairing.second == player;
    let of_player: Vec<&PairingSummary> = game.pairings.iter().filter(is_of_player).collect();
    let of_two = match of_player[..] {
        [only] if game.ratings.is_none() => only.elo,
        _ => None,
    };
    let fitted = game.ratings.as_ref();
    let rating = |player: usize| fitted.and_then(|ratings| ratings.players[player]);
    let strength = |player: usize| rating(player).map_or_else(OfRating::default, OfRating::from);
    let rated = game.players.iter().enumerate();
    let rated = rated.map(|(player, name)| OfPlayer { player: name, strength: strength(player) });
    let ratings: Vec<OfPlayer<'_>> = if game.players.len() > 2 { rated.collect() } else { Vec::new() };
    let OfRating { elo, interval } = match (of_two, ratings.iter().find(|rated| rated.player == player)) {
        (Some(two), _) => OfRating { elo: two.elo, interval: [two.low, two.high] },
        (None, Some(all)) => all.strength,
        (None, None) => OfRating::default(),
    };
    let [wins, draws, losses] = game.games_of(player);
    let games = wins + draws + losses;
    let sprt = tested.map(|(test, Standing { pairs, .. })| OfTest {
        test: *test,
        llr: test.llr(pairs),
        bounds: test.bounds(),
        accepted: test.verdict(pairs),
        pairs: pairs.count(),
    });
    Ok(report::json_line(&Last {
        player,
        wins,
        draws,
        losses,
        score: (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64),
        elo,
        interval,
        superiority: of_two.map(|elo| elo.superiority),
        forfeits: of_player.iter().map(|pairing| pairing.forfeits).sum(),
        games,
        sprt,
        ratings,
        first_move: fitted.map(|ratings| first_move(game, ratings).into()),
        equal_draws: fitted.map(|ratings| ratings.draws),
    })?)
}

/// A row for each pairing.
pub(super) fn csv(summary: &MatchSummary) -> Result<()> {
    const HEAD: &str =
        "game,variant,size,first,second,wins,draws,losses,forfeits,score,elo,elo_low,elo_high,superiority";
    let rows = summary.games.iter().flat_map(|game| game.pairings.iter().map(|pairing| row(game, pairing)));
    report::csv(iter::once(HEAD.split(',').map(str::to_owned).collect()).chain(rows))
}

fn row(game: &MatchedGameSummary, pairing: &PairingSummary) -> Vec<String> {
    let size = game.size.map_or_else(String::new, |size| size.to_string());
    let mut row = vec![game.game.clone(), game.variant.clone(), size];
    row.extend([pairing.first.clone(), pairing.second.clone()]);
    row.extend([pairing.wins, pairing.draws, pairing.losses, pairing.forfeits].map(|n| n.to_string()));
    let text = |figure: Option<f64>| figure.map_or_else(String::new, |figure| figure.to_string());
    let of = |figure: fn(Elo) -> Option<f64>| text(pairing.elo.and_then(figure));
    // Of all games, as in the table; what follows is of whole pairs.
    row.push(text(pairing.score()));
    row.extend([of(|elo| elo.elo), of(|elo| elo.low), of(|elo| elo.high), of(|elo| Some(elo.superiority))]);
    row
}
