//! [`States`]: the evaluator's state at the plies of a search.

use super::by_ply::MAX_PLY;
use crate::evaluator::Evaluator;
use crate::game::Game;

/// One state, where the evaluator takes its steps back; else one for each ply, copied from the one above.
#[derive(Debug)]
pub(super) struct States<G: Game, E: Evaluator<G>> {
    one: E::State,
    by_ply: Vec<E::State>,
}

impl<G: Game, E: Evaluator<G>> States<G, E> {
    const COPIES: bool = !E::TAKES_BACK && size_of::<E::State>() > 0;

    /// With that of the root.
    pub(super) fn new(root: E::State) -> Self {
        let copies = if Self::COPIES { MAX_PLY + 2 } else { 0 };
        Self { by_ply: vec![root.clone(); copies], one: root }
    }

    /// From now on the root's is this.
    pub(super) fn stand_at(&mut self, root: E::State) {
        *(if Self::COPIES { &mut self.by_ply[0] } else { &mut self.one }) = root;
    }

    /// At a ply.
    #[inline(always)]
    pub(super) fn at(&self, ply: usize) -> &E::State {
        if Self::COPIES { &self.by_ply[ply] } else { &self.one }
    }

    /// For the ply below, which is still that of this ply.
    #[inline(always)]
    pub(super) fn below(&mut self, ply: usize) -> &mut E::State {
        if !Self::COPIES {
            return &mut self.one;
        }
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        below[0].clone_from(&above[ply]);
        &mut below[0]
    }

    /// The only one, to take a step back; of no use where there are copies.
    #[inline(always)]
    pub(super) fn one(&mut self) -> &mut E::State {
        &mut self.one
    }
}
