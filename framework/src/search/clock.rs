//! Limits of a search: depth, nodes, time, a clock, and the flag that stops it.

use super::watch::Watch;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What is asked of a search, and when it ends. Several limits may stand together; the first reached stops
/// it. Without any it runs until it is stopped or knows the result.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Plies, from 1.
    pub depth: Option<u32>,
    /// Positions made, by all threads together. Exact with one thread.
    pub nodes: Option<u64>,
    /// Time for this search.
    pub time: Option<Duration>,
    /// Time for the rest of the game, from which the search takes its share.
    pub clock: Option<Clock>,
    /// How many of the best lines to find, at least 1. More than one makes each depth dearer.
    pub lines: usize,
    /// The search is made on the opponent's time, of a position that may come: time counts from when it does.
    pub ponder: Option<Ponder>,
    /// In a game with a margin, ask of its end only who wins: as soon as the search goes to the end of the
    /// game, what it returns is a bound whose sign is the result, in a fraction of the time. Several lines
    /// are compared by their values, and searched for them all the same.
    pub outcome_only: bool,
    /// Shows another thread how far the search is. Only `Method::Negamax` does.
    pub watch: Option<Watch>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            lines: 1,
            ponder: None,
            outcome_only: false,
            watch: None,
        }
    }
}

/// A player's time for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Clock {
    /// What one move should take of it: an equal part of what is left, and most of the increment. So many
    /// [moves](crate::Game::moves_to_go) are to share it.
    pub fn share(&self, moves_to_go: u32) -> Duration {
        self.left / moves_to_go.max(1) + self.increment * 3 / 4
    }
}

/// Tells a search on the opponent's time that the move it waits for was made. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Instant>>);

impl Ponder {
    /// The move was made: from now on the time is one's own.
    pub fn hit(&self) {
        // The first hit counts.
        let _ = self.0.set(Instant::now());
    }
}

/// A flag that ends a search from another thread. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search that was given this flag, and any begun later with it.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was told to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The limits of a running search, shared by its threads.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    started: Instant,
    /// The most time.
    most: Option<Duration>,
    /// What of a clock is meant for this move.
    share: Option<Duration>,
    ponder: Option<Ponder>,
    nodes: Option<u64>,
    spent: AtomicU64,
    leaves: AtomicU64,
    /// The step that the first thread is at.
    step: AtomicU32,
    finished: AtomicBool,
    stop: &'a Stop,
}

/// Positions between two looks at the clock: a few microseconds for rules alone, some milliseconds for the
/// slowest evaluator.
pub(crate) const POLL: u64 = 256;

// Kept back from a time limit, for the last positions between two looks and for telling the result; an eighth
// of a short one.
const MARGIN: Duration = Duration::from_millis(3);

fn less_margin(time: Duration) -> Duration {
    time - MARGIN.min(time / 8)
}

impl<'a> Budget<'a> {
    /// For a move, where what is left of a clock is for so many.
    pub(crate) fn new(limits: &Limits, moves_to_go: u32, stop: &'a Stop) -> Self {
        let mut most = limits.time.map(less_margin);
        let mut share = None;
        if let Some(clock) = limits.clock {
            // Up to four times the share, to finish a depth.
            let usual = clock.share(moves_to_go);
            let longest = less_margin((usual * 4).min(clock.left / 3));
            share = Some(usual.min(longest));
            most = Some(most.map_or(longest, |time| time.min(longest)));
        }
        Self {
            started: Instant::now(),
            most,
            share,
            ponder: limits.ponder.clone(),
            nodes: limits.nodes,
            spent: AtomicU64::new(0),
            leaves: AtomicU64::new(0),
            step: AtomicU32::new(0),
            finished: AtomicBool::new(false),
            stop,
        }
    }

