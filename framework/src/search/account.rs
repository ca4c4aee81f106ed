//! [`Account`]: one searcher's positions on the budget of a search.

use super::clock::Budget;
use std::time::Duration;

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
