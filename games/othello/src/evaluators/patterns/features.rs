//! [`PatternFeatures`]: what the evaluator looks at as a list of features, to learn their weights.

use super::indices::Indices;
use super::places::{PHASES, Places, mobility, patterns, phase};
use crate::board::Position;
use crate::rules::Othello;
use anyply_framework::learn::{FeatureTable, Features};

/// The features of `patterns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternFeatures;

impl Features<Othello> for PatternFeatures {
    const EVALUATOR: &'static str = "patterns";

    fn tables(&self) -> &[FeatureTable] {
        Places::all().tables()
    }

    fn phases(&self) -> usize {
        PHASES
    }

    fn phase(&self, _: &Othello, position: &Position) -> usize {
        phase(position)
    }

    fn find(&self, _: &Othello, position: &Position, found: &mut Vec<u32>) {
        let places = Places::all();
        let indices = Indices::of(position);
        let seen = patterns(&indices).chain(mobility(position));
        found.extend(seen.map(|place| places.weight(place)));
    }
}
