//! [`RecordFormat`]: the files in which a game's world keeps its games.

use crate::record::Record;
use std::borrow::Cow;

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
    pub read: fn(&[u8], Asked<'_>) -> Result<Found, FormatError>,
    /// Writes games, one after the other.
    pub write: fn(&[Record]) -> Result<Vec<u8>, FormatError>,
}

/// What whoever has a file read says of its games. It holds where the file does not say otherwise.
#[derive(Clone, Copy, Default, Debug)]
pub struct Asked<'a> {
    /// The variant.
    pub variant: Option<&'a str>,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
}

/// What was found in a file.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Found {
    /// The games.
    pub records: Vec<Record>,
    /// What the file has and a record has no room for, in words.
    pub left_out: Vec<&'static str>,
}

impl Found {
    /// How a result is told that the moves do not lead to and that is no resignation either: by time, by
    /// forfeit, by agreement.
    pub const RESULTS: &'static str = "results that the moves do not lead to";
    /// How comments are told that belong to no move.
    pub const FOREWORD: &'static str = "comments before the first move";

    /// Notes what was left out, once.
    pub fn leave_out(&mut self, what: &'static str) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }
}

impl From<Vec<Record>> for Found {
    fn from(records: Vec<Record>) -> Self {
        Self { records, left_out: Vec::new() }
    }
}

/// The text of a file from a world that knew other encodings: what is no UTF-8 is read as ISO-8859-1, in
/// which each byte is the character of its number.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// A file without the mark of UTF-8 that some programs begin it with.
pub fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
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
    /// That as well where it is a number.
    pub scores: bool,
    /// Another start than the game's own.
    pub start: bool,
    /// That a game was given up.
    pub resignations: bool,
    /// That a game did not end. A format without it has a result of every game.
    pub unfinished: bool,
    /// The opening in which the colours are chosen, and whether they are.
    pub openings: bool,
}

impl Keeps {
    /// All of it.
    pub const ALL: Self = Self {
        moves: true,
        players: true,
        times: true,
        comments: true,
        scores: true,
        start: true,
        resignations: true,
        unfinished: true,
        openings: true,
    };
    /// The moves alone, which show whether the game ended.
    pub const MOVES: Self = Self {
        moves: true,
        players: false,
        times: false,
        comments: false,
        scores: false,
        start: false,
        resignations: false,
        unfinished: true,
        openings: false,
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
        let (line, column) = place(bytes, offset);
        Self { line: line + 1, column: column + 1, problem: problem.into() }
    }

    /// An error in the `text` that the `bytes` of a file were [`decoded`] to, at its place in the file: what
    /// is one byte there may be two in the text.
    #[must_use]
    pub fn of_decoded(mut self, text: &str, bytes: &[u8]) -> Self {
        if text.len() != bytes.len() {
            let line = text.split('\n').nth(self.line - 1).unwrap_or_default();
            self.column = line.get(..self.column - 1).unwrap_or(line).chars().count() + 1;
        }
        self
    }
}

/// The line of a byte of a text, and its column there in bytes, both from 0.
pub(crate) fn place(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    (before.iter().filter(|&&byte| byte == b'\n').count(), before.len() - begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_no_utf_8_is_read_byte_by_byte() {
        assert_eq!([decoded("Müller".as_bytes()), decoded(b"M\xFCller")], ["Müller", "Müller"]);
        assert_eq!(unmarked(b"\xEF\xBB\xBFf5"), b"f5");
    }

    #[test]
    fn places_are_lines_and_columns_from_one() {
        let at = |offset| FormatError::at(b"ab\ncd", offset, "wrong").to_string();
        assert_eq!(
            [at(0), at(1), at(3), at(4), at(99)],
            ["1:1: wrong", "1:2: wrong", "2:1: wrong", "2:2: wrong", "2:3: wrong"]
        );
    }

    #[test]
    fn columns_are_those_of_the_file_and_not_of_what_it_was_decoded_to() {
        for (file, column) in [(&b"ab\n\xFCx!"[..], 3), ("ab\nüx!".as_bytes(), 4)] {
            let text = decoded(file);
            let end = text.find('!').expect("it is there");
            let error = FormatError::at(text.as_bytes(), end, "wrong").of_decoded(&text, file);
            assert_eq!((error.line, error.column), (2, column));
        }
    }
}
