//! What every stack is and can do, as a number: a bit plane for each thing that is known, all 49 spaces at once.

use super::spread::bytes;
use crate::board::{Position, Reach};
use crate::geometry::{Space, Spaces};

/// Bits of a code.
pub(super) const BITS: usize = 14;

/// The spaces of which something holds, by the bit of the code that says so.
pub(super) struct Planes([Spaces; BITS]);

/// The code of every space, by its bit. Those of empty spaces and of Dvonns that lie alone mean nothing.
pub(super) struct Codes {
    low: [u8; 64],
    high: [u8; 64],
}

impl Planes {
    pub(super) fn of(position: &Position, own: &Reach, enemy: &Reach) -> Self {
        let occupied = position.occupied();
        let dvonns = position.dvonns();
        let [low, middle, high] = position.height_classes();
        let (movable, captures) = (own.stacks | enemy.stacks, own.captures | enemy.captures);
        // 0: held in place; 1: no place to land; 2: own stacks alone to land on; 3: others too.
        let free = occupied.without(occupied.surrounded()).without(movable);
        let (nearer, near) = distances(occupied, dvonns);
        let (frail, wide) = ties(occupied);
        Self([
            low,
            middle,
            high,
            dvonns,
            free | captures,
            movable,
            nearer,
            near,
            near_two(occupied, dvonns),
            own.targets,
            enemy.targets,
            frail,
            wide,
            position.theirs(),
        ])
    }

    /// What is known of a Dvonn that lies alone: who can land on it, and how it hangs together with the rest.
    pub(super) fn of_lone(&self, space: Space) -> usize {
        let [.., own, enemy, frail, wide, _] = self.0;
        let bits = [own, enemy, frail, wide].into_iter().enumerate();
        bits.map(|(bit, plane)| usize::from(plane.contains(space)) << bit).sum()
    }

    /// The code of every space.
    #[inline]
    pub(super) fn codes(&self) -> Codes {
        let words = self.0.map(Spaces::word);
        let [low @ .., _, _, _, _, _, _] = words;
        let [_, _, _, _, _, _, _, _, high @ ..] = words;
        Codes { low: bytes::<8>(low), high: bytes::<6>(high) }
    }
}

impl Codes {
    #[inline]
    pub(super) fn at(&self, space: Space) -> usize {
        let bit = space.bit() as usize & 63;
        usize::from(self.low[bit]) | usize::from(self.high[bit]) << 8
    }
}

/// Steps from stack to stack to the nearest Dvonn, as two bits: 3 for one step or none, 2 for two, 1 for three, 0 for more.
fn distances(occupied: Spaces, dvonns: Spaces) -> (Spaces, Spaces) {
    let one = dvonns.with_neighbours() & occupied;
    let two = one.with_neighbours() & occupied;
    let three = two.with_neighbours() & occupied;
    (one | three.without(two), two)
}

/// Stacks with two Dvonns within two steps; a Dvonn's own stack counts the others.
fn near_two(occupied: Spaces, dvonns: Spaces) -> Spaces {
    let (mut one, mut two) = (Spaces::EMPTY, Spaces::EMPTY);
    for dvonn in dvonns.iter() {
        let reached = (dvonn.set().with_neighbours() & occupied).with_neighbours() & occupied;
        two |= one & reached;
        one |= reached;
    }
    two
}

/// How a stack hangs together with its neighbours, as two bits: 0 for one neighbour or none, 1 if its neighbours fall apart without it, 2 for two
/// to four in a row, 3 for five or six.
fn ties(occupied: Spaces) -> (Spaces, Spaces) {
    let ring = occupied.neighbours_in_turn();
    let (mut some, mut several, mut arcs, mut cut) = (0, 0, 0, 0);
    let (mut gaps, mut wide_gap) = (0, 0);
    for (place, &next) in ring.iter().enumerate() {
        let before = ring[(place + 5) % 6];
        several |= some & next;
        some |= next;
        let begins = next & !before;
        cut |= arcs & begins;
        arcs |= begins;
        wide_gap |= gaps & !next;
        gaps |= !next;
    }
    let set = |word| Spaces::from_word(word) & occupied;
    let (several, cut, wide) = (set(several), set(cut), set(!wide_gap));
    (cut | wide, several.without(cut))
}
