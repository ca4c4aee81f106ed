//! The last moves by straight-line code: no table, no key, and no more order than that captures come first.

use crate::board::Position;
use crate::geometry::{SPACES, Space, Spaces};
use anyply_framework::{Ledger, Score, Window};

/// Always asked: [`has_few_moves`] decides, as the number of plies that a game may last says little of how much is left to do in it.
pub(crate) const FINISHES: u32 = SPACES as u32;

/// Five results, 16 plies before the end, took 10.6 s without this, 5.2 s with 10, 4.8 s with 13, 4.9 s with 16 and 5.8 s with 20. Order costs more than it
/// saves: by the replies that are left, as [`rank`](super::rank) has it, the same took an eighth fewer positions and a fifth more time. Nor do bounds save time here.
const MOST_MOVES: u32 = 14;

/// More than any result, in pieces.
const BEYOND: i32 = SPACES as i32 + 1;

/// The result where the two sides together have at most [`MOST_MOVES`] moves, fail-soft; nothing if they have more, or if the ledger refuses a position. Every stack hangs
/// on a Dvonn, as in all positions of the game.
#[inline]
pub(crate) fn finish(position: &Position, window: Window, ledger: &mut Ledger) -> Option<Score> {
    if position.is_placing() || !has_few_moves(position) {
        return None;
    }
    let mut ending = Ending { heights: [0; 64], ledger };
    for space in position.occupied().iter() {
        ending.heights[space.bit() as usize] = position.height(space) as u8;
    }
    let Position { mine, theirs, dvonns, .. } = *position;
    let stacks = Stacks { mine, theirs, dvonns, margin: position.margin() };
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
}

impl Stacks {
    fn swapped(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, margin: -self.margin, ..self }
    }
}

struct Ending<'a> {
    /// By bit. Those of spaces that are empty by now mean nothing.
    heights: [u8; 64],
    ledger: &'a mut Ledger,
}

impl Ending<'_> {
    fn result(&mut self, stacks: Stacks, mut alpha: i32, beta: i32) -> Option<i32> {
        let Stacks { mine, theirs, dvonns, margin } = stacks;
        let occupied = mine | theirs | dvonns;
        let held = occupied.surrounded();
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

    /// As [`Position::step`], without planes of heights and with the margin kept along; the view stays the mover's. What is written is the height on `to` alone, and
    /// only the caller can put it back.
    #[inline(always)]
    fn step(&mut self, mut stacks: Stacks, from: Space, to: Space) -> Stacks {
        let below = self.height(to);
        self.heights[to.bit() as usize] += self.height(from);
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
            stacks.margin -= self.pieces(stacks.mine & loose) - self.pieces(stacks.theirs & loose);
            stacks.mine = stacks.mine.without(loose);
            stacks.theirs = stacks.theirs.without(loose);
        }
        stacks
    }

    fn pieces(&self, stacks: Spaces) -> i32 {
        stacks.iter().map(|space| i32::from(self.height(space))).sum()
    }
}
