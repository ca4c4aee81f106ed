//! Move ordering: the staged [`Picker`], and what it asks.

use super::config::Subsets;
use super::experience::EARLY;
use super::worker::{Node, Worker};
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList};
use crate::score::{Score, Window};
use smallvec::SmallVec;

/// Gives the moves of a node one by one, best first as far as is known, and does no work before it is needed:
/// the table's move and the early ones come before anything is generated, and the rest is sorted only as far
/// as it is asked for.
#[derive(Debug)]
pub(super) struct Picker<G: Game> {
    table_move: Option<G::Move>,
    /// The table's move has had its turn.
    begun: bool,
    /// Moves that had their turn after it, before any were listed.
    pub(super) early: SmallVec<[G::Move; EARLY]>,
    /// How many of those that might have were looked at.
    looked_at: usize,
    generated: bool,
    /// The moves, without that of the table and the early ones.
    pub(super) moves: MoveList<G>,
    pub(super) selection: Selection,
    /// What leaving out moves meant, once they are generated.
    pub(super) claim: Claim,
}

/// How far a list of moves is sorted and given out. Apart from the list, so that in a short loop it stays in
/// registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// Where in the worker's list of figures those of the moves begin.
    figures: usize,
    pub(super) given: usize,
}

impl Selection {
    /// The next of the listed moves: if `ORDERED`, the one with the highest figure.
    // One step of a selection sort: of equals, the first in the order of the rules as it now stands.
    #[inline(always)]
    pub(super) fn next<const ORDERED: bool, M: Copy>(
        &mut self,
        moves: &mut [M],
        figures: &mut [i32],
    ) -> Option<M> {
        let given = self.given;
        let first = *moves.get(given)?;
        self.given += 1;
        if !ORDERED {
            return Some(first);
        }
        let rest = &mut figures[self.figures + given..][..moves.len() - given];
        // One pass without a branch over pairs of figure and place; places are inverted, for the first of
        // equals.
        let pair = |(&figure, place): (&i32, u32)| i64::from(figure) << 32 | i64::from(!place);
        let most = rest.iter().zip(0..).map(pair).fold(i64::MIN, i64::max);
        let best = !(most as u32) as usize;
        rest.swap(0, best);
        moves.swap(given, given + best);
        Some(moves[given])
    }

    fn is_ordered(&self) -> bool {
        self.figures != usize::MAX
    }

    /// Gives up the figures; to be called when the node is done.
    #[inline(always)]
    pub(super) fn finish(&self, figures: &mut Vec<i32>) {
        figures.truncate(self.figures);
    }
}

impl<G: Game> Picker<G> {
    #[inline(always)]
    pub(super) fn new(table_move: Option<G::Move>) -> Self {
        Self {
            table_move,
            begun: false,
            early: SmallVec::new(),
            looked_at: 0,
            generated: false,
            moves: MoveList::<G>::new(),
            selection: Selection { figures: usize::MAX, given: 0 },
            claim: Claim::All,
        }
    }

    /// The table's move, once.
    #[inline(always)]
    pub(super) fn first(&mut self) -> Option<G::Move> {
        let first = self.table_move.filter(|_| !self.begun);
        self.begun = true;
        first
    }

    /// Takes a move that had its turn out of the list.
    fn strike(&mut self, given: G::Move) {
        if let Some(at) = self.moves.iter().position(|&mv| mv == given) {
            self.moves.remove(at);
        }
    }

    /// Takes back the move that was given last.
    pub(super) fn take_back(&mut self) {
        match self.generated {
            true => self.selection.given -= 1,
            false => drop(self.early.pop()),
        }
    }

    /// Everything given so far, the move that cut off among it.
    pub(super) fn given(&self) -> impl Iterator<Item = G::Move> {
        let table_move = self.table_move.filter(|_| self.begun);
        let early = self.early.iter().copied();
        table_move.into_iter().chain(early).chain(self.moves[..self.selection.given].iter().copied())
    }

