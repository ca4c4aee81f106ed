//! Quiescence: below the last full ply only noisy moves are searched, until the evaluator's opinion can be
//! trusted.

use super::by_ply::MAX_PLY;
use super::found::Found;
use super::worker::{Node, Worker, across};
use crate::evaluator::{Evaluator, StandPat};
use crate::game::{Game, MoveList};
use crate::score::{Score, Window};

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of a leaf of the full-width tree, after at most `plies` noisy moves.
    pub(super) fn quiesce(&mut self, node: &Node<G>, window: Window, plies: u32) -> Found {
        if let Some(result) = self.game.terminal(&node.position) {
            self.leaves += 1;
            return Found::proven(result.seen_from(node.ply as u32));
        }
        if !E::QUIESCES || plies == 0 || node.ply >= MAX_PLY {
            return Found::thought(self.evaluate(node));
        }
        let mut moves = MoveList::<G>::new();
        let stand_pat = self.evaluator.noisy(self.view(node), &mut moves);
        let mut best = Found::proven(-Score::INFINITE);
        if stand_pat == StandPat::Allowed || moves.is_empty() {
            best = Found::thought(self.evaluate(node));
        }
        let window = Window { alpha: window.alpha.max(best.value), ..window };
        self.loudest(node, window, plies, &moves, best)
    }

    /// A win by noisy moves alone, at a node off the principal variation: proven, as the other side is never
    /// allowed to stand pat in it. A node of some depth would go through many lines before it comes to the
    /// quiet search below them that sees the win.
    pub(super) fn noisy_win(&mut self, node: &Node<G>, window: Window) -> Option<Found> {
        let (from, plies) = (u32::from(self.config.noisy_wins_from), u32::from(self.config.quiescence));
        let asked = E::QUIESCES && !G::HAS_MARGIN && plies > 0 && from > 0 && node.depth >= from;
        if !asked || self.ending || node.ply == 0 || node.without.is_some() {
            return None;
        }
        // Nothing but a win raises alpha, so where the other side may stand pat, that cuts off at once.
        let window = Window::null(window.alpha.max(Score::MAX_VALUE));
        self.lines.clear(node.ply);
        let found = self.quiesce(node, window, plies);
        if self.stopped {
            return Some(Found::NOTHING);
        }
        if found.value < window.beta {
            return None;
        }
        debug_assert!(!found.opinion, "a win by noisy moves is proven");
        if let Some(place) = node.place {
            let best = self.lines.of(node.ply).first().copied();
            self.remember(node, place, window, found, best);
        }
        Some(found)
    }

    // The noisy moves, against the `best` that standing pat gives. Whose opinion went into the value is kept
    // as in the full-width tree: where standing pat is forbidden, a loss after every noisy move is proven.
    fn loudest(
        &mut self,
        node: &Node<G>,
        mut window: Window,
        plies: u32,
        moves: &[G::Move],
        mut best: Found,
    ) -> Found {
        let mut opinions = best.opinion;
        for &mv in moves {
            if best.value >= window.beta || self.stopped {
                break;
            }
            let found = self.noise(node, mv, window, plies - 1);
            opinions |= found.opinion;
            if found.value > best.value {
                best = found;
                if found.value > window.alpha {
                    window.alpha = found.value;
                    self.lines.extend(node.ply, mv);
                }
                if found.value.is_win() || found.value >= window.beta {
                    return best;
                }
            }
        }
        Found { opinion: opinions, ..best }
    }

    fn noise(&mut self, node: &Node<G>, mv: G::Move, window: Window, plies: u32) -> Found {
        let (child, turn) = self.advance(node, mv, 0);
        self.lines.clear(child.ply);
        let found = across::<G, _>(turn, self.quiesce(&child, across::<G, _>(turn, window), plies));
        self.retreat(node, mv, &child.position);
        found
    }
}
