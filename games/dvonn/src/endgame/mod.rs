//! What can be proved before the end: bounds from what each side can still get at, parts that have nothing to
//! do with each other, and the last moves by straight-line code.

mod finish;
mod parts;
mod reach;

use crate::board::Position;
use crate::geometry::SPACES;
use anyply_framework::{Score, Window};
pub(crate) use finish::{FINISHES, finish};
pub(crate) use parts::divide;
use reach::Prospect;

/// Results are whole pieces.
pub(crate) const GRAIN: i32 = 100;

/// With more stacks nearly everything is within everybody's reach, and hardly a proof closes a window. With
/// 16, and asked 4 pieces for each stack beyond 8 (see [`far`]), the results of thirty games 14 plies before
/// the end took 1 % fewer positions and 4 % more time. (Measured, as [`far`] was, before [`finish`] took over
/// where few moves are left.)
const MOST_STACKS: usize = 14;

/// How far from the margin, in pieces, an edge of the window must be to be worth a proof. In twelve endings
/// 14 plies before the end, where proofs were asked for everywhere, fewer than one in a hundred closed a
/// window 20 pieces away with 13 stacks, one in five with 10, and five in six with 6; and a proof took as
/// long as the search of half a position. With this the same results took a fifth less time (with bounds a
/// little coarser than these).
const fn far(stacks: u32) -> i32 {
    5 * stacks.saturating_sub(7) as i32
}

/// An interval that holds the result under any play, in view of what `window` asks.
///
/// Nobody ends with more than all the pieces on the board. Better is proved only where it may close the
/// window: no proof is worse for a side than the pieces it owns now, so of the two edges only the one beyond
/// that margin is in question.
#[inline]
pub(crate) fn bounds(position: &Position, window: Window) -> (Score, Score) {
    if position.is_placing() {
        let most = Score::from_units(SPACES as i32);
        return (-most, most);
    }
    let occupied = position.occupied();
    let most = position.pieces(occupied) as i32;
    let (mut low, mut high) = (-most, most);
    let stacks = occupied.count();
    if stacks as usize <= MOST_STACKS {
        let (margin, far) = (position.margin(), far(stacks));
        if Score::from_units(margin + far) <= window.alpha {
            high = at_best(position);
        } else if Score::from_units(margin - far) >= window.beta {
            low = -at_best(&position.swapped());
        }
    }
    (Score::from_units(low), Score::from_units(high))
}

/// No play ends better than this for the side to move, in pieces.
///
/// A space once left stays empty, and a stack that is landed on grows by as much as what lands has come far.
/// So a stack moves as far as it is high today plus some of what may land on it, always onto a space occupied
/// today. [`Prospect`] follows that from today's stacks; it leaves out what may be in the way, so it holds
/// all that can happen, whoever moves when. Then
/// - pieces that may come under the side to move count for it;
/// - all others never do. They count against it if they are the opponent's now and can never be removed, as
///   they hold a Dvonn, or hang on one by stacks none of which is ever left;
/// - the rest count nothing, as if they were removed.
fn at_best(position: &Position) -> i32 {
    let reach = Prospect::new(position);
    let gained = reach.ever_mine();
    let kept = reach.never_left();
    let anchored = kept.connected_to(kept & position.dvonns());
    let lost = position.theirs().without(gained) & (anchored | position.dvonns());
    position.pieces(gained) as i32 - position.pieces(lost) as i32
}

/// How promising a move is on the way to the end, where the position `after` it is at hand: that it leaves
/// few replies; of as many, pieces decide. With a reply worth two pieces instead of eleven, results 13 plies
/// before the end took a tenth to a fifth more positions (two sets of fifty). Moves of one's own save one in
/// twenty when they are counted too, and take as much time as that saves. Far from the end, where the
/// evaluation is added, a reply is worth 1.65 pieces of that. Fitted to what each move of 40,000 nodes took,
/// the two came out as they are; nor did captures, targets or stacks beside them bring anything.
#[inline]
pub(crate) fn rank(after: &Position) -> i32 {
    -165 * after.movers().count(after.mine()) as i32 - 15 * after.margin()
}

/// What every evaluator of this game has in common beyond its opinion: the body of an `impl Evaluator<Dvonn>`
/// names it once.
macro_rules! proofs {
    () => {
        const BOUNDS: bool = true;
        const GRAIN: i32 = $crate::endgame::GRAIN;
        const SYMMETRIC: bool = true;
        const DIVIDES: bool = true;
        const FINISHES: u32 = $crate::endgame::FINISHES;

        #[inline]
        fn bounds(
            &self,
            _: &$crate::rules::Dvonn,
            position: &$crate::board::Position,
            window: ::anyply_framework::Window,
        ) -> (Score, Score) {
            $crate::endgame::bounds(position, window)
        }

        fn finish(
            &self,
            _: &$crate::rules::Dvonn,
            position: &$crate::board::Position,
            window: ::anyply_framework::Window,
            results: &mut ::anyply_framework::Results,
            ledger: &mut ::anyply_framework::Ledger,
        ) -> Option<::anyply_framework::Score> {
            $crate::endgame::finish(position, window, results, ledger)
        }

        fn divide(
            &self,
            _: &$crate::rules::Dvonn,
            position: &$crate::board::Position,
            parts: &mut ::anyply_framework::Parts<$crate::rules::Dvonn>,
        ) -> Score {
            $crate::endgame::divide(position, parts)
        }

        #[inline]
        fn rank(
            &self,
            _: &$crate::rules::Dvonn,
            _: &$crate::board::Position,
            _: $crate::rules::Move,
            after: &$crate::board::Position,
        ) -> i32 {
            $crate::endgame::rank(after)
        }
    };
}
pub(crate) use proofs;

#[cfg(test)]
mod tests;
