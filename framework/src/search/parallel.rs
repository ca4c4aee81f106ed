//! Helper threads over one table (Lazy SMP): each searches the same root for itself, at depths a little
//! apart, and all profit from what any of them stores. The result is the first thread's. With [`Busy`] they
//! also stay out of each other's way.

use super::clock::Budget;
use super::found::Tried;
use super::worker::{Node, Worker};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::stack;
use smallvec::SmallVec;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// Runs `work` on `threads` threads, gives each its number, from 0, and returns what each found. Thread 0 is
/// the one that calls; when it is done, the others are told to end. Where the system refuses a thread, there
/// are fewer helpers.
pub(super) fn run<T: Send>(threads: usize, budget: &Budget<'_>, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let help = |number| stack::spawn(scope, move || work(number)).ok();
        let helpers: Vec<_> = (1..threads).map_while(help).collect();
        let first = {
            let _end = EndOthers(budget);
            work(0)
        };
        let helped =
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(first).chain(helped).collect()
    })
}

/// Ends the search of all threads when the first is done, even if it panicked.
struct EndOthers<'a>(&'a Budget<'a>);

impl Drop for EndOthers<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Moves that some thread is searching: what the others had better put off (Weill's ABDADA, 1996, with a
/// small table of its own as simplified by Kerrigan). It is only a hint: a move that is overwritten here is
/// searched twice, or one forgotten here is put off for nothing.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Vec<[AtomicU64; Self::WAYS]>,
}

impl Busy {
    const WAYS: usize = 4;
    const SLOTS: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self { slots: (0..Self::SLOTS).map(|_| Default::default()).collect() }
    }

    fn slot(&self, errand: u64) -> &[AtomicU64; Self::WAYS] {
        &self.slots[errand as usize % Self::SLOTS]
    }

    /// Whether a thread is at it.
    pub(super) fn has(&self, errand: u64) -> bool {
        self.slot(errand).iter().any(|way| way.load(Relaxed) == errand)
    }

    pub(super) fn begin(&self, errand: u64) {
        let slot = self.slot(errand);
        let free = slot.iter().find(|way| way.load(Relaxed) == 0);
        free.unwrap_or(&slot[0]).store(errand, Relaxed);
    }

    pub(super) fn end(&self, errand: u64) {
        for way in self.slot(errand) {
            if way.load(Relaxed) == errand {
                way.store(0, Relaxed);
            }
        }
    }
}

/// Moves that are put off, with their places in the order.
pub(super) type Deferred<G> = SmallVec<[(<G as Game>::Move, u32); 8]>;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether another thread is at this move: it is put off until the others are done, and then found in the
    /// table.
    #[inline(always)]
    pub(super) fn defers(&self, node: &Node<G>, mv: G::Move, tried: &Tried<G::Move>) -> bool {
        let Some(busy) = self.busy.filter(|_| tried.number > 0) else { return false };
        self.errand(node, mv).is_some_and(|errand| busy.has(errand))
    }

    /// The name under which threads tell each other what they are searching.
    pub(super) fn errand(&self, node: &Node<G>, mv: G::Move) -> Option<u64> {
        let from = u32::from(self.config.defer_from_depth);
        let place = node.place.filter(|_| node.depth >= from)?;
        let index = self.game.index(mv) as u64 + 1;
        Some(place.key ^ (index << 16 | u64::from(node.depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}
