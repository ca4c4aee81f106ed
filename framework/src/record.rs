//! [`Record`]: a game as it is kept in a file.

use crate::game::Side;
use crate::plugin::sized;
use crate::settings::{self, SettingsError};
use serde::{Deserialize, Serialize};

/// A game from its start, with all that is needed to go on with it. In RON; moves and positions in the game's
/// notation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this structure.
    pub anyply_record: u32,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// Who plays Black, in the front end's words.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// The position before the first move.
    pub start: String,
    /// The opening in which the colours are chosen, in the front end's words, and how far it has gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The moves, passes included.
    pub moves: Vec<RecordedMove>,
    /// The position after the last move: a record whose moves lead elsewhere was damaged or edited.
    pub end: String,
    /// The result in words, of a finished game; of one that was given up, [`Record::resignation`].
    pub result: Option<String>,
}

/// What a record of any version says of itself, in whatever format. To be read before the record: a later one
/// may have fields that are unknown here.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct RecordVersion {
    anyply_record: u32,
}

impl RecordVersion {
    /// Whether such records are known here.
    ///
    /// # Errors
    /// [`RecordError::Version`], if not.
    pub const fn check(self) -> Result<(), RecordError> {
        let Self { anyply_record } = self;
        if anyply_record == Record::VERSION { Ok(()) } else { Err(RecordError::Version(anyply_record)) }
    }
}

/// One move of a [`Record`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The time taken for it.
    pub seconds: f64,
    /// What was said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// Why a record cannot be resumed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// Not RON, or not a record.
    // Not a source: the line says it all, and a chain of causes would say it twice.
    #[error("not a saved game: {0}")]
    Syntax(SettingsError),
    /// Made by a later version.
    #[error("field anyply_record: '{0}': expected the version {current}", current = Record::VERSION)]
    Version(u32),
    /// For another game or variant than it was to be loaded into.
    #[error("saved game of {0}, not of {1}")]
    OtherGame(String, String),
    /// The start position cannot be read.
    #[error("field start: {0}")]
    Start(crate::notation::ParseError),
    /// A move is not legal where it stands.
    #[error("move {number}: {error}")]
    Move {
        /// From 1.
        number: usize,
        /// What is wrong with it.
        error: crate::notation::ParseError,
    },
    /// A move took no time that could be.
    #[error("move {number}: '{seconds}' seconds: expected a time, for example 1.5")]
    Seconds {
        /// From 1.
        number: usize,
        /// The field.
        seconds: f64,
    },
    /// The moves lead to another result than the record says.
    #[error("field result: the moves lead to {found}, but the file says {said}: it was damaged or edited")]
    Result {
        /// The result that the moves lead to.
        found: String,
        /// The field, quoted.
        said: String,
    },
    /// The moves lead elsewhere than the record says.
    #[error(
        "field end: the {moves} moves lead to '{found}', but the file says {said}: it was damaged or edited"
    )]
    End {
        /// How many moves there are.
        moves: usize,
        /// Where the moves lead.
        found: String,
        /// The field, quoted.
        said: String,
    },
}

impl Record {
    /// The result in words where `side` gave up.
    pub fn resignation(side: Side) -> String {
        format!("{} resigned", side.name())
    }

    /// Who gave up, if somebody did.
    pub fn resigned(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.result.as_deref() == Some(&Self::resignation(side)))
    }

    /// The game with its variant: `gomoku freestyle 15x15`.
    pub fn rules(&self) -> String {
        format!("{} {}", self.game, sized(&self.variant, self.size))
    }

    /// The version written.
    pub const VERSION: u32 = 1;

    /// Reads a record; `origin` is named in errors. Whether its moves are legal is found out by
    /// [`Session::load`](crate::Session::load).
    ///
    /// # Errors
    /// [`RecordError::Syntax`] with line and column, [`RecordError::Version`].
    pub fn from_text(origin: &str, text: &str) -> Result<Self, RecordError> {
        if let Ok(version) = settings::from_ron::<RecordVersion>(origin, text) {
            version.check()?;
        }
        settings::from_ron(origin, text).map_err(RecordError::Syntax)
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        settings::to_ron(self) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_version_is_told_whatever_else_it_has() {
        let read = |text: &str| Record::from_text("a.ron", text);
        let later = "(anyply_record: 2, clock: (5, [Some(\"x\"), None]), game: \"othello\")";
        assert_eq!(read(later), Err(RecordError::Version(2)));
        assert!(matches!(read("(anyply_record: 1, clock: 5)"), Err(RecordError::Syntax(_))));
    }
}
