//! SGF, the Smart Game Format (A. Hollosi, version 4), for games on a square board that have a number in it:
//! the main line of each record, with players, comments and the result.

mod points;
mod read;
mod text;
mod write;

pub(crate) use read::moves;
pub(super) use read::read;
pub(super) use write::line;

/// The numbers that SGF has for games, its `GM`.
const NUMBERS: [(&str, &str); 2] = [("othello", "2"), ("gomoku", "4")];

#[cfg(test)]
mod tests;
