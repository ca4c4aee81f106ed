//! `sequences`: 100^i for every sequence of i stones that can still become five.
//!
//! From a search assignment (Florianopolis, 2016). What it calls a sequence is made exact here: the stones of one colour within
//! five squares in a row that hold no enemy stone and would win when filled, unless a neighbouring five squares hold
//! the same stones and more. It counts once, however many fives would complete it; each further five adds a share.

use super::line_stones::{LineStones, MARGIN, Place, board_bits, line_count};
use crate::board::{MAX_SIZE, Position, Square};
use crate::lines::Goal;
use crate::rules::Gomoku;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, Side, View};
use serde::{Deserialize, Serialize};

/// The figures of [`Sequences`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequencesSettings {
    /// A sequence of i stones counts `base` to the power of i: 2 to 250.
    pub base: i32,
    /// For each further five that would complete a sequence, this percentage of it more: 0 to 1000.
    pub further: i32,
    /// The weight of one's own sequences, in percent: 0 to 1000.
    pub own: i32,
    /// The weight of the opponent's sequences, in percent: 0 to 1000.
    pub opponent: i32,
}

/// The evaluator `sequences`.
#[derive(Clone, Debug)]
pub struct Sequences {
    settings: SequencesSettings,
    weights: Weights,
}

impl Sequences {
    /// The evaluator with these figures.
    ///
    /// # Errors
    /// A line that names the figure out of range.
    pub fn new(settings: SequencesSettings) -> Result<Self, String> {
        within("base", settings.base, 2..=250)?;
        within("further", settings.further, 0..=1000)?;
        within("own", settings.own, 0..=1000)?;
        within("opponent", settings.opponent, 0..=1000)?;
        let weights = Weights::new(|stones| i64::from(settings.base).pow(stones));
        Ok(Self { settings, weights })
    }

    /// What makes up the raw figure, in ten-thousandths, from the side to move: sequences and further fives, own and the opponent's.
    fn terms<const N: usize>(&self, state: &SequencesState<N>, side: Side) -> [[i128; 2]; 2] {
        let SequencesSettings { own, opponent, further, .. } = self.settings;
        [(side, own), (!side, -opponent)].map(|(side, weight)| {
            let Count { sequences, further: more } = state.count(side);
            [(100, sequences), (further, more)]
                .map(|(share, count)| i128::from(weight) * i128::from(share) * i128::from(count))
        })
    }

    fn raw<const N: usize>(&self, state: &SequencesState<N>, side: Side) -> i128 {
        self.terms(state, side).as_flattened().iter().sum()
    }
}

impl<const N: usize> Evaluator<Gomoku<N>> for Sequences {
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
        logarithm(self.raw(at.state, at.position.side()))
    }

    fn explain(&self, at: View<'_, Gomoku<N>, Self::State>) -> Vec<(String, f64)> {
        let side = at.position.side();
        let [own, opponent] = self.terms(at.state, side);
        [
            ("own sequences", own[0]),
            ("opponent's sequences", opponent[0]),
            ("own further fives", own[1]),
            ("opponent's further fives", opponent[1]),
            ("raw figure, their sum", self.raw(at.state, side)),
        ]
        .map(|(term, parts)| (term.to_owned(), parts as f64 / 10_000.0))
        .into()
    }
}

/// Ten-thousandths of a raw figure on a scale that fits a [`Score`]: its binary logarithm with 16 fractional bits,
/// linear between the powers of two. Integers throughout, so it is the same on every machine; monotone, and
/// the same for both sides.
fn logarithm(raw: i128) -> Score {
    const ONE: u128 = 10_000;
    const fn log2(value: u128) -> i32 {
        let power = value.ilog2();
        let fraction = if power >= 16 { value >> (power - 16) } else { value << (16 - power) };
        (power as i32) << 16 | (fraction & 0xffff) as i32
    }
    let size = log2(raw.unsigned_abs() + ONE) - log2(ONE);
    Score::from_cents(if raw < 0 { -size } else { size })
}

/// What a sequence of i stones counts, by i.
#[derive(Clone, Debug)]
pub(super) struct Weights([i64; 6]);

impl Weights {
    pub(super) fn new(weight: impl Fn(u32) -> i64) -> Self {
        Self(std::array::from_fn(|stones| if stones == 0 { 0 } else { weight(stones as u32) }))
    }
}

/// What the sequences of one side come to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Count {
    /// Each sequence once.
    pub(super) sequences: i64,
    /// Each sequence as often as there are fives that would complete it beyond the first.
    pub(super) further: i64,
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
    pub(super) fn new(game: &Gomoku<N>, position: &Position<N>, weights: &Weights) -> Self {
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

    pub(super) const fn count(&self, side: Side) -> Count {
        self.totals[side as usize]
    }

    /// Puts a stone or takes it away, and counts its lines again.
    pub(super) fn flip(&mut self, game: &Gomoku<N>, side: Side, at: Square, weights: &Weights) {
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
    // Walking along the line the stones in sight only ever go in at one end and out at the other, so a set of stones
    // need only be held against the sets next to it.
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

#[cfg(test)]
mod tests;
