//! Sequences that can still become five: what `sequences` and `sequences-flat` have in common.
//!
//! What their source calls a sequence is made exact here: the stones of one colour within five squares in a
//! row that hold no enemy stone and would win when filled, unless a neighbouring five squares hold the same
//! stones and more. It counts once, however many fives would complete it.

mod flat;
mod powers;
#[cfg(test)]
mod tests;

pub use flat::{SequencesFlat, SequencesFlatSettings};
pub use powers::{Sequences, SequencesSettings};

use super::line_stones::{LineStones, MARGIN, Place, board_bits, line_count};
use crate::board::{MAX_SIZE, Position, Square};
use crate::lines::Goal;
use crate::rules::Gomoku;
use anyply_framework::{Evaluator, Score, Side, View};
use std::fmt::Debug;

/// What sequences are worth: all in which the two evaluators differ.
pub trait Worth: Clone + Debug + Send + Sync {
    /// What a sequence of so many stones, from 1 to 5, counts.
    fn weight(&self, stones: u32) -> i64;
    /// The value for the side whose sequences are `own`.
    fn score(&self, own: Count, opponent: Count) -> Score;
    /// What makes up that value, each part with its name.
    fn explain(&self, own: Count, opponent: Count) -> Vec<(String, f64)>;
}

/// An evaluator of sequences.
#[derive(Clone, Debug)]
pub struct OfSequences<W> {
    worth: W,
    weights: Weights,
}

impl<W: Worth> OfSequences<W> {
    /// For figures that are in range.
    fn of(worth: W) -> Self {
        Self { weights: Weights::new(|stones| worth.weight(stones)), worth }
    }
}

impl<const N: usize, W: Worth> Evaluator<Gomoku<N>> for OfSequences<W> {
    type State = SequencesState<N>;
    const TAKES_BACK: bool = true;
    const SYMMETRIC: bool = true;

    fn state(&self, game: &Gomoku<N>, position: &Position<N>) -> Self::State {
        SequencesState::new(game, position, &self.weights)
    }

    fn advance(
        &self,
        game: &Gomoku<N>,
        state: &mut Self::State,
        before: &Position<N>,
        mv: Square,
        _after: &Position<N>,
    ) {
        state.flip(game, before.side(), mv, &self.weights);
    }

    fn retreat(
        &self,
        game: &Gomoku<N>,
        state: &mut Self::State,
        before: &Position<N>,
        mv: Square,
        after: &Position<N>,
    ) {
        // A stone is taken off as it was put on.
        self.advance(game, state, before, mv, after);
    }

    fn evaluate(&self, at: View<'_, Gomoku<N>, Self::State>) -> Score {
        let side = at.position.side();
        self.worth.score(at.state.count(side), at.state.count(!side))
    }

    fn explain(&self, at: View<'_, Gomoku<N>, Self::State>) -> Vec<(String, f64)> {
        let side = at.position.side();
        self.worth.explain(at.state.count(side), at.state.count(!side))
    }
}

/// What a sequence of i stones counts, by i.
#[derive(Clone, Debug)]
struct Weights([i64; 6]);

impl Weights {
    fn new(weight: impl Fn(u32) -> i64) -> Self {
        Self(std::array::from_fn(|stones| if stones == 0 { 0 } else { weight(stones as u32) }))
    }
}

/// What the sequences of one side come to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Each sequence once.
    pub sequences: i64,
    /// Each sequence as often as there are fives that would complete it beyond the first.
    pub further: i64,
}

/// The sequences of a position, line by line, so that only the four lines of a stone are counted again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequencesState<const N: usize> {
    stones: LineStones<N>,
    lines: [[[Count; 2 * MAX_SIZE - 1]; 4]; 2],
    /// Lines in which neither side can have a five any more: a bit for each line in each direction.
    dropped: [u64; 4],
    totals: [Count; 2],
}

impl<const N: usize> SequencesState<N> {
    fn new(game: &Gomoku<N>, position: &Position<N>, weights: &Weights) -> Self {
        let mut state = Self {
            stones: LineStones::new(position),
            lines: [[[Count::default(); 2 * MAX_SIZE - 1]; 4]; 2],
            dropped: [0; 4],
            totals: [Count::default(); 2],
        };
        for direction in 0..4 {
            for line in 0..line_count::<N>(direction) {
                state.recount(game, direction, line, weights);
            }
        }
        state
    }

    const fn count(&self, side: Side) -> Count {
        self.totals[side as usize]
    }

    /// Puts a stone or takes it away, and counts its lines again.
    fn flip(&mut self, game: &Gomoku<N>, side: Side, at: Square, weights: &Weights) {
        let taking_away = self.stones.line(side, 0, at.y()) >> (at.x() + MARGIN) & 1 != 0;
        self.stones.flip(side, at);
        for direction in 0..4 {
            let line = Place::of::<N>(direction, at).line;
            // One more stone cannot open a dropped line; one less can.
            if taking_away || self.dropped[direction] >> line & 1 == 0 {
                self.recount(game, direction, line, weights);
            }
        }
    }

    fn recount(&mut self, game: &Gomoku<N>, direction: usize, line: usize, weights: &Weights) {
        let board = board_bits::<N>(direction, line);
        let mut open = false;
        for side in Side::BOTH {
            let own = self.stones.line(side, direction, line);
            let enemy = self.stones.line(!side, direction, line);
            let (count, side_open) = count_line(own, enemy, board, game.rule().goal(side), weights);
            open |= side_open;
            let old = std::mem::replace(&mut self.lines[side.index()][direction][line], count);
            let total = &mut self.totals[side.index()];
            total.sequences += count.sequences - old.sequences;
            total.further += count.further - old.further;
        }
        self.dropped[direction] = self.dropped[direction] & !(1 << line) | u64::from(!open) << line;
    }
}

/// Counts the sequences of one side in a line, and says whether it can still have a five there.
fn count_line(own: u32, enemy: u32, board: u32, goal: Goal, weights: &Weights) -> (Count, bool) {
    let mut count = Count::default();
    let mut open = false;
    // Walking along the line the stones in sight only ever go in at one end and out at the other, so a set of
    // stones need only be held against the sets next to it.
    let (mut before, mut current, mut fives) = (0u32, 0u32, 0i64);
    let mut close = |before: u32, current: u32, next: u32, fives: i64| {
        let part_of = |other: u32| other & current == current;
        if current != 0 && !(part_of(before) || part_of(next)) {
            let weight = weights.0[current.count_ones() as usize];
            count.sequences += weight;
            count.further += weight * (fives - 1);
        }
    };
    for first in MARGIN..u32::BITS as usize - 5 {
        let window = 0b11111 << first;
        if window & board != window || window & enemy != 0 || !may_win(own, enemy, first, goal) {
            continue;
        }
        open = true;
        let set = own & window;
        if set == current {
            fives += 1;
        } else {
            close(before, current, set, fives);
            (before, current, fives) = (current, set, 1);
        }
    }
    close(before, current, 0, fives);
    (count, open)
}

/// Whether five squares from bit `first` on would win when filled, for what stands at their ends.
const fn may_win(own: u32, enemy: u32, first: usize, goal: Goal) -> bool {
    let ends = 1 << (first - 1) | 1 << (first + 5);
    match goal {
        Goal::OrMore => true,
        Goal::Exactly => own & ends == 0,
        Goal::Unclosed => own & ends == 0 && enemy & ends != ends,
    }
}
