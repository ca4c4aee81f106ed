//! [`Record`]: a game as it is kept in a file.

use crate::settings::{self, SettingsError};
use serde::{Deserialize, Serialize};

/// A game from its start, with all that is needed to go on with it. In RON; moves and positions in the game's notation.
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
    /// The moves, passes included.
    pub moves: Vec<RecordedMove>,
    /// The position after the last move: a record whose moves lead elsewhere was damaged or edited.
    pub end: String,
    /// The result in words, of a finished game.
    pub result: Option<String>,
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
    #[error("saved game of version {0}; this program reads version {current}", current = Record::VERSION)]
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
    /// The version written.
    pub const VERSION: u32 = 1;

    /// Reads a record; `origin` is named in errors. Whether its moves are legal is found out by
    /// [`Session::load`](crate::Session::load).
    ///
    /// # Errors
    /// [`RecordError::Syntax`] with line and column, [`RecordError::Version`].
    pub fn from_text(origin: &str, text: &str) -> Result<Self, RecordError> {
        let record: Self = settings::from_ron(origin, text).map_err(RecordError::Syntax)?;
        if record.anyply_record != Self::VERSION {
            return Err(RecordError::Version(record.anyply_record));
        }
        Ok(record)
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        settings::to_ron(self) + "\n"
    }
}
