//! [`Pool`]: a fixed number of threads that search for all games in turn.

use super::id::Id;
use super::queue::{Customer, Queue};
use super::room::Room;
use super::visitor::Visitor;
use super::worker::Best;
use crate::lock::locked;
use crate::screens::SEEN;
use crate::table::Step;
use crate::values::Strength;
use anyply_framework::Record;
use anyply_framework::search::{Limits, Stop};
use anyply_games::TextReport;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

// How long a search goes on while others wait, at first; each time that it is broken off twice as long, so
// that it gets further.
const SLICE: Duration = Duration::from_millis(700);
const LONGEST: u32 = 3;
// How often those that search are looked after.
const LOOK: Duration = Duration::from_millis(100);

/// Something to be searched for a game.
#[derive(Clone)]
pub(super) struct Task {
    /// The game.
    pub(super) room: Arc<Room>,
    /// Who has asked for it.
    pub(super) visitor: Visitor,
    /// Which of the game's searches it is: what an older one finds is of no use.
    pub(super) ticket: u64,
    /// What is wanted.
    pub(super) wanted: Wanted,
    /// The game up to the position in question.
    pub(super) record: Record,
    /// How often it was broken off so far.
    pub(super) turns: u32,
    /// Ends it.
    pub(super) stop: Stop,
    /// Whether it ends, or was ended, only to let others have their turn.
    pub(super) yielded: Arc<AtomicBool>,
}

impl Task {
    /// Lets others have their turn: at once, or as soon as one of the two searches is done that judge a move,
    /// which would have to begin anew.
    pub(super) fn give_way(&self) {
        self.yielded.store(true, Relaxed);
        if !matches!(self.wanted, Wanted::Review { .. }) {
            self.stop.stop();
        }
    }

    // How long it goes on while others wait. A review needs no more each time: it loses nothing.
    fn slice(&self) -> Duration {
        match self.wanted {
            Wanted::Review { .. } => SLICE,
            _ => SLICE * (1 << self.turns.min(LONGEST)),
        }
    }
}

/// What a search is for.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// The computer's turn.
    Move {
        /// Whether it is for a move, or for what an opening asks.
        step: Step,
        /// How strong, with what is left on its clock.
        strength: Strength,
        /// Where it was broken off.
        begun: Option<Box<Begun>>,
    },
    /// A good move for a person.
    Hint,
    /// The best lines, for as long as somebody looks on.
    Watch {
        /// How many.
        lines: usize,
        /// Where it was broken off.
        begun: Option<Box<Begun>>,
    },
    /// What each move of the game lost.
    Review {
        /// For each position.
        time: Duration,
        /// The move to begin with.
        from: usize,
        /// The move to end with: those before it are of an opening, and were not to win.
        to: usize,
        /// What was found before the first of them, where it was broken off between the two searches that
        /// judge it.
        best: Option<Box<Best>>,
    },
}

/// A search that was broken off.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    /// What it may still take.
    pub(super) limits: Limits,
    /// What it has taken.
    pub(super) had: Had,
    /// The deepest that was found.
    pub(super) found: TextReport,
}

/// What a search has taken in all its parts so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Had {
    pub(super) time: Duration,
    pub(super) nodes: u64,
}

impl Had {
    /// With one more part.
    pub(super) fn and(self, part: &TextReport) -> Self {
        Self { time: self.time + part.elapsed, nodes: self.nodes.saturating_add(part.nodes) }
    }
}

impl Wanted {
    /// The word for it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Hint => "hint",
            Self::Watch { .. } => "watch",
            Self::Review { .. } => "review",
        }
    }

    // Whether it is of no use where nobody looks on.
    fn is_looked_at(&self) -> bool {
        matches!(self, Self::Watch { .. } | Self::Review { .. })
    }

    // Whether it can be broken off and gone on with. A hint is as short as a turn.
    fn is_patient(&self) -> bool {
        !matches!(self, Self::Hint)
    }
}

/// The threads, and what waits for them.
pub(super) struct Pool {
    threads: usize,
    tasks: Mutex<Tasks>,
    come: Condvar,
}

struct Tasks {
    queue: Queue<Task>,
    running: Vec<(Customer, Task, Instant)>,
    /// Games that wait until their last move was seen: until when, and the ticket that is to be their last
    /// then.
    resting: Vec<(Instant, Arc<Room>, u64)>,
}

impl Pool {
    /// Sets up so many threads. `worker` makes what each of them works with: it does a task, and gives it
    /// back where something is left to be done.
    pub(super) fn start<W>(threads: usize, worker: impl Fn() -> W) -> std::io::Result<Arc<Self>>
    where
        W: FnMut(Task) -> Option<Task> + Send + 'static,
    {
        let tasks = Mutex::new(Tasks { queue: Queue::new(), running: Vec::new(), resting: Vec::new() });
        let pool = Arc::new(Self { threads, tasks, come: Condvar::new() });
        for _ in 0..threads {
            let (pool, mut work) = (Arc::clone(&pool), worker());
            thread::Builder::new().spawn(move || {
                loop {
                    pool.one(&mut work);
                }
            })?;
        }
        // A game may be slow to open its door: nobody's turn is to depend on that.
        for look in [Self::take_turns, Self::tell_rooms] {
            let watched = Arc::clone(&pool);
            thread::Builder::new().spawn(move || {
                loop {
                    thread::sleep(LOOK);
                    look(&watched);
                }
            })?;
        }
        Ok(pool)
    }

