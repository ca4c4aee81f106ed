//! The last ply: every move leads to a leaf. The same as for other nodes, without all that leaves have no use
//! for.

use super::config::Subsets;
use super::found::{Found, Tried};
use super::order::Picker;
use super::worker::{Node, Worker, across};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::Window;
use std::iter;
use std::ops::ControlFlow;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a node with one ply left, `first` first.
    #[inline(always)]
    pub(super) fn frontier<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        first: Option<G::Move>,
    ) -> Found {
        if self.orders {
            self.last_ply::<PV, true>(node, window, first)
        } else {
            self.last_ply::<PV, false>(node, window, first)
        }
    }

    fn last_ply<const PV: bool, const ORDERED: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        first: Option<G::Move>,
    ) -> Found {
        self.expanded[node.ply] += 1;
        let mut picker = Picker::new(first);
        let mut tried = match picker.first() {
            Some(mv) => self.first_move(node, mv, window),
            None => Tried::nothing(),
        };
        while tried.best < window.beta
            && let Some(mv) = self.early(node, &mut picker)
        {
            if self.may_prune::<PV>(node, window, picker.claim) && self.prunes_rest(node, window, &mut tried)
            {
                picker.take_back();
                break;
            }
            self.last_move(node, mv, window, &mut tried);
            if tried.best >= window.beta {
                self.cut_off(node, mv, tried.number, picker.given());
            }
        }
        debug_assert!(ORDERED || picker.early.is_empty(), "what is learned orders moves");
        let lists = ORDERED || self.prunes || E::GENERATES && self.subsets(node) != Subsets::None;
        if tried.best < window.beta && lists {
            self.list::<ORDERED>(node, &mut picker);
            let (moves, mut selection) = (&mut picker.moves[..], picker.selection);
            let prunes = self.may_prune::<PV>(node, window, picker.claim);
            while let Some(mv) = selection.next::<ORDERED, _>(moves, &mut self.figures) {
                if prunes && self.prunes_rest(node, window, &mut tried) {
                    break;
                }
                self.last_move(node, mv, window, &mut tried);
                if tried.best >= window.beta {
                    let early = picker.early.iter().copied();
                    let in_vain =
                        first.into_iter().chain(early).chain(moves[..selection.given - 1].iter().copied());
                    self.cut_off(node, mv, tried.number, in_vain);
                    break;
                }
            }
        } else if tried.best < window.beta {
            // In the order of the rules, and with nothing to learn from what was tried in vain, no list is
            // needed.
            self.game.each_move(&node.position, |mv| {
                if first == Some(mv) {
                    return ControlFlow::Continue(());
                }
                self.last_move(node, mv, window, &mut tried);
                if tried.best < window.beta {
                    return ControlFlow::Continue(());
                }
                self.cut_off(node, mv, tried.number, iter::empty());
                ControlFlow::Break(())
            });
        }
        self.count_leaves(tried.number, node.ply);
        if PV {
            self.lines.end(node.ply, tried.mv);
        }
        let found = self.conclude(node, window, &tried, &picker);
        self.fitted(found, window)
    }

    // The table's move: apart, so that the loop over the others has the registers for itself.
    #[inline(never)]
    fn first_move(&mut self, node: &Node<G>, mv: G::Move, window: Window) -> Tried<G::Move> {
        let mut tried = Tried::nothing();
        self.last_move(node, mv, window, &mut tried);
        if tried.best >= window.beta {
            self.cut_off(node, mv, 1, iter::empty());
        }
        tried
    }

    #[inline(always)]
    fn last_move(&mut self, node: &Node<G>, mv: G::Move, window: Window, tried: &mut Tried<G::Move>) {
        tried.number += 1;
        let found = self.leaf(node, mv);
        tried.hear(mv, found, window.alpha);
    }

    /// What is found after a last move, which is taken back at once. The caller counts it: see
    /// [`Worker::count_leaves`].
    #[inline(always)]
    pub(super) fn leaf(&mut self, node: &Node<G>, mv: G::Move) -> Found {
        self.pay();
        let mut position = node.position;
        let turn = self.game.play(&mut position, mv);
        self.feel(node, mv, &position);
        let ply = node.ply + 1;
        let found = match self.game.terminal(&position) {
            Some(result) => Found::proven(result.seen_from(ply as u32)),
            None => Found::thought(self.evaluate_at(&position, ply, None)),
        };
        self.retreat(node, mv, &position);
        across::<G, _>(turn, found)
    }

    /// Leaves made from a node at `ply`.
    #[inline(always)]
    pub(super) fn count_leaves(&mut self, number: u32, ply: usize) {
        self.leaves += u64::from(number);
        self.made[ply] += u64::from(number);
    }
}
