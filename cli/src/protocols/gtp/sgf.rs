//! SGF for `loadsgf`: the moves of the main line of a record on a square board.

use super::vertex;
use anyply_framework::Side;
use anyply_games::{AnyGame, TextGame};

// The numbers that SGF has for games (its `GM`), where it has one.
const NUMBERS: [(&str, &str); 2] = [("othello", "2"), ("gomoku", "4")];

/// The moves as commands would make them: the colour, and the point in the game's notation, or `pass`.
pub(super) fn moves(text: &str, game: &AnyGame) -> Result<Vec<(Side, String)>, String> {
    let rows = vertex::rows(game)?.len();
    // Where rows are counted from the bottom, the first row of the board text is the last.
    let from_bottom = game.position_text().contains('/');
    let mut moves = Vec::new();
    for (name, value) in properties(text)? {
        let side = match name.as_str() {
            "B" => Side::Black,
            "W" => Side::White,
            "GM" => {
                let number = NUMBERS.iter().find(|known| known.0 == game.name()).map(|known| known.1);
                if number.is_some_and(|number| number != value.trim()) {
                    return Err(format!("cannot load file: a game of number '{value}', not {}", game.name()));
                }
                continue;
            }
            "SZ" if value.trim() != rows.to_string() => {
                return Err(format!("cannot load file: a board of size '{value}', not {rows}"));
            }
            _ => continue,
        };
        moves.push((side, point(&value, rows, from_bottom)?));
    }
    Ok(moves)
}

// `dc`, column and row from the top left; some write `d3` as the game does; nothing is a pass.
fn point(value: &str, rows: usize, from_bottom: bool) -> Result<String, String> {
    let value = value.trim().to_lowercase();
    match value.as_bytes() {
        [] => Ok("pass".to_owned()),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let row = usize::from(row - b'a') + 1;
            let row = if from_bottom { (rows + 1).saturating_sub(row) } else { row };
            Ok(format!("{}{row}", char::from(*column)))
        }
        _ => Ok(value),
    }
}

// The properties of the main line: of variations, the first.
fn properties(text: &str) -> Result<Vec<(String, String)>, String> {
    let cut_short = || "cannot load file: it is no SGF, or was cut short".to_owned();
    let mut found = Vec::new();
    let mut name = String::new();
    let mut chars = text.chars();
    let mut begun = false;
    loop {
        match chars.next().ok_or_else(cut_short)? {
            '(' => begun = true,
            ')' if begun => return Ok(found),
            ';' => name.clear(),
            '[' if begun => {
                let mut value = String::new();
                loop {
                    match chars.next().ok_or_else(cut_short)? {
                        ']' => break,
                        '\\' => value.extend(chars.next()),
                        c => value.push(c),
                    }
                }
                found.push((name.clone(), value));
            }
            // A further value has the name of the one before it.
            c if c.is_ascii_uppercase() => {
                if found.last().is_some_and(|(last, _)| *last == name) {
                    name.clear();
                }
                name.push(c);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, game: &str) -> Result<String, String> {
        let game = AnyGame::open(game, None, None).unwrap();
        let moves = moves(text, &game)?;
        Ok(moves.iter().map(|(side, mv)| format!("{side} {mv}")).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn the_main_line_is_read_in_the_notation_of_the_game() {
        let text = "(;GM[2]SZ[8]PB[a \\] b]C[x;y(]\n;B[fe];W[f6](;B[]C[first])(;B[aa]))";
        assert_eq!(read(text, "othello").unwrap(), "black f5, white f6, black pass");
        assert_eq!(read("(;GM[4]SZ[15];B[hh];W[aa])", "gomoku").unwrap(), "black h8, white a15");
    }

    #[test]
    fn other_games_and_boards_and_torn_files_are_refused() {
        for (text, told) in [
            ("(;GM[1];B[aa])", "'1', not othello"),
            ("(;SZ[19];B[aa])", "size '19', not 8"),
            ("(;B[aa", "cut short"),
            ("hello", "cut short"),
            ("", "cut short"),
        ] {
            assert!(read(text, "othello").unwrap_err().contains(told), "{text}");
        }
    }
}
