//! Threads that work beside the one that plays.

use anyply_framework::Refused;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Begins a thread that goes on for as long as it has something to do.
///
/// # Panics
/// With [`Refused`], where the system gives none.
pub(crate) fn begin(work: impl FnOnce() + Send + 'static) {
    let begun = Builder::new().spawn(work);
    begun.map(drop).unwrap_or_else(|error| Refused::Thread(error).give_up());
}

/// Begins a thread that is waited for.
///
/// # Panics
/// With [`Refused`], where the system gives none.
pub(crate) fn begin_within<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let begun = Builder::new().spawn_scoped(scope, work);
    begun.unwrap_or_else(|error| Refused::Thread(error).give_up())
}
