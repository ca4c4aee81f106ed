//! One line through one square: fives, fours and the ways to a straight four.
//!
//! Whether a stone makes a five, a four or a three is decided within five squares on either side of it, so a
//! line is eleven cells around the square, as bits. Bit [`CENTRE`] is the square itself.

use crate::board::{Position, Rows, Square};
use anyply_framework::Side;

/// The bit of the square a [`Line`] is centred on.
pub(crate) const CENTRE: u32 = 5;
/// The cells of a [`Line`].
pub(crate) const CELLS: u32 = 11;
const ALL: u16 = (1 << CELLS) - 1;

/// Which line of stones wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// Five or more.
    OrMore,
    /// Five and no more.
    Exactly,
    /// Five and no more, unless enemy stones close it at both ends. The edge of the board closes nothing.
    Unclosed,
}

/// Eleven cells in a row, seen by one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) own: u16,
    pub(crate) enemy: u16,
    /// Cells outside the board.
    pub(crate) edge: u16,
}

impl Line {
    /// The line through `at` as `side` sees it with a stone of its own there.
    pub(crate) fn with_stone<const N: usize>(
        position: &Position<N>,
        side: Side,
        at: Square,
        direction: usize,
    ) -> Self {
        Self::of(position.rows(side), position.rows(!side), at, direction)
    }

    /// The same from bare rows of stones.
    pub(crate) fn of<const N: usize>(
        own_rows: &Rows<N>,
        enemy_rows: &Rows<N>,
        at: Square,
        direction: usize,
    ) -> Self {
        let mut line = Self { own: 1 << CENTRE, enemy: 0, edge: 0 };
        for bit in (0..CELLS).filter(|&bit| bit != CENTRE) {
            match at.step(direction, bit as i32 - CENTRE as i32, N) {
                Some(square) => {
                    line.own |= ((own_rows[square.y()] >> square.x() & 1) as u16) << bit;
                    line.enemy |= ((enemy_rows[square.y()] >> square.x() & 1) as u16) << bit;
                }
                None => line.edge |= 1 << bit,
            }
        }
        line
    }

    /// The empty cells.
    pub(crate) const fn empty(self) -> u16 {
        !(self.own | self.enemy | self.edge) & ALL
    }

    /// The same line with one more stone.
    pub(crate) const fn with(self, bit: u32) -> Self {
        Self { own: self.own | 1 << bit, ..self }
    }

    /// Whether a line through the centre wins.
    pub(crate) const fn is_five(self, goal: Goal) -> bool {
        let Self { own, enemy, .. } = self;
        // Bit b stands for five in a row from b on; only from 1 to 5 do they hold the centre.
        let fives = own & own >> 1 & own >> 2 & own >> 3 & own >> 4 & 0b11_1110;
        let winning = match goal {
            Goal::OrMore => fives,
            Goal::Exactly => fives & !(own << 1 | own >> 5),
            Goal::Unclosed => fives & !(own << 1 | own >> 5) & !(enemy << 1 & enemy >> 5),
        };
        winning != 0
    }

    /// Whether six or more stand in a row through the centre.
    pub(crate) const fn is_overline(self) -> bool {
        let own = self.own;
        own & own >> 1 & own >> 2 & own >> 3 & own >> 4 & own >> 5 & 0b11_1111 != 0
    }

    /// The empty cells that complete a five through the centre. The line has none yet.
    pub(crate) fn five_points(self, goal: Goal) -> u16 {
        self.points(|line| line.is_five(goal))
    }

    /// Whether the centre belongs to a straight four: four in a row that either end completes to a five.
    pub(crate) fn is_straight_four(self, goal: Goal) -> bool {
        let (own, empty) = (self.own, self.empty());
        // Bit b stands for four in a row from b on with both ends free; from 2 to 5 they hold the centre.
        let fours = own & own >> 1 & own >> 2 & own >> 3 & empty << 1 & empty >> 4 & 0b11_1100;
        (2..=CENTRE).any(|first| {
            fours >> first & 1 != 0
                && self.with(first - 1).is_five(goal)
                && self.with(first + 4).is_five(goal)
        })
    }

    /// The empty cells that make a straight four through the centre. The line has no four yet.
    pub(crate) fn straight_four_points(self, goal: Goal) -> u16 {
        self.points(|line| line.is_straight_four(goal))
    }

    /// The number of fours through the centre, as renju counts them: a straight four is one, two broken fours
    /// in one line are two.
    pub(crate) fn fours(self, goal: Goal) -> u32 {
        let points = self.five_points(goal).count_ones();
        if points >= 2 && self.is_straight_four(goal) { 1 } else { points.min(2) }
    }

    fn points(self, reached: impl Fn(Self) -> bool) -> u16 {
        let mut points = 0;
        let mut empty = self.empty();
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            if reached(self.with(bit)) {
                points |= 1 << bit;
            }
        }
        points
    }
}
