//! [`Position`] and [`Move`].

use crate::bits::Bits;
use crate::shape::{Eight, Shape};
use std::marker::PhantomData;

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

    /// The board after a disc on the empty `square`, or after a pass where that is [`Shape::CELLS`], with the
    /// other side to move.
    // Without a branch: looking up nothing for a pass is cheaper than asking at every move whether it is one.
    #[inline(always)]
    #[must_use]
    pub fn with_disc(&self, square: usize) -> Self {
        let flips = self.flips(square);
        Self { mover: self.opponent & !flips, opponent: self.mover | flips | S::disc(square) }
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

/// A disc on a square, or a pass.
///
/// It does not carry the discs it turns: most moves that are listed are never made, since a move before them
/// cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move<S: Shape = Eight> {
    square: u8,
    shape: PhantomData<S>,
}

impl<S: Shape> Move<S> {
    /// The pass.
    pub const PASS: Self = Self { square: S::CELLS as u8, shape: PhantomData };

    /// A disc on `square`: `column + size * row`, a1 being 0.
    #[inline(always)]
    pub const fn new(square: usize) -> Self {
        debug_assert!(square < S::CELLS);
        Self { square: square as u8, shape: PhantomData }
    }

    /// A disc on the first of some squares; no move at all if there is none.
    #[inline(always)]
    pub(crate) fn first_of(squares: S::Bits) -> Self {
        Self { square: squares.first() as u8, shape: PhantomData }
    }

    /// The square, or the number of squares for a pass.
    #[inline(always)]
    pub const fn square(self) -> usize {
        self.square as usize
    }

    /// Whether this is the pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.square as usize >= S::CELLS
    }
}
