//! [`Shape`]: what differs between board sizes, known when the program is compiled.

use crate::bits::Bits;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use crate::last_disc;
use crate::portable;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use crate::simd;
use crate::stability;
use anyply_framework::symmetry::{self, COLUMNS, ROWS, TRANSPOSED};
use std::fmt::Debug;

/// A square board of even size. The same rules run on each; the word is the smallest that holds the board.
pub trait Shape: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// A set of squares.
    type Bits: Bits;
    /// Squares along an edge: 6, 8 or 10.
    const SIZE: usize;
    /// Squares on the board.
    const CELLS: usize = Self::SIZE * Self::SIZE;
    /// Every square.
    const BOARD: Self::Bits;
    /// Every square but the first and the last column: a disc there can be bracketed along its row, and
    /// shifting it by one column does not wrap.
    const INNER_COLUMNS: Self::Bits;
    /// Every square but the first and the last row.
    const INNER_ROWS: Self::Bits;
    /// Every square of column a.
    const FIRST_COLUMN: Self::Bits;
    /// Every square of the last column.
    const LAST_COLUMN: Self::Bits;
    /// The four corners.
    const CORNER_SQUARES: Self::Bits;
    /// The four quarters.
    const QUARTERS: [Self::Bits; 4];
    /// The corners, each with what lies beside it.
    const CORNERS: [Corner<Self::Bits>; 4];

    /// The squares that a line from `square` crosses up to the edge, `square` itself not among them: east,
    /// south-west, south, south-east (towards higher bits), then west, north-east, north, north-west. None
    /// from [`Shape::CELLS`], which stands for a pass.
    fn rays(square: usize) -> &'static Rays<Self::Bits>;

    /// The set of one square; none for [`Shape::CELLS`], which stands for a pass.
    fn disc(square: usize) -> Self::Bits;

    /// The squares beside `square`, in all eight directions; none for a pass.
    fn neighbours(square: usize) -> Self::Bits;

    /// Where the mover brackets at least one disc.
    #[inline(always)]
    fn moves(mover: Self::Bits, opponent: Self::Bits) -> Self::Bits {
        portable::moves::<Self>(mover, opponent)
    }

    /// What the mover turns by a disc on the empty `square`; nothing by a pass.
    #[inline(always)]
    fn flips(mover: Self::Bits, opponent: Self::Bits, square: usize) -> Self::Bits {
        portable::flips::<Self>(mover, opponent, square)
    }

    /// How many discs the mover turns by a disc on `square` where all other squares are taken.
    #[inline(always)]
    fn turned_by_last(mover: Self::Bits, square: usize) -> u32 {
        portable::turned_by_last::<Self>(mover, square)
    }

    /// The quarters of the board that hold an odd number of `empty` squares: where the mover may hope for the
    /// last move too.
    #[inline(always)]
    fn odd_quarters(empty: Self::Bits) -> Self::Bits {
        portable::odd_quarters::<Self>(empty)
    }

    /// Discs of `own` that no sequence of moves can turn any more, as far as that is cheap to see.
    #[inline(always)]
    fn stable(own: Self::Bits, empty: Self::Bits) -> Self::Bits {
        stability::stable::<Self>(own, empty)
    }

    /// The squares that `set` becomes under a symmetry of the board, see [`symmetry`].
    #[inline]
    fn image(set: Self::Bits, symmetry: usize) -> Self::Bits {
        let (mut left, mut image) = (set, Self::Bits::EMPTY);
        while !left.is_empty() {
            image |= Self::Bits::of(Self::image_of(left.first(), symmetry));
            left = left.without_first();
        }
        image
    }

    /// Where one square comes to lie under a symmetry. `square` is below [`Shape::CELLS`].
    #[inline]
    fn image_of(square: usize, symmetry: usize) -> usize {
        let (column, row) = symmetry::image((square % Self::SIZE, square / Self::SIZE), Self::SIZE, symmetry);
        column + Self::SIZE * row
    }
}

/// Eight rays, where a vector register can load them at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Rays<B>(pub(crate) [B; 8]);

/// A corner and its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Corner<B> {
    /// The corner itself, as on a1.
    pub corner: B,
    /// The X square, diagonally inside, as b2.
    pub x: B,
    /// The two C squares, beside it on the edges, as a2 and b1.
    pub c: B,
}

/// The standard board, 8x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Eight;

/// The small board, 6x6. The second player wins it by four (J. Feinstein, 1993).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Six;

/// The large board, 10x10.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ten;

