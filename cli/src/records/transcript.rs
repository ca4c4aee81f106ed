//! Transcripts: the moves of one game a line, in the game's notation, glued where that can be read; `%`
//! begins a comment line.

use anyply_framework::Record;
use anyply_games::{AnyGame, TextGame};

/// Reads every game of a text.
pub(super) fn read(text: &str, game: &AnyGame) -> Result<Vec<Record>, String> {
    let is_game = |line: &str| !line.is_empty() && !line.starts_with('%');
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_game(line.trim()));
    let read = |(number, line): (usize, &str)| {
        let mut game = game.fresh();
        game.play_moves(line).map_err(|problem| format!("{number}:{}: {problem}", problem.column() + 1))?;
        Ok(game.record(["", ""]))
    };
    lines.map(read).collect()
}

/// A game as one line: glued and without the passes that follow by themselves, as transcripts usually are;
/// apart and whole, where that would read otherwise.
pub(super) fn line(record: &Record) -> Result<String, String> {
    let game = AnyGame::resume(record)?;
    let made: Vec<String> = game.moves_made().into_iter().map(|(_, mv)| mv).collect();
    let glued: String =
        made.iter().filter(|mv| !mv.eq_ignore_ascii_case("pass")).map(String::as_str).collect();
    let mut again = AnyGame::at_start_of(record)?;
    let same = again.play_moves(&glued).is_ok() && again.moves_made() == game.moves_made();
    Ok(if same { glued } else { made.join(" ") })
}
