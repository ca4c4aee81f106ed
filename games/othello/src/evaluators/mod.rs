//! What a position is worth: the evaluators by name.

mod combination;
mod discs;
mod mobility;
mod order;
mod patterns;
mod phased;
mod positional;
mod scale;
mod settings;
mod squares;
mod table;
mod terms;
mod weighted;

pub use combination::Combination;
pub use discs::Discs;
pub use mobility::Mobility;
pub use patterns::Patterns;
pub use phased::Phased;
pub use positional::{Positional, Stage};
pub use settings::Settings;
pub use squares::Squares;
pub use terms::Potential;
pub use weighted::{Phase, Weights};

pub(crate) use patterns::{PatternEvaluator, PatternFeatures};
pub(crate) use settings::{HAND_MADE, WITH_PATTERNS, visit};
pub(crate) use terms::touching;
