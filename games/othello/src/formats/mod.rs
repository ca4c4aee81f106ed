//! The files of the Othello world.

pub mod ggf;
pub mod obf;
pub mod wthor;

use anyply_framework::{FormatError, Record, quoted};

/// Writes a game as one line, or says what is wrong with it.
type Writer = fn(&Record) -> Result<String, String>;

/// A line for each game, as the writer for its board makes it.
fn lines(records: &[Record], [eight, six, ten]: [Writer; 3]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (number, record) in (1..).zip(records) {
        let line = match record.variant.as_str() {
            "8x8" => eight(record),
            "6x6" => six(record),
            "10x10" => ten(record),
            other => Err(format!("{}: expected 8x8, 6x6 or 10x10", quoted(other))),
        };
        text += &line.map_err(|problem| FormatError { line: number, column: 1, problem })?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// A whole game with a pass, for the tests of what leaves passes out.
#[cfg(test)]
fn with_a_pass() -> Record {
    use crate::rules::Othello;
    use anyply_framework::{Game, Session};

    let game = |pick: usize| {
        let mut session = Session::<Othello>::new(Othello::new());
        loop {
            let moves = session.at().moves(session.game());
            let Some(&mv) = moves.get(pick % moves.len().max(1)) else { return session };
            session.play(mv).expect("a legal move");
        }
    };
    let has_pass =
        |session: &Session<Othello>| session.played().iter().any(|played| session.game().is_pass(played.mv));
    (0..100).map(game).find(has_pass).expect("one of so many has a pass").record(["", ""])
}
