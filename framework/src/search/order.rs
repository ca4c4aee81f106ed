//! Move ordering: the staged [`Picker`], and what it asks.

use super::config::Subsets;
use super::worker::{Node, Worker};
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList};

/// Gives the moves of a node one by one, best first as far as is known, and does no work before it is needed: the table's
/// move comes before anything is generated, and the rest is sorted only as far as it is asked for.
#[derive(Debug)]
pub(super) struct Picker<G: Game> {
    table_move: Option<G::Move>,
    moves: MoveList<G>,
    /// Where in the worker's list of figures those of `moves` begin.
    figures: usize,
    given: usize,
    ordered: bool,
    stage: Stage,
    generated: bool,
    /// What leaving out moves meant, once they are generated.
    pub(super) claim: Claim,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The table's move has its turn.
    First,
    /// It had its turn.
    Generate,
    Rest,
}

impl<G: Game> Picker<G> {
    #[inline(always)]
    pub(super) fn new(table_move: Option<G::Move>) -> Self {
        Self {
            table_move,
            moves: MoveList::<G>::new(),
            figures: 0,
            given: 0,
            ordered: false,
            stage: Stage::First,
            generated: false,
            claim: Claim::All,
        }
    }

    // One step of a selection sort: of equals, the first in the order of the rules as it now stands.
    #[inline(always)]
    fn select(&mut self, figures: &mut [i32]) -> Option<G::Move> {
        let given = self.given;
        let moves = &mut self.moves[..];
        let first = *moves.get(given)?;
        self.given += 1;
        if !self.ordered {
            return Some(first);
        }
        let rest = &mut figures[self.figures + given..][..moves.len() - given];
        let mut best = 0;
        let mut most = rest[0];
        for (i, &figure) in rest.iter().enumerate().skip(1) {
            if figure > most {
                (best, most) = (i, figure);
            }
        }
        rest.swap(0, best);
        moves.swap(given, given + best);
        Some(moves[given])
    }

    /// Gives up the figures; to be called when the node is done.
    #[inline(always)]
    pub(super) fn finish(&self, figures: &mut Vec<i32>) {
        if self.ordered {
            figures.truncate(self.figures);
        }
    }

    /// Everything given but the last move: what was tried in vain before a cut-off.
    pub(super) fn tried(&self) -> impl Iterator<Item = G::Move> {
        let table_move = self.table_move.filter(|_| self.given > 0);
        table_move.into_iter().chain(self.moves[..self.given.saturating_sub(1)].iter().copied())
    }

    /// How many moves there are, once they are generated.
    pub(super) fn number(&self) -> usize {
        usize::from(self.table_move.is_some()) + self.moves.len()
    }

    /// One of them, in no particular order.
    pub(super) fn nth(&self, number: usize) -> G::Move {
        match self.table_move {
            Some(mv) if number == 0 => mv,
            Some(_) => self.moves[number - 1],
            None => self.moves[number],
        }
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The next move of a node, or none.
    #[inline(always)]
    pub(super) fn pick(&mut self, node: &Node<G>, picker: &mut Picker<G>) -> Option<G::Move> {
        if picker.stage != Stage::Rest {
            if picker.stage == Stage::First {
                picker.stage = Stage::Generate;
                if picker.table_move.is_some() {
                    return picker.table_move;
                }
            }
            picker.stage = Stage::Rest;
            self.generate(node, picker);
        }
        picker.select(&mut self.figures)
    }

    /// Generates the moves of a node and gives each its figure, if that is not done yet.
    pub(super) fn generate(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        if picker.generated {
            return;
        }
        picker.generated = true;
        picker.claim = generate(self.evaluator, self.subsets(node), self.view(node), &mut picker.moves);
        if let Some(first) = picker.table_move {
            picker.moves.retain(|mv| *mv != first);
        }
        let prior = E::ORDERS && self.config.prior;
        picker.ordered = prior || self.experience.learns;
        picker.figures = self.figures.len();
        if !picker.ordered {
            return;
        }
        // Taken out for as long as the evaluator, which sees the worker, writes to them.
        let mut figures = std::mem::take(&mut self.figures);
        figures.extend(picker.moves.iter().map(|_| 0));
        let own = &mut figures[picker.figures..];
        if prior {
            self.evaluator.order(self.view(node), &picker.moves, own);
        }
        if self.experience.learns {
            self.experience.judge(self.game, node, self.trail[node.ply], &picker.moves, own);
        }
        self.figures = figures;
    }

    /// Orders the moves by the evaluation after each of them, where that pays.
    #[inline(always)]
    pub(super) fn order_by_children(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        let from = u32::from(self.config.order_by_evaluation);
        if from > 0 && node.depth >= from && picker.table_move.is_none() {
            self.evaluate_children(node, picker);
        }
    }

    fn evaluate_children(&mut self, node: &Node<G>, picker: &mut Picker<G>) {
        /// What a hundredth of the game's unit counts beside history.
        const WEIGHT: i32 = 16;
        self.generate(node, picker);
        if !picker.ordered {
            picker.ordered = true;
            picker.figures = self.figures.len();
            self.figures.resize(picker.figures + picker.moves.len(), 0);
        }
        for number in 0..picker.moves.len() {
            let (value, _) = self.leaf(node, picker.moves[number]);
            let cents = value.cents().clamp(-(1 << 20), 1 << 20);
            self.figures[picker.figures + number] += cents * WEIGHT;
        }
        self.count_leaves(picker.moves.len() as u32, node.ply);
    }
}

/// Lists the moves worth searching, and says what leaving out others means.
#[inline(always)]
pub(super) fn generate<G: Game, E: Evaluator<G>>(
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
