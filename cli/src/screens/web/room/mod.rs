//! [`Room`]: a hosted game with its door: orders come in, all who look on are told what changes, searches report.

mod reports;

use super::action::{Action, Sitting};
use super::hosted::Hosted;
use super::id::Id;
use super::judged::SearchState;
use super::pool::{Pool, Task, Wanted};
use super::store::Store;
use super::view::{self, State};
use super::visitor::Visitor;
use crate::table::Step;
use anyply_framework::search::Stop;
use anyply_games::TextGame;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How long a search goes on after the last page that showed it is gone: it may only be loading anew.
pub(super) const GONE: Duration = Duration::from_secs(3);

/// A hosted game with its door.
pub(super) struct Room {
    pub(super) id: Id,
    hosted: Mutex<Hosted>,
    /// Who has ordered something last: what is searched for the game is searched for him.
    visitor: Mutex<Visitor>,
    live: watch::Sender<Live>,
    /// The last search that was asked for.
    ticket: AtomicU64,
    /// Set once the game is deleted.
    closed: AtomicBool,
    seen: Mutex<Instant>,
    store: Arc<Store>,
    pool: Arc<Pool>,
}

/// What a page shows, as JSON. Who is slow to look misses what came between, and nothing else.
#[derive(Clone)]
pub(super) struct Live {
    /// Changes with the game.
    pub(super) version: u64,
    /// The game.
    pub(super) state: Arc<str>,
    /// What is thought about it.
    pub(super) thought: Option<Arc<SearchState>>,
}

/// Why an order was not carried out.
#[derive(Debug)]
pub(super) enum Refused {
    /// The page does not show the game as it is.
    Stale,
    /// It cannot be done.
    Because(String),
    /// Not now: too much is asked for already.
    Busy(String),
}

