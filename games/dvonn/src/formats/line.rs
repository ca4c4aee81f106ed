//! The board line: rows 1 to 5 joined by `/`, spaces by `,`; then the side to move, and `p` while pieces are
//! being placed.

use super::{
    EXAMPLE, Found, assemble, cell_text, column_of, letter, placer, read_cell, row_spaces, stack_at,
};
use crate::rules::Dvonn;
use anyply_framework::{ParseError, Side, Situation};

/// The rows, `A1,...,I1/A2,...`.
pub(crate) fn write_rows(at: &Situation<Dvonn>) -> String {
    let row = |row| {
        let cells =
            row_spaces(row).map(|space| stack_at(at, space).map_or_else(|| "-".to_owned(), cell_text));
        cells.collect::<Vec<_>>().join(",")
    };
    (0..5).map(row).collect::<Vec<_>>().join("/")
}

pub(crate) fn write(at: &Situation<Dvonn>) -> String {
    let phase = if at.position.is_placing() { " p" } else { "" };
    format!("{} {}{phase}", write_rows(at), letter(at.side))
}

pub(crate) fn read(text: &str, side: Option<Side>) -> Result<Situation<Dvonn>, ParseError> {
    let (rows, rest) = split_rows(text);
    let found = read_rows(text, &rows, rest)?;
    let (mut told, mut placing) = (None, false);
    for word in rest.split_whitespace() {
        let expected = match () {
            () if word.eq_ignore_ascii_case("p") && !placing => {
                placing = true;
                continue;
            }
            () if told.is_none() && !placing => match read_side(word) {
                Some(side) => {
                    told = Some((side, word));
                    continue;
                }
                None => "the side to move, w or b",
            },
            () if placing => "nothing more",
            () => "'p' while pieces are being placed, or nothing more",
        };
        return Err(ParseError::new(word, expected, EXAMPLE).at_column(column_of(text, word)));
    }
    if placing {
        return read_placing(text, &found, told);
    }
    let side = told.map(|(side, _)| side).or(side).ok_or_else(|| {
        ParseError::new("", "the side to move, w or b, after the board", "w").at_column(text.trim_end().len())
    })?;
    assemble(text, &found, side, false)
}

/// While pieces are being placed their number says whose turn it is.
fn read_placing(
    text: &str,
    found: &[Found<'_>],
    told: Option<(Side, &str)>,
) -> Result<Situation<Dvonn>, ParseError> {
    let due = placer(found.len() as u32);
    let at = assemble(text, found, due, true)?;
    match told {
        Some((side, word)) if side != due => {
            let expected = format!("{}, who places next after {} placements", letter(due), found.len());
            Err(ParseError::new(word, expected, letter(due).to_string()).at_column(column_of(text, word)))
        }
        _ => Ok(at),
    }
}

/// The rows that a text begins with, and what follows them. They may be broken into lines behind the slashes.
fn split_rows(text: &str) -> (Vec<&str>, &str) {
    let (mut rows, mut rest) = (Vec::new(), text.trim_start());
    loop {
        let end = rest.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(rest.len());
        let (row, after) = rest.split_at(end);
        rows.push(row);
        let Some(next) = after.strip_prefix('/') else { return (rows, after) };
        rest = next.strip_prefix("\r\n").or_else(|| next.strip_prefix('\n')).unwrap_or(next);
    }
}

fn read_rows<'a>(text: &'a str, rows: &[&'a str], rest: &str) -> Result<Vec<Found<'a>>, ParseError> {
    if rows.len() != 5 {
        let board = text[..text.len() - rest.len()].trim_start();
        let expected = format!("rows 1 to 5 joined by '/', not {}", rows.len());
        return Err(ParseError::new(board, expected, EXAMPLE).at_column(column_of(text, board)));
    }
    let mut found = Vec::new();
    for (number, &row) in rows.iter().enumerate() {
        let spaces: Vec<_> = row_spaces(number as u8).collect();
        let cells: Vec<&str> = row.split(',').collect();
        if cells.len() != spaces.len() {
            let expected = format!("the {} spaces of row {}, not {}", spaces.len(), number + 1, cells.len());
            return Err(ParseError::new(row, expected, "-,-,*d1,.w1,-,.b3,-,-,- for row 1")
                .at_column(column_of(text, row)));
        }
        for (space, token) in spaces.into_iter().zip(cells) {
            let stack = read_cell(token).map_err(|error| error.at_column(column_of(text, token)))?;
            found.extend(stack.map(|stack| Found { space, stack, token }));
        }
    }
    Ok(found)
}

/// `w`, `white`, `b`, `black`, in any case.
pub(crate) fn read_side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Side::White),
        "b" | "black" => Some(Side::Black),
        _ => None,
    }
}
