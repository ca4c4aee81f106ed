//! Keys of positions: of whole ones, and of what straight-line endings keep along.
//!
//! Stacks are seen by the side to move, so a key says whose turn it is.

use crate::board::Position;
use crate::geometry::{Space, Spaces};
use anyply_framework::hash::{SplitMix, fold};
use std::hint::black_box;

/// Of a whole position, pieces still being placed included: then their number says whose turn it is.
pub(crate) fn whole(position: &Position) -> u64 {
    // `black_box` keeps the six loads apart: joined to one of a vector, they would wait for the smaller
    // stores of the move just made (a store-forwarding stall), 2 to 4 % of a search.
    let [h0, h1, h2, h3, h4, h5] = position.heights.words().map(black_box);
    let (mine, dvonns, placed) = (position.mine.word(), position.dvonns.word(), u64::from(position.placed));
    // Four products that do not wait for one another. No factor is ever 0: each constant has bits beside the
    // board. `placed` hides no height, as none is above 1 while pieces are being placed.
    fold(mine ^ 0x9e37_79b9_7f4a_7c15, h0 ^ 0xa076_1d64_78bd_642f)
        ^ fold(dvonns ^ 0x1d8e_4e27_c47d_124f, h1 ^ 0xe703_7ed1_a0b4_28db)
        ^ fold(h2 ^ 0x8ebc_6af0_9c88_c6e3, h3 ^ 0x5899_65cc_7537_4cc3)
        ^ fold(h4 ^ placed ^ 0xc2b2_ae3d_27d4_eb4f, h5 ^ 0x27d4_eb2f_1656_67c5)
}

/// Of stacks whose heights are added up.
#[inline(always)]
pub(crate) fn of_stacks(mine: Spaces, theirs: Spaces, dvonns: Spaces, heights: HeightSum) -> u64 {
    fold(mine.word() ^ 0x9e37_79b9_7f4a_7c15, theirs.word() ^ 0xa076_1d64_78bd_642f)
        ^ fold(dvonns.word() ^ 0x1d8e_4e27_c47d_124f, heights.0 ^ 0xe703_7ed1_a0b4_28db)
}

/// Which heights stand where: each times a number of its space's own, drawn by lot, added up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct HeightSum(u64);

impl HeightSum {
    /// With a stack more, or one that much higher.
    #[inline(always)]
    pub(crate) fn with(self, space: Space, height: u8) -> Self {
        Self(self.0.wrapping_add(share(space, height)))
    }

    /// Without that stack.
    #[inline(always)]
    pub(crate) fn without(self, space: Space, height: u8) -> Self {
        Self(self.0.wrapping_sub(share(space, height)))
    }

    /// With that stack on another.
    #[inline(always)]
    pub(crate) fn moved(self, from: Space, to: Space, height: u8) -> Self {
        self.without(from, height).with(to, height)
    }
}

/// Of all stacks there are.
impl FromIterator<(Space, u8)> for HeightSum {
    fn from_iter<I: IntoIterator<Item = (Space, u8)>>(stacks: I) -> Self {
        stacks.into_iter().fold(Self::default(), |sum, (space, height)| sum.with(space, height))
    }
}

#[inline(always)]
fn share(space: Space, height: u8) -> u64 {
    SHARES[space.bit() as usize].wrapping_mul(u64::from(height))
}

/// By bit.
static SHARES: [u64; 64] = {
    let mut shares = [0; 64];
    let mut random = SplitMix(49);
    let mut bit = 0;
    while bit < shares.len() {
        shares[bit] = random.next();
        bit += 1;
    }
    shares
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::SPACES;
    use crate::setup::draw_board;
    use std::collections::HashSet;

    #[test]
    fn keys_tell_every_single_difference() {
        let full = draw_board(3);
        let bare = Position { placed: SPACES as u8, ..Position::empty() };
        for base in [full, bare] {
            let mut others = vec![base];
            for space in Space::ALL {
                let set =
                    |of: Spaces| if of.contains(space) { of.without(space.set()) } else { of.with(space) };
                others.push(Position { mine: set(base.mine), theirs: set(base.theirs), ..base });
                others.push(Position { dvonns: set(base.dvonns), ..base });
                for bit in (0..6).filter(|bit| base.height(space) >> bit & 1 == 0) {
                    let mut higher = base;
                    higher.heights.put(space, 1 << bit);
                    others.push(higher);
                }
            }
            // Apart, as nothing is high while pieces are being placed.
            let placing = (0..=SPACES as u8).map(|placed| Position { placed, ..base }).collect();
            for positions in [others, placing] {
                let keys: HashSet<u64> = positions.iter().map(whole).collect();
                assert_eq!(keys.len(), positions.len());
            }
        }
    }

    #[test]
    fn what_is_kept_along_tells_every_single_difference() {
        let board = draw_board(3);
        let (mine, theirs, dvonns) = (board.mine, board.theirs, board.dvonns);
        let all: HeightSum = Space::ALL.iter().map(|&space| (space, 1)).collect();
        let mut keys = vec![of_stacks(mine, theirs, dvonns, all), of_stacks(theirs, mine, dvonns, all)];
        for space in Space::ALL {
            let set = |of: Spaces| if of.contains(space) { of.without(space.set()) } else { of.with(space) };
            keys.push(of_stacks(set(mine), theirs, dvonns, all));
            keys.push(of_stacks(mine, set(theirs), dvonns, all));
            keys.push(of_stacks(set(mine), set(theirs), dvonns, all));
            keys.push(of_stacks(mine, theirs, set(dvonns), all));
            keys.extend(
                (2..SPACES as u8).map(|height| of_stacks(mine, theirs, dvonns, all.with(space, height - 1))),
            );
        }
        let different: HashSet<u64> = keys.iter().copied().collect();
        assert_eq!(different.len(), keys.len());
        let (from, to) = (Space::ALL[8], Space::ALL[30]);
        assert_eq!(all.with(from, 4).moved(from, to, 5), all.without(from, 1).with(to, 5));
    }
}
