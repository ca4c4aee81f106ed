//! [`Room`]: a hosted game with its door: orders come in, all who look on are told what changes, searches
//! report.

mod reports;
#[cfg(test)]
mod tests;

use super::action::{Action, Sitting};
use super::hosted::Hosted;
use super::id::Id;
use super::judged::SearchState;
use super::pool::{Pool, Task, Wanted};
use super::store::Store;
use super::view::{self, State};
use super::visitor::Visitor;
use crate::lock::locked;
use crate::table::Step;
use anyply_framework::search::Stop;
use anyply_games::TextGame;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How long a search goes on after the last page that showed it is gone: it may only be loading anew.
const GONE: Duration = Duration::from_secs(3);

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
    /// The game, but for how long it has been somebody's turn.
    state: Arc<str>,
    /// Since when it has been the turn of whoever's it is, if it is anybody's.
    pub(super) since: Option<Instant>,
    /// What is thought about it.
    pub(super) thought: Option<Arc<SearchState>>,
}

impl Live {
    /// The game as it is now.
    pub(super) fn told(&self) -> Arc<str> {
        let (running, state) = (self.running(), self.state.strip_prefix('{').expect("an object"));
        format!("{{\"running\":{running},{state}").into()
    }

    /// For how many seconds it has been somebody's turn.
    pub(super) fn running(&self) -> f64 {
        self.since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }
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
    /// A room for a game that changed last at that time. It is kept as soon as it changes; see
    /// [`Room::keep`].
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
        let since = hosted.since();
        let live = watch::Sender::new(Live { version, state, since, thought: None });
        let (ticket, closed, seen) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Instant::now()));
        let (hosted, visitor) = (Mutex::new(hosted), Mutex::new(visitor));
        Arc::new(Self { id, hosted, visitor, live, ticket, closed, seen, store, pool })
    }

    /// The game as it is.
    pub(super) fn state(&self) -> Arc<str> {
        self.live.borrow().told()
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

    /// Hears from now on what changes, and is shown the rest at once. Where it is the computer's turn, it
    /// goes on.
    pub(super) fn listen(self: &Arc<Self>) -> watch::Receiver<Live> {
        let mut listener = self.live.subscribe();
        listener.mark_changed();
        let goes_on = self.pool.is_at_work(&self.id, |_| true) || self.pool.rests(self);
        if !goes_on && self.look(|hosted| hosted.is_computers()) {
            self.begin();
        }
        listener
    }

    /// Who listened does so no more.
    pub(super) fn turns_away(&self) {
        *locked(&self.seen) = Instant::now();
    }

    /// As [`Self::turns_away`], a while ago.
    #[cfg(test)]
    pub(super) fn turned_away_long_ago(&self) {
        let seen = Instant::now().checked_sub(2 * GONE).expect("the machine was not started just now");
        *locked(&self.seen) = seen;
    }

    /// Whether no page has shown it for a while.
    pub(super) fn is_left(&self) -> bool {
        let seen = *locked(&self.seen);
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
        *locked(&self.visitor) = visitor;
        match order {
            // The computer's own move is not a search of a page's: the game would stand still.
            Action::Stop { .. } if is_against_computer(&hosted) => {}
            // It has ended by itself meanwhile; what is thought now is something else.
            Action::Stop { what: Some(what) }
                if !self.pool.is_at_work(&self.id, |wanted| what.is(wanted)) => {}
            Action::Stop { .. } => {
                // Two computers whose game was looked through play on; their own move stays ended.
                let studied = self.pool.is_at_work(&self.id, |wanted| !matches!(wanted, Wanted::Move { .. }));
                self.stop();
                self.ends();
                if studied {
                    let _ = self.go_on(&mut hosted);
                }
            }
            Action::Think {} => self.go_on(&mut hosted)?,
            Action::Hint {} | Action::Watch { .. } | Action::Review { .. } => {
                self.study(&mut hosted, order)?
            }
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
        // Nobody is to see its turn run on from before for a moment.
        if self.goes_on(hosted) {
            hosted.changed_now();
        }
        self.show(hosted, true);
        let _ = self.go_on(hosted);
    }

    fn show(&self, hosted: &mut Hosted, anew: bool) {
        let warning = self.write(hosted).err().map(|error| format!("{error:#}"));
        let version = version(SystemTime::now()).max(self.version() + 1);
        let state = State::of(&self.id, version, hosted, warning).text();
        self.live.send_modify(|live| {
            (live.version, live.state, live.since) = (version, state, hosted.since());
            if anew {
                live.thought = None;
            }
        });
    }

    // Whether the computer thinks now: two play on only where somebody looks on.
    fn goes_on(&self, hosted: &Hosted) -> bool {
        let watched = hosted.seats.contains(&Sitting::Human) || self.live.receiver_count() > 0;
        hosted.is_computers() && watched
    }

    fn go_on(self: &Arc<Self>, hosted: &mut Hosted) -> Result<(), Refused> {
        if !self.goes_on(hosted) {
            return Ok(());
        }
        // It may have been its turn for long: two computers stand still while nobody looks on.
        hosted.changed_now();
        self.live.send_modify(|live| live.since = hosted.since());
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
        if matches!((order, hosted.step()), (Action::Hint {}, Step::Make(..))) {
            return Err(Refused::Because(
                "the best opening is an even one, since the other judges it".to_owned(),
            ));
        }
        let plies = hosted.plies();
        let (wanted, ply, to_review) = match order {
            Action::Watch { lines, ply } => {
                (Wanted::Watch { lines: *lines, begun: None }, (*ply).min(plies + hosted.undone()), None)
            }
            Action::Review { seconds, anew } => {
                let (time, to) = (Duration::from_secs_f64(*seconds), hosted.opening_plies());
                let from = if *anew { plies } else { hosted.to_review() };
                (Wanted::Review { time, from, to, best: None }, plies, Some(from))
            }
            _ => (Wanted::Hint, plies, None),
        };
        let over = hosted.at(ply, |game| game.outcome().is_some());
        if over && to_review.is_none() {
            return Err(Refused::Because(
                "the game is over here: there is nothing to think about".to_owned(),
            ));
        }
        self.ask(hosted, wanted, ply)?;
        // What an earlier review has found goes when there is to be another, and not before. It cannot report
        // meanwhile: the game is held.
        if let Some(plies) = to_review {
            hosted.begin_review(plies);
            self.show(hosted, false);
        }
        Ok(())
    }

    fn ask(self: &Arc<Self>, hosted: &mut Hosted, wanted: Wanted, ply: usize) -> Result<(), Refused> {
        self.check_open()?;
        let ticket = self.ticket.fetch_add(1, Relaxed) + 1;
        let record = hosted.at(ply, |game| game.record(["", ""]));
        let room = Arc::clone(self);
        let visitor = locked(&self.visitor).clone();
        let (stop, yielded) = (Stop::default(), Arc::default());
        let asked = self.pool.ask(Task { room, visitor, ticket, wanted, record, turns: 0, stop, yielded });
        asked.map_err(|problem| {
            self.refused(ticket, &problem);
            Refused::Busy(problem)
        })
    }

    fn hosted(&self) -> MutexGuard<'_, Hosted> {
        locked(&self.hosted)
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
