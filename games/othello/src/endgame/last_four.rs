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
    match left {
        0 => position.margin(),
        1 => one(position, position.empty().first(), window.0, ledger),
        2 => two(position, Squares::of(position.empty()), window, ledger),
        3 => three(position, Squares::of(position.empty()), window, ledger),
        _ => four(position, Squares::odd_first::<S>(position.empty()), window, ledger),
    }
}

/// Squares in the order in which they are tried, a byte each, the first lowest: in memory they would be waited for.
#[derive(Clone, Copy)]
struct Squares<const N: u32>(u32);

impl<const N: u32> Squares<N> {
    #[inline(always)]
    fn of<B: Bits>(mut set: B) -> Self {
        let mut squares = 0;
        for place in 0..N {
            squares |= (set.first() as u32) << (8 * place);
            set = set.without_first();
        }
        Self(squares)
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.0 as usize & 0x7f
    }

    /// The first one goes behind the others.
    #[inline(always)]
    fn turned(self) -> Self {
        Self(self.0 >> 8 | (self.0 & 0x7f) << (8 * (N - 1)))
    }
}

impl Squares<4> {
    /// Those in odd quarters before the others.
    #[inline(always)]
    fn odd_first<S: Shape>(empty: S::Bits) -> Self {
        let odd = S::odd_quarters(empty);
        let (mut odd, mut even) = (empty & odd, empty & !odd);
        let mut squares = 0;
        for place in 0..4 {
            let from = if odd.is_empty() { &mut even } else { &mut odd };
            squares |= (from.first() as u32) << (8 * place);
            *from = from.without_first();
        }
        Self(squares)
    }

    /// All but the first: the one that is alone in its quarter before the others, if there is one.
    #[inline(always)]
    fn others<S: Shape>(self) -> Squares<3> {
        let left = Squares::<3>(self.0 >> 8);
        let (second, third) = (left.turned(), left.turned().turned());
        let [a, b, c] = [left, second, third].map(|squares| S::quarter(squares.first()));
        let single = if a == c { second } else { left };
        if a == b { third } else { single }
    }
}

impl Squares<3> {
    #[inline(always)]
    fn others(self) -> Squares<2> {
        Squares(self.0 >> 8)
    }
}

impl Squares<2> {
    #[inline(always)]
    fn other(self) -> usize {
        (self.0 >> 8) as usize & 0x7f
    }
}

fn four<S: Shape>(
    position: Position<S>,
    squares: Squares<4>,
    window: (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    best_of(position, squares, window, ledger, |child, squares, window, ledger| {
        three(child, squares.others::<S>(), window, ledger)
    })
}

fn three<S: Shape>(
    position: Position<S>,
    squares: Squares<3>,
    window: (i32, i32),
    ledger: &mut Ledger,
) -> i32 {
    best_of(position, squares, window, ledger, |child, squares, window, ledger| {
        two(child, squares.others(), window, ledger)
    })
}

fn two<S: Shape>(position: Position<S>, squares: Squares<2>, window: (i32, i32), ledger: &mut Ledger) -> i32 {
    best_of(position, squares, window, ledger, |child, squares, (alpha, _), ledger| {
        one(child, squares.other(), alpha, ledger)
    })
}

/// Tries squares, each with those that are then left: the best of what moves there are, or the first that reaches `beta`. Without any the turn passes
/// to the opponent; if it has none either, the game is over.
#[inline(always)]
fn best_of<S: Shape, const N: u32>(
    mut position: Position<S>,
    mut squares: Squares<N>,
    (mut alpha, mut beta): (i32, i32),
    ledger: &mut Ledger,
    search: impl Fn(Position<S>, Squares<N>, (i32, i32), &mut Ledger) -> i32,
) -> i32 {
    let mut passed = false;
    loop {
        let mut best = NONE;
        for _ in 0..N {
            let (square, others) = (squares.first(), squares);
            squares = squares.turned();
            if (S::neighbours(square) & position.opponent).is_empty() {
                continue;
            }
            let flips = position.flips(square);
            if flips.is_empty() {
                continue;
            }
            ledger.charge();
            best = best.max(-search(after(position, square, flips), others, (-beta, -alpha), ledger));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        if best > NONE {
            if !passed {
                return best;
            }
            ledger.charge();
            return -best;
        }
        if passed {
            return position.swapped().margin();
        }
        passed = true;
        position = position.swapped();
        (alpha, beta) = (-beta, -alpha);
    }
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
