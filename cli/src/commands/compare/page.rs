//! The page of `compare --html`: what the tables say, and charts of it.

use super::{by_play, tables};
use crate::report;
use crate::report::html::{Axis, Bar, Listing, Page, Scale, Section, Series};
use anyply_framework::arena::{MatchPlan, MatchSummary, MatchedGameSummary};
use anyply_framework::lab::{Estimate, GameSummary, Plan, SettingSummary, Summary, Verification};
use anyply_framework::search::SearchConfig;
use anyply_framework::settings::to_ron;

/// The page of a comparison.
pub(super) fn of_searches(plan: &Plan, summary: &Summary, verification: &Verification) -> Page {
    let mut page = Page::new(title(summary.games.iter().map(|game| game.game.as_str())));
    page.facts.push(("Experiment", summary.experiment.clone()));
    page.facts.push(("Verified", tables::verdict(verification)));
    page.faults = verification.differences.iter().map(ToString::to_string).collect();
    for game in &summary.games {
        page.add(section(plan, game));
    }
    for game in &plan.games {
        for setting in &game.settings {
            list(&mut page, &game.name, &setting.name, &setting.summary, &setting.config);
        }
    }
    page
}

/// The page of matches.
pub(super) fn of_matches(plan: &MatchPlan, summary: &MatchSummary) -> Page {
    let mut page = Page::new(title(summary.games.iter().map(|game| game.game.as_str())));
    page.facts.push(("Experiment", summary.experiment.clone()));
    for game in &summary.games {
        page.add(matches(game));
    }
    for game in &plan.games {
        for player in &game.players {
            list(&mut page, &game.name, &player.name, &by_play::limits(&player.limits), &player.config);
        }
    }
    page
}

fn title<'a>(games: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in games {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("anyply compare: {}", names.join(", "))
}

// Settings of one name may differ from game to game: those are listed apart.
fn list(page: &mut Page, game: &str, name: &str, about: &str, config: &SearchConfig) {
    let text = to_ron(config);
    let same =
        |listing: &&mut Listing| listing.text == text && listing.name.starts_with(&format!("{name} ("));
    if let Some(listing) = page.listings.iter_mut().find(same) {
        if !listing.name.contains(game) {
            listing.name.insert_str(listing.name.len() - 1, &format!(", {game}"));
        }
        return;
    }
    page.listings.push(Listing { name: format!("{name} ({game})"), about: about.to_owned(), text });
}

fn section(plan: &Plan, game: &GameSummary) -> Section {
    let mut section = Section::new(tables::head(plan, game), tables::tables(plan, game));
    let with = |threads: u32| -> Vec<&SettingSummary> {
        game.settings.iter().filter(|setting| setting.threads == threads).collect()
    };
    let mut counts: Vec<u32> = game.settings.iter().map(|setting| setting.threads).collect();
    counts.sort_unstable();
    counts.dedup();
    // What threads do is shown apart: drawn together, the lines would hide each other.
    let serial = counts.first().map_or_else(Vec::new, |&fewest| with(fewest));
    let axis = |x: &str, y: &str, logarithmic| Axis { x: x.to_owned(), y: y.to_owned(), logarithmic };
    section.lines(
        "Nodes by depth",
        "Means over the positions, on a logarithmic scale: each step upwards is ten times as many.",
        &axis("depth", "nodes", true),
        series(&serial, |setting| {
            setting.growth.iter().map(|point| (point.depth as i32, point.nodes.mean)).collect()
        }),
    );
    let ratio = |figure| told(figure, 1.0);
    let share = |figure| told(figure, 100.0) + " %";
    section.bars(
        "Nodes against plain alpha-beta",
        "Shorter to the left is better; geometric means with 95\u{a0}% intervals.",
        Scale::Ratio,
        &bars(&serial, |setting| setting.nodes_to_alphabeta, ratio),
    );
    section.bars(
        "Nodes against the setting above",
        "What each setting saves (to the left) or costs (to the right) compared with the one before it.",
        Scale::Ratio,
        &bars(&serial, |setting| setting.nodes_to_above, ratio),
    );
    section.bars(
        "Cut-offs by the first move",
        "How often the first move tried was enough: how good the order of the moves is.",
        Scale::Share,
        &bars(&serial, |setting| setting.first_cutoffs, share),
    );
    section.lines(
        "Branching by ply",
        "Moves tried at each node, by its distance from the root.",
        &axis("ply", "moves tried", false),
        series(&serial, |setting| {
            let tried = setting.plies.iter().filter(|ply| ply.expanded > 0);
            tried.map(|ply| (ply.ply as i32, ply.made as f64 / ply.expanded as f64)).collect()
        }),
    );
    for &threads in counts.iter().skip(1) {
        section.bars(
            &format!("Speed-up with {threads} threads"),
            "How many times sooner the same depth is finished than with the fewest threads.",
            Scale::Ratio,
            &bars(&with(threads), |setting| setting.speedup, ratio),
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
fn bars(
    settings: &[&SettingSummary],
    figure: fn(&SettingSummary) -> Option<Estimate>,
    label: impl Fn(Estimate) -> String,
) -> Vec<Bar> {
    let bar = |setting: &&SettingSummary| {
        let estimate = figure(setting)?;
        Some(Bar {
            name: setting.setting.clone(),
            value: Some(estimate.mean),
            // Of a single position there is no interval, not an open one.
            low: estimate.low.or(Some(estimate.mean)),
            high: estimate.high.or(Some(estimate.mean)),
            label: label(estimate),
        })
    };
    settings.iter().filter_map(bar).collect()
}

/// `0.45 [0.40, 0.51]`.
fn told(estimate: Estimate, scale: f64) -> String {
    let [mean, low, high] = [Some(estimate.mean), estimate.low, estimate.high]
        .map(|figure| figure.map(|figure| report::digits(figure * scale, 2)));
    match (low, high) {
        (Some(low), Some(high)) => format!("{} [{low}, {high}]", mean.unwrap_or_default()),
        _ => mean.unwrap_or_default(),
    }
}

fn matches(game: &MatchedGameSummary) -> Section {
    let mut section = Section::new(by_play::head(game), vec![by_play::table(game)]);
    let bars: Vec<Bar> = game
        .pairings
        .iter()
        .filter_map(|pairing| {
            let elo = pairing.elo.as_ref()?;
            // All or nothing won has no finite difference: the bar goes to the edge.
            let edge = if elo.score > 0.5 { f64::INFINITY } else { f64::NEG_INFINITY };
            Some(Bar {
                name: format!("{} – {}", pairing.first, pairing.second),
                value: Some(elo.elo.unwrap_or(edge)),
                low: elo.low,
                high: elo.high,
                label: report::elo(elo),
            })
        })
        .collect();
    section.bars(
        "Strength",
        "Elo of the first against the second, with 95\u{a0}% intervals: to the right the first is stronger. An interval that crosses 0 decides nothing.",
        Scale::Signed,
        &bars,
    );
    section
}
