//! [`line()`]: a game as text.

use super::NUMBERS;
use super::points::{from_bottom, sgf_point};
use crate::rows::square_rows;
use anyply_framework::Record;
use anyply_games::{AnyGame, TextGame};

/// A game as one line.
pub(in crate::records) fn line(record: &Record) -> Result<String, String> {
    let number = NUMBERS.iter().find(|known| known.0 == record.game).map(|known| known.1);
    let number = number.ok_or_else(|| format!("{} has no number in SGF", record.game))?;
    let game = AnyGame::resume(record)?;
    let (rows, from_bottom) = (square_rows(&game)?.len(), from_bottom(&game));
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let mut text = format!("(;GM[{number}]FF[4]CA[UTF-8]AP[anyply]SZ[{rows}]");
    // Where it is no matter of the board's size.
    if record.size.is_some() {
        text += &format!("RU[{}]", record.variant);
    }
    for (name, player) in [("PB", &record.black), ("PW", &record.white)] {
        if !player.is_empty() {
            text += &format!("{name}[{}]", escaped(player));
        }
    }
    let resigned = record.resigned().map(|side| format!("{}+R", &(!side).name()[..1]));
    let ended = game.outcome().map(|outcome| match outcome.winner {
        None => "0".to_owned(),
        Some(winner) => {
            format!(
                "{}+{}",
                &winner.name()[..1],
                outcome.margin.map_or(String::new(), |margin| margin.to_string())
            )
        }
    });
    if let Some(result) = ended.or(resigned) {
        text += &format!("RE[{result}]");
    }
    for ((side, mv), played) in game.moves_made().into_iter().zip(&record.moves) {
        let name = &side.name()[..1];
        text += &format!(";{name}[{}]", sgf_point(&mv, rows, from_bottom));
        if !played.comment.is_empty() {
            text += &format!("C[{}]", escaped(&played.comment));
        }
    }
    Ok(text + ")")
}
