//! Rules, search and sessions for two-player board games, knowing none of them.

mod evaluator;
mod game;
mod level;
mod notation;
mod perft;
mod plugin;
mod record;
mod score;
pub mod search;
mod session;
pub mod settings;

pub use evaluator::{Claim, Evaluator, StandPat, View};
pub use game::{Game, IllegalMove, MoveList, Outcome, Side, Situation, Turn};
pub use level::Level;
pub use notation::{Drawing, Marks, Notation, ParseError, Style, quoted};
pub use perft::perft;
pub use plugin::{EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Plugin, Topic, Variant};
pub use record::{Record, RecordError, RecordedMove};
pub use score::{Bound, Certainty, Distance, Score, Window};
pub use session::{EngineSettings, Played, Session};
pub use settings::SettingsError;
