//! [`read`]: openings from a text.

use super::{Opening, finished};
use crate::game::Situation;
use crate::notation::ParseError;
use crate::plugin::Plugin;

/// A line that is no opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct OpeningsError {
    /// From 1.
    pub line: usize,
    /// What is wrong with it, with its column in the line.
    pub error: ParseError,
}

/// The openings of a text, one a line: moves from the start, or a position, both in the game's own notation,
/// or what [the game's world](Plugin::parse_opening) writes. Empty lines and those that begin with `%` are
/// passed over.
///
/// # Errors
/// [`OpeningsError`] at the first line that is none of these, or after which the game is over.
pub fn read<G: Plugin>(game: &G, text: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (line, whole) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let text = whole.trim();
        if text.is_empty() || text.starts_with('%') {
            continue;
        }
        let indent = whole.len() - whole.trim_start().len();
        let opening =
            parse(game, text).map_err(|error| OpeningsError { line, error: error.at_column(indent) })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn parse<G: Plugin>(game: &G, line: &str) -> Result<Opening, ParseError> {
    let start = game.start();
    let (start, moves) = match game.parse_opening(line) {
        Some(moves) => (start, moves?),
        None => moves_or_position(game, start, line)?,
    };
    let end = moves.iter().fold(start, |at, &mv| at.after(game, mv));
    if end.outcome(game).is_some() {
        return Err(finished(line));
    }
    Ok(Opening::new(game, &start, &moves))
}

fn moves_or_position<G: Plugin>(
    game: &G,
    start: Situation<G>,
    line: &str,
) -> Result<(Situation<G>, Vec<G::Move>), ParseError> {
    let no_moves = match game.parse_moves(&start, line) {
        Ok((moves, _)) => return Ok((start, moves)),
        Err(error) => error,
    };
    match game.parse_position(line, None) {
        Ok(position) => Ok((position, Vec::new())),
        Err(no_position) => Err(no_moves.or(no_position)),
    }
}
