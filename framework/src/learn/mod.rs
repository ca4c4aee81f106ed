//! From games to weights: what can be learned of a game, and the files that keep it.
//!
//! An evaluator with learned weights looks at a position through [`Features`]: indices into tables of
//! weights, whose sum is the value. The same features serve twice: the fit solves for the weights, the
//! evaluator adds them up.
//!
//! A [`Recipe`] says how they are learned, in rounds. In each, an evaluator [plays against itself](SelfPlay);
//! the positions of those games are taken with what they came to; and the [weights](learned) that fit them
//! best are the evaluator of the next round. Like the jobs of the [laboratory](crate::lab), a game is
//! described by data alone and gives one line, so games can be played anywhere and in any order.
//!
//! Weights that there are can be [adapted](Adapting) to [games that were recorded](RecordedGame): experience,
//! whoever made it.

mod features;
mod fit;
mod games;
mod measure;
mod play;
mod positions;
mod recipe;
mod report;
mod round;
mod rows;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;
mod weights;

pub use features::{FeatureTable, Features, FeaturesVisitor};
pub use games::{GameLine, GameNumber, GamesPlan};
pub use play::{RecordedGame, SelfPlay, beside, check};
pub use positions::GameError;
pub use recipe::{Fit, Recipe, Round};
pub use report::{PhaseReport, RoundReport};
pub use round::{Adapting, LearnError, RoundToLearn, Told, learned, learned_evaluator};
pub use weights::{Adapted, InCents, Origin, PhaseError, Weights, WeightsError};
