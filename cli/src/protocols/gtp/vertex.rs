//! How points are named, and boards of rows for GoGui.

use crate::rows::square_rows;
use anyply_games::{AnyGame, TextGame};

/// How a controller names points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Vertices {
    /// As the game does.
    Own,
    /// As GoGui does: capital letters, and none is I.
    GoGui,
}

impl Vertices {
    /// A move of the controller's in the game's notation; none of a column that he does not have.
    pub(super) fn read(self, mv: &str) -> Option<String> {
        let is_missing = self == Self::GoGui && column(mv) == Some(b'i');
        (!is_missing).then(|| self.shifted(mv, |letter| if letter > b'i' { letter - 1 } else { letter }))
    }

    /// A move of the game's as the controller names it.
    pub(super) fn write(self, mv: &str) -> String {
        // A point off the board, as the games of a record may have, can be named by the last letter.
        let mv = self.shifted(mv, |letter| if (b'i'..b'z').contains(&letter) { letter + 1 } else { letter });
        if self == Self::GoGui { mv.to_uppercase() } else { mv }
    }

    /// A line of a board; one that names the columns names them as the controller does.
    pub(super) fn heading(self, line: &str) -> String {
        let is_name = |word: &str| word.len() == 1 && word.bytes().all(|letter| letter.is_ascii_lowercase());
        let named = |sign: char| match sign {
            'a'..='z' => self.write(&format!("{sign}1")).chars().next(),
            _ => Some(sign),
        };
        match line.split_whitespace().all(is_name) {
            true => line.chars().filter_map(named).collect(),
            false => line.to_owned(),
        }
    }

    /// What the game says of points as the controller names them.
    pub(super) fn told(self, text: &str) -> String {
        let is_apart = |sign: char| !sign.is_ascii_alphanumeric();
        let named = |part: &str| {
            let (word, rest) = part.split_at(part.find(is_apart).unwrap_or(part.len()));
            if column(word).is_some() { self.write(word) + rest } else { part.to_owned() }
        };
        text.split_inclusive(is_apart).map(named).collect()
    }

    fn shifted(self, mv: &str, shift: fn(u8) -> u8) -> String {
        match column(mv) {
            Some(letter) if self == Self::GoGui => format!("{}{}", char::from(shift(letter)), &mv[1..]),
            _ => mv.to_owned(),
        }
    }
}

// The small letter of a point.
fn column(mv: &str) -> Option<u8> {
    let (letter, row) = mv.split_at_checked(1)?;
    let letter = letter.bytes().next().filter(u8::is_ascii_alphabetic)?;
    row.parse::<u8>().ok().map(|_| letter.to_ascii_lowercase())
}

/// The board as GoGui wants it: rows from the highest number down, `X` black, `O` white, `.` empty, apart by
/// spaces.
pub(super) fn board(game: &AnyGame) -> Result<String, String> {
    let row = |row: &String| {
        let cells = row.chars().map(|cell| if cell == '-' { '.' } else { cell }.to_string());
        cells.collect::<Vec<_>>().join(" ")
    };
    let mut rows: Vec<String> = square_rows(game)?.iter().map(row).collect();
    // GoGui has row 1 at the bottom, whatever the game has.
    if game.geometry().places.first().is_some_and(|top_left| top_left.name == "a1") {
        rows.reverse();
    }
    Ok(rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gogui_has_no_letter_i() {
        assert_eq!((Vertices::GoGui.write("h8"), Vertices::GoGui.write("i10")), ("H8".into(), "J10".into()));
        assert_eq!(Vertices::Own.write("i10"), "i10");
        // Off any board.
        assert_eq!(Vertices::GoGui.write("z0"), "Z0");
        for column in b'a'..=b't' {
            let own = format!("{}7", char::from(column));
            assert_eq!(Vertices::GoGui.read(&Vertices::GoGui.write(&own)), Some(own));
        }
        assert_eq!(Vertices::GoGui.read("I10"), None);
        assert_eq!(Vertices::GoGui.heading("   h i j"), "   H J K");
        assert_eq!(Vertices::Own.heading("   h i j"), "   h i j");
        for row in [" 1 . x", "Black to move", ""] {
            assert_eq!(Vertices::GoGui.heading(row), row);
        }
        for (own, told) in
            [("a square from a1 to o15", "a square from A1 to P15"), ("é1, a (i9)", "é1, a (J9)")]
        {
            assert_eq!(Vertices::GoGui.told(own), told);
            assert_eq!(Vertices::Own.told(own), own);
        }
        for other in ["PASS", "é1", "in", "i"] {
            assert_eq!(Vertices::GoGui.read(other).as_deref(), Some(other));
        }
    }

    #[test]
    fn square_boards_have_rows() {
        let open = |name, size| AnyGame::open(name, None, size).unwrap();
        let start = board(&open("othello", None)).unwrap();
        assert_eq!(start.lines().nth(3), Some(". . . X O . . ."), "row 5");
        assert_eq!(board(&open("gomoku", Some(19))).unwrap().lines().count(), 19);
        assert!(board(&open("dvonn", None)).unwrap_err().contains("no square board"));
    }
}
