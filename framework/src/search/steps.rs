//! [`Step`]: which searches of a position follow one another: depth by depth, and at the end of the game
//! surer each time.

use super::config::{ConfidenceAt, SearchConfig};
use super::table::Entry;
use super::worker::Worker;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::Certainty;

/// One search of the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    pub(super) depth: u32,
    /// How sure it is of results, where it goes to the end of the game: an index into
    /// [`Endgame::levels`](super::config::Endgame::levels) from 1, or [`Entry::SURE`]. Otherwise 0.
    pub(super) level: u8,
}

impl Step {
    /// As one number, which grows from step to step.
    pub(super) const fn number(self) -> u32 {
        self.depth << 3 | self.level as u32
    }

    pub(super) const fn of_number(number: u32) -> Self {
        Self { depth: number >> 3, level: (number & 7) as u8 }
    }
}

/// All steps that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<'a> {
    pub(super) config: &'a SearchConfig,
    /// The last depth.
    pub(super) last: u32,
    /// From this depth on a search goes to the end of the game.
    pub(super) remaining: u32,
}

impl Steps<'_> {
    /// The first step of a depth.
    pub(super) fn begin(&self, depth: u32) -> Step {
        let level =
            if depth >= self.remaining { self.config.level_after(0, self.remaining) } else { Some(0) };
        Step { depth, level: level.unwrap_or(Entry::SURE) }
    }

    /// The step after this one.
    pub(super) fn next(&self, step: Step) -> Option<Step> {
        let Step { depth, level } = step;
        if level > 0
            && let Some(level) = self.config.level_after(level, self.remaining)
        {
            return Some(Step { depth, level });
        }
        let leap = u32::from(self.config.leap_to_end);
        let leaps = self.remaining <= self.last && self.remaining <= depth + leap;
        let depth = if leaps { self.remaining.max(depth + 1) } else { depth + 1 };
        (depth <= self.last).then(|| self.begin(depth))
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Prepares for a step, `ending` if it goes to the end of the game.
    pub(super) fn set_step(&mut self, step: Step, ending: bool) {
        self.step = step.number();
        self.set_ending(ending);
        self.level = if ending { step.level } else { 0 };
        self.deviations = self.level_now().map_or(0, |level| level.deviations);
    }

    /// How sure a value is that is not proven.
    pub(super) fn confidence(&self) -> Certainty {
        self.level_now().map_or(Certainty::Heuristic, |level| level.certainty)
    }

    // A search to the end of the game is as deep as there are plies to go.
    fn level_now(&self) -> Option<ConfidenceAt> {
        self.config.endgame.as_ref()?.level(self.level, Step::of_number(self.step).depth)
    }

    /// Does something with a search that goes no further than its depth, in the midst of one to the end of
    /// the game. It keeps to the small table, where there is one: what it finds is soon of no more use.
    pub(super) fn in_the_middle<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let (level, deviations, table) = (self.level, self.deviations, self.table);
        // What another thread is at is not found there: nothing is put off for it.
        let busy = self.busy.take();
        self.table = self.near.or(table);
        self.set_ending(false);
        (self.level, self.deviations) = (0, 0);
        let result = work(self);
        (self.table, self.busy) = (table, busy);
        self.set_ending(true);
        (self.level, self.deviations) = (level, deviations);
        result
    }
}
