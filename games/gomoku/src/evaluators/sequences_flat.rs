//! `sequences-flat`: 10 for each stone of a sequence that can still become five.
//!
//! The first, simpler version of [`Sequences`](super::Sequences), from the same assignment. A stone that belongs to
//! several sequences counts in each.

use super::sequences::{SequencesState, Weights};
use crate::board::{Position, Square};
use crate::rules::Gomoku;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, Side, View};
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
#[derive(Clone, Debug)]
pub struct SequencesFlat {
    settings: SequencesFlatSettings,
    weights: Weights,
}

impl SequencesFlat {
    /// The evaluator with these figures.
    ///
    /// # Errors
    /// A line that names the figure out of range.
    pub fn new(settings: SequencesFlatSettings) -> Result<Self, String> {
        within("stone", settings.stone, 1..=100)?;
        within("own", settings.own, 0..=1000)?;
        within("opponent", settings.opponent, 0..=1000)?;
        let weights = Weights::new(|stones| i64::from(settings.stone) * i64::from(stones));
        Ok(Self { settings, weights })
    }

    /// Hundredths of a point, from the side to move. At most 118 lines with 16 sequences each, 5000 points a
    /// sequence at the largest settings: below [`Score::MAX_VALUE`].
    fn cents<const N: usize>(&self, state: &SequencesState<N>, side: Side) -> i64 {
        self.terms(state, side).iter().sum()
    }

    /// One's own sequences, and the opponent's.
    fn terms<const N: usize>(&self, state: &SequencesState<N>, side: Side) -> [i64; 2] {
        let count = |side| state.count(side).sequences;
        [i64::from(self.settings.own) * count(side), -i64::from(self.settings.opponent) * count(!side)]
    }
}

impl<const N: usize> Evaluator<Gomoku<N>> for SequencesFlat {
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
        let largest = i64::from(Score::MAX_VALUE.cents());
        Score::from_cents(self.cents(at.state, at.position.side()).clamp(-largest, largest) as i32)
    }

    fn explain(&self, at: View<'_, Gomoku<N>, Self::State>) -> Vec<(String, f64)> {
        let [own, opponent] = self.terms(at.state, at.position.side());
        [("own sequences", own), ("opponent's sequences", opponent)]
            .map(|(term, cents)| (term.to_owned(), cents as f64 / 100.0))
            .into()
    }
}
