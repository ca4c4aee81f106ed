//! `score`: the bare difference.

use super::opinion;
use super::placement::Placement;
use crate::board::Position;
use crate::endgame::proofs;
use crate::rules::{Dvonn, Move};
use crate::settings::Checked;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// Pieces in own stacks less those in the opponent's: what the end of the game counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// While pieces are being placed.
    pub placement: Placement,
}

impl Evaluator<Dvonn> for Margin {
    type State = ();
    const ORDERS: bool = true;

    proofs!();

    fn state(&self, _game: &Dvonn, _position: &Position) {}

    fn evaluate(&self, at: View<'_, Dvonn, ()>) -> Score {
        let position = at.position;
        opinion(if position.is_placing() { self.placement.value(position) } else { 100 * position.margin() })
    }

    fn order(&self, at: View<'_, Dvonn, ()>, moves: &[Move], priors: &mut [i32]) {
        let position = at.position;
        if position.is_placing() {
            return self.placement.order(position, moves, priors);
        }
        for (mv, prior) in moves.iter().zip(priors) {
            if let Move::Step { to, .. } = *mv
                && position.theirs().contains(to)
            {
                *prior = position.height(to) as i32;
            }
        }
    }
}

impl Checked for Margin {
    fn check(&self) -> Result<(), String> {
        self.placement.check()
    }
}
