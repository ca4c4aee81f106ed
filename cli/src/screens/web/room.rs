//! [`Room`]: a table with its door: orders come in, all who look on are told what changes, searches report.

use super::id::Id;
use super::judged::{Judged, Thought};
use super::order::{Order, Sitting};
use super::store::Store;
use super::table::Table;
use super::thinker::{Task, Thinker, Wanted};
use super::view::{self, State};
use anyply_framework::search::Stop;
use anyply_games::TextGame;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How long a search goes on after the last page that showed it is gone: it may only be loading anew.
const GONE: Duration = Duration::from_secs(3);

/// A table with its door.
pub(super) struct Room {
    pub(super) id: Id,
    table: Mutex<Table>,
    live: watch::Sender<Live>,
    /// The last search that was asked for.
    ticket: AtomicU64,
    /// Set once the game is deleted.
    closed: AtomicBool,
    seen: Mutex<Instant>,
    store: Arc<Store>,
    thinker: Arc<Thinker>,
}

/// What a page shows, as JSON. Who is slow to look misses what came between, and nothing else.
#[derive(Clone)]
pub(super) struct Live {
    /// Changes with the game.
    pub(super) version: u64,
    /// The game.
    pub(super) state: Arc<str>,
    /// What is thought about it.
    pub(super) thought: Option<Arc<Thought>>,
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
    /// A room for a table that changed last at that time. What the table holds is kept as soon as it changes; see [`Room::keep`].
    pub(super) fn new(
        id: Id,
        mut table: Table,
        changed: SystemTime,
        store: Arc<Store>,
        thinker: Arc<Thinker>,
    ) -> Arc<Self> {
        let version = version(changed);
        let state = State::of(&id, version, &mut table, None).text();
        let live = watch::Sender::new(Live { version, state, thought: None });
        let (ticket, closed, seen) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Instant::now()));
        Arc::new(Self { id, table: Mutex::new(table), live, ticket, closed, seen, store, thinker })
    }

    /// The game as it is.
    pub(super) fn state(&self) -> Arc<str> {
        Arc::clone(&self.live.borrow().state)
    }

    /// Which state of the game this is: the later the higher.
    pub(super) fn version(&self) -> u64 {
        self.live.borrow().version
    }

    /// Looks at the table.
    pub(super) fn look<T>(&self, look: impl FnOnce(&mut Table) -> T) -> T {
        look(&mut self.table())
    }

    /// What the board looks like, as JSON.
    pub(super) fn geometry(&self) -> Arc<str> {
        self.look(|table| view::text(&table.game.geometry()))
    }

    /// The board as it stood after so many moves.
    pub(super) fn view_at(&self, ply: usize) -> String {
        self.look(|table| table.at(ply, |game| view::Board::of(game).text()))
    }

    /// Lets the computer begin, where it is its turn.
    pub(super) fn begin(self: &Arc<Self>) {
        // It may be too busy; then the page is told so.
        let _ = self.go_on(&mut self.table());
    }

    /// Hears from now on what changes, and is shown the rest at once. Where it is the computer's turn, it goes on.
    pub(super) fn listen(self: &Arc<Self>) -> watch::Receiver<Live> {
        let mut listener = self.live.subscribe();
        listener.mark_changed();
        if self.look(|table| table.is_computers()) && !self.thinker.is_at_work(&self.id) {
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
        self.look(|table| self.store.write(&self.id, table))
    }

    /// Forgets the game. Who holds the room still can change nothing any more.
    ///
    /// # Errors
    /// Its file cannot be removed.
    pub(super) fn close(&self) -> anyhow::Result<()> {
        let _table = self.table();
        self.store.remove(&self.id)?;
        self.closed.store(true, Relaxed);
        self.stop();
        Ok(())
    }

    fn stop(&self) {
        self.ticket.fetch_add(1, Relaxed);
        self.thinker.leave(&self.id);
    }

    /// Carries out an order of a page that shows that `version`, where it says which; the game as it is then.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub(super) fn obey(self: &Arc<Self>, order: &Order, version: Option<u64>) -> Result<Arc<str>, Refused> {
        order.check().map_err(Refused::Because)?;
        let mut table = self.table();
        if self.closed.load(Relaxed) {
            return Err(Refused::Because("the game was deleted".to_owned()));
        }
        if version.is_some_and(|version| version != self.version()) {
            return Err(Refused::Stale);
        }
        match order {
            Order::Stop => {
                self.stop();
                self.ends();
            }
            Order::Think => self.go_on(&mut table)?,
            Order::Hint | Order::Watch { .. } | Order::Review { .. } => self.study(&mut table, order)?,
            _ => {
                table.obey(order).map_err(Refused::Because)?;
                self.changed(&mut table);
            }
        }
        Ok(self.state())
    }

    // The game is another: it is kept and shown, and the computer moves if it is its turn.
    fn changed(self: &Arc<Self>, table: &mut Table) {
        self.stop();
        self.show(table, true);
        let _ = self.go_on(table);
    }

    fn show(&self, table: &mut Table, anew: bool) {
        let warning = self.store.write(&self.id, table).err().map(|error| format!("{error:#}"));
        let version = version(SystemTime::now()).max(self.version() + 1);
        let state = State::of(&self.id, version, table, warning).text();
        self.live.send_modify(|live| {
            (live.version, live.state) = (version, state);
            if anew {
                live.thought = None;
            }
        });
    }

    // Two computers play on only where somebody looks on.
    fn go_on(self: &Arc<Self>, table: &mut Table) -> Result<(), Refused> {
        let watched = table.seats.contains(&Sitting::Human) || self.live.receiver_count() > 0;
        if !table.is_computers() || !watched {
            return Ok(());
        }
        let (ply, wanted) = (table.plies(), Wanted::Move(table.strength.clone()));
        self.ask(table, wanted, ply)
    }

    fn study(self: &Arc<Self>, table: &mut Table, order: &Order) -> Result<(), Refused> {
        if table.is_computers() && table.seats.contains(&Sitting::Human) {
            return Err(Refused::Because("the computer is thinking about its move".to_owned()));
        }
        let plies = table.plies();
        let (wanted, ply) = match order {
            Order::Watch { lines, ply } => {
                (Wanted::Watch { lines: *lines }, (*ply).min(plies + table.undone()))
            }
            Order::Review { seconds } => {
                table.judged = Vec::new();
                self.show(table, true);
                (Wanted::Review { time: Duration::from_secs_f64(*seconds), from: plies }, plies)
            }
            _ => (Wanted::Hint, plies),
        };
        let over = table.at(ply, |game| game.outcome().is_some());
        if over && !matches!(order, Order::Review { .. }) {
            return Err(Refused::Because(
                "the game is over here: there is nothing to think about".to_owned(),
            ));
        }
        self.ask(table, wanted, ply)
    }

    fn ask(self: &Arc<Self>, table: &mut Table, wanted: Wanted, ply: usize) -> Result<(), Refused> {
        let ticket = self.ticket.fetch_add(1, Relaxed) + 1;
        let record = table.at(ply, |game| game.record(["", ""]));
        let room = Arc::clone(self);
        let (stop, yielded) = (Stop::default(), Arc::default());
        let asked = self.thinker.ask(Task { room, ticket, wanted, record, turns: 0, stop, yielded });
        asked.map_err(|problem| {
            self.refused(ticket, &problem);
            Refused::Busy(problem)
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Milliseconds: never the same number for another state, be the program started anew meanwhile.
fn version(changed: SystemTime) -> u64 {
    changed.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// What searches report. Those of an older ticket are of no use any more.
impl Room {
    /// Whether it is the last that was asked for.
    pub(super) fn is_current(&self, ticket: u64) -> bool {
        self.ticket.load(Relaxed) == ticket
    }

    /// It has not begun yet.
    pub(super) fn waits(&self, ticket: u64, what: &'static str, ply: usize, before: usize) {
        self.hears(ticket, Thought::waiting(what, ply, before));
    }

    /// It stands so.
    pub(super) fn hears(&self, ticket: u64, thought: Thought) {
        if self.is_current(ticket) {
            self.thinks(thought);
        }
    }

    /// It has found a move for the computer.
    pub(super) fn plays(self: &Arc<Self>, ticket: u64, mv: &str, time: Duration, judged: Option<Judged>) {
        let mut table = self.table();
        if !self.is_current(ticket) || !table.is_computers() {
            return;
        }
        let ply = table.plies();
        if table.play(mv, time, "").is_ok() {
            table.judge(ply, judged);
            self.ends();
            self.ticket.fetch_add(1, Relaxed);
            self.show(&mut table, false);
            let _ = self.go_on(&mut table);
        }
    }

    /// It has judged the move after so many.
    pub(super) fn judges(&self, ticket: u64, ply: usize, judged: Option<Judged>) {
        let mut table = self.table();
        if self.is_current(ticket) {
            table.judge(ply, judged);
            self.show(&mut table, false);
        }
    }

    /// It is over. Where it was no move of the computer's, two computers whose game was looked through meanwhile play on.
    pub(super) fn done(self: &Arc<Self>, ticket: u64, was_move: bool) {
        let mut table = self.table();
        if self.is_current(ticket) {
            self.ends();
            if !was_move {
                let _ = self.go_on(&mut table);
            }
        }
    }

    /// It could not be begun.
    pub(super) fn refused(&self, ticket: u64, problem: &str) {
        if self.is_current(ticket) {
            self.thinks(Thought::failed(problem));
        }
    }

    /// A fault of the program has ended it.
    pub(super) fn failed(&self, ticket: u64) {
        self.refused(ticket, "the search failed: a fault of the program, please report it");
    }

    fn thinks(&self, thought: Thought) {
        self.live.send_modify(|live| live.thought = Some(Arc::new(thought)));
    }

    // What was thought last stays to be seen, and is known to be all.
    fn ends(&self) {
        self.live.send_modify(|live| {
            let last = live.thought.as_deref().cloned();
            live.thought = last.map(|thought| Arc::new(Thought { done: true, ..thought }));
        });
    }
}
