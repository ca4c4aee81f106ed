//! The files of the Gomoku world.

pub mod openings;
pub mod psq;
