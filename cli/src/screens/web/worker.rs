//! [`Worker`]: what one thread searches with: engines of the games that were asked for last.

use super::judged::{Judged, SearchState, Value};
use super::pool::{Begun, Had, Task, Wanted};
use crate::openings::{better_colour, even};
use crate::setup;
use crate::table::{Plan, Step};
use crate::values::{Strength, tighter};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Certainty, Distance, Record, Side};
use anyply_games::{AnyGame, TextGame, TextReport};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

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
        let was_move = matches!(task.wanted, Wanted::Move { .. });
        match task.wanted.clone() {
            Wanted::Move { step: Step::Make(_, plies), .. } => {
                task.room.lays(task.ticket, &even(&mut game, plies, &mut self.random));
            }
            Wanted::Move { step, strength, begun } => {
                let begun = self.moves(&mut game, &task, step, &strength, begun);
                task.wanted = Wanted::Move { step, strength, begun };
            }
            Wanted::Hint => {
                let limits = Limits { time: Some(FOR_HINT), ..Limits::default() };
                search(&mut game, &task, limits, None);
            }
            Wanted::Watch { lines, begun } => {
                let limits = Limits { time: Some(FOR_WATCH), lines, ..Limits::default() };
                let begun = Some(Box::new(search(&mut game, &task, limits, begun)));
                task.wanted = Wanted::Watch { lines, begun };
            }
            Wanted::Review { time, from, to, best } => {
                let (from, best) = review(&mut game, &task, time, to..from, best);
                // One that has come to its end while others wait is done.
                if from == to {
                    task.yielded.store(false, Relaxed);
                }
                task.wanted = Wanted::Review { time, from, to, best };
            }
        }
        self.engines.push(game);
        let goes_on = task.yielded.swap(false, Relaxed);
        task.stop = Stop::default();
        task.turns += 1;
        if !goes_on {
            task.room.done(task.ticket, was_move);
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
                let mut game = AnyGame::at_start_of(record)?;
                let mut settings = game.default_settings();
                settings.config = setup::against_people(&game);
                settings.resources.hash = self.hash;
                game.configure(settings).map_err(|error| error.to_string())?;
                game
            }
        };
        // One that was broken off goes on with what its table holds.
        if game.record(["", ""]) != *record {
            game.load(record).map_err(|error| error.to_string())?;
            // What it has learned may be of another board's game.
            game.forget();
        }
        Ok(game)
    }

    // Makes the computer's move, or its choice of a colour, or says how far it came before others had their
    // turn.
    fn moves(
        &mut self,
        game: &mut AnyGame,
        task: &Task,
        step: Step,
        strength: &Strength,
        begun: Option<Box<Begun>>,
    ) -> Option<Box<Begun>> {
        let limits = match &begun {
            Some(begun) => begun.limits.clone(),
            None => {
                let level = setup::fixed_level(strength).ok().flatten();
                let limits = strength.limits.clone();
                let plan = match step {
                    Step::Choose(_) => Plan::of_colour(level, limits),
                    _ => Plan::new(game, level, limits, &mut self.random),
                };
                match plan {
                    Plan::Known(mv) => {
                        task.room.plays(task.ticket, &mv, Duration::ZERO, None);
                        return None;
                    }
                    Plan::Search(limits) => {
                        let most = Limits { time: Some(FOR_MOVE), ..Limits::default() };
                        tighter(limits, most)
                    }
                }
            }
        };
        let begun = search(game, task, limits, begun);
        if task.yielded.load(Relaxed) {
            return Some(Box::new(begun));
        }
        let Begun { had, found, .. } = begun;
        if let Step::Choose(_) = step {
            task.room.takes(task.ticket, better_colour(game.side(), &found));
            return None;
        }
        let judged = Judged::best(&found, game.unit(), game.side());
        if let Some(mv) = found.best() {
            task.room.plays(task.ticket, mv, had.time, judged);
        }
        None
    }
}

