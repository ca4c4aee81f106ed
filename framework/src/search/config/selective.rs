//! The figures of the selective techniques. Each struct has defaults, so `null_move: ()` switches a technique
//! on as it stands here.

use crate::settings::within;
use serde::{Deserialize, Serialize};

/// Null move (Beal 1989; Donninger 1993).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NullMove {
    /// Tried with at least this many plies left.
    pub from_depth: u8,
    /// The search after it is this many plies shallower, and one more for every fourth ply left.
    pub reduction: u8,
}

impl Default for NullMove {
    fn default() -> Self {
        Self { from_depth: 3, reduction: 2 }
    }
}

/// Late move reductions (Romstad 2006): `base + ln(depth) * ln(number) / divisor` plies, one less at the
/// nodes of the principal variation, and by history a ply more or less.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reductions {
    /// With at least this many plies left.
    pub from_depth: u8,
    /// From this move on, the first being 1.
    pub from_move: u8,
    /// Hundredths of a ply.
    pub base: u16,
    /// Hundredths.
    pub divisor: u16,
    /// How much of a move's history takes away or adds a ply; 0 for no influence.
    pub history: u16,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { from_depth: 3, from_move: 4, base: 20, divisor: 240, history: 8192 }
    }
}

/// Late move pruning: `moves + per_ply * depth^2` moves are searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LateMovePruning {
    /// With at most this many plies left.
    pub depth: u8,
    /// Moves that are searched whatever the depth.
    pub moves: u8,
    /// More of them for deeper nodes.
    pub per_ply: u8,
}

impl Default for LateMovePruning {
    fn default() -> Self {
        Self { depth: 3, moves: 5, per_ply: 2 }
    }
}

/// How far from the window an evaluation must be: `base + per_ply * depth` hundredths of the game's unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Margin {
    /// With at most this many plies left.
    pub depth: u8,
    /// Hundredths of the unit.
    pub base: u32,
    /// Hundredths of the unit.
    pub per_ply: u32,
}

impl Margin {
    /// Far above every evaluation, and far from what a score can hold.
    pub(super) const MOST: u32 = 1_000_000;

    pub(super) fn check(&self, of: &str) -> Result<(), String> {
        within(format!("{of}.base"), self.base, 0..=Self::MOST)?;
        within(format!("{of}.per_ply"), self.per_ply, 0..=Self::MOST)
    }
}

impl Default for Margin {
    fn default() -> Self {
        Self { depth: 3, base: 200, per_ply: 300 }
    }
}

/// ProbCut (Buro 1995), and with several checks a node Multi-ProbCut (Buro 1997).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProbCut {
    /// How many standard deviations of the error must lie between the forecast and the window, in hundredths:
    /// 150 is right in 87 of 100 cases on either side.
    pub confidence: u16,
    /// A side of the window is asked about only where the evaluation is at most so far short of it, in
    /// hundredths of the forecast's standard deviation, as Edax (Delorme) asks its evaluation first. Where it
    /// is shorter a shallow search would hardly reach, and is not worth its positions. With 1000 both sides
    /// of almost every node are asked about.
    pub reach: u16,
    /// At most this many shallow depths at one node: 1 is ProbCut.
    pub checks: u8,
    /// What shallow searches say about deep ones, fitted to games of one game and one evaluator.
    pub model: Vec<Forecast>,
}

impl Default for ProbCut {
    fn default() -> Self {
        Self { confidence: 130, reach: 1000, checks: 2, model: Vec::new() }
    }
}

/// A line fitted through pairs of values of the same position: `deep = slope * shallow + offset`, with an
/// error of standard deviation `sigma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// Plies of the search that is foretold; 0 for one to the end of the game.
    #[serde(default)]
    pub deep: u8,
    /// Plies of the search that foretells.
    pub shallow: u8,
    /// For positions with at least this many plies remaining in the game.
    pub remaining: u16,
    /// Thousandths.
    pub slope: u16,
    /// Hundredths of the game's unit.
    pub offset: i32,
    /// Hundredths of the game's unit.
    pub sigma: u32,
}

/// Singular extension (Anantharaman, Campbell and Hsu 1988), as a check of the table's move: a search of half
/// the depth without it must stay below its value less `margin` for each ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Singular {
    /// With at least this many plies left.
    pub from_depth: u8,
    /// Hundredths of the game's unit.
    pub margin: u32,
}

impl Default for Singular {
    fn default() -> Self {
        Self { from_depth: 6, margin: 20 }
    }
}

impl Forecast {
    /// Whether it can be one `of` these, about what is `foretold`, with the name of that.
    pub(super) fn check(&self, of: &str, (name, foretold): (&str, u16)) -> Result<(), String> {
        within(format!("{of}.model.shallow"), self.shallow, 1..=59)?;
        within(format!("{of}.model.slope"), self.slope, 100..=10_000)?;
        within(format!("{of}.model.sigma"), self.sigma, 1..=100_000_000)?;
        match u16::from(self.shallow) < foretold {
            true => Ok(()),
            false => Err(format!(
                "'{of}.model.shallow: {}': expected less than {name}, which is {foretold}",
                self.shallow
            )),
        }
    }
}

impl ProbCut {
    pub(super) fn check(&self) -> Result<(), String> {
        within("probcut.confidence", self.confidence, 1..=1000)?;
        within("probcut.reach", self.reach, 0..=1000)?;
        within("probcut.checks", self.checks, 1..=8)?;
        if self.model.is_empty() {
            return Err("'probcut' needs a model of the game: expected 'model: [...]', as in the game's preset 'selective'".to_owned());
        }
        for forecast in &self.model {
            within("probcut.model.deep", forecast.deep, 2..=60)?;
            forecast.check("probcut", ("deep", forecast.deep.into()))?;
        }
        Ok(())
    }
}
