//! `patterns`: what groups of squares are worth, learned from games; after Logistello (M. Buro, 1997).

mod expanded;
mod features;
mod indices;
mod places;
mod shapes;
#[cfg(test)]
mod tests;

use crate::board::{Move, Position};
use crate::endgame::proofs;
use crate::evaluators::order::Order;
use crate::rules::Othello;
use crate::shape::Eight;
use anyply_framework::learn::{Weights, WeightsError};
use anyply_framework::{Evaluator, Score, View};
use expanded::Expanded;
use indices::Indices;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(crate) use features::PatternFeatures;

/// The sum of the weights of what every pattern shows and of the moves of both sides, by phase. The weights
/// are no settings: they are learned, and come in a file of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patterns {}

/// [`Patterns`] with weights.
#[derive(Clone, Debug)]
pub(crate) struct PatternEvaluator {
    weights: Arc<Expanded>,
    order: Order<Eight>,
}

impl PatternEvaluator {
    /// With the built-in weights.
    pub(crate) fn built_in() -> Self {
        Self { weights: Expanded::built_in(), order: Order::new() }
    }

    /// With others.
    ///
    /// # Errors
    /// [`WeightsError`] if they are for something else.
    pub(crate) fn new(weights: &Weights) -> Result<Self, WeightsError> {
        Ok(Self { weights: Arc::new(Expanded::new(weights)?), order: Order::new() })
    }
}

impl Evaluator<Othello> for PatternEvaluator {
    type State = Indices;
    const ORDERS: bool = true;

    proofs!(Eight);

    fn state(&self, _: &Othello, position: &Position) -> Indices {
        Indices::of(position)
    }

    #[inline(always)]
    fn advance(&self, _: &Othello, state: &mut Indices, before: &Position, mv: Move, after: &Position) {
        state.advance(mv.square(), before.opponent & !after.mover);
    }

    #[inline(always)]
    fn skip(&self, _: &Othello, state: &mut Indices, _: &Position, _: &Position) {
        state.swap();
    }

    #[inline]
    fn evaluate(&self, at: View<'_, Othello, Indices>) -> Score {
        self.weights.score(at.position, at.state)
    }

    fn order(&self, at: View<'_, Othello, Indices>, moves: &[Move], priors: &mut [i32]) {
        self.order.order(at.position, moves, priors);
    }

    fn explain(&self, at: View<'_, Othello, Indices>) -> Vec<(String, f64)> {
        let mut lines = self.weights.parts(at.position, at.state);
        lines.push(("value".to_owned(), self.evaluate(at).units()));
        lines
    }
}
