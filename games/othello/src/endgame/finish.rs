//! The last few squares by straight-line code: no table, nothing kept but the discs and what they lead to,
//! and in the end nothing but counting.

use super::last_four::{MOST_OF_FOUR, NONE, four, last_four};
use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use anyply_framework::{Ledger, Score, Window};

/// With so many empty squares [`finish`] takes over.
pub(crate) const FINISHES: u32 = 7;

/// The result with at most [`FINISHES`] empty squares, fail-soft; nothing if the ledger refuses a position.
///
/// Those moves come first that leave the fewest replies; with four empty squares, and from there on, those in
/// quarters with an odd number of empty ones.
#[inline]
pub(crate) fn finish<S: Shape>(position: &Position<S>, window: Window, ledger: &mut Ledger) -> Option<Score> {
    let left = position.empty().count();
    debug_assert!(left <= FINISHES);
    let window = window.in_units(S::CELLS as i32 + 1);
    let value = if left <= 4 {
        ledger.affords(MOST_OF_FOUR).then(|| last_four(*position, left, window, ledger))
    } else {
        match too_little(position, left, window.0) {
            Some(most) => Some(most),
            None => many(position, position.moves(), left, window, ledger),
        }
    };
    value.map(Score::from_units)
}

/// Room for what at most [`FINISHES`] moves lead to, and one more place, so that all fill a vector register.
const ROOM: usize = 8;
const _: () = assert!(FINISHES < ROOM as u32);

/// Five empty squares or more, where the mover may play on `targets`: those moves first that leave the fewest
/// replies, corners counted twice; of equals, those in odd quarters.
fn many<S: Shape>(
    position: &Position<S>,
    targets: S::Bits,
    left: u32,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> Option<i32> {
    /// Stands for a move that was tried, and for none.
    const TRIED: u32 = u32::MAX;
    if targets.is_empty() {
        let passed = position.swapped();
        let targets = passed.moves();
        if targets.is_empty() {
            return Some(position.margin());
        }
        ledger.pay().then_some(())?;
        return many(&passed, targets, left, (-beta, -alpha), ledger).map(|value| -value);
    }
    let odd = S::odd_quarters(position.empty());
    let nothing = Position::<S> { mover: S::Bits::EMPTY, opponent: S::Bits::EMPTY };
    let mut children = [(nothing, S::Bits::EMPTY); ROOM];
    // With the number of the child, below what it is ordered by.
    let mut figures = [TRIED; ROOM];
    // The least is found on the way: all of them read in one go, right after each was written, would be
    // waited for.
    let mut least = TRIED;
    let mut squares = targets;
    for (number, (figure, child)) in figures.iter_mut().zip(&mut children).enumerate() {
        let square = squares.first();
        let after = after(*position, square, position.flips(square));
        let replies = after.moves();
        let is_even = (odd & S::disc(square)).is_empty();
        let order = 2 * (replies.count() + (replies & S::CORNER_SQUARES).count()) + u32::from(is_even);
        *figure = order * ROOM as u32 + number as u32;
        least = least.min(*figure);
        *child = (after, replies);
        squares = squares.without_first();
        if squares.is_empty() {
            break;
        }
    }
    let (mut best, mut alpha) = (NONE, alpha);
    while least != TRIED {
        let number = least as usize % ROOM;
        figures[number] = TRIED;
        let (child, replies) = &children[number];
        ledger.pay().then_some(())?;
        let value = match too_little(child, left - 1, -beta) {
            Some(most) => most,
            None if left > 5 => many(child, *replies, left - 1, (-beta, -alpha), ledger)?,
            None if ledger.affords(MOST_OF_FOUR) => four(*child, *replies, (-beta, -alpha), ledger),
            None => return None,
        };
        best = best.max(-value);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
        least = figures.iter().fold(TRIED, |least, &figure| least.min(figure));
    }
    Some(best)
}

/// The most that the opponent's stable discs leave to the mover, where that does not raise `alpha`. As in
/// [`bounds`](super::bounds), they are counted only where they may be enough.
#[inline(always)]
fn too_little<S: Shape>(position: &Position<S>, left: u32, alpha: i32) -> Option<i32> {
    if alpha < 2 * left as i32 {
        return None;
    }
    let most = S::CELLS as i32 - 2 * S::stable(position.opponent, position.empty()).count() as i32;
    (most <= alpha).then_some(most)
}

/// The position that a disc on `square`, never a pass, leads to, which turns `flips`.
#[inline(always)]
pub(super) fn after<S: Shape>(position: Position<S>, square: usize, flips: S::Bits) -> Position<S> {
    Position { mover: position.opponent & !flips, opponent: position.mover | flips | S::Bits::of(square) }
}
