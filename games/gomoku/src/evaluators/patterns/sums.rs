//! [`Sums`]: what all free squares come to, reckoned when it is asked for.

use super::stage::ByStage;
use super::state::{Change, copied};
use super::worth::{Number, WorthTable};
use std::cell::OnceCell;

/// A sum over the free squares of each colour, after each move.
///
/// Nobody asks for what was learned in proofs, and in searches few do where a five must be stopped. So a move
/// only notes what it changes, and whoever asks adds the changes up from the last move of which the sum is
/// known. With sums kept at every move a search took an eighth more time.
#[derive(Debug)]
pub(super) struct Sums<S> {
    /// By the number of moves. That of the start is always known.
    after: Vec<OnceCell<[S; 2]>>,
}

// Not derived: a copy would have no room.
impl<S: Sum> Clone for Sums<S> {
    fn clone(&self) -> Self {
        Self { after: copied(&self.after) }
    }

    fn clone_from(&mut self, from: &Self) {
        self.after.clone_from(&from.after);
    }
}

impl<S: Sum> Sums<S> {
    /// From the sum before any move, with room for so many moves.
    pub(super) fn new(start: [S; 2], moves: usize) -> Self {
        let mut after = Vec::with_capacity(1 + moves);
        after.push(OnceCell::from(start));
        Self { after }
    }

    #[inline]
    pub(super) fn push(&mut self) {
        self.after.push(OnceCell::new());
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.after.pop();
    }

    /// The sum after the last move. `changes` tells what the move of a number, from 0, changed for a colour.
    pub(super) fn get<'c>(
        &self,
        worths: &[WorthTable; 2],
        changes: impl Fn(usize, usize) -> &'c [Change],
    ) -> &[S; 2] {
        let known = self.after.iter().enumerate().rev().find_map(|(moves, sums)| Some((moves, sums.get()?)));
        let (known, mut sums) = known.expect("that of the start is always known");
        for (mv, after) in (known..).zip(&self.after[known + 1..]) {
            let [black, white] = *sums;
            let add = |sum, colour: usize| added(&worths[colour], sum, changes(mv, colour));
            sums = after.get_or_init(|| [add(black, 0), add(white, 1)]);
        }
        sums
    }
}

fn added<S: Sum>(worths: &WorthTable, mut sum: S, changes: &[Change]) -> S {
    for change in changes {
        sum.exchange(worths, worths.number(change.before), change.now);
    }
    sum
}

/// What is summed.
pub(super) trait Sum: Copy {
    /// A square was of one combination and is of another now.
    fn exchange(&mut self, worths: &WorthTable, before: Number, now: Number);
}

/// What squares are worth by hand, in hundredths of a point.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ByHand(pub(super) i32);

impl Sum for ByHand {
    #[inline(always)]
    fn exchange(&mut self, worths: &WorthTable, before: Number, now: Number) {
        self.0 += worths.by_hand(now) - worths.by_hand(before);
    }
}

impl Sum for ByStage {
    #[inline(always)]
    fn exchange(&mut self, worths: &WorthTable, before: Number, now: Number) {
        self.replace(worths.learned(before), worths.learned(now));
    }
}
