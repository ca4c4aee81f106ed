//! `combination`: a weighted sum of terms, the same through the whole game.

use crate::evaluators::table::quadrant;
use crate::evaluators::terms::Potential;
use crate::evaluators::weighted::{Phase, Weighted, Weights};
use crate::shape::Shape;
use serde::{Deserialize, Serialize};

/// A weighted sum of whatever one cares for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// So much of the weighted sum is worth a disc: 1 to 1,000,000.
    per_disc: i32,
    /// The weights.
    weights: Weights,
    /// How potential mobility is counted.
    #[serde(default)]
    potential: Potential,
    /// The weights of squares: the first quadrant, four rows of four from a1, each within ±1,000,000.
    #[serde(default = "quadrant")]
    values: Vec<i32>,
}

impl Combination {
    pub(super) fn build<S: Shape>(&self) -> Result<Weighted<S>, String> {
        let always = Phase { from: 0, per_disc: self.per_disc, weights: self.weights };
        Weighted::new(&[always], self.potential, &self.values)
    }
}
