//! What every stack is and can do, as numbers: a bit plane for each thing that is known, all 49 spaces at once.

use super::super::planes::{Lanes, half_within_two, neighbours, transposed};
use super::contacts::Contacts;
use crate::board::Position;
use crate::geometry::{Space, Spaces};

/// What is known of every space, a number for each. Those of empty spaces mean nothing. "Own" is what belongs to the side to move.
///
/// From the lowest bit on: the class of its height (3 bits); its moves (2: none, one, two, more); captures among them, own stacks that can land on it, and the
/// opponent's (2 each: 0 none, 1 one, 3 more); whether it is the opponent's; its steps from a Dvonn, from stack to stack (2); whether it is held in
/// place, whether two Dvonns are near, whether it holds one; half of the own stacks within two steps as on a full board, itself among them, and of the
/// opponent's (4 each); own neighbours and the opponent's (3 each).
pub(super) struct Codes([u32; 64]);

/// The bits where groups of them begin: who can land there, what all three numbers of a stack share, what ties it to its place, what is within two steps, what
/// is beside it.
const LANDINGS: usize = 7;
const SHARED: usize = 11;
const TIES: usize = 14;
const AROUND: usize = 17;
const BESIDE: usize = 25;
const END: usize = 31;

/// The numbers that [`Codes::stack`] gives. Fewer than half of them mean something: threes are kept as they come.
pub(super) const STACKS: usize = 1 << TIES;
/// Those of [`Codes::ground`].
pub(super) const GROUNDS: usize = 1 << (BESIDE - SHARED);
/// Those of [`Codes::neighbours`].
pub(super) const NEIGHBOURS: usize = 1 << (END - BESIDE + TIES - SHARED);
/// Those of [`Codes::lone`].
pub(super) const LONES: usize = 1 << (SHARED - LANDINGS);

impl Codes {
    #[inline]
    pub(super) fn of(position: &Position, contacts: &Contacts) -> Self {
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let occupied = position.occupied();
        let [low, middle, high] = position.height_classes();
        let [one, two, three] = contacts.with_moves;
        let [takes, takes_two] = contacts.with_captures;
        let stacks = [low, middle, high, one.without(two) | three, two, takes, takes_two].map(Spaces::word);
        let [own, enemy] = contacts.targets;
        let [own_twice, enemy_twice] = contacts.targets_of_two;
        let landings = [own, own_twice, enemy, enemy_twice].map(Spaces::word);
        let DvonnDistances { nearest: [nearer, near], two_near } = DvonnDistances::of(occupied, dvonns);
        let ground = [theirs, nearer, near, occupied.surrounded(), two_near, dvonns].map(Spaces::word);
        let mut planes = [0; 32];
        planes[..LANDINGS].copy_from_slice(&stacks);
        planes[LANDINGS..SHARED].copy_from_slice(&landings);
        planes[SHARED..AROUND].copy_from_slice(&ground);
        planes[AROUND..BESIDE].copy_from_slice(half_within_two([mine, theirs]).as_flattened());
        planes[BESIDE..END].copy_from_slice(neighbours([mine, theirs]).as_flattened());
        Self(transposed(&planes))
    }

    #[inline]
    fn at(&self, space: Space) -> usize {
        self.0[space.bit() as usize & 63] as usize
    }

    /// What a stack can do and what can be done to it, by whose it is and how far from a Dvonn.
    #[inline]
    pub(super) fn stack(&self, space: Space) -> usize {
        self.at(space) % STACKS
    }

    /// What stands within two steps, by the same, and what ties a stack to its place.
    #[inline]
    pub(super) fn ground(&self, space: Space) -> usize {
        (self.at(space) >> SHARED) % GROUNDS
    }

    /// How many neighbours of each side it has, by the same.
    #[inline]
    pub(super) fn neighbours(&self, space: Space) -> usize {
        let code = self.at(space);
        let beside = (code >> BESIDE) % (1 << (END - BESIDE));
        beside | ((code >> SHARED) % (1 << (TIES - SHARED))) << (END - BESIDE)
    }

    /// Who can land on a Dvonn that lies alone.
    #[inline]
    pub(super) fn lone(&self, space: Space) -> usize {
        (self.at(space) >> LANDINGS) % LONES
    }
}

/// How far stacks are from Dvonns.
struct DvonnDistances {
    /// Steps from stack to stack to the nearest, as two bits: 3 for one step or none, 2 for two, 1 for three, 0 for more.
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
