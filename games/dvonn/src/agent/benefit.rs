//! The benefit of a move.

use super::areas::{Losses, losses};
use crate::board::Position;
use crate::geometry::Space;
use crate::settings::Checked;
use anyply_framework::settings::within;
use serde::{Deserialize, Serialize};

/// Benefit = gain - own pieces lost + enemy pieces lost, each with a factor of -100 to 100; all 1 is the
/// agent's own formula.
///
/// The gain is the height of the stack landed on, unless it is one's own or is cut off; `dvonn` is what it
/// counts in addition if it holds a Dvonn. A lone Dvonn so counts its height, 1, and `dvonn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formula {
    /// For each piece of the stack landed on.
    pub gain: i32,
    /// For a Dvonn in the stack landed on.
    pub dvonn: i32,
    /// Taken off for each own piece lost.
    pub own_loss: i32,
    /// For each enemy piece lost.
    pub enemy_loss: i32,
}

impl Formula {
    /// The benefit of a legal move for the side to move, within ±20,000.
    pub fn benefit(&self, position: &Position, from: Space, to: Space) -> i32 {
        self.of(position, to, &losses(position, from, to))
    }

    pub(super) fn of(&self, position: &Position, to: Space, losses: &Losses) -> i32 {
        let gain = if losses.landing || position.mine().contains(to) {
            0
        } else {
            let dvonn = i32::from(position.dvonns().contains(to));
            self.gain * position.height(to) as i32 + self.dvonn * dvonn
        };
        gain - self.own_loss * losses.own as i32 + self.enemy_loss * losses.enemy as i32
    }
}

impl Checked for Formula {
    fn check(&self) -> Result<(), String> {
        within("benefit.gain", self.gain, -100..=100)?;
        within("benefit.dvonn", self.dvonn, -100..=100)?;
        within("benefit.own_loss", self.own_loss, -100..=100)?;
        within("benefit.enemy_loss", self.enemy_loss, -100..=100)
    }
}
