//! `compare --by-play`: matches between settings, and how much stronger one is.

use super::work::{self, Ended};
use super::{merged, page, request, told_of_shard};
use crate::args::Compare;
use crate::exit::{Exit, Usage};
use crate::interrupt;
use crate::report::{self, Align, Table};
use anyhow::Result;
use anyply_framework::arena::{
    Elo, MatchPlan, MatchSummary, MatchedGameSummary, MoveLimits, PairResult, PairingSummary,
};
use serde::Serialize;
use std::io::{self, Write};

/// Plans the matches, plays them, reports.
pub(super) fn run(args: &Compare) -> Result<Exit> {
    let senseless = [
        ("--threads", !args.threads.is_empty()),
        ("--repetitions", args.repetitions.is_some()),
        ("--budget", args.budget.is_some()),
    ];
    if let Some((option, _)) = senseless.iter().find(|(_, given)| *given) {
        return Err(Usage::error(format!(
            "'{option}' cannot stand beside '--by-play', which plays whole games"
        )));
    }
    if !args.merge.is_empty() {
        let (plan, results) = merged::<MatchPlan>(&args.merge)?;
        if args.json.json {
            results.iter().try_for_each(print)?;
        }
        return report(&plan, &results, args);
    }
    let plan = request::matches(args)?;
    if args.dry_run {
        return planned(&plan, args);
    }
    let stop = interrupt::stop_flag();
    match work::run(&plan, args, &stop)? {
        Ended::Done(results) if args.shard.is_none() => report(&plan, &results, args),
        Ended::Done(results) => Ok(told_of_shard(&plan, &results)),
        Ended::Interrupted => Ok(Exit::Interrupted),
    }
}

/// A pair of games as a line of JSON.
pub(super) fn print(result: &PairResult) -> Result<()> {
    Ok(report::json_line(result)?)
}

// How long games last is not known before they are played, so only their number is told.
fn planned(plan: &MatchPlan, args: &Compare) -> Result<Exit> {
    for game in &plan.games {
        let (pairings, openings) = (game.pairings.len(), game.openings.len());
        let games = 2 * pairings * openings;
        if args.json.json {
            let line = serde_json::json!({
                "game": game.name, "variant": game.variant, "pairings": pairings, "openings": openings, "games": games
            });
            report::json_line(&line)?;
        } else {
            report::line(format_args!(
                "{} {}: {pairings} pairings from {openings} openings with both colours, {games} games",
                game.name, game.variant
            ))?;
        }
    }
    Ok(Exit::Done)
}

fn report(plan: &MatchPlan, results: &[PairResult], args: &Compare) -> Result<Exit> {
    let summary = MatchSummary::new(plan, results);
    if args.json.json {
        lines(&summary)?;
    } else if args.csv {
        csv(&summary)?;
    } else {
        for game in &summary.games {
            report::line(head(game))?;
            table(game).print()?;
        }
    }
    if let Some(path) = &args.html {
        page::of_matches(plan, &summary).write(path)?;
    }
    Ok(Exit::Done)
}

/// What a player may spend on a move, in words.
pub(super) fn limits(limits: &MoveLimits) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{} nodes", report::grouped(nodes)));
    let time = limits.milliseconds.map(|milliseconds| format!("{milliseconds} ms"));
    let all: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
    format!("{} a move", all.join(" or "))
}

/// `{"summary": ...}`.
#[derive(Serialize)]
struct Line<'a> {
    summary: OfPairing<'a>,
}

/// How one pairing of one game ended.
#[derive(Serialize)]
struct OfPairing<'a> {
    game: &'a str,
    variant: &'a str,
    size: Option<u32>,
    #[serde(flatten)]
    pairing: &'a PairingSummary,
}

fn lines(summary: &MatchSummary) -> Result<()> {
    for MatchedGameSummary { game, variant, size, pairings } in &summary.games {
        for pairing in pairings {
            report::json_line(&Line { summary: OfPairing { game, variant, size: *size, pairing } })?;
        }
    }
    Ok(())
}

fn csv(summary: &MatchSummary) -> Result<()> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record([
        "game",
        "variant",
        "size",
        "first",
        "second",
        "wins",
        "draws",
        "losses",
        "forfeits",
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "superiority",
    ])?;
    let text = |figure: Option<f64>| figure.map_or_else(String::new, |figure| figure.to_string());
    for game in &summary.games {
        for pairing in &game.pairings {
            let size = game.size.map_or_else(String::new, |size| size.to_string());
            let mut row = vec![game.game.clone(), game.variant.clone(), size];
            row.extend([pairing.first.clone(), pairing.second.clone()]);
            row.extend(
                [pairing.wins, pairing.draws, pairing.losses, pairing.forfeits].map(|n| n.to_string()),
            );
            let elo = pairing.elo;
            let of = |figure: fn(Elo) -> Option<f64>| text(elo.and_then(figure));
            row.extend([of(|elo| Some(elo.score)), of(|elo| elo.elo), of(|elo| elo.low), of(|elo| elo.high)]);
            row.push(of(|elo| Some(elo.superiority)));
            table.write_record(row)?;
        }
    }
    // Written at once, so that a reader who has gone is told from a fault.
    Ok(io::stdout().write_all(&table.into_inner()?)?)
}

const NAME: usize = 22;

/// The variant that was played.
pub(super) fn head(game: &MatchedGameSummary) -> String {
    let size = game.size.map_or_else(String::new, |size| format!(" {size}x{size}"));
    format!("{} {}{size}", game.game, game.variant)
}

/// How the pairings ended. Games that were lost by a forfeit are counted where there are any.
pub(super) fn table(game: &MatchedGameSummary) -> Table {
    use Align::{Left, Right};
    let mut columns = vec![
        ("setting", NAME, Left),
        ("against", NAME, Left),
        ("won", 5, Right),
        ("drawn", 5, Right),
        ("lost", 5, Right),
        ("Elo", 20, Right),
        ("better", 7, Right),
    ];
    let forfeits = game.pairings.iter().any(|pairing| pairing.forfeits > 0);
    if forfeits {
        columns.push(("forfeits", 8, Right));
    }
    let row = |pairing: &PairingSummary| {
        let mut cells = vec![pairing.first.clone(), pairing.second.clone()];
        cells.extend([pairing.wins, pairing.draws, pairing.losses].map(|games| games.to_string()));
        cells.push(pairing.elo.as_ref().map_or_else(|| "-".to_owned(), report::elo));
        cells.push(
            pairing.elo.map_or_else(|| "-".to_owned(), |elo| format!("{:.1} %", 100.0 * elo.superiority)),
        );
        cells.extend(forfeits.then(|| pairing.forfeits.to_string()));
        cells
    };
    Table::new("Results of play", &columns, game.pairings.iter().map(row))
}