    /// All there are, once they are generated, in no particular order.
    pub(super) fn all(&self) -> impl Iterator<Item = G::Move> {
        self.table_move.into_iter().chain(self.early.iter().copied()).chain(self.moves.iter().copied())
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The next move of a node, or none.
    #[inline(always)]
    pub(super) fn pick(&mut self, node: &Node<G>, picker: &mut Picker<G>) -> Option<G::Move> {
        if !(picker.begun && picker.generated) {
            if let Some(first) = picker.first() {
                return Some(first);
            }
            if let Some(early) = self.early(node, picker) {
                return Some(early);
            }
            self.generate(node, picker);
        }
        if self.weighs && !picker.selection.is_ordered() {
            self.weigh(node, picker);
        }
        if picker.selection.is_ordered() {
            picker.selection.next::<true, _>(&mut picker.moves, &mut self.figures)
        } else {
            picker.selection.next::<false, _>(&mut picker.moves, &mut self.figures)
        }
    }

    /// The next move worth trying before any are listed, if one is left.
    #[inline(always)]
    pub(super) fn early(&self, node: &Node<G>, picker: &mut Picker<G>) -> Option<G::Move> {
        // What the evaluator leaves out of a list is not worth trying before it.
        let selects = E::GENERATES && self.subsets(node) != Subsets::None;
        if !self.tries_early || picker.generated || selects {
            return None;
        }
        while picker.looked_at < EARLY {
            picker.looked_at += 1;
            let promising = self.experience.promising(node, self.trail[node.ply], picker.looked_at - 1);
            let mv = promising.and_then(|index| self.game.decode(&node.position, index));
            if let Some(mv) = mv.filter(|&mv| picker.given().all(|given| given != mv)) {
                picker.early.push(mv);
                return Some(mv);
            }
        }
        None
    }

    /// Generates the moves of a node and gives each its figure, if that is not done yet.
    pub(super) fn generate(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        if picker.generated {
            return;
        }
        if self.orders {
            self.list::<true>(node, picker);
        } else {
            self.list::<false>(node, picker);
        }
    }

    /// The same where it is known that it is not done yet, and whether there are figures.
    #[inline(always)]
    pub(super) fn list<const ORDERED: bool>(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        picker.generated = true;
        picker.claim = generate(self.evaluator, self.subsets(node), self.view(node), &mut picker.moves);
        if let Some(first) = picker.table_move {
            picker.strike(first);
        }
        for number in 0..picker.early.len() {
            picker.strike(picker.early[number]);
        }
        if !ORDERED {
            return;
        }
        picker.selection.figures = self.figures.len();
        // Taken out for as long as the evaluator, which sees the worker, writes to them.
        let mut figures = std::mem::take(&mut self.figures);
        figures.resize(picker.selection.figures + picker.moves.len(), 0);
        let (moves, own) = (&picker.moves[..], &mut figures[picker.selection.figures..]);
        if E::ORDERS && self.config.prior {
            self.evaluator.order(self.view(node), moves, own);
        }
        if self.experience.learns {
            self.experience.judge(self.game, node, self.trail[node.ply], moves, own);
        }
        self.figures = figures;
    }

    /// Orders the moves by the evaluation after each of them, where that pays.
    #[inline(always)]
    pub(super) fn order_by_children(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        let from = u32::from(self.config.order_by_evaluation);
        if !self.weighs && from > 0 && node.depth >= from && picker.table_move.is_none() {
            self.evaluate_children(node, picker);
        }
    }

    fn evaluate_children(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        /// What a hundredth of the game's unit counts beside history.
        const WEIGHT: i32 = 16;
        self.generate(node, picker);
        if !picker.selection.is_ordered() {
            picker.selection.figures = self.figures.len();
            self.figures.resize(picker.selection.figures + picker.moves.len(), 0);
        }
        for number in 0..picker.moves.len() {
            let found = self.leaf(node, picker.moves[number]);
            let cents = found.value.cents().clamp(-(1 << 20), 1 << 20);
            self.figures[picker.selection.figures + number] += cents * WEIGHT;
        }
        self.count_leaves(picker.moves.len() as u32, node.ply);
    }

    /// Orders the moves of a node on the way to the end of the game, where many plies are left: by how little
    /// work they make ([`Evaluator::rank`]), and by how good they are.
    #[inline(never)]
    fn weigh(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        if picker.moves.len() < 2 {
            return;
        }
        picker.selection.figures = self.figures.len();
        let plies = self.plies_to_weigh(node.depth);
        for number in 0..picker.moves.len() {
            let mv = picker.moves[number];
            let mut after = node.position;
            self.game.play(&mut after, mv);
            let rank = self.evaluator.rank(self.game, &node.position, mv, &after);
            let cents = self.glance(node, mv, plies).cents().clamp(-(1 << 20), 1 << 20);
            self.figures.push(rank + cents);
        }
    }

    fn plies_to_weigh(&self, depth: u32) -> u32 {
        /// So much deeper two plies pay, after one.
        const SECOND: u32 = 2;
        match u32::from(self.config.order_by_search) {
            0 => 0,
            from => u32::from(depth >= from) + u32::from(depth >= from + SECOND),
        }
    }

    // What a move seems worth after so many more plies.
    fn glance(&mut self, node: &Node<G>, mv: G::Move, plies: u32) -> Score {
        if plies == 0 {
            self.count_leaves(1, node.ply);
            return self.leaf(node, mv).value;
        }
        self.in_the_middle(|worker| {
            let (child, turn) = worker.advance(node, mv, plies);
            // What is known of it to its end stays in the table.
            let child = Node { place: None, ..child };
            // Off the principal variation, though the window is open: a move after the first is not asked how
            // much better it is. For an order that is enough.
            let found = worker.turned::<false>(&child, turn, Window::FULL);
            worker.retreat(node, mv, &child.position);
            found.value
        })
    }
}

/// Lists the moves worth searching, and says what leaving out others means.
#[inline(always)]
pub(crate) fn generate<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    subsets: Subsets,
    view: View<'_, G, E::State>,
    moves: &mut MoveList<G>,
) -> Claim {
    let allowed = match subsets {
        Subsets::Sound => Claim::Sound,
        Subsets::Selective => Claim::Selective,
        Subsets::None => Claim::All,
    };
    if !E::GENERATES || allowed == Claim::All {
        view.game.legal_moves(view.position, moves);
        return Claim::All;
    }
    let claim = evaluator.generate(view, allowed, moves);
    debug_assert!(claim <= allowed);
    claim
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_highest_figure_comes_next_and_of_equals_the_first(
            others in 0..3_usize,
            listed in prop::collection::vec(prop_oneof![Just(i32::MIN), Just(i32::MAX), -2..=2], 0..40),
        ) {
            let mut figures = vec![i32::MAX; others];
            figures.extend(&listed);
            let mut moves: Vec<usize> = (0..listed.len()).collect();
            let mut selection = Selection { figures: others, given: 0 };
            let mut left: Vec<_> = listed.iter().zip(0..).collect();
            for given in 0..left.len() {
                let most = left[given..].iter().map(|(figure, _)| *figure).max();
                let best = left[given..].iter().position(|(figure, _)| Some(*figure) == most);
                left.swap(given, given + best.expect("one is the highest"));
                let next = selection.next::<true, _>(&mut moves, &mut figures);
                prop_assert_eq!(next, Some(left[given].1));
            }
            prop_assert_eq!(selection.next::<true, _>(&mut moves, &mut figures), None);
        }
    }
}
