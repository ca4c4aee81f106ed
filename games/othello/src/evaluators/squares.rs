//! `squares`: a weight for every square.

use crate::board::{Move, Position};
use crate::endgame::proofs;
use crate::evaluators::scale::{check_per_disc, score};
use crate::evaluators::table::{SquareTable, quadrant};
use crate::evaluators::terms::Counts;
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// The weights of own squares less those of the opponent's. A plain sum over all discs, whether they touch or
/// not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squares {
    /// So much weight is worth a disc: 1 to 1,000,000.
    #[serde(default = "ten")]
    per_disc: i32,
    /// The first quadrant, four rows of four from a1, each within ±1,000,000.
    #[serde(default = "quadrant")]
    values: Vec<i32>,
}

const fn ten() -> i32 {
    10
}

impl Squares {
    pub(super) fn build<S: Shape>(&self) -> Result<SquaresEvaluator<S>, String> {
        check_per_disc(self.per_disc)?;
        Ok(SquaresEvaluator { per_disc: self.per_disc, table: SquareTable::new("values", &self.values)? })
    }
}

/// [`Squares`] for a board.
#[derive(Clone, Debug)]
pub(super) struct SquaresEvaluator<S: Shape> {
    per_disc: i32,
    table: SquareTable<S>,
}

impl<S: Shape> Evaluator<Othello<S>> for SquaresEvaluator<S> {
    type State = ();
    const ORDERS: bool = true;

    proofs!(S);

    fn state(&self, _: &Othello<S>, _: &Position<S>) {}

    fn evaluate(&self, at: View<'_, Othello<S>, ()>) -> Score {
        let counts = Counts::of(at.position, |position| self.table.sum(position));
        score::<S>(counts.difference().into(), self.per_disc)
    }

    fn order(&self, _: View<'_, Othello<S>, ()>, moves: &[Move<S>], priors: &mut [i32]) {
        self.table.order(moves, priors);
    }

    fn explain(&self, at: View<'_, Othello<S>, ()>) -> Vec<(String, f64)> {
        let counts = Counts::of(at.position, |position| self.table.sum(position));
        vec![
            ("own squares".to_owned(), counts.own.into()),
            ("opponent's squares".to_owned(), counts.opponent.into()),
            ("value".to_owned(), self.evaluate(at).units()),
        ]
    }
}
