//! What a page hears of while it is open: the game as it changes, and what is thought about it, as
//! server-sent events.

use super::answer::{Named, No};
use super::api::App;
use super::blocking::blocking;
use super::judged::SearchState;
use super::room::{Live, Room};
use super::view;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A page that is gone without a word is noticed when something is written to it.
const STILL_THERE: Duration = Duration::from_secs(10);
/// Screens do not show more in a second.
const PAUSE: Duration = Duration::from_millis(60);

/// Who listens at a room; the room is told when he goes.
struct Listener {
    room: Arc<Room>,
    live: watch::Receiver<Live>,
    /// What was told last.
    version: u64,
    since: Option<Option<Instant>>,
    thought: Option<Option<Arc<SearchState>>>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.room.turns_away();
    }
}

/// Tells a page of a game until it goes.
pub(super) async fn events(
    State(app): State<Arc<App>>,
    Named(id): Named<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, No> {
    let room = app.room(&id)?;
    let listening = Arc::clone(&room);
    let live = blocking(move || Ok(listening.listen())).await?;
    let listener = Listener { room, live, version: 0, since: None, thought: None };
    let told = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::new().interval(STILL_THERE)))
}

impl Listener {
    // Whatever has not been told: the game first, for how long it has been somebody's turn, and what is
    // thought about it, be that nothing. The second is told with the game, too, but a page that has that game
    // by the answer to its order takes no note of it again. What was told between two looks is passed over.
    // There is no more once the game is deleted.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let live = self.live.borrow_and_update().clone();
            if self.room.is_closed() {
                return None;
            }
            if live.version != self.version {
                self.version = live.version;
                return Some(Event::default().event("state").data(&*live.told()));
            }
            if self.since != Some(live.since) {
                self.since = Some(live.since);
                return Some(Event::default().event("thinking").data(live.running().to_string()));
            }
            let address = |thought: &Option<Arc<SearchState>>| thought.as_ref().map(Arc::as_ptr);
            if self.thought.as_ref().map(address) != Some(address(&live.thought)) {
                let text = view::text(&live.thought.as_deref());
                self.thought = Some(live.thought);
                return Some(Event::default().event("thought").data(&*text));
            }
            self.live.changed().await.ok()?;
            if self.live.borrow().version == self.version {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
