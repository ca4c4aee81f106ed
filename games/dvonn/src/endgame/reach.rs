//! [`Prospect`]: where stacks can still go.

use crate::board::Position;
use crate::geometry::{LONGEST, SPACES, Space, Spaces};

/// Where a stack can go: spaces occupied today.
#[derive(Clone, Copy, Default)]
struct Ways {
    stack: Spaces,
    /// As far as it is high today.
    now: Spaces,
    /// Further, once something has landed on it.
    later: Spaces,
}

/// What may happen in the rest of the game, and more, whoever moves when. For at most `N` stacks.
pub(super) struct Prospect<const N: usize> {
    ways: [Ways; N],
    stacks: usize,
    mine: Spaces,
    theirs: Spaces,
    /// Stacks that the side to move may own where they stand, now or later.
    held_by_me: Spaces,
    /// The same for the opponent.
    held_by_them: Spaces,
    /// Stacks that something may land on.
    landed_on: Spaces,
}

impl<const N: usize> Prospect<N> {
    pub(super) fn new(position: &Position) -> Self {
        let occupied = position.occupied();
        let mut ways = [Ways::default(); N];
        debug_assert!(occupied.count() as usize <= N);
        let mut stacks = 0;
        for (ways, space) in ways.iter_mut().zip(occupied.iter()) {
            let height = (position.height(space) as usize).min(LONGEST + 1);
            let [from, beyond] = [height, height + 1].map(|distance| FROM[space.bit() as usize][distance]);
            *ways =
                Ways { stack: space.set(), now: from.without(beyond) & occupied, later: beyond & occupied };
            stacks += 1;
        }
        let (mine, theirs) = (position.mine(), position.theirs());
        let mut reach = Self {
            ways,
            stacks,
            mine,
            theirs,
            held_by_me: mine,
            held_by_them: theirs,
            landed_on: Spaces::EMPTY,
        };
        while reach.spread() {}
        reach
    }

    /// Adds what one more move brings within reach; `false` if that is nothing.
    fn spread(&mut self) -> bool {
        let (mut to_me, mut to_them) = (Spaces::EMPTY, Spaces::EMPTY);
        for ways in &self.ways[..self.stacks] {
            to_me |= self.targets(ways, self.mine, self.held_by_me);
            to_them |= self.targets(ways, self.theirs, self.held_by_them);
        }
        let before = self.landed_on;
        let held = (self.held_by_me, self.held_by_them);
        self.landed_on = to_me | to_them;
        self.held_by_me = self.mine | to_me;
        self.held_by_them = self.theirs | to_them;
        (before, held) != (self.landed_on, (self.held_by_me, self.held_by_them))
    }

    /// Where a side can take a stack that it owns today, if among `own`, or may own, if among `held`.
    #[inline(always)]
    fn targets(&self, ways: &Ways, own: Spaces, held: Spaces) -> Spaces {
        let now = if ways.stack.meets(own) { ways.now } else { Spaces::EMPTY };
        // Whoever takes a stack over has landed on it.
        let later = if ways.stack.meets(held & self.landed_on) { ways.later } else { Spaces::EMPTY };
        now | later
    }

    /// The stacks whose pieces may come under the side to move: where they stand, or where the opponent takes them.
    pub(super) fn ever_mine(&self) -> Spaces {
        let mut mine = self.held_by_me;
        loop {
            let before = mine;
            for ways in &self.ways[..self.stacks] {
                if self.targets(ways, self.theirs, self.held_by_them).meets(mine) {
                    mine |= ways.stack;
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
        let owned = self.mine | self.theirs;
        let held = owned | self.landed_on;
        self.ways[..self.stacks].iter().map(move |ways| (ways.stack, self.targets(ways, owned, held)))
    }
}

/// By space (as a bit) and distance: the spaces on its lines that are at least so far away.
static FROM: [[Spaces; LONGEST + 3]; 64] = {
    let mut table = [[Spaces::EMPTY; LONGEST + 3]; 64];
    let mut from = 0;
    while from < SPACES {
        let mut to = 0;
        while to < SPACES {
            let (source, target) = (Space::ALL[from], Space::ALL[to]);
            let mut distance = source.distance(target);
            while source.in_line(target) && distance > 0 {
                let row = &mut table[source.bit() as usize];
                row[distance as usize] = row[distance as usize].with(target);
                distance -= 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};
