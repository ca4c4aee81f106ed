//! [`Contacts`]: which stacks can land on which.

use crate::board::Position;
use crate::geometry::Spaces;

/// What the stacks of both sides could do if it were their turn. Where there is something for each side, one's own comes first.
#[derive(Default)]
pub(super) struct Contacts {
    /// How many moves there are.
    pub(super) moves: [u32; 2],
    /// The stacks of either side that have a move, two or more, three or more.
    pub(super) with_moves: [Spaces; 3],
    /// Those that can land on something else than a stack of their own side, and those that can on two such or more.
    pub(super) with_captures: [Spaces; 2],
    /// The spaces on which a side can land.
    pub(super) targets: [Spaces; 2],
    /// Those of them on which two stacks of the side or more can land.
    pub(super) targets_of_two: [Spaces; 2],
}

impl Contacts {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let sides = [position.mine(), position.theirs()];
        let mut found = Self::default();
        let [mut one, mut two, mut three] = found.with_moves;
        let [mut captures, mut captures_two] = found.with_captures;
        position.movers().for_landings_of_both(sides, |landings, bits| {
            let mut taken = Spaces::EMPTY;
            for side in 0..2 {
                found.moves[side] += landings[side].count();
                found.targets_of_two[side] |= found.targets[side] & landings[side];
                found.targets[side] |= landings[side];
                taken |= landings[side].without(sides[side]);
            }
            // Both sides' at once: where one lands from is told by where it lands.
            let from = (landings[0] | landings[1]).shifted_back(bits);
            three |= two & from;
            two |= one & from;
            one |= from;
            let from = taken.shifted_back(bits);
            captures_two |= captures & from;
            captures |= from;
        });
        Self { with_moves: [one, two, three], with_captures: [captures, captures_two], ..found }
    }
}
