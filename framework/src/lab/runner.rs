//! Doing jobs on several threads. Nothing here knows what a job is.

use crate::stack::{self, Refused};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Does `count` pieces of work on `threads` threads. Each result goes to `finished`, on the calling thread,
/// with its number and as soon as it is there; a break ends everything once what was begun is done, which
/// still goes there. [`InOrder`] puts results in order again.
///
/// # Panics
/// With [`Refused`], where the system gives not even one thread; and with whatever the work panics with.
pub fn run<R: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> R + Sync,
    mut finished: impl FnMut(usize, R) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let (work, next, ended) = (&work, &next, &ended);
    thread::scope(|scope| {
        let (results, received) = mpsc::channel();
        let mut workers = Vec::new();
        for number in 0..threads.clamp(1, count.max(1)) {
            let results = results.clone();
            let worker = stack::spawn(scope, move || {
                while !ended.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count || results.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
            // Where the system refuses a thread, there are fewer.
            match worker {
                Err(error) if number == 0 => Refused::Thread(error).give_up(),
                Err(_) => break,
                Ok(worker) => workers.push(worker),
            }
        }
        drop(results);
        for (number, result) in received {
            if finished(number, result).is_break() {
                ended.store(true, Relaxed);
            }
        }
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Gives things back in the order of their numbers, from 0, whatever the order they come in.
#[derive(Clone, Debug)]
pub struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// How many wait for one before them.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes one in, and gives those back whose turn it is now.
    pub fn insert(&mut self, number: usize, thing: T) -> impl Iterator<Item = T> {
        self.waiting.insert(number, thing);
        std::iter::from_fn(|| {
            let thing = self.waiting.remove(&self.next)?;
            self.next += 1;
            Some(thing)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once_and_comes_back_in_order() {
        for threads in [1, 2, 7] {
            let mut order = InOrder::default();
            let mut squares = Vec::new();
            let work = |number: usize| {
                // Early ones take longest.
                thread::sleep(std::time::Duration::from_micros(200 - number as u64));
                number * number
            };
            run(100, threads, work, |number, square| {
                squares.extend(order.insert(number, square));
                ControlFlow::Continue(())
            });
            assert!(squares.iter().copied().eq((0..100).map(|number| number * number)), "{threads}");
        }
    }

    #[test]
    fn a_break_ends_it_and_nothing_that_was_done_is_lost() {
        let (mut heard, done) = (0, AtomicUsize::new(0));
        let work = |number| {
            thread::sleep(std::time::Duration::from_millis(1));
            done.fetch_add(1, Relaxed);
            number
        };
        run(1_000, 2, work, |_, _| {
            heard += 1;
            if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!((3..1_000).contains(&heard), "{heard}");
        assert_eq!(heard, done.into_inner());
    }

    #[test]
    fn no_work_is_no_trouble() {
        run(0, 3, |number| number, |_, _| unreachable!("there is nothing to be done"));
    }
}
