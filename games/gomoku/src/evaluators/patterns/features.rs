//! [`PatternFeatures`]: what the evaluator looks at as a list of features, to learn their weights.

use super::class::Kinds;
use super::figures::{Situation, ThreatWeights};
use super::stage::{ByStage, Role, Stage};
use super::state::PatternsState;
use super::table::Pattern;
use super::worth::{COMBINATIONS, Worth, combination, combinations, patterns, tells};
use super::{Decided, Patterns};
use crate::board::{MAX_SQUARES, Position};
use crate::plugin::NamedSize;
use crate::rules::{Gomoku, Rule};
use anyply_framework::learn::{FeatureTable, Features, Weights, WeightsError};
use anyply_framework::{Plugin, View};

/// A logarithm of odds of 1 (73 % of a win) is so many hundredths of a point: then the learned values are
/// about as large as those made by hand, and margins of the search mean the same for both.
const CENTS_OF_ODDS: u32 = 200;

static TABLES: [FeatureTable; 8] = [
    FeatureTable { name: "own squares", weights: COMBINATIONS },
    FeatureTable { name: "opponent's squares", weights: COMBINATIONS },
    FeatureTable { name: "own squares by stage", weights: BY_STAGE },
    FeatureTable { name: "opponent's squares by stage", weights: BY_STAGE },
    FeatureTable { name: "major threats", weights: Situation::MAJOR_PLACES },
    FeatureTable { name: "minor threats", weights: Situation::MINOR_PLACES },
    FeatureTable { name: "crossings", weights: Situation::CROSSING_PLACES },
    FeatureTable { name: "decided at sight", weights: 2 },
];

/// For each index of a [`Stage`] a weight for every kind of square.
const BY_STAGE: usize = Stage::INDICES * Kinds::INDICES;

/// Where tables begin.
const SQUARES: usize = 0;
const STAGES: usize = 2;
const MAJOR: usize = 4;
const DECIDED: usize = 7;

// The first feature of a table.
fn first(table: usize) -> usize {
    TABLES[..table].iter().map(|table| table.weights).sum()
}

/// The features of `learned-patterns`: for every free square what it would make for either colour, and what
/// both sides threaten.
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
        // What decides at sight needs no weights, and would spoil those of the squares.
        if let Some(decided) = Decided::of(View { game, position, state: &state }) {
            return found.push((first(DECIDED) + decided as usize) as u32);
        }
        let Situation { major, minor, crossings } = Situation::of(&state, own);
        for (table, place) in (MAJOR..).zip([major, minor, crossings]) {
            found.push((first(table) + place) as u32);
        }
        let stage = Stage::of(&state, own);
        for (role, side) in Role::BOTH.into_iter().zip([own, !own]) {
            let keys = position.free_squares().map(|square| state.key(side, square));
            for key in keys.filter(|&key| tells(patterns(key))) {
                found.push((first(SQUARES + role as usize) + combination(key)) as u32);
                let (table, kind) = (first(STAGES + role as usize), Kinds::of(patterns(key)).index());
                found.extend(stage.indices().map(|index| (table + index * Kinds::INDICES + kind) as u32));
            }
        }
    }
}

/// What the weights say, in parts of a hundredth of a point.
#[derive(Debug)]
pub(super) struct LearnedWeights {
    /// By combination.
    pub(super) squares: Vec<ByStage>,
    pub(super) threats: ThreatWeights,
}

impl LearnedWeights {
    /// The largest that is taken as it is. A file may hold any, and the sum must still fit: a square of
    /// either side counts by its combination, by a pressure and by an initiative, and threats by three
    /// weights.
    const MOST: i64 = i32::MAX as i64 / (2 * 3 * MAX_SQUARES as i64 + 3);

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
        let value = |&weight: &i16| {
            (i64::from(weight) * parts / i64::from(weights.scale())).clamp(-Self::MOST, Self::MOST) as i32
        };
        let all: Vec<i32> = weights.phase(0).iter().map(value).collect();
        let table = |table: usize| &all[first(table)..][..TABLES[table].weights];
        let square = |number: usize, patterns: [Pattern; 4]| {
            let kind = Kinds::of(patterns).index();
            ByStage::new(
                |role| table(SQUARES + role as usize)[number],
                |role, index| table(STAGES + role as usize)[index * Kinds::INDICES + kind],
            )
        };
        let squares = combinations().enumerate().map(|(number, patterns)| match tells(patterns) {
            true => square(number, patterns),
            false => ByStage::default(),
        });
        let [major, minor, crossings] = [0, 1, 2].map(|number| table(MAJOR + number).into());
        let threats = ThreatWeights { major, minor, crossings };
        Ok(Self { squares: squares.collect(), threats })
    }
}
