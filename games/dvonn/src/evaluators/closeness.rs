//! Spaces counted by their closeness to Dvonns.

use crate::geometry::{SPACES, Space, Spaces};
use anyply_framework::settings::within;

/// Distances 0 to 3 are told apart; whatever is further off is far.
const RINGS: usize = 4;

/// As many rings of each distance as there are Dvonns.
const DVONNS: usize = crate::board::DVONNS as usize;

/// By space and distance: the spaces that far away.
static AROUND: [[Spaces; RINGS]; SPACES] = {
    let mut around = [[Spaces::EMPTY; RINGS]; SPACES];
    let mut from = 0;
    while from < SPACES {
        let mut to = 0;
        while to < SPACES {
            let distance = Space::ALL[from].distance(Space::ALL[to]) as usize;
            if distance < RINGS {
                around[from][distance] = around[from][distance].with(Space::ALL[to]);
            }
            to += 1;
        }
        from += 1;
    }
    around
};

/// What is added to a space's weight for each Dvonn at distance 0, 1, 2 and 3, in hundredths.
pub(super) type Near = [i32; RINGS];

/// The rings around the Dvonns of one position, with their weights.
pub(super) struct Closeness {
    rings: [Spaces; RINGS * DVONNS],
    weights: [i32; RINGS * DVONNS],
}

impl Closeness {
    /// At most three of `dvonns` count: there are no more.
    #[inline]
    pub(super) fn to(dvonns: Spaces, near: &Near) -> Self {
        let mut closeness = Self { rings: [Spaces::EMPTY; RINGS * DVONNS], weights: [0; RINGS * DVONNS] };
        for (place, dvonn) in dvonns.iter().take(DVONNS).enumerate() {
            let part = place * RINGS..(place + 1) * RINGS;
            closeness.rings[part.clone()].copy_from_slice(&AROUND[dvonn.number()]);
            closeness.weights[part].copy_from_slice(near);
        }
        closeness
    }

    /// `spaces` counted, in hundredths: 100 each, and more near Dvonns.
    #[inline]
    pub(super) fn weigh(&self, spaces: Spaces) -> i32 {
        100 * spaces.count() as i32 + self.extra(spaces)
    }

    /// What closeness adds. Without a branch, so that it is done on vectors.
    #[inline]
    pub(super) fn extra(&self, spaces: Spaces) -> i32 {
        let rings = self.rings.iter().zip(&self.weights);
        rings.map(|(&ring, weight)| (spaces & ring).count() as i32 * weight).sum()
    }
}

/// How many Dvonns are one, two and three steps away from each place, from the lowest bit on [`RING_BITS`]
/// for each, and at [`HOLDS`] whether it holds one.
pub(super) type RingCounts = [u8; 64];
/// The bits for as many Dvonns as there are.
pub(super) const RING_BITS: usize = 2;
/// The bit for a Dvonn that is held.
pub(super) const HOLDS: usize = RING_BITS * (RINGS - 1);
const _: () = assert!(DVONNS < 1 << RING_BITS && HOLDS < u8::BITS as usize);

/// By space: the counts for a Dvonn there. Those of three may be added up.
static RING_COUNTS: [RingCounts; SPACES] = {
    let mut counts = [[0; 64]; SPACES];
    let mut dvonn = 0;
    while dvonn < SPACES {
        let mut place = 0;
        while place < SPACES {
            let distance = Space::ALL[dvonn].distance(Space::ALL[place]) as usize;
            let bit = if distance == 0 { HOLDS } else { (distance - 1) * RING_BITS };
            if distance < RINGS {
                counts[dvonn][Space::ALL[place].bit() as usize] = 1 << bit;
            }
            place += 1;
        }
        dvonn += 1;
    }
    counts
};

/// Those of all places, all at once. At most three of `dvonns` count.
#[inline]
pub(super) fn ring_counts(dvonns: Spaces) -> RingCounts {
    let mut counts = [0; 64];
    for dvonn in dvonns.iter().take(DVONNS) {
        for (count, one) in counts.iter_mut().zip(&RING_COUNTS[dvonn.number()]) {
            *count += one;
        }
    }
    counts
}

/// Refuses weights that are no hundredths of anything sensible.
pub(super) fn check_near(name: &str, near: &Near) -> Result<(), String> {
    near.iter().try_for_each(|&weight| within(name, weight, -1000..=1000))
}
