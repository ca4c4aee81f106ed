//! [`Watch`]: how far a running search is, seen from another thread.

use super::worker::Worker;
use crate::evaluator::Evaluator;
use crate::game::Game;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Lets another thread see how far a search is, between two of the depths that an
/// [`Observer`](super::Observer) hears of: the last one of an ending may take as long as all before it a
/// hundred times over. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Figures>);

#[derive(Debug, Default)]
struct Figures {
    depth: AtomicU32,
    number: AtomicU32,
    moves: AtomicU32,
    nodes: AtomicU64,
}

/// How far a search is. The figures are read one by one, so they may be a moment apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The plies of the depth that is being searched; 0 before the first.
    pub depth: u32,
    /// Which of the moves at the root is being searched, from 1; 0 before the first.
    pub number: u32,
    /// How many moves there are at the root.
    pub moves: u32,
    /// Positions made by all threads, as far as they have told.
    pub nodes: u64,
}

impl Watch {
    /// How far the search is.
    pub fn standing(&self) -> Standing {
        let Figures { depth, number, moves, nodes } = &*self.0;
        Standing {
            depth: depth.load(Relaxed),
            number: number.load(Relaxed),
            moves: moves.load(Relaxed),
            nodes: nodes.load(Relaxed),
        }
    }

    /// A search begins, with so many moves at its root.
    pub(super) fn begin(&self, moves: usize) {
        self.0.depth.store(0, Relaxed);
        self.0.number.store(0, Relaxed);
        self.0.moves.store(moves as u32, Relaxed);
        self.0.nodes.store(0, Relaxed);
    }

    /// So many positions are made.
    pub(super) fn made(&self, nodes: u64) {
        self.0.nodes.store(nodes, Relaxed);
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// A move at the root begins: the `number`th, from 1.
    #[cold]
    pub(super) fn tell_root_move(&self, number: u32) {
        if let Some(Watch(figures)) = self.watch {
            figures.depth.store(self.root_depth, Relaxed);
            figures.number.store(number, Relaxed);
        }
    }
}
