//! What every stack is and can do, as numbers: a bit plane for each thing that is known, all 49 spaces at
//! once.

use super::super::planes::{Lanes, half_within_two, neighbours, transposed};
use super::contacts::Contacts;
use crate::board::Position;
use crate::geometry::{Space, Spaces};

/// What is known of every space, three numbers for each. Those of empty spaces mean nothing. "Own" is what
/// belongs to the side to move.
///
/// All three begin or end with whose the stack is: whether it is the opponent's, and its steps from a Dvonn,
/// from stack to stack (2 bits).
pub(super) struct Codes {
    /// What a stack can do and what can be done to it. From the lowest bit on: the class of its height (3
    /// bits); its moves (2: none, one, two, more); captures among them, own stacks that can land on it, and
    /// the opponent's (2 each: 0 none, 1 one, 3 more); whose it is.
    stacks: [u16; 64],
    /// What ties a stack to its place and what stands around it: whose it is; whether it is held in place,
    /// whether two Dvonns are near, whether it holds one; half of the own stacks within two steps as on a
    /// full board, itself among them, and of the opponent's (4 each).
    ground: [u16; 64],
    /// Own neighbours and the opponent's (3 each); whose it is.
    neighbours: [u16; 64],
}

/// The bits of each group: what a stack can do, who can land on it, whose it is, what ties it to its place,
/// what is within two steps, what is beside it.
const CAN: usize = 7;
const LANDINGS: usize = 4;
const WHOSE: usize = 3;
const TIES: usize = 3;
const AROUND: usize = 8;
const BESIDE: usize = 6;

/// The numbers that [`Codes::stack`] gives. Fewer than half of them mean something: threes are kept as they
/// come.
pub(super) const STACKS: usize = 1 << (CAN + LANDINGS + WHOSE);
/// Those of [`Codes::ground`].
pub(super) const GROUNDS: usize = 1 << (WHOSE + TIES + AROUND);
/// Those of [`Codes::neighbours`].
pub(super) const NEIGHBOURS: usize = 1 << (BESIDE + WHOSE);
/// Those of [`Codes::lone`].
pub(super) const LONES: usize = 1 << LANDINGS;

impl Codes {
    #[inline]
    pub(super) fn of(position: &Position, contacts: &Contacts) -> Self {
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let occupied = position.occupied();
        let [low, middle, high] = position.height_classes();
        let [one, two, three] = contacts.with_moves;
        let [takes, takes_two] = contacts.with_captures;
        let [own, enemy] = contacts.targets;
        let [own_twice, enemy_twice] = contacts.targets_of_two;
        let DvonnDistances { nearest: [nearer, near], two_near } = DvonnDistances::of(occupied, dvonns);
        let can: [_; CAN] = [low, middle, high, one.without(two) | three, two, takes, takes_two];
        let landings: [_; LANDINGS] = [own, own_twice, enemy, enemy_twice];
        let whose: [_; WHOSE] = [theirs, nearer, near];
        let ties: [_; TIES] = [occupied.surrounded(), two_near, dvonns];
        let (can, landings) = (can.map(Spaces::word), landings.map(Spaces::word));
        let (whose, ties) = (whose.map(Spaces::word), ties.map(Spaces::word));
        let (around, beside) = (half_within_two([mine, theirs]), neighbours([mine, theirs]));
        let (around, beside) = (around.as_flattened(), beside.as_flattened());
        debug_assert!(around.len() == AROUND && beside.len() == BESIDE);
        Self {
            stacks: numbers(&[&can, &landings, &whose]),
            ground: numbers(&[&whose, &ties, around]),
            neighbours: numbers(&[beside, &whose]),
        }
    }

    #[inline]
    pub(super) fn stack(&self, space: Space) -> usize {
        usize::from(self.stacks[place(space)]) % STACKS
    }

    #[inline]
    pub(super) fn ground(&self, space: Space) -> usize {
        usize::from(self.ground[place(space)]) % GROUNDS
    }

    #[inline]
    pub(super) fn neighbours(&self, space: Space) -> usize {
        usize::from(self.neighbours[place(space)]) % NEIGHBOURS
    }

    /// Who can land on a Dvonn that lies alone.
    #[inline]
    pub(super) fn lone(&self, space: Space) -> usize {
        usize::from(self.stacks[place(space)] >> CAN) % LONES
    }
}

#[inline(always)]
fn place(space: Space) -> usize {
    space.bit() as usize & 63
}

/// From bit planes, the lowest first.
#[inline(always)]
fn numbers(planes: &[&[u64]]) -> [u16; 64] {
    let (mut words, mut end) = ([0; 16], 0);
    for planes in planes {
        words[end..][..planes.len()].copy_from_slice(planes);
        end += planes.len();
    }
    transposed(&words)
}

/// How far stacks are from Dvonns.
struct DvonnDistances {
    /// Steps from stack to stack to the nearest, as two bits: 3 for one step or none, 2 for two, 1 for three,
    /// 0 for more.
    nearest: [Spaces; 2],
    /// The stacks with two Dvonns within two steps, one that they hold among them.
    two_near: Spaces,
}

impl DvonnDistances {
    #[inline(always)]
    fn of(occupied: Spaces, dvonns: Spaces) -> Self {
        let lowest = |word: u64| word & word.wrapping_neg();
        let all = dvonns.word();
        let first = lowest(all);
        let second = lowest(all ^ first);
        let stacks = Lanes::all(occupied.word());
        // All Dvonns in one lane, each alone in the others.
        let reach_1 = Lanes::of([all, first, second, all ^ first ^ second]).with_neighbours() & stacks;
        let reach_2 = reach_1.with_neighbours() & stacks;
        let [one, ..] = reach_1.words().map(Spaces::of_word);
        let [two, a, b, c] = reach_2.words().map(Spaces::of_word);
        let three = two.with_neighbours() & occupied;
        Self { nearest: [one | three.without(two), two], two_near: a & b | (a | b) & c }
    }
}
