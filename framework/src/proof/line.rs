//! The moves that a proof comes to.

use super::Asker;
use super::prover::{Node, Prover};
use super::table::Numbers;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList};

impl<G: Game, E: Evaluator<G>, A: Asker<G, E>> Prover<'_, G, E, A> {
    /// The best moves for both sides, as far as they are remembered.
    pub(super) fn line(&mut self, mut node: Node<G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while self.game.terminal(&node.position).is_none() && self.horizon != Some(node.ply) {
            let known = self.probe(&node).filter(|(numbers, _)| numbers.answer().is_some());
            let best = known.and_then(|(_, best)| self.game.decode(&node.position, usize::from(best?)));
            let Some(mv) = best.or_else(|| self.first_listed(&node)) else { break };
            moves.push(mv);
            (node, _) = self.child(&node, Some(mv));
        }
        moves
    }

    // Where nothing is remembered: a move that wins for certain, or the most promising one of a side that
    // loses whatever it does.
    fn first_listed(&mut self, node: &Node<G>) -> Option<G::Move> {
        let state = &self.evaluator.state(self.game, &node.position);
        let at = View { game: self.game, position: &node.position, state };
        let mut moves = MoveList::<G>::new();
        let listed = self.asker.list(at, node, &mut moves);
        let listed = self.in_time(node, listed);
        if node.strict {
            return listed.answer.and_then(|_| moves.first().copied());
        }
        if listed.others == 0 && listed.answer.and_then(Numbers::answer) != Some(false) {
            return None;
        }
        if moves.is_empty() {
            self.game.legal_moves(&node.position, &mut moves);
        }
        let mut priors = vec![0; moves.len()];
        self.evaluator.order(at, &moves, &mut priors);
        moves.into_iter().zip(priors).max_by_key(|&(_, prior)| prior).map(|(mv, _)| mv)
    }
}
