//! Looking out for threats between the depths of a search.

use super::{Purse, Threats};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::{Certainty, Score};
use crate::search::clock::Budget;
use crate::search::deepen::Deepening;
use crate::search::report::Line;

/// What was looked for in one search so far.
#[derive(Debug)]
pub(in super::super) struct Lookout<'a> {
    threats: &'a mut Threats,
    percent: u64,
    /// The plies within which it is to be won.
    horizon: Option<u32>,
    made: u64,
    /// Whether the answer is known.
    answered: bool,
}

impl<'a> Lookout<'a> {
    /// The least positions for the first look.
    const LEAST: u64 = 8_192;

    /// With a share of so many percent of the positions of the search. Wins that take more plies than a depth asked for are none of its.
    pub(in super::super) fn new(threats: &'a mut Threats, percent: u16, depth: Option<u32>) -> Self {
        Self { threats, percent: percent.into(), horizon: depth, made: 0, answered: false }
    }

    // The positions that may be made now.
    fn allowance(&self, budget: &Budget<'_>) -> u64 {
        let searched = budget.spent().saturating_sub(self.made);
        (searched * self.percent / 100).max(Self::LEAST).saturating_sub(self.made)
    }
}

impl<G: Game, E: Evaluator<G>> Deepening<'_, G, E> {
    /// Looks for a win by threats, and goes on where the last look stopped.
    pub(in super::super) fn look_out(&mut self, lookout: &mut Lookout<'_>) {
        if lookout.answered {
            return;
        }
        self.worker.settle();
        let (rules, budget) = ((self.worker.game, self.worker.evaluator), self.worker.budget);
        let mut purse = Purse::new(budget, lookout.allowance(budget));
        let (threats, position) = (&mut *lookout.threats, &self.root.position);
        let mut answer = threats.ask(rules, position, lookout.horizon, &mut purse);
        lookout.answered = answer.is_some();
        // The first win found is seldom the shortest. As much again is worth looking for a shorter one.
        purse.limit = purse.limit.min(2 * purse.made + Lookout::LEAST / 8);
        while let Some(won) = answer.filter(|answer| answer.yes) {
            self.proven =
                Some(Line { score: Score::win_in(won.plies), certainty: Certainty::Exact, moves: won.moves });
            answer = threats.ask(rules, position, Some(won.plies - 1), &mut purse);
        }
        lookout.made += purse.made;
        purse.account.settle();
    }
}
