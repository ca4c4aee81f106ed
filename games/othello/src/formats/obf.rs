//! OBF: one position a line, with the score of every move or of the best.
//!
//! `board side; move:score; move:score; ...` or `board side; score;`, with `%` at the beginning of a comment
//! line. It is how end-game suites are written down.
//!
//! As records ([`read`], [`write()`]) they are games that begin at the position and have no moves. A record
//! has no room for scores of moves that nobody made, so these are checked and left behind. Of a game with
//! moves the position after the last is written, as whoever asks for OBF wants a position to solve; of a
//! finished one also its score.

use crate::formats::lines;
use crate::notation::parse_side;
use crate::plugin::NamedShape;
use crate::rules::Othello;
use crate::shape::{Eight, Shape, Six, Ten};
use anyply_framework::{
    FormatError, Found, KnownScores, Notation, ParseError, Record, Session, Side, Situation,
};

/// The position of a line, and what the line says of its result.
pub(crate) fn parse<S: Shape>(
    game: &Othello<S>,
    line: &str,
    side: Option<Side>,
) -> Result<(Situation<Othello<S>>, KnownScores), ParseError> {
    let (position, known) = line.split_once(';').unwrap_or((line, ""));
    let at = game.parse_board(position, side)?;
    let known = KnownScores::read(game, &at, known).map_err(|error| error.at_column(position.len() + 1))?;
    Ok((at, known))
}

/// Reads every line as a game that begins at its position, on the board that has so many cells.
///
/// # Errors
/// [`FormatError`] at the first line that cannot be read.
pub fn read(bytes: &[u8]) -> Result<Found, FormatError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| FormatError::at(bytes, error.valid_up_to(), "it is not text"))?;
    let mut found = Found::default();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('%') {
            continue;
        }
        let added = match cells(line) {
            36 => add::<Six>(line, &mut found),
            100 => add::<Ten>(line, &mut found),
            _ => add::<Eight>(line, &mut found),
        };
        added.map_err(|error| FormatError {
            line: number,
            column: error.column() + 1,
            problem: error.to_string(),
        })?;
    }
    Ok(found)
}

// How many cells a line has: all that stands before the side to move, where that is told.
fn cells(line: &str) -> usize {
    let position = line.split(';').next().unwrap_or(line).trim_end();
    let last = position.rsplit_once(char::is_whitespace).filter(|(_, last)| parse_side(last).is_some());
    last.map_or(position, |(cells, _)| cells).chars().filter(|letter| !letter.is_whitespace()).count()
}

fn add<S: NamedShape>(line: &str, found: &mut Found) -> Result<(), ParseError> {
    let mut session = Session::new(Othello::<S>::new());
    let (start, known) = parse(session.game(), line, None)?;
    session.restart(Some(start));
    // That of a finished game is written again.
    match (known.best(), start.outcome(session.game())) {
        (Some(_), None) => found.leave_out("scores of positions"),
        (Some(score), Some(_)) if score != i64::from(start.position.margin()) => {
            found.leave_out(Found::RESULTS)
        }
        _ => {}
    }
    found.records.push(session.record(["", ""]));
    Ok(())
}

/// Writes the last position of each game, one a line; of a finished game also its score.
///
/// # Errors
/// [`FormatError`] whose line is the number of the game, for one of another kind or that is not legal.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    lines(records, [last::<Eight>, last::<Six>, last::<Ten>])
}

fn last<S: NamedShape>(record: &Record) -> Result<String, String> {
    let mut session = Session::new(Othello::<S>::new());
    session.load(record).map_err(|problem| problem.to_string())?;
    let at = session.at();
    let line = session.game().position_text(at) + ";";
    Ok(match at.outcome(session.game()) {
        None => line,
        Some(_) => format!("{line} {:+};", at.position.margin()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    #[test]
    fn a_line_is_a_game_that_begins_there() {
        let text = format!("% suite\n{LINE}; A2:+38; B1:-2;\r\n\n{LINE}; -8\n");
        let Found { records, left_out } = read(text.as_bytes()).unwrap();
        assert_eq!((records.len(), &left_out[..]), (2, &["scores of positions"][..]));
        for record in &records {
            assert_eq!((record.start.as_str(), record.moves.len()), (LINE, 0));
        }
        let written = write(&records).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), format!("{LINE};\n{LINE};\n"));
    }

    /// A game of always the first legal move, of every length.
    fn games<S: NamedShape>() -> Vec<Record> {
        let mut session = Session::new(Othello::<S>::new());
        let mut games = vec![session.record(["", ""])];
        while let Some(&mv) = session.at().moves(session.game()).first() {
            session.play(mv).unwrap();
            games.push(session.record(["", ""]));
        }
        games
    }

    fn come_back<S: NamedShape>() {
        for game in games::<S>() {
            let written = write(std::slice::from_ref(&game)).unwrap();
            let Found { records: back, left_out } = read(&written).unwrap();
            assert_eq!(left_out, [""; 0]);
            assert_eq!((&back[0].start, &back[0].end), (&game.end, &game.end));
            assert_eq!((&back[0].variant, &back[0].result), (&game.variant, &game.result));
            // A score only where the game is over.
            assert_eq!(written.ends_with(b"X;\n") || written.ends_with(b"O;\n"), game.result.is_none());
        }
    }

    #[test]
    fn a_wrong_score_of_a_finished_game_is_told_to_be_left_out() {
        let over = format!("{} X;", "X".repeat(64));
        for (score, left_out) in [("+64", &[][..]), ("+62", &[Found::RESULTS])] {
            assert_eq!(read(format!("{over} {score};").as_bytes()).unwrap().left_out, left_out);
        }
    }

    #[test]
    fn the_last_position_of_a_game_comes_back_on_every_board() {
        come_back::<Six>();
        come_back::<Eight>();
        come_back::<Ten>();
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, told) in [
            (
                "------ ------ --OX-- --XO-- ------ ------".to_owned(),
                "1:42: nothing at column 42: expected the side",
            ),
            (format!("{LINE};\nXO X"), "2:"),
            (format!("{LINE}; A2:+99;"), "1:72: '+99' at column 72: expected an even score from -64 to 64"),
            (format!("% x\n{LINE}; d1:+38;"), "2:69: 'd1' at column 69"),
            ("hello".to_owned(), "1:1: "),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        assert!(read(b"\xff").unwrap_err().to_string().contains("not text"));
        let text = format!("{LINE}; A2:+38; B1:-2;");
        for end in 0..text.len() {
            let _ = read(&text.as_bytes()[..end]);
        }
    }
}
