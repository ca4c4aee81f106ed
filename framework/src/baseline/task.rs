//! [`Task`]: what one search of a baseline is given, and how it pays and reports.

use crate::engine::Resources;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::score::Score;
use crate::search::{Account, Limits, Observer, Report, SearchConfig};

/// Positions between two words to the observer, at first; then twice as many each time.
const FIRST_WORD: u64 = 1024;

/// One search.
pub(crate) struct Task<'a, G: Game, E: Evaluator<G>> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) config: &'a SearchConfig,
    pub(super) resources: Resources,
    pub(super) root: &'a Situation<G>,
    pub(super) limits: &'a Limits,
    /// What is known so far: at first, what is played without a search.
    pub(super) report: Report<G>,
    pub(super) account: Account<'a>,
    observer: &'a mut dyn Observer<G>,
    next_word: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Task<'a, G, E> {
    pub(super) fn new(
        (game, evaluator, config): (&'a G, &'a E, &'a SearchConfig),
        resources: Resources,
        (root, limits): (&'a Situation<G>, &'a Limits),
        report: Report<G>,
        account: Account<'a>,
        observer: &'a mut dyn Observer<G>,
    ) -> Self {
        let next_word = FIRST_WORD;
        Self { game, evaluator, config, resources, root, limits, report, account, observer, next_word }
    }

    /// The evaluator's opinion of a position where the game goes on.
    pub(super) fn evaluate(&self, position: &G::Position) -> Score {
        let state = &self.evaluator.state(self.game, position);
        self.evaluator.evaluate(View { game: self.game, position, state })
    }

    /// Notes that `ply` was reached.
    pub(super) fn reach(&mut self, ply: u32) {
        let deepest = &mut self.report.counts.selective_depth;
        *deepest = ply.max(*deepest);
    }

    /// Whether so many positions were made since the last word that the observer should have another.
    pub(super) fn word_is_due(&mut self) -> bool {
        let nodes = self.account.nodes();
        let due = nodes >= self.next_word;
        if due {
            self.next_word = nodes * 2;
        }
        due
    }

    /// Tells the observer what is known so far.
    pub(super) fn tell(&mut self) {
        self.settle();
        self.observer.depth_finished(&self.report);
    }

    /// Brings the report's figures up to date.
    pub(super) fn settle(&mut self) {
        self.report.nodes = self.account.nodes();
        self.report.elapsed = self.account.elapsed();
    }
}
