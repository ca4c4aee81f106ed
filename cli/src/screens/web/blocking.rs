//! [`blocking`]: what may have to wait is not done on the thread that answers.

use super::answer::No;
use anyply_framework::Refused;
use axum::http::StatusCode;
use std::thread;
use tokio::sync::{Semaphore, oneshot};

/// Threads that wait for the disk, or read files, at once.
const WAITING: usize = 8;
static PLACES: Semaphore = Semaphore::const_new(WAITING);

/// Does something that may wait for a disk, or for a game that somebody else holds. Once begun it is done,
/// whoever hangs up meanwhile. Not by tokio's `spawn_blocking`: where the system refuses it a thread, it
/// panics, and may still do the work later.
///
/// # Errors
/// Those of the work; that the system refuses a thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, No> + Send + 'static,
) -> Result<T, No> {
    let place = PLACES.acquire().await.expect("they are never closed");
    let (tell, told) = oneshot::channel();
    let working = move || {
        let done = work();
        drop(place);
        // Nobody may wait for it any more.
        let _ = tell.send(done);
    };
    thread::Builder::new().spawn(working).map_err(|error| No::busy(Refused::Thread(error).to_string()))?;
    let fault =
        |_| No(StatusCode::INTERNAL_SERVER_ERROR, "a fault of the program, please report it".to_owned());
    told.await.map_err(fault)?
}
