//! The tables of `compare`: at most 100 columns, every mean with its 95 % interval and the number of its
//! values.

use crate::commands::print_numbered;
use crate::report::{self, Align, Table};
use anyhow::Result;
use anyply_framework::lab::{Estimate, GameSummary, Plan, SettingSummary, Summary, Verification};
use anyply_framework::sized;

use Align::{Left, Right};

/// Prints everything that a reader of text can use.
pub(super) fn print(plan: &Plan, summary: &Summary, verification: &Verification) -> Result<()> {
    report::line(
        "Means over n positions, ± half of their 95 % interval; ratios: geometric mean [95 % interval] n;\n\
         branching: geometric mean ×÷ what leads from it to the ends of its 95 % interval.\n",
    )?;
    print_numbered(plan.games.iter().flat_map(|game| &game.numbered))?;
    for game in &summary.games {
        report::line(head(plan, game))?;
        for table in tables(plan, game) {
            table.print()?;
            if table.caption == INSIDE_OF_THREADS {
                report::line(format_args!("{INSIDE_OF_THREADS}.\n"))?;
            }
        }
    }
    Ok(report::line(verdict(verification))?)
}

/// What came of holding the settings to each other's values.
pub(super) fn verdict(verification: &Verification) -> String {
    let wrong = verification.differences.len();
    match (verification.compared, wrong) {
        (0, _) => {
            "no two settings that must agree finished the same depth: nothing could be compared".to_owned()
        }
        (compared, 0) => format!("{} values compared: all as they must be", report::grouped(compared)),
        (compared, wrong) => {
            format!("{} values compared: {wrong} differ and must not", report::grouped(compared))
        }
    }
}

/// What was searched in a game.
pub(super) fn head(plan: &Plan, game: &GameSummary) -> String {
    let goal = match (plan.depth, plan.nodes) {
        (Some((_, depth)), Some(nodes)) => format!("depth {depth} or {} nodes", report::grouped(nodes)),
        (Some((_, depth)), None) => format!("depth {depth}"),
        (None, nodes) => format!("{} nodes", report::grouped(nodes.unwrap_or(plan.budget))),
    };
    format!(
        "{} {}, evaluator {}: {}, {goal}, at most {} nodes a job",
        game.game,
        sized(&game.variant, game.size),
        game.evaluator,
        report::counted(game.positions as u64, "position"),
        report::compact(plan.budget as f64)
    )
}

/// The figures of a game.
pub(super) fn tables(plan: &Plan, game: &GameSummary) -> Vec<Table> {
    let mut tables = vec![costs(game)];
    tables.extend(ratios(game));
    tables.push(inside(game));
    if plan.depth.is_none_or(|(first, last)| first < last) {
        tables.push(growth(game));
    }
    tables
}

/// What a setting is called, with its threads where any has more than one.
pub(super) fn name(setting: &SettingSummary, game: &GameSummary) -> String {
    if has_threads(game) {
        format!("{} x{}", setting.setting, setting.threads)
    } else {
        setting.setting.clone()
    }
}

fn has_threads(game: &GameSummary) -> bool {
    game.settings.iter().any(|setting| setting.threads != 1)
}

const NAME: usize = 14;

// Printed too, unlike the other captions: the columns do not say it.
const INSIDE_OF_THREADS: &str =
    "Inside the search; from 1st cut % to sel.depth the figures are those of the first thread";

fn costs(game: &GameSummary) -> Table {
    let columns = [
        ("setting", NAME, Left),
        ("depth", 5, Right),
        ("over", 4, Right),
        ("n", 3, Right),
        ("nodes", 13, Right),
        ("leaves", 13, Right),
        ("time", 14, Right),
        ("nodes/s", 13, Right),
    ];
    let row = |setting: &SettingSummary| {
        vec![
            name(setting, game),
            depth(setting),
            setting.over_budget.to_string(),
            setting.nodes.map_or(0, |nodes| nodes.n).to_string(),
            mean(setting.nodes, report::compact),
            mean(setting.leaves, report::compact),
            mean(setting.seconds, report::span),
            mean(setting.nodes_per_second, report::compact),
        ]
    };
    Table::new("What a search costs", &columns, game.settings.iter().map(row))
}

// With depth 0 there are figures only of methods that have no depths.
fn depth(setting: &SettingSummary) -> String {
    let none = setting.depth == 0 && setting.nodes.is_some();
    if none { "-".to_owned() } else { setting.depth.to_string() }
}

/// `12.3 k   ±4%`; an interval many times as wide as the mean itself as `±25x`.
fn mean(estimate: Option<Estimate>, shown: fn(f64) -> String) -> String {
    let Some(Estimate { mean, high, .. }) = estimate else { return "-".to_owned() };
    let half = high.map(|high| (high - mean) / mean).filter(|half| half.is_finite());
    let half = half.map_or_else(String::new, |half| match half {
        10.0.. => format!("±{:.0}x", half.min(999.0)),
        _ => format!("±{:.0}%", half * 100.0),
    });
    format!("{} {half:>5}", shown(mean))
}

/// `13.7 ×÷7.2`, as the ends of a geometric mean's interval are as many times more as less.
fn times_over(estimate: Option<Estimate>) -> String {
    let Some(Estimate { mean, high, .. }) = estimate else { return "-".to_owned() };
    let times = high.map(|high| format!(" ×÷{}", report::digits((high / mean).min(999.0), 2)));
    report::digits(mean, 3) + &times.unwrap_or_default()
}

