//! [`View`]: what is to be seen of a position, apart from the game it came from.

use anyply_framework::{Piece, Record, Refusal, Side};
use anyply_games::{AnyGame, TextGame, TextMove};

/// A position as it is shown.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) pieces: Vec<Piece>,
    pub(super) legal: Vec<TextMove>,
    /// The places of the last move.
    pub(super) last: Vec<usize>,
    pub(super) refusals: Vec<Refusal>,
    pub(super) counts: String,
    pub(super) side: Side,
    /// Moves made up to here.
    pub(super) ply: usize,
}

impl View {
    pub(super) fn of(game: &AnyGame) -> Self {
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
    pub(super) fn leads_to(&self, picked: &[usize], place: usize) -> bool {
        self.legal.iter().any(|mv| mv.path.starts_with(picked) && mv.path.get(picked.len()) == Some(&place))
    }

    /// The places where something came, went or turned over since another view of the same board.
    pub(super) fn differences(&self, before: &Self) -> Vec<usize> {
        let pairs = self.pieces.iter().zip(&before.pieces).enumerate();
        pairs.filter(|(_, (now, then))| now != then).map(|(place, _)| place).collect()
    }
}

/// Looks at the game as it stood after so many moves; it is as before afterwards.
pub(super) fn at_ply<T>(game: &mut AnyGame, ply: usize, look: impl FnOnce(&AnyGame) -> T) -> T {
    let back = game.moves_made().len().saturating_sub(ply);
    for _ in 0..back {
        game.undo();
    }
    let seen = look(game);
    for _ in 0..back {
        game.redo();
    }
    seen
}

/// The game up to that many moves, for who is to think about it.
pub(super) fn record_at(game: &mut AnyGame, ply: usize) -> Record {
    at_ply(game, ply, |game| game.record(["", ""]))
}
