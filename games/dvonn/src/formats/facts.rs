//! The facts of the Porto agent: `tabuleiro(1,[(1,w,1,0),(2,b,1,0),(3,w,1,0)]).`, one per column 1 to 11, its
//! entries (row, top colour, height, 1 if it holds a Dvonn). An entry of height 0, or none, is an empty
//! space.

use super::{Found, Stack, Top, assemble, check_stack, column_of, stack_at};
use crate::geometry::{Space, Spaces};
use crate::rules::Dvonn;
use anyply_framework::{ParseError, Side, Situation};

/// The word that the facts begin with.
pub const KEYWORD: &str = "tabuleiro";

/// Writes all eleven facts; empty spaces are `(row,0,0,0)`.
pub fn write(at: &Situation<Dvonn>) -> String {
    let mut text = String::new();
    for column in 0..11 {
        let entries: Vec<String> = (0..5)
            .filter_map(|row| Space::new(column, row))
            .map(|space| entry(space, stack_at(at, space)))
            .collect();
        text += &format!("{KEYWORD}({},[{}]).\n", column + 1, entries.join(","));
    }
    text
}

fn entry(space: Space, stack: Option<Stack>) -> String {
    let row = space.row() + 1;
    let Some(Stack { top, height, dvonn }) = stack else {
        return format!("({row},0,0,0)");
    };
    let top = match top {
        Top::Piece(side) => super::letter(side),
        Top::Dvonn => 'd',
    };
    format!("({row},{top},{height},{})", u8::from(dvonn))
}

/// Reads the facts; what follows a `%` on a line is a comment.
///
/// # Errors
/// [`ParseError`] at the token that is wrong, or if `side` is not given.
pub fn read(text: &str, side: Option<Side>) -> Result<Situation<Dvonn>, ParseError> {
    let mut tokens = Tokens { text, rest: text };
    let mut found = Vec::new();
    let mut seen = Spaces::EMPTY;
    while !tokens.peek().is_empty() {
        read_fact(&mut tokens, &mut found, &mut seen)?;
    }
    let side = side.ok_or_else(|| {
        ParseError::new("", "the side to move, given apart: the facts do not tell it", "--side white")
            .at_column(text.len())
    })?;
    assemble(text, &found, side, false)
}

fn read_fact<'a>(
    tokens: &mut Tokens<'a>,
    found: &mut Vec<Found<'a>>,
    seen: &mut Spaces,
) -> Result<(), ParseError> {
    tokens.take(KEYWORD)?;
    tokens.take("(")?;
    let column = tokens.number("a column, 1 to 11", 11)?;
    tokens.take(",")?;
    tokens.take("[")?;
    while tokens.peek() == "(" {
        read_entry(tokens, column, found, seen)?;
        if tokens.peek() != "," {
            break;
        }
        tokens.next();
    }
    tokens.take("]")?;
    tokens.take(")")?;
    tokens.take(".")
}

fn read_entry<'a>(
    tokens: &mut Tokens<'a>,
    column: u32,
    found: &mut Vec<Found<'a>>,
    seen: &mut Spaces,
) -> Result<(), ParseError> {
    tokens.take("(")?;
    let row_token = tokens.peek();
    let row = tokens.number("a row, 1 to 5", 5)?;
    let space = row.checked_sub(1).zip(column.checked_sub(1));
    let space = space.and_then(|(row, column)| Space::new(column as u8, row as u8));
    let Some(space) = space.filter(|&space| !seen.contains(space)) else {
        let expected = format!("a row of column {column} that was not given before");
        return Err(tokens.wrong(row_token, &expected, "(3,w,1,0)"));
    };
    *seen |= space.set();
    tokens.take(",")?;
    let top_token = tokens.next();
    tokens.take(",")?;
    let height = tokens.number("a height, 0 to 49", 49)?;
    tokens.take(",")?;
    let dvonn_token = tokens.peek();
    let dvonn = tokens.number("1 if the stack holds a Dvonn, else 0", 1)? == 1;
    tokens.take(")")?;
    if height == 0 {
        // Where it says more, it may be the height that is wrong.
        if dvonn {
            return Err(tokens.wrong(dvonn_token, "0 where the height is 0", EMPTY));
        }
        if !matches!(top_token, "0" | "w" | "W" | "b" | "B" | "d" | "D") {
            return Err(tokens.wrong(top_token, "0, or a top colour, w, b or d", EMPTY));
        }
        return Ok(());
    }
    let top = match top_token.to_ascii_lowercase().as_str() {
        "w" => Top::Piece(Side::White),
        "b" => Top::Piece(Side::Black),
        "d" => Top::Dvonn,
        _ => return Err(tokens.wrong(top_token, "a top colour, w, b or d", "(3,w,1,0)")),
    };
    let stack = check_stack(Stack { top, height, dvonn: dvonn || top == Top::Dvonn }, top_token)
        .map_err(|error| error.at_column(column_of(tokens.text, top_token)))?;
    found.push(Found { space, stack, token: top_token });
    Ok(())
}

/// The facts cut into words, numbers and single signs.
struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The next token without taking it; empty at the end.
    fn peek(&mut self) -> &'a str {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('%') {
                Some(comment) => self.rest = &comment[comment.find('\n').unwrap_or(comment.len())..],
                None => break,
            }
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let sign = self.rest.chars().next().map_or(0, char::len_utf8);
        &self.rest[..word.max(sign)]
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    fn take(&mut self, due: &str) -> Result<(), ParseError> {
        let token = self.next();
        if token == due { Ok(()) } else { Err(self.wrong(token, &format!("'{due}'"), EXAMPLE)) }
    }

    fn number(&mut self, expected: &str, most: u32) -> Result<u32, ParseError> {
        let token = self.next();
        let number = token.parse().ok().filter(|&number: &u32| number <= most);
        number.ok_or_else(|| self.wrong(token, expected, EXAMPLE))
    }

    fn wrong(&self, token: &str, expected: &str, example: &str) -> ParseError {
        ParseError::new(token, expected, example).at_column(column_of(self.text, token))
    }
}

/// An empty space.
const EMPTY: &str = "(3,0,0,0)";

const EXAMPLE: &str = "tabuleiro(1,[(1,w,1,0),(2,b,1,0),(3,w,1,0)]).";