impl Room {
    /// A room for a game that changed last at that time. It is kept as soon as it changes; see [`Room::keep`].
    pub(super) fn new(
        id: Id,
        mut hosted: Hosted,
        changed: SystemTime,
        visitor: Visitor,
        store: Arc<Store>,
        pool: Arc<Pool>,
    ) -> Arc<Self> {
        let version = version(changed);
        let state = State::of(&id, version, &mut hosted, None).text();
        let live = watch::Sender::new(Live { version, state, thought: None });
        let (ticket, closed, seen) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Instant::now()));
        let (hosted, visitor) = (Mutex::new(hosted), Mutex::new(visitor));
        Arc::new(Self { id, hosted, visitor, live, ticket, closed, seen, store, pool })
    }

    /// The game as it is.
    pub(super) fn state(&self) -> Arc<str> {
        Arc::clone(&self.live.borrow().state)
    }

    /// Which state of the game this is: the later the higher.
    pub(super) fn version(&self) -> u64 {
        self.live.borrow().version
    }

    /// Looks at the game.
    pub(super) fn look<T>(&self, look: impl FnOnce(&mut Hosted) -> T) -> T {
        look(&mut self.hosted())
    }

    /// What the board looks like, as JSON.
    pub(super) fn geometry(&self) -> Arc<str> {
        self.look(|hosted| view::text(&view::Ground::from(hosted.game.geometry())))
    }

    /// The board as it stood after so many moves.
    pub(super) fn view_at(&self, ply: usize) -> String {
        self.look(|hosted| hosted.at(ply, |game| view::Board::of(game).text()))
    }

    /// Lets the computer begin, where it is its turn.
    pub(super) fn begin(self: &Arc<Self>) {
        // It may be too busy; then the page is told so.
        let _ = self.go_on(&mut self.hosted());
    }

    /// Hears from now on what changes, and is shown the rest at once. Where it is the computer's turn, it goes on.
    pub(super) fn listen(self: &Arc<Self>) -> watch::Receiver<Live> {
        let mut listener = self.live.subscribe();
        listener.mark_changed();
        if self.look(|hosted| hosted.is_computers()) && !self.pool.is_at_work(&self.id, |_| true) {
            self.begin();
        }
        listener
    }

    /// Who listened does so no more.
    pub(super) fn turns_away(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether no page has shown it for a while.
    pub(super) fn is_left(&self) -> bool {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        self.live.receiver_count() == 0 && seen.elapsed() > GONE
    }

    /// Writes the game to its file.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub(super) fn keep(&self) -> anyhow::Result<()> {
        self.look(|hosted| self.write(hosted))
    }

    // A game that was deleted does not come back, whoever still holds its room.
    fn write(&self, hosted: &mut Hosted) -> anyhow::Result<()> {
        if self.is_closed() { Ok(()) } else { self.store.write(&self.id, hosted) }
    }

    /// Forgets the game. Who holds the room still can change nothing any more.
    ///
    /// # Errors
    /// Its file cannot be removed.
    pub(super) fn close(&self) -> anyhow::Result<()> {
        let _table = self.hosted();
        self.store.remove(&self.id)?;
        self.closed.store(true, Relaxed);
        self.stop();
        // Whoever listens is to find out.
        self.live.send_modify(|_| ());
        Ok(())
    }

    /// Whether the game was deleted.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    fn stop(&self) {
        self.ticket.fetch_add(1, Relaxed);
        self.pool.leave(&self.id);
    }

    /// Carries out an order of a page that shows that `version`, where it says which; the game as it is then.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub(super) fn obey(
        self: &Arc<Self>,
        order: &Action,
        version: Option<u64>,
        visitor: Visitor,
    ) -> Result<Arc<str>, Refused> {
        order.check().map_err(Refused::Because)?;
        let mut hosted = self.hosted();
        self.check_open()?;
        if version.is_some_and(|version| version != self.version()) {
            return Err(Refused::Stale);
        }
        *self.visitor.lock().unwrap_or_else(PoisonError::into_inner) = visitor;
        match order {
            // The computer's own move is not a search of a page's: the game would stand still.
            Action::Stop if is_against_computer(&hosted) => {}
            Action::Stop => {
                self.stop();
                self.ends();
            }
            Action::Think => self.go_on(&mut hosted)?,
            Action::Hint | Action::Watch { .. } | Action::Review { .. } => self.study(&mut hosted, order)?,
            // Nothing that is thought about the game depends on it.
            Action::Strength { .. } if !hosted.is_computers() => {
                hosted.obey(order).map_err(Refused::Because)?;
                self.show(&mut hosted, false);
            }
            _ => {
                hosted.obey(order).map_err(Refused::Because)?;
                self.changed(&mut hosted);
            }
        }
        Ok(self.state())
    }

    fn check_open(&self) -> Result<(), Refused> {
        match self.is_closed() {
            true => Err(Refused::Because("the game was deleted".to_owned())),
            false => Ok(()),
        }
    }

    // The game is another: it is kept and shown, and the computer moves if it is its turn.
    fn changed(self: &Arc<Self>, hosted: &mut Hosted) {
        self.stop();
        self.show(hosted, true);
        let _ = self.go_on(hosted);
    }

    fn show(&self, hosted: &mut Hosted, anew: bool) {
        let warning = self.write(hosted).err().map(|error| format!("{error:#}"));
        let version = version(SystemTime::now()).max(self.version() + 1);
        let state = State::of(&self.id, version, hosted, warning).text();
        self.live.send_modify(|live| {
            (live.version, live.state) = (version, state);
            if anew {
                live.thought = None;
            }
        });
    }

    // Two computers play on only where somebody looks on.
    fn go_on(self: &Arc<Self>, hosted: &mut Hosted) -> Result<(), Refused> {
        let watched = hosted.seats.contains(&Sitting::Human) || self.live.receiver_count() > 0;
        if !hosted.is_computers() || !watched {
            return Ok(());
        }
        // It may have been its turn for long: two computers stand still while nobody looks on.
        hosted.changed_now();
        let (ply, strength) = (hosted.plies(), hosted.strength_now());
        self.ask(hosted, Wanted::Move { step: hosted.step(), strength, begun: None }, ply)
    }

    fn study(self: &Arc<Self>, hosted: &mut Hosted, order: &Action) -> Result<(), Refused> {
        if is_against_computer(hosted) {
            return Err(Refused::Because("the computer is thinking about its move".to_owned()));
        }
        let reviews = |wanted: &Wanted| matches!(wanted, Wanted::Review { .. });
        if matches!(order, Action::Watch { .. }) && self.pool.is_at_work(&self.id, reviews) {
            return Err(Refused::Because("the mistakes are being looked for".to_owned()));
        }
        if matches!((order, hosted.step()), (Action::Hint, Step::Make(..))) {
            return Err(Refused::Because(
                "the best opening is an even one, since the other judges it".to_owned(),
            ));
        }
        let plies = hosted.plies();
        let (wanted, ply) = match order {
            Action::Watch { lines, ply } => {
                (Wanted::Watch { lines: *lines }, (*ply).min(plies + hosted.undone()))
            }
            Action::Review { seconds } => {
                let (time, to) = (Duration::from_secs_f64(*seconds), hosted.opening_plies());
                (Wanted::Review { time, from: hosted.to_review(), to }, plies)
            }
            _ => (Wanted::Hint, plies),
        };
        let over = hosted.at(ply, |game| game.outcome().is_some());
        if over && !matches!(order, Action::Review { .. }) {
            return Err(Refused::Because(
                "the game is over here: there is nothing to think about".to_owned(),
            ));
        }
        self.ask(hosted, wanted, ply)?;
        // What an earlier review has found goes when there is to be another, and not before. It cannot report meanwhile: the game is held.
        if matches!(order, Action::Review { .. }) {
            hosted.begin_review(hosted.to_review());
            self.show(hosted, false);
        }
        Ok(())
    }

    fn ask(self: &Arc<Self>, hosted: &mut Hosted, wanted: Wanted, ply: usize) -> Result<(), Refused> {
        self.check_open()?;
        let ticket = self.ticket.fetch_add(1, Relaxed) + 1;
        let record = hosted.at(ply, |game| game.record(["", ""]));
        let room = Arc::clone(self);
        let visitor = self.visitor.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (stop, yielded) = (Stop::default(), Arc::default());
        let asked = self.pool.ask(Task { room, visitor, ticket, wanted, record, turns: 0, stop, yielded });
        asked.map_err(|problem| {
            self.refused(ticket, &problem);
            Refused::Busy(problem)
        })
    }

    fn hosted(&self) -> MutexGuard<'_, Hosted> {
        self.hosted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Whether a person waits for the computer's move.
