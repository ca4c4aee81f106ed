//! OBF: one position a line, with the score of every move or of the best.
//!
//! `board side; move:score; move:score; ...` or `board side; score;`, with `%` at the beginning of a comment line. It is how
//! end-game suites are written down.

use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::{Notation, ParseError, Situation, quoted};

/// One line of an OBF file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line it stands on, from 1.
    pub line: usize,
    /// The position as [`Notation::position_text`] writes it.
    pub position: String,
    /// The score for the side to move under best play, in discs, if the line says so.
    pub score: Option<i32>,
    /// The moves the line lists, as [`Notation::move_text`] writes them, with their scores in discs; in the order of the line.
    pub moves: Vec<(String, i32)>,
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
    /// The board, the side or a move.
    #[error("line {line}: {error}")]
    Text {
        /// From 1.
        line: usize,
        /// What is wrong, with its column in the line.
        error: ParseError,
    },
    /// What stands for a score is no number of discs, or more than the board holds.
    #[error("line {line}: {} at column {column}: expected a score from -{max} to {max}, for example +{max}", quoted(.found))]
    Score {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What stands there.
        found: String,
        /// The number of squares.
        max: i32,
    },
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
    let at = game.parse_position(text, None).map_err(|error| ObfError::Text { line, error })?;
    let mut problem = Problem { line, position: game.position_text(&at), score: None, moves: Vec::new() };
    let mut column = 0;
    for (index, field) in text.split(';').enumerate() {
        let lead = field.len() - field.trim_start().len();
        if index > 0 && !field.trim().is_empty() {
            read_field(game, &at, &mut problem, field.trim(), column + lead)?;
        }
        column += field.len() + 1;
    }
    problem.score = problem.score.or_else(|| problem.moves.iter().map(|(_, score)| *score).max());
    Ok(problem)
}

/// `move:score`, or the score alone.
fn read_field<S: Shape>(
    game: &Othello<S>,
    at: &Situation<Othello<S>>,
    problem: &mut Problem,
    field: &str,
    column: usize,
) -> Result<(), ObfError> {
    let line = problem.line;
    let max = S::CELLS as i32;
    let score = |text: &str, column: usize| {
        let lead = text.len() - text.trim_start().len();
        text.trim().parse::<i32>().ok().filter(|score| (-max..=max).contains(score)).ok_or_else(|| {
            ObfError::Score { line, column: column + lead + 1, found: text.trim().to_owned(), max }
        })
    };
    match field.split_once(':') {
        None => problem.score = Some(score(field, column)?),
        Some((mv, value)) => {
            let mv = game
                .parse_move(at, mv)
                .map_err(|error| ObfError::Text { line, error: error.at_column(column) })?;
            let value = score(value, column + field.len() - value.len())?;
            problem.moves.push((game.move_text(mv), value));
        }
    }
    Ok(())
}
