//! What can be proved near the end: bounds from stable discs, and the last few squares by straight-line code.

use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use crate::stability::{FullLines, stable};
use anyply_framework::{Ledger, Score, Window};

/// Results come in steps of two discs. The winner is given the empty squares, so the result is the number of squares less
/// twice the loser's discs, and a board of even size has an even number of squares. A draw is 0.
pub(crate) const GRAIN: i32 = 200;

/// With so many empty squares [`finish`] takes over.
pub(crate) const FINISHES: u32 = 6;

// With fewer empty squares it costs more to count stable discs than to play on.
const COUNTS_STABLE: u32 = 5;

/// An interval that holds the result, in view of what `window` asks.
///
/// A side with `n` discs that are never turned keeps them, so the other has at most all other squares in the end, and the
/// result is no better for it than the number of squares less `2 n`.
///
/// Stable discs are counted only where they may close the window. With `e` empty squares a side seldom has more of them than half the
/// squares less `e`, so an edge within `2 e` of 0 is out of their reach; the thresholds of Edax (R. Delorme, 1998 on) say about the same.
#[inline]
pub(crate) fn bounds<S: Shape>(position: &Position<S>, window: Window) -> (Score, Score) {
    let most = S::CELLS as i32;
    let empty = position.empty();
    let ask = 200 * empty.count() as i32;
    let (alpha, beta) = (window.alpha.cents(), window.beta.cents());
    let (mut low, mut high) = (-most, most);
    // While all corners are empty, next to no disc is known to be stable.
    if (ask <= alpha || beta <= -ask) && !(S::CORNER_SQUARES & !empty).is_empty() {
        let full = FullLines::<S>::new(empty);
        if ask <= alpha {
            high -= 2 * stable::<S>(position.opponent, &full).count() as i32;
        }
        if beta <= -ask {
            low += 2 * stable::<S>(position.mover, &full).count() as i32;
        }
    }
    (Score::from_units(low), Score::from_units(high))
}

/// The result with at most [`FINISHES`] empty squares, fail-soft; nothing if the ledger refuses a position.
///
/// Squares are tried in the order of parity: those first that lie in a quarter of the board with an odd number of empty ones,
/// where the mover may hope for the last move too.
#[inline]
pub(crate) fn finish<S: Shape>(position: &Position<S>, window: Window, ledger: &mut Ledger) -> Option<Score> {
    debug_assert!(position.empty().count() <= FINISHES);
    // The window in discs: what lies outside it lies outside the finer one.
    let most = S::CELLS as i32 + 1;
    let alpha = window.alpha.cents().div_euclid(100).clamp(-most, most);
    let beta = -(-window.beta.cents()).div_euclid(100).clamp(-most, most);
    let value = match position.empty().count() {
        0 => position.margin(),
        1 => one(position, position.empty().first(), ledger)?,
        2 => two(position, alpha, beta, ledger)?,
        left => several(position, left, alpha, beta, ledger)?,
    };
    Some(Score::from_units(value))
}

/// Below every result.
const NONE: i32 = i32::MIN;

/// Three empty squares or more.
fn several<S: Shape>(
    position: &Position<S>,
    left: u32,
    alpha: i32,
    beta: i32,
    ledger: &mut Ledger,
) -> Option<i32> {
    if left >= COUNTS_STABLE
        && let Some(most) = too_little(position, left, alpha)
    {
        return Some(most);
    }
    let targets = position.moves();
    if targets.is_empty() {
        let passed = position.swapped();
        if passed.moves().is_empty() {
            return Some(position.margin());
        }
        pay(ledger)?;
        return several(&passed, left, -beta, -alpha, ledger).map(|value| -value);
    }
    let odd = odd_quarters::<S>(position.empty());
    let (mut best, mut alpha) = (NONE, alpha);
    for mut squares in [targets & odd, targets & !odd] {
        while !squares.is_empty() {
            let square = squares.first();
            squares = squares.without_first();
            pay(ledger)?;
            let child = after(position, square, position.flips(square));
            let value = if left == 3 {
                -two(&child, -beta, -alpha, ledger)?
            } else {
                -several(&child, left - 1, -beta, -alpha, ledger)?
            };
            best = best.max(value);
            if best >= beta {
                return Some(best);
            }
            alpha = alpha.max(best);
        }
    }
    Some(best)
}

