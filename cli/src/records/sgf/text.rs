//! The text of a file taken apart: the properties of each game.

use anyply_framework::FormatError;
use std::str::CharIndices;

/// A name and its value.
pub(super) type Property = (String, String);

/// The main line of a game: of variations, the first.
#[derive(Default)]
pub(super) struct Line {
    pub(super) properties: Vec<Property>,
    pub(super) has_variations: bool,
}

/// Every game of a text, one at least.
///
/// # Errors
/// [`FormatError`] with the place where it is no SGF.
pub(super) fn games(text: &str) -> Result<Vec<Line>, FormatError> {
    let no_sgf = |at| FormatError::at(text.as_bytes(), at, "no SGF, or cut short");
    let mut games = Vec::new();
    let mut found = Line::default();
    let (mut name, mut depth, mut done) = (String::new(), 0_usize, false);
    // Where the game begins, and whether a name waits for its value.
    let (mut begin, mut waits) = (0, false);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let is_bare = depth == 0 && c == '(' && !chars.as_str().trim_start().starts_with(';');
        match c {
            '(' | ')' | ';' if waits => return Err(no_sgf(at)),
            // Brackets alone are in many texts, such as one before the first game. Behind it, or with a
            // property in it, a game would be lost.
            '(' if is_bare && games.is_empty() && !has_property(chars.as_str()) => {}
            '(' if is_bare => return Err(no_sgf(at)),
            '(' => {
                begin = if depth == 0 { at } else { begin };
                depth += 1;
                name.clear();
            }
            ')' if depth == 1 => {
                games.push(std::mem::take(&mut found));
                (depth, done) = (0, false);
            }
            // The first line that ends is the main one.
            ')' if depth > 0 => (depth, done) = (depth - 1, true),
            ';' => name.clear(),
            '[' if depth > 0 => {
                let value = value(&mut chars).filter(|_| !name.is_empty()).ok_or_else(|| no_sgf(at))?;
                waits = false;
                match done {
                    true => found.has_variations = true,
                    false => found.properties.push((name.clone(), value)),
                }
            }
            // A further value has the name of the one before it; earlier versions write small letters between
            // the capital ones.
            c if depth > 0 && c.is_ascii_alphabetic() => {
                if !waits {
                    name.clear();
                }
                waits = true;
                name.extend(Some(c).filter(char::is_ascii_uppercase));
            }
            _ => {}
        }
    }
    if games.is_empty() || depth > 0 { Err(no_sgf(begin)) } else { Ok(games) }
}

// Whether there is one up to the next bracket.
fn has_property(text: &str) -> bool {
    let text = text.split(['(', ')']).next().unwrap_or("");
    text.as_bytes().windows(2).any(|two| two[0].is_ascii_uppercase() && two[1] == b'[')
}

// Nothing, where it does not end.
fn value(chars: &mut CharIndices<'_>) -> Option<String> {
    let mut value = String::new();
    loop {
        match chars.next()?.1 {
            ']' => return Some(value),
            '\\' => {
                // A line that is only broken goes on.
                let breaks = ["\r\n", "\n\r", "\n", "\r"];
                match breaks.iter().find(|soft| chars.as_str().starts_with(**soft)) {
                    Some(soft) => {
                        chars.nth(soft.len() - 1);
                    }
                    None => value.extend(chars.next().map(|(_, c)| c)),
                }
            }
            c => value.push(c),
        }
    }
}
