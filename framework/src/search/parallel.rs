//! Helper threads over one table (Lazy SMP): each searches the same root for itself, at depths a little apart, and all
//! profit from what any of them stores. The result is the first thread's.

use super::clock::Budget;
use std::thread;

// A line of the longest kind, with the largest move lists on the stack, stays well below this; the system provides it as it is used.
const STACK: usize = 64 << 20;

/// Runs `work` on `threads` threads, gives each its number, from 0, and returns what each found. When thread 0 is done,
/// the others are told to end.
pub(super) fn run<T: Send>(threads: usize, budget: &Budget<'_>, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|number| {
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        let found = work(number);
                        if number == 0 {
                            budget.finish();
                        }
                        found
                    })
                    .expect("the system provides the threads that were asked for")
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
