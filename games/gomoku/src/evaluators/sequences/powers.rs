//! `sequences`: 100^i for every sequence of i stones that can still become five.
//!
//! From a search assignment (Florianopolis, 2016). Each further five that would complete a sequence adds a
//! share.

use super::{Count, OfSequences, Worth};
use anyply_framework::Score;
use anyply_framework::settings::within;
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
pub type Sequences = OfSequences<SequencesSettings>;

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
        Ok(Self::of(settings))
    }
}

impl SequencesSettings {
    // What makes up the raw figure, in ten-thousandths: sequences and further fives, own and the opponent's.
    fn terms(&self, own: Count, opponent: Count) -> [[i128; 2]; 2] {
        [(own, self.own), (opponent, -self.opponent)].map(|(Count { sequences, further }, weight)| {
            [(100, sequences), (self.further, further)]
                .map(|(share, count)| i128::from(weight) * i128::from(share) * i128::from(count))
        })
    }
}

impl Worth for SequencesSettings {
    fn weight(&self, stones: u32) -> i64 {
        i64::from(self.base).pow(stones)
    }

    fn score(&self, own: Count, opponent: Count) -> Score {
        logarithm(self.terms(own, opponent).as_flattened().iter().sum())
    }

    fn explain(&self, own: Count, opponent: Count) -> Vec<(String, f64)> {
        let terms = self.terms(own, opponent);
        let [own, opponent] = terms;
        [
            ("own sequences", own[0]),
            ("opponent's sequences", opponent[0]),
            ("own further fives", own[1]),
            ("opponent's further fives", opponent[1]),
            ("raw figure, their sum", terms.as_flattened().iter().sum()),
        ]
        .map(|(term, parts)| (term.to_owned(), parts as f64 / 10_000.0))
        .into()
    }
}

/// Ten-thousandths of a raw figure on a scale that fits a [`Score`]: its binary logarithm with 16 fractional
/// bits, linear between the powers of two. Integers throughout, so it is the same on every machine; monotone,
/// and the same for both sides.
pub(super) fn logarithm(raw: i128) -> Score {
    const ONE: u128 = 10_000;
    const fn log2(value: u128) -> i32 {
        let power = value.ilog2();
        let fraction = if power >= 16 { value >> (power - 16) } else { value << (16 - power) };
        (power as i32) << 16 | (fraction & 0xffff) as i32
    }
    let size = log2(raw.unsigned_abs() + ONE) - log2(ONE);
    Score::from_cents(if raw < 0 { -size } else { size })
}