/// The squares with both coordinates in the given ranges.
const fn block(size: usize, columns: (usize, usize), rows: (usize, usize)) -> u128 {
    let mut set = 0;
    let mut square = 0;
    while square < size * size {
        let (x, y) = (square % size, square / size);
        if columns.0 <= x && x < columns.1 && rows.0 <= y && y < rows.1 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

const fn ray(size: usize, square: usize, dx: isize, dy: isize) -> u128 {
    let mut set = 0;
    let mut x = (square % size) as isize + dx;
    let mut y = (square / size) as isize + dy;
    while 0 <= x && x < size as isize && 0 <= y && y < size as isize {
        set |= 1 << (y as usize * size + x as usize);
        x += dx;
        y += dy;
    }
    set
}

/// The squares of the largest board and the pass, rounded up to a power of two: the remainder spares a check.
const ENTRIES: usize = 128;

/// In the order of [`Shape::rays`].
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// A table with a number for each square, 0 for the pass.
macro_rules! by_square {
    ($number:ty, $size:literal, |$square:ident| $value:expr) => {{
        static TABLE: [$number; ENTRIES] = {
            let mut table = [0; ENTRIES];
            let mut $square = 0;
            while $square < $size * $size {
                table[$square] = $value;
                $square += 1;
            }
            table
        };
        &TABLE
    }};
}

macro_rules! shape {
    ($name:ident, $bits:ty, $size:literal, { $($fast:item)* }) => {
        impl Shape for $name {
            type Bits = $bits;
            const SIZE: usize = $size;
            const BOARD: $bits = block($size, (0, $size), (0, $size)) as $bits;
            const INNER_COLUMNS: $bits = block($size, (1, $size - 1), (0, $size)) as $bits;
            const INNER_ROWS: $bits = block($size, (0, $size), (1, $size - 1)) as $bits;
            const FIRST_COLUMN: $bits = block($size, (0, 1), (0, $size)) as $bits;
            const LAST_COLUMN: $bits = block($size, ($size - 1, $size), (0, $size)) as $bits;
            const CORNER_SQUARES: $bits = Self::BOARD & !(Self::INNER_COLUMNS | Self::INNER_ROWS);
            const QUARTERS: [$bits; 4] = {
                const LOW: (usize, usize) = (0, $size / 2);
                const HIGH: (usize, usize) = ($size / 2, $size);
                [
                    block($size, LOW, LOW) as $bits,
                    block($size, HIGH, LOW) as $bits,
                    block($size, LOW, HIGH) as $bits,
                    block($size, HIGH, HIGH) as $bits,
                ]
            };
            const CORNERS: [Corner<$bits>; 4] = {
                const LAST: usize = $size - 1;
                const fn at(x: usize, y: usize) -> $bits {
                    1 << (x + $size * y)
                }
                const fn corner(x: usize, y: usize, inner_x: usize, inner_y: usize) -> Corner<$bits> {
                    Corner { corner: at(x, y), x: at(inner_x, inner_y), c: at(inner_x, y) | at(x, inner_y) }
                }
                [
                    corner(0, 0, 1, 1),
                    corner(LAST, 0, LAST - 1, 1),
                    corner(0, LAST, 1, LAST - 1),
                    corner(LAST, LAST, LAST - 1, LAST - 1),
                ]
            };

            #[inline(always)]
            fn rays(square: usize) -> &'static Rays<$bits> {
                static RAYS: [Rays<$bits>; ENTRIES] = {
                    let mut table = [Rays([0; 8]); ENTRIES];
                    let mut square = 0;
                    while square < $size * $size {
                        let mut i = 0;
                        while i < 8 {
                            let (dx, dy) = DIRECTIONS[i];
                            table[square].0[i] = ray($size, square, dx, dy) as $bits;
                            i += 1;
                        }
                        square += 1;
                    }
                    table
                };
                debug_assert!(square <= Self::CELLS);
                &RAYS[square % ENTRIES]
            }

            #[inline(always)]
            fn disc(square: usize) -> $bits {
                debug_assert!(square <= Self::CELLS);
                by_square!($bits, $size, |square| 1 << square)[square % ENTRIES]
            }

            #[inline(always)]
            fn neighbours(square: usize) -> $bits {
                debug_assert!(square <= Self::CELLS);
                by_square!($bits, $size, |square| {
                    let (x, y): (usize, usize) = (square % $size, square / $size);
                    let around = block($size, (x.saturating_sub(1), x + 2), (y.saturating_sub(1), y + 2));
                    around as $bits & !(1 << square)
                })[square % ENTRIES]
            }

            $($fast)*
        }
    };
}

shape!(Six, u64, 6, {});
shape!(Ten, u128, 10, {});
shape!(Eight, u64, 8, {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    fn moves(mover: u64, opponent: u64) -> u64 {
        simd::moves(mover, opponent)
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    fn flips(mover: u64, opponent: u64, square: usize) -> u64 {
        simd::flips(mover, opponent, square)
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    fn stable(own: u64, empty: u64) -> u64 {
        simd::stable(own, empty)
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline(always)]
    fn turned_by_last(mover: u64, square: usize) -> u32 {
        last_disc::turned(mover, square)
    }

    // The rows of each half folded onto its first, the columns of each quarter onto its first, and the bit
    // that is left spread over the quarter.
    #[inline(always)]
    fn odd_quarters(empty: u64) -> u64 {
        let half = empty ^ empty >> 16;
        let row = half ^ half >> 8;
        let pair = row ^ row >> 2;
        let odd = (pair ^ pair >> 1) & 0x0000_0011_0000_0011;
        odd * 0x0f0f_0f0f
    }

    #[inline]
    fn image(set: u64, symmetry: usize) -> u64 {
        let set = if symmetry & TRANSPOSED == 0 { set } else { transposed(set) };
        // A row is a byte.
        let set = if symmetry & COLUMNS == 0 { set } else { set.swap_bytes().reverse_bits() };
        if symmetry & ROWS == 0 { set } else { set.swap_bytes() }
    }
});

/// Columns for rows on the 8x8 board: quarters change places, then quarters of these, then their squares.
const fn transposed(set: u64) -> u64 {
    const fn exchanged(set: u64, lower: u64, distance: u32) -> u64 {
        let differing = (set ^ set >> distance) & lower;
        set ^ differing ^ differing << distance
    }
    let set = exchanged(set, 0x0000_0000_f0f0_f0f0, 28);
    let set = exchanged(set, 0x0000_cccc_0000_cccc, 14);
    exchanged(set, 0x00aa_00aa_00aa_00aa, 7)
}
