//! What a playout is worth, and what many of them say about a score.
//!
//! Only operations that every machine rounds alike are used, so that a search is the same everywhere: no
//! exponentials, no logarithms.

use crate::game::{Game, Turn};
use crate::score::Score;

/// The worth of a playout for one side, or a sum of them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Reward {
    /// From -1, a loss, to 1, a win.
    pub(super) result: f64,
    /// The margin, or the evaluator's value, in hundredths of a unit; nothing for a win without margin.
    cents: f64,
}

impl Reward {
    /// The end of the game, as it counts: won, drawn or lost.
    pub(super) fn of_result(result: Score) -> Self {
        let cents = if result.distance().is_some() { 0.0 } else { f64::from(result.cents()) };
        Self { result: f64::from(result.cents().signum()), cents }
    }

    /// An evaluator's value: what it makes of the position, as an expected result.
    pub(super) fn of_opinion(value: Score, scale: u32) -> Self {
        let (cents, scale) = (f64::from(value.cents()), f64::from(scale));
        Self { result: cents / (scale * scale + cents * cents).sqrt(), cents }
    }

    /// The same for who made the move after which `turn` came.
    pub(super) fn turned(self, turn: Turn) -> Self {
        match turn {
            Turn::Next => Self { result: -self.result, cents: -self.cents },
            Turn::Again => self,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.result += other.result;
        self.cents += other.cents;
    }

    /// What a sum of `count` says. With a margin, its mean; without, the value that an evaluator would have
    /// to give for the same mean result, which is never a distance to the win: that is for proofs.
    pub(super) fn score<G: Game>(self, count: u32, scale: u32) -> Score {
        let cents = if G::HAS_MARGIN {
            self.cents / f64::from(count.max(1))
        } else {
            // One drawn playout more than there were: certainty would have no value.
            let mean = self.result / f64::from(count.saturating_add(1));
            f64::from(scale) * mean / (1.0 - mean * mean).sqrt()
        };
        let most = f64::from(Score::MAX_VALUE.cents());
        Score::from_cents(cents.clamp(-most, most) as i32)
    }
}
