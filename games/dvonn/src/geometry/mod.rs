//! The board: 49 spaces in five rows, and sets of them as words.
//!
//! Rows are twelve bits apart although the longest has eleven spaces. The bit between two rows is never
//! occupied, so a shift by one step in any of the six directions needs no mask.

mod connections;

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// The number of spaces.
pub const SPACES: usize = 49;
/// From one row to the next, in bits.
pub(crate) const STRIDE: u32 = 12;
/// The longest way a stack can go: from A3 to K3.
pub(crate) const LONGEST: usize = 10;
/// The longest way across the rows.
pub(crate) const LONGEST_ACROSS: usize = 4;
/// One step along a row, up a column and along a diagonal, in bits.
pub(crate) const STEPS: [u32; 3] = [1, STRIDE, STRIDE + 1];

/// The board is an elongated hexagon: it may be turned by half and mirrored, upside down or left to right.
/// Bit 0 of a symmetry's number is the half turn, bit 1 mirrors upside down, both together mirror left to
/// right; each takes itself back.
pub(crate) const SYMMETRIES: usize = 4;
const HALF_TURN: usize = 1;
const UPSIDE_DOWN: usize = 2;

/// The bits of row 1.
const ROW: u64 = (1 << STRIDE) - 1;

/// First and last column of each row.
const ROWS: [(u8, u8); 5] = [(0, 8), (0, 9), (0, 10), (1, 10), (2, 10)];

/// One of the 49 spaces. They are ordered A1 to I1, A2 to J2, and so on to K5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// Every space, in order.
    pub const ALL: [Self; SPACES] = {
        let mut all = [Self(0); SPACES];
        let (mut next, mut row) = (0, 0);
        while row < ROWS.len() {
            let mut column = ROWS[row].0;
            while column <= ROWS[row].1 {
                all[next] = Self(row as u8 * STRIDE as u8 + column);
                next += 1;
                column += 1;
            }
            row += 1;
        }
        all
    };

    /// The space in a column (0 is A) and a row (0 is row 1), both below 12, if the board has it.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if row as usize >= ROWS.len() {
            return None;
        }
        let (first, last) = ROWS[row as usize];
        if column < first || column > last { None } else { Some(Self(row * STRIDE as u8 + column)) }
    }

    /// The space with this number, 0..49.
    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// Its place in [`Space::ALL`].
    pub const fn number(self) -> usize {
        const NUMBERS: [u8; 64] = {
            let mut numbers = [0; 64];
            let mut next = 0;
            while next < SPACES {
                numbers[Space::ALL[next].0 as usize] = next as u8;
                next += 1;
            }
            numbers
        };
        NUMBERS[(self.0 & 63) as usize] as usize
    }

    /// The column, 0 (A) to 10 (K).
    pub const fn column(self) -> u8 {
        self.0 % STRIDE as u8
    }

    /// The row, 0 (row 1) to 4 (row 5).
    pub const fn row(self) -> u8 {
        self.0 / STRIDE as u8
    }

    /// The set of this space alone.
    pub const fn set(self) -> Spaces {
        Spaces(1 << self.0)
    }

    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The one with that bit, which must be a space's.
    pub(crate) const fn of_bit(bit: u32) -> Self {
        debug_assert!(Spaces::BOARD.0 >> bit & 1 != 0);
        Self(bit as u8)
    }

    /// Steps between two spaces on an empty board.
    pub const fn distance(self, other: Self) -> u32 {
        let across = other.column() as i32 - self.column() as i32;
        let up = other.row() as i32 - self.row() as i32;
        // A diagonal step goes along both axes at once, but only with equal signs.
        if (across < 0) == (up < 0) {
            let (a, b) = (across.unsigned_abs(), up.unsigned_abs());
            if a > b { a } else { b }
        } else {
            across.unsigned_abs() + up.unsigned_abs()
        }
    }

    /// Whether the two lie on one of the board's lines.
    pub const fn in_line(self, other: Self) -> bool {
        let across = other.column() as i32 - self.column() as i32;
        let up = other.row() as i32 - self.row() as i32;
        across == 0 || up == 0 || across == up
    }

    /// The spaces on its lines that are so far away, whatever lies between.
    #[inline(always)]
    pub(crate) fn at(self, distance: usize) -> Spaces {
        if distance > LONGEST { Spaces::EMPTY } else { AT[usize::from(self.0)][distance] }
    }

    /// Where the space lies under a symmetry of the board, see [`SYMMETRIES`].
    pub(crate) const fn image(self, symmetry: usize) -> Self {
        let (column, row) = (self.column(), self.row());
        let (column, row) =
            if symmetry & UPSIDE_DOWN == 0 { (column, row) } else { (column + 2 - row, 4 - row) };
        let (column, row) = if symmetry & HALF_TURN == 0 { (column, row) } else { (10 - column, 4 - row) };
        Self(row * STRIDE as u8 + column)
    }

    /// The adjacent spaces: three, four or six.
    pub const fn neighbours(self) -> Spaces {
        Spaces(self.set().with_neighbours().0 & Spaces::BOARD.0 & !(1 << self.0))
    }
}

/// `A1`.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spaces(u64);

