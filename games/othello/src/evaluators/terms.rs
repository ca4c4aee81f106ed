//! What hand-made evaluators count: each term once for the side to move and once for the other.

use crate::bits::Bits;
use crate::board::Position;
use crate::shape::Shape;
use serde::{Deserialize, Serialize};

/// A count for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) own: i32,
    pub(super) opponent: i32,
}

impl Counts {
    /// The same count of both sides' view.
    pub(super) fn of<S: Shape>(position: &Position<S>, count: impl Fn(&Position<S>) -> i32) -> Self {
        Self { own: count(position), opponent: count(&position.swapped()) }
    }

    pub(super) fn difference(self) -> i32 {
        self.own - self.opponent
    }
}

/// How potential mobility is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Potential {
    /// The opponent's discs that touch an empty square.
    #[default]
    Discs,
    /// The empty squares that touch a disc of the opponent.
    Squares,
}

/// The discs of the side to move.
pub(super) fn discs<S: Shape>(position: &Position<S>) -> i32 {
    position.mover.count() as i32
}

/// The squares where the side to move may play; 0 if it must pass.
pub(super) fn mobility<S: Shape>(position: &Position<S>) -> i32 {
    position.moves().count() as i32
}

/// Where the side to move may get moves later on.
pub(super) fn potential<S: Shape>(position: &Position<S>, kind: Potential) -> i32 {
    let set = match kind {
        Potential::Discs => position.opponent & touching::<S>(position.empty()),
        Potential::Squares => position.empty() & touching::<S>(position.opponent),
    };
    set.count() as i32
}

/// The corners of the side to move.
pub(super) fn corners<S: Shape>(position: &Position<S>) -> i32 {
    (position.mover & S::CORNER_SQUARES).count() as i32
}

/// Discs on X squares whose corner is not one's own.
pub(super) fn bad_x<S: Shape>(position: &Position<S>) -> i32 {
    let bad = beside_foreign_corners(position).0;
    (position.mover & bad).count() as i32
}

/// Discs on C squares whose corner is not one's own.
pub(super) fn bad_c<S: Shape>(position: &Position<S>) -> i32 {
    let bad = beside_foreign_corners(position).1;
    (position.mover & bad).count() as i32
}

/// Discs of the side to move that are certainly stable.
pub(super) fn stable_discs<S: Shape>(position: &Position<S>) -> i32 {
    S::stable(position.mover, position.empty()).count() as i32
}

/// The X and the C squares beside corners that the side to move does not have.
fn beside_foreign_corners<S: Shape>(position: &Position<S>) -> (S::Bits, S::Bits) {
    let (mut x, mut c) = (S::Bits::EMPTY, S::Bits::EMPTY);
    for near in &S::CORNERS {
        if (position.mover & near.corner).is_empty() {
            x |= near.x;
            c |= near.c;
        }
    }
    (x, c)
}

/// The squares beside a member of `set`, in all eight directions.
pub(crate) fn touching<S: Shape>(set: S::Bits) -> S::Bits {
    let size = S::SIZE as u32;
    // Where the word is longer than the board, its last square would go on beyond and come back a row lower.
    let beside = ((set << 1) & S::BOARD & !S::FIRST_COLUMN) | ((set >> 1) & !S::LAST_COLUMN);
    let row = set | beside;
    (beside | (row << size) | (row >> size)) & S::BOARD
}

#[cfg(test)]
mod tests {
    use super::touching;
    use crate::bits::Bits;
    use crate::shape::{Eight, Shape, Six, Ten};

    fn touches_its_neighbours<S: Shape>() {
        for square in 0..S::CELLS {
            let touched = touching::<S>(S::Bits::of(square));
            for other in 0..S::CELLS {
                let columns = (square % S::SIZE).abs_diff(other % S::SIZE);
                let rows = (square / S::SIZE).abs_diff(other / S::SIZE);
                assert_eq!(touched.has(other), columns.max(rows) == 1, "{square} and {other}");
            }
        }
    }

    #[test]
    fn the_last_square_does_not_touch_the_first_of_its_row() {
        touches_its_neighbours::<Eight>();
        touches_its_neighbours::<Six>();
        touches_its_neighbours::<Ten>();
    }
}
