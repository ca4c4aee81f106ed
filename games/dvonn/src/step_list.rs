//! [`StepList`]: from where to where stacks can go, many sets of steps gone through as one.

use crate::geometry::{LONGEST, LONGEST_ACROSS, Space, Spaces};
use std::hint::select_unpredictable;

/// Six directions for each height that can cross rows, two for the others.
const MOST_SETS: usize = 6 * LONGEST_ACROSS + 2 * (LONGEST - LONGEST_ACROSS);
/// One place past the last set to write empty ones to, and one more to read ahead.
const PLACES: usize = MOST_SETS + 2;

/// Steps in sets of those that go as far in the same direction.
///
/// Most sets are empty or have one or two members. A loop over each would end in a mispredicted branch nearly
/// every time; one loop over all steps does not: it takes a third less time.
pub(crate) struct StepList {
    /// Where they end. Sets that are empty are written over.
    targets: [u64; PLACES],
    /// How far that is from where they begin, in bits.
    bits: [i8; PLACES],
    sets: usize,
    number: usize,
}

impl StepList {
    /// An empty list.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { targets: [0; PLACES], bits: [0; PLACES], sets: 0, number: 0 }
    }

    /// Adds the steps that end on `targets`, each so many bits above where it begins.
    #[inline(always)]
    pub(crate) fn add(&mut self, targets: Spaces, bits: i32) {
        debug_assert!(targets.is_empty() || self.sets < MOST_SETS);
        (self.targets[self.sets], self.bits[self.sets]) = (targets.word(), bits as i8);
        self.sets += usize::from(!targets.is_empty());
        self.number += targets.count() as usize;
    }

    /// Where each begins and ends: set by set, in the order of where they end.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Space, Space)> {
        let (mut set, mut left, mut next) = (0, self.targets[0], self.targets[1]);
        (0..self.number).map(move |_| {
            let to = left.trailing_zeros();
            let from = (to as i32 - i32::from(self.bits[set])) as u32;
            let rest = left & left.wrapping_sub(1);
            set += usize::from(rest == 0);
            // Whether a set ends here cannot be foretold, and the next one was loaded a step early, so that
            // nothing waits for memory.
            left = select_unpredictable(rest == 0, next, rest);
            next = self.targets[set + 1];
            (Space::of_bit(from), Space::of_bit(to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        // Empty sets between others, none at all, and as many as there is room for, which no game has.
        #[test]
        fn sets_are_gone_through_one_after_another(
            sets in prop::collection::vec((any::<u64>(), any::<u64>(), 1..=LONGEST, 0..6_usize), 0..=MOST_SETS),
        ) {
            let (mut list, mut expected) = (StepList::new(), Vec::new());
            for (word, mask, height, direction) in sets {
                let (targets, bits) = Spaces::of_word(word & mask).landings(height)[direction];
                let targets = targets & Spaces::BOARD;
                list.add(targets, bits);
                expected.extend(targets.shifted_back(bits).iter().zip(targets.iter()));
            }
            prop_assert_eq!(list.iter().collect::<Vec<_>>(), expected);
        }
    }
}
