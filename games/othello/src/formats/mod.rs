//! The files of the Othello world.

pub mod ggf;
pub mod obf;
pub mod wthor;
