//! Positions to compare searches on: the text in which a game brings its own, and how they were made; and how
//! positions are drawn by lot.

mod first_sight;
mod lot;
mod maker;

pub(crate) use first_sight::at_first_sight;
pub(crate) use lot::{begins_by_lot, drawn_moves, drawn_start, setup_plies};
pub use maker::PositionMaker;

use crate::game::Situation;
use crate::notation::{Notation, ParseError};
use crate::plugin::Plugin;
use std::fmt;

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// After the first moves.
    Opening,
    /// Halfway.
    Middle,
    /// About the last quarter, while there is something left to find.
    Late,
}

impl Phase {
    /// All of them, in the order in which they are played.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Late];

    /// `opening`, `middle` or `late`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Late => "late",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The positions that come with the variant that `game` plays, each with its phase; none for most.
///
/// # Panics
/// If the game's own text cannot be read.
pub fn built_in<G: Plugin>(game: &G) -> Vec<(Phase, Situation<G>)> {
    if *game.variant() != G::variants()[0] {
        return Vec::new();
    }
    read(game, G::positions()).unwrap_or_else(|error| panic!("the positions of {}: {error}", G::NAME))
}

/// The positions of a text, each with its phase.
///
/// A line has one position in the game's own notation; `[opening]`, `[middle]` and `[late]` begin the phases,
/// `%` a comment.
///
/// # Errors
/// [`ParseError`] at the first line that is no position of `game`, or that stands before any phase.
pub fn read<G: Notation>(game: &G, text: &str) -> Result<Vec<(Phase, Situation<G>)>, ParseError> {
    let mut phase = None;
    let mut positions = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('%')) {
        let header = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        match (header, phase) {
            (Some(name), _) => {
                let known = Phase::ALL.into_iter().find(|phase| phase.name() == name);
                phase = Some(known.ok_or_else(|| expected_phase(name))?);
            }
            (None, Some(phase)) => positions.push((phase, game.parse_position(line, None)?)),
            (None, None) => return Err(expected_phase(line)),
        }
    }
    Ok(positions)
}

fn expected_phase(found: &str) -> ParseError {
    ParseError::new(found, "a phase: opening, middle or late, in brackets", "[opening]")
}
