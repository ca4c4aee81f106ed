//! `patterns`: threats read off tables of line patterns.
//!
//! For each free square and each of its four lines a table says what a stone would make there: five, a
//! straight four, a four, an open three and so on. The four together give the square a class and a value.
//! Both are kept for both colours as stones come and go, so whether somebody can win, or must be stopped, is
//! read off and not searched. The idea is common to the strong programs of the Gomocup; the patterns, classes
//! and figures are ours.

mod class;
mod features;
mod figures;
mod moves;
mod settings;
mod stage;
mod state;
mod sums;
mod table;
mod threats;
mod worth;

pub(crate) use features::PatternFeatures;
pub use settings::{ClassValues, LineValues, PatternsSettings, SquareValues};
pub use state::PatternsState;

use crate::board::{Position, Square};
use crate::lines::Goal;
use crate::rules::{Gomoku, Rule};
use anyply_framework::learn::{Weights, WeightsError};
use anyply_framework::{Claim, Evaluator, MoveList, Plugin, Score, Side, StandPat, View};
use class::Class;
use features::LearnedWeights;
use figures::{Figures, Situation};
use moves::At;
use serde::{Deserialize, Serialize};
use stage::{Role, Stage};
use std::sync::LazyLock;
use table::PatternTable;
use threats::Fours;
use worth::Worth;

/// The weights of `learned-patterns` are no settings: they are learned, and come in a file of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedPatterns {}

/// The evaluators `patterns` and `learned-patterns`, for one rule.
#[derive(Clone, Debug)]
pub struct Patterns {
    settings: PatternsSettings,
    rule: Rule,
    tables: [&'static PatternTable; 2],
    figures: Figures,
    /// The cells of a line, centred on a stone, whose patterns the stone may change.
    reach: u32,
}

impl Patterns {
    /// A win at hand that the search has not walked to the end.
    const WON: i32 = 2_000_000;

    /// The evaluator with these figures, for games under `rule`.
    ///
    /// # Errors
    /// A line that names the figure out of range.
    pub fn new(settings: PatternsSettings, rule: Rule) -> Result<Self, String> {
        settings.check()?;
        let figures = Figures::by_hand(&settings, rule);
        Ok(Self::with_figures(settings, figures, rule))
    }

    /// With the built-in figures.
    pub(crate) fn built_in(rule: Rule) -> Self {
        Self::new(PatternsSettings::built_in().clone(), rule).expect("the built-in figures are in range")
    }

    /// With learned weights.
    ///
    /// # Errors
    /// [`WeightsError`] if they are for something else.
    pub(crate) fn learned(weights: &Weights, rule: Rule) -> Result<Self, WeightsError> {
        let settings = PatternsSettings::built_in().clone();
        let figures = Figures::learned(&settings, LearnedWeights::new(weights)?, rule);
        Ok(Self::with_figures(settings, figures, rule))
    }

    /// With the built-in learned weights.
    pub(crate) fn learned_built_in(rule: Rule) -> Self {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
            Weights::from_bytes(Gomoku::<15>::weights()).expect("the built-in weights are whole")
        });
        Self::learned(&BUILT_IN, rule).expect("the built-in weights are for these features")
    }

    fn with_figures(settings: PatternsSettings, figures: Figures, rule: Rule) -> Self {
        let tables = Side::BOTH.map(|side| PatternTable::get(rule.goal(side), rule.forbids(side)));
        // A fifth step matters only where a sixth stone does.
        let five_or_more = |side| rule.goal(side) == Goal::OrMore;
        let reach = if Side::BOTH.into_iter().all(five_or_more) { 0b011_1111_1110 } else { 0b111_1111_1111 };
        Self { settings, rule, tables, figures, reach }
    }

    /// The value for the side to move, as its terms.
    fn terms<const N: usize>(&self, at: At<'_, N>) -> Terms {
        let Some(threats) = &self.figures.threats else { return self.terms_by_hand(at) };
        let (state, side) = (at.state, at.position.side());
        let (decided, stage) = (Decided::of(at), Stage::of(state, side));
        Terms {
            own: state.learned(&self.figures.worths, side, Role::Own, stage),
            opponent: state.learned(&self.figures.worths, !side, Role::Opponents, stage),
            situation: if decided.is_none() { threats.of(Situation::of(state, side)) } else { 0 },
            decided: Decided::value(decided),
        }
    }

    /// The same by hand, whatever was learned.
    fn terms_by_hand<const N: usize>(&self, at: At<'_, N>) -> Terms {
        let (state, side, decided) = (at.state, at.position.side(), Decided::of(at));
        let has = |threat| decided.is_none() && figures::count(state, side, threat) > 0;
        Terms {
            own: self.settings.worth.own * state.by_hand(&self.figures.worths, side),
            opponent: -Worth::PARTS * state.by_hand(&self.figures.worths, !side),
            situation: Worth::PARTS * figures::by_hand(&self.settings, has),
            decided: Decided::value(decided),
        }
    }
}

