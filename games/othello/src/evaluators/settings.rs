//! [`Settings`]: one of the evaluators, as a RON text describes it.

use crate::evaluators::{Combination, Discs, Mobility, Patterns, Phased, Positional, Squares};
use crate::plugin::NamedShape;
use crate::rules::Othello;
use anyply_framework::{
    EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, SettingsError, evaluator_info, settings,
};
use serde::{Deserialize, Serialize};

/// An evaluator with its figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settings {
    /// Mobility, squares, stability, parity, by stage: the default where nothing was learned.
    Positional(Positional),
    /// Learned weights of groups of squares; on the 8x8 board alone, and the default there.
    Patterns(Patterns),
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
    Dynamic(Phased),
}

/// The evaluators of every board, the default first.
pub(crate) const HAND_MADE: [EvaluatorInfo; 7] = [
    evaluator_info!("positional", "moves now and later, squares, stable discs, parity; weights by stage"),
    evaluator_info!("discs", "own minus opponent's discs: the greedy player"),
    evaluator_info!("squares", "a weight for every square: corners good, what lies beside them bad"),
    evaluator_info!("mobility", "own minus opponent's moves"),
    evaluator_info!("combination", "a weighted sum of terms, the same through the whole game"),
    evaluator_info!("phased", "mobility, corners and bad X and C squares by phase, discs at the end"),
    evaluator_info!("dynamic", "mobility and squares, and discs the more the later"),
];

/// Those of the board that patterns were learned for.
pub(crate) const WITH_PATTERNS: [EvaluatorInfo; 8] = {
    let [positional, discs, squares, mobility, combination, phased, dynamic] = HAND_MADE;
    let patterns = evaluator_info!(
        "patterns",
        "what groups of squares show, and moves; weights learned from games, by phase; 8x8 alone"
    );
    [patterns, positional, discs, squares, mobility, combination, phased, dynamic]
};

/// Builds what `source` describes for boards of shape `S` and hands it to the visitor.
pub(crate) fn visit<S: NamedShape, V: EvaluatorVisitor<Othello<S>>>(
    source: &EvaluatorSource,
    visitor: V,
) -> Result<V::Output, SettingsError> {
    let range = |problem| source.wrong(problem);
    if let EvaluatorSource::Weights { weights, .. } = source {
        return S::with_patterns(Some(weights), visitor).map_err(range);
    }
    Ok(match settings::from_source(source)? {
        Settings::Positional(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Patterns(Patterns {}) => S::with_patterns(None, visitor).map_err(range)?,
        Settings::Discs(settings) => visitor.visit(settings),
        Settings::Squares(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Mobility(settings) => visitor.visit(settings.check().map_err(range)?),
        Settings::Combination(settings) => visitor.visit(settings.build::<S>().map_err(range)?),
        Settings::Phased(settings) | Settings::Dynamic(settings) => {
            visitor.visit(settings.build::<S>().map_err(range)?)
        }
    })
}
