//! Othello on boards of 8x8, 6x6 and 10x10 squares: rules, notation, evaluators and files.
//!
//! Discs that lie between a new disc and another of the same side turn over; whoever has more at the end
//! wins. Squares are a1 to h8 with a1 top left, a pass is `pass`, a position is its 64 cells and the side to
//! move. The rules in full, all accepted spellings and every evaluator are explained in
//! [`README`](anyply_framework::Plugin::README), which `anyply rules othello` shows.
//!
//! ```
//! use anyply_framework::{Game, Notation, perft};
//! use anyply_othello::Othello;
//!
//! let game: Othello = Othello::new();
//! let (moves, at) = game.parse_moves(&game.start(), "f5d6c3")?;
//! assert_eq!(moves.len(), 3);
//! assert_eq!(game.counts(&at), "Black 5, White 2");
//! assert_eq!(perft(&game, &game.start().position, 5), 1396);
//! # Ok::<(), anyply_framework::ParseError>(())
//! ```
//!
//! The board's size is a type parameter, a [`Shape`], so that the standard board stays two 64-bit words.

mod bits;
mod board;
mod drawing;
mod endgame;
pub mod evaluators;
pub mod formats;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod last_disc;
mod notation;
mod places;
mod plugin;
mod portable;
mod rules;
mod shape;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod simd;
mod square;
mod stability;
#[cfg(test)]
mod twin;

pub use bits::Bits;
pub use board::{Move, Position};
pub use plugin::NamedShape;
pub use rules::Othello;
pub use shape::{Corner, Eight, Rays, Shape, Six, Ten};