// What is left of limits after a part of its search. Of a clock, no more than one share is taken by all parts
// together.
fn rest(limits: Limits, moves_to_go: u32, found: &TextReport) -> Limits {
    let share = limits.clock.map(|clock| clock.share(moves_to_go));
    let time = limits.time.into_iter().chain(share).min();
    Limits {
        time: time.map(|time| time.saturating_sub(found.elapsed)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(found.nodes).max(1)),
        clock: None,
        ..limits
    }
}

// Searches, or goes on with what was broken off, and tells the room of every depth: the deepest that was
// found, and what all parts have taken.
fn search(game: &mut AnyGame, task: &Task, limits: Limits, begun: Option<Box<Begun>>) -> Begun {
    let (unit, mover) = (game.unit(), game.side());
    let (what, ply) = (task.wanted.name(), task.record.moves.len());
    let (limits, had, earlier) = match begun.map(|begun| *begun) {
        Some(Begun { limits, had, found }) => (limits, had, Some(found)),
        None => (limits, Had::default(), None),
    };
    // With another's engine, or at its end, a part may not come as far as those before.
    let deepest = |found: &TextReport| {
        let earlier = earlier.as_ref().filter(|earlier| earlier.depth > found.depth);
        earlier.unwrap_or(found).clone()
    };
    let told = |found: &TextReport| {
        let Had { time: elapsed, nodes } = had.and(found);
        SearchState::of(what, ply, &TextReport { elapsed, nodes, ..deepest(found) }, unit, mover)
    };
    let part =
        game.search(&limits, &task.stop, &mut |found: &TextReport| task.room.hears(task.ticket, told(found)));
    task.room.hears(task.ticket, told(&part));
    let limits = rest(limits, game.moves_to_go(), &part);
    // One that has no time left is done, although others wait.
    if limits.time == Some(Duration::ZERO) {
        task.yielded.store(false, Relaxed);
    }
    Begun { limits, had: had.and(&part), found: deepest(&part) }
}

/// The best move of a position that is reviewed.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) found: TextReport,
    /// What the position was worth at each depth on the way.
    pub(super) values: Vec<(u32, Value)>,
}

impl Best {
    fn search(game: &mut AnyGame, time: Duration, stop: &Stop) -> Self {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let mut values = Vec::new();
        let found = game.search(&limits, stop, &mut |found: &TextReport| {
            values.extend(found.lines.first().map(|line| (found.depth, Value::of(line))));
        });
        Self { found, values }
    }

    // What it was worth at a depth, where that is less than was reached.
    fn at(&self, depth: u32) -> Option<Value> {
        let at = self.values.iter().rfind(|(reached, _)| *reached <= depth);
        at.filter(|_| depth < self.found.depth).map(|&(_, value)| value)
    }
}

// Judges those moves, the last first; where to go on from, and with what, if it was ended, or others wait.
// What was searched before a later move helps with an earlier one.
fn review(
    game: &mut AnyGame,
    task: &Task,
    time: Duration,
    plies: Range<usize>,
    mut best: Option<Box<Best>>,
) -> (usize, Option<Box<Best>>) {
    let Range { start, end } = plies;
    while game.moves_made().len() > end {
        game.undo();
    }
    for ply in plies.rev() {
        let Some(mv) = game.undo() else { break };
        let judged = match judge(game, &mv, time, task, best.take()) {
            Ok(judged) => judged,
            Err(best) => return (ply + 1, Some(best)),
        };
        if task.stop.is_set() {
            return (ply + 1, None);
        }
        task.room.judges(task.ticket, ply, judged);
        if task.yielded.load(Relaxed) {
            return (ply, None);
        }
    }
    (start, None)
}

