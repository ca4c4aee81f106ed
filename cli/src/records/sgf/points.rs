//! Points of the board, as SGF names them and as the games do.

use anyply_games::{AnyGame, TextGame};

/// Where the rows of the game's notation are counted from the bottom, its board text has them apart.
pub(super) fn from_bottom(game: &AnyGame) -> bool {
    game.position_text().contains('/')
}

/// `dc`, column and row from the top left; some write `d3` as the game does; nothing is a pass.
pub(super) fn point(value: &str, rows: usize, from_bottom: bool) -> String {
    let value = value.trim().to_lowercase();
    match value.as_bytes() {
        [] => "pass".to_owned(),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let row = usize::from(row - b'a') + 1;
            let row = if from_bottom { (rows + 1).saturating_sub(row) } else { row };
            format!("{}{row}", char::from(*column))
        }
        // No move; it will be told what it was, on one line.
        _ => value.chars().take(40).flat_map(char::escape_debug).collect(),
    }
}

/// The point of a move; nothing of a pass.
pub(super) fn sgf_point(mv: &str, rows: usize, from_bottom: bool) -> String {
    let place = mv.split_at_checked(1).and_then(|(column, row)| Some((column, row.parse::<usize>().ok()?)));
    let Some((column, row)) = place else { return String::new() };
    let row = if from_bottom { rows - row } else { row - 1 };
    format!("{column}{}", char::from(b'a' + row as u8))
}
