//! Dvonn (Kris Burm, 2001): pieces become stacks, and what is not connected to one of the three Dvonns is
//! lost.
//!
//! The rules, the notation and the evaluators are told in the game's README. In short: 49 spaces are filled
//! one piece a turn; then a stack of height n, owned by the colour on top, moves exactly n in a straight line
//! onto another stack; stacks without a Dvonn in their group go at once; when neither side can move, the
//! heights are counted.
//!
//! ```
//! use anyply_dvonn::Dvonn;
//! use anyply_framework::{Game, Notation, Side};
//!
//! let game = Dvonn::full();
//! let (moves, at) = game.parse_moves(&game.start(), "C3 I3 F3 E1")?;
//! assert_eq!(moves.len(), 4);
//! assert_eq!((at.side, game.count_moves(&at.position)), (Side::White, 45));
//! assert_eq!(game.counts(&at), "White 0, Black 1; to place: White 23, Black 22, Dvonns 0");
//! # Ok::<(), anyply_framework::ParseError>(())
//! ```
//!
//! Positions are sets of spaces in 64-bit words, seen by the side to move; heights are sliced into six words,
//! so that stacks of one height move together, one shift per direction.

mod agent;
mod board;
mod draw;
mod endgame;
pub mod evaluators;
pub mod formats;
mod geometry;
mod heights;
mod key;
mod notation;
mod places;
mod plugin;
mod rules;
mod settings;
mod setup;
mod step_list;
#[cfg(test)]
mod twin;

pub use agent::{
    Agent, Area, Condition, Fact, Formula, Losses, Outlook, Rule, Strategy, Tactic, areas, losses,
};
pub use board::{Position, Reach};
pub use geometry::{SPACES, Space, Spaces};
pub use rules::{Dvonn, Move};
