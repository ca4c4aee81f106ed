//! The board: [`Square`], [`Position`], and the numbers that make up its key.

use anyply_framework::hash::SplitMix;
use anyply_framework::{Side, symmetry};
use std::fmt;

/// The largest board there is.
pub(crate) const MAX_SIZE: usize = 20;
/// Squares of the largest board: arrays by square have this length, since a length cannot be computed from a
/// type parameter.
pub(crate) const MAX_SQUARES: usize = MAX_SIZE * MAX_SIZE;
/// The four directions of a line, as steps of column and row. The other four are the same lines walked
/// backwards.
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A point of the board, and so a move: a stone is put there.
///
/// It prints as people write it: column letter, then row, row 1 at the bottom.
///
/// ```
/// use anyply_gomoku::Square;
/// assert_eq!(Square::new(7, 7).to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    // Row first, so that the derived order is the order of the indices.
    y: u8,
    x: u8,
}

impl Square {
    /// Column and row, both from 0, row 0 at the bottom.
    ///
    /// # Panics
    /// If one of them is 20 or more.
    pub const fn new(x: usize, y: usize) -> Self {
        assert!(x < MAX_SIZE && y < MAX_SIZE);
        Self { y: y as u8, x: x as u8 }
    }

    /// The column, from 0 at the left.
    pub const fn x(self) -> usize {
        self.x as usize
    }

    /// The row, from 0 at the bottom.
    pub const fn y(self) -> usize {
        self.y as usize
    }

    /// The number of the square on a board of `size`: row by row from the bottom left.
    pub const fn index(self, size: usize) -> usize {
        self.y() * size + self.x()
    }

    /// The square of a number below `size * size`.
    pub(crate) const fn from_index(index: usize, size: usize) -> Self {
        Self { y: (index / size) as u8, x: (index % size) as u8 }
    }

    /// Where the square lies on a board of `size` under one of its symmetries.
    pub(crate) const fn image(self, size: usize, symmetry: usize) -> Self {
        let (x, y) = symmetry::image((self.x(), self.y()), size, symmetry);
        Self::new(x, y)
    }

    /// The square `steps` further in `direction`, if it is on a board of `size`.
    pub(crate) const fn step(self, direction: usize, steps: i32, size: usize) -> Option<Self> {
        let (dx, dy) = DIRECTIONS[direction];
        let (x, y) = (self.x as i32 + dx * steps, self.y as i32 + dy * steps);
        if x < 0 || y < 0 || x >= size as i32 || y >= size as i32 {
            return None;
        }
        Some(Self { y: y as u8, x: x as u8 })
    }

    /// The direction and the [steps](Self::step) to another square; none where no line leads there, or to the
    /// square itself.
    pub(crate) const fn way_to(self, other: Self) -> Option<(usize, i32)> {
        let (dx, dy) = (other.x as i32 - self.x as i32, other.y as i32 - self.y as i32);
        let direction = match (dx, dy) {
            (0, 0) => return None,
            (_, 0) => 0,
            (0, _) => 1,
            _ if dx == dy => 2,
            _ if dx == -dy => 3,
            _ => return None,
        };
        Some((direction, if dx == 0 { dy } else { dx }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letter(self.x()), self.y + 1)
    }
}

/// `a` for column 0.
pub(crate) fn column_letter(x: usize) -> char {
    char::from(b'a' + x as u8)
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The stones of one colour: bit x of row y.
pub(crate) type Rows<const N: usize> = [u32; N];

/// The squares of a set of them, row by row from the bottom left.
pub(crate) fn squares<const N: usize>(rows: Rows<N>) -> impl Iterator<Item = Square> {
    let mut y = 0;
    let mut row = rows[0];
    std::iter::from_fn(move || {
        while row == 0 {
            y += 1;
            row = *rows.get(y)?;
        }
        let x = row.trailing_zeros() as usize;
        row &= row - 1;
        Some(Square::new(x, y))
    })
}

/// The stones on a board of `N` by `N`, who moves next, and who has won.
///
/// The colours are absolute here: turning 120 bytes around at every move would cost more than it saves, and
/// the renju rules must know Black from White anyway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const N: usize> {
    rows: [Rows<N>; 2],
    key: u64,
    stones: u16,
    side: Side,
    winner: Option<Side>,
}

impl<const N: usize> Position<N> {
    /// The empty board, with `side` to move.
    pub(crate) const fn empty(side: Side) -> Self {
        const { assert!(N >= 5 && N <= MAX_SIZE, "a board has 5 to 20 lines") };
        Self { rows: [[0; N]; 2], key: KEYS.side[side as usize], stones: 0, side, winner: None }
    }

