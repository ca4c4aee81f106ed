//! What a node turns out to be worth: [`Found`], and on the way there [`Tried`].

use crate::score::Score;
use std::ops::Neg;

/// What the search of a node found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: Score,
    /// An evaluator's opinion, or a selective omission, went into it.
    pub(super) opinion: bool,
}

impl Found {
    /// What a search returns that must end: it means nothing.
    pub(super) const NOTHING: Self = Self::thought(Score::DRAW);

    pub(super) const fn proven(value: Score) -> Self {
        Self { value, opinion: false }
    }

    pub(super) const fn thought(value: Score) -> Self {
        Self { value, opinion: true }
    }
}

/// The same for the other side.
impl Neg for Found {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// What the moves tried so far at a node have shown.
pub(super) struct Tried<M> {
    /// The best value.
    pub(super) best: Score,
    /// Its move, if it is better than what the mover already has.
    pub(super) mv: Option<M>,
    /// Whether the best value rests on an opinion.
    pub(super) opinion: bool,
    /// Whether any value does.
    pub(super) opinions: bool,
    /// How many were searched.
    pub(super) number: u32,
    /// Whether the evaluation is too far below the window for the others, once that was asked.
    pub(super) futile: Option<bool>,
}

impl<M> Tried<M> {
    pub(super) const fn nothing() -> Self {
        Self { best: Score::WORST, mv: None, opinion: false, opinions: false, number: 0, futile: None }
    }

    /// Takes in what a move is worth.
    #[inline(always)]
    pub(super) fn hear(&mut self, mv: M, found: Found, alpha: Score) {
        self.opinions |= found.opinion;
        if found.value > self.best {
            self.best = found.value;
            self.opinion = found.opinion;
            if found.value > alpha {
                self.mv = Some(mv);
            }
        }
    }
}