/// The most that the opponent's stable discs leave to the mover, where that does not raise `alpha`. As in [`bounds`], they are counted only where
/// they may be enough.
#[inline(always)]
fn too_little<S: Shape>(position: &Position<S>, left: u32, alpha: i32) -> Option<i32> {
    if alpha < 2 * left as i32 {
        return None;
    }
    let full = FullLines::<S>::new(position.empty());
    let most = S::CELLS as i32 - 2 * stable::<S>(position.opponent, &full).count() as i32;
    (most <= alpha).then_some(most)
}

/// Two empty squares.
#[inline]
fn two<S: Shape>(position: &Position<S>, alpha: i32, beta: i32, ledger: &mut Ledger) -> Option<i32> {
    let best = best_of_two(position, beta, ledger)?;
    if best > NONE {
        return Some(best);
    }
    let passed = position.swapped();
    if passed.moves().is_empty() {
        return Some(position.margin());
    }
    pay(ledger)?;
    best_of_two(&passed, -alpha, ledger).map(|value| -value)
}

/// The better of two moves, or the first if it reaches `beta`; [`NONE`] if neither is legal.
#[inline(always)]
fn best_of_two<S: Shape>(position: &Position<S>, beta: i32, ledger: &mut Ledger) -> Option<i32> {
    let empty = position.empty();
    let (first, second) = (empty.first(), empty.without_first().first());
    let mut best = NONE;
    for (square, other) in [(first, second), (second, first)] {
        let flips = position.flips(square);
        if !flips.is_empty() {
            pay(ledger)?;
            best = best.max(-one(&after(position, square, flips), other, ledger)?);
            if best >= beta {
                break;
            }
        }
    }
    Some(best)
}

/// One empty square: what a disc there turns is counted. The position after it is paid for, but never made.
#[inline(always)]
fn one<S: Shape>(position: &Position<S>, square: usize, ledger: &mut Ledger) -> Option<i32> {
    let with = |own: S::Bits, turned: u32| 2 * (own.count() + turned + 1) as i32 - S::CELLS as i32;
    let turned = position.flips(square).count();
    if turned > 0 {
        pay(ledger)?;
        return Some(with(position.mover, turned));
    }
    let turned = position.swapped().flips(square).count();
    if turned > 0 {
        pay(ledger)?;
        pay(ledger)?;
        return Some(-with(position.opponent, turned));
    }
    Some(position.margin())
}

#[inline(always)]
fn after<S: Shape>(position: &Position<S>, square: usize, flips: S::Bits) -> Position<S> {
    Position { mover: position.opponent & !flips, opponent: position.mover | flips | S::Bits::of(square) }
}

#[inline(always)]
fn pay(ledger: &mut Ledger) -> Option<()> {
    ledger.pay().then_some(())
}

/// The quarters of the board that hold an odd number of `empty` squares.
#[inline(always)]
fn odd_quarters<S: Shape>(empty: S::Bits) -> S::Bits {
    let mut odd = S::Bits::EMPTY;
    for quarter in S::QUARTERS {
        if (quarter & empty).count() % 2 != 0 {
            odd |= quarter;
        }
    }
    odd
}

/// What every evaluator of this game has in common beyond its opinion: the body of an `impl Evaluator<Othello<S>>` names it once.
macro_rules! proofs {
    ($shape:ty) => {
        const BOUNDS: bool = true;
        const GRAIN: i32 = $crate::endgame::GRAIN;
        const FINISHES: u32 = $crate::endgame::FINISHES;
        const SYMMETRIC: bool = true;

        #[inline]
        fn bounds(
            &self,
            at: ::anyply_framework::View<'_, $crate::rules::Othello<$shape>, Self::State>,
            window: ::anyply_framework::Window,
        ) -> (Score, Score) {
            $crate::endgame::bounds(at.position, window)
        }

        #[inline]
        fn finish(
            &self,
            _: &$crate::rules::Othello<$shape>,
            position: &$crate::board::Position<$shape>,
            window: ::anyply_framework::Window,
            ledger: &mut ::anyply_framework::Ledger,
        ) -> Option<Score> {
            $crate::endgame::finish(position, window, ledger)
        }
    };
}
pub(crate) use proofs;

#[cfg(test)]
mod tests;
