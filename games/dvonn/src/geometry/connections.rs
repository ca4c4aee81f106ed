//! How sets of spaces hang together.

use super::{STRIDE, Spaces};

impl Spaces {
    /// How many groups these spaces form, if they all are neighbours of one space and not all six.
    ///
    /// A part of a ring has one group for each space that no link joins to the one before it.
    pub(crate) const fn arcs(self) -> u32 {
        let s = self.0;
        let links =
            (s & s << 1).count_ones() + (s & s << STRIDE).count_ones() + (s & s << (STRIDE + 1)).count_ones();
        s.count_ones().saturating_sub(links)
    }

    /// The spaces around which these form two groups or more: those whose departure may cut something off.
    /// May hold bits beside the board.
    ///
    /// Around the ring of six neighbours each group begins once: where a neighbour belongs and the one before
    /// it does not.
    pub(crate) fn joints(self) -> Self {
        let s = self.0;
        let ring = [s >> 1, s >> (STRIDE + 1), s >> STRIDE, s << 1, s << (STRIDE + 1), s << STRIDE];
        let (mut once, mut twice) = (0, 0);
        for (next, neighbours) in ring.iter().enumerate() {
            let begins = neighbours & !ring[(next + ring.len() - 1) % ring.len()];
            twice |= once & begins;
            once |= begins;
        }
        Self(twice)
    }

    /// Everything connected to `seeds` inside this set.
    #[must_use]
    pub(crate) const fn connected_to(self, seeds: Self) -> Self {
        let mut reached = seeds.0 & self.0;
        loop {
            let grown = Self(reached).with_neighbours().0 & self.0;
            if grown == reached {
                return Self(reached);
            }
            reached = grown;
        }
    }

    /// What is connected to `seeds` inside each of several sets, all at once: without a branch for each, so
    /// that it is done on vectors.
    pub(crate) fn each_connected_to<const SETS: usize>(sets: &[Self; SETS], seeds: Self) -> [Self; SETS] {
        let mut reached = sets.map(|set| seeds & set);
        loop {
            let mut grew = Self::EMPTY;
            for (reached, &set) in reached.iter_mut().zip(sets) {
                let near = reached.with_neighbours() & set;
                let grown = near.with_neighbours() & set;
                grew |= grown.without(*reached);
                *reached = grown;
            }
            if grew.is_empty() {
                return reached;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Space;
    use super::*;
    use proptest::prelude::*;

    /// Many sets hang together nearly everywhere, many hardly anywhere.
    fn sets() -> impl Strategy<Value = Spaces> {
        (any::<u64>(), any::<u64>(), 0..3)
            .prop_map(|(a, b, kind)| Spaces::of_word([a & b, a, a | b][kind as usize]))
    }

    proptest! {
        #[test]
        fn joints_are_where_neighbours_fall_into_groups(set in sets()) {
            for space in Space::ALL {
                let around = set & space.neighbours();
                let mut groups = 0;
                let mut left = around;
                while let Some(first) = left.iter().next() {
                    left = left.without(around.connected_to(first.set()));
                    groups += 1;
                }
                prop_assert_eq!(set.joints().contains(space), groups > 1, "{}", space);
                if around.count() < 6 {
                    prop_assert_eq!(around.arcs(), groups, "{}", space);
                }
            }
        }

        #[test]
        fn what_is_connected_in_each_is_what_is_connected_in_one(several in [sets(), sets(), sets()], seeds in sets()) {
            prop_assert_eq!(Spaces::each_connected_to(&several, seeds), several.map(|set| set.connected_to(seeds)));
        }
    }
}
