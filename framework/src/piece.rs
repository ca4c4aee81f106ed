//! [`Piece`]: what is to be seen on a place of a board.

use crate::game::Side;
use serde::Serialize;

/// What stands on a place, be it nothing. Where two positions differ in it, something came, went or turned
/// over.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Piece {
    /// Whose it is.
    pub look: Look,
    /// How many pieces lie upon one another: 1 for most, 0 for none.
    pub height: u32,
    /// What is written on it, such as the height of a stack or the letter of a chess piece; nothing on a
    /// plain one.
    pub label: String,
    /// Whether it stands out from others of its side: it holds a Dvonn, say.
    pub special: bool,
    /// What is said of it to who does not see the board, after the name of its place:
    /// `black stack of 3 with a Dvonn`.
    pub spoken: String,
}

/// Whose a piece is, if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Nobody's.
    Neutral,
    /// No piece.
    Empty,
    /// No piece, and there will be none any more: the place has left the game.
    Gone,
}

impl Piece {
    /// A plain piece: `noun` is what the game calls it, `disc`.
    pub fn plain(side: Side, noun: &str) -> Self {
        Self {
            look: side.into(),
            height: 1,
            label: String::new(),
            special: false,
            spoken: format!("{side} {noun}"),
        }
    }

    /// No piece.
    pub fn empty() -> Self {
        Self::none(Look::Empty, "empty")
    }

    /// No piece, and none any more.
    pub fn gone() -> Self {
        Self::none(Look::Gone, "out of play")
    }

    fn none(look: Look, spoken: &str) -> Self {
        Self { look, height: 0, label: String::new(), special: false, spoken: spoken.to_owned() }
    }

    /// Who controls it.
    pub fn side(&self) -> Option<Side> {
        match self.look {
            Look::Black => Some(Side::Black),
            Look::White => Some(Side::White),
            Look::Neutral | Look::Empty | Look::Gone => None,
        }
    }
}

impl From<Side> for Look {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// An empty place on which the side to move might be expected to play, and may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The number of the place.
    pub place: usize,
    /// Why not, in a few words: `a double three`.
    pub reason: String,
}
