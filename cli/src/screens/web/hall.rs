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
    most: usize,
    store: Arc<Store>,
    pool: Arc<Pool>,
}

/// A game in the list of all.
#[derive(Serialize)]
struct Entry {
    id: String,
    game: &'static str,
    variant: &'static str,
    size: Option<u32>,
    names: [String; 2],
    moves: usize,
    result: Option<String>,
    /// When it changed last, in milliseconds.
    version: u64,
}

impl Hall {
    /// The games that are kept, with room for so many at once.
    pub(super) fn open(store: Store, games: Vec<Found>, pool: Arc<Pool>, most: usize) -> Self {
        let hall = Self { rooms: RwLock::default(), most, store: Arc::new(store), pool };
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
        if self.is_full() {
            self.forget_one_unplayed();
        }
        if self.is_full() {
            return Err(format!("there are {} games already: delete some first", self.most));
        }
        let room = self.add(Id::new(), hosted, SystemTime::now(), visitor);
        room.keep().map_err(|error| {
            let _ = self.remove(&room.id);
            format!("{error:#}")
        })?;
        room.begin();
        Ok(room)
    }

    fn is_full(&self) -> bool {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).len() >= self.most
    }

    // In many a game nobody ever moves. The oldest of those gives way, where no page shows it.
    fn forget_one_unplayed(&self) {
        let unplayed =
            |room: &&Arc<Room>| room.is_left() && room.look(|hosted| hosted.plies() + hosted.undone() == 0);
        let rooms = self.all();
        if let Some(room) = rooms.iter().filter(unplayed).min_by_key(|room| room.version()) {
            // If its file cannot be removed, it stays.
            let _ = self.remove(&room.id);
        }
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
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
        let mut entries: Vec<Entry> = self.all().iter().map(|room| entry(room)).collect();
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
        size: hosted.game.variant().size,
        names: hosted.names(),
        moves: hosted.plies(),
        result: hosted.result().map(|(words, _)| words),
        version,
    })
}

#[cfg(test)]
mod tests {
    use super::super::action::{Action, Sitting::Human};
    use super::*;
    use anyply_games::AnyGame;

    #[test]
    fn a_game_that_was_never_played_gives_way_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("it can be written");
        let pool = Pool::start(0, || |_| None).expect("a thread");
        let hall = Hall::open(store, Vec::new(), pool, 3);
        let game = || {
            let game = AnyGame::open("othello", None, None).expect("a game");
            Hosted::new(game, [Human, Human], "", Default::default()).expect("seats")
        };
        let begin = || hall.begin(game(), Visitor::NOBODY);
        let played = begin().expect("there is room");
        played.obey(&Action::Move { text: "f5".to_owned() }, None, Visitor::NOBODY).expect("legal");
        let rooms = [(); 2].map(|()| begin().expect("there is room"));
        let leave = || [&played, &rooms[0], &rooms[1]].map(|room| room.turned_away_long_ago());
        let watched = rooms.each_ref().map(|room| room.listen());
        leave();
        assert!(begin().is_err(), "somebody looks at both of them");
        let [_looked_at, left] = watched;
        drop(left);
        rooms[1].turns_away();
        assert!(begin().is_err(), "its page may only be loading anew");
        leave();
        let last = begin().expect("it gives way");
        assert!(hall.room(&rooms[1].id).is_none());
        assert!([&played, &rooms[0], &last].iter().all(|room| hall.room(&room.id).is_some()));
    }
}
