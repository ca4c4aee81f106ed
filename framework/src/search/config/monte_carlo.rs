//! The figures of Monte-Carlo tree search.

use crate::settings::within;
use serde::{Deserialize, Serialize};

/// Monte-Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MonteCarlo {
    /// The weight of what is little known against what looks good, in hundredths: the constant of UCB1 (Auer
    /// et al. 2002). More looks at more moves, less looks deeper.
    pub exploration: u16,
    /// Plies played at random from a leaf of the tree, at most; where the game goes on after them the
    /// evaluator is asked. 0 asks it at once. More leans on the rules, which are always right but say little
    /// in one game; fewer lean on the evaluator, and leave more nodes for the tree.
    pub playout_plies: u16,
    /// Hundredths of the game's unit that count as a clear advantage: the evaluator's value `v` stands for
    /// the expected result `v / sqrt(scale² + v²)`, from -1 to 1. Small takes every advantage for a win,
    /// large none.
    pub scale: u32,
    /// A node visited `n` times looks at its first `1 + widening / 100 * sqrt(n)` moves only (progressive
    /// widening, Coulom 2007), in the evaluator's order. 0 looks at all of them from the beginning: each is
    /// tried once before any is tried again.
    pub widening: u16,
}

/// Found by matches of 60 games in each of three games, 3000 nodes a move, each game's default evaluator:
/// none of six changes by a third or a half was better beyond chance in their sum. Playouts to the end won 1
/// of 48 games against none at all, six plies of them 9.
impl Default for MonteCarlo {
    fn default() -> Self {
        Self { exploration: 50, playout_plies: 0, scale: 1000, widening: 100 }
    }
}

impl MonteCarlo {
    pub(super) fn check(&self) -> Result<(), String> {
        within("monte_carlo.exploration", self.exploration, 0..=10_000)?;
        within("monte_carlo.scale", self.scale, 1..=1_000_000_000)
    }
}
