//! Threads whose stacks have room for a search.

use std::cell::Cell;
use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The bytes of the stack of a thread on which a search recurses. A line of the longest kind, with the largest move lists on the stack,
/// stays well below this; the system provides it as it is used.
pub const STACK: usize = 16 << 20;

thread_local! {
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Begins such a thread.
///
/// # Errors
/// The system refuses it.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
        HAS_ROOM.set(true);
        work()
    })
}

/// Whether this is one: a short search takes less time than to begin another.
pub(crate) fn has_room() -> bool {
    HAS_ROOM.get()
}
