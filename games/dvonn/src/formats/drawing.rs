//! The drawing: rows 5 to 1, one cell `.w2`, `*d1` or `.0.` (empty) per space. Rows that are numbered may
//! also be 1 to 5; other labels are ignored.
//!
//! It says neither whose turn it is nor that pieces are still being placed.

use super::{Found, assemble, cell_text, column_of, read_cell, row_spaces, stack_at};
use crate::rules::Dvonn;
use anyply_framework::{ParseError, Side, Situation};

/// Draws a board, rows 5 to 1, each with its number.
pub fn write(at: &Situation<Dvonn>) -> String {
    let mut text = String::new();
    for row in (0..5).rev() {
        let cells: Vec<String> = row_spaces(row)
            .map(|space| stack_at(at, space).map_or_else(|| ".0.".to_owned(), cell_text))
            .collect();
        text += &format!("{}  {}\n", row + 1, cells.join(" "));
    }
    text
}

/// Reads a drawing, on five lines or on one.
///
/// # Errors
/// [`ParseError`] at the row or the cell that is wrong, or if `side` is not given.
pub fn read(text: &str, side: Option<Side>) -> Result<Situation<Dvonn>, ParseError> {
    let mut rows = find_rows(text)?;
    // The outline of the board is the same either way up.
    if is_row_1_on_top(text)? {
        rows.reverse();
    }
    let mut found = Vec::new();
    for (row, cells) in (0..5).rev().zip(rows) {
        for (space, token) in row_spaces(row).zip(cells) {
            let stack = read_cell(token).map_err(|error| error.at_column(column_of(text, token)))?;
            found.extend(stack.map(|stack| Found { space, stack, token }));
        }
    }
    let side = side.ok_or_else(|| {
        ParseError::new("", "the side to move, given apart: a drawing does not show it", "--side white")
            .at_column(text.len())
    })?;
    assemble(text, &found, side, false)
}

const EXPECTED: &str = "a position: a board line, a drawing of rows 5 to 1, or facts 'tabuleiro'";
const EXAMPLE: &str = "5  .w1 .0. *d1 .b3 ...";

/// The cells of rows 5 to 1.
fn find_rows(text: &str) -> Result<Vec<Vec<&str>>, ParseError> {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().filter(|word| !is_label(word)).collect())
        .filter(|cells: &Vec<&str>| !cells.is_empty())
        .collect();
    if let Some(stranger) = lines.iter().flatten().find(|word| !word.starts_with(['.', '*'])) {
        return Err(ParseError::new(*stranger, EXPECTED, EXAMPLE).at_column(column_of(text, stranger)));
    }
    let lines = match &lines[..] {
        [] => return Err(wrong(text, EXPECTED)),
        [all] => split_rows(text, all)?,
        _ => lines,
    };
    if lines.len() != 5 {
        let expected = format!("a drawing of 5 rows, not {}", lines.len());
        return Err(wrong(text, expected));
    }
    for (row, cells) in (0..5).rev().zip(&lines) {
        let due = row_spaces(row).count();
        if cells.len() != due {
            let expected = format!("the {due} spaces of row {}, not {}", row + 1, cells.len());
            return Err(ParseError::new(cells[0], expected, EXAMPLE).at_column(column_of(text, cells[0])));
        }
    }
    Ok(lines)
}

/// No drawing as a whole.
fn wrong(text: &str, expected: impl Into<String>) -> ParseError {
    let found = text.trim();
    ParseError::new(found, expected, EXAMPLE).at_column(column_of(text, found))
}

/// A drawing that lost its line ends.
fn split_rows<'a>(text: &str, cells: &[&'a str]) -> Result<Vec<Vec<&'a str>>, ParseError> {
    let due: usize = (0..5).map(|row| row_spaces(row).count()).sum();
    if cells.len() != due {
        let expected = format!("{due} spaces, rows 5 to 1, not {}", cells.len());
        return Err(wrong(text, expected));
    }
    let mut left = cells;
    let mut rows = Vec::new();
    for row in (0..5).rev() {
        let (cells, rest) = left.split_at(row_spaces(row).count());
        rows.push(cells.to_vec());
        left = rest;
    }
    Ok(rows)
}

/// Whether the numbers of the rows, if there are any, go from 1 to 5 and not from 5 to 1.
fn is_row_1_on_top(text: &str) -> Result<bool, ParseError> {
    let labels: Vec<&str> = text.split_whitespace().filter(|word| is_row_number(word)).collect();
    match labels[..] {
        [] | ["5", "4", "3", "2", "1"] => Ok(false),
        ["1", "2", "3", "4", "5"] => Ok(true),
        [first, ..] => {
            let expected = "the rows numbered 5 to 1, or 1 to 5, or not at all";
            Err(ParseError::new(labels.join(" "), expected, EXAMPLE).at_column(column_of(text, first)))
        }
    }
}

/// A row's number or a column's letter.
fn is_label(word: &str) -> bool {
    is_row_number(word) || matches!(word.as_bytes(), [b'a'..=b'k' | b'A'..=b'K'])
}

fn is_row_number(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'5'])
}
