//! The files of the Othello world.

pub mod obf;
