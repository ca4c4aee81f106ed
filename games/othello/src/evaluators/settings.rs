//! [`Settings`]: one of the evaluators, as a RON text describes it.

use crate::evaluators::{Combination, Discs, Dynamic, Mobility, Phased, Positional, Squares};
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::{EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, SettingsError, settings};
use serde::{Deserialize, Serialize};

/// An evaluator with its figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settings {
    /// Mobility, squares, stability, parity, by stage: the default.
    Positional(Positional),
    /// Disc difference.
    Discs(Discs),
    /// A weight for every square.
    Squares(Squares),
    /// Difference of moves.
    Mobility(Mobility),
    /// A weighted sum of terms.
    Combination(Combination),
    /// Weights by phase, as in 2012.
    Phased(Phased),
    /// Weights by phase, with squares.
    Dynamic(Dynamic),
}

macro_rules! info {
    ($name:literal, $summary:literal) => {
        EvaluatorInfo {
            name: $name,
            summary: $summary,
            settings: include_str!(concat!("../../config/", $name, ".ron")),
        }
    };
}

/// The evaluators, the default first.
pub(crate) static INFOS: [EvaluatorInfo; 7] = [
    info!("positional", "moves now and later, squares, stable discs, parity; weights by stage"),
    info!("discs", "own minus opponent's discs: the greedy player"),
    info!("squares", "a weight for every square: corners good, what lies beside them bad"),
    info!("mobility", "own minus opponent's moves"),
    info!("combination", "a weighted sum of terms, the same through the whole game"),
    info!("phased", "mobility, corners and bad X and C squares by phase, discs at the end"),
    info!("dynamic", "mobility and squares, and discs the more the later"),
];

/// Builds what `source` describes for boards of shape `S` and hands it to the visitor.
pub(crate) fn visit<S: Shape, V: EvaluatorVisitor<Othello<S>>>(
    source: &EvaluatorSource,
    visitor: V,
) -> Result<V::Output, SettingsError>
where
    Othello<S>: anyply_framework::Plugin,
{
    let range = |problem| SettingsError::Range { origin: source.name(), problem };
    Ok(match settings::from_source(source)? {
        Settings::Positional(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Discs(settings) => visitor.visit(settings),
        Settings::Squares(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Mobility(settings) => visitor.visit(settings.check().map_err(range)?),
        Settings::Combination(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Phased(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Dynamic(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
    })
}