/// A win at hand, which needs no search to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decided {
    Won,
    Lost,
}

impl Decided {
    /// For the side to move.
    fn of<const N: usize>(at: At<'_, N>) -> Option<Self> {
        let (state, side, rule) = (at.state, at.position.side(), at.game.rule());
        let fives = state.count(!side, Class::Five);
        if state.count(side, Class::Five) > 0 {
            Some(Self::Won)
        } else if !four_is_proof(rule.goal(side)) {
            // Nor need two fives be, for the stone that closes one may close the other.
            None
        } else if fives > 1 {
            Some(Self::Lost)
        } else {
            let wins = fives == 0 && state.count(side, Class::WinningFour) > 0;
            // The class knows nothing of double threes.
            (wins && (!rule.forbids(side) || moves::allowed_winning_four(at).is_some())).then_some(Self::Won)
        }
    }

    /// In hundredths of a point.
    const fn value(decided: Option<Self>) -> i32 {
        match decided {
            Some(Self::Won) => Patterns::WON,
            Some(Self::Lost) => -Patterns::WON,
            None => 0,
        }
    }
}

/// In parts of a hundredth of a point; what is decided in hundredths.
struct Terms {
    own: i32,
    opponent: i32,
    situation: i32,
    decided: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        (self.own + self.opponent + self.situation).div_euclid(Worth::PARTS) + self.decided
    }
}

impl<const N: usize> Evaluator<Gomoku<N>> for Patterns {
    type State = PatternsState<N>;
    const TAKES_BACK: bool = true;
    const SYMMETRIC: bool = true;
    const ORDERS: bool = true;
    const GENERATES: bool = true;
    const QUIESCES: bool = true;
    const THREATENS: bool = true;

    fn state(&self, game: &Gomoku<N>, position: &Position<N>) -> Self::State {
        debug_assert_eq!(game.rule(), self.rule, "the evaluator was built for another rule");
        PatternsState::new(self, position)
    }

    fn advance(
        &self,
        _game: &Gomoku<N>,
        state: &mut Self::State,
        before: &Position<N>,
        mv: Square,
        _after: &Position<N>,
    ) {
        state.put(self, before.side(), mv);
    }

    fn retreat(
        &self,
        _game: &Gomoku<N>,
        state: &mut Self::State,
        before: &Position<N>,
        mv: Square,
        _after: &Position<N>,
    ) {
        state.take(before.side(), mv);
    }

    fn evaluate(&self, at: View<'_, Gomoku<N>, Self::State>) -> Score {
        Score::from_cents(self.terms(at).sum())
    }

    fn order(&self, at: View<'_, Gomoku<N>, Self::State>, moves: &[Square], priors: &mut [i32]) {
        for (prior, mv) in priors.iter_mut().zip(moves) {
            *prior = moves::promise(self, at.state, at.position.side(), mv.index(N));
        }
    }

    fn generate(
        &self,
        at: View<'_, Gomoku<N>, Self::State>,
        allowed: Claim,
        moves: &mut MoveList<Gomoku<N>>,
    ) -> Claim {
        moves::generate(self, at, allowed, moves)
    }

    fn noisy(&self, at: View<'_, Gomoku<N>, Self::State>, moves: &mut MoveList<Gomoku<N>>) -> StandPat {
        moves::noisy(at, moves)
    }

    fn threats(&self, at: View<'_, Gomoku<N>, Self::State>, moves: &mut MoveList<Gomoku<N>>) -> Option<u32> {
        threats::threats(self, at, moves)
    }

    fn replies(&self, at: View<'_, Gomoku<N>, Self::State>, moves: &mut MoveList<Gomoku<N>>) -> Option<u32> {
        threats::replies(self, at, moves)
    }

    fn hardness(&self, at: View<'_, Gomoku<N>, Self::State>, wins: bool) -> u32 {
        threats::hardness(&self.terms_by_hand(at), Fours::of(at, wins), wins)
    }

    fn explain(&self, at: View<'_, Gomoku<N>, Self::State>) -> Vec<(String, f64)> {
        let Terms { own, opponent, situation, decided } = self.terms(at);
        let points = |parts: i32| f64::from(parts) / f64::from(100 * Worth::PARTS);
        [
            ("own squares", points(own)),
            ("opponent's squares", points(opponent)),
            ("threats and tempo", points(situation) + f64::from(decided) / 100.0),
        ]
        .map(|(term, points)| (term.to_owned(), points))
        .into()
    }
}

/// Whether a goal is such that a winning four wins against every answer: under caro an answer beside the four
/// may close the five.
const fn four_is_proof(goal: Goal) -> bool {
    !matches!(goal, Goal::Unclosed)
}

#[cfg(test)]
mod tests;
