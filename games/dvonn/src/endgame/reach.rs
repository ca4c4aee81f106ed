//! [`Prospect`]: where stacks can still go.

use crate::board::Position;
use crate::geometry::{LONGEST, Space, Spaces};

/// A set of heights with which stacks can move: bit 1 to bit 10.
type HeightSet = u16;
const MOVABLE: HeightSet = (1 << (LONGEST + 1)) - 2;

/// What may become of a stack where it stands.
#[derive(Clone, Copy, Default)]
struct Stack {
    /// The heights it may have.
    heights: HeightSet,
    /// Those it may have when it is the side to move's, and when it is the opponent's.
    owned: [HeightSet; 2],
    /// From how far away each side may land on it.
    landed: [HeightSet; 2],
    /// Where each side may take it.
    to: [Spaces; 2],
    /// The heights for which `to` is complete.
    followed: [HeightSet; 2],
}

/// What may happen in the rest of the game, and more, whoever moves when.
pub(super) struct Prospect {
    /// By bit.
    stacks: [Stack; 64],
    occupied: Spaces,
    /// Stacks that the side to move may own where they stand, now or later.
    held_by_me: Spaces,
}

const ME: usize = 0;
const THEM: usize = 1;

impl Prospect {
    pub(super) fn new(position: &Position) -> Self {
        let occupied = position.occupied();
        let sides = [position.mine(), position.theirs()];
        let mut prospect = Self { stacks: [Stack::default(); 64], occupied, held_by_me: sides[ME] };
        for (height, stacks) in position.heights.by_height().into_iter().enumerate() {
            for space in stacks.iter() {
                let stack = &mut prospect.stacks[space.bit() as usize];
                stack.heights = 1 << height;
                for side in [ME, THEM] {
                    if sides[side].contains(space) {
                        stack.owned[side] = stack.heights;
                    }
                }
            }
        }
        while prospect.spread() {}
        prospect
    }

    /// Looks where stacks may go with heights not looked at before; `false` if there are none.
    fn spread(&mut self) -> bool {
        let mut changed = false;
        for space in self.occupied.iter() {
            for side in [ME, THEM] {
                let Stack { owned, followed, .. } = &mut self.stacks[space.bit() as usize];
                let mut new = owned[side] & !followed[side];
                changed |= new != 0;
                followed[side] |= new;
                while new != 0 {
                    self.land(space, new.trailing_zeros() as usize, side);
                    new &= new - 1;
                }
            }
        }
        changed
    }

    /// A side may take the stack on `from` when it is so high.
    fn land(&mut self, from: Space, height: usize, side: usize) {
        let targets = from.at(height) & self.occupied;
        let source = &mut self.stacks[from.bit() as usize];
        source.to[side] |= targets;
        // What leaves a space lands but once, whoever takes it: its height is added once.
        let counted = source.followed[1 - side] >> height & 1 != 0;
        if side == ME {
            self.held_by_me |= targets;
        }
        for target in targets.iter() {
            let target = &mut self.stacks[target.bit() as usize];
            if !counted {
                target.heights |= target.heights << height & MOVABLE;
            }
            target.landed[side] |= 1 << height;
            target.grow();
        }
    }

    /// The stacks whose pieces may come under the side to move: where they stand, or where the opponent takes
    /// them.
    pub(super) fn ever_mine(&self) -> Spaces {
        let mut mine = self.held_by_me;
        loop {
            let before = mine;
            for space in self.occupied.without(mine).iter() {
                if self.stacks[space.bit() as usize].to[THEM].meets(mine) {
                    mine |= space.set();
                }
            }
            if mine == before {
                return mine;
            }
        }
    }

    /// The stacks that stay where they are, unless they are removed.
    pub(super) fn never_left(&self) -> Spaces {
        let stays = self.landings().filter(|(_, to)| to.is_empty());
        stays.fold(Spaces::EMPTY, |set, (stack, _)| set | stack)
    }

    /// Every stack, and where somebody may take it.
    pub(super) fn landings(&self) -> impl Iterator<Item = (Spaces, Spaces)> {
        self.occupied.iter().map(|space| {
            let [mine, theirs] = self.stacks[space.bit() as usize].to;
            (space.set(), mine | theirs)
        })
    }
}

impl Stack {
    /// Whoever lands on it last owns it; before that it may have grown by what else lands there.
    fn grow(&mut self) {
        for side in [ME, THEM] {
            let mut left = self.landed[side];
            while left != 0 {
                self.owned[side] |= self.heights << left.trailing_zeros() & self.heights;
                left &= left - 1;
            }
        }
    }
}
