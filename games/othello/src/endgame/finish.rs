//! The last few squares by straight-line code: no table, no list, and in the end nothing but counting.

use super::last_four::{MOST_OF_FOUR, NONE, last_four};
use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use anyply_framework::{Ledger, Score, Window};

/// With so many empty squares [`finish`] takes over.
pub(crate) const FINISHES: u32 = 7;

// With fewer empty squares it costs more to count what moves leave to the opponent than to try them.
const COUNTS_REPLIES: u32 = 6;

/// The result with at most [`FINISHES`] empty squares, fail-soft; nothing if the ledger refuses a position.
///
/// Squares are tried in the order of parity, those first that lie in a quarter of the board with an odd number of empty ones; as long as there are
/// enough of them to be worth it, in that of the replies they leave.
#[inline]
pub(crate) fn finish<S: Shape>(position: &Position<S>, window: Window, ledger: &mut Ledger) -> Option<Score> {
    debug_assert!(position.empty().count() <= FINISHES);
    let (alpha, beta) = window.in_units(S::CELLS as i32 + 1);
    several(*position, position.empty().count(), alpha, beta, ledger).map(Score::from_units)
}

/// Any number of empty squares.
fn several<S: Shape>(
    position: Position<S>,
    left: u32,
    alpha: i32,
    beta: i32,
    ledger: &mut Ledger,
) -> Option<i32> {
    if left <= 4 {
        return ledger.affords(MOST_OF_FOUR).then(|| last_four(position, left, (alpha, beta), ledger));
    }
    match too_little(position, left, alpha) {
        Some(most) => Some(most),
        None => many(position, position.moves(), left, (alpha, beta), ledger),
    }
}

/// Five empty squares or more, and where the mover may play.
fn many<S: Shape>(
    position: Position<S>,
    targets: S::Bits,
    left: u32,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> Option<i32> {
    if targets.is_empty() {
        let passed = position.swapped();
        let targets = passed.moves();
        if targets.is_empty() {
            return Some(position.margin());
        }
        ledger.pay().then_some(())?;
        return many(passed, targets, left, (-beta, -alpha), ledger).map(|value| -value);
    }
    if left >= COUNTS_REPLIES {
        return by_replies(position, targets, left, (alpha, beta), ledger);
    }
    let odd = S::odd_quarters(position.empty());
    let (mut best, mut alpha) = (NONE, alpha);
    for mut squares in [targets & odd, targets & !odd] {
        while !squares.is_empty() {
            let square = squares.first();
            squares = squares.without_first();
            ledger.pay().then_some(())?;
            let child = after(position, square, position.flips(square));
            best = best.max(-several(child, left - 1, -beta, -alpha, ledger)?);
            if best >= beta {
                return Some(best);
            }
            alpha = alpha.max(best);
        }
    }
    Some(best)
}

/// The same, those moves first that leave the fewest replies, corners counted twice; of equals, those in odd quarters.
fn by_replies<S: Shape>(
    position: Position<S>,
    targets: S::Bits,
    left: u32,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> Option<i32> {
    let odd = S::odd_quarters(position.empty());
    let mut children = [(position, targets); FINISHES as usize];
    // The number of the child in the lowest bits.
    let mut figures = [0_u32; FINISHES as usize];
    let mut number = 0;
    let mut squares = targets;
    while !squares.is_empty() {
        let square = squares.first();
        squares = squares.without_first();
        let child = after(position, square, position.flips(square));
        let replies = child.moves();
        let is_even = (odd & S::disc(square)).is_empty();
        let figure = 2 * (replies.count() + (replies & S::CORNER_SQUARES).count()) + u32::from(is_even);
        figures[number] = figure << 3 | number as u32;
        children[number] = (child, replies);
        number += 1;
    }
    let (mut best, mut alpha) = (NONE, alpha);
    for tried in 0..number {
        let least = (tried..number).min_by_key(|&at| figures[at]).expect("one that was not tried");
        figures.swap(tried, least);
        let (child, replies) = children[(figures[tried] & 7) as usize];
        ledger.pay().then_some(())?;
        let value = match too_little(child, left - 1, -beta) {
            Some(most) => most,
            None => many(child, replies, left - 1, (-beta, -alpha), ledger)?,
        };
        best = best.max(-value);
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    Some(best)
}

/// The most that the opponent's stable discs leave to the mover, where that does not raise `alpha`. As in [`bounds`](super::bounds), they are
/// counted only where they may be enough.
#[inline(always)]
fn too_little<S: Shape>(position: Position<S>, left: u32, alpha: i32) -> Option<i32> {
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
