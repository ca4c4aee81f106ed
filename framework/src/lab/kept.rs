//! [`Kept`]: what was read from files, for the jobs that need it next.

use std::sync::{Arc, Mutex, PoisonError};

/// The last few things that were read, by their digests: reading them takes longer than a fast game.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Vec<(String, Arc<T>)>>);

impl<T> Kept<T> {
    const MOST: usize = 4;

    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// What has that digest: it is read where it is not kept.
    pub(crate) fn get(
        &self,
        digest: &str,
        read: impl FnOnce() -> Result<Arc<T>, String>,
    ) -> Result<Arc<T>, String> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, thing)) = kept.iter().find(|(of, _)| of == digest) {
            return Ok(Arc::clone(thing));
        }
        let thing = read()?;
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push((digest.to_owned(), Arc::clone(&thing)));
        Ok(thing)
    }
}