    /// Whose turn it is; in a finished game, whose turn it would be.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Who has made a winning line, if anybody.
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The number of stones on the board.
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// The number of stones of one colour.
    pub fn count(&self, side: Side) -> usize {
        self.rows(side).iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The number of free squares.
    pub const fn free(&self) -> usize {
        N * N - self.stones as usize
    }

    /// Whose stone stands on `at`, if any.
    pub const fn stone(&self, at: Square) -> Option<Side> {
        if self.rows[0][at.y()] >> at.x() & 1 != 0 {
            Some(Side::Black)
        } else if self.rows[1][at.y()] >> at.x() & 1 != 0 {
            Some(Side::White)
        } else {
            None
        }
    }

    /// Whether `at` is free.
    pub const fn is_free(&self, at: Square) -> bool {
        (self.rows[0][at.y()] | self.rows[1][at.y()]) >> at.x() & 1 == 0
    }

    /// The free squares, row by row from the bottom left.
    pub fn free_squares(&self) -> impl Iterator<Item = Square> + use<N> {
        squares::<N>(std::array::from_fn(|y| !(self.rows[0][y] | self.rows[1][y]) & Self::FULL_ROW))
    }

    /// The free squares while the game is open; none once somebody has won.
    pub(crate) fn playable_squares(&self) -> impl Iterator<Item = Square> + use<N> {
        let is_open = self.winner.is_none();
        self.free_squares().filter(move |_| is_open)
    }

    /// A 64-bit key of the stones and the side to move.
    pub const fn key(&self) -> u64 {
        self.key
    }

    pub(crate) const FULL_ROW: u32 = (1 << N) - 1;

    pub(crate) const fn rows(&self, side: Side) -> &Rows<N> {
        &self.rows[side as usize]
    }

    /// Puts a stone on a free square without regard to whose turn it is.
    pub(crate) fn put(&mut self, at: Square, side: Side) {
        debug_assert!(self.is_free(at), "{at} is taken");
        self.rows[side.index()][at.y()] |= 1 << at.x();
        self.key ^= KEYS.stone[side.index()][at.index(N)];
        self.stones += 1;
    }

    /// The position with one stone less.
    pub(crate) fn without(mut self, at: Square, side: Side) -> Self {
        debug_assert_eq!(self.stone(at), Some(side));
        self.rows[side.index()][at.y()] &= !(1 << at.x());
        self.key ^= KEYS.stone[side.index()][at.index(N)];
        self.stones -= 1;
        self
    }

    /// Gives the turn to the other side.
    pub(crate) fn turn(&mut self) {
        self.key ^= KEYS.side[0] ^ KEYS.side[1];
        self.side = !self.side;
    }

    /// The position under a symmetry of the board.
    pub(crate) fn image(&self, symmetry: usize) -> Self {
        let mut image = Self { winner: self.winner, ..Self::empty(self.side) };
        for side in Side::BOTH {
            squares(*self.rows(side)).for_each(|at| image.put(at.image(N, symmetry), side));
        }
        image
    }

    pub(crate) fn set_winner(&mut self, winner: Option<Side>) {
        self.winner = winner;
    }

    /// The key from scratch: the slow twin of the one kept from move to move.
    #[cfg(test)]
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut key = KEYS.side[self.side.index()];
        for index in 0..N * N {
            if let Some(side) = self.stone(Square::from_index(index, N)) {
                key ^= KEYS.stone[side.index()][index];
            }
        }
        key
    }
}

/// Zobrist's random numbers (1970).
struct Keys {
    stone: [[u64; MAX_SQUARES]; 2],
    side: [u64; 2],
}

static KEYS: Keys = Keys::new();

impl Keys {
    const fn new() -> Self {
        let mut random = SplitMix(0x676f_6d6f_6b75);
        let mut keys = Self { stone: [[0; MAX_SQUARES]; 2], side: [0; 2] };
        let mut side = 0;
        while side < 2 {
            let mut square = 0;
            while square < MAX_SQUARES {
                keys.stone[side][square] = random.next();
                square += 1;
            }
            keys.side[side] = random.next();
            side += 1;
        }
        keys
    }
}
