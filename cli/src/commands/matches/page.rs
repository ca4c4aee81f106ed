//! The page of a match: what the tables say, charts of it, and every game.

use super::tables;
use crate::report;
use crate::report::html::{Bar, Page, Scale, Section};
use anyply_framework::arena::{GameResult, MatchPlan, MatchSummary, MatchedGameSummary, Mind};
use anyply_framework::settings::to_ron;

/// The page of matches, made by `command`.
pub(in crate::commands) fn page(
    plan: &MatchPlan,
    summary: &MatchSummary,
    results: &[GameResult],
    command: &str,
) -> Page {
    let mut page = Page::of_games(command, summary.games.iter().map(|game| game.game.as_str()));
    page.facts.push(("Experiment", summary.experiment.clone()));
    if let Some(sprt) = &plan.sprt {
        page.facts.push(("Test", tables::test(sprt, &tables::pairs(results))));
    }
    for game in &summary.games {
        page.add(section(plan, game, results));
    }
    for game in &plan.games {
        for player in &game.players {
            let text = match &player.mind {
                Mind::Engine(mind) => to_ron(&mind.config),
                Mind::Program(program) => program.command.clone(),
            };
            page.list(&game.name, &player.name, &tables::about(player), text);
        }
    }
    page
}

fn section(plan: &MatchPlan, game: &MatchedGameSummary, results: &[GameResult]) -> Section {
    let mut all = vec![tables::results(game)];
    all.extend(tables::more(plan, game, results));
    let mut section = Section::new(tables::head(game), all);
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
