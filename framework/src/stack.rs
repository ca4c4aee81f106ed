//! Threads whose stacks have room for a search.

use crate::search::NoMemory;
use std::cell::Cell;
use std::io;
use std::panic::{panic_any, resume_unwind};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

// A line of the longest kind, with the largest move lists on the stack, stays well below this; the system
// provides it as it is used.
const SIZE: usize = 16 << 20;

thread_local! {
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// What a panic carries where the system refuses something without which nothing can be done. It is no fault
/// of the program, so whoever tells panics had better tell this one apart.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// A thread: there are too many, or there is no memory for its stack.
    #[error("the system refuses a thread: {0}")]
    Thread(io::Error),
    /// Memory, not even for the table that is the default.
    #[error("{0}")]
    Memory(NoMemory),
}

impl Refused {
    /// Gives up.
    ///
    /// # Panics
    /// Always, with this as the payload.
    pub fn give_up(self) -> ! {
        panic_any(self)
    }
}

/// Begins such a thread.
///
/// # Errors
/// The system refuses it.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(SIZE).spawn_scoped(scope, move || {
        HAS_ROOM.set(true);
        work()
    })
}

/// Does the work on such a thread: on this one if it is one, as a short search takes less time than to begin
/// another. Where the system refuses the thread, it panics with [`Refused`].
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if HAS_ROOM.get() {
        return work();
    }
    thread::scope(|scope| {
        let working = spawn(scope, work).unwrap_or_else(|error| Refused::Thread(error).give_up());
        working.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
