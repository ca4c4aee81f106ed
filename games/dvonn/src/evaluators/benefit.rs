//! `benefit`: one move ahead.

use super::opinion;
use super::placement::Placement;
use crate::agent::Formula;
use crate::board::Position;
use crate::endgame::proofs;
use crate::rules::{Dvonn, Move};
use crate::settings::Checked;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// The difference in pieces, and the benefit of the best move that one has. Played without search, it takes
/// the move of the greatest benefit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Benefit {
    /// What a move is worth by itself.
    pub benefit: Formula,
    /// While pieces are being placed.
    pub placement: Placement,
}

impl Evaluator<Dvonn> for Benefit {
    type State = ();
    const ORDERS: bool = true;

    proofs!();

    fn state(&self, _game: &Dvonn, _position: &Position) {}

    fn evaluate(&self, at: View<'_, Dvonn, ()>) -> Score {
        let position = at.position;
        if position.is_placing() {
            return opinion(self.placement.value(position));
        }
        let steps = position.movers().steps(position.mine());
        let best = steps.iter().map(|(from, to)| self.benefit.benefit(position, from, to)).max();
        opinion(100 * (position.margin() + best.unwrap_or(0)))
    }

    fn order(&self, at: View<'_, Dvonn, ()>, moves: &[Move], priors: &mut [i32]) {
        let position = at.position;
        if position.is_placing() {
            return self.placement.order(position, moves, priors);
        }
        for (mv, prior) in moves.iter().zip(priors) {
            if let Move::Step { from, to } = *mv {
                *prior = self.benefit.benefit(position, from, to);
            }
        }
    }
}

impl Checked for Benefit {
    fn check(&self) -> Result<(), String> {
        self.benefit.check()?;
        self.placement.check()
    }
}
