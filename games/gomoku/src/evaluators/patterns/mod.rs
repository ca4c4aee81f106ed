//! `patterns`: threats read off tables of line patterns.
//!
//! For each free square and each of its four lines a table says what a stone would make there: five, a straight four, a four, an open
//! three and so on. The four together give the square a class and a value. Both are kept for both colours as stones come
//! and go, so whether somebody can win, or must be stopped, is read off and not searched. The idea is common to the strong
//! programs of the Gomocup; the patterns, classes and figures are ours.

mod class;
mod moves;
mod settings;
mod state;
mod table;
mod threats;

pub use settings::{ClassValues, LineValues, PatternsSettings};
pub use state::PatternsState;

use crate::board::{Position, Square};
use crate::lines::Goal;
use crate::rules::{Gomoku, Rule};
use anyply_framework::{Claim, Evaluator, MoveList, Score, Side, StandPat, View};
use class::{Class, WorthTable};
use table::PatternTable;

/// The evaluator `patterns`, for one rule.
#[derive(Clone, Debug)]
pub struct Patterns {
    settings: PatternsSettings,
    rule: Rule,
    tables: [&'static PatternTable; 2],
    worths: [WorthTable; 2],
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
        let fouls = |side| rule == Rule::Renju && side == Side::Black;
        let tables = Side::BOTH.map(|side| PatternTable::get(rule.goal(side), fouls(side)));
        let white = WorthTable::new(&settings, false);
        let black = if fouls(Side::Black) { WorthTable::new(&settings, true) } else { white.clone() };
        // A fifth step matters only where a sixth stone does.
        let five_or_more = |side| rule.goal(side) == Goal::OrMore;
        let reach = if Side::BOTH.into_iter().all(five_or_more) { 0b011_1111_1110 } else { 0b111_1111_1111 };
        Ok(Self { settings, rule, tables, worths: [black, white], reach })
    }

    /// The value in hundredths of a point for the side to move, as its terms.
    fn terms<const N: usize>(&self, state: &PatternsState<N>, side: Side) -> Terms {
        let [own, opponent] = [side, !side];
        let count = |side, class| state.count(side, class);
        let mut terms = Terms {
            own: state.total(own) * self.settings.own / 100,
            opponent: state.total(opponent),
            threats: self.settings.tempo,
        };
        let fives = count(opponent, Class::Five);
        if count(own, Class::Five) > 0 {
            terms.threats += Self::WON;
        } else if fives > 1 {
            terms.threats -= Self::WON;
        } else if fives == 0 && count(own, Class::WinningFour) > 0 {
            terms.threats += Self::WON;
        } else if fives == 0 {
            let pressed = count(opponent, Class::WinningFour) > 0;
            let four_three = count(own, Class::FourThree) > 0;
            if pressed {
                terms.threats -= self.settings.pressed;
            }
            if four_three || !pressed && count(own, Class::DoubleThree) > 0 {
                terms.threats += self.settings.combination;
            }
        }
        terms
    }
}

struct Terms {
    own: i32,
    opponent: i32,
    threats: i32,
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
        state.take(self, before.side(), mv);
    }

    fn evaluate(&self, at: View<'_, Gomoku<N>, Self::State>) -> Score {
        let terms = self.terms(at.state, at.position.side());
        Score::from_cents(terms.own - terms.opponent + terms.threats)
    }

    fn order(&self, at: View<'_, Gomoku<N>, Self::State>, moves: &[Square], priors: &mut [i32]) {
        for (prior, mv) in priors.iter_mut().zip(moves) {
            *prior = moves::promise(at.state, at.position.side(), mv.index(N));
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

    fn explain(&self, at: View<'_, Gomoku<N>, Self::State>) -> Vec<(String, f64)> {
        let terms = self.terms(at.state, at.position.side());
        [
            ("own squares", terms.own),
            ("opponent's squares", -terms.opponent),
            ("threats and tempo", terms.threats),
        ]
        .map(|(term, cents)| (term.to_owned(), f64::from(cents) / 100.0))
        .into()
    }
}

/// Whether a goal is such that a winning four wins against every answer: under caro an answer beside the four may
/// close the five.
const fn four_is_proof(goal: Goal) -> bool {
    !matches!(goal, Goal::Unclosed)
}

#[cfg(test)]
mod tests;
