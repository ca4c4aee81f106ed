//! An opening book: what a search has found out about the positions that games begin with, built beforehand
//! and looked up in play.
//!
//! A [`Builder`] expands one position after the other: all its promising moves are searched, and their values
//! are backed up to the start. Next come the positions that are reached with the least loss by both sides
//! together, each ply costing a little too, so that a book covers the lines worth playing, and answers to
//! what is nearly as good. That is drop-out expansion (T. Lincke, Strategies for the automatic construction
//! of opening books, 2000; earlier, for Othello's Logistello: M. Buro, Toward opening book learning, 1999).
//!
//! A [`Book`] is the same for a position and its images. An engine [with a book](with_book) plays by it where
//! it can, and searches elsewhere. Nothing needs one.

mod build;
mod consult;
mod error;
mod file;
mod folded;
mod graph;
mod named;
#[cfg(test)]
mod tests;

pub use build::{Builder, Effort};
pub use consult::{OpenBook, with_book};
pub use error::BookError;
pub use file::{Book, BookMove, BookOrigin};
pub(crate) use named::{forget_place, named_book};
