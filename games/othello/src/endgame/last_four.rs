//! At most four empty squares: a function for each number of them, and nothing kept but the discs.
//!
//! All are fail-soft. Nearly every window is a null window, within which nothing can raise `alpha`; so none
//! of them does, which in a wider one costs a few positions more.

use super::finish::after;
use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use anyply_framework::Ledger;

/// More positions than four empty squares ever give: 4 + 12 + 24 + 24 of them, and with passes less than
/// twice as many.
pub(super) const MOST_OF_FOUR: u64 = 128;

/// Below every result.
pub(super) const NONE: i32 = i32::MIN;

/// The result in discs with `left` empty squares, at most four. The positions are paid for together: the
/// ledger affords [`MOST_OF_FOUR`].
pub(super) fn last_four<S: Shape>(
    position: Position<S>,
    left: u32,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let empty = position.empty();
    match left {
        0 => position.margin(),
        1 => one(position, empty.first(), alpha, ledger),
        2 => two(position, firsts(empty), (alpha, beta), ledger),
        3 => three(position, firsts(empty), (alpha, beta), ledger),
        _ => four(position, position.moves(), (alpha, beta), ledger),
    }
}

/// The first `N` squares of a set that has as many.
#[inline(always)]
fn firsts<B: Bits, const N: usize>(mut set: B) -> [usize; N] {
    [(); N].map(|()| {
        let first = set.first();
        set = set.without_first();
        first
    })
}

/// Four empty squares, where the mover may play on `targets`: those in quarters with an odd number of empty
/// squares before the others.
pub(super) fn four<S: Shape>(
    position: Position<S>,
    targets: S::Bits,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    if targets.is_empty() {
        let search = |position: Position<S>, ledger: &mut Ledger| {
            four(position, position.moves(), (-beta, -alpha), ledger)
        };
        return passed(position, ledger, search);
    }
    let empty = position.empty();
    let odd = S::odd_quarters(empty);
    let mut best = NONE;
    for mut squares in [targets & odd, targets & !odd] {
        while !squares.is_empty() {
            let square = squares.first();
            squares = squares.without_first();
            ledger.charge();
            let child = after(position, square, position.flips(square));
            // Of three squares one at least is in an odd quarter: the one that is alone there, if two are
            // together.
            let rest = empty & !S::disc(square);
            let first = (rest & S::odd_quarters(rest)).first();
            let [second, third] = firsts(rest & !S::disc(first));
            let value = -three(child, [first, second, third], (-beta, -alpha), ledger);
            if value >= beta {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

/// The best that squares give, tried one after the other up to one that gives `beta`; what `otherwise` says
/// where none may be played. Written out for each square: a loop over so few takes longer than what it does.
macro_rules! best_of {
    ($position:ident, $beta:ident, $ledger:ident, { $($square:ident => |$child:ident| $value:expr,)+ }, $otherwise:expr) => {{
        let mut best = NONE;
        $(
            if !(S::neighbours($square) & $position.opponent).is_empty() {
                let flips = $position.flips($square);
                if !flips.is_empty() {
                    $ledger.charge();
                    let $child = after($position, $square, flips);
                    let value = -$value;
                    if value >= $beta {
                        return value;
                    }
                    best = best.max(value);
                }
            }
        )+
        if best > NONE { best } else { $otherwise }
    }};
}

#[inline(always)]
fn three<S: Shape>(
    position: Position<S>,
    [a, b, c]: [usize; 3],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    best_of!(position, beta, ledger, {
        a => |child| two(child, [b, c], (-beta, -alpha), ledger),
        b => |child| two(child, [a, c], (-beta, -alpha), ledger),
        c => |child| two(child, [a, b], (-beta, -alpha), ledger),
    }, passed(position, ledger, |position, ledger| three(position, [a, b, c], (-beta, -alpha), ledger)))
}

#[inline(always)]
fn two<S: Shape>(
    position: Position<S>,
    [a, b]: [usize; 2],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    best_of!(position, beta, ledger, {
        a => |child| one(child, b, -beta, ledger),
        b => |child| one(child, a, -beta, ledger),
    }, passed(position, ledger, |position, ledger| two(position, [a, b], (-beta, -alpha), ledger)))
}

/// The mover has no move: the turn passes, if the opponent has one. Apart, as it is rare.
#[inline(never)]
fn passed<S: Shape>(
    position: Position<S>,
    ledger: &mut Ledger,
    search: impl Fn(Position<S>, &mut Ledger) -> i32,
) -> i32 {
    let passed = position.swapped();
    if passed.moves().is_empty() {
        return position.margin();
    }
    ledger.charge();
    -search(passed, ledger)
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
