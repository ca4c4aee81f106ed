//! The board line: rows 1 to 5 joined by `/`, spaces by `,`; then the side to move, and `p` while pieces are being placed.

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
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or("");
    let found = read_rows(board).map_err(|error| error.at_column(column_of(text, board)))?;
    let (mut told, mut placing) = (None, false);
    for word in words {
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

fn read_rows(board: &str) -> Result<Vec<Found<'_>>, ParseError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 5 {
        let expected = format!("rows 1 to 5 joined by '/', not {}", rows.len());
        return Err(ParseError::new(board, expected, EXAMPLE));
    }
    let mut found = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        let spaces: Vec<_> = row_spaces(number as u8).collect();
        let cells: Vec<&str> = row.split(',').collect();
        if cells.len() != spaces.len() {
            let expected = format!("the {} spaces of row {}, not {}", spaces.len(), number + 1, cells.len());
            return Err(ParseError::new(row, expected, "-,-,*d1,.w1,-,.b3,-,-,- for row 1")
                .at_column(column_of(board, row)));
        }
        for (space, token) in spaces.into_iter().zip(cells) {
            let stack = read_cell(token).map_err(|error| error.at_column(column_of(board, token)))?;
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
