//! What refuted one reply is tried against the others (proof simulation: Kawano 1996).
//!
//! Most replies change nothing about a win: the same moves win after them. Playing these out takes a position
//! for each node of the proof, where looking for a proof anew takes many times that.

use super::prover::{Node, Prover, is_won};
use super::table::Numbers;
use super::{Asker, Listed};
use crate::evaluator::Evaluator;
use crate::game::{Game, MoveList, Turn};
use crate::score::Score;

/// In so many plies whoever wants to win does, if what won the model wins here too.
type Likewise = Option<u16>;

impl<G: Game, E: Evaluator<G>, A: Asker<G, E>> Prover<'_, G, E, A> {
    /// The position `model` after a reply is won: refutes in the same way as many of the other replies, from
    /// `first` on, as can be.
    pub(super) fn refute_likewise(&mut self, node: &Node<G>, first: usize, model: &G::Position) {
        for other in first..self.open.len() {
            let child = &self.open[other];
            if !child.node.strict || child.numbers.answer().is_some() {
                continue;
            }
            let (mv, child) = (child.mv, child.node);
            self.advance(node, mv, &child);
            let won = self.wins_likewise(&child, model);
            self.retreat(node, mv, &child);
            if self.stopped {
                return;
            }
            if let Some(length) = won {
                self.open[other].numbers = Numbers::answered(true, length);
            }
        }
    }

    fn wins_likewise(&mut self, node: &Node<G>, model: &G::Position) -> Likewise {
        if let Err(known) = self.at_sight(node, &mut MoveList::<G>::new()) {
            return known;
        }
        let (numbers, best) = self.probe(&Node { position: *model, ..*node })?;
        let best = best.filter(|_| is_won(node, numbers))?;
        let mv = self.game.decode(&node.position, usize::from(best))?;
        let before = self.asker.nodes();
        let length = self.follow(node, mv, model, Self::loses_likewise)? + 1;
        self.store(node, Numbers::answered(true, length), Some(best), self.asker.nodes() - before);
        Some(length)
    }

    fn loses_likewise(&mut self, node: &Node<G>, model: &G::Position) -> Likewise {
        let mut replies = MoveList::<G>::new();
        let others = match self.at_sight(node, &mut replies) {
            Err(known) => return known,
            Ok(listed) => listed.others,
        };
        let before = self.asker.nodes();
        let (mut longest, mut best) = (0, None);
        for mv in replies {
            let length = self.follow(node, mv, model, Self::wins_likewise)? + 1;
            if length > longest {
                (longest, best) = (length, Some(self.game.index(mv) as u16));
            }
        }
        let length = longest.max(others);
        self.store(node, Numbers::answered(false, length), best, self.asker.nodes() - before);
        Some(length)
    }

    // What needs no model, or else the moves.
    fn at_sight(&mut self, node: &Node<G>, moves: &mut MoveList<G>) -> Result<Listed, Likewise> {
        let known = self.probe(node).map(|(numbers, _)| numbers).filter(|numbers| numbers.answer().is_some());
        let listed = match known {
            None => self.list(node, moves),
            answer => Listed { answer, ..Listed::default() },
        };
        match listed.answer {
            Some(numbers) => Err(is_won(node, numbers).then_some(numbers.length)),
            // To go through all replies to a quiet move is no matter of a position or two.
            None if listed.waves => Err(None),
            None => Ok(listed),
        }
    }

    // Makes a move here and in the model, and goes on after it.
    fn follow(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        model: &G::Position,
        go_on: fn(&mut Self, &Node<G>, &G::Position) -> Likewise,
    ) -> Likewise {
        if !self.asker.pay() {
            self.stopped = true;
            return None;
        }
        let (child, turn) = self.child(node, Some(mv));
        if turn == Turn::Again {
            return None;
        }
        if let Some(result) = self.game.terminal(&child.position) {
            let won = if child.strict { result > Score::DRAW } else { result < Score::DRAW };
            return won.then_some(0);
        }
        if self.horizon == Some(child.ply) {
            return None;
        }
        // Where the model has no such move, only what is seen at sight helps.
        let mut model_after = child.position;
        if let Some(same) = self.game.decode(model, self.game.index(mv)) {
            model_after = *model;
            self.game.play(&mut model_after, same);
        }
        self.advance(node, Some(mv), &child);
        let length = go_on(self, &child, &model_after);
        self.retreat(node, Some(mv), &child);
        length
    }
}
