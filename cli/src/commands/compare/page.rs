//! The page of `compare --html`: what the tables say, and charts of it.

use super::tables::{self, Figure};
use crate::report;
use crate::report::html::{Axis, Bar, Page, Scale, Section, Series};
use anyply_framework::lab::{GameSummary, Plan, SettingSummary, Summary, Verification};
use anyply_framework::settings::to_ron;

/// The page of a comparison.
pub(super) fn of_searches(plan: &Plan, summary: &Summary, verification: &Verification) -> Page {
    let mut page = Page::of_games("compare", summary.games.iter().map(|game| game.game.as_str()));
    page.facts.push(("Experiment", summary.experiment.clone()));
    page.facts.push(("Verified", tables::verdict(verification)));
    page.faults = verification.differences.iter().map(ToString::to_string).collect();
    for game in &summary.games {
        page.add(section(plan, game));
    }
    for game in &plan.games {
        for setting in &game.settings {
            page.list(&game.name, &setting.name, &setting.summary, to_ron(&setting.config));
        }
        for evaluator in &game.evaluators {
            page.list_evaluator(&game.name, &evaluator.name, evaluator.weights.as_deref());
        }
    }
    page
}

// Of the settings with the fewest threads: title, caption, what lengths say, and of which figure.
const BARS: [(&str, &str, Scale, Figure); 4] = [
    (
        "Nodes against plain alpha-beta",
        "Shorter to the left is better; geometric means with 95\u{a0}% intervals.",
        Scale::Ratio,
        |setting| setting.nodes_to_alphabeta,
    ),
    (
        "Nodes against the setting above",
        "What each setting saves (to the left) or costs (to the right) compared with the one before it.",
        Scale::Ratio,
        |setting| setting.nodes_to_above,
    ),
    (
        "Nodes against best",
        "What each technique saves: without it best makes more nodes (to the right) or fewer (to the left).",
        Scale::Ratio,
        |setting| setting.nodes_to_best,
    ),
    (
        "Cut-offs by the first move",
        "How often the first move tried was enough: how good the order of the moves is.",
        Scale::Share,
        |setting| setting.first_cutoffs,
    ),
];

fn section(plan: &Plan, game: &GameSummary) -> Section {
    let mut section = Section::new(tables::head(plan, game), tables::tables(plan, game));
    let with = |threads: u32| -> Vec<&SettingSummary> {
        game.settings.iter().filter(|setting| setting.threads == threads).collect()
    };
    let mut counts: Vec<u32> = game.settings.iter().map(|setting| setting.threads).collect();
    counts.sort_unstable();
    counts.dedup();
    // What threads do is shown apart: drawn together, the lines would hide each other.
    let fewest = counts.first().map_or_else(Vec::new, |&fewest| with(fewest));
    let are_parallel = fewest.iter().any(|setting| setting.threads > 1);
    let of_thread = if are_parallel { " Counted on the first thread." } else { "" };
    let axis = |x: &str, y: &str, logarithmic| Axis { x: x.to_owned(), y: y.to_owned(), logarithmic };
    section.lines(
        "Nodes by depth",
        "Means over the positions, on a logarithmic scale: each step upwards is ten times as many.",
        &axis("depth", "nodes", true),
        series(&fewest, |setting| {
            setting.growth.iter().map(|point| (point.depth as i32, point.nodes.mean)).collect()
        }),
    );
    for (title, caption, scale, figure) in BARS {
        // Costs are those of all threads, shares are not.
        let of_thread = if scale == Scale::Share { of_thread } else { "" };
        let caption = format!("{caption}{of_thread}");
        section.bars(title, &caption, scale, &bars(&fewest, figure, scale));
    }
    section.lines(
        "Branching by ply",
        &format!("Moves tried at each node, by its distance from the root.{of_thread}"),
        &axis("ply", "moves tried", false),
        series(&fewest, |setting| {
            let tried = setting.plies.iter().filter(|ply| ply.expanded > 0);
            tried.map(|ply| (ply.ply as i32, ply.made as f64 / ply.expanded as f64)).collect()
        }),
    );
    for &threads in counts.iter().skip(1) {
        section.bars(
            &format!("Speed-up with {threads} threads"),
            "How many times sooner the same depth is finished than with the fewest threads.",
            Scale::Ratio,
            &bars(&with(threads), |setting| setting.speedup, Scale::Ratio),
        );
    }
    section
}

fn series(settings: &[&SettingSummary], points: impl Fn(&SettingSummary) -> Vec<(i32, f64)>) -> Vec<Series> {
    let series =
        |setting: &&SettingSummary| Series { name: setting.setting.clone(), points: points(setting) };
    settings.iter().map(series).collect()
}

// Those of which nothing is known are left out.
fn bars(settings: &[&SettingSummary], figure: Figure, scale: Scale) -> Vec<Bar> {
    let (times, unit) = if scale == Scale::Share { (100.0, " %") } else { (1.0, "") };
    let bar = |setting: &&SettingSummary| {
        let estimate = figure(setting)?;
        Some(Bar {
            name: setting.setting.clone(),
            value: Some(estimate.mean),
            // Of a single position there is no interval, not an open one.
            low: estimate.low.or(Some(estimate.mean)),
            high: estimate.high.or(Some(estimate.mean)),
            label: report::with_interval(&estimate, |figure| report::digits(figure * times, 2)) + unit,
        })
    };
    settings.iter().filter_map(bar).collect()
}
