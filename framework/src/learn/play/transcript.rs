//! [`Transcript`]: a game while it comes about, and what becomes known of its positions.

use super::super::fit::logistic;
use super::super::games::{GameLine, GameNumber, GamesPlan};
use super::{Player, SelfPlay};
use crate::game::{Side, Situation};
use crate::lab::Work;
use crate::plugin::Plugin;
use crate::score::{Distance, Score};
use crate::search::{Limits, Line, Stop};

/// A game so far. Where its moves come from does not matter here.
pub(super) struct Transcript<'a, G: Plugin> {
    pub(super) game: &'a G,
    pub(super) plan: &'a GamesPlan,
    pub(super) at: Situation<G>,
    moves: Vec<G::Move>,
    line: GameLine,
}

impl<'a, G: Plugin> Transcript<'a, G> {
    /// A game of that number; its start, the moves of which nothing is to be known, and where they lead.
    pub(super) fn new(
        of: &'a SelfPlay<'_, G>,
        job: &GameNumber,
        (start, moves, at): (Situation<G>, Vec<G::Move>, Situation<G>),
    ) -> Self {
        let game = of.game;
        let line = GameLine {
            job: GamesPlan::identity_of(job),
            start: (of.by_lot || start != game.start()).then(|| game.position_text(&start)),
            moves: String::new(),
            from: moves.len() as u32,
            exact: None,
            values: Vec::new(),
            scores: Vec::new(),
        };
        Self { game, plan: &of.plan, at, moves, line }
    }

    /// Plays a move.
    pub(super) fn push(&mut self, mv: G::Move) {
        self.moves.push(mv);
        self.at = self.at.after(self.game, mv);
    }

    /// Notes the result if the game is over; whether it is.
    pub(super) fn note_end(&mut self) -> bool {
        let result = self.game.terminal(&self.at.position);
        if let Some(result) = result {
            self.note(self.value(result));
        }
        result.is_some()
    }

    /// Whether so little is left that the result is to be searched for exactly.
    pub(super) fn is_near_end(&self) -> bool {
        self.plan.exact_from > 0 && self.game.remaining(&self.at.position) <= self.plan.exact_from
    }

    /// What a search sees here, an exact one near the end; another one is kept where the plan says so.
    /// Nothing, if it was stopped.
    pub(super) fn search(&mut self, player: &mut Player<G>, stop: &Stop) -> Option<Line<G>> {
        let solve = self.is_near_end();
        let report = if solve {
            player.solves.search(&self.at, &Limits::default(), stop, &mut ())
        } else {
            player.search(&self.at, self.plan, stop)
        };
        if stop.is_set() {
            return None;
        }
        let best = report.lines.into_iter().next().expect("a position with moves has a best one");
        if self.plan.scores && !solve {
            // Nothing was seen where there was nothing to choose.
            self.line.scores.resize(self.moves.len() - self.line.from as usize, None);
            self.line.scores.push(self.value(best.score));
        }
        Some(best)
    }

    /// What a score here is worth to Black: see [`value`].
    pub(super) fn value(&self, score: Score) -> Option<i32> {
        value::<G>(score, self.at.side, self.plan)
    }

    /// What all positions since the last note are worth to Black, this one among them.
    pub(super) fn note(&mut self, value: Option<i32>) {
        self.line.values.push((self.moves.len() as u32, value));
    }

    /// Whether some position before this one had an exact result.
    pub(super) const fn is_exact(&self) -> bool {
        self.line.exact.is_some()
    }

    /// This position has one, the first of all unless there was one before.
    pub(super) fn set_exact(&mut self) {
        self.line.exact.get_or_insert(self.moves.len() as u32);
    }

    /// All of it.
    pub(super) fn finish(self) -> GameLine {
        let texts: Vec<String> = self.moves.iter().map(|&mv| self.game.move_text(mv)).collect();
        GameLine { moves: texts.join(" "), ..self.line }
    }
}

/// In hundredths, for Black; nothing where there is no margin and the end is not in sight, unless it is known
/// how scores tell shares of a win.
pub(super) fn value<G: Plugin>(score: Score, side: Side, plan: &GamesPlan) -> Option<i32> {
    let own = match (score.distance(), plan.cents_of_odds) {
        (Some(Distance::Win(_)), _) => 100,
        (Some(Distance::Loss(_)), _) => -100,
        _ if G::HAS_MARGIN || score == Score::DRAW => score.cents(),
        (None, Some(cents_of_odds)) => share_of_win(score.cents(), cents_of_odds),
        (None, None) => return None,
    };
    Some(if side == Side::Black { own } else { -own })
}

/// Hundredths of a win, from -100 for a certain loss to 100, that hundredths of a point tell of.
pub(super) fn share_of_win(cents: i32, cents_of_odds: u32) -> i32 {
    let share = logistic(f64::from(cents) / f64::from(cents_of_odds));
    (200.0 * share).round() as i32 - 100
}
