//! The rows of square boards, for formats and protocols that name points by row and column.

use anyply_games::{AnyGame, TextGame};

/// The rows of a square board from the top, a cell a character; an error for other boards.
pub(crate) fn square_rows(game: &AnyGame) -> Result<Vec<String>, String> {
    let text = game.position_text();
    let cells = text.split_whitespace().next().unwrap_or("");
    let rows: Vec<String> = if cells.contains('/') {
        cells.split('/').map(str::to_owned).collect()
    } else {
        let size = (1..=cells.len()).find(|size| size * size >= cells.len()).unwrap_or(1);
        cells.as_bytes().chunks(size).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    };
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    if is_square { Ok(rows) } else { Err(format!("{} has no square board", game.name())) }
}
