//! `compare --by-play`: matches between settings, and how much stronger one is.

use super::{doing, request};
use crate::args::Compare;
use crate::commands::matches;
use crate::commands::work::{self, Doable, Ended, merged, told_of_shard};
use crate::exit::{Exit, Usage};
use crate::interrupt;
use crate::report;
use anyhow::Result;
use anyply_framework::arena::{GameResult, MatchPlan, MatchSummary, Nobody};

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
            results.iter().try_for_each(MatchPlan::print)?;
        }
        return report(&plan, &results, args);
    }
    let plan = request::matches(args)?;
    if args.dry_run {
        return planned(&plan, args);
    }
    let stop = interrupt::stop_flag();
    match work::run(&plan, doing(args), |job, stop| matches::perform(job, &Nobody, stop), &stop)? {
        Ended::Done(results) if args.shard.is_none() => report(&plan, &results, args),
        Ended::Done(results) => Ok(told_of_shard(&plan, &results)),
        Ended::Interrupted(_) => Ok(Exit::Interrupted),
    }
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

fn report(plan: &MatchPlan, results: &[GameResult], args: &Compare) -> Result<Exit> {
    let summary = MatchSummary::new(plan, results);
    if args.json.json {
        matches::summaries(&summary)?;
    } else if args.csv {
        matches::csv(&summary)?;
    } else {
        matches::print(&summary)?;
    }
    if let Some(path) = &args.html {
        matches::page(plan, &summary, results, "compare").write(path)?;
    }
    Ok(Exit::Done)
}
