//! What can be proved near the end: bounds from stable discs, and the last few squares by straight-line code.

mod finish;
mod last_four;

pub(crate) use finish::{FINISHES, finish};

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::evaluators::touching;
use crate::shape::Shape;
use anyply_framework::{Score, Window};

/// Results come in steps of two discs. The winner is given the empty squares, so the result is the number of
/// squares less twice the loser's discs, and a board of even size has an even number of squares. A draw is 0.
pub(crate) const GRAIN: i32 = 200;

// With fewer empty squares before the move it does not pay to look at what may become one.
const COUNTS_LIBERTIES: u32 = 13;

/// An interval that holds the result, in view of what `window` asks.
///
/// A side with `n` discs that are never turned keeps them, so the other has at most all other squares in the
/// end, and the result is no better for it than the number of squares less `2 n`.
///
/// Stable discs are counted only where they may close the window. With `e` empty squares a side seldom has
/// more of them than half the squares less `e`, so an edge within `2 e` of 0 is out of their reach; the
/// thresholds of Edax (R. Delorme, 1998 on) say about the same.
#[inline]
pub(crate) fn bounds<S: Shape>(position: &Position<S>, window: Window) -> (Score, Score) {
    let most = S::CELLS as i32;
    let empty = position.empty();
    let ask = 200 * empty.count() as i32;
    let (alpha, beta) = (window.alpha.cents(), window.beta.cents());
    let (mut low, mut high) = (-most, most);
    // While all corners are empty, next to no disc is known to be stable.
    let corner = !(S::CORNER_SQUARES & !empty).is_empty();
    if corner && ask <= alpha {
        high -= 2 * S::stable(position.opponent, empty).count() as i32;
    }
    if corner && beta <= -ask {
        low += 2 * S::stable(position.mover, empty).count() as i32;
    }
    (Score::from_units(low), Score::from_units(high))
}

/// How promising a move is in an ending, where the position `after` it is at hand: that it leaves few
/// replies, above all. Edax (R. Delorme, 1998 on) orders its endings by much the same.
///
/// The figures but the last are fitted: in 114,000 nodes of endings of 100 games between people, with 8 to 12
/// empty squares and a move that cuts off, every move was searched by itself, and gradient descent made the
/// move tried first take the fewest positions on average. What that leaves open is the scale, which counts
/// where the evaluation is added, and what may become a move: both were chosen by the time of whole endings.
/// Stable discs, too, brought nothing.
#[inline(always)]
pub(crate) fn rank<S: Shape>(before: &Position<S>, mv: Move<S>, after: &Position<S>) -> i32 {
    // Those before the move, as they and what follows from them are the same for all moves.
    let empty = before.empty();
    let disc = S::disc(mv.square());
    let replies = after.moves();
    let corners = replies & S::CORNER_SQUARES;
    let mut figure = -250 * replies.count() as i32 - 100 * corners.count() as i32;
    if !(disc & S::CORNER_SQUARES).is_empty() {
        figure += 140;
    }
    if !(disc & S::odd_quarters(empty)).is_empty() {
        figure += 75;
    }
    let beside = S::neighbours(mv.square()) & S::CORNER_SQUARES;
    if !beside.is_empty() {
        figure += if (beside & empty).is_empty() { 100 } else { -100 };
    }
    if empty.count() >= COUNTS_LIBERTIES {
        figure -= 50 * (touching::<S>(after.opponent) & after.empty()).count() as i32;
    }
    figure
}

/// What every evaluator of this game has in common beyond its opinion: the body of an
/// `impl Evaluator<Othello<S>>` names it once.
macro_rules! proofs {
    ($shape:ty) => {
        const BOUNDS: bool = true;
        const GRAIN: i32 = $crate::endgame::GRAIN;
        const FINISHES: u32 = $crate::endgame::FINISHES;
        const SYMMETRIC: bool = true;

        #[inline]
        fn bounds(
            &self,
            _: &$crate::rules::Othello<$shape>,
            position: &$crate::board::Position<$shape>,
            window: ::anyply_framework::Window,
        ) -> (Score, Score) {
            $crate::endgame::bounds(position, window)
        }

        #[inline(always)]
        fn rank(
            &self,
            _: &$crate::rules::Othello<$shape>,
            before: &$crate::board::Position<$shape>,
            mv: $crate::board::Move<$shape>,
            after: &$crate::board::Position<$shape>,
        ) -> i32 {
            $crate::endgame::rank(before, mv, after)
        }

        #[inline]
        fn finish(
            &self,
            _: &$crate::rules::Othello<$shape>,
            position: &$crate::board::Position<$shape>,
            window: ::anyply_framework::Window,
            _: &mut ::anyply_framework::Results,
            ledger: &mut ::anyply_framework::Ledger,
        ) -> Option<Score> {
            $crate::endgame::finish(position, window, ledger)
        }
    };
}
pub(crate) use proofs;

#[cfg(test)]
mod tests;
