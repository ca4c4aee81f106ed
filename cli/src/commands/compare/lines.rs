//! The JSON lines and the comma-separated values of `compare`.

use crate::report;
use anyhow::Result;
use anyply_framework::lab::{
    Estimate, GameSummary, JobResult, SettingSummary, Status, Summary, Verification,
};
use serde::Serialize;

/// One line for one job. Those that nobody asked for are only kept in files.
pub(super) fn result(result: &JobResult) -> Result<()> {
    if !result.reference {
        report::json_line(result)?;
    }
    Ok(())
}

/// What one setting cost in one game.
#[derive(Serialize)]
struct OfSetting<'a> {
    game: &'a str,
    variant: &'a str,
    size: Option<u32>,
    evaluator: &'a str,
    #[serde(flatten)]
    setting: &'a SettingSummary,
}

/// A line for each setting in each game, and the last line for all.
pub(super) fn summary(summary: &Summary, verification: &Verification, results: &[JobResult]) -> Result<()> {
    for game in &summary.games {
        for setting in &game.settings {
            let GameSummary { game, variant, size, evaluator, .. } = game;
            report::summary(&OfSetting { game, variant, size: *size, evaluator, setting })?;
        }
    }
    let asked: Vec<&JobResult> = results.iter().filter(|result| !result.reference).collect();
    let over_budget = asked.iter().filter(|result| result.status == Status::OverBudget).count();
    Ok(report::summary(&serde_json::json!({
        "experiment": summary.experiment,
        "jobs": asked.len(),
        "done": asked.len() - over_budget,
        "over_budget": over_budget,
        "nodes": results.iter().fold(0, |nodes: u64, result| nodes.saturating_add(result.nodes)),
        "seconds": results.iter().map(|result| result.seconds).sum::<f64>(),
        "compared": verification.compared,
        "differences": verification.differences,
    }))?)
}

/// A row for each setting in each game; every mean with the ends of its interval and the number of its
/// values.
pub(super) fn csv(summary: &Summary) -> Result<()> {
    let rows = summary.games.iter().flat_map(|game| game.settings.iter().map(|setting| row(game, setting)));
    let first = summary.games.iter().flat_map(|game| &game.settings).next();
    report::csv(first.map(head).into_iter().chain(rows))
}

fn head(setting: &SettingSummary) -> Vec<String> {
    const ABOUT: &str = "game,variant,size,evaluator,setting,threads,positions,over_budget,depth";
    let mut head: Vec<String> = ABOUT.split(',').map(str::to_owned).collect();
    for (name, _) in setting.estimates() {
        head.push(name.to_owned());
        head.extend(["low", "high", "n"].map(|end| format!("{name}_{end}")));
    }
    head.push("memory".to_owned());
    head
}

fn row(game: &GameSummary, setting: &SettingSummary) -> Vec<String> {
    let size = game.size.map_or_else(String::new, |size| size.to_string());
    let mut row = vec![game.game.clone(), game.variant.clone(), size, game.evaluator.clone()];
    row.push(setting.setting.clone());
    let counts = [setting.threads as usize, setting.positions, setting.over_budget, setting.depth as usize];
    row.extend(counts.map(|count| count.to_string()));
    for (_, estimate) in setting.estimates() {
        row.extend(cells(estimate));
    }
    row.push(setting.memory.to_string());
    row
}

fn cells(estimate: Option<Estimate>) -> [String; 4] {
    let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    match estimate {
        Some(Estimate { mean, low, high, n }) => [text(Some(mean)), text(low), text(high), n.to_string()],
        None => Default::default(),
    }
}
