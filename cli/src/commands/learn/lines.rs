//! The JSON lines of `learn`, and its recipes as text.

use crate::report;
use anyhow::Result;
use anyply_framework::learn::{PhaseReport, Recipe, RoundReport};
use anyply_framework::settings::to_ron;
use serde::Serialize;
use std::path::Path;

/// What was learned of one phase.
#[derive(Serialize)]
struct Line {
    round: u32,
    phase: usize,
    positions: u64,
    train: u64,
    held_out: u64,
    features: u64,
    iterations: u32,
    #[serde(flatten)]
    errors: Errors,
}

/// None of them, where nothing was held out to measure them by.
#[derive(Serialize)]
struct Errors {
    mean_absolute: Option<f64>,
    root_mean_square: Option<f64>,
    hand_made: Option<f64>,
    nothing: Option<f64>,
    /// Where weights were adapted: that of those before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<f64>,
}

impl Errors {
    fn of(phase: &PhaseReport) -> Self {
        let measured = |error: f64| (phase.held_out > 0).then_some(error);
        Self {
            mean_absolute: measured(phase.mean_absolute),
            root_mean_square: measured(phase.root_mean_square),
            hand_made: measured(phase.hand_made),
            nothing: measured(phase.nothing),
            before: phase.before.and_then(measured),
        }
    }
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
    #[serde(flatten)]
    errors: Errors,
    weights: &'a Path,
}

/// The recipe, to be copied.
pub(super) fn recipe(recipe: &Recipe, json: bool) -> Result<()> {
    let printed = if json { report::json_line(recipe) } else { report::line(to_ron(recipe)) };
    Ok(printed?)
}

/// A line for each phase of a round.
pub(super) fn phases(round: &RoundReport) -> Result<()> {
    let lines = round.phases.iter().map(|phase| Line {
        round: round.round,
        phase: phase.phase,
        positions: phase.positions,
        train: phase.train,
        held_out: phase.held_out,
        features: phase.features,
        iterations: phase.iterations,
        errors: Errors::of(phase),
    });
    Ok(lines.into_iter().try_for_each(|line| report::json_line(&line))?)
}

/// The last line.
pub(super) fn last(round: &RoundReport, weights: &Path) -> Result<()> {
    let all = round.total();
    Ok(report::summary(&Total {
        round: round.round,
        games: round.games,
        held_out_games: round.held_out_games,
        phases: round.phases.len(),
        positions: all.positions,
        train: all.train,
        held_out: all.held_out,
        errors: Errors::of(&all),
        weights,
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_was_held_out_there_is_no_error() {
        let nothing = RoundReport { round: 1, games: 1, held_out_games: 0, phases: Vec::new() }.total();
        let one = PhaseReport { held_out: 1, ..nothing.clone() };
        let told = |phase| serde_json::to_value(Errors::of(phase)).unwrap()["mean_absolute"].clone();
        assert_eq!([told(&nothing), told(&one)], [serde_json::Value::Null, 0.0.into()]);
    }
}
