//! [`Places`]: where a feature's weight is found, in memory and in a file.
//!
//! In memory every index of a pattern has a place of its own, so that it is found by an addition. In a file,
//! and for whoever learns, indices that a symmetry exchanges are one feature and have one weight: half as
//! many, and each is learned from twice as many positions.

use super::indices::Indices;
use super::shapes::{ALL, INSTANCES, Instance, PATTERNS, POWERS, Squares};
use crate::bits::Bits;
use crate::board::Position;
use anyply_framework::learn::FeatureTable;
use std::sync::LazyLock;

/// The parts of a game: two discs each, from the four of the start on. One move of either side, so that
/// parity is known in a phase.
pub(super) const PHASES: usize = 30;

/// Unused places before the first and after the last. An index is 16 bits, so with that many no place can lie
/// outside, whatever the index: the compiler sees it and checks nothing.
const MARGIN: usize = 1 << 15;

/// The places of a phase.
pub(super) const SPACE: usize = STARTS[KINDS] + MARGIN;

/// The kinds of features: the patterns, the moves of either side.
pub(super) const KINDS: usize = PATTERNS.len() + 2;

/// The names of the kinds after the patterns.
const MOBILITY: [&str; 2] = ["own moves", "opponent's moves"];

/// Counts of moves that are told apart. More are as good as the last.
const MOVES: usize = 32;

/// Where the places of each kind begin, and where the last ones end.
const STARTS: [usize; KINDS + 1] = {
    let mut starts = [MARGIN; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        let room = if kind < PATTERNS.len() { POWERS[Squares::of(PATTERNS[kind].1).count()] } else { MOVES };
        starts[kind + 1] = starts[kind] + room;
        kind += 1;
    }
    starts
};

/// The place of index 0 of every instance.
const CENTRES: [isize; INSTANCES] = {
    let mut centres = [0; INSTANCES];
    let mut lane = 0;
    while lane < INSTANCES {
        let Instance { pattern, squares } = ALL[lane];
        centres[lane] = (STARTS[pattern] + POWERS[squares.count()] / 2) as isize;
        lane += 1;
    }
    centres
};

/// The part of the game.
#[inline(always)]
pub(super) fn phase(position: &Position) -> usize {
    let discs = (position.mover | position.opponent).count() as usize;
    (discs.saturating_sub(4) / 2).min(PHASES - 1)
}

/// The place of what an instance shows.
#[inline(always)]
pub(super) fn place(lane: usize, index: i16) -> usize {
    (CENTRES[lane] + isize::from(index)) as usize
}

/// The places of what all of them show.
pub(super) fn patterns(indices: &Indices) -> impl Iterator<Item = usize> {
    indices.instances().iter().enumerate().map(|(lane, &index)| place(lane, index))
}

/// The places of the moves of both sides.
#[inline(always)]
pub(super) fn mobility(position: &Position) -> [usize; 2] {
    let moves = |position: &Position| (position.moves().count() as usize).min(MOVES - 1);
    let [own, opponent] = [STARTS[PATTERNS.len()], STARTS[PATTERNS.len() + 1]];
    [own + moves(position), opponent + moves(&position.swapped())]
}

/// Which places have one weight.
#[derive(Debug)]
pub(super) struct Places {
    tables: [FeatureTable; KINDS],
    weights: Vec<u32>,
}

impl Places {
    /// The only ones.
    pub(super) fn all() -> &'static Self {
        static ALL: LazyLock<Places> = LazyLock::new(Places::new);
        &ALL
    }

    /// The tables of weights.
    pub(super) const fn tables(&self) -> &[FeatureTable] {
        &self.tables
    }

    /// The numbers of the weights at all places.
    #[cfg(test)]
    pub(super) fn numbers(&self) -> &[u32] {
        &self.weights
    }

    /// The number of the weight at a place, in all tables laid end to end.
    pub(super) fn weight(&self, place: usize) -> u32 {
        self.weights[place - MARGIN]
    }

    /// Lays out the weights of a phase by place.
    pub(super) fn expand(&self, weights: &[i16], room: &mut [i16; SPACE]) {
        for (value, &weight) in room[MARGIN..].iter_mut().zip(&self.weights) {
            *value = weights[weight as usize];
        }
    }

    fn new() -> Self {
        let mut tables = [FeatureTable { name: "", weights: 0 }; KINDS];
        let mut weights = Vec::with_capacity(STARTS[KINDS] - MARGIN);
        let mut before = 0;
        for (kind, table) in tables.iter_mut().enumerate() {
            let (name, numbers) = match PATTERNS.get(kind) {
                Some((name, squares)) => (*name, numbers(&Squares::of(squares))),
                None => (MOBILITY[kind - PATTERNS.len()], (0..MOVES as u32).collect()),
            };
            let count = numbers.iter().max().map_or(0, |last| last + 1);
            *table = FeatureTable { name, weights: count as usize };
            weights.extend(numbers.into_iter().map(|number| before + number));
            before += count;
        }
        Self { tables, weights }
    }
}

/// The number of the weight of every index of a pattern, from the least index on: one number for all that the
/// symmetries exchange.
fn numbers(squares: &Squares) -> Vec<u32> {
    let mut first: Vec<usize> = (0..POWERS[squares.count()]).collect();
    for digits in squares.exchanges() {
        // The index that each one is exchanged with, a digit after the other.
        let mut exchanged = vec![0];
        for digit in &digits[..squares.count()] {
            let shorter = exchanged.clone();
            exchanged.extend(shorter.iter().map(|index| index + POWERS[*digit]));
            exchanged.extend(shorter.iter().map(|index| index + 2 * POWERS[*digit]));
        }
        for (first, exchanged) in first.iter_mut().zip(exchanged) {
            *first = exchanged.min(*first);
        }
    }
    let mut numbers = Vec::with_capacity(first.len());
    let mut count = 0;
    for (index, &first) in first.iter().enumerate() {
        let is_new = first == index;
        numbers.push(if is_new { count } else { numbers[first] });
        count += u32::from(is_new);
    }
    numbers
}
