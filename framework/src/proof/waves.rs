//! Replies to a move that threatens nothing at sight, a wave of them at a time.
//!
//! What a player would win with if it were his turn again, he wins with after most replies, too. So the null
//! move is asked first: where threats do not win after it, the node is given up, though some other way might
//! win; where they do, the same is tried after all other replies (null moves to find threats: lambda search,
//! Thomsen 2000). Then come the likely replies, and all legal ones only when those are refuted.

use super::prover::{Node, Prover, state_of};
use super::{Asker, Listed};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList};

/// How many waves of replies were looked at.
#[derive(Debug)]
pub(super) struct Waves<G: Game> {
    number: u32,
    /// The position after the null move.
    model: Option<G::Position>,
}

// Not derived: the derive would ask the same of `G` itself.
impl<G: Game> Default for Waves<G> {
    fn default() -> Self {
        Self { number: 0, model: None }
    }
}

impl<G: Game, E: Evaluator<G>, A: Asker<G, E>> Prover<'_, G, E, A> {
    /// All open replies of a node, from `first` on, are refuted: opens the next wave of them. Whether there
    /// is one.
    pub(super) fn next_wave(&mut self, node: &Node<G>, first: usize, waves: &mut Option<Waves<G>>) -> bool {
        let Some(waves) = waves.as_mut().filter(|_| !self.stopped) else { return false };
        let mut moves = MoveList::<G>::new();
        waves.number += 1;
        let state = state_of::<G, E>(&self.states, node);
        let at = View { game: self.game, position: &node.position, state };
        if !self.asker.wave(at, waves.number, &mut moves) {
            return false;
        }
        if G::SKIPS && waves.number == 1 {
            waves.model = self.open.pop().map(|null| null.node.position);
        }
        moves.retain(|mv| !self.open[first..].iter().any(|child| child.mv == Some(*mv)));
        self.expand(node, moves, Listed::default());
        if let Some(model) = waves.model.filter(|_| !self.stopped) {
            self.refute_likewise(node, first, &model);
        }
        true
    }
}
