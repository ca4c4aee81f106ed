//! The recursive search: one body for every game, window, number of threads and table.
//!
//! Negamax alpha-beta, fail-soft (Knuth and Moore 1975, Fishburn 1983), with principal variation search. The
//! side to move need not alternate: after [`Turn::Again`] the same side moves on, and window and value keep
//! their sign.

use super::by_ply::MAX_PLY;
use super::found::{Found, Tried};
use super::known::Known;
use super::order::Picker;
use super::parallel::Deferred;
use super::worker::{Node, Worker};
use crate::evaluator::{Claim, Evaluator};
use crate::game::{Game, Turn};
use crate::score::{Score, Window};

/// What a move gets that not every move gets.
struct Treatment {
    /// The plies left after it.
    depth: u32,
    /// By how many plies less it is searched at first.
    less: u32,
    /// The name under which other threads are told of it.
    errand: Option<u64>,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a node. `PV` nodes may lie on the principal variation: they have an open window, and leave
    /// their line in `lines`.
    pub(super) fn node<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Found {
        if self.stopped {
            return Found::NOTHING;
        }
        if PV {
            self.lines.clear(node.ply);
        }
        if !PV && self.is_bare(node) {
            let found = Found::proven(self.bare_ending(node, window));
            return self.fitted(found, window);
        }
        if node.depth == 0 || node.ply >= MAX_PLY {
            let found = self.quiesce(node, window, u32::from(self.config.quiescence));
            return self.fitted(found, window);
        }
        if !PV && let Some(value) = self.reverse_futility(node, window) {
            return self.fitted(Found::thought(value), window);
        }
        let found = match self.known(node, window) {
            Err(found) => found,
            Ok(Known { window, first }) => self.unknown::<PV>(node, window, first),
        };
        self.fitted(found, window)
    }

    // Without fail-soft, a value outside the window says no more than the window's edge.
    #[inline(always)]
    pub(super) fn fitted(&self, found: Found, window: Window) -> Found {
        match self.config.fail_soft {
            true => found,
            false => Found { value: found.value.clamp(window.alpha, window.beta), ..found },
        }
    }

    // A node of which too little is known: its moves are tried, the one with the index `first` first.
    #[inline(always)]
    fn unknown<const PV: bool>(&mut self, node: &Node<G>, window: Window, first: Option<u16>) -> Found {
        if !PV
            && self.deviations > 0
            && node.ply > 0
            && let Some(value) = self.foretold_end(node, window)
        {
            return Found::thought(value);
        }
        if !PV && let Some(found) = self.noisy_win(node, window) {
            return found;
        }
        if self.selects && node.ply > 0 && !self.ending && node.without.is_none() {
            if !PV && let Some(value) = self.cut_by_opinion(node, window) {
                return Found::thought(value);
            }
            let less = self.internal_reduction(node, first.is_some());
            if less > 0 {
                return self.try_moves::<PV>(&Node { depth: node.depth - less, ..*node }, window, first);
            }
        }
        self.try_moves::<PV>(node, window, first)
    }

    fn try_moves<const PV: bool>(&mut self, node: &Node<G>, window: Window, first: Option<u16>) -> Found {
        let first = first.or_else(|| self.look_ahead(node, window));
        let first = first.and_then(|index| self.game.decode(&node.position, usize::from(index)));
        if node.depth == 1 && self.has_frontier && node.ply > 0 && node.without.is_none() {
            return self.frontier::<PV>(node, window, first);
        }
        if self.plain && node.ply > 0 && node.without.is_none() {
            self.moves::<PV, true>(node, window, Picker::new(first))
        } else {
            self.moves::<PV, false>(node, window, Picker::new(first))
        }
    }

    // Internal iterative deepening: a shallower search of the same node names a first move.
    fn look_ahead(&mut self, node: &Node<G>, window: Window) -> Option<u16> {
        let less = u32::from(self.config.internal_deepening);
        if less == 0 || self.ending || node.depth < less + 3 {
            return None;
        }
        let shallow = Node { depth: node.depth - less, ..*node };
        self.node::<true>(&shallow, window);
        let best = self.lines.of(node.ply).first().map(|&mv| self.game.index(mv) as u16);
        self.lines.clear(node.ply);
        best
    }

