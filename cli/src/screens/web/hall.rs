//! [`Hall`]: all the rooms there are.

use super::hosted::Hosted;
use super::id::Id;
use super::pool::Pool;
use super::room::Room;
use super::store::{Found, Store};
use super::view;
use super::visitor::Visitor;
use anyply_games::TextGame;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

/// All the rooms there are.
pub(super) struct Hall {
    rooms: RwLock<HashMap<Id, Arc<Room>>>,
    store: Arc<Store>,
    pool: Arc<Pool>,
}

/// A game in the list of all.
#[derive(Serialize)]
struct Entry {
    id: String,
    game: &'static str,
    variant: &'static str,
    names: [String; 2],
    moves: usize,
    result: Option<String>,
    version: u64,
}

impl Hall {
    /// The most games at once.
    pub(super) const ROOMS: usize = 1000;

    /// The games that are kept.
    pub(super) fn open(store: Store, games: Vec<Found>, pool: Arc<Pool>) -> Self {
        let hall = Self { rooms: RwLock::default(), store: Arc::new(store), pool };
        for Found { id, hosted, changed } in games {
            hall.add(id, hosted, changed, Visitor::NOBODY);
        }
        hall
    }

    fn add(&self, id: Id, hosted: Hosted, changed: SystemTime, visitor: Visitor) -> Arc<Room> {
        let (store, pool) = (Arc::clone(&self.store), Arc::clone(&self.pool));
        let room = Room::new(id.clone(), hosted, changed, visitor, store, pool);
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        rooms.insert(id, Arc::clone(&room));
        room
    }

    /// Makes room for a game of a visitor's, and keeps it.
    ///
    /// # Errors
    /// There are too many, or it cannot be kept.
    pub(super) fn begin(&self, hosted: Hosted, visitor: Visitor) -> Result<Arc<Room>, String> {
        if self.rooms.read().unwrap_or_else(PoisonError::into_inner).len() >= Self::ROOMS {
            return Err(format!("there are {} games already: delete some first", Self::ROOMS));
        }
        let room = self.add(Id::new(), hosted, SystemTime::now(), visitor);
        room.keep().map_err(|error| {
            let _ = self.remove(&room.id);
            format!("{error:#}")
        })?;
        room.begin();
        Ok(room)
    }

    /// The room of that name.
    pub(super) fn room(&self, id: &Id) -> Option<Arc<Room>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Forgets a game; whether there was one.
    ///
    /// # Errors
    /// Its file cannot be removed.
    pub(super) fn remove(&self, id: &Id) -> Result<bool, String> {
        let Some(room) = self.room(id) else { return Ok(false) };
        room.close().map_err(|error| format!("{error:#}"))?;
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        Ok(true)
    }

    /// The list of all games, those that changed last first, as JSON.
    pub(super) fn list(&self) -> Arc<str> {
        let rooms: Vec<Arc<Room>> =
            self.rooms.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let mut entries: Vec<Entry> = rooms.iter().map(|room| entry(room)).collect();
        entries.sort_by(|one, other| (other.version, &other.id).cmp(&(one.version, &one.id)));
        view::text(&entries)
    }
}

fn entry(room: &Room) -> Entry {
    let version = room.version();
    room.look(|hosted| Entry {
        id: room.id.to_string(),
        game: hosted.game.name(),
        variant: hosted.game.variant().name,
        names: hosted.names(),
        moves: hosted.plies(),
        result: hosted.result().map(|(words, _)| words),
        version,
    })
}
