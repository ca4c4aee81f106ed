//! [`Action`]: what a page may ask of a game.

use super::pool::Wanted;
use serde::{Deserialize, Serialize};

/// Who sits at one side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sitting {
    /// Whoever is at the page.
    Human,
    /// The engine.
    Computer,
}

/// What is thought for a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Study {
    Hint,
    Watch,
    Review,
}

impl Study {
    /// Whether it is this that is wanted.
    pub(super) fn is(self, wanted: &Wanted) -> bool {
        match wanted {
            Wanted::Move { .. } => false,
            Wanted::Hint => self == Self::Hint,
            Wanted::Watch { .. } => self == Self::Watch,
            Wanted::Review { .. } => self == Self::Review,
        }
    }
}

/// What is asked for, as `{"do": "move", "text": "f5"}`. Orders of one word have braces, too: only so are
/// unknown fields beside it refused.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Action {
    /// Make a move.
    Move {
        /// In the game's notation.
        text: String,
    },
    /// Take back to the person's last choice.
    Undo {},
    /// Make again what was taken back.
    Redo {},
    /// Give up.
    Resign {},
    /// Change seats.
    Swap {},
    /// Say who sits where.
    Seats {
        /// At Black's side.
        black: Sitting,
        /// At White's side.
        white: Sitting,
    },
    /// Say how strong the computer plays: `level 5`, `time 2s`.
    Strength {
        /// A level or limits.
        text: String,
    },
    /// Say a good move.
    Hint {},
    /// Think about a position for as long as somebody looks on.
    Watch {
        /// How many of the best lines to tell, from 1 to [`Action::LINES`].
        lines: usize,
        /// After how many moves.
        ply: usize,
    },
    /// Look through the whole game for mistakes.
    Review {
        /// Seconds for each position, within [`Action::SECONDS`].
        seconds: f64,
        /// All of it, be there one that was broken off and could be gone on with.
        #[serde(default)]
        anew: bool,
    },
    /// Let the computer go on where it is its turn: it was too busy before, perhaps.
    Think {},
    /// Think no more.
    Stop {
        /// Only if it is this that is being thought.
        what: Option<Study>,
    },
}

impl Action {
    /// The most lines to be told at once.
    pub(super) const LINES: usize = 10;
    /// The time for a position of a review.
    pub(super) const SECONDS: std::ops::RangeInclusive<f64> = 0.05..=10.0;

    /// Whether its numbers are within their ranges.
    ///
    /// # Errors
    /// The field, and what was expected.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Self::Watch { lines, .. } if !(1..=Self::LINES).contains(lines) => {
                Err(format!("lines: '{lines}': expected 1 to {}", Self::LINES))
            }
            Self::Review { seconds, .. } if !Self::SECONDS.contains(seconds) => Err(format!(
                "seconds: '{seconds}': expected {} to {}",
                Self::SECONDS.start(),
                Self::SECONDS.end()
            )),
            _ => Ok(()),
        }
    }
}