    // Whether more than `time` has passed since it began to count.
    fn is_after(&self, time: Duration) -> bool {
        let since = match &self.ponder {
            None => Some(self.started),
            Some(ponder) => ponder.0.get().copied(),
        };
        since.is_some_and(|since| since.elapsed() >= time)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes `nodes` from the budget; the number of positions that may be made until the next call, or none
    /// if the search must end.
    pub(crate) fn spend(&self, nodes: u64) -> Option<u64> {
        let spent = self.spent.fetch_add(nodes, Relaxed) + nodes;
        let left = self.nodes.map_or(POLL, |limit| limit.saturating_sub(spent));
        let over = self.finished.load(Relaxed)
            || self.stop.is_set()
            || left == 0
            || self.most.is_some_and(|most| self.is_after(most));
        (!over).then_some(left.min(POLL))
    }

    /// Positions that may still be made, as far as the threads have told.
    pub(crate) fn left(&self) -> u64 {
        self.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.spent()))
    }

    /// Counts leaves of one thread.
    pub(crate) fn count_leaves(&self, leaves: u64) {
        self.leaves.fetch_add(leaves, Relaxed);
    }

    /// Leaves counted so far, by all threads.
    pub(crate) fn leaves(&self) -> u64 {
        self.leaves.load(Relaxed)
    }

    /// Positions made so far, by all threads.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Whether time that is not used stays for later moves of the game.
    pub(crate) fn has_clock(&self) -> bool {
        self.share.is_some()
    }

    /// Whether what of the clock is meant for this move is used up.
    pub(crate) fn is_share_spent(&self) -> bool {
        self.share.is_some_and(|share| self.is_after(share))
    }

    /// Whether no other depth is worth beginning, when the move should take `percent` of its share: it would
    /// hardly be finished with half of that gone.
    pub(crate) fn is_enough(&self, percent: u32) -> bool {
        self.share.is_some_and(|share| self.is_after(share.saturating_mul(percent) / 200))
    }

    /// The first thread begins a step, of which there are ever higher numbers.
    pub(crate) fn begin(&self, step: u32) {
        self.step.store(step, Relaxed);
    }

    /// The step that the first thread is at.
    pub(crate) fn step(&self) -> u32 {
        self.step.load(Relaxed)
    }

    /// Whether the first thread is past this step.
    pub(crate) fn is_past(&self, step: u32) -> bool {
        self.step() > step
    }

    /// Ends the search of all threads.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn clock(left: u64, increment: u64) -> Option<Clock> {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Some(Clock { left, increment })
    }

    #[test]
    fn a_move_takes_an_equal_part_of_a_clock_and_most_of_what_it_adds() {
        let share = |left, increment, moves| clock(left, increment).unwrap().share(moves).as_millis();
        assert_eq!((share(60_000, 0, 30), share(60_000, 2_000, 30)), (2_000, 3_500));
        assert_eq!((share(60_000, 0, 1), share(60_000, 0, 0)), (60_000, 60_000));
    }

    /// The share of a move, and the most that it may take, in milliseconds.
    fn allowed(clock: Option<Clock>, time: Option<u64>, moves_to_go: u32) -> [Option<u128>; 2] {
        let limits = Limits { clock, time: time.map(Duration::from_millis), ..Limits::default() };
        let stop = Stop::default();
        let budget = Budget::new(&limits, moves_to_go, &stop);
        [budget.share, budget.most].map(|time| Some(time?.as_millis()))
    }

    #[test]
    fn no_move_takes_more_than_four_shares_or_a_third_of_what_is_left_or_the_time_for_one() {
        assert_eq!(allowed(clock(60_000, 0), None, 30), [Some(2_000), Some(7_997)]);
        assert_eq!(allowed(clock(60_000, 0), None, 1), [Some(19_997); 2]);
        assert_eq!(allowed(clock(3_000, 60_000), None, 30), [Some(997); 2]);
        assert_eq!(allowed(clock(60_000, 0), Some(5_000), 30), [Some(2_000), Some(4_997)]);
        assert_eq!(allowed(clock(60_000, 0), Some(50_000), 30), [Some(2_000), Some(7_997)]);
        assert_eq!(allowed(None, Some(5_000), 30), [None, Some(4_997)]);
        // Of a short time an eighth is kept back.
        assert_eq!(allowed(None, Some(8), 30), [None, Some(7)]);
    }

    #[test]
    fn no_other_depth_is_begun_once_half_of_what_a_move_should_take_is_gone() {
        let (limits, stop) = (Limits { clock: clock(600_000, 0), ..Limits::default() }, Stop::default());
        let Some(started) = Instant::now().checked_sub(MINUTE / 2) else { return };
        let budget = Budget { started, ..Budget::new(&limits, 10, &stop) };
        assert_eq!(budget.share, Some(MINUTE));
        assert_eq!([50, 99, 150, 200].map(|percent| budget.is_enough(percent)), [true, true, false, false]);
        assert!(!budget.is_share_spent() && budget.spend(1).is_some());
    }

    #[test]
    fn on_the_opponents_time_no_time_passes_until_the_move_is_made() {
        let ponder = Ponder::default();
        let time = Duration::from_millis(1);
        let clock = Clock { left: time, increment: Duration::ZERO };
        let limits = Limits {
            time: Some(time),
            clock: Some(clock),
            ponder: Some(ponder.clone()),
            ..Limits::default()
        };
        let stop = Stop::default();
        let budget = Budget::new(&limits, 1, &stop);
        std::thread::sleep(2 * time);
        assert!(budget.spend(1).is_some());
        assert!(!budget.is_enough(100));
        ponder.hit();
        std::thread::sleep(2 * time);
        ponder.hit();
        assert_eq!(budget.spend(1), None, "only the first hit counts");
        assert!(budget.is_enough(100));
    }

    #[test]
    fn on_the_opponents_time_the_other_limits_stand() {
        let limits = Limits { nodes: Some(10), ponder: Some(Ponder::default()), ..Limits::default() };
        let stop = Stop::default();
        let budget = Budget::new(&limits, 1, &stop);
        assert_eq!(budget.spend(4), Some(6));
        assert_eq!(budget.spend(6), None);
        let endless = Limits { ponder: Some(Ponder::default()), ..Limits::default() };
        let budget = Budget::new(&endless, 1, &stop);
        assert!(budget.spend(1).is_some());
        stop.stop();
        assert_eq!(budget.spend(1), None);
    }
}
