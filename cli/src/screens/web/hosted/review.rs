//! How far a hosted game was looked through for mistakes, so that a review that was broken off is gone on
//! with.

use super::Hosted;
use serde::Serialize;

/// How far a review has come: from the last move back.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Reviewed {
    /// The moves that were looked at.
    seen: usize,
    /// Of so many: those of an opening are not looked at.
    of: usize,
}

impl Hosted {
    /// How far the review of the game as it stands has come, if there was one.
    pub(crate) fn reviewed(&self) -> Option<Reviewed> {
        self.reviewed.filter(|reviewed| self.opening_plies() + reviewed.of == self.plies())
    }

    /// How many moves a review is to look at that goes on: those that the last has left, or all.
    pub(crate) fn to_review(&self) -> usize {
        let left = self.reviewed().filter(|reviewed| reviewed.seen < reviewed.of);
        left.map_or(self.plies(), |reviewed| self.plies() - reviewed.seen)
    }

    /// A review begins that looks at so many moves. What an earlier one has found goes where this one looks
    /// at all of them.
    pub(crate) fn begin_review(&mut self, plies: usize) {
        if plies == self.plies() {
            self.judged = Vec::new();
        }
        let of = self.plies() - self.opening_plies();
        self.reviewed = Some(Reviewed { seen: self.plies() - plies, of });
    }

    /// The review has come to the move after so many.
    pub(crate) fn review_comes_to(&mut self, ply: usize) {
        let seen = self.plies().saturating_sub(ply);
        self.reviewed = self.reviewed.map(|reviewed| Reviewed { seen, ..reviewed });
    }
}
