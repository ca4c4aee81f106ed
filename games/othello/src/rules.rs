//! The rules: legal moves, play, the end of the game.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::shape::{Eight, Shape};
use anyply_framework::{Game, MoveList, Score, Side, Situation, Turn, symmetry};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Othello on a board of shape `S`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Othello<S: Shape = Eight>(PhantomData<S>);

impl<S: Shape> Othello<S> {
    /// The rules; there is nothing to set. The board is named where nothing else says which it is:
    /// `Othello::<Eight>::new()`.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: Shape> Game for Othello<S> {
    type Position = Position<S>;
    type Move = Move<S>;
    // A move is a byte, so there is room for more than there can be.
    type MoveArray = [Move<S>; 64];

    const UNIT: &'static str = "discs";
    const HAS_MARGIN: bool = true;
    const ALTERNATES: bool = true;
    // A disc can be played only where both sides have one, so at most two squares fewer than the board has
    // are ever filled; a pass is legal only if the other side can move then, so each disc has at most one
    // pass before it.
    const MAX_PLIES: u32 = 2 * (S::CELLS as u32 - 2);
    const MOVE_INDICES: usize = S::CELLS + 1;
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn start(&self) -> Situation<Self> {
        let low = S::CELLS / 2 - S::SIZE / 2 - 1;
        let high = low + S::SIZE;
        Situation {
            position: Position {
                mover: S::Bits::of(low + 1) | S::Bits::of(high),
                opponent: S::Bits::of(low) | S::Bits::of(high + 1),
            },
            side: Side::Black,
        }
    }

    #[inline(always)]
    fn legal_moves(&self, position: &Position<S>, moves: &mut MoveList<Self>) {
        let mut targets = position.moves();
        if targets.is_empty() {
            if !position.swapped().moves().is_empty() {
                moves.push(Move::PASS);
            }
            return;
        }
        if S::CELLS > 64 {
            while !targets.is_empty() {
                moves.push(Move::new(targets.first()));
                targets = targets.without_first();
            }
            return;
        }
        // Put together first: a list checks its room at every push. Four at a time, where the last may come
        // to nothing. (No position of 64 squares has as many moves.)
        let mut found = [Move::PASS; 64];
        let count = targets.count() as usize;
        for four in found.chunks_exact_mut(4).take(count.div_ceil(4)) {
            for mv in four {
                *mv = Move::first_of(targets);
                targets = targets.without_first();
            }
        }
        *moves = MoveList::<Self>::from_buf_and_len(found, count);
    }

    #[inline(always)]
    fn each_move(&self, position: &Position<S>, mut visit: impl FnMut(Move<S>) -> ControlFlow<()>) {
        let mut targets = position.moves();
        let mut mv = if targets.is_empty() { Move::PASS } else { Move::first_of(targets) };
        if mv.is_pass() && position.swapped().moves().is_empty() {
            return;
        }
        // One place that visits: the visitor is then put right there.
        while visit(mv).is_continue() {
            targets = targets.without_first();
            if targets.is_empty() {
                return;
            }
            mv = Move::first_of(targets);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<S>) -> usize {
        match position.moves().count() {
            0 => usize::from(!position.swapped().moves().is_empty()),
            count => count as usize,
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<S>, mv: Move<S>) -> Turn {
        *position = position.with_disc(mv.square());
        Turn::Next
    }

    #[inline]
    fn terminal(&self, position: &Position<S>) -> Option<Score> {
        let over = position.moves().is_empty() && position.swapped().moves().is_empty();
        over.then(|| Score::from_units(position.margin()))
    }

    #[inline]
    fn key(&self, position: &Position<S>) -> u64 {
        position.mover.mix(position.opponent)
    }

    #[inline]
    fn image(&self, position: &Position<S>, symmetry: usize) -> Position<S> {
        Position {
            mover: S::image(position.mover, symmetry),
            opponent: S::image(position.opponent, symmetry),
        }
    }

    #[inline]
    fn image_of_index(&self, index: usize, symmetry: usize) -> usize {
        if index < S::CELLS { S::image_of(index, symmetry) } else { index }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry::inverse(symmetry)
    }

    #[inline(always)]
    fn index(&self, mv: Move<S>) -> usize {
        mv.square()
    }

    #[inline]
    fn decode(&self, position: &Position<S>, index: usize) -> Option<Move<S>> {
        if index == S::CELLS {
            return (position.moves().is_empty() && !position.swapped().moves().is_empty())
                .then_some(Move::PASS);
        }
        if !position.empty().has(index) {
            return None;
        }
        (!position.flips(index).is_empty()).then(|| Move::new(index))
    }

    #[inline(always)]
    fn is_pass(&self, mv: Move<S>) -> bool {
        mv.is_pass()
    }

    #[inline]
    fn remaining(&self, position: &Position<S>) -> u32 {
        position.empty().count()
    }
}
