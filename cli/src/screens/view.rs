//! [`View`]: what is to be seen of a position, on whichever screen, apart from the game it came from.

use anyply_framework::{Piece, Refusal, Side};
use anyply_games::{AnyGame, TextGame, TextMove};

/// A position as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) legal: Vec<TextMove>,
    /// The places of the last move.
    pub(crate) last: Vec<usize>,
    pub(crate) refusals: Vec<Refusal>,
    pub(crate) counts: String,
    pub(crate) side: Side,
    /// Moves made up to here.
    pub(crate) ply: usize,
}

impl View {
    /// The position of a game as it stands.
    pub(crate) fn of(game: &AnyGame) -> Self {
        Self {
            pieces: game.pieces(),
            legal: game.legal_paths(),
            last: game.last_path(),
            refusals: game.refusals(),
            counts: game.counts(),
            side: game.side(),
            ply: game.moves_made().len(),
        }
    }

    /// Whether a legal move goes on from the places `picked` so far to this one.
    pub(crate) fn leads_to(&self, picked: &[usize], place: usize) -> bool {
        self.legal.iter().any(|mv| mv.path.starts_with(picked) && mv.path.get(picked.len()) == Some(&place))
    }

    /// The places where something came, went or turned over since another view of the same board.
    pub(crate) fn differences(&self, before: &Self) -> Vec<usize> {
        let pairs = self.pieces.iter().zip(&before.pieces).enumerate();
        pairs.filter(|(_, (now, then))| now != then).map(|(place, _)| place).collect()
    }
}