/// `0.45 [0.40, 0.51] 12`: the mean, the interval, how many positions.
pub(super) fn interval(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else { return "-".to_owned() };
    format!("{} {:>3}", report::with_interval(&estimate, ratio), estimate.n)
}

// Outside these ends an interval only says that nothing is known.
fn ratio(figure: f64) -> String {
    match figure {
        10_000.0.. => "many".to_owned(),
        0.001.. => report::digits(figure, 2),
        _ => "0".to_owned(),
    }
}

/// What is told of each setting, where it is known.
pub(super) type Figure = fn(&SettingSummary) -> Option<Estimate>;

const RATIOS: [(&str, Figure); 8] = [
    ("nodes / above", |setting| setting.nodes_to_above),
    ("time / above", |setting| setting.seconds_to_above),
    ("nodes / best", |setting| setting.nodes_to_best),
    ("time / best", |setting| setting.seconds_to_best),
    ("nodes / alphabeta", |setting| setting.nodes_to_alphabeta),
    ("time / alphabeta", |setting| setting.seconds_to_alphabeta),
    ("leaves / minimal tree", |setting| setting.leaves_to_minimal),
    ("speed-up by threads", |setting| setting.speedup),
];

// Ratios with their intervals, as many side by side as fit; those that nothing is known of are left out.
fn ratios(game: &GameSummary) -> Vec<Table> {
    let known: Vec<&(&str, Figure)> = RATIOS
        .iter()
        .filter(|(_, figure)| game.settings.iter().any(|setting| figure(setting).is_some()))
        .collect();
    let table = |some: &[&(&'static str, Figure)]| {
        let mut columns = vec![("setting", NAME, Left)];
        columns.extend(some.iter().map(|(heading, _)| (*heading, 25, Right)));
        let row = |setting: &SettingSummary| {
            let mut cells = vec![name(setting, game)];
            cells.extend(some.iter().map(|(_, figure)| interval(figure(setting))));
            cells
        };
        Table::new("Ratios", &columns, game.settings.iter().map(row))
    };
    known.chunks(3).map(table).collect()
}

fn inside(game: &GameSummary) -> Table {
    let columns = [
        ("setting", NAME, Left),
        ("n", 3, Right),
        ("branching", 10, Right),
        ("1st cut %", 9, Right),
        ("hits %", 9, Right),
        ("table cut %", 11, Right),
        ("re-searched", 12, Right),
        ("sel.depth", 9, Right),
        ("memory", 7, Right),
    ];
    let memory = |bytes: u64| if bytes == 0 { "-".to_owned() } else { format!("{} MiB", bytes >> 20) };
    let row = |setting: &SettingSummary| {
        vec![
            name(setting, game),
            setting.nodes.map_or(0, |nodes| nodes.n).to_string(),
            times_over(setting.branching),
            plus_minus(setting.first_cutoffs, 100.0),
            plus_minus(setting.table_hits, 100.0),
            plus_minus(setting.table_cutoffs, 100.0),
            mean(setting.researches, report::compact),
            plus_minus(setting.selective_depth, 1.0),
            memory(setting.memory),
        ]
    };
    let caption = match has_threads(game) {
        true => INSIDE_OF_THREADS,
        false => "Inside the search",
    };
    Table::new(caption, &columns, game.settings.iter().map(row))
}

/// `93.1±1.2`.
pub(super) fn plus_minus(estimate: Option<Estimate>, scale: f64) -> String {
    let Some(Estimate { mean, low, high, .. }) = estimate else { return "-".to_owned() };
    // Of a share one end may be cut off, where no share can be: the other one tells the width. Where both
    // are, the share may be anything, and the wider side is told.
    let half = low.zip(high).map(|(low, high)| (high - mean).max(mean - low) * scale);
    // An interval wider than this says nothing, and needs no more room for that.
    const MOST: f64 = 99.9;
    let half = half.map_or_else(String::new, |half| format!("±{:.1}", half.min(MOST)));
    format!("{:.1}{half}", mean * scale)
}

fn growth(game: &GameSummary) -> Table {
    let columns = [
        ("setting", NAME, Left),
        ("depth", 5, Right),
        ("n", 3, Right),
        ("nodes", 13, Right),
        ("growth", 7, Right),
        ("leaves", 13, Right),
        ("time", 14, Right),
    ];
    let mut rows = Vec::new();
    for setting in &game.settings {
        for point in &setting.growth {
            let grown = point.growth.map_or_else(String::new, |growth| report::digits(growth.mean, 2));
            rows.push(vec![
                name(setting, game),
                point.depth.to_string(),
                point.nodes.n.to_string(),
                mean(Some(point.nodes), report::compact),
                grown,
                mean(Some(point.leaves), report::compact),
                mean(Some(point.seconds), report::span),
            ]);
        }
    }
    Table::new("Growth from depth to depth", &columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_geometric_mean_is_told_by_a_factor() {
        let estimate = |low, high| Some(Estimate { mean: 13.7, low, high, n: 3 });
        assert_eq!(times_over(estimate(Some(1.9), Some(98.64))), "13.7 ×÷7.2");
        assert_eq!(times_over(estimate(Some(0.0), Some(1e9))), "13.7 ×÷999");
        assert_eq!((times_over(estimate(None, None)), times_over(None)), ("13.7".to_owned(), "-".to_owned()));
    }
}
