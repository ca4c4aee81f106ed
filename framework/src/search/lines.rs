//! The lines of play found so far, one for each ply.

use super::by_ply::ByPly;

/// For each ply the best line from there on, as far as it is known.
#[derive(Debug)]
pub(super) struct Lines<M>(ByPly<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub(super) fn new() -> Self {
        // Memory comes with the first line of a ply: most plies never have one, and to ask for all of it
        // takes longer than a search of a few plies.
        Self(ByPly::new(|_| Vec::new()))
    }

    /// The line from a ply on.
    pub(super) fn of(&self, ply: usize) -> &Vec<M> {
        &self.0[ply]
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// A move at a ply, and the line from the next ply on.
    pub(super) fn extend(&mut self, ply: usize, mv: M) {
        let (line, below) = self.0.with_next(ply);
        line.clear();
        line.push(mv);
        line.extend_from_slice(below);
    }

    /// A line of one move, or of none.
    #[inline(always)]
    pub(super) fn end(&mut self, ply: usize, mv: Option<M>) {
        let line = &mut self.0[ply];
        line.clear();
        line.extend(mv);
    }
}
