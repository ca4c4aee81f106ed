//! The stones once more, sorted by lines: a row of bits for each line in each direction.

use crate::board::{MAX_SIZE, Position, Square};
use anyply_framework::Side;

/// Free bits on either side of a line, so that the eleven cells around any square are one shift away.
pub(crate) const MARGIN: usize = 5;
const MAX_LINES: usize = 2 * MAX_SIZE - 1;

/// A line: its direction, its number, and where on it a square is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) direction: usize,
    pub(crate) line: usize,
    /// Bit of the square, without the margin.
    pub(crate) bit: usize,
}

impl Place {
    /// Where `at` is in a direction. Columns are counted along rows and diagonals, rows along columns.
    pub(crate) const fn of<const N: usize>(direction: usize, at: Square) -> Self {
        let (x, y) = (at.x(), at.y());
        let (line, bit) = match direction {
            0 => (y, x),
            1 => (x, y),
            2 => (x + N - 1 - y, x),
            _ => (x + y, x),
        };
        Self { direction, line, bit }
    }
}

/// From one square of a line to the next, in indices.
pub(crate) const fn stride<const N: usize>(direction: usize) -> isize {
    match direction {
        0 => 1,
        1 => N as isize,
        2 => N as isize + 1,
        _ => 1 - N as isize,
    }
}

/// The number of lines in a direction.
pub(crate) const fn line_count<const N: usize>(direction: usize) -> usize {
    if direction < 2 { N } else { 2 * N - 1 }
}

/// The bits of a line that are on the board, with the margin.
pub(crate) const fn board_bits<const N: usize>(direction: usize, line: usize) -> u32 {
    let (first, last) = match direction {
        0 | 1 => (0, N - 1),
        // The diagonals number x - y + N - 1 and x + y; x runs between these bounds in both.
        _ if line < N => (0, line),
        _ => (line - (N - 1), N - 1),
    };
    ((1 << (last - first + 1)) - 1) << (first + MARGIN)
}

/// The stones of both colours by lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LineStones<const N: usize> {
    bits: [[[u32; MAX_LINES]; 4]; 2],
}

impl<const N: usize> LineStones<N> {
    pub(crate) fn new(position: &Position<N>) -> Self {
        let mut stones = Self { bits: [[[0; MAX_LINES]; 4]; 2] };
        for at in (0..N * N).map(|index| Square::from_index(index, N)) {
            if let Some(side) = position.stone(at) {
                stones.flip(side, at);
            }
        }
        stones
    }

    /// Puts a stone, or takes it away again.
    pub(crate) fn flip(&mut self, side: Side, at: Square) {
        for direction in 0..4 {
            let place = Place::of::<N>(direction, at);
            self.bits[side.index()][direction][place.line] ^= 1 << (place.bit + MARGIN);
        }
    }

    /// The stones of a line, with the margin.
    pub(crate) fn line(&self, side: Side, direction: usize, line: usize) -> u32 {
        self.bits[side.index()][direction][line]
    }
}
