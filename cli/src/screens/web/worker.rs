//! [`Worker`]: what one thread searches with: engines of the games that were asked for last.

use super::judged::{Judged, Thought, final_score};
use super::thinker::{Task, Wanted};
use crate::setup;
use crate::values::{Strength, tighter};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{EngineSettings, Record, Score, Side};
use anyply_games::{AnyGame, TextGame, TextReport};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The engines that are kept: one for each game that is much played.
const ENGINES: usize = 3;
const FOR_HINT: Duration = Duration::from_secs(1);
/// Whoever looks on for longer can ask again.
const FOR_WATCH: Duration = Duration::from_secs(300);
/// A move that has limits, but none of time.
const FOR_MOVE: Duration = Duration::from_secs(60);

/// What one thread works with.
pub(super) struct Worker {
    /// The one used last comes last.
    engines: Vec<AnyGame>,
    /// Bytes for the table of each.
    hash: usize,
    random: Pcg64Mcg,
}

impl Worker {
    /// One without engines so far.
    pub(super) fn new(hash: usize, seed: u64) -> Self {
        Self { engines: Vec::new(), hash, random: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// Does a task; gives back what is left of it.
    pub(super) fn work(&mut self, mut task: Task) -> Option<Task> {
        let mut game = match self.engine(&task.record) {
            Ok(game) => game,
            Err(problem) => {
                task.room.refused(task.ticket, &problem);
                return None;
            }
        };
        match task.wanted.clone() {
            Wanted::Move(strength) => self.moves(&mut game, &task, &strength),
            Wanted::Hint => {
                let limits = Limits { time: Some(FOR_HINT), ..Limits::default() };
                search(&mut game, &task, &limits);
            }
            Wanted::Watch { lines } => {
                search(&mut game, &task, &Limits { time: Some(FOR_WATCH), lines, ..Limits::default() });
            }
            Wanted::Review { time, from } => {
                let from = review(&mut game, &task, time, from);
                task.wanted = Wanted::Review { time, from };
            }
        }
        self.engines.push(game);
        let goes_on = task.yielded.swap(false, Relaxed);
        task.stop = Stop::default();
        task.turns += 1;
        if !goes_on {
            task.room.done(task.ticket, matches!(task.wanted, Wanted::Move(_)));
        }
        goes_on.then_some(task)
    }

    // The engine for a game, with the game as it stands. It is taken out: after a fault it is not used again.
    fn engine(&mut self, record: &Record) -> Result<AnyGame, String> {
        let fits = |game: &AnyGame| {
            let variant = game.variant();
            (game.name(), variant.name, variant.size) == (&record.game, &record.variant, record.size)
        };
        let mut game = match self.engines.iter().position(fits) {
            Some(place) => self.engines.remove(place),
            None => {
                // The old table goes before the new one comes.
                while self.engines.len() >= ENGINES {
                    self.engines.remove(0);
                }
                let mut game = AnyGame::open(&record.game, Some(&record.variant), record.size)?;
                let settings = game.default_settings();
                let mut resources = settings.resources;
                resources.hash = self.hash;
                game.configure(EngineSettings { resources, ..settings })
                    .map_err(|error| error.to_string())?;
                game
            }
        };
        // One that was broken off goes on with what its table holds.
        if game.record(["", ""]) != *record {
            game.load(record).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    fn moves(&mut self, game: &mut AnyGame, task: &Task, strength: &Strength) {
        let began = Instant::now();
        let level = setup::fixed_level(strength).ok().flatten();
        let moves = game.legal_moves();
        let slips = level.is_some_and(|level| level.slips_now(&mut self.random));
        let mover = game.side();
        let (mv, judged) = match &moves[..] {
            [] => return,
            [only] => (Some(only.clone()), None),
            _ if slips => (game.random_move(&mut self.random), None),
            _ => {
                let most = Limits { time: Some(FOR_MOVE), ..Limits::default() };
                let limits = setup::limits(strength).map_or(most.clone(), |limits| tighter(limits, most));
                let found = search(game, task, &limits);
                let best = found.best().map_or_else(|| moves[0].clone(), str::to_owned);
                (Some(best), Judged::best(&found, game.unit(), mover))
            }
        };
        if let Some(mv) = mv {
            task.room.plays(task.ticket, &mv, began.elapsed(), judged);
        }
    }
}

// Searches, and tells the room of every depth.
fn search(game: &mut AnyGame, task: &Task, limits: &Limits) -> TextReport {
    let (unit, mover) = (game.unit(), game.side());
    let (what, ply) = (task.wanted.name(), task.record.moves.len());
    let told = |found: &TextReport| Thought::of(what, ply, found, unit, mover);
    let found =
        game.search(limits, &task.stop, &mut |found: &TextReport| task.room.hears(task.ticket, told(found)));
    task.room.hears(task.ticket, told(&found));
    found
}

// Judges moves, from that one back to the first; the first that is left. What was searched before a later move helps with an earlier
// one.
fn review(game: &mut AnyGame, task: &Task, time: Duration, from: usize) -> usize {
    while game.moves_made().len() > from {
        game.undo();
    }
    for ply in (0..from).rev() {
        let Some(mv) = game.undo() else { return 0 };
        let judged = judge(game, &mv, time, &task.stop);
        if task.stop.is_set() {
            return ply + 1;
        }
        task.room.judges(task.ticket, ply, judged);
    }
    0
}

// What a move made of the position before it, in which the game stands. Both are searched equally deep, so that what differs is not
// how far was looked ahead.
fn judge(game: &mut AnyGame, mv: &str, time: Duration, stop: &Stop) -> Option<Judged> {
    if game.legal_moves().len() < 2 {
        return None;
    }
    let (unit, mover) = (game.unit(), game.side());
    let limits = Limits { time: Some(time), ..Limits::default() };
    let found = game.search(&limits, stop, &mut |_| {});
    let (best, line) = (Judged::best(&found, unit, mover)?, found.lines.first()?);
    if line.moves[0] == mv {
        return Some(best);
    }
    game.play_text(mv).expect("it was taken back a moment ago");
    let played = played(game, mover, &found, time, stop);
    game.undo();
    Some(best.against(line.score, played?, unit))
}

// What the position is worth to `mover`, after whose move it is.
fn played(game: &mut AnyGame, mover: Side, found: &TextReport, time: Duration, stop: &Stop) -> Option<Score> {
    if let Some(outcome) = game.outcome() {
        return Some(final_score(&outcome, mover));
    }
    let depth = Some(found.depth.saturating_sub(1).max(1));
    let limits = Limits { depth, time: Some(2 * time), ..Limits::default() };
    let reply = game.search(&limits, stop, &mut |_| {});
    let score = reply.lines.first()?.score.seen_from(1);
    Some(if game.side() == mover { score } else { -score })
}
