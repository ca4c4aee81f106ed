//! `compare`: the same searches across games and settings.
//!
//! `request` makes a plan of the arguments, `work` does its jobs, `tables`, `lines` and `estimate` print.

mod by_play;
mod estimate;
mod lines;
mod page;
mod request;
mod tables;
mod work;

use crate::args::Compare;
use crate::exit::{Exit, note};
use crate::interrupt;
use anyhow::{Result, anyhow, bail};
use anyply_framework::arena::MatchPlan;
use anyply_framework::lab::{JobResult, Plan, Summary, Verification, store};
use std::collections::HashMap;
use std::path::PathBuf;
use work::{Doable, Ended};

/// Plans, does the jobs, reports; or reports what was done before.
pub(crate) fn run(args: &Compare) -> Result<Exit> {
    if args.by_play || args.merge.first().is_some_and(|path| store::holds::<MatchPlan>(path)) {
        return by_play::run(args);
    }
    if !args.merge.is_empty() {
        let (plan, results) = merged(&args.merge)?;
        if args.json.json {
            results.iter().try_for_each(lines::result)?;
        }
        return report(&plan, &results, args);
    }
    let plan = request::plan(args)?;
    if args.dry_run {
        return estimate::print(&plan, args);
    }
    let stop = interrupt::stop_flag();
    match work::run(&plan, args, &stop)? {
        Ended::Done(results) if args.shard.is_none() => report(&plan, &results, args),
        Ended::Done(results) => Ok(told_of_shard(&plan, &results)),
        Ended::Interrupted => Ok(Exit::Interrupted),
    }
}

fn told_of_shard<W: Doable>(plan: &W, results: &[W::Result]) -> Exit {
    note(format_args!(
        "{} of {} jobs are done; with the other shards: anyply compare --merge FILES...",
        results.len(),
        plan.jobs().len()
    ));
    Exit::Done
}

// What the results say. Computed from them alone, so that shards say together what the whole run says.
fn report(plan: &Plan, results: &[JobResult], args: &Compare) -> Result<Exit> {
    let summary = Summary::new(plan, results);
    let verification = Verification::new(plan, results);
    if args.json.json {
        lines::summary(&summary, &verification, results)?;
    } else if args.csv {
        lines::csv(&summary)?;
    } else {
        tables::print(plan, &summary, &verification)?;
    }
    if let Some(path) = &args.html {
        page::of_searches(plan, &summary, &verification).write(path)?;
    }
    for difference in &verification.differences {
        note(format_args!("error: {difference}"));
    }
    Ok(if verification.differences.is_empty() { Exit::Done } else { Exit::Failed })
}

// The results of one plan from several files, in the order of its jobs.
fn merged<W: Doable>(paths: &[PathBuf]) -> Result<(W, Vec<W::Result>)> {
    let mut plan: Option<W> = None;
    let mut found: HashMap<String, W::Result> = HashMap::new();
    for path in paths {
        let (header, results) = store::read::<W>(path)?;
        match &plan {
            Some(plan) if *plan != header.plan => bail!(
                "{}:1:1: the results of another experiment than those of '{}'",
                path.display(),
                paths[0].display()
            ),
            _ => plan = Some(header.plan),
        }
        found.extend(results.into_iter().map(|result| (W::job_of(&result).to_owned(), result)));
    }
    let plan = plan.expect("at least one file");
    let jobs = plan.jobs();
    let results: Vec<W::Result> =
        jobs.iter().filter_map(|job| found.get(&W::identity_of(job)).cloned()).collect();
    match jobs.iter().find(|job| !found.contains_key(&W::identity_of(job))) {
        Some(job) => Err(anyhow!(
            "{} of {} jobs are missing, for example {}; do the other shards first",
            jobs.len() - results.len(),
            jobs.len(),
            W::told(job)
        )),
        None => Ok((plan, results)),
    }
}
