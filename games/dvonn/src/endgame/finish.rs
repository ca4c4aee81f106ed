//! The last moves by straight-line code: no more order than that captures come first, and no table but a
//! small one that stays in the processor's cache.

use crate::board::Position;
use crate::geometry::{SPACES, Space, Spaces};
use crate::key::{HeightSum, of_stacks};
use anyply_framework::{Ledger, Results, Score, Window};

/// Always asked: [`has_few_moves`] decides, as the number of plies that a game may last says little of how
/// much is left to do in it.
pub(crate) const FINISHES: u32 = SPACES as u32;

/// With results kept, 38 endings 14 and 15 plies before the end took 17.7 s with 14, 15.9 s with 18, 16.2 s
/// with 20 and 16.6 s with 22; with none kept and 14, 22.2 s.
///
/// Order costs more than it saves: by the replies that are left, as [`rank`](super::rank) has it, an eighth
/// fewer positions and a fifth more time; stacks that can move captured first, a tenth fewer positions and as
/// much time where that is asked with 12 stacks or more, an eighth more with 6; what cut off last with as
/// many stacks first, a tenth more positions. Nor do bounds save time here.
const MOST_MOVES: u32 = 18;

/// Positions with fewer stacks that no neighbours hold in place are played out sooner than looked for. (2 to
/// 5 are alike to 2 %, 8 takes a tenth more.)
const LEAST_KEPT: u32 = 3;

/// More than any result, in pieces.
const BEYOND: i32 = SPACES as i32 + 1;

/// The result where the two sides together have at most [`MOST_MOVES`] moves, fail-soft; nothing if they have
/// more, or if the ledger refuses a position. Every stack hangs on a Dvonn, as in all positions of the game.
#[inline]
pub(crate) fn finish(
    position: &Position,
    window: Window,
    results: &mut Results,
    ledger: &mut Ledger,
) -> Option<Score> {
    if position.is_placing() || !has_few_moves(position) {
        return None;
    }
    let kept_from = if results.has_room() { LEAST_KEPT } else { u32::MAX };
    let mut ending = Ending { heights: [0; 64], kept_from, results, ledger };
    let heights = position.occupied().iter().map(|space| (space, position.height(space) as u8));
    for (space, height) in heights.clone() {
        ending.heights[space.bit() as usize] = height;
    }
    let Position { mine, theirs, dvonns, .. } = *position;
    let stacks = Stacks { mine, theirs, dvonns, margin: position.margin(), sum: heights.collect() };
    let (alpha, beta) = window.in_units(BEYOND);
    ending.result(stacks, alpha, beta).map(Score::from_units)
}

fn has_few_moves(position: &Position) -> bool {
    let occupied = position.occupied();
    let mut count = 0;
    for from in (position.mine | position.theirs).without(occupied.surrounded()).iter() {
        count += (from.at(position.height(from) as usize) & occupied).count();
        if count > MOST_MOVES {
            return false;
        }
    }
    true
}

/// Whose the stacks are, seen by the side to move.
#[derive(Clone, Copy)]
struct Stacks {
    mine: Spaces,
    theirs: Spaces,
    dvonns: Spaces,
    /// Pieces in own stacks less those in the opponent's.
    margin: i32,
    /// Of all stacks.
    sum: HeightSum,
}

impl Stacks {
    fn swapped(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, margin: -self.margin, ..self }
    }
}

struct Ending<'a> {
    /// By bit. Those of spaces that are empty by now mean nothing.
    heights: [u8; 64],
    /// Results are kept where neighbours hold all but so many stacks in place.
    kept_from: u32,
    results: &'a mut Results,
    ledger: &'a mut Ledger,
}

