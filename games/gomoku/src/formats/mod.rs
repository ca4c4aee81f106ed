//! The files of the Gomoku world.

pub mod psq;
