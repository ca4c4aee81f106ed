//! [`KnownScores`]: what files of positions say of their results.

use crate::game::Situation;
use crate::notation::{Notation, ParseError, quoted};

/// What follows the first `;` of a line with a position: nothing, a score (`+12`), or a score for each of
/// some moves (`a2:+12; b1:-6`), the best among them. Scores are in the game's unit, for the side to move;
/// without margin 1, 0 or -1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownScores {
    /// The one that is said of no move.
    pub score: Option<i64>,
    /// The moves, as [`Notation::move_text`] writes them, with theirs; in the order of the line.
    pub moves: Vec<(String, i64)>,
}

/// What stands where something else belongs. Columns are those of the text that was read, in bytes from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KnownError {
    /// No legal move before the colon.
    #[error("{error}")]
    Move {
        /// What stands there.
        text: String,
        /// What is wrong with it, with its column.
        error: ParseError,
    },
    /// No number.
    #[error("{}: expected a score or move:score, for example 0 or a2:0", quoted(field))]
    Number {
        /// What stands between two semicolons.
        field: String,
        /// What of it should be a number.
        found: String,
        /// Where that begins.
        column: usize,
    },
    /// A score that [is none](Notation::check_score) in this game.
    #[error("{}: expected {expected}", quoted(found))]
    Score {
        /// What stands there.
        found: String,
        /// Where it begins.
        column: usize,
        /// What was expected.
        expected: String,
    },
    /// A score of what has one already: of the same move, or of the position, which those of moves give too.
    #[error("{}: expected one score, or one for each of some moves", quoted(found))]
    Again {
        /// What stands between two semicolons.
        found: String,
        /// Where that begins.
        column: usize,
    },
}

/// With the column, for whoever was given more than that text.
impl From<KnownError> for ParseError {
    fn from(error: KnownError) -> Self {
        let (found, column, expected, example) = match error {
            KnownError::Move { error, .. } => return error,
            KnownError::Number { found, column, .. } => {
                (found, column, "a score or move:score".to_owned(), "0 or a2:0")
            }
            KnownError::Score { found, column, expected } => (found, column, expected, ""),
            KnownError::Again { found, column } => {
                (found, column, "one score, or one for each of some moves".to_owned(), "")
            }
        };
        Self::new(found, expected, example).at_column(column)
    }
}

impl KnownScores {
    /// Reads what is said of a position.
    ///
    /// # Errors
    /// [`KnownError`] for the first that is no move or no score there, or one too many.
    pub fn read<G: Notation>(game: &G, at: &Situation<G>, text: &str) -> Result<Self, KnownError> {
        let mut known = Self::default();
        let mut column = 0;
        for field in text.split(';') {
            if !field.trim().is_empty() {
                let lead = field.len() - field.trim_start().len();
                known.add(game, at, field.trim(), column + lead)?;
            }
            column += field.len() + 1;
        }
        Ok(known)
    }

    fn add<G: Notation>(
        &mut self,
        game: &G,
        at: &Situation<G>,
        field: &str,
        column: usize,
    ) -> Result<(), KnownError> {
        let (mv, value) =
            field.split_once(':').map_or((None, field), |(mv, value)| (Some(mv), value.trim_start()));
        let mv = mv.map(|mv| {
            game.parse_move(at, mv.trim_end()).map_err(|error| KnownError::Move {
                text: mv.trim().to_owned(),
                error: error.at_column(column),
            })
        });
        let mv = mv.transpose()?.map(|mv| game.move_text(mv));
        let begin = column;
        let column = column + field.len() - value.len();
        let found = value.to_owned();
        let Ok(score) = value.parse() else {
            return Err(KnownError::Number { field: field.to_owned(), found, column });
        };
        let again = match &mv {
            None => self.best().is_some(),
            Some(mv) => self.score.is_some() || self.moves.iter().any(|(known, _)| known == mv),
        };
        if again {
            return Err(KnownError::Again { found: field.to_owned(), column: begin });
        }
        game.check_score(score).map_err(|expected| KnownError::Score { found, column, expected })?;
        match mv {
            None => self.score = Some(score),
            Some(mv) => self.moves.push((mv, score)),
        }
        Ok(())
    }

    /// The score of the position: what is said to be it, or else that of the best move.
    pub fn best(&self) -> Option<i64> {
        self.score.or_else(|| self.moves.iter().map(|(_, score)| *score).max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::learn::toy::Toy;

    fn read(text: &str) -> Result<KnownScores, KnownError> {
        KnownScores::read(&Toy, &Toy.start(), text)
    }

    #[test]
    fn a_score_some_moves_or_nothing_may_stand_there() {
        let moves = read(" a:+18; j: -6;").unwrap();
        assert_eq!(moves.moves, [("a".to_owned(), 18), ("j".to_owned(), -6)]);
        assert_eq!((moves.score, moves.best()), (None, Some(18)));
        assert_eq!(read("-4").unwrap().best(), Some(-4));
        assert_eq!(read("").unwrap(), KnownScores::default());
    }

    #[test]
    fn what_else_stands_there_is_told_with_its_place() {
        let number = |field: &str, found: &str, column| {
            Err(KnownError::Number { field: field.to_owned(), found: found.to_owned(), column })
        };
        assert_eq!(read("+1; many"), number("many", "many", 4));
        assert_eq!(read("+1; a: many ;"), number("a: many", "many", 7));
        for (text, found, column) in
            [("1; 2", "2", 3), ("a:1; a: 2", "a: 2", 5), ("a:1;1", "1", 4), ("1;a:1", "a:1", 2)]
        {
            assert_eq!(read(text), Err(KnownError::Again { found: found.to_owned(), column }), "{text}");
        }
        let Err(KnownError::Move { text, error }) = read("a:1; z :2") else { panic!("it is no move") };
        assert_eq!((text.as_str(), error.column()), ("z", 5));
        for (text, told) in [
            ("a:1; z :2", "'z' at column 6: expected"),
            ("a: many", "'many' at column 4: expected a score or move:score, for example 0 or a2:0"),
            ("a:1; 1", "'1' at column 6: expected one score, or one for each of some moves"),
        ] {
            let error = ParseError::from(read(text).unwrap_err()).to_string();
            assert!(error.starts_with(told), "{error}");
        }
    }
}
