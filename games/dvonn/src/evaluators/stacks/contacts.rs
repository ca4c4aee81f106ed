//! [`Contacts`]: which stacks can land on which.

use super::super::planes::{LANES, Lanes};
use crate::board::Position;
use crate::geometry::{LEAVES_ROOM, LONGEST, LONGEST_ACROSS, STEPS, Spaces};
use std::array::from_fn;

/// What the stacks of both sides could do if it were their turn, once all pieces are placed. Where there is
/// something for each side, one's own comes first.
#[derive(Default)]
pub(super) struct Contacts {
    /// How many moves there are.
    pub(super) moves: [u32; 2],
    /// The stacks of either side that have a move, two or more, three or more.
    pub(super) with_moves: [Spaces; 3],
    /// Those that can land on something else than a stack of their own side, and those that can on two such
    /// or more.
    pub(super) with_captures: [Spaces; 2],
    /// The spaces on which a side can land.
    pub(super) targets: [Spaces; 2],
    /// Those of them on which two stacks of the side or more can land.
    pub(super) targets_of_two: [Spaces; 2],
}

impl Contacts {
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        const { assert!(LANES == LONGEST_ACROSS && 3 * LANES >= LONGEST) };
        debug_assert!(!position.is_placing(), "nothing moves yet");
        let (occupied, free) = (position.occupied(), position.free());
        let sides = [position.mine(), position.theirs()];
        let mut found = Self::default();
        found.add::<3>(occupied, sides, 1, of_heights(position, 1, free));
        // High stacks are rare, and go along the rows alone.
        if !position.heights.above_four().meets(free) {
            return found;
        }
        for lowest in [1 + LANES, 1 + 2 * LANES] {
            let stacks = of_heights(position, lowest, free);
            if stacks.any() != 0 {
                found.add::<1>(occupied, sides, lowest, stacks);
            }
        }
        found
    }

    /// What stacks can do that are `lowest` high, and one more each, along so many axes: stacks of all
    /// heights side by side, as they do the same over other distances.
    #[inline(always)]
    fn add<const AXES: usize>(&mut self, occupied: Spaces, sides: [Spaces; 2], lowest: usize, stacks: Lanes) {
        let all = |spaces: Spaces| Lanes::all(spaces.word());
        let own = sides.map(|side| stacks & all(side));
        let both = own[0] | own[1];
        let (occupied, others) = (all(occupied), sides.map(|side| all(occupied.without(side))));
        // The number of moves of each stack, word k with bit k of it.
        let mut counts = [Lanes::all(0); 3];
        let [mut takes, mut takes_two] = [Lanes::all(0); 2];
        let [mut targets, mut targets_of_two] = [[Lanes::all(0); 2]; 2];
        for (axis, step) in STEPS.into_iter().enumerate().take(AXES) {
            let bits = Lanes::of(from_fn(|lane| u64::from(step) * (lowest + lane) as u64));
            // Straight up and down nothing leaves its column.
            let room = Lanes::of(from_fn(|lane| if axis == 1 { u64::MAX } else { room(lowest + lane) }));
            for ahead in [true, false] {
                // Where one sees something of a set, so far away.
                let seen = |set: Lanes| if ahead { set.down(bits) & room } else { (set & room).up(bits) };
                let from = both & seen(occupied);
                let twice = counts[0] & from;
                counts[2] |= counts[1] & twice;
                counts[1] = counts[1] ^ twice;
                counts[0] = counts[0] ^ from;
                let taking = own[0] & seen(others[0]) | own[1] & seen(others[1]);
                takes_two |= takes & taking;
                takes |= taking;
                for side in 0..2 {
                    let from = from & own[side];
                    let to = if ahead { from.up(bits) } else { from.down(bits) };
                    targets_of_two[side] |= targets[side] & to;
                    targets[side] |= to;
                }
            }
        }
        let [ones, twos, fours] = counts.map(|bit| Spaces::of_word(bit.any()));
        for side in 0..2 {
            let [ones, twos, fours] = [ones, twos, fours].map(|bit| (bit & sides[side]).count());
            self.moves[side] += ones + 2 * twos + 4 * fours;
            let [one, two] = targets[side].any_and_two(targets_of_two[side]).map(Spaces::of_word);
            self.targets_of_two[side] |= self.targets[side] & one | two;
            self.targets[side] |= one;
        }
        for (all, stacks) in
            self.with_moves.iter_mut().zip([ones | twos | fours, twos | fours, ones & twos | fours])
        {
            *all |= stacks;
        }
        for (all, stacks) in self.with_captures.iter_mut().zip([takes, takes_two]) {
            *all |= Spaces::of_word(stacks.any());
        }
    }
}

/// The stacks of a set that are `lowest` high, and one more each.
#[inline(always)]
fn of_heights(position: &Position, lowest: usize, set: Spaces) -> Lanes {
    let [low @ .., p4, p5] = position.heights.words();
    let mut stacks = Lanes::all(set.word() & !(p4 | p5));
    for (bit, plane) in low.into_iter().enumerate() {
        let without = Lanes::of(from_fn(|lane| if (lowest + lane) >> bit & 1 != 0 { 0 } else { u64::MAX }));
        stacks = stacks & (Lanes::all(plane) ^ without);
    }
    stacks
}

/// See [`LEAVES_ROOM`]; none for heights that there are not.
const fn room(height: usize) -> u64 {
    if height <= LONGEST { LEAVES_ROOM[height] } else { 0 }
}
