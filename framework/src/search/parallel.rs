//! Helper threads over one table (Lazy SMP): each searches the same root for itself, at depths a little apart, and all
//! profit from what any of them stores. The result is the first thread's.

use super::clock::Budget;
use std::thread;

// A line of the longest kind, with the largest move lists on the stack, stays well below this; the system provides it as it is used.
const STACK: usize = 16 << 20;

/// Runs `work` on `threads` threads, gives each its number, from 0, and returns what each found. When thread 0 is done,
/// the others are told to end. Where the system refuses a thread, there are fewer helpers.
pub(super) fn run<T: Send>(threads: usize, budget: &Budget<'_>, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let spawn = |number| {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _end = (number == 0).then(|| EndOthers(budget));
                work(number)
            })
        };
        let first = spawn(0).expect("the system provides one thread");
        let helpers: Vec<_> = (1..threads).map_while(|number| spawn(number).ok()).collect();
        std::iter::once(first)
            .chain(helpers)
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Ends the search of all threads when the first is done, even if it panicked.
struct EndOthers<'a>(&'a Budget<'a>);

impl Drop for EndOthers<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}
