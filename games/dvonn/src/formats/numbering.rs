//! The ways to name a space, and moves written in them.
//!
//! Ours and Little Golem's are told apart by their second sign, a digit or a letter, and so are read
//! anywhere. Boardspace (and Holtz) number columns J and K from 1, and `J2` is then another space than ours:
//! whoever reads such a text says so, by [`Numbering::translate`].

use crate::geometry::Space;
use anyply_framework::ParseError;

/// A way to name the spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// Column letter, row number: `A1` to `K5`.
    Standard,
    /// Column letter, row letter, `e` for row 1 to `a` for row 5: `ae` is A1.
    LittleGolem,
    /// Column letter, number in the column, each column from 1: `j1` is J2, `k1` is K3.
    Boardspace,
}

impl Numbering {
    /// Reads the space that `text` begins with: always two bytes, in any case.
    ///
    /// # Errors
    /// [`ParseError`] if there is no such space.
    pub fn read(self, text: &str) -> Result<Space, ParseError> {
        let found: String = text.chars().take(2).collect();
        let wrong = |expected: &str| ParseError::new(found.clone(), expected, self.write(Space::ALL[24]));
        let &[letter, second, ..] = text.as_bytes() else {
            return Err(wrong(self.expected()));
        };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        if column > 10 {
            return Err(wrong(self.expected()));
        }
        let row = match self {
            Self::Standard => second.wrapping_sub(b'1'),
            Self::LittleGolem => b'e'.wrapping_sub(second.to_ascii_lowercase()),
            Self::Boardspace => second.wrapping_sub(b'1').saturating_add(column.saturating_sub(8)),
        };
        Space::new(column, row).ok_or_else(|| wrong(self.expected()))
    }

    /// The space as text.
    pub fn write(self, space: Space) -> String {
        let letter = char::from(b'a' + space.column());
        match self {
            Self::Standard => space.to_string(),
            Self::LittleGolem => format!("{letter}{}", char::from(b'e' - space.row())),
            Self::Boardspace => format!("{letter}{}", space.row() + 1 - space.column().saturating_sub(8)),
        }
    }

    /// Rewrites every space in a text of moves as the standard one; the words `pass` and `to` and all else
    /// stay as they are. Positions in lists of moves keep their meaning, not their columns.
    ///
    /// # Errors
    /// [`ParseError`] at the first thing that looks like a space and is none.
    pub fn translate(self, text: &str) -> Result<String, ParseError> {
        let mut standard = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if matches!(first.to_ascii_lowercase(), 'a'..='k') {
                let space = self.read(rest).map_err(|error| error.at_column(text.len() - rest.len()))?;
                standard += &space.to_string();
                rest = &rest[2..];
            } else {
                // Not a whole run of letters: a space may be glued to a word, as in `i2toj2`.
                let word = ["pass", "to"].into_iter().find_map(|word| strip_word(rest, word));
                let after = word.unwrap_or(&rest[first.len_utf8()..]);
                standard += &rest[..rest.len() - after.len()];
                rest = after;
            }
        }
        Ok(standard)
    }

    fn expected(self) -> &'static str {
        match self {
            Self::Standard => {
                "a space: A to I have row 1, A to J row 2, A to K row 3, B to K row 4, C to K row 5 \
                 (where J and K are numbered from 1, it is the format boardspace)"
            }
            Self::LittleGolem => "a space, column letter a to k and row letter e to a",
            Self::Boardspace => "a space, columns a to k, each numbered from 1",
        }
    }
}

/// `text` after `word`, in any case, if it begins with it.
pub(crate) fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}
