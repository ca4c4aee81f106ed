//! [`Hall`]: all the rooms there are.

use super::id::Id;
use super::room::Room;
use super::store::{Found, Store};
use super::table::Table;
use super::thinker::Thinker;
use super::view;
use anyply_games::TextGame;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

/// All the rooms there are.
pub(super) struct Hall {
    rooms: RwLock<HashMap<Id, Arc<Room>>>,
    store: Arc<Store>,
    thinker: Arc<Thinker>,
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
    pub(super) fn open(store: Store, games: Vec<Found>, thinker: Arc<Thinker>) -> Self {
        let hall = Self { rooms: RwLock::default(), store: Arc::new(store), thinker };
        for Found { id, table, changed } in games {
            hall.add(id, table, changed);
        }
        hall
    }

    fn add(&self, id: Id, table: Table, changed: SystemTime) -> Arc<Room> {
        let room = Room::new(id.clone(), table, changed, Arc::clone(&self.store), Arc::clone(&self.thinker));
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        rooms.insert(id, Arc::clone(&room));
        room
    }

    /// Makes room for a game, and keeps it.
    ///
    /// # Errors
    /// There are too many, or it cannot be kept.
    pub(super) fn begin(&self, table: Table) -> Result<Arc<Room>, String> {
        if self.rooms.read().unwrap_or_else(PoisonError::into_inner).len() >= Self::ROOMS {
            return Err(format!("there are {} games already: delete some first", Self::ROOMS));
        }
        let room = self.add(Id::new(), table, SystemTime::now());
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
    room.look(|table| Entry {
        id: room.id.to_string(),
        game: table.game.name(),
        variant: table.game.variant().name,
        names: table.names(),
        moves: table.plies(),
        result: table.result().map(|(words, _)| words),
        version,
    })
}
