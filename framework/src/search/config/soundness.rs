//! [`Soundness`]: what a configuration's values can be trusted for.

use super::{Method, SearchConfig, Subsets};
use crate::score::Certainty;
use serde::{Deserialize, Serialize};

/// How far the value of a search may be from that of plain alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Soundness {
    /// The same value at every depth.
    ValuePreserving,
    /// It may know more than the depth allows, never against the true result.
    ResultSound,
    /// Anything.
    Selective,
}

impl SearchConfig {
    /// How far the value may be from that of plain alpha-beta at the same depth.
    pub fn soundness(&self) -> Soundness {
        let sound = self.deeper_entries
            || self.bounds
            || self.endings
            || self.parts_from > 0
            || self.threats > 0
            || self.subsets == Subsets::Sound;
        match self.method {
            Method::Negamax
                if self.selects()
                    || self.guesses_ends()
                    || self.subsets == Subsets::Selective
                    || self.quiescence > 0 =>
            {
                Soundness::Selective
            }
            Method::Negamax if sound => Soundness::ResultSound,
            Method::Negamax | Method::AlphaBeta | Method::Minimax | Method::BreadthFirst => {
                Soundness::ValuePreserving
            }
            Method::ProofNumber => Soundness::ResultSound,
            Method::MonteCarlo | Method::Prior | Method::Greedy | Method::Random => Soundness::Selective,
        }
    }

    /// Whether some node may be cut off, or some move searched less or more deeply, on an opinion.
    pub(in crate::search) fn selects(&self) -> bool {
        self.internal_reduction > 0
            || self.few_replies > 0
            || self.null_move.is_some()
            || self.reductions.is_some()
            || self.late_move_pruning.is_some()
            || self.futility.is_some()
            || self.reverse_futility.is_some()
            || self.razoring.is_some()
            || self.probcut.is_some()
            || self.singular.is_some()
    }

    /// Whether anything is learned from cut-offs.
    pub(in crate::search) fn learns(&self) -> bool {
        self.killers > 0 || self.history || self.countermoves || self.continuation
    }

    /// Whether searches to the end of the game give up some certainty.
    fn guesses_ends(&self) -> bool {
        self.certainty_of_ends() < Certainty::Exact
    }

    /// How sure searches to the end of the game are asked to be of its result.
    pub fn certainty_of_ends(&self) -> Certainty {
        match &self.endgame {
            Some(endgame) if endgame.selectivity < 100 => Certainty::Selective(endgame.selectivity),
            _ => Certainty::Exact,
        }
    }
}
