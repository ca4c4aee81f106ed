//! Rules, search and sessions for two-player board games, knowing none of them.

mod evaluator;
mod game;
mod notation;
mod perft;
mod plugin;
mod score;
pub mod settings;

pub use evaluator::{Claim, Evaluator, StandPat, View};
pub use game::{Game, IllegalMove, MoveList, Outcome, Side, Situation, Turn};
pub use notation::{Drawing, Marks, Notation, ParseError, Style, quoted};
pub use perft::perft;
pub use plugin::{EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Plugin, Topic, Variant};
pub use score::{Bound, Certainty, Distance, Score, Window};
pub use settings::SettingsError;
