//! `mobility`: whoever has more moves stands better.

use crate::board::Position;
use crate::endgame::proofs;
use crate::evaluators::scale::{check_per_disc, score};
use crate::evaluators::terms::{Counts, mobility};
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// Own minus opponent's moves; a side that must pass has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    /// So many moves are worth a disc: 1 to 1,000,000.
    #[serde(default = "one")]
    per_disc: i32,
}

const fn one() -> i32 {
    1
}

impl Mobility {
    pub(super) fn check(self) -> Result<Self, String> {
        check_per_disc(self.per_disc).map(|()| self)
    }
}

impl<S: Shape> Evaluator<Othello<S>> for Mobility {
    type State = ();

    proofs!(S);

    fn state(&self, _: &Othello<S>, _: &Position<S>) {}

    fn evaluate(&self, at: View<'_, Othello<S>, ()>) -> Score {
        score::<S>(Counts::of(at.position, mobility).difference().into(), self.per_disc)
    }

    fn explain(&self, at: View<'_, Othello<S>, ()>) -> Vec<(String, f64)> {
        let counts = Counts::of(at.position, mobility);
        vec![
            ("own moves".to_owned(), counts.own.into()),
            ("opponent's moves".to_owned(), counts.opponent.into()),
            ("value".to_owned(), self.evaluate(at).units()),
        ]
    }
}
