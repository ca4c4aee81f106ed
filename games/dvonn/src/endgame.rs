//! What can be proved while the game goes on: bounds from what each side can still get at.

use crate::board::Position;
use crate::geometry::{LONGEST, SPACES, Space, Spaces};
use anyply_framework::{Score, Window};

/// Results are whole pieces.
pub(crate) const GRAIN: i32 = 100;

/// With more stacks than this nearly everything is within everybody's reach: over 400 random games with 17, the best end that could not be
/// ruled out was 37.5 pieces above the margin on average, 37.7 being all there are.
const MOST_STACKS: usize = 16;

/// An interval that holds the result under any play, in view of what `window` asks.
///
/// Nobody ends with more than all the pieces on the board. Better is proved only where it may close the window: no proof is worse for a side than
/// the pieces it owns now, so of the two edges only the one beyond that margin is in question.
#[inline]
pub(crate) fn bounds(position: &Position, window: Window) -> (Score, Score) {
    if position.is_placing() {
        let most = Score::from_units(SPACES as i32);
        return (-most, most);
    }
    let occupied = position.occupied();
    let most = position.pieces(occupied) as i32;
    let (mut low, mut high) = (-most, most);
    if occupied.count() as usize <= MOST_STACKS {
        let margin = Score::from_units(position.margin());
        if margin <= window.alpha {
            high = at_best(position);
        } else if margin >= window.beta {
            low = -at_best(&position.swapped());
        }
    }
    (Score::from_units(low), Score::from_units(high))
}

/// No play ends better than this for the side to move, in pieces.
///
/// A space once left stays empty, and a stack that is landed on grows. So a stack moves as far as it is high today, or further if
/// something lands on it before, always onto a space occupied today. [`Prospect`] follows that from today's stacks; it leaves out what may be
/// in the way, so it holds all that can happen. Then
/// - pieces that may come under the side to move count for it;
/// - all others never do. They count against it if they are the opponent's now and can never be removed, as they hold a Dvonn,
///   or hang on one by stacks none of which is ever left;
/// - the rest count nothing, as if they were removed.
fn at_best(position: &Position) -> i32 {
    let reach = Prospect::new(position);
    let gained = reach.ever_mine();
    let kept = reach.never_left();
    let anchored = kept.connected_to(kept & position.dvonns());
    let lost = position.theirs().without(gained) & (anchored | position.dvonns());
    position.pieces(gained) as i32 - position.pieces(lost) as i32
}

/// Where a stack can go: spaces occupied today.
#[derive(Clone, Copy, Default)]
struct Ways {
    stack: Spaces,
    /// As far as it is high today.
    now: Spaces,
    /// Further, once something has landed on it.
    later: Spaces,
}

/// What may happen in the rest of the game, and more.
struct Prospect {
    ways: [Ways; MOST_STACKS],
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

impl Prospect {
    fn new(position: &Position) -> Self {
        let occupied = position.occupied();
        let mut ways = [Ways::default(); MOST_STACKS];
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
    fn ever_mine(&self) -> Spaces {
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
    fn never_left(&self) -> Spaces {
        let owned = self.mine | self.theirs;
        let stays = |ways: &&Ways| self.targets(ways, owned, owned | self.landed_on).is_empty();
        self.ways[..self.stacks].iter().filter(stays).fold(Spaces::EMPTY, |set, ways| set | ways.stack)
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

/// How promising a move is on the way to the end, where the position `after` it is at hand: that it leaves few replies, then pieces. Moves of one's own
/// are not worth counting: with them the result is found later, not sooner.
#[inline]
pub(crate) fn rank(after: &Position) -> i32 {
    -10 * after.movers().count(after.mine()) as i32 - 5 * after.margin()
}

/// What every evaluator of this game has in common beyond its opinion: the body of an `impl Evaluator<Dvonn>` names it once.
macro_rules! proofs {
    () => {
        const BOUNDS: bool = true;
        const GRAIN: i32 = $crate::endgame::GRAIN;
        const SYMMETRIC: bool = true;

        #[inline]
        fn bounds(
            &self,
            _: &$crate::rules::Dvonn,
            position: &$crate::board::Position,
            window: ::anyply_framework::Window,
        ) -> (Score, Score) {
            $crate::endgame::bounds(position, window)
        }

        #[inline]
        fn rank(
            &self,
            _: &$crate::rules::Dvonn,
            _: &$crate::board::Position,
            _: $crate::rules::Move,
            after: &$crate::board::Position,
        ) -> i32 {
            $crate::endgame::rank(after)
        }
    };
}
pub(crate) use proofs;

#[cfg(test)]
mod tests;