impl Spaces {
    /// No space.
    pub const EMPTY: Self = Self(0);
    /// All 49.
    pub const BOARD: Self = {
        let mut board = 0;
        let mut next = 0;
        while next < SPACES {
            board |= 1 << Space::ALL[next].0;
            next += 1;
        }
        Self(board)
    };
    /// The 24 spaces with fewer than six neighbours: a stack there is never blocked.
    pub const EDGE: Self = Self(Self::BOARD.0 & !Self::BOARD.surrounded().0);

    /// The bits themselves: row by row, twelve apart.
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The spaces whose bits are these, as [`Spaces::word`] gives them; others are left out.
    pub(crate) const fn of_word(word: u64) -> Self {
        Self(word & Self::BOARD.0)
    }

    /// How many there are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `space` is among them.
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 != 0
    }

    /// These spaces without `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// These and `space`.
    #[must_use]
    pub const fn with(self, space: Space) -> Self {
        Self(self.0 | 1 << space.0)
    }

    /// Whether any of `others` is among them.
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// These and all around them; may hold bits beside the board.
    pub(crate) const fn with_neighbours(self) -> Self {
        let s = self.0;
        Self(s | s << 1 | s >> 1 | s << STRIDE | s >> STRIDE | s << (STRIDE + 1) | s >> (STRIDE + 1))
    }

    /// The spaces whose six neighbours are all in the set.
    pub(crate) const fn surrounded(self) -> Self {
        let s = self.0;
        Self(s << 1 & s >> 1 & s << STRIDE & s >> STRIDE & s << (STRIDE + 1) & s >> (STRIDE + 1))
    }

    /// Where stacks of `height` (1 to 10) on these spaces would land, one set per direction, with the
    /// distance in bits. May hold bits beside the board.
    #[inline]
    pub(crate) fn landings(self, height: usize) -> [(Self, i32); 6] {
        // A row's far end must not run over into the next row: only columns that leave room may go right, and
        // only such columns can have been reached by going left.
        let room = LEAVES_ROOM[height];
        let along = height as u32;
        let mut landings = [(Self::EMPTY, 0); 6];
        landings[0] = (Self((self.0 & room) << along), along as i32);
        landings[1] = (Self((self.0 >> along) & room), -(along as i32));
        if height <= LONGEST_ACROSS {
            let up = along * STRIDE;
            let diagonal = along * (STRIDE + 1);
            landings[2] = (Self(self.0 << up), up as i32);
            landings[3] = (Self(self.0 >> up), -(up as i32));
            landings[4] = (Self((self.0 & room) << diagonal), diagonal as i32);
            landings[5] = (Self((self.0 >> diagonal) & room), -(diagonal as i32));
        }
        landings
    }

    /// Where the spaces lie under a symmetry of the board, see [`SYMMETRIES`].
    #[inline]
    pub(crate) const fn image(self, symmetry: usize) -> Self {
        let mut s = self.0;
        if symmetry & UPSIDE_DOWN != 0 {
            // Columns lean, so a row also slides along by its distance from the middle one.
            s = (s & ROW) << 50
                | (s & ROW << STRIDE) << 25
                | s & ROW << (2 * STRIDE)
                | (s & ROW << (3 * STRIDE)) >> 25
                | (s & ROW << (4 * STRIDE)) >> 50;
        }
        if symmetry & HALF_TURN != 0 {
            // The last space, K5, is bit 58.
            s = s.reverse_bits() >> 5;
        }
        Self(s)
    }

    /// The set moved by so many bits.
    #[inline]
    pub(crate) const fn shifted_back(self, bits: i32) -> Self {
        if bits >= 0 { Self(self.0 >> bits) } else { Self(self.0 << -bits) }
    }

    /// The spaces in order.
    pub fn iter(self) -> impl Iterator<Item = Space> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < 64).then_some(Space(bit as u8))
        })
    }
}

/// See [`Space::at`]; by bit.
static AT: [[Spaces; LONGEST + 1]; 64] = {
    let mut table = [[Spaces::EMPTY; LONGEST + 1]; 64];
    let mut number = 0;
    while number < SPACES * SPACES {
        let (from, to) = (Space::ALL[number / SPACES], Space::ALL[number % SPACES]);
        if from.in_line(to) && from.0 != to.0 {
            let spaces = &mut table[from.0 as usize][from.distance(to) as usize];
            *spaces = spaces.with(to);
        }
        number += 1;
    }
    table
};

/// By distance: the columns from which one can go that far to the right.
pub(crate) const LEAVES_ROOM: [u64; LONGEST + 1] = {
    let mut masks = [0; LONGEST + 1];
    let mut distance = 0;
    while distance <= LONGEST {
        let mut row = 0;
        while row < ROWS.len() {
            masks[distance] |= ((1 << (LONGEST + 1 - distance)) - 1) << (row as u32 * STRIDE);
            row += 1;
        }
        distance += 1;
    }
    masks
};

impl BitOr for Spaces {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Spaces {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOrAssign for Spaces {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Spaces {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

/// The rest of the board.
impl Not for Spaces {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::BOARD.0)
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Self {
        spaces.into_iter().fold(Self::EMPTY, |set, space| set | space.set())
    }
}

/// `{A1, B2}`.
impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
