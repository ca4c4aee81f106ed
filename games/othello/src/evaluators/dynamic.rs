//! `dynamic`: a linear combination whose weights change with the phase; after a course report from Catalonia.

use crate::evaluators::table::quadrant;
use crate::evaluators::terms::Potential;
use crate::evaluators::weighted::{Phase, Weighted};
use crate::shape::Shape;
use serde::{Deserialize, Serialize};

/// Mobility always, discs from the middle game on, and weights of squares with corners very high, X and C squares low and the
/// diagonal beyond the X squares good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dynamic {
    /// How potential mobility is counted.
    #[serde(default)]
    potential: Potential,
    /// The weights of squares: the first quadrant, four rows of four from a1, each within ±1,000,000.
    #[serde(default = "quadrant")]
    values: Vec<i32>,
    /// The phases, the first from 0.
    phases: Vec<Phase>,
}

impl Dynamic {
    pub(super) fn build<S: Shape>(&self) -> Result<Weighted<S>, String> {
        Weighted::new(&self.phases, self.potential, &self.values)
    }
}
