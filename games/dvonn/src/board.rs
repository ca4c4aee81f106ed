//! [`Position`]: the stacks, seen by the side to move.

use crate::geometry::{LONGEST, SPACES, Space, Spaces};
use crate::heights::Heights;
use crate::step_list::StepList;

/// The Dvonns placed before any other piece.
pub(crate) const DVONNS: u8 = 3;
/// The pieces of one colour.
pub(crate) const PIECES: u8 = 23;

/// The stacks on the board, seen by the side to move, and how many pieces have been placed.
///
/// A stack belongs to the colour on top. A Dvonn is on top only where it lies alone, and then the stack is
/// nobody's. Once all pieces are placed, every stack is connected to a Dvonn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    pub(crate) heights: Heights,
    pub(crate) mine: Spaces,
    pub(crate) theirs: Spaces,
    pub(crate) dvonns: Spaces,
    pub(crate) placed: u8,
}

/// What the stacks of one side can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// How many moves there are.
    pub moves: u32,
    /// The stacks that have a move.
    pub stacks: Spaces,
    /// The spaces on which one can land.
    pub targets: Spaces,
}

/// The stacks by height, and which of them no neighbours hold in place.
pub(crate) struct Movers {
    occupied: Spaces,
    free: Spaces,
    by_height: [Spaces; LONGEST + 1],
}

impl Movers {
    /// Calls `each` with sets of places where `stacks` would land if nothing held them in place, and how many
    /// bits these are from where they stand.
    #[inline]
    fn for_landings(&self, stacks: Spaces, mut each: impl FnMut(Spaces, i32)) {
        for (height, &so_high) in self.by_height.iter().enumerate() {
            let stacks = so_high & stacks;
            if !stacks.is_empty() {
                for (targets, bits) in stacks.landings(height) {
                    each(targets & self.occupied, bits);
                }
            }
        }
    }

    /// The moves of `owner`, one by one.
    #[inline(always)]
    pub(crate) fn steps(&self, owner: Spaces) -> StepList {
        let mut steps = StepList::new();
        self.for_landings(owner & self.free, |targets, bits| steps.add(targets, bits));
        steps
    }

    #[inline]
    pub(crate) fn reach(&self, owner: Spaces) -> Reach {
        let mut reach = Reach::default();
        self.for_landings(owner & self.free, |targets, bits| {
            reach.moves += targets.count();
            reach.targets |= targets;
            reach.stacks |= targets.shifted_back(bits);
        });
        reach
    }

    /// The stacks that six neighbours hold in place, and that could move if one of these left.
    #[inline]
    pub(crate) fn held(&self) -> Spaces {
        let mut held = Spaces::EMPTY;
        self.for_landings(self.occupied.without(self.free), |targets, bits| {
            held |= targets.shifted_back(bits)
        });
        held
    }

    /// The number of moves of `owner`.
    #[inline]
    pub(crate) fn count(&self, owner: Spaces) -> u32 {
        let mut count = 0;
        self.for_landings(owner & self.free, |targets, _| count += targets.count());
        count
    }

    /// Whether `owner` has any move.
    #[inline]
    pub(crate) fn can_move(&self, owner: Spaces) -> bool {
        self.by_height.iter().enumerate().any(|(height, &stacks)| {
            let stacks = stacks & self.free & owner;
            !stacks.is_empty()
                && stacks.landings(height).iter().any(|&(targets, _)| targets.meets(self.occupied))
        })
    }
}

impl Position {
    /// The empty board.
    pub(crate) fn empty() -> Self {
        Self {
            heights: Heights::default(),
            mine: Spaces::EMPTY,
            theirs: Spaces::EMPTY,
            dvonns: Spaces::EMPTY,
            placed: 0,
        }
    }

    /// The stacks of the side to move.
    pub fn mine(&self) -> Spaces {
        self.mine
    }

    /// The opponent's stacks.
    pub fn theirs(&self) -> Spaces {
        self.theirs
    }

    /// The stacks that hold a Dvonn, whosoever.
    pub fn dvonns(&self) -> Spaces {
        self.dvonns
    }

    /// The Dvonns that lie alone: nobody's.
    pub fn lone_dvonns(&self) -> Spaces {
        self.dvonns.without(self.mine | self.theirs)
    }

    /// Every space with a stack.
    pub fn occupied(&self) -> Spaces {
        self.mine | self.theirs | self.dvonns
    }

    /// The height of the stack on `space`; 0 if there is none.
    pub fn height(&self, space: Space) -> u32 {
        self.heights.get(space)
    }

    /// The sum of the heights on `spaces`.
    pub fn pieces(&self, spaces: Spaces) -> u32 {
        self.heights.sum(spaces)
    }

