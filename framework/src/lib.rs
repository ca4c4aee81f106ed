//! Rules, search and sessions for two-player board games, knowing none of them.
//!
//! A game is a set of [rules](Game), a [notation](Notation) and some [evaluators](Evaluator), offered as a
//! [`Plugin`]. A [`Session`] holds one game in progress and an [engine](Engine) that thinks about it. The
//! engine is [`search::Search`]: one recursive search for every game. [`add_a_game`] adds one from nothing,
//! and is the best place to begin reading; the page `use_as_a_library` of `anyply_games` shows a program that
//! searches, plays matches and fits weights with the games there are.
//!
//! Inside the search everything is relative to the side to move; [`Situation`] is where it becomes black or
//! white.
//!
//! ```
//! use anyply_framework::Score;
//! use anyply_framework::search::Preset;
//! // Settings are RON, with every technique a switch.
//! let config = Preset::named("full-sound").unwrap().config.set("killers", "1").unwrap();
//! assert_eq!(config.killers, 1);
//! // Scores are in hundredths of the game's own unit, or a distance to the win.
//! assert_eq!(Score::from_units(12).to_string(), "+12.00");
//! assert_eq!(Score::win_in(5).to_string(), "win in 5");
//! ```

#[doc = include_str!("add_a_game.md")]
pub mod add_a_game {}
pub mod arena;
mod baseline;
pub mod book;
mod bounded;
mod cache;
mod engine;
mod evaluator;
mod format;
mod game;
mod geometry;
pub mod hash;
mod known_scores;
pub mod lab;
pub mod learn;
mod level;
mod memory;
mod notation;
mod opponent;
mod perft;
mod piece;
mod plugin;
pub mod positions;
mod proof;
mod ranking;
mod record;
mod refute;
mod results;
mod score;
mod sealed;
pub mod search;
mod session;
pub mod settings;
mod stack;
pub mod symmetry;

pub use bounded::{read_file, read_whole};
pub use engine::{BuiltEngine, Engine, Resources, engine, engine_with};
pub use evaluator::{Claim, Evaluator, Ledger, Parts, StandPat, View};
pub use format::{Asked, FormatError, Found, Keeps, RecordFormat, decoded, unmarked};
pub use game::{Game, IllegalMove, MoveList, Outcome, Side, Situation, Turn};
pub use geometry::{Direction, Geometry, Ground, Label, Place, Point};
pub use known_scores::KnownScores;
pub use level::Level;
pub use memory::Memory;
pub use notation::{Drawing, Marks, Notation, ParseError, Style, quoted};
pub use perft::perft;
pub use piece::{Look, Piece, Refusal};
pub use plugin::{
    EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Plugin, SwapOpening, Topic, Variant, sized,
};
pub use record::{Record, RecordError, RecordVersion, RecordedMove};
pub use refute::{Flaw, Refutation, refute};
pub use results::Results;
pub use score::{Bound, Certainty, Distance, Score, Window};
pub use session::{EngineSettings, Played, Session};
pub use settings::SettingsError;
pub use stack::Refused;
