//! [`Position`] and [`Move`].

use crate::bits::Bits;
use crate::shape::{Eight, Shape};

/// The discs, seen by the side to move. Two words: 16 bytes on the 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<S: Shape = Eight> {
    /// The discs of the side to move.
    pub mover: S::Bits,
    /// The other side's discs. No square is in both sets.
    pub opponent: S::Bits,
}

impl<S: Shape> Position<S> {
    /// The empty squares.
    #[inline(always)]
    pub fn empty(&self) -> S::Bits {
        S::BOARD & !(self.mover | self.opponent)
    }

    /// Where the side to move may play; none if it must pass or the game is over.
    #[inline(always)]
    pub fn moves(&self) -> S::Bits {
        S::moves(self.mover, self.opponent)
    }

    /// The discs that a disc of the side to move on the empty `square` turns; none if it may not be played.
    #[inline(always)]
    pub fn flips(&self, square: usize) -> S::Bits {
        S::flips(self.mover, self.opponent, square)
    }

    /// The same board with the other side to move.
    #[inline(always)]
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// Own minus opponent's discs, the empty squares given to the winner.
    pub fn margin(&self) -> i32 {
        let difference = self.mover.count() as i32 - self.opponent.count() as i32;
        difference + difference.signum() * self.empty().count() as i32
    }
}

/// A disc on a square with all that it turns, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move<S: Shape = Eight> {
    /// The discs turned; none for a pass.
    pub flips: S::Bits,
    /// `column + size * row`, a1 being 0; the number of squares for a pass.
    pub square: u8,
}

impl<S: Shape> Move<S> {
    /// The pass.
    pub const PASS: Self = Self { flips: S::Bits::EMPTY, square: S::CELLS as u8 };

    /// Whether this is the pass.
    #[inline(always)]
    pub fn is_pass(self) -> bool {
        self.square as usize >= S::CELLS
    }

    /// The square as a set; none for a pass.
    #[inline(always)]
    pub fn place(self) -> S::Bits {
        if self.is_pass() { S::Bits::EMPTY } else { S::Bits::of(self.square.into()) }
    }
}
