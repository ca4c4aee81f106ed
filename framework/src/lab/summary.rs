//! [`Summary`]: the figures of a comparison, from its results alone.

use super::stats::Estimate;
use serde::{Deserialize, Serialize};

/// What a comparison found: for each game and evaluator, each setting with each number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The [identity](super::Plan::identity) of the plan.
    pub experiment: String,
    /// In the order of the plan.
    pub games: Vec<GameSummary>,
}

/// The settings of one game with one evaluator.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What the evaluator is called.
    pub evaluator: String,
    /// How many positions there are.
    pub positions: usize,
    /// In the order of the plan, and each number of threads in turn.
    pub settings: Vec<SettingSummary>,
}

/// What one setting cost in one game. Where nothing is said, a figure is the arithmetic mean over the positions at
/// [`depth`](Self::depth), a ratio the geometric mean at the greatest depth that both settings finished.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingSummary {
    /// What it is called.
    pub setting: String,
    /// Threads of each search.
    pub threads: u32,
    /// How many positions there are results for.
    pub positions: usize,
    /// How many of them went over the budget.
    pub over_budget: usize,
    /// The greatest depth that was finished in every position; 0 if none was.
    pub depth: u32,
    /// Positions made.
    pub nodes: Option<Estimate>,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: Option<Estimate>,
    /// The time taken.
    pub seconds: Option<Estimate>,
    /// Positions made in a second.
    pub nodes_per_second: Option<Estimate>,
    /// How many times more nodes each ply costs: the geometric mean of the ratios of successive depths.
    pub branching: Option<Estimate>,
    /// The share of cut-offs that the first move made.
    pub first_cutoffs: Option<Estimate>,
    /// The share of questions that the table knew something about.
    pub table_hits: Option<Estimate>,
    /// Nodes settled by the table alone, as a share of all nodes.
    pub table_cutoffs: Option<Estimate>,
    /// Searches repeated with a wider window.
    pub researches: Option<Estimate>,
    /// The greatest distance from the root, in plies.
    pub selective_depth: Option<Estimate>,
    /// Bytes set aside for what is remembered, at most.
    pub memory: u64,
    /// Nodes, as a ratio to the setting above.
    pub nodes_to_above: Option<Estimate>,
    /// Time, as a ratio to the setting above.
    pub seconds_to_above: Option<Estimate>,
    /// Nodes, as a ratio to plain alpha-beta.
    pub nodes_to_alphabeta: Option<Estimate>,
    /// Time, as a ratio to plain alpha-beta.
    pub seconds_to_alphabeta: Option<Estimate>,
    /// Leaves, as a ratio to those of the minimal tree, at each position's greatest depth.
    pub leaves_to_minimal: Option<Estimate>,
    /// How many times sooner it finishes than with the fewest threads.
    pub speedup: Option<Estimate>,
    /// Nodes and time by depth, over the positions that finished it.
    pub growth: Vec<GrowthPoint>,
    /// What happened at each distance from the root, over all positions at their greatest depths.
    pub plies: Vec<PlyFigures>,
}

/// One depth of a growth curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct GrowthPoint {
    /// Plies.
    pub depth: u32,
    /// Positions made.
    pub nodes: Estimate,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: Estimate,
    /// The time taken.
    pub seconds: Estimate,
}

/// One distance from the root.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyFigures {
    /// The distance, 0 for the root.
    pub ply: u32,
    /// Nodes whose moves were tried there, of all positions together.
    pub expanded: u64,
    /// Positions made from them, one ply further down.
    pub made: u64,
}