// What a move made of the position before it, in which the game stands. Both are looked at equally deep, so
// that what differs is not how far was looked ahead: where the position after it is not searched so deep in
// its time, it is held against what was found at that depth, unless one of the two is final. Where others
// wait in between, the `best` that was found is given back, to go on with.
fn judge(
    game: &mut AnyGame,
    mv: &str,
    time: Duration,
    task: &Task,
    best: Option<Box<Best>>,
) -> Result<Option<Judged>, Box<Best>> {
    if game.legal_moves().len() < 2 {
        return Ok(None);
    }
    let (mover, goes_on) = (game.side(), best.is_some());
    let best = best.unwrap_or_else(|| Box::new(Best::search(game, time, &task.stop)));
    let (Some(judged), Some(line)) =
        (Judged::best(&best.found, game.unit(), mover), best.found.lines.first())
    else {
        return Ok(None);
    };
    if line.moves[0] == mv {
        return Ok(Some(judged));
    }
    // What was stopped meanwhile is not worth as much.
    if !goes_on && task.yielded.load(Relaxed) && !task.stop.is_set() {
        return Err(best);
    }
    game.play_text(mv).expect("it was taken back a moment ago");
    let played = played(game, mover, best.found.depth, time, &task.stop);
    game.undo();
    Ok(played.map(|(played, depth)| {
        let found = Value::of(line);
        let equally_deep = best.at(depth).filter(|_| !played.is_final() && !found.is_final());
        judged.against(equally_deep.unwrap_or(found), played, game)
    }))
}

// What the position is worth to `mover`, after whose move it is, and at which depth, that move included.
// Whoever waits for the thread waits for the end of this search, as for that before it: neither takes longer
// than was asked for.
fn played(game: &mut AnyGame, mover: Side, depth: u32, time: Duration, stop: &Stop) -> Option<(Value, u32)> {
    if let Some(outcome) = game.outcome() {
        return Some((Value { score: outcome.score(mover), certainty: Certainty::Exact }, depth));
    }
    let limits =
        Limits { depth: Some(depth.saturating_sub(1).max(1)), time: Some(time), ..Limits::default() };
    let mut finished = None;
    let reply = game.search(&limits, stop, &mut |found: &TextReport| {
        finished = found.lines.first().map(|line| (Value::of(line), found.depth));
    });
    let (Value { score, certainty }, depth) = well_founded(&reply, finished)?;
    let score = score.seen_from(1);
    let score = if game.side() == mover { score } else { -score };
    Some((Value { score, certainty }, depth + 1))
}

// The value of a search, and the depth of that value. One that was cut off tells what it had found in the
// depth that it did not finish: unless that is a win, what the last `finished` one found counts.
fn well_founded(reply: &TextReport, finished: Option<(Value, u32)>) -> Option<(Value, u32)> {
    let told = Value::of(reply.lines.first()?);
    let wins = matches!(told.score.distance(), Some(Distance::Win(_)));
    Some(finished.filter(|_| !wins).unwrap_or((told, reply.depth)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::Score;
    use anyply_framework::search::Clock;

    #[test]
    fn a_move_that_is_broken_off_takes_no_longer_in_all() {
        let second = Duration::from_secs(1);
        let mut game = AnyGame::open("othello", None, None).expect("a game");
        let mut found =
            game.search(&Limits { depth: Some(1), ..Limits::default() }, &Stop::default(), &mut |_| {});
        (found.elapsed, found.nodes) = (second, 1000);
        let clock = Clock { left: 66 * second, increment: Duration::ZERO };
        let limits =
            Limits { time: Some(10 * second), nodes: Some(1500), clock: Some(clock), ..Limits::default() };
        let once = rest(limits, game.moves_to_go(), &found);
        assert_eq!((once.time, once.nodes, once.clock), (Some(2 * second), Some(500), None));
        let twice = rest(once, game.moves_to_go(), &found);
        assert_eq!((twice.time, twice.nodes), (Some(second), Some(1)));
    }

    #[test]
    fn what_a_depth_that_was_cut_off_has_found_does_not_count_unless_it_is_a_win() {
        let mut game = AnyGame::open("othello", None, None).expect("a game");
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut reply = game.search(&limits, &Stop::default(), &mut |_| {});
        let finished = Value { score: Score::from_units(2), ..Value::of(&reply.lines[0]) };
        let won = Score::win_in(9);
        for (cut_off, counts) in [(Score::from_units(-5), finished.score), (-won, finished.score), (won, won)]
        {
            reply.lines[0].score = cut_off;
            let counted =
                |finished| well_founded(&reply, finished).map(|(value, depth)| (value.score, depth));
            assert_eq!(counted(Some((finished, 1))), Some((counts, 1)));
            assert_eq!(counted(None), Some((cut_off, 1)), "it has finished none");
        }
    }
}
