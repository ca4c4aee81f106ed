//! [`RecordFormat`]: the files in which a game's world keeps its games.

use crate::record::Record;

/// A file format for records of games, as a game's crate reads and writes it.
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// The name, lower case.
    pub name: &'static str,
    /// What files of it end in, without the dot.
    pub extension: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What of a record it has room for.
    pub keeps: Keeps,
    /// Reads every game of a file.
    pub read: fn(&[u8]) -> Result<Vec<Record>, FormatError>,
    /// Writes games, one after the other.
    pub write: fn(&[Record]) -> Result<Vec<u8>, FormatError>,
}

/// What of a record a format has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keeps {
    /// The moves. A format without them has the position after the last.
    pub moves: bool,
    /// Who played.
    pub players: bool,
    /// The time of each move.
    pub times: bool,
    /// What was said of each move.
    pub comments: bool,
    /// Another start than the game's own.
    pub start: bool,
    /// That a game was given up.
    pub resignations: bool,
}

impl Keeps {
    /// All of it.
    pub const ALL: Self =
        Self { moves: true, players: true, times: true, comments: true, start: true, resignations: true };
    /// The moves alone.
    pub const MOVES: Self = Self {
        moves: true,
        players: false,
        times: false,
        comments: false,
        start: false,
        resignations: false,
    };
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct FormatError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

impl FormatError {
    /// An error at a byte of a file.
    pub fn at(bytes: &[u8], offset: usize, problem: impl Into<String>) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        Self {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before.len() - line_start + 1,
            problem: problem.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns_from_one() {
        let at = |offset| FormatError::at(b"ab\ncd", offset, "wrong").to_string();
        assert_eq!(
            [at(0), at(1), at(3), at(4), at(99)],
            ["1:1: wrong", "1:2: wrong", "2:1: wrong", "2:2: wrong", "2:3: wrong"]
        );
    }
}
