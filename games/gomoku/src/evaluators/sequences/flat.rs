//! `sequences-flat`: 10 for each stone of a sequence that can still become five.
//!
//! The first, simpler version of [`Sequences`](super::Sequences), from the same assignment. A stone that
//! belongs to several sequences counts in each.

use super::{Count, OfSequences, Worth};
use anyply_framework::Score;
use anyply_framework::settings::within;
use serde::{Deserialize, Serialize};

/// The figures of [`SequencesFlat`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequencesFlatSettings {
    /// Points for each stone of a sequence: 1 to 100.
    pub stone: i32,
    /// The weight of one's own sequences, in percent: 0 to 1000.
    pub own: i32,
    /// The weight of the opponent's sequences, in percent: 0 to 1000.
    pub opponent: i32,
}

/// The evaluator `sequences-flat`.
pub type SequencesFlat = OfSequences<SequencesFlatSettings>;

impl SequencesFlat {
    /// The evaluator with these figures.
    ///
    /// # Errors
    /// A line that names the figure out of range.
    pub fn new(settings: SequencesFlatSettings) -> Result<Self, String> {
        within("stone", settings.stone, 1..=100)?;
        within("own", settings.own, 0..=1000)?;
        within("opponent", settings.opponent, 0..=1000)?;
        Ok(Self::of(settings))
    }
}

impl SequencesFlatSettings {
    // One's own sequences, and the opponent's, in hundredths of a point. At most 118 lines with 16 sequences
    // each, 5000 points a sequence at the largest settings: together below `Score::MAX_VALUE`.
    fn terms(&self, own: Count, opponent: Count) -> [i64; 2] {
        [i64::from(self.own) * own.sequences, -i64::from(self.opponent) * opponent.sequences]
    }
}

impl Worth for SequencesFlatSettings {
    fn weight(&self, stones: u32) -> i64 {
        i64::from(self.stone) * i64::from(stones)
    }

    fn score(&self, own: Count, opponent: Count) -> Score {
        Score::from_cents(self.terms(own, opponent).iter().sum::<i64>() as i32)
    }

    fn explain(&self, own: Count, opponent: Count) -> Vec<(String, f64)> {
        let [own, opponent] = self.terms(own, opponent);
        [("own sequences", own), ("opponent's sequences", opponent)]
            .map(|(term, cents)| (term.to_owned(), cents as f64 / 100.0))
            .into()
    }
}
