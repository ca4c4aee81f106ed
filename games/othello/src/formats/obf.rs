//! OBF: one position a line, with the score of every move or of the best.
//!
//! `board side; move:score; move:score; ...` or `board side; score;`, with `%` at the beginning of a comment line. It is how
//! end-game suites are written down.
//!
//! As records ([`read_records`], [`write_records`]) they are games that begin at the position and have no moves. A record has no room for scores
//! of moves that nobody made, so these are checked and left behind. Of a game with moves the position after the last is written, as whoever asks for
//! OBF wants a position to solve; of a finished one also its score.

use crate::formats::lines;
use crate::notation::{parse_side, some_score};
use crate::plugin::NamedShape;
use crate::rules::Othello;
use crate::shape::{Eight, Shape, Six, Ten};
use anyply_framework::{
    FormatError, Found, KnownError, KnownScores, Notation, ParseError, Record, Session, Situation, quoted,
};

/// One line of an OBF file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line it stands on, from 1.
    pub line: usize,
    /// The position as [`Notation::position_text`] writes it.
    pub position: String,
    /// The score for the side to move under best play, in discs, if the line says so.
    pub score: Option<i64>,
    /// The moves the line lists, as [`Notation::move_text`] writes them, with their scores in discs; in the order of the line.
    pub moves: Vec<(String, i64)>,
}

impl Problem {
    /// The moves that reach [`Problem::score`]; none if the line lists no moves.
    pub fn best_moves(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().filter(|(_, score)| Some(*score) == self.score).map(|(text, _)| text.as_str())
    }
}

/// A line of an OBF file that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ObfError {
    /// The board, the side, a move, or one score too many.
    #[error("line {line}: {error}")]
    Text {
        /// From 1.
        line: usize,
        /// What is wrong, with its column in the line.
        error: ParseError,
    },
    /// What stands for a score is no number of discs, or more than the board holds.
    #[error("line {line}: {} at column {column}: expected {expected}, for example +12", quoted(.found))]
    Score {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What was expected.
        expected: String,
    },
}

impl ObfError {
    // In a line, where what was read begins at `column`, from 0.
    fn new<S: Shape>(line: usize, column: usize, error: KnownError) -> Self {
        match error {
            KnownError::Move { error, .. } => Self::Text { line, error: error.at_column(column) },
            KnownError::Again { found, column: at } => {
                let error = ParseError::new(found, "one score, or one for each of some moves", "+12");
                Self::Text { line, error: error.at_column(column + at) }
            }
            KnownError::Number { found, column: at, .. } | KnownError::Score { found, column: at, .. } => {
                Self::Score { line, column: column + at + 1, found, expected: some_score::<S>() }
            }
        }
    }
}

/// Reads every line that is not empty and no comment. A bad line is an error in its place; the lines after it are read.
pub fn read<S: Shape>(game: &Othello<S>, text: &str) -> impl Iterator<Item = Result<Problem, ObfError>> {
    text.lines()
        .enumerate()
        .map(|(index, text)| (index + 1, text))
        .filter(|(_, text)| !text.trim().is_empty() && !text.trim_start().starts_with('%'))
        .map(move |(line, text)| read_line(game, line, text))
}

fn read_line<S: Shape>(game: &Othello<S>, line: usize, text: &str) -> Result<Problem, ObfError> {
    let (position, known) = text.split_once(';').unwrap_or((text, ""));
    let at = game.parse_position(position, None).map_err(|error| ObfError::Text { line, error })?;
    let known = KnownScores::read(game, &at, known)
        .map_err(|error| ObfError::new::<S>(line, position.len() + 1, error))?;
    Ok(Problem { line, position: game.position_text(&at), score: known.best(), moves: known.moves })
}

/// Refuses what cannot stand after the first `;` of a line.
pub(crate) fn check<S: Shape>(
    game: &Othello<S>,
    at: &Situation<Othello<S>>,
    known: &str,
) -> Result<(), ParseError> {
    let known = KnownScores::read(game, at, known);
    known.map(drop).map_err(|error| match ObfError::new::<S>(1, 0, error) {
        ObfError::Text { error, .. } => error,
        ObfError::Score { column, found, expected, .. } => {
            ParseError::new(found, expected, "+12").at_column(column - 1)
        }
    })
}

impl From<ObfError> for FormatError {
    fn from(error: ObfError) -> Self {
        match error {
            ObfError::Text { line, error } => {
                Self { line, column: error.column() + 1, problem: error.to_string() }
            }
            ObfError::Score { line, column, found, expected } => {
                Self { line, column, problem: format!("{}: expected {expected}", quoted(&found)) }
            }
        }
    }
}

/// Reads every line as a game that begins at its position, on the board that has so many cells.
///
/// # Errors
/// [`FormatError`] at the first line that cannot be read.
pub fn read_records(bytes: &[u8]) -> Result<Found, FormatError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| FormatError::at(bytes, error.valid_up_to(), "it is not text"))?;
    let mut found = Found::default();
    for (index, line) in text.lines().enumerate() {
        match cells(line) {
            36 => add::<Six>(index, line, &mut found)?,
            100 => add::<Ten>(index, line, &mut found)?,
            _ => add::<Eight>(index, line, &mut found)?,
        }
    }
    Ok(found)
}

// How many cells a line has: all that stands before the side to move, where that is told.
fn cells(line: &str) -> usize {
    let position = line.split(';').next().unwrap_or(line).trim_end();
    let last = position.rsplit_once(char::is_whitespace).filter(|(_, last)| parse_side(last).is_some());
    last.map_or(position, |(cells, _)| cells).chars().filter(|letter| !letter.is_whitespace()).count()
}

fn add<S: NamedShape>(index: usize, line: &str, found: &mut Found) -> Result<(), FormatError> {
    let mut session = Session::new(Othello::<S>::new());
    // The line is all that is read, so that its number is always 1.
    let place = |error: ObfError| FormatError { line: index + 1, ..error.into() };
    let Some(problem) = read(session.game(), line).next().transpose().map_err(place)? else { return Ok(()) };
    let start = session.game().parse_position(&problem.position, None).expect("as it was printed");
    session.restart(Some(start));
    // That of a finished game is written again.
    match (problem.score, start.outcome(session.game())) {
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
pub fn write_records(records: &[Record]) -> Result<Vec<u8>, FormatError> {
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
        let Found { records, left_out } = read_records(text.as_bytes()).unwrap();
        assert_eq!((records.len(), &left_out[..]), (2, &["scores of positions"][..]));
        for record in &records {
            assert_eq!((record.start.as_str(), record.moves.len()), (LINE, 0));
        }
        let written = write_records(&records).unwrap();
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
            let written = write_records(std::slice::from_ref(&game)).unwrap();
            let Found { records: back, left_out } = read_records(&written).unwrap();
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
            assert_eq!(read_records(format!("{over} {score};").as_bytes()).unwrap().left_out, left_out);
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
            (format!("{LINE}; A2:+99;"), "1:72: '+99': expected an even score"),
            (format!("% x\n{LINE}; d1:+38;"), "2:69: 'd1' at column 69"),
            ("hello".to_owned(), "1:1: "),
        ] {
            let error = read_records(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        assert!(read_records(b"\xff").unwrap_err().to_string().contains("not text"));
        let text = format!("{LINE}; A2:+38; B1:-2;");
        for end in 0..text.len() {
            let _ = read_records(&text.as_bytes()[..end]);
        }
    }
}