    /// Lets a task wait for its turn, in the place of any other of its game.
    ///
    /// # Errors
    /// Too many wait.
    pub(super) fn ask(&self, task: Task) -> Result<(), String> {
        let mut tasks = self.tasks();
        tasks.leave(&task.room.id);
        let (room, ticket) = (Arc::clone(&task.room), task.ticket);
        let (what, ply) = (task.wanted.name(), task.record.moves.len());
        let customer = task.visitor.customer(room.id.to_string());
        tasks
            .queue
            .push(customer.clone(), task)
            .map_err(|_| "too many searches wait already; try again".to_owned())?;
        let others = tasks.running.iter().filter(|(_, task, _)| task.room.id != room.id).count();
        let before = tasks.queue.before(&customer).unwrap_or(0) + others;
        // So many begin or go on at once.
        let before = (before + 1).saturating_sub(self.threads);
        drop(tasks);
        room.waits(ticket, what, ply, before);
        self.come.notify_one();
        Ok(())
    }

    /// Lets a game rest until its last move was seen, and go on then unless something else was asked for it.
    pub(super) fn rest(&self, room: Arc<Room>, ticket: u64) {
        self.tasks().resting.push((Instant::now() + SEEN, room, ticket));
    }

    /// Whether a game rests, and nothing else was asked for it since.
    pub(super) fn rests(&self, room: &Room) -> bool {
        let rests = |other: &Room, ticket| other.id == room.id && room.is_current(ticket);
        self.tasks().resting.iter().any(|(_, other, ticket)| rests(other, *ticket))
    }

    /// Ends whatever is searched for a game.
    pub(super) fn leave(&self, game: &Id) {
        self.tasks().leave(game);
    }

    /// Whether something of that kind is searched for a game, or waits to be.
    pub(super) fn is_at_work(&self, game: &Id, kind: impl Fn(&Wanted) -> bool) -> bool {
        let tasks = self.tasks();
        let fits = |task: &Task| task.room.id == *game && kind(&task.wanted);
        // One that was told to let others have their turn goes on.
        let ends = |task: &Task| task.stop.is_set() && !task.yielded.load(Relaxed);
        tasks.running.iter().any(|(_, task, _)| fits(task) && !ends(task)) || tasks.queue.holds(fits)
    }

    fn one(&self, work: &mut impl FnMut(Task) -> Option<Task>) {
        let mut tasks = self.tasks();
        let (customer, task) = loop {
            match tasks.queue.pop() {
                Some(next) => break next,
                None => tasks = self.come.wait(tasks).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let began = Instant::now();
        tasks.running.push((customer.clone(), task.clone(), began));
        drop(tasks);
        let (room, ticket) = (Arc::clone(&task.room), task.ticket);
        // A fault of a search costs that search alone.
        let left = catch_unwind(AssertUnwindSafe(|| work(task)));
        let mut tasks = self.tasks();
        tasks.running.retain(|(_, task, _)| !(task.room.id == room.id && task.ticket == ticket));
        tasks.queue.charge(&customer, began.elapsed());
        match left {
            Ok(Some(left)) if room.is_current(ticket) => tasks.queue.put_back(customer, left),
            Ok(_) => {}
            Err(fault) => {
                drop(tasks);
                room.failed(ticket, &*fault);
            }
        }
    }

    // Ends what runs and nobody waits for any more, and lets others have their turn.
    fn take_turns(&self) {
        let tasks = self.tasks();
        for (customer, task, began) in &tasks.running {
            let spent = began.elapsed();
            if task.wanted.is_looked_at() && task.room.is_left() {
                task.stop.stop();
            } else if task.wanted.is_patient() && spent > task.slice() && tasks.queue.presses(customer, spent)
            {
                task.give_way();
            }
        }
    }

    // Ends what waits and nobody waits for any more, and lets games go on that have rested.
    fn tell_rooms(&self) {
        let now = Instant::now();
        let mut tasks = self.tasks();
        let mut left: Vec<Task> = Vec::new();
        tasks.queue.drop_if(|task| {
            let leaves = task.wanted.is_looked_at() && task.room.is_left();
            left.extend(leaves.then(|| task.clone()));
            leaves
        });
        let rested: Vec<_> = tasks.resting.extract_if(.., |(until, ..)| *until <= now).collect();
        drop(tasks);
        // A fault there costs that game alone.
        let tell = |room: &Arc<Room>, ticket, told: &dyn Fn()| {
            if let Err(fault) = catch_unwind(AssertUnwindSafe(told)) {
                room.failed(ticket, &*fault);
            }
        };
        for (_, room, ticket) in &rested {
            tell(room, *ticket, &|| room.rested(*ticket));
        }
        // Who comes back is not told that it still waits.
        for Task { room, ticket, .. } in &left {
            tell(room, *ticket, &|| room.done(*ticket, false));
        }
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        locked(&self.tasks)
    }
}

impl Tasks {
    fn leave(&mut self, game: &Id) {
        self.queue.drop_if(|task| task.room.id == *game);
        for (_, task, _) in self.running.iter().filter(|(_, task, _)| task.room.id == *game) {
            task.yielded.store(false, Relaxed);
            task.stop.stop();
        }
    }
}
