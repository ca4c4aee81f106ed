//! Gomoku: five in a row on a board of 15, 19 or 20 lines, under four sets of rules.
//!
//! Black and White take turns to put a stone on a free square; whoever first has five of theirs in an
//! unbroken line wins. What a longer line is worth, and what Black is forbidden, is the [`Rule`]. A full
//! board without a winner is a draw.
//!
//! Moves read `h8`: column letter, then row, row 1 at the bottom. A position is a list of moves, `h8i9g7`, or
//! a board text: rows from the top with `/` between them, then the side to move.
//!
//! ```
//! use anyply_framework::{Game, Notation, Outcome};
//! use anyply_gomoku::{Gomoku, Rule};
//!
//! let game = Gomoku::<15>::new(Rule::Freestyle);
//! let at = game.parse_position("h8h9 i8i9 j8j9 k8k9 l8", None)?;
//! assert_eq!(at.outcome(&game).map(|outcome| outcome.to_string()).as_deref(), Some("Black wins"));
//! # Ok::<(), anyply_framework::ParseError>(())
//! ```

mod board;
mod evaluators;
pub mod formats;
mod lines;
mod notation;
mod places;
mod plugin;
mod renju;
mod rules;

pub use board::{Position, Square};
pub use evaluators::{
    ClassValues, LearnedPatterns, LineValues, Patterns, PatternsSettings, PatternsState, Sequences,
    SequencesFlat, SequencesFlatSettings, SequencesSettings, SequencesState, SquareValues,
};
pub use plugin::NamedSize;
pub use renju::Foul;
pub use rules::{Gomoku, Rule};