impl Ending<'_> {
    fn result(&mut self, stacks: Stacks, alpha: i32, beta: i32) -> Option<i32> {
        let Stacks { mine, theirs, dvonns, sum, .. } = stacks;
        let occupied = mine | theirs | dvonns;
        debug_assert_eq!(sum, occupied.iter().map(|space| (space, self.height(space))).collect());
        let held = occupied.surrounded();
        let keeps = (mine | theirs).without(held).count() >= self.kept_from;
        let key = keeps.then(|| of_stacks(mine, theirs, dvonns, sum));
        if let Some(value) = key.and_then(|key| self.results.settled(key, alpha, beta)) {
            return Some(value);
        }
        let value = self.tried(stacks, held, alpha, beta)?;
        if let Some(key) = key {
            self.results.keep(key, alpha, beta, value);
        }
        Some(value)
    }

    // The same by trying moves, but for those `held` in place.
    #[inline(always)]
    fn tried(&mut self, stacks: Stacks, held: Spaces, mut alpha: i32, beta: i32) -> Option<i32> {
        let Stacks { mine, theirs, dvonns, margin, .. } = stacks;
        let occupied = mine | theirs | dvonns;
        let mut best = -BEYOND;
        // Tries every move from a space to some others; a cut-off ends the whole.
        macro_rules! try_each {
            ($from:expr, $landings:expr) => {
                for to in ($landings).iter() {
                    best = best.max(self.after(stacks, $from, to, alpha, beta)?);
                    if best >= beta {
                        return Some(best);
                    }
                    alpha = alpha.max(best);
                }
            };
        }
        // Captures first. Most stacks near the end have no other moves, and are not looked at again.
        let mut others = Spaces::EMPTY;
        for from in mine.without(held).iter() {
            let landings = self.landings(from, occupied);
            if !landings.without(theirs).is_empty() {
                others |= from.set();
            }
            try_each!(from, landings & theirs);
        }
        for from in others.iter() {
            try_each!(from, self.landings(from, occupied).without(theirs));
        }
        if best > -BEYOND {
            return Some(best);
        }
        for from in theirs.without(held).iter() {
            if !self.landings(from, occupied).is_empty() {
                self.ledger.pay().then_some(())?;
                return self.result(stacks.swapped(), -beta, -alpha).map(|value| -value);
            }
        }
        Some(margin)
    }

    // What a move is worth, which is paid for and taken back.
    #[inline(always)]
    fn after(&mut self, stacks: Stacks, from: Space, to: Space, alpha: i32, beta: i32) -> Option<i32> {
        self.ledger.pay().then_some(())?;
        let below = self.height(to);
        let next = self.step(stacks, from, to).swapped();
        let value = self.result(next, -beta, -alpha);
        self.heights[to.bit() as usize] = below;
        value.map(|value| -value)
    }

    #[inline(always)]
    fn height(&self, space: Space) -> u8 {
        self.heights[space.bit() as usize]
    }

    #[inline(always)]
    fn landings(&self, from: Space, occupied: Spaces) -> Spaces {
        from.at(self.height(from).into()) & occupied
    }

    /// As [`Position::step`], without planes of heights and with the margin kept along; the view stays the
    /// mover's. What is written is the height on `to` alone, and only the caller can put it back.
    #[inline(always)]
    fn step(&mut self, mut stacks: Stacks, from: Space, to: Space) -> Stacks {
        let (height, below) = (self.height(from), self.height(to));
        self.heights[to.bit() as usize] += height;
        stacks.sum = stacks.sum.moved(from, to, height);
        if stacks.theirs.contains(to) {
            stacks.margin += 2 * i32::from(below);
        } else if !stacks.mine.contains(to) {
            stacks.margin += i32::from(below);
        }
        stacks.mine = stacks.mine.without(from.set()) | to.set();
        stacks.theirs = stacks.theirs.without(to.set());
        let carries = stacks.dvonns.contains(from);
        if carries {
            stacks.dvonns = stacks.dvonns.without(from.set()) | to.set();
        }
        let occupied = stacks.mine | stacks.theirs | stacks.dvonns;
        if carries || (occupied & from.neighbours()).arcs() > 1 {
            let loose = occupied.without(occupied.connected_to(stacks.dvonns));
            for space in loose.iter() {
                let height = self.height(space);
                stacks.margin -= if stacks.mine.contains(space) { height.into() } else { -i32::from(height) };
                stacks.sum = stacks.sum.without(space, height);
            }
            stacks.mine = stacks.mine.without(loose);
            stacks.theirs = stacks.theirs.without(loose);
        }
        stacks
    }
}
