//! The recursive search: one body for every game, window, number of threads and table.
//!
//! Negamax alpha-beta, fail-soft (Knuth and Moore 1975, Fishburn 1983), with principal variation search. The side to move
//! need not alternate: after [`Turn::Again`] the same side moves on, and window and value keep their sign.

use super::known::Known;
use super::order::Picker;
use super::worker::{MAX_PLY, Node, Worker};
use crate::evaluator::{Claim, Evaluator};
use crate::game::{Game, MoveList, Turn};
use crate::score::{Distance, Score, Window};
use std::mem;

/// What the moves tried so far at a node have shown.
pub(super) struct Tried<M> {
    /// The best value.
    pub(super) best: Score,
    /// Its move, if it is better than what the mover already has.
    mv: Option<M>,
    /// Whether the best value rests on an opinion.
    opinion: bool,
    /// How many were searched.
    pub(super) number: u32,
    /// Whether the evaluation is too far below the window for the others, once that was asked.
    pub(super) futile: Option<bool>,
}

impl<M> Tried<M> {
    const fn nothing() -> Self {
        Self { best: Score::WORST, mv: None, opinion: false, number: 0, futile: None }
    }

    fn found(self) -> Option<(Score, Option<M>)> {
        (self.number > 0).then_some((self.best, self.mv))
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a node. `PV` nodes may lie on the principal variation: they have an open window, and leave their line in `lines[ply]`.
    pub(super) fn node<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Score {
        if self.stopped {
            return Score::DRAW;
        }
        // The flag speaks of one node at a time: the node's own is found first, then joined to what was there.
        let around = mem::replace(&mut self.opinion, false);
        if PV {
            self.lines[node.ply].clear();
        }
        let value = if node.depth == 0 || node.ply >= MAX_PLY {
            self.quiesce(node, window, u32::from(self.config.quiescence))
        } else {
            self.interior::<PV>(node, window)
        };
        self.opinion |= around;
        if self.config.fail_soft { value } else { value.clamp(window.alpha, window.beta) }
    }

    fn interior<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Score {
        let Known { window, first } = match self.known(node, window) {
            Ok(known) => known,
            Err(value) => return value,
        };
        if self.selects && node.ply > 0 && !self.ending && node.without.is_none() {
            if !PV && let Some(value) = self.cut_by_opinion(node, window) {
                return value;
            }
            let less = self.internal_reduction(node, first.is_some());
            if less > 0 {
                return self.expand::<PV>(&Node { depth: node.depth - less, ..*node }, window, first);
            }
        }
        self.expand::<PV>(node, window, first)
    }

    // Tries the moves, the one with the index `first` first, and remembers what came of it.
    #[inline(always)]
    fn expand<const PV: bool>(&mut self, node: &Node<G>, window: Window, first: Option<u16>) -> Score {
        let first = first.or_else(|| self.look_ahead(node, window));
        let first = first.and_then(|index| self.game.decode(&node.position, usize::from(index)));
        let mut picker = Picker::new(first);
        // In an ending a pass is free, so one ply left does not mean that leaves follow.
        let frontier =
            node.depth == 1 && self.has_frontier && !self.ending && node.ply > 0 && node.without.is_none();
        let found = if frontier {
            self.frontier::<PV>(node, window, &mut picker)
        } else {
            self.moves::<PV>(node, window, &mut picker)
        };
        picker.finish(&mut self.figures);
        let Some((value, best)) = found else {
            return if node.without.is_some() { window.alpha } else { self.terminal(node) };
        };
        if !self.stopped && node.without.is_none() && (node.ply > 0 || self.excluded.is_empty()) {
            self.remember(node, window, value, best);
        }
        value
    }

    // Internal iterative deepening: a shallower search of the same node names a first move.
    fn look_ahead(&mut self, node: &Node<G>, window: Window) -> Option<u16> {
        let less = u32::from(self.config.internal_deepening);
        if less == 0 || self.ending || node.depth < less + 3 {
            return None;
        }
        let shallow = Node { depth: node.depth - less, ..*node };
        self.node::<true>(&shallow, window);
        self.opinion = false;
        let best = self.lines[node.ply].first().map(|&mv| self.game.index(mv) as u16);
        self.lines[node.ply].clear();
        best
    }

    // Searches the moves: the best value and its move, or nothing if there is none.
    fn moves<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        picker: &mut Picker<G>,
    ) -> Option<(Score, Option<G::Move>)> {
        self.expanded[node.ply] += 1;
        if let Some(value) = self.known_by_children(node, window, picker) {
            return Some((value, None));
        }
        self.order_by_children(node, picker);
        let mut tried = Tried::nothing();
        let mut deferred = MoveList::<G>::new();
        loop {
            let mv = match self.pick(node, picker) {
                Some(mv) if self.passes_over(node, mv) => continue,
                Some(mv) if self.defers(node, mv, &tried) => {
                    deferred.push(mv);
                    continue;
                }
                Some(mv) => mv,
                None => match deferred.pop() {
                    Some(mv) => mv,
                    None => break,
                },
            };
            if self.selects && self.prunes::<PV>(node, window, &mut tried, picker) {
                self.opinion = true;
                // All that is thought of it is that it does not raise alpha.
                tried.best = tried.best.max(window.alpha);
                continue;
            }
            if self.one_move::<PV>(node, mv, window, &mut tried, picker) {
                return tried.found();
            }
        }
        self.conclude(&tried, picker);
        tried.found()
    }