    /// How many pieces have been placed, 0 to 49.
    pub fn placed(&self) -> u32 {
        u32::from(self.placed)
    }

    /// Whether pieces are still being placed.
    pub fn is_placing(&self) -> bool {
        usize::from(self.placed) < SPACES
    }

    /// Pieces in own stacks less those in the opponent's, -49..=49.
    pub fn margin(&self) -> i32 {
        self.pieces(self.mine) as i32 - self.pieces(self.theirs) as i32
    }

    /// The heights in eight classes, as three bits: 1 to 5 each alone, 6 and 7, 8 to 10, and what is too high
    /// to move.
    pub(crate) fn height_classes(&self) -> [Spaces; 3] {
        self.heights.classes()
    }

    /// The same board seen by the other side.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, ..*self }
    }

    /// The position under a symmetry of the board.
    pub(crate) fn image(&self, symmetry: usize) -> Self {
        Self {
            heights: self.heights.image(symmetry),
            mine: self.mine.image(symmetry),
            theirs: self.theirs.image(symmetry),
            dvonns: self.dvonns.image(symmetry),
            ..*self
        }
    }

    /// The stacks that their neighbours do not hold in place.
    pub(crate) fn free(&self) -> Spaces {
        let occupied = self.occupied();
        occupied.without(occupied.surrounded())
    }

    /// The stacks that six neighbours hold in place.
    pub fn blocked(&self) -> Spaces {
        let occupied = self.occupied();
        occupied.surrounded() & occupied
    }

    /// What the stacks of `owner` (one's own, or the opponent's) could do if it were their turn. Nothing
    /// while pieces are being placed.
    #[inline]
    pub fn reach(&self, owner: Spaces) -> Reach {
        self.movers().reach(owner)
    }

    /// The same for one's own stacks and for the opponent's.
    #[inline]
    pub fn reaches(&self) -> (Reach, Reach) {
        let movers = self.movers();
        (movers.reach(self.mine), movers.reach(self.theirs))
    }

    /// The stacks sorted for moving.
    #[inline]
    pub(crate) fn movers(&self) -> Movers {
        // Nothing moves while pieces are being placed.
        let free = if self.is_placing() { Spaces::EMPTY } else { self.free() };
        Movers { occupied: self.occupied(), free, by_height: self.heights.by_height() }
    }

    /// Whether neither side can move any more.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        if self.is_placing() {
            return false;
        }
        // Nearly always some single piece has a neighbour to land on.
        let occupied = self.occupied();
        let singles = self.heights.singles() & self.free() & (self.mine | self.theirs);
        if singles.landings(1).iter().any(|&(targets, _)| targets.meets(occupied)) {
            return false;
        }
        !self.movers().can_move(self.mine | self.theirs)
    }

    /// Moves a stack and removes what is no longer connected to a Dvonn. From then on the other side sees the
    /// board.
    #[inline]
    pub(crate) fn step(&mut self, from: Space, to: Space) {
        self.heights.stack(from, to);
        let mut mine = self.mine.without(from.set()) | to.set();
        let mut theirs = self.theirs.without(to.set());
        let carries = self.dvonns.contains(from);
        if carries {
            self.dvonns = self.dvonns.without(from.set()) | to.set();
        }
        let occupied = mine | theirs | self.dvonns;
        // Who leaves without a Dvonn cuts only if the neighbours left behind no longer hang together around
        // the gap.
        if carries || (occupied & from.neighbours()).arcs() > 1 {
            let kept = occupied.connected_to(self.dvonns);
            self.heights.keep(kept);
            mine &= kept;
            theirs &= kept;
        }
        (self.mine, self.theirs) = (theirs, mine);
    }

    /// Puts the next piece on an empty space. The view stays the mover's.
    pub(crate) fn place(&mut self, space: Space) {
        if self.placed < DVONNS {
            self.dvonns |= space.set();
        } else {
            self.mine |= space.set();
        }
        self.heights.put(space, 1);
        self.placed = (self.placed + 1).min(SPACES as u8);
    }

    /// The spaces that may yet be left: from which some stack, never smaller than today's, could still go
    /// somewhere.
    pub(crate) fn lively(&self) -> Spaces {
        let occupied = self.occupied();
        let by_height = self.heights.by_height();
        let lone = self.lone_dvonns();
        let (mut lively, mut within_reach) = (Spaces::EMPTY, Spaces::EMPTY);
        for height in (1..=LONGEST).rev() {
            // Lines run both ways: where one lands from occupied spaces is also from where one reaches them.
            for (sources, _) in occupied.landings(height) {
                within_reach |= sources;
            }
            lively |= by_height[height].without(lone) & within_reach;
            if height == 2 {
                // A lone Dvonn leaves only under somebody's piece.
                lively |= lone & within_reach;
            }
        }
        lively
    }
}
