//! At most four empty squares: a function for each number of them, and nothing kept but the discs.
//!
//! All are fail-soft. Nearly every window asks one question alone, so that there is nothing to raise `alpha` for as squares are tried: none does.

use super::finish::after;
use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use anyply_framework::Ledger;

/// More positions than four empty squares ever give: 4 + 12 + 24 + 24 of them, and with passes less than twice as many.
pub(super) const MOST_OF_FOUR: u64 = 128;

/// Below every result.
pub(super) const NONE: i32 = i32::MIN;

/// At most four empty squares, `left` of them. The positions are paid for together: the ledger affords [`MOST_OF_FOUR`].
pub(super) fn last_four<S: Shape>(
    position: Position<S>,
    left: u32,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let [a, b, c] = firsts(position.empty());
    match left {
        0 => position.margin(),
        1 => one(position, a, alpha, ledger),
        2 => two::<S, false>(position, [a, b], (alpha, beta), ledger),
        3 => three::<S, false>(position, [a, b, c], (alpha, beta), ledger),
        _ => four(position, position.moves(), (alpha, beta), ledger),
    }
}

// The first squares of a set; what comes after its last one is no square.
#[inline(always)]
fn firsts<B: Bits, const N: usize>(mut set: B) -> [usize; N] {
    [(); N].map(|()| {
        let first = set.first();
        set = set.without_first();
        first
    })
}

/// Four empty squares, where the mover may play on `targets`: those in quarters with an odd number of empty squares before the others.
pub(super) fn four<S: Shape>(
    position: Position<S>,
    targets: S::Bits,
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    if targets.is_empty() {
        let passed = position.swapped();
        let targets = passed.moves();
        if targets.is_empty() {
            return position.margin();
        }
        ledger.charge();
        return -four(passed, targets, (-beta, -alpha), ledger);
    }
    let empty = position.empty();
    let odd = S::odd_quarters(empty);
    let (mut now, mut later) = (targets & odd, targets & !odd);
    let mut best = NONE;
    loop {
        if now.is_empty() {
            if later.is_empty() {
                return best;
            }
            (now, later) = (later, S::Bits::EMPTY);
        }
        let square = now.first();
        now = now.without_first();
        ledger.charge();
        let child = after(position, square, position.flips(square));
        // Of three squares one at least is in an odd quarter: the one that is alone there, if two are together.
        let rest = empty & !S::disc(square);
        let first = (rest & S::odd_quarters(rest)).first();
        let [second, third] = firsts(rest & !S::disc(first));
        let value = -three::<S, false>(child, [first, second, third], (-beta, -alpha), ledger);
        if value >= beta {
            return value;
        }
        best = best.max(value);
    }
}

/// The best that squares give, tried one after the other up to one that gives `beta`; [`NONE`] where none may be played. If the turn was
/// `passed` to the mover, that is paid for too. Written out for each square: a loop over so few takes longer than what it does.
macro_rules! best_of {
    ($position:ident, $beta:ident, $ledger:ident, $passed:expr, { $($square:ident => |$child:ident| $value:expr,)+ }) => {
        'tried: {
            let mut best = NONE;
            $(
                if !(S::neighbours($square) & $position.opponent).is_empty() {
                    let flips = $position.flips($square);
                    if !flips.is_empty() {
                        $ledger.charge();
                        if $passed && best == NONE {
                            $ledger.charge();
                        }
                        let $child = after($position, $square, flips);
                        let value = -$value;
                        if value >= $beta {
                            break 'tried value;
                        }
                        best = best.max(value);
                    }
                }
            )+
            best
        }
    };
}

#[inline(always)]
fn three<S: Shape, const PASSED: bool>(
    position: Position<S>,
    [a, b, c]: [usize; 3],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let best = best_of!(position, beta, ledger, PASSED, {
        a => |child| two::<S, false>(child, [b, c], (-beta, -alpha), ledger),
        b => |child| two::<S, false>(child, [a, c], (-beta, -alpha), ledger),
        c => |child| two::<S, false>(child, [a, b], (-beta, -alpha), ledger),
    });
    match best {
        NONE if PASSED => position.margin(),
        NONE => three_passed(position, [a, b, c], (alpha, beta), ledger),
        best => best,
    }
}

// Apart, as it is rare.
#[inline(never)]
fn three_passed<S: Shape>(
    position: Position<S>,
    squares: [usize; 3],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    -three::<S, true>(position.swapped(), squares, (-beta, -alpha), ledger)
}

#[inline(always)]
fn two<S: Shape, const PASSED: bool>(
    position: Position<S>,
    [a, b]: [usize; 2],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    let best = best_of!(position, beta, ledger, PASSED, {
        a => |child| one(child, b, -beta, ledger),
        b => |child| one(child, a, -beta, ledger),
    });
    match best {
        NONE if PASSED => position.margin(),
        NONE => two_passed(position, [a, b], (alpha, beta), ledger),
        best => best,
    }
}

#[inline(never)]
fn two_passed<S: Shape>(
    position: Position<S>,
    squares: [usize; 2],
    (alpha, beta): (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    -two::<S, true>(position.swapped(), squares, (-beta, -alpha), ledger)
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
