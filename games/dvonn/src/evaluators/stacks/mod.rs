//! `stacks`: what every stack is and can do, weighed by figures learned from games.

mod codes;
mod contacts;
mod features;
mod placing;
#[cfg(test)]
mod tests;

use super::opinion;
use super::order::rate;
use super::placement::Placement;
use crate::board::Position;
use crate::endgame::proofs;
use crate::rules::{Dvonn, Move};
use anyply_framework::learn::{Features, InCents, Weights, WeightsError};
use anyply_framework::{Evaluator, Plugin, Score, View};
use features::{PHASES, TABLES, WEIGHTS, each, phase, table_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, LazyLock};

pub(crate) use features::StackFeatures;

/// The weights are no settings: they are learned, and come in a file of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacks {}

/// [`Stacks`] with weights: the sum of those of every stack by its owner, height, contacts and surroundings,
/// of the numbers of moves, and of the pieces, by phase.
#[derive(Clone)]
pub(crate) struct StackEvaluator {
    phases: Arc<[[i16; WEIGHTS]]>,
    cents: InCents,
    placement: Placement,
}

impl StackEvaluator {
    /// With the built-in weights.
    pub(crate) fn built_in() -> Self {
        static BUILT_IN: LazyLock<StackEvaluator> = LazyLock::new(|| {
            let weights = Weights::from_bytes(Dvonn::weights());
            let evaluator = weights.and_then(|weights| StackEvaluator::new(&weights));
            evaluator.expect("the built-in weights are whole")
        });
        BUILT_IN.clone()
    }

    /// With others.
    ///
    /// # Errors
    /// [`WeightsError`] if they are for something else.
    pub(crate) fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.fit(Dvonn::NAME, StackFeatures::EVALUATOR, &TABLES, PHASES)?;
        let room = |phase| weights.phase(phase).try_into().expect("as many as the tables have");
        Ok(Self {
            phases: (0..PHASES).map(room).collect(),
            cents: weights.in_cents(),
            placement: Placement::default(),
        })
    }
}

impl Evaluator<Dvonn> for StackEvaluator {
    type State = ();
    const ORDERS: bool = true;

    proofs!();

    fn state(&self, _: &Dvonn, _: &Position) {}

    #[inline]
    fn evaluate(&self, at: View<'_, Dvonn, ()>) -> Score {
        let weights = &self.phases[phase(at.position)];
        let mut sum = 0;
        each(at.position, |place| sum += i32::from(weights[place]));
        opinion(self.cents.of(sum.into()).clamp(-10_000, 10_000) as i32)
    }

    fn order(&self, at: View<'_, Dvonn, ()>, moves: &[Move], priors: &mut [i32]) {
        rate(&self.placement, at.position, moves, priors);
    }

    fn explain(&self, at: View<'_, Dvonn, ()>) -> Vec<(String, f64)> {
        let weights = &self.phases[phase(at.position)];
        let mut sums = TABLES.map(|_| 0);
        each(at.position, |place| sums[table_of(place)] += i64::from(weights[place]));
        let named = TABLES.iter().zip(sums).filter(|(_, sum)| *sum != 0);
        let mut lines: Vec<_> =
            named.map(|(table, sum)| (table.name.to_owned(), self.cents.of(sum) as f64 / 100.0)).collect();
        lines.push(("value".to_owned(), self.evaluate(at).units()));
        lines
    }
}

impl fmt::Debug for StackEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StackEvaluator").finish_non_exhaustive()
    }
}
