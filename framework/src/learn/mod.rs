//! From games to weights: what can be learned of a game, and the files that keep it.
//!
//! An evaluator with learned weights looks at a position through [`Features`]: indices into tables of weights, whose sum is the value. The
//! same features serve twice: the fit solves for the weights, the evaluator adds them up.

mod features;
mod weights;

pub use features::{FeatureTable, Features, FeaturesVisitor};
pub use weights::{Origin, PhaseError, Weights, WeightsError};
