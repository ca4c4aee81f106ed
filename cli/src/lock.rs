//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock keeps, also after a thread panicked that had it: everything locked here is whole at any time.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
