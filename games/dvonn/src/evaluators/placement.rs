//! Where to place pieces: shared by all evaluators. The figures are ours.

use super::closeness::{Closeness, Near, check_near};
use crate::board::Position;
use crate::geometry::{Space, Spaces};
use crate::rules::Move;
use crate::settings::Checked;
use anyply_framework::settings::within;
use serde::{Deserialize, Serialize};

/// Hundredths of a piece that a placed piece is worth for where it lies.
///
/// A piece on the edge can move from the first turn on, while all others are blocked; a piece near a Dvonn is
/// not cut off. The first three placements, the Dvonns, favour nobody: they go to the middle of the board,
/// apart from one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// For a piece on one of the 24 edge spaces.
    pub edge: i32,
    /// For each Dvonn at distance 0 (never), 1, 2 and 3.
    pub near: Near,
}

impl Default for Placement {
    fn default() -> Self {
        Self { edge: 17, near: [0, 50, 38, 25] }
    }
}

impl Placement {
    /// The value for the side to move, in hundredths of a piece, within ±100,000.
    pub(super) fn value(&self, position: &Position) -> i32 {
        let closeness = Closeness::to(position.dvonns(), &self.near);
        self.of(position.mine(), &closeness) - self.of(position.theirs(), &closeness)
    }

    fn of(&self, pieces: Spaces, closeness: &Closeness) -> i32 {
        self.edge * (pieces & Spaces::EDGE).count() as i32 + closeness.extra(pieces)
    }

    /// Rates placements; leaves other moves at 0.
    pub(super) fn order(&self, position: &Position, moves: &[Move], priors: &mut [i32]) {
        let dvonns = position.dvonns();
        let closeness = Closeness::to(dvonns, &self.near);
        for (mv, prior) in moves.iter().zip(priors) {
            if let Move::Place(space) = *mv {
                *prior = if dvonns.count() < 3 {
                    dvonn_prior(space, dvonns)
                } else {
                    self.of(space.set(), &closeness)
                };
            }
        }
    }
}

/// Inside rather than at the edge, three steps or more from the other Dvonns.
fn dvonn_prior(space: Space, dvonns: Spaces) -> i32 {
    let apart = dvonns.iter().map(|other| space.distance(other).min(3) as i32).sum::<i32>();
    let centre = Space::ALL[24];
    20 * apart - 5 * (space.distance(centre) as i32 - 2).abs()
        + if Spaces::EDGE.contains(space) { -10 } else { 0 }
}

impl Checked for Placement {
    fn check(&self) -> Result<(), String> {
        within("placement.edge", self.edge, -1000..=1000)?;
        check_near("placement.near", &self.near)
    }
}
