//! What a position is worth: one file an evaluator, named as on the command line.

mod line_stones;
mod patterns;
mod sequences;

pub(crate) use patterns::PatternFeatures;
pub use patterns::{
    ClassValues, LearnedPatterns, LineValues, Patterns, PatternsSettings, PatternsState, SquareValues,
};
pub use sequences::{Sequences, SequencesFlat, SequencesFlatSettings, SequencesSettings, SequencesState};

use crate::plugin::NamedSize;
use crate::rules::Gomoku;
use anyply_framework::{
    EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, SettingsError, evaluator_info, settings,
};
use serde::{Deserialize, Serialize};

/// The evaluators by name; the first is the default.
pub(crate) static EVALUATORS: [EvaluatorInfo; 4] = [
    evaluator_info!(
        "learned-patterns",
        "threats read off tables of line patterns, with weights learned from games"
    ),
    evaluator_info!("patterns", "the same tables, with figures made by hand and tuned by games"),
    evaluator_info!("sequences", "100^i for every sequence of i stones that can still become five"),
    evaluator_info!("sequences-flat", "10 for every stone of a sequence that can still become five"),
];

/// The settings of any of this game's evaluators.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Settings {
    Patterns(Box<PatternsSettings>),
    LearnedPatterns(LearnedPatterns),
    Sequences(SequencesSettings),
    SequencesFlat(SequencesFlatSettings),
}

/// Builds the evaluator that `source` describes and hands it to the visitor.
pub(crate) fn open<const N: usize, V: EvaluatorVisitor<Gomoku<N>>>(
    game: &Gomoku<N>,
    source: &EvaluatorSource,
    visitor: V,
) -> Result<V::Output, SettingsError>
where
    Gomoku<N>: NamedSize,
{
    let wrong = |problem| source.wrong(problem);
    if let EvaluatorSource::Weights { weights, .. } = source {
        let learned = Patterns::learned(weights, game.rule());
        return Ok(visitor.visit(learned.map_err(|error| wrong(error.to_string()))?));
    }
    Ok(match settings::from_source(source)? {
        Settings::Patterns(settings) => visitor.visit(Patterns::new(*settings, game.rule()).map_err(wrong)?),
        Settings::LearnedPatterns(LearnedPatterns {}) => {
            visitor.visit(Patterns::learned_built_in(game.rule()))
        }
        Settings::Sequences(settings) => visitor.visit(Sequences::new(settings).map_err(wrong)?),
        Settings::SequencesFlat(settings) => visitor.visit(SequencesFlat::new(settings).map_err(wrong)?),
    })
}
