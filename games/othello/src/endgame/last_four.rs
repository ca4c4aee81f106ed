//! At most four empty squares: a function for each number of them, and nothing kept but the discs.

use super::finish::after;
use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use anyply_framework::Ledger;

/// More positions than four empty squares ever give: 4 + 12 + 24 + 24 of them, and with passes less than twice as many.
pub(super) const MOST_OF_FOUR: u64 = 128;

/// Below every result.
pub(super) const NONE: i32 = i32::MIN;

/// The result in discs with `left` empty squares, at most four, fail-soft. The positions are paid for together: the ledger affords [`MOST_OF_FOUR`].
#[inline(always)]
pub(super) fn last_four<S: Shape>(
    position: Position<S>,
    left: u32,
    window: (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let mut empty = position.empty();
    let mut next = || {
        let square = empty.first();
        empty = empty.without_first();
        square
    };
    match left {
        0 => position.margin(),
        1 => one(position, next(), window.0, ledger),
        2 => two(position, [next(), next()], window, ledger),
        3 => three(position, [next(), next(), next()], window, ledger),
        _ => four(position, odd_first::<S>(empty), window, ledger),
    }
}

/// Four squares, those in odd quarters before the others.
#[inline(always)]
fn odd_first<S: Shape>(empty: S::Bits) -> [usize; 4] {
    let odd = S::odd_quarters(empty);
    let (mut odd, mut even) = (empty & odd, empty & !odd);
    [(); 4].map(|()| {
        let from = if odd.is_empty() { &mut even } else { &mut odd };
        let square = from.first();
        *from = from.without_first();
        square
    })
}

/// Of three squares the one that is alone in its quarter first, if there is one.
#[inline(always)]
fn single_first<S: Shape>([a, b, c]: [usize; 3]) -> [usize; 3] {
    let [first, second, third] = [a, b, c].map(S::quarter);
    if first == second {
        [c, a, b]
    } else if first == third {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

fn four<S: Shape>(
    position: Position<S>,
    [a, b, c, d]: [usize; 4],
    window: (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let tries = [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])];
    with_pass(position, window, ledger, |position, window, ledger| {
        best_of(position, tries, window, ledger, |child, left, window, ledger| {
            three(child, single_first::<S>(left), window, ledger)
        })
    })
}

fn three<S: Shape>(
    position: Position<S>,
    [a, b, c]: [usize; 3],
    window: (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    with_pass(position, window, ledger, |position, window, ledger| {
        best_of(position, [(a, [b, c]), (b, [a, c]), (c, [a, b])], window, ledger, two)
    })
}

#[inline]
fn two<S: Shape>(position: Position<S>, [a, b]: [usize; 2], window: (i32, i32), ledger: &mut Ledger) -> i32 {
    with_pass(position, window, ledger, |position, window, ledger| {
        best_of(position, [(a, b), (b, a)], window, ledger, |child, last, (alpha, _), ledger| {
            one(child, last, alpha, ledger)
        })
    })
}

/// What `best_of` makes of the moves, or of those that a pass leaves to the opponent; without any the game is over.
#[inline(always)]
fn with_pass<S: Shape>(
    position: Position<S>,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
    best_of: impl Fn(Position<S>, (i32, i32), &mut Ledger) -> i32,
) -> i32 {
    let best = best_of(position, (alpha, beta), ledger);
    if best > NONE {
        return best;
    }
    let best = best_of(position.swapped(), (-beta, -alpha), ledger);
    if best == NONE {
        return position.margin();
    }
    ledger.charge();
    -best
}

/// Tries squares, each with those that are then left: the best of what moves there are, or the first that reaches `beta`; [`NONE`] without any.
#[inline(always)]
fn best_of<S: Shape, Left: Copy, const TRIES: usize>(
    position: Position<S>,
    tries: [(usize, Left); TRIES],
    (mut alpha, beta): (i32, i32),
    ledger: &mut Ledger,
    search: impl Fn(Position<S>, Left, (i32, i32), &mut Ledger) -> i32,
) -> i32 {
    let mut best = NONE;
    for (square, left) in tries {
        if (S::neighbours(square) & position.opponent).is_empty() {
            continue;
        }
        let flips = position.flips(square);
        if flips.is_empty() {
            continue;
        }
        ledger.charge();
        best = best.max(-search(after(position, square, flips), left, (-beta, -alpha), ledger));
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

/// One empty square: what a disc there turns is counted. The position after it is charged, but never made.
#[inline(always)]
fn one<S: Shape>(position: Position<S>, square: usize, alpha: i32, ledger: &mut Ledger) -> i32 {
    let with = |own: S::Bits, turned: u32| 2 * (own.count() + turned + 1) as i32 - S::CELLS as i32;
    let turned = S::turned_by_last(position.mover, square);
    if turned > 0 {
        ledger.charge();
        return with(position.mover, turned);
    }
    // Without a move of its own the mover keeps what it has, or less.
    let most = position.margin();
    if most <= alpha {
        return most;
    }
    let turned = S::turned_by_last(position.opponent, square);
    if turned > 0 {
        ledger.charge();
        ledger.charge();
        return -with(position.opponent, turned);
    }
    most
}
