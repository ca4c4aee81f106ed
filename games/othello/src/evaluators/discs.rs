//! `discs`: whoever has more discs stands better.

use crate::board::Position;
use crate::endgame::proofs;
use crate::evaluators::terms::{Counts, discs};
use crate::rules::Othello;
use crate::shape::Shape;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// Own minus opponent's discs: the greedy player, and the least that an evaluator needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discs {}

impl<S: Shape> Evaluator<Othello<S>> for Discs {
    type State = ();

    proofs!(S);

    fn state(&self, _: &Othello<S>, _: &Position<S>) {}

    fn evaluate(&self, at: View<'_, Othello<S>, ()>) -> Score {
        // Within the largest margin as it is: where the game goes on, both sides have discs and a square is
        // empty.
        Score::from_units(Counts::of(at.position, discs).difference())
    }
}
