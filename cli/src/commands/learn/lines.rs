//! The JSON lines of `learn`, and its recipes as text.

use crate::report;
use anyhow::Result;
use anyply_framework::learn::{PhaseReport, Recipe, RoundReport};
use anyply_framework::settings::to_ron;
use serde::Serialize;
use std::path::Path;

/// What was learned of one phase.
#[derive(Serialize)]
struct Line<'a> {
    round: u32,
    #[serde(flatten)]
    phase: &'a PhaseReport,
}

/// `{"summary": ...}`.
#[derive(Serialize)]
struct Last<'a> {
    summary: Total<'a>,
}

/// The last round, all phases together.
#[derive(Serialize)]
struct Total<'a> {
    round: u32,
    games: u64,
    held_out_games: u64,
    phases: usize,
    positions: u64,
    train: u64,
    held_out: u64,
    mean_absolute: f64,
    root_mean_square: f64,
    hand_made: f64,
    nothing: f64,
    weights: &'a Path,
}

/// The recipe, to be copied.
pub(super) fn recipe(recipe: &Recipe, json: bool) -> Result<()> {
    let printed = if json { report::json_line(recipe) } else { report::line(to_ron(recipe)) };
    Ok(printed?)
}

/// A line for each phase of a round.
pub(super) fn phases(round: &RoundReport) -> Result<()> {
    let lines = round.phases.iter().map(|phase| Line { round: round.round, phase });
    Ok(lines.into_iter().try_for_each(|line| report::json_line(&line))?)
}

/// The last line.
pub(super) fn last(round: &RoundReport, weights: &Path) -> Result<()> {
    let all = round.total();
    let summary = Total {
        round: round.round,
        games: round.games,
        held_out_games: round.held_out_games,
        phases: round.phases.len(),
        positions: all.positions,
        train: all.train,
        held_out: all.held_out,
        mean_absolute: all.mean_absolute,
        root_mean_square: all.root_mean_square,
        hand_made: all.hand_made,
        nothing: all.nothing,
        weights,
    };
    Ok(report::json_line(&Last { summary })?)
}
