//! The page of a match: what the tables say, charts of it, and every game.

use super::replays::replay;
use super::{tables, tested};
use crate::commands::work::Doable;
use crate::report;
use crate::report::html::{Axis, Bar, Page, Scale, Section, Series};
use anyply_framework::arena::{
    GameResult, MatchPlan, MatchSummary, MatchedGameSummary, Mind, PairingSummary, Rating,
};
use anyply_framework::settings::to_ron;
use std::iter;

/// The page of matches, made by `command`.
pub(super) fn page(plan: &MatchPlan, summary: &MatchSummary, results: &[GameResult], command: &str) -> Page {
    let mut page = Page::of_games(command, summary.games.iter().map(|game| game.game.as_str()));
    page.facts.push(("Experiment", summary.experiment.clone()));
    let tested = tested(plan, results);
    page.facts.extend(tested.as_ref().map(|tested| ("Test", tables::test(tested, summary))));
    let jobs = plan.jobs().len();
    if results.len() < jobs && tested.is_none_or(|(_, standing)| !plan.is_settled(&standing)) {
        page.facts.push(("Incomplete", format!("{} of {jobs} games are missing", jobs - results.len())));
    }
    for game in &summary.games {
        page.add(section(game, results));
    }
    for game in &plan.games {
        let mut evaluators = Vec::new();
        for player in &game.players {
            let (text, evaluator) = match &player.mind {
                Mind::Engine(mind) => (to_ron(&mind.config), Some((&mind.evaluator, &mind.weights))),
                Mind::Program(program) => (program.command.clone(), None),
            };
            page.list(&game.name, &player.name, &tables::about(player), text);
            evaluators.extend(evaluator);
        }
        for (name, written) in evaluators {
            page.list_evaluator(&game.name, name, written.as_deref());
        }
    }
    if command == MatchPlan::COMMAND {
        page.replays = (1..).zip(results).map(|(number, result)| replay(number, result)).collect();
    }
    page
}

fn section(game: &MatchedGameSummary, results: &[GameResult]) -> Section {
    let mut all = vec![tables::results(game)];
    all.extend(tables::more(game));
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
    let strength = "Elo of the first against the second, with 95\u{a0}% intervals: to the right the first is stronger. \
                    An interval that crosses 0 decides nothing.";
    let told: Vec<String> = iter::once(strength.to_owned()).chain(tables::unpaired(game)).collect();
    section.bars("Strength", &told.join(" "), Scale::Signed, &bars);
    if let Some(ratings) = &game.ratings {
        let rated = game.players.iter().zip(&ratings.players);
        let bar = |(name, rating): (&String, &Option<Rating>)| {
            let rating = rating.as_ref()?;
            let (value, label) = (Some(rating.elo), tables::rating(rating));
            Some(Bar { name: name.clone(), value, low: rating.low, high: rating.high, label })
        };
        section.bars(
            "Ratings",
            &format!(
                "Elo from all games together, with 95\u{a0}% intervals; 0 is the mean of the players. {}.",
                tables::beside_ratings(game, ratings)
            ),
            Scale::Signed,
            &rated.filter_map(bar).collect::<Vec<_>>(),
        );
    }
    let axis = Axis { x: "game".to_owned(), y: "points ahead".to_owned(), logarithmic: false };
    section.lines(
        "Score by game",
        "How many points the first player of each pairing is ahead after each game: upwards it wins, downwards it loses.",
        &axis,
        game.pairings.iter().map(|pairing| ahead(game, pairing, results)).collect(),
    );
    section
}

fn ahead(of: &MatchedGameSummary, pairing: &PairingSummary, results: &[GameResult]) -> Series {
    let mut ahead = 0;
    let of_game = results
        .iter()
        .filter(|game| (&game.game, &game.variant, game.size) == (&of.game, &of.variant, of.size));
    let games = of_game.filter(|game| game.first == pairing.first && game.second == pairing.second);
    let points = games.enumerate().map(|(number, game)| {
        ahead += game.half_points() as i32 - 1;
        (number as i32 + 1, f64::from(ahead))
    });
    Series { name: format!("{} – {}", pairing.first, pairing.second), points: points.collect() }
}
