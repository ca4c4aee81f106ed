//! [`Steps`]: from where to where stacks can go, gone through as one list.

use crate::geometry::{LONGEST, LONGEST_ACROSS, Space, Spaces};
use std::hint::select_unpredictable;

/// For each height the directions in which a stack can go so far.
const MOST_SETS: usize = 6 * LONGEST_ACROSS + 2 * (LONGEST - LONGEST_ACROSS);

/// Steps in sets of those that go as far in the same direction.
///
/// Most sets are empty or have one or two members: a loop over each would end where no processor expects it to. Here there is one loop, over all of them.
pub(crate) struct Steps {
    /// Where they end. Sets that are empty are written over, and nothing follows the last.
    targets: [u64; MOST_SETS + 2],
    /// How far that is from where they begin, in bits.
    bits: [i8; MOST_SETS + 2],
    sets: usize,
    number: usize,
}

impl Steps {
    /// None.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self { targets: [0; MOST_SETS + 2], bits: [0; MOST_SETS + 2], sets: 0, number: 0 }
    }

    /// With those, too, that end on `targets`, so many bits from where they begin.
    #[inline(always)]
    pub(crate) fn add(&mut self, targets: Spaces, bits: i32) {
        (self.targets[self.sets], self.bits[self.sets]) = (targets.word(), bits as i8);
        self.sets += usize::from(!targets.is_empty());
        self.number += targets.count() as usize;
    }

    /// Where each begins and ends.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Space, Space)> {
        let (mut set, mut left, mut next) = (0, self.targets[0], self.targets[1]);
        (0..self.number).map(move |_| {
            let to = left.trailing_zeros();
            let from = (to as i32 - i32::from(self.bits[set])) as u32;
            let rest = left & left.wrapping_sub(1);
            set += usize::from(rest == 0);
            // Read a step ahead of its use, as the one before may not be done yet.
            left = select_unpredictable(rest == 0, next, rest);
            next = self.targets[set + 1];
            (Space::of_bit(from), Space::of_bit(to))
        })
    }
}
