//! Full boards drawn at random.

use crate::board::{DVONNS, PIECES, Position};
use crate::geometry::{SPACES, Space};
use anyply_framework::hash::SplitMix;

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
