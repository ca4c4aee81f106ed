//! `phased` and `dynamic`: weights that change with the phase; they differ in their figures alone.
//!
//! `phased`, after a Java Othello of 2012: mobility, corners and the squares beside them, then discs.
//! `dynamic`, after a course report from Catalonia: mobility always, discs from the middle game on, and
//! weights of squares with corners very high, X and C squares low and the diagonal beyond the X squares good.

use crate::evaluators::table::quadrant;
use crate::evaluators::terms::Potential;
use crate::evaluators::weighted::{Phase, Weighted};
use crate::shape::Shape;
use serde::{Deserialize, Serialize};

/// Other weights in the opening, the middle game and the end. The square weights only order moves, unless a
/// phase weighs `squares` too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phased {
    /// How potential mobility is counted.
    #[serde(default)]
    potential: Potential,
    /// The weights of squares: the first quadrant, four rows of four from a1, each within ±1,000,000.
    #[serde(default = "quadrant")]
    values: Vec<i32>,
    /// The phases, the first from 0.
    phases: Vec<Phase>,
}

impl Phased {
    pub(super) fn build<S: Shape>(&self) -> Result<Weighted<S>, String> {
        Weighted::new(&self.phases, self.potential, &self.values)
    }
}
