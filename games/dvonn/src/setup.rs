//! Full boards drawn at random, and [`SplitMix`], which they and all other lots of this game are drawn with.

use crate::board::{DVONNS, PIECES, Position};
use crate::geometry::{SPACES, Space};

/// A full board, seen by White, who is to move: the same for the same seed, everywhere and in every version.
pub(crate) fn draw_board(seed: u64) -> Position {
    let mut spaces = Space::ALL;
    let mut random = SplitMix(seed);
    for end in (1..SPACES).rev() {
        spaces.swap(end, random.below(end as u32 + 1) as usize);
    }
    let mut position = Position::empty();
    let (dvonns, rest) = spaces.split_at(usize::from(DVONNS));
    let (white, _) = rest.split_at(usize::from(PIECES));
    position.dvonns = dvonns.iter().copied().collect();
    position.mine = white.iter().copied().collect();
    position.theirs = !(position.dvonns | position.mine);
    for space in Space::ALL {
        position.heights.put(space, 1);
    }
    position.placed = SPACES as u8;
    position
}

/// Steele, Lea and Flood's generator (2014): fixed for good, unlike that of a library.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `limit`; the bias, under 2^-57, shows in no number of games.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u32
    }
}
