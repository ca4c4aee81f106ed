//! The lines of play found so far, one for each ply.

use super::by_ply::{ByPly, MAX_PLY};

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
        begin(line, ply, mv);
        line.extend_from_slice(below);
    }

    /// A line of one move, or of none.
    #[inline(always)]
    pub(super) fn end(&mut self, ply: usize, mv: Option<M>) {
        let line = &mut self.0[ply];
        match mv {
            Some(mv) => begin(line, ply, mv),
            None => line.clear(),
        }
    }
}

#[inline(always)]
fn begin<M>(line: &mut Vec<M>, ply: usize, mv: M) {
    line.clear();
    if line.capacity() == 0 {
        provide(line, ply);
    }
    line.push(mv);
}

// Once a ply, for the longest line that can begin there: it never grows in the tree.
#[cold]
fn provide<M>(line: &mut Vec<M>, ply: usize) {
    line.reserve_exact(MAX_PLY + 2 - ply);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_ply_is_asked_for_once() {
        let mut lines = Lines::new();
        let capacities =
            |lines: &Lines<u16>| (0..=MAX_PLY).map(|ply| lines.of(ply).capacity()).collect::<Vec<_>>();
        lines.end(0, None);
        assert_eq!(lines.of(0).capacity(), 0);
        (0..=MAX_PLY).for_each(|ply| lines.end(ply, Some(0)));
        let first = capacities(&lines);
        (0..MAX_PLY).rev().for_each(|ply| lines.extend(ply, 0));
        assert_eq!(lines.of(0).len(), MAX_PLY + 1);
        assert_eq!(capacities(&lines), first);
    }
}
