//! [`Account`]: one searcher's positions on the budget of a search, and the same for a [`Worker`].

use super::clock::Budget;
use super::worker::Worker;
use crate::evaluator::Evaluator;
use crate::game::Game;
use std::mem;
use std::time::Duration;

/// A hook that makes more positions than this, a millisecond's worth of the fastest, is broken off, and the
/// recursion does its work.
const MOST_BY_HOOK: u64 = 1 << 16;

/// What of a clock a search keeps to, before the deadline behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thrift {
    /// The deadline alone.
    None,
    /// What is meant for this move.
    Share,
    /// As much as is used before a last depth is begun.
    HalfShare,
}

/// A search's positions on its budget.
#[derive(Debug)]
pub(crate) struct Account<'a> {
    budget: &'a Budget<'a>,
    thrift: Thrift,
    granted: u64,
    left: u64,
}

impl<'a> Account<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>, thrift: Thrift) -> Self {
        Self { budget, thrift, granted: 0, left: 0 }
    }

    /// Pays for one position about to be made; `false` if it may not be made and the search must end.
    #[inline]
    pub(crate) fn pay(&mut self) -> bool {
        if self.left == 0 {
            self.ask();
        }
        let granted = self.left > 0;
        self.left -= u64::from(granted);
        granted
    }

    #[cold]
    fn ask(&mut self) {
        let more = self.budget.spend(self.granted).filter(|_| match self.thrift {
            Thrift::None => true,
            Thrift::Share => !self.budget.is_share_spent(),
            Thrift::HalfShare => !self.is_enough(),
        });
        self.granted = more.unwrap_or(0);
        self.left = self.granted;
    }

    /// Tells the budget what was made and gives back what was not.
    pub(crate) fn settle(&mut self) {
        self.budget.spend(self.granted - self.left);
        (self.granted, self.left) = (0, 0);
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Whether another depth is worth beginning.
    pub(crate) fn is_enough(&self) -> bool {
        self.budget.is_enough(100)
    }

    /// Positions made so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.budget.spent() + self.granted - self.left
    }
}

// No [`Account`]: whoever holds that is told at each position whether it may be made. Here it is made all the
// same, and the search sees at the next node that it must end: to ask twice at each leaf would cost more.
impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// One more position is made.
    #[inline(always)]
    pub(super) fn pay(&mut self) {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => {
                self.ask();
                self.left = self.left.saturating_sub(1);
            }
        }
    }

    #[cold]
    fn ask(&mut self) {
        let granted = self.budget.spend(self.granted);
        self.budget.count_leaves(mem::take(&mut self.leaves));
        if let Some(watch) = self.watch {
            watch.made(self.budget.spent());
        }
        self.stopped |= granted.is_none() || self.budget.is_past(self.step);
        // Without a grant the position about to be made is on nobody's account.
        self.granted = granted.unwrap_or(0);
        self.left = self.granted;
    }

    /// At most this many positions may a hook make at once.
    #[inline(always)]
    pub(super) fn may_make(&self) -> u64 {
        self.budget.left().saturating_sub(self.granted - self.left).min(MOST_BY_HOOK)
    }

    /// Accounts for positions that a hook made, at plies from `ply` on: they are counted at the next one.
    #[inline(always)]
    pub(super) fn account(&mut self, made: u64, ply: usize) {
        self.made[ply] += made;
        self.counts.finished += made;
        if let Some(left) = self.left.checked_sub(made) {
            self.left = left;
        } else {
            // More than was granted: told at once, and the next position asks anew.
            self.budget.spend(self.granted - self.left + made);
            (self.granted, self.left) = (0, 0);
        }
    }

    /// Accounts for the positions made since the budget was last asked.
    pub(super) fn settle(&mut self) {
        self.budget.spend(self.granted - self.left);
        self.budget.count_leaves(mem::take(&mut self.leaves));
        self.granted = 0;
        self.left = 0;
    }

    /// Positions made so far by all threads, as far as they have told.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.spent() + self.granted - self.left
    }

    /// Leaves so far of all threads, as far as they have told.
    pub(super) fn leaves(&self) -> u64 {
        self.budget.leaves() + self.leaves
    }
}
