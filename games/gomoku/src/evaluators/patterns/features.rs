//! [`PatternFeatures`]: what the evaluator looks at as a list of features, to learn their weights.

use super::figures::{Situation, ThreatWeights};
use super::state::PatternsState;
use super::table::Pattern;
use super::worth::{COMBINATIONS, Worth, combination, combinations, patterns};
use super::{Decided, Patterns};
use crate::board::{MAX_SQUARES, Position};
use crate::plugin::NamedSize;
use crate::rules::{Gomoku, Rule};
use anyply_framework::Plugin;
use anyply_framework::learn::{FeatureTable, Features, Weights, WeightsError};

/// A logarithm of odds of 1 (73 % of a win) is so many hundredths of a point: then the learned values are about as large as those made by hand,
/// and margins of the search mean the same for both.
const CENTS_OF_ODDS: u32 = 200;

static TABLES: [FeatureTable; 6] = [
    FeatureTable { name: "own squares", weights: COMBINATIONS },
    FeatureTable { name: "opponent's squares", weights: COMBINATIONS },
    FeatureTable { name: "major threats", weights: Situation::MAJOR_PLACES },
    FeatureTable { name: "minor threats", weights: Situation::MINOR_PLACES },
    FeatureTable { name: "crossings", weights: Situation::CROSSING_PLACES },
    FeatureTable { name: "decided at sight", weights: 2 },
];

/// The features of `learned-patterns`: for every free square what it would make for either colour, and what both sides threaten.
#[derive(Clone, Debug)]
pub(crate) struct PatternFeatures(Patterns);

impl PatternFeatures {
    /// For games under `rule`.
    pub(crate) fn new(rule: Rule) -> Self {
        Self(Patterns::built_in(rule))
    }
}

impl<const N: usize> Features<Gomoku<N>> for PatternFeatures
where
    Gomoku<N>: NamedSize,
{
    const EVALUATOR: &'static str = "learned-patterns";
    const CENTS_OF_ODDS: u32 = CENTS_OF_ODDS;

    fn tables(&self) -> &[FeatureTable] {
        &TABLES
    }

    fn phases(&self) -> usize {
        1
    }

    fn phase(&self, _: &Gomoku<N>, _: &Position<N>) -> usize {
        0
    }

    fn find(&self, game: &Gomoku<N>, position: &Position<N>, found: &mut Vec<u32>) {
        let (state, own) = (PatternsState::new(&self.0, position), position.side());
        let majors = 2 * COMBINATIONS;
        let minors = majors + Situation::MAJOR_PLACES;
        let pairs = minors + Situation::MINOR_PLACES;
        // What decides at sight needs no weights, and would spoil those of the squares.
        match Decided::of(&state, own, game.rule()) {
            Some(decided) => found.push((pairs + Situation::CROSSING_PLACES + decided as usize) as u32),
            None => {
                let Situation { major, minor, crossings } = Situation::of(&state, own);
                let places = [majors + major, minors + minor, pairs + crossings];
                found.extend(places.map(|feature| feature as u32));
                for (table, side) in [own, !own].into_iter().enumerate() {
                    let keys = position.free_squares().map(|square| state.key(side, square));
                    let telling = keys.filter(|&key| tells(patterns(key)));
                    found.extend(telling.map(|key| (table * COMBINATIONS + combination(key)) as u32));
                }
            }
        }
    }
}

// Most squares of a board have no stone near, and weigh nothing.
fn tells(patterns: [Pattern; 4]) -> bool {
    patterns.into_iter().any(|pattern| pattern > Pattern::OpenOne)
}

/// Learned weights by table, in parts of a hundredth of a point.
#[derive(Debug)]
pub(super) struct WeightsByTable {
    /// One's own squares, and the opponent's, by combination.
    pub(super) squares: [Vec<i32>; 2],
    pub(super) threats: ThreatWeights,
}

impl WeightsByTable {
    /// # Errors
    /// [`WeightsError`] if they are for something else.
    pub(super) fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.fit(
            <Gomoku as Plugin>::NAME,
            <PatternFeatures as Features<Gomoku>>::EVALUATOR,
            &TABLES,
            1,
        )?;
        let parts = i64::from(Worth::PARTS) * i64::from(CENTS_OF_ODDS);
        // A file may hold any weights: the sum over all squares must still fit.
        let most = i64::from(i32::MAX) / (2 * MAX_SQUARES as i64 + 3);
        let value = |&weight: &i16| {
            (i64::from(weight) * parts / i64::from(weights.scale())).clamp(-most, most) as i32
        };
        let all: Vec<i32> = weights.phase(0).iter().map(value).collect();
        let mut rest = &all[..];
        // In the order of the tables.
        let mut next = |size| {
            let (table, after) = rest.split_at(size);
            rest = after;
            table
        };
        let [own, opponents] = [COMBINATIONS; 2].map(&mut next);
        let [major, minor, crossings] =
            [Situation::MAJOR_PLACES, Situation::MINOR_PLACES, Situation::CROSSING_PLACES]
                .map(|size| next(size).into());
        let squares = [own, opponents].map(|weights| {
            let telling = weights.iter().zip(combinations());
            telling.map(|(&weight, patterns)| if tells(patterns) { weight } else { 0 }).collect()
        });
        Ok(Self { squares, threats: ThreatWeights { major, minor, crossings } })
    }
}
