//! The heights of all stacks, sliced: word k holds bit k of every height.
//!
//! Removing stacks is then one `and` per word, a sum of heights one popcount per word, and all stacks of one
//! height are a few logical operations away.

use crate::geometry::{LONGEST, Space, Spaces};

/// Heights are at most 49: six bits.
const BITS: usize = 6;

/// The height of the stack on every space; 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Heights([Spaces; BITS]);

impl Heights {
    /// The height on one space.
    pub(crate) fn get(&self, space: Space) -> u32 {
        self.0.iter().rev().fold(0, |height, plane| height << 1 | u32::from(plane.contains(space)))
    }

    /// Puts a stack of `height` (at most 49) on an empty space.
    pub(crate) fn put(&mut self, space: Space, height: u32) {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            if height >> bit & 1 != 0 {
                *plane |= space.set();
            }
        }
    }

    /// Moves what is on `from` on top of what is on `to`.
    #[inline]
    pub(crate) fn stack(&mut self, from: Space, to: Space) {
        let mut carry = 0;
        for plane in &mut self.0 {
            let moved = plane.word() >> from.bit() & 1;
            let below = plane.word() >> to.bit() & 1;
            let sum = moved + below + carry;
            carry = sum >> 1;
            *plane = plane.without(from.set() | to.set());
            if sum & 1 != 0 {
                *plane |= to.set();
            }
        }
    }

    /// Removes every stack outside `kept`.
    #[inline]
    pub(crate) fn keep(&mut self, kept: Spaces) {
        for plane in &mut self.0 {
            *plane &= kept;
        }
    }

    /// The heights under a symmetry of the board.
    pub(crate) fn image(&self, symmetry: usize) -> Self {
        Self(self.0.map(|plane| plane.image(symmetry)))
    }

    /// The sum of the heights on `spaces`.
    #[inline]
    pub(crate) fn sum(&self, spaces: Spaces) -> u32 {
        self.0.iter().enumerate().map(|(bit, &plane)| (plane & spaces).count() << bit).sum()
    }

    /// By height: the spaces with stacks of 1 to 10, the heights that can move. Entry 0 is empty.
    #[inline]
    pub(crate) fn by_height(&self) -> [Spaces; LONGEST + 1] {
        let [p0, p1, p2, p3, p4, p5] = self.0;
        let low = (p4 | p5).word();
        let units = [!(p0 | p1), p0.without(p1), p1.without(p0), p0 & p1];
        let fours = [Spaces::BOARD.without(p2 | p3), p2.without(p3), p3.without(p2)];
        let mut sets = [Spaces::EMPTY; LONGEST + 1];
        for height in 1..=LONGEST {
            sets[height] = units[height & 3] & fours[height >> 2];
        }
        if low != 0 {
            for set in &mut sets {
                *set = set.without(p4 | p5);
            }
        }
        sets
    }

    /// Eight classes as three bits, lowest first: 1 to 5 each alone (0 to 4), 6 and 7 (5), 8 to 10 (6), more
    /// (7). Empty spaces are anywhere.
    #[inline]
    pub(crate) fn classes(&self) -> [Spaces; 3] {
        let [p0, p1, p2, p3, p4, p5] = self.0;
        let large = p3 | p4 | p5;
        let high = p4 | p5 | (p3 & (p2 | (p0 & p1)));
        let small = Spaces::BOARD.without(large);
        let (one_more, six) = (small & p2, small & p2 & p1);
        // 1, 2, 3 are 0, 1, 2; 4, 5 are 3, 4; 6 and 7 are 5.
        let first = (small.without(p2) & p1).without(p0) | one_more.without(p1 | p0) | six | high;
        let second = small.without(p2) & p1 & p0 | one_more.without(p1 | p0) | large;
        let third = one_more.without(p1) & p0 | six | large;
        [first, second, third]
    }

    /// How many pieces lie below the top one, as two bits, lowest first: 0 to 2, or 3 for three and more. 0
    /// on empty spaces.
    #[inline]
    pub(crate) fn below_top(&self) -> [Spaces; 2] {
        let [p0, p1, p2, p3, p4, p5] = self.0;
        let high = p2 | p3 | p4 | p5;
        [high | p1.without(p0), high | p1 & p0]
    }

    /// The stacks higher than four.
    #[inline]
    pub(crate) fn above_four(&self) -> Spaces {
        let [p0, p1, p2, p3, p4, p5] = self.0;
        p3 | p4 | p5 | p2 & (p0 | p1)
    }

    /// The stacks of height 1.
    #[inline]
    pub(crate) fn singles(&self) -> Spaces {
        let [p0, p1, p2, p3, p4, p5] = self.0;
        p0.without(p1 | p2 | p3 | p4 | p5)
    }

    /// The words, for hashing.
    pub(crate) fn words(&self) -> [u64; BITS] {
        self.0.map(Spaces::word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_fall_into_eight_classes() {
        for height in 1..=49 {
            let mut heights = Heights::default();
            let space = Space::ALL[height as usize - 1];
            heights.put(space, height);
            let bits = heights.classes().map(|plane| u32::from(plane.contains(space)));
            let expected = match height {
                1..=5 => height - 1,
                6 | 7 => 5,
                8..=10 => 6,
                _ => 7,
            };
            assert_eq!(bits[0] | bits[1] << 1 | bits[2] << 2, expected, "height {height}");
            let below = heights.below_top().map(|plane| u32::from(plane.contains(space)));
            assert_eq!(below[0] | below[1] << 1, (height - 1).min(3), "height {height}");
        }
    }
}
