//! The page of `learn --html`: what the tables say, and charts of it.

use super::tables;
use crate::report::html::{Axis, Page, Section, Series};
use anyply_framework::learn::{PhaseReport, RoundReport, Weights};

/// The page of all rounds.
pub(super) fn page(rounds: &[RoundReport], weights: &Weights, unit: &str) -> Page {
    let origin = weights.origin();
    let mut page = Page::of_games("learn", std::iter::once(origin.game.as_str()));
    page.facts.push(("Seed", origin.seed.to_string()));
    page.facts.push(("Weights", weights.digest()));
    for round in rounds {
        page.add(section(round, weights, unit));
    }
    page.list(&origin.game, "recipe", "everything that the weights depend on", origin.recipe.clone());
    page
}

fn section(round: &RoundReport, weights: &Weights, unit: &str) -> Section {
    let mut section = Section::new(tables::head(round, weights, unit), vec![tables::table(round)]);
    let axis = |y: &str, logarithmic| Axis { x: "phase".to_owned(), y: y.to_owned(), logarithmic };
    let series = |name: &str, of: &dyn Fn(&PhaseReport) -> Option<f64>| {
        let points = round.phases.iter().filter_map(|phase| Some((phase.phase as i32, of(phase)?)));
        Series { name: name.to_owned(), points: points.collect() }
    };
    let measured =
        |of: fn(&PhaseReport) -> f64| move |phase: &PhaseReport| (phase.held_out > 0).then(|| of(phase));
    let mut errors = vec![
        series("learned", &measured(|phase| phase.mean_absolute)),
        series("hand-made", &measured(|phase| phase.hand_made)),
        series("always even", &measured(|phase| phase.nothing)),
    ];
    if round.phases.iter().any(|phase| phase.before.is_some()) {
        errors.push(series("before", &|phase| phase.before.filter(|_| phase.held_out > 0)));
    }
    section.lines(
        "Error by phase",
        "The mean absolute error on positions of games that nothing was fitted to: lower is better.",
        &axis(unit, false),
        errors,
    );
    let counted =
        |of: fn(&PhaseReport) -> u64| move |phase: &PhaseReport| (of(phase) > 0).then(|| of(phase) as f64);
    section.lines(
        "Positions by phase",
        "Different positions that weights were fitted to and measured by, on a logarithmic scale.",
        &axis("positions", true),
        vec![
            series("fitted to", &counted(|phase| phase.train)),
            series("held out", &counted(|phase| phase.held_out)),
        ],
    );
    section.lines(
        "Features seen by phase",
        "Of all that the weights tell apart, those that the positions have shown; the others inherit from the phase after.",
        &axis("features", false),
        vec![series("features", &counted(|phase| phase.features))],
    );
    section
}
