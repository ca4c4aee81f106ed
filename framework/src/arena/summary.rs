//! [`MatchSummary`]: the figures of matches, from their results alone.

use super::elo::{Elo, Pairs};
use super::job::{GameLine, PairResult};
use super::plan::{MatchPlan, MatchedGame};
use serde::{Deserialize, Serialize};

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
}

/// One player against another. Wins, losses and the difference in strength are the first one's.
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
    /// Games that either of them lost by something else than the rules.
    pub forfeits: u64,
    /// Pairs of games by the points made in them.
    pub pairs: Pairs,
    /// The difference in strength; none before a pair was played.
    pub elo: Option<Elo>,
    /// Positions that each made for a move, on average.
    pub nodes_per_move: [f64; 2],
}

impl MatchSummary {
    /// The figures of those pairs of `plan` that are among `results`.
    pub fn new(plan: &MatchPlan, results: &[PairResult]) -> Self {
        let game = |game: &MatchedGame| {
            let of_game = |result: &&PairResult| {
                (&result.game, &result.variant, result.size) == (&game.name, &game.variant, game.size)
            };
            let results: Vec<&PairResult> = results.iter().filter(of_game).collect();
            let pairing = |&(first, second): &(usize, usize)| {
                let [first, second] = [first, second].map(|player| game.players[player].name.as_str());
                PairingSummary::new(first, second, &results)
            };
            MatchedGameSummary {
                game: game.name.clone(),
                variant: game.variant.clone(),
                size: game.size,
                pairings: game.pairings.iter().map(pairing).collect(),
            }
        };
        Self { experiment: plan.identity(), games: plan.games.iter().map(game).collect() }
    }
}

impl PairingSummary {
    fn new(first: &str, second: &str, results: &[&PairResult]) -> Self {
        let mut summary = Self {
            first: first.to_owned(),
            second: second.to_owned(),
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
            pairs: Pairs::default(),
            elo: None,
            nodes_per_move: [0.0; 2],
        };
        let mut moves = 0;
        for result in results.iter().filter(|result| result.first == first && result.second == second) {
            summary.pairs.add(result.half_points);
            for (own, game) in result.games.iter().enumerate() {
                summary.count(own, game);
                moves += game.moves.split_whitespace().count();
            }
        }
        // Each makes about half of the moves.
        summary.nodes_per_move = summary.nodes_per_move.map(|nodes| nodes / (moves as f64 / 2.0).max(1.0));
        summary.elo = summary.pairs.elo();
        summary
    }

    // `own` is the index of the first player's colour in this game.
    fn count(&mut self, own: usize, game: &GameLine) {
        match game.winner {
            None => self.draws += 1,
            Some(winner) if winner.index() == own => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.forfeits += u64::from(game.forfeit.is_some());
        self.nodes_per_move[0] += game.nodes[own] as f64;
        self.nodes_per_move[1] += game.nodes[1 - own] as f64;
    }
}
