//! Stable discs in plain words: those that no sequence of moves can turn any more.

use crate::bits::Bits;
use crate::shape::Shape;

/// Discs of `own` that are certainly stable: a lower bound, cheap enough for an evaluator.
///
/// A disc cannot be turned along an axis if the line there is full, if it stands at the line's end, or if its
/// neighbour there is a stable disc of the same side. One that is safe along all four axes is stable; this is
/// repeated until it yields no more.
pub(crate) fn stable<S: Shape>(own: S::Bits, empty: S::Bits) -> S::Bits {
    let full = FullLines::<S>::new(empty);
    let size = S::SIZE as u32;
    let mut stable = S::Bits::EMPTY;
    loop {
        let from_left = (stable << 1) & !S::FIRST_COLUMN;
        let from_right = (stable >> 1) & !S::LAST_COLUMN;
        let across = full.across | from_left | from_right;
        let along = full.along | (stable << size) | (stable >> size);
        let falling = full.falling | (from_left << size) | (from_right >> size);
        let rising = full.rising | (from_left >> size) | (from_right << size);
        let more = own & across & along & falling & rising;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// For each axis the squares whose line there is full, or which stand at the end of it.
struct FullLines<S: Shape> {
    across: S::Bits,
    along: S::Bits,
    falling: S::Bits,
    rising: S::Bits,
}

impl<S: Shape> FullLines<S> {
    fn new(empty: S::Bits) -> Self {
        let size = S::SIZE as u32;
        let columns = !S::INNER_COLUMNS;
        let rows = !S::INNER_ROWS;
        Self {
            across: !spread::<S>(empty, 1, S::LAST_COLUMN, S::FIRST_COLUMN) | columns,
            along: !spread::<S>(empty, size, S::Bits::EMPTY, S::Bits::EMPTY) | rows,
            falling: !spread::<S>(empty, size + 1, S::LAST_COLUMN, S::FIRST_COLUMN) | columns | rows,
            rising: !spread::<S>(empty, size - 1, S::FIRST_COLUMN, S::LAST_COLUMN) | columns | rows,
        }
    }
}

/// All squares on a line of one axis with a member of `set`. Shifting down would wrap into `low_edge`,
/// shifting up into `high_edge`.
fn spread<S: Shape>(set: S::Bits, shift: u32, low_edge: S::Bits, high_edge: S::Bits) -> S::Bits {
    let (mut up, mut down) = (set, set);
    let (mut may_up, mut may_down) = (S::BOARD & !high_edge, S::BOARD & !low_edge);
    let mut step = shift;
    // Doubling steps: 1 + 2 + 4 cross the small boards, 8 more the large one.
    let mut reach = 1;
    while reach < S::SIZE {
        up |= may_up & (up << step);
        down |= may_down & (down >> step);
        may_up &= may_up << step;
        may_down &= may_down >> step;
        step *= 2;
        reach *= 2;
    }
    up | down
}
