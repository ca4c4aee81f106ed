//! [`Thinker`]: a fixed number of threads that search for all games in turn.

use super::id::Id;
use super::queue::Queue;
use super::room::Room;
use crate::values::Strength;
use anyply_framework::Record;
use anyply_framework::search::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

// For searches that recurse on the thread they are called on.
const STACK: usize = 16 << 20;
// How long a search without end goes on while others wait, at first; each time that it is broken off twice as long, so that it gets further.
const SLICE: Duration = Duration::from_millis(700);
const LONGEST: u32 = 3;
// How often those that search are looked after.
const LOOK: Duration = Duration::from_millis(100);

/// Something to be searched for a game.
#[derive(Clone)]
pub(super) struct Task {
    /// The game.
    pub(super) room: Arc<Room>,
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
    /// Whether it was ended only to let others have their turn.
    pub(super) yielded: Arc<AtomicBool>,
}

/// What a search is for.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// The computer's move.
    Move(Strength),
    /// A good move for a person.
    Hint,
    /// The best lines, for as long as somebody looks on.
    Watch {
        /// How many.
        lines: usize,
    },
    /// What each move of the game lost.
    Review {
        /// For each position.
        time: Duration,
        /// The move to begin with: from there to the first.
        from: usize,
    },
}

impl Wanted {
    /// The word for it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Hint => "hint",
            Self::Watch { .. } => "watch",
            Self::Review { .. } => "review",
        }
    }

    // Whether it can be broken off and gone on with; and is of no use where nobody looks on.
    fn is_patient(&self) -> bool {
        matches!(self, Self::Watch { .. } | Self::Review { .. })
    }
}

/// The threads, and what waits for them.
pub(super) struct Thinker {
    desk: Mutex<Desk>,
    come: Condvar,
}

struct Desk {
    queue: Queue<Id, Task>,
    running: Vec<(Task, Instant)>,
}

impl Thinker {
    /// Sets up so many threads. `worker` makes what each of them works with: it does a task, and gives it back where something is left to be
    /// done.
    pub(super) fn start<W>(threads: usize, worker: impl Fn() -> W) -> std::io::Result<Arc<Self>>
    where
        W: FnMut(Task) -> Option<Task> + Send + 'static,
    {
        let desk = Mutex::new(Desk { queue: Queue::new(), running: Vec::new() });
        let thinker = Arc::new(Self { desk, come: Condvar::new() });
        for _ in 0..threads {
            let (thinker, mut work) = (Arc::clone(&thinker), worker());
            thread::Builder::new().stack_size(STACK).spawn(move || {
                loop {
                    thinker.one(&mut work);
                }
            })?;
        }
        let watched = Arc::clone(&thinker);
        thread::Builder::new().spawn(move || {
            loop {
                thread::sleep(LOOK);
                watched.look_after();
            }
        })?;
        Ok(thinker)
    }

    /// Lets a task wait for its turn, in the place of any other of its game.
    ///
    /// # Errors
    /// Too many wait.
    pub(super) fn ask(&self, task: Task) -> Result<(), String> {
        let mut desk = self.desk();
        desk.leave(&task.room.id);
        let (room, ticket) = (Arc::clone(&task.room), task.ticket);
        let (what, ply) = (task.wanted.name(), task.record.moves.len());
        desk.queue
            .push(room.id.clone(), task)
            .map_err(|_| "too many searches wait already; try again".to_owned())?;
        let before = desk.queue.before(&room.id).unwrap_or(0) + desk.running.len();
        drop(desk);
        room.waits(ticket, what, ply, before);
        self.come.notify_one();
        Ok(())
    }

    /// Ends whatever is searched for a game.
    pub(super) fn leave(&self, game: &Id) {
        self.desk().leave(game);
    }

    /// Whether something is searched for a game, or waits to be.
    pub(super) fn is_at_work(&self, game: &Id) -> bool {
        let desk = self.desk();
        desk.queue.before(game).is_some()
            || desk.running.iter().any(|(task, _)| task.room.id == *game && !task.stop.is_set())
    }

    fn one(&self, work: &mut impl FnMut(Task) -> Option<Task>) {
        let mut desk = self.desk();
        let (game, task) = loop {
            match desk.queue.pop() {
                Some(next) => break next,
                None => desk = self.come.wait(desk).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let began = Instant::now();
        desk.running.push((task.clone(), began));
        drop(desk);
        let (room, ticket) = (Arc::clone(&task.room), task.ticket);
        // A fault of a search costs that search alone.
        let left = catch_unwind(AssertUnwindSafe(|| work(task)));
        let mut desk = self.desk();
        desk.running.retain(|(task, _)| !(task.room.id == game && task.ticket == ticket));
        desk.queue.charge(&game, began.elapsed());
        match left {
            Ok(Some(left)) if room.is_current(ticket) => {
                let _ = desk.queue.push(game, left);
            }
            Ok(_) => {}
            Err(_) => {
                drop(desk);
                room.failed(ticket);
            }
        }
    }

    // Ends what nobody waits for any more, and lets others have their turn.
    fn look_after(&self) {
        let mut desk = self.desk();
        desk.queue.drop_if(|task| task.wanted.is_patient() && task.room.is_left());
        let others = desk.queue.len() > 0;
        for (task, began) in desk.running.iter().filter(|(task, _)| task.wanted.is_patient()) {
            if task.room.is_left() {
                task.stop.stop();
            } else if others && began.elapsed() > SLICE * (1 << task.turns.min(LONGEST)) {
                task.yielded.store(true, Relaxed);
                task.stop.stop();
            }
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    fn leave(&mut self, game: &Id) {
        self.queue.drop_if(|task| task.room.id == *game);
        for (task, _) in self.running.iter().filter(|(task, _)| task.room.id == *game) {
            task.yielded.store(false, Relaxed);
            task.stop.stop();
        }
    }
}
