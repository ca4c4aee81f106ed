//! `compare --by-play`: matches between settings, and how much stronger one is.

use super::{doing, request};
use crate::args::Compare;
use crate::commands::matches;
use crate::commands::work::{self, Ended, merged, told_of_shard};
use crate::exit::{Exit, Usage};
use crate::interrupt;
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
        let (plan, results) = merged(&args.merge, args.json.json)?;
        return report(&plan, &results, args);
    }
    let plan = request::matches(args)?;
    if args.dry_run {
        return matches::planned(&plan, args.json.json);
    }
    let stop = interrupt::stop_flag();
    match work::run(&plan, doing(args), |job, stop| matches::perform(job, &Nobody, stop), &stop)? {
        Ended::Done(results) if args.shard.is_none() => report(&plan, &results, args),
        Ended::Done(results) => Ok(told_of_shard(&plan, &results, "compare")),
        Ended::Interrupted(results) => {
            report(&plan, &results, args)?;
            Ok(Exit::Interrupted)
        }
    }
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
        matches::page(plan, &summary, results, "compare").of_files(&args.merge).write(path)?;
    }
    Ok(Exit::Done)
}