    // Searches one move, and says whether the node is done: by a cut-off, or because the search must end.
    #[inline(always)]
    fn one_move<const PV: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window,
        tried: &mut Tried<G::Move>,
        picker: &mut Picker<G>,
    ) -> bool {
        tried.number += 1;
        let around = mem::replace(&mut self.opinion, false);
        let left = Window { alpha: window.alpha.max(tried.best), ..window };
        let value = self.child::<PV>(node, mv, left, tried.number, picker);
        if self.stopped {
            // The value means nothing, and stands only where there is no other.
            if tried.number == 1 {
                tried.best = value;
            }
            return true;
        }
        if value > tried.best {
            self.improve::<PV>(node, mv, (value, self.opinion), window, tried);
        }
        if value >= window.beta && self.config.alpha_beta {
            // The move alone proves the bound, whatever the others rest on.
            self.cut_off(node, mv, tried.number, picker);
            return true;
        }
        self.opinion |= around;
        false
    }

    // The last ply: every move leads to a leaf. The same as `moves`, without all that leaves have no use for.
    fn frontier<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        picker: &mut Picker<G>,
    ) -> Option<(Score, Option<G::Move>)> {
        self.expanded[node.ply] += 1;
        let beta = if self.config.alpha_beta { window.beta } else { Score::INFINITE };
        let mut tried = Tried::nothing();
        let mut opinion = false;
        if PV {
            self.lines[node.ply + 1].clear();
        }
        while let Some(mv) = self.pick(node, picker) {
            tried.number += 1;
            let (value, over) = self.leaf(node, mv);
            opinion |= !over;
            if value > tried.best {
                self.improve::<PV>(node, mv, (value, !over), window, &mut tried);
                if value >= beta {
                    self.count_leaves(tried.number, node.ply);
                    self.opinion = !over;
                    self.cut_off(node, mv, tried.number, picker);
                    return tried.found();
                }
            }
        }
        self.count_leaves(tried.number, node.ply);
        self.opinion = opinion;
        self.conclude(&tried, picker);
        tried.found()
    }

    // A move is better than those before it: its value, and whether that rests on an opinion.
    #[inline(always)]
    fn improve<const PV: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        (value, opinion): (Score, bool),
        window: Window,
        tried: &mut Tried<G::Move>,
    ) {
        tried.best = value;
        tried.opinion = opinion;
        if value > window.alpha {
            tried.mv = Some(mv);
            if PV {
                self.extend_line(node.ply, mv);
            }
        }
    }

    // A move was good enough for the others not to be searched.
    #[inline(always)]
    fn cut_off(&mut self, node: &Node<G>, mv: G::Move, number: u32, picker: &Picker<G>) {
        self.counts.cutoffs += 1;
        self.counts.first_cutoffs += u64::from(number == 1);
        if self.experience.learns {
            let previous = self.trail[node.ply];
            self.experience.learn(self.game, node, mv, previous, picker.tried());
        }
    }

    // All moves were searched: does the value rest on an opinion?
    #[inline(always)]
    fn conclude(&mut self, tried: &Tried<G::Move>, picker: &Picker<G>) {
        self.opinion |= picker.claim == Claim::Selective;
        if !G::HAS_MARGIN && matches!(tried.best.distance(), Some(Distance::Win(_))) {
            self.opinion = tried.opinion;
        }
    }

    // The root's moves of better lines already found, and the one that is not asked about.
    #[inline(always)]
    fn passes_over(&self, node: &Node<G>, mv: G::Move) -> bool {
        node.ply == 0 && self.excluded.contains(&self.game.index(mv))
            || node.without.is_some_and(|without| usize::from(without) == self.game.index(mv))
    }

    // Whether another thread is at this move: it is put off until the others are done, and then found in the table.
    #[inline(always)]
    fn defers(&self, node: &Node<G>, mv: G::Move, tried: &Tried<G::Move>) -> bool {
        let Some(busy) = self.busy.filter(|_| tried.number > 0) else { return false };
        self.errand(node, mv).is_some_and(|errand| busy.has(errand))
    }

    // The name under which threads tell each other what they are searching.
    fn errand(&self, node: &Node<G>, mv: G::Move) -> Option<u64> {
        let from = u32::from(self.config.defer_from_depth);
        let place = node.place.filter(|_| node.depth >= from)?;
        let index = self.game.index(mv) as u64 + 1;
        Some(place.key ^ (index << 16 | u64::from(node.depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    // Plays a move, searches what follows, takes it back.
    fn child<const PV: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window,
        number: u32,
        picker: &mut Picker<G>,
    ) -> Score {
        let first = number == 1;
        let window = if self.config.alpha_beta { window } else { Window::FULL };
        let (less, more) = if self.selects { self.stretch::<PV>(node, mv, number, picker) } else { (0, 0) };
        let free = self.ending && self.game.is_pass(mv);
        let depth = if free { node.depth } else { node.depth - 1 } + more;
        let busy = self.busy.zip(self.errand(node, mv)).filter(|_| !first);
        if let Some((busy, errand)) = busy {
            busy.begin(errand);
        }
        let (mut child, turn) = self.advance(node, mv, depth);
        let value = if first || !self.config.principal_variation {
            self.turned::<PV>(&child, turn, window)
        } else {
            self.later::<PV>(&mut child, turn, window, less)
        };
        self.retreat(node, mv, &child.position);
        if let Some((busy, errand)) = busy {
            busy.end(errand);
        }
        value
    }

    // A later move is only asked whether it is better at all, perhaps `less` plies less deep; if so, how much better.
    fn later<const PV: bool>(&mut self, child: &mut Node<G>, turn: Turn, window: Window, less: u32) -> Score {
        let null = Window::null(window.alpha);
        if PV {
            // A null window leaves no line: what lies here is another move's.
            self.lines[child.ply].clear();
        }
        let full = child.depth;
        child.depth = full - less;
        let mut value = self.turned::<false>(child, turn, null);
        child.depth = full;
        if less > 0 && value > window.alpha && !self.stopped {
            self.counts.researches += 1;
            value = self.turned::<false>(child, turn, null);
        }
        if PV && value > window.alpha && value < window.beta && !self.stopped {
            self.counts.researches += 1;
            value = self.turned::<true>(child, turn, window);
        }
        value
    }

    // The one place where the point of view changes.
    fn turned<const PV: bool>(&mut self, child: &Node<G>, turn: Turn, window: Window) -> Score {
        if G::ALTERNATES || turn == Turn::Next {
            -self.node::<PV>(child, -window)
        } else {
            self.node::<PV>(child, window)
        }
    }

    // The result at a node without moves.
    fn terminal(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        let result = self.game.terminal(&node.position);
        debug_assert!(result.is_some(), "no move, but the game goes on");
        result.unwrap_or(Score::DRAW).seen_from(node.ply as u32)
    }
}
