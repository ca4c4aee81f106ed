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

/// How many of `dvonns` are one, two and three steps away from each space, all at once: word k of each holds bit k. At most three of them count.
#[inline]
pub(super) fn rings(dvonns: Spaces) -> [[u64; 2]; RINGS - 1] {
    let mut counts = [[0; 2]; RINGS - 1];
    for dvonn in dvonns.iter().take(DVONNS) {
        for (count, ring) in counts.iter_mut().zip(&AROUND[dvonn.number()][1..]) {
            count[1] ^= count[0] & ring.word();
            count[0] ^= ring.word();
        }
    }
    counts
}

/// Refuses weights that are no hundredths of anything sensible.
pub(super) fn check_near(name: &str, near: &Near) -> Result<(), String> {
    near.iter().try_for_each(|&weight| within(name, weight, -1000..=1000))
}
