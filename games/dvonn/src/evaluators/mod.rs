//! What positions are worth: one file per evaluator, named as on the command line, and what several of them
//! need.

mod benefit;
mod closeness;
mod cuts;
mod mobility;
mod order;
mod placement;
mod planes;
#[cfg(test)]
mod playouts;
mod score;
mod stacks;
mod tactics;

pub use benefit::Benefit;
pub use mobility::Mobility;
pub use placement::Placement;
pub use score::Margin;
pub(crate) use stacks::StackFeatures;
pub use stacks::Stacks;
pub use tactics::Tactics;

use crate::rules::Dvonn;
use crate::settings::Checked;
use anyply_framework::{
    EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Score, SettingsError, evaluator_info, settings,
};
use serde::{Deserialize, Serialize};
use stacks::StackEvaluator;

/// Every evaluator, with its settings: what a RON file describes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settings {
    /// See [`Mobility`].
    Mobility(Mobility),
    /// See [`Stacks`].
    Stacks(Stacks),
    /// See [`Tactics`].
    Tactics(Tactics),
    /// See [`Benefit`].
    Benefit(Benefit),
    /// See [`Margin`].
    Score(Margin),
}

/// The built-in evaluators; the first is the default.
pub(crate) static INFOS: [EvaluatorInfo; 8] = [
    evaluator_info!("stacks", "what every stack is and can do; weights learned from games, by phase"),
    evaluator_info!(
        "mobility",
        "stacks that can move and where they can land, worth more near Dvonns; what would be cut off; pieces towards the end"
    ),
    evaluator_info!(
        "primadvonna",
        "the evaluation of the winner of the CodeCup 2011, made again from what is known of it"
    ),
    evaluator_info!(
        "tactics",
        "the agent of Porto (2004): nine tactics, the one of the greatest benefit is played"
    ),
    evaluator_info!("tactics-vote", "the agent: the move that most tactics name"),
    evaluator_info!("tactics-situation", "the agent: rules choose the tactic from the state of the board"),
    evaluator_info!("benefit", "pieces owned and the benefit of the best next move"),
    evaluator_info!("score", "pieces owned, own less the opponent's"),
];

impl Settings {
    /// Reads the settings that `source` describes. Learned weights are none.
    ///
    /// # Errors
    /// [`SettingsError`] with the place or the figure that is wrong.
    pub fn read(source: &EvaluatorSource) -> Result<Self, SettingsError> {
        let settings: Self = settings::from_source(source)?;
        let checked = match &settings {
            Self::Mobility(mobility) => mobility.check(),
            Self::Stacks(Stacks {}) => Ok(()),
            Self::Tactics(tactics) => tactics.check(),
            Self::Benefit(benefit) => benefit.check(),
            Self::Score(margin) => margin.check(),
        };
        checked.map_err(|problem| source.wrong(problem))?;
        Ok(settings)
    }

    fn accept<V: EvaluatorVisitor<Dvonn>>(self, visitor: V) -> V::Output {
        match self {
            Self::Mobility(mobility) => visitor.visit(mobility),
            Self::Stacks(Stacks {}) => visitor.visit(StackEvaluator::built_in()),
            Self::Tactics(tactics) => visitor.visit(tactics),
            Self::Benefit(benefit) => visitor.visit(benefit),
            Self::Score(margin) => visitor.visit(margin),
        }
    }
}

/// Builds the evaluator that `source` describes and hands it to the visitor.
///
/// # Errors
/// [`SettingsError`] with the place or the figure that is wrong, or for weights of something else.
pub(crate) fn open<V: EvaluatorVisitor<Dvonn>>(
    source: &EvaluatorSource,
    visitor: V,
) -> Result<V::Output, SettingsError> {
    if let EvaluatorSource::Weights { weights, .. } = source {
        let learned = StackEvaluator::new(weights).map_err(|error| source.wrong(error.to_string()))?;
        return Ok(visitor.visit(learned));
    }
    Ok(Settings::read(source)?.accept(visitor))
}

/// A score that never outweighs a result: strictly within 49 pieces. Reasons are told as they are: what they
/// come to may be further from 0 than the value beside them.
fn opinion(cents: i32) -> Score {
    Score::from_cents(cents.clamp(-4899, 4899))
}
