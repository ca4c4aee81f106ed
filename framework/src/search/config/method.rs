//! [`Method`]: which algorithm chooses a move.

use serde::{Deserialize, Serialize};

/// The algorithms that choose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// The search: negamax with whatever the other fields switch on.
    Negamax,
    /// Plain alpha-beta: the oracle, with cut-offs.
    AlphaBeta,
    /// Plain minimax, depth first: the oracle.
    Minimax,
    /// Plain minimax over a tree held in memory, grown level by level.
    BreadthFirst,
    /// Monte-Carlo tree search (UCT, Kocsis and Szepesvari 2006).
    MonteCarlo,
    /// Proof-number search (df-pn, Nagai 2002): whether the game is won, where it knows a win.
    ProofNumber,
    /// No search: the move the evaluator likes best at first sight.
    Prior,
    /// One ply: the move after which the evaluation is best.
    Greedy,
    /// Any legal move.
    Random,
}

impl Method {
    /// Whether the depth it reports is how far it looked everywhere. That of a tree search is the length of a
    /// line, that of a proof its plies.
    pub fn has_depths(self) -> bool {
        !matches!(self, Self::MonteCarlo | Self::ProofNumber)
    }

    /// Whether it ever knows a result for certain.
    pub fn proves(self) -> bool {
        !matches!(self, Self::MonteCarlo | Self::Prior | Self::Greedy | Self::Random)
    }
}
