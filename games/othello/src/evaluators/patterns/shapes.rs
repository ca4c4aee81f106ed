//! Which squares are looked at together.
//!
//! Patterns of squares whose every filling has a weight of its own are M. Buro's (*From Simple Features to
//! Sophisticated Evaluation Functions*, 1998), and so are most of these shapes, from his Logistello; the
//! triangle is of later engines.

use crate::shape::{Eight, Shape};
use anyply_framework::symmetry;

/// The most squares of a pattern: an index of ten balanced ternary digits just fits 16 bits.
pub(super) const LONGEST: usize = 10;

/// A name, and the squares of one instance in the order of its digits. The other instances are what the
/// board's symmetries make of it.
pub(super) const PATTERNS: [(&str, &str); 12] = [
    ("corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    ("corner 5x2", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    ("corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    ("edge and X squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
    ("line 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    ("line 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    ("line 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    ("diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ("diagonal of 7", "b1 c2 d3 e4 f5 g6 h7"),
    ("diagonal of 6", "c1 d2 e3 f4 g5 h6"),
    ("diagonal of 5", "d1 e2 f3 g4 h5"),
    ("diagonal of 4", "e1 f2 g3 h4"),
];

/// How many instances all patterns have together.
pub(super) const INSTANCES: usize = 50;

/// The squares of an instance, in the order of its digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    list: [u8; LONGEST],
    count: usize,
}

/// A pattern at one of its places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    /// Its number in [`PATTERNS`].
    pub(super) pattern: usize,
    /// Its squares.
    pub(super) squares: Squares,
}

impl Squares {
    /// Reads names of squares, each followed by one space but the last.
    pub(super) const fn of(names: &str) -> Self {
        let names = names.as_bytes();
        let mut squares = Self { list: [0; LONGEST], count: 0 };
        while 3 * squares.count < names.len() {
            let (column, row) = (names[3 * squares.count] - b'a', names[3 * squares.count + 1] - b'1');
            assert!(column < 8 && row < 8);
            squares.list[squares.count] = column + 8 * row;
            squares.count += 1;
        }
        squares
    }

    /// How many.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The square of a digit, below [`Squares::count`].
    pub(super) const fn at(&self, digit: usize) -> usize {
        self.list[digit] as usize
    }

    const fn set(&self) -> u64 {
        let (mut set, mut digit) = (0, 0);
        while digit < self.count {
            set |= 1 << self.at(digit);
            digit += 1;
        }
        set
    }

    /// What a symmetry of the board makes of them.
    pub(super) const fn image(mut self, symmetry: usize) -> Self {
        let mut digit = 0;
        while digit < self.count {
            let square = self.at(digit);
            let (column, row) =
                symmetry::image((square % Eight::SIZE, square / Eight::SIZE), Eight::SIZE, symmetry);
            self.list[digit] = (column + Eight::SIZE * row) as u8;
            digit += 1;
        }
        self
    }

    /// The digits that the symmetries exchange which lead these squares onto themselves: digit `k` of an
    /// index is then digit `of[k]` of the index of the image.
    pub(super) fn exchanges(&self) -> impl Iterator<Item = [usize; LONGEST]> {
        let onto_itself = (0..symmetry::SQUARE).map(|symmetry| self.image(symmetry));
        onto_itself.filter(|image| image.set() == self.set()).map(|image| {
            let mut digits = [0; LONGEST];
            for (digit, square) in digits.iter_mut().zip(&image.list[..self.count]) {
                *digit = self.list.iter().position(|other| other == square).expect("the same squares");
            }
            digits
        })
    }
}

/// Every pattern at every place, once each.
pub(super) const ALL: [Instance; INSTANCES] = {
    let mut all = [Instance { pattern: 0, squares: Squares::of("a1") }; INSTANCES];
    let (mut count, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < symmetry::SQUARE {
            let squares = Squares::of(PATTERNS[pattern].1).image(symmetry);
            let mut known = first;
            while known < count && all[known].squares.set() != squares.set() {
                known += 1;
            }
            if known == count {
                all[count] = Instance { pattern, squares };
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(count == INSTANCES);
    all
};

/// What a digit counts.
pub(super) const POWERS: [usize; LONGEST + 1] = {
    let mut powers = [1; LONGEST + 1];
    let mut digit = 1;
    while digit <= LONGEST {
        powers[digit] = 3 * powers[digit - 1];
        digit += 1;
    }
    powers
};