fn is_against_computer(hosted: &Hosted) -> bool {
    hosted.is_computers() && hosted.seats.contains(&Sitting::Human)
}

// Milliseconds: never the same number for another state, be the program started anew meanwhile.
fn version(changed: SystemTime) -> u64 {
    changed.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::SEEN;
    use Sitting::{Computer, Human};
    use anyply_games::AnyGame;

    // Rooms whose searches wait for ever: nobody is there to do them.
    struct House {
        folder: tempfile::TempDir,
        store: Arc<Store>,
        pool: Arc<Pool>,
    }

    impl House {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let store = Arc::new(Store::open(folder.path()).expect("it can be written"));
            Self { folder, store, pool: Pool::start(0, || |_| None).expect("a thread") }
        }

        // One in which they go on until they are ended.
        fn of_threads(threads: usize) -> Self {
            let goes_on = |task: Task| {
                while !task.stop.is_set() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                None
            };
            Self { pool: Pool::start(threads, || goes_on).expect("threads"), ..Self::new() }
        }

        fn room(&self, seats: [Sitting; 2]) -> Arc<Room> {
            let game = AnyGame::open("othello", None, None).expect("a game");
            let hosted = Hosted::new(game, seats, "", Default::default()).expect("a level");
            let (store, pool) = (Arc::clone(&self.store), Arc::clone(&self.pool));
            Room::new(Id::new(), hosted, SystemTime::now(), Visitor::NOBODY, store, pool)
        }

        fn files(&self) -> usize {
            std::fs::read_dir(self.folder.path()).expect("a folder").count()
        }
    }

    fn obey(room: &Arc<Room>, order: &Action) -> Result<Arc<str>, Refused> {
        room.obey(order, None, Visitor::NOBODY)
    }

    #[test]
    fn a_deleted_game_does_not_come_back() {
        let house = House::new();
        let room = house.room([Computer, Human]);
        room.keep().expect("it is kept");
        let files = house.files();
        room.listen();
        assert!(house.pool.is_at_work(&room.id, |_| true), "it is the computer's turn");
        room.close().expect("it is removed");
        room.listen();
        assert!(!house.pool.is_at_work(&room.id, |_| true), "nobody plays on");
        room.keep().expect("nothing is to be kept");
        assert!(matches!(obey(&room, &Action::Swap), Err(Refused::Because(_))));
        assert_eq!(house.files(), files - 1);
    }

    #[test]
    fn nobody_ends_the_computers_move_or_a_review_by_looking_on() {
        let house = House::new();
        let room = house.room([Computer, Human]);
        room.listen();
        obey(&room, &Action::Stop).expect("there is nothing to stop");
        assert!(house.pool.is_at_work(&room.id, |wanted| matches!(wanted, Wanted::Move { .. })));
        let room = house.room([Human, Human]);
        obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
        obey(&room, &Action::Review { seconds: 1.0 }).expect("there is room");
        assert!(matches!(obey(&room, &Action::Watch { lines: 1, ply: 1 }), Err(Refused::Because(_))));
        assert!(house.pool.is_at_work(&room.id, |wanted| matches!(wanted, Wanted::Review { .. })));
        obey(&room, &Action::Stop).expect("a review can be ended");
        obey(&room, &Action::Watch { lines: 1, ply: 1 }).expect("there is room");
    }

    #[test]
    fn nobody_is_told_to_wait_where_a_thread_is_free() {
        let house = House::of_threads(2);
        let rooms = [(); 4].map(|()| house.room([Human, Human]));
        let before = rooms.each_ref().map(|room| {
            obey(room, &Action::Hint).expect("there is room");
            room.live.borrow().thought.as_ref().and_then(|thought| thought.before)
        });
        assert_eq!(before, [Some(0), Some(0), Some(1), Some(2)]);
        rooms.iter().for_each(|room| house.pool.leave(&room.id));
    }

    #[test]
    fn two_computers_leave_time_to_see_each_move() {
        let house = House::new();
        let room = house.room([Computer, Computer]);
        let _looks_on = room.listen();
        let at_work = || house.pool.is_at_work(&room.id, |_| true);
        assert!(at_work());
        house.pool.leave(&room.id);
        let played = Instant::now();
        room.plays(room.ticket.load(Relaxed), "f5", Duration::ZERO, None);
        assert!(!at_work() || played.elapsed() >= SEEN);
        while !at_work() {
            assert!(played.elapsed() < Duration::from_secs(60), "they stand still");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(played.elapsed() >= SEEN);
    }

    #[test]
    fn a_review_that_was_broken_off_goes_on_where_it_was_until_the_game_does() {
        let house = House::new();
        let room = house.room([Human, Human]);
        let play = |text: &str| {
            obey(&room, &Action::Move { text: text.to_owned() }).expect("legal");
        };
        let begins_at = || {
            obey(&room, &Action::Review { seconds: 1.0 }).expect("there is room");
            (0..9).find(|ply| {
                house.pool.is_at_work(
                    &room.id,
                    |wanted| matches!(wanted, Wanted::Review { from, .. } if from == ply),
                )
            })
        };
        ["f5", "d6", "c3"].into_iter().for_each(play);
        assert_eq!(begins_at(), Some(3));
        room.judges(room.ticket.load(Relaxed), 2, None);
        assert!(room.state().contains("\"review\":{\"seen\":1,\"of\":3}"), "{}", room.state());
        obey(&room, &Action::Hint).expect("there is room");
        assert_eq!((begins_at(), room.look(|hosted| hosted.judged.len())), (Some(2), 3));
        obey(&room, &Action::Undo).expect("there is one");
        assert_eq!(begins_at(), Some(2), "all of the two that are left");
        room.judges(room.ticket.load(Relaxed), 1, None);
        play("c4");
        assert_eq!(begins_at(), Some(3), "it is another game");
        (0..3).for_each(|ply| room.judges(room.ticket.load(Relaxed), 2 - ply, None));
        assert_eq!(begins_at(), Some(3), "the last came to its end");
    }

    #[test]
    fn a_review_that_is_refused_leaves_what_an_earlier_one_found() {
        let house = House::new();
        let room = house.room([Human, Human]);
        obey(&room, &Action::Move { text: "f5".to_owned() }).expect("legal");
        room.look(|hosted| hosted.judge(0, None));
        let review = Action::Review { seconds: 1.0 };
        // Somebody has asked for as much as one may.
        let others: Vec<_> = (0..1000)
            .map(|_| house.room([Human, Human]))
            .take_while(|room| obey(room, &Action::Hint).is_ok())
            .collect();
        assert!(matches!(obey(&room, &review), Err(Refused::Busy(_))));
        assert_eq!(room.look(|hosted| hosted.judged.len()), 1);
        others.iter().for_each(|room| house.pool.leave(&room.id));
        obey(&room, &review).expect("there is room");
        assert_eq!(room.look(|hosted| hosted.judged.len()), 0);
    }
}
