//! Mobility, flips and parity in plain words: for every board, on every machine.

use crate::bits::Bits;
use crate::shape::Shape;

/// Where the mover brackets at least one disc.
///
/// Each direction is flooded over opposing discs in doubling steps (parallel prefix): a run has at most
/// `SIZE - 2` discs.
#[inline(always)]
pub(crate) fn moves<S: Shape>(mover: S::Bits, opponent: S::Bits) -> S::Bits {
    let size = S::SIZE as u32;
    let across = opponent & S::INNER_COLUMNS;
    let along = opponent & S::INNER_ROWS;
    let oblique = across & S::INNER_ROWS;
    let reached = flood::<S>(mover, across, 1)
        | flood::<S>(mover, along, size)
        | flood::<S>(mover, oblique, size - 1)
        | flood::<S>(mover, oblique, size + 1);
    reached & S::BOARD & !(mover | opponent)
}

/// What lies just beyond the runs of `through` that begin beside `from`, both ways along one axis.
#[inline(always)]
fn flood<S: Shape>(from: S::Bits, through: S::Bits, shift: u32) -> S::Bits {
    let mut up = through & (from << shift);
    let mut down = through & (from >> shift);
    up |= through & (up << shift);
    down |= through & (down >> shift);
    let pairs_up = through & (through << shift);
    let pairs_down = pairs_up >> shift;
    for _ in 0..S::SIZE / 2 - 2 {
        up |= pairs_up & (up << (2 * shift));
        down |= pairs_down & (down >> (2 * shift));
    }
    (up << shift) | (down >> shift)
}

/// What the mover turns by a disc on the empty `square`.
///
/// On each ray the first square that is not the opponent's decides: if it is the mover's, all before it turn.
#[inline(always)]
pub(crate) fn flips<S: Shape>(mover: S::Bits, opponent: S::Bits, square: usize) -> S::Bits {
    let rays = &S::rays(square).0;
    let mut turned = S::Bits::EMPTY;
    for &ray in &rays[..4] {
        let end = (ray & !opponent).lowest() & mover;
        turned |= ray & end.below_lowest();
    }
    for &ray in &rays[4..] {
        let end = (ray & !opponent).highest_or_zeroth() & ray & mover;
        turned |= ray & end.above_lowest();
    }
    turned
}

/// How many discs the mover turns by a disc on the only empty `square`.
#[inline(always)]
pub(crate) fn turned_by_last<S: Shape>(mover: S::Bits, square: usize) -> u32 {
    let opponent = S::BOARD & !(mover | S::disc(square));
    flips::<S>(mover, opponent, square).count()
}

/// The quarters with an odd number of `empty` squares.
#[inline(always)]
pub(crate) fn odd_quarters<S: Shape>(empty: S::Bits) -> S::Bits {
    let mut odd = S::Bits::EMPTY;
    for quarter in S::QUARTERS {
        if (quarter & empty).count() % 2 != 0 {
            odd |= quarter;
        }
    }
    odd
}
