//! [`KnownScores`]: what files of positions say of their results.

use crate::game::Situation;
use crate::notation::{Notation, ParseError};

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

impl KnownScores {
    /// Reads what is said of a position.
    ///
    /// # Errors
    /// [`ParseError`] for the first that is no move or no score there, or one too many: of what has one
    /// already, be it the same move, or the position, which those of moves give too.
    pub fn read<G: Notation>(game: &G, at: &Situation<G>, text: &str) -> Result<Self, ParseError> {
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
    ) -> Result<(), ParseError> {
        let (mv, value) =
            field.split_once(':').map_or((None, field), |(mv, value)| (Some(mv), value.trim_start()));
        let mv = mv.map(|mv| game.parse_move(at, mv.trim_end()).map_err(|error| error.at_column(column)));
        let mv = mv.transpose()?.map(|mv| game.move_text(mv));
        let wrong = |expected: &str, example: &str| {
            ParseError::new(value, expected, example).at_column(column + field.len() - value.len())
        };
        let score = value.parse().map_err(|_| wrong("a score or move:score", "0 or a2:0"))?;
        let again = match &mv {
            None => self.best().is_some(),
            Some(mv) => self.score.is_some() || self.moves.iter().any(|(known, _)| known == mv),
        };
        if again {
            let expected = "one score, or one for each of some moves";
            return Err(ParseError::new(field, expected, "").at_column(column));
        }
        game.check_score(score).map_err(|expected| wrong(&expected, ""))?;
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

    fn read(text: &str) -> Result<KnownScores, ParseError> {
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
        let number = "expected a score or move:score, for example 0 or a2:0";
        let again = "expected one score, or one for each of some moves";
        for (text, place, expected) in [
            ("+1; many", "'many' at column 5", number),
            ("+1; a: many ;", "'many' at column 8", number),
            ("1; 2", "'2' at column 4", again),
            ("a:1; a: 2", "'a: 2' at column 6", again),
            ("a:1;1", "'1' at column 5", again),
            ("1;a:1", "'a:1' at column 3", again),
            ("a:1; z :2", "'z' at column 6", "expected "),
        ] {
            let told = read(text).unwrap_err().to_string();
            assert!(told.starts_with(&format!("{place}: {expected}")), "{told}");
        }
    }
}