    // Searches the moves, and remembers what came of it. In a `PLAIN` node none of them gets less or more
    // than any other.
    fn moves<const PV: bool, const PLAIN: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        mut picker: Picker<G>,
    ) -> Found {
        let picker = &mut picker;
        self.expanded[node.ply] += 1;
        let mut tried = Tried::nothing();
        if let Some(found) = self.known_by_children(node, window, picker) {
            tried.number = 1;
            (tried.best, tried.opinion) = (found.value, found.opinion);
            return self.conclude(node, window, &tried, picker);
        }
        self.order_by_children(node, picker);
        let mut deferred = Deferred::<G>::new();
        let mut picks = true;
        loop {
            let picked = if picks { self.pick(node, picker) } else { None };
            let in_turn = picked.map(|mv| (mv, tried.number + deferred.len() as u32 + 1));
            let late = || if PLAIN { None } else { deferred.pop() };
            let Some((mv, place)) = in_turn.or_else(late) else { break };
            if !PLAIN {
                if self.passes_over(node, mv) {
                    continue;
                }
                if picked.is_some() {
                    if self.defers(node, mv, &tried) {
                        deferred.push((mv, place));
                        continue;
                    }
                    // Those put off came before, and are searched all the same.
                    picks = !(self.may_prune::<PV>(node, window, picker.claim)
                        && self.prunes_rest(node, window, &mut tried));
                    if !picks {
                        // It is not searched, and not to be blamed.
                        picker.take_back();
                        continue;
                    }
                }
                if node.ply == 0 {
                    self.tell_root_move(tried.number + 1);
                }
            }
            if self.one_move::<PV, PLAIN>(node, (mv, place), window, &mut tried, (picker, &deferred)) {
                break;
            }
        }
        self.look_wider::<PV>(node, window, &mut tried, picker);
        self.conclude(node, window, &tried, picker)
    }

    /// Searches one move, the one at that place in their order, and says whether the node is done: by a
    /// cut-off, or because the search must end.
    #[inline(always)]
    pub(super) fn one_move<const PV: bool, const PLAIN: bool>(
        &mut self,
        node: &Node<G>,
        (mv, place): (G::Move, u32),
        window: Window,
        tried: &mut Tried<G::Move>,
        (picker, deferred): (&mut Picker<G>, &[(G::Move, u32)]),
    ) -> bool {
        tried.number += 1;
        // Without alpha-beta every window is the full one, and nothing ever cuts off, but where it is checked
        // whether a move is singular.
        let alpha = if self.config.alpha_beta { window.alpha.max(tried.best) } else { window.alpha };
        let found = self.child::<PV, PLAIN>(node, mv, Window { alpha, ..window }, place, picker);
        if self.stopped {
            // The value means nothing, and stands only where there is no other.
            if tried.number == 1 {
                tried.best = found.value;
            }
            return true;
        }
        if PV && found.value > window.alpha.max(tried.best) {
            self.lines.extend(node.ply, mv);
        }
        tried.hear(mv, found, window.alpha);
        let cuts = tried.best >= window.beta;
        if cuts {
            let is_put_off = |other: &G::Move| deferred.iter().any(|(put_off, _)| put_off == other);
            self.cut_off(node, mv, tried.number, picker.given().filter(|other| !is_put_off(other)));
        }
        cuts
    }

    /// A move was good enough for the others not to be searched, after all of `tried`.
    #[inline(always)]
    pub(super) fn cut_off(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        number: u32,
        tried: impl Iterator<Item = G::Move>,
    ) {
        self.counts.cutoffs += 1;
        self.counts.first_cutoffs += u64::from(number == 1);
        if self.experience.learns {
            let previous = self.trail[node.ply];
            self.experience.learn(self.game, node, mv, previous, tried);
        }
    }

    /// The value of a node whose moves were tried, which is remembered.
    #[inline(always)]
    pub(super) fn conclude(
        &mut self,
        node: &Node<G>,
        window: Window,
        tried: &Tried<G::Move>,
        picker: &Picker<G>,
    ) -> Found {
        picker.selection.finish(&mut self.figures);
        if tried.number == 0 {
            return Found::proven(if node.without.is_some() { window.alpha } else { self.terminal(node) });
        }
        // A move that cuts off, or wins, alone proves its bound, whatever the others rest on.
        let alone = tried.best >= window.beta || !G::HAS_MARGIN && tried.best.is_win();
        let opinion = if alone { tried.opinion } else { tried.opinions || picker.claim == Claim::Selective };
        let found = Found { value: tried.best, opinion };
        if let Some(place) = node.place {
            self.remember(node, place, window, found, tried.mv);
        }
        found
    }

    /// The root's moves of better lines already found, and the one that is not asked about.
    #[inline(always)]
    pub(super) fn passes_over(&self, node: &Node<G>, mv: G::Move) -> bool {
        node.ply == 0 && self.excluded.contains(&self.game.index(mv))
            || node.without.is_some_and(|without| usize::from(without) == self.game.index(mv))
    }

    // Plays a move, searches what follows, takes it back.
    #[inline(always)]
    fn child<const PV: bool, const PLAIN: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        window: Window,
        place: u32,
        picker: &mut Picker<G>,
    ) -> Found {
        let Treatment { depth, less, errand } = match PLAIN {
            true => Treatment { depth: node.depth - 1, less: 0, errand: None },
            false => self.treatment::<PV>(node, mv, place, picker),
        };
        let busy = self.busy.zip(errand);
        if let Some((busy, errand)) = busy {
            busy.begin(errand);
        }
        let (mut child, turn) = self.advance(node, mv, depth);
        let found = if place == 1 || !self.config.principal_variation {
            self.turned::<PV>(&child, turn, window)
        } else {
            self.later::<PV>(&mut child, turn, window, less)
        };
        self.retreat(node, mv, &child.position);
        if let Some((busy, errand)) = busy {
            busy.end(errand);
        }
        found
    }

    fn treatment<const PV: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        number: u32,
        picker: &mut Picker<G>,
    ) -> Treatment {
        let (less, more) = if self.selects { self.stretch::<PV>(node, mv, number, picker) } else { (0, 0) };
        let free = self.ending && self.game.is_pass(mv);
        let errand = if number > 1 && self.busy.is_some() { self.errand(node, mv) } else { None };
        Treatment { depth: if free { node.depth } else { node.depth - 1 } + more, less, errand }
    }

    // A later move is only asked whether it is better at all, perhaps `less` plies less deep; if so, how much
    // better.
    #[inline(always)]
    fn later<const PV: bool>(&mut self, child: &mut Node<G>, turn: Turn, window: Window, less: u32) -> Found {
        let null = Window::null(window.alpha);
        if PV {
            // A null window leaves no line: what lies here is another move's.
            self.lines.clear(child.ply);
        }
        let full = child.depth;
        child.depth = full - less;
        let mut found = self.turned::<false>(child, turn, null);
        child.depth = full;
        if less > 0 && found.value > window.alpha && !self.stopped {
            found = self.again::<false>(child, turn, null, found);
        }
        if PV && found.value > window.alpha && found.value < window.beta && !self.stopped {
            found = self.again::<true>(child, turn, window, found);
        }
        found
    }

    // A second search of the same node; an opinion that went into the first may have gone into this one
    // through the table.
    fn again<const PV: bool>(&mut self, child: &Node<G>, turn: Turn, window: Window, first: Found) -> Found {
        self.counts.researches += 1;
        let found = self.turned::<PV>(child, turn, window);
        Found { opinion: found.opinion || first.opinion, ..found }
    }

    // As `across` twice, with the side known where the search goes on.
    #[inline(always)]
    pub(super) fn turned<const PV: bool>(&mut self, child: &Node<G>, turn: Turn, window: Window) -> Found {
        if G::ALTERNATES || turn == Turn::Next {
            -self.deeper::<PV>(child, -window)
        } else {
            self.deeper::<PV>(child, window)
        }
    }

    // Where nothing can be known of a node one ply above the leaves, the way there is short.
    #[inline(always)]
    fn deeper<const PV: bool>(&mut self, child: &Node<G>, window: Window) -> Found {
        if child.depth == 1 && self.plain_frontier && child.place.is_none() {
            self.frontier::<PV>(child, window, None)
        } else {
            self.node::<PV>(child, window)
        }
    }

    // The result at a node without moves.
    #[cold]
    fn terminal(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        let result = self.game.terminal(&node.position);
        debug_assert!(result.is_some(), "no move, but the game goes on");
        result.unwrap_or(Score::DRAW).seen_from(node.ply as u32)
    }
}
