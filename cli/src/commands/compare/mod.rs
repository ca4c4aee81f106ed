//! `compare`: the same searches across games and settings.
//!
//! `request` makes a plan of the arguments, [`work`] does its jobs, `tables`, `lines` and `estimate` print.

mod by_play;
mod estimate;
mod lines;
mod page;
mod request;
mod tables;

use super::work::{self, Doable, Doing, merged, opened};
use crate::args::Compare;
use crate::exit::{Exit, note};
use crate::report::html::Page;
use anyhow::Result;
use anyply_framework::arena::MatchPlan;
use anyply_framework::lab::{Job, JobError, JobResult, Plan, Summary, Verification, run_job, store};
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::{GameVisitor, TextGame};
use std::path::Path;

/// Plans, does the jobs, reports; or reports what was done before.
pub(crate) fn run(args: &Compare) -> Result<Exit> {
    if let Some(path) = &args.html {
        Page::check(path, args.out.as_deref())?;
    }
    if args.by_play || args.merge.first().is_some_and(|path| store::holds::<MatchPlan>(path)) {
        return by_play::run(args);
    }
    if !args.merge.is_empty() {
        let (plan, results) = merged(&args.merge)?;
        return report(&plan, &results, args);
    }
    let plan = request::plan(args)?;
    if args.dry_run {
        return estimate::print(&plan, args);
    }
    work::carry_out(&plan, doing(args), Plan::COMMAND, perform, |results| report(&plan, results, args))
}

/// The page of a file of results.
pub(super) fn page_of(path: &Path) -> Result<Page> {
    let files = [path.to_owned()];
    let (plan, results) = merged::<Plan>(&files)?;
    let (summary, verification) = (Summary::new(&plan, &results), Verification::new(&plan, &results));
    Ok(page::of_searches(&plan, &summary, &verification).of_files(&files))
}

fn doing(args: &Compare) -> Doing<'_> {
    Doing {
        out: args.out.as_deref(),
        shard: args.shard,
        jobs: args.jobs,
        json: args.json.json,
        whole: args.html.is_some(),
    }
}

impl Doable for Plan {
    type Tally = ();

    const COMMAND: &'static str = "compare";
    // Its ratios are of the same positions.
    const PARTIAL: bool = false;

    fn count((): &mut (), _: &JobResult) {}

    fn told(job: &Job) -> String {
        format!("{} {}: {} on '{}'", job.game, job.variant, job.setting, job.position)
    }

    fn print(result: &JobResult) -> Result<()> {
        lines::result(result)
    }
}

/// Does one job.
fn perform(job: &Job, stop: &Stop) -> Result<Option<JobResult>, JobError> {
    opened(&job.game, &job.variant, job.size).accept(Perform { job, stop })
}

/// Does a job in a game of any type.
struct Perform<'a> {
    job: &'a Job,
    stop: &'a Stop,
}

impl GameVisitor for Perform<'_> {
    type Output = Result<Option<JobResult>, JobError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        run_job(session.game(), self.job, self.stop)
    }
}

// What the results say. Computed from them alone, so that shards say together what the whole run says.
fn report(plan: &Plan, results: &[JobResult], args: &Compare) -> Result<Exit> {
    let summary = Summary::new(plan, results);
    let verification = Verification::new(plan, results);
    // The page is written, and differences are told, even where nobody reads what is printed.
    let printed = print(plan, results, (&summary, &verification), args);
    if let Some(path) = &args.html {
        page::of_searches(plan, &summary, &verification).of_files(&args.merge).write(path)?;
    }
    for difference in &verification.differences {
        note(format_args!("error: {difference}"));
    }
    let exit = if verification.differences.is_empty() { Exit::Done } else { Exit::Failed };
    exit.after(printed)
}

fn print(
    plan: &Plan,
    results: &[JobResult],
    (summary, verification): (&Summary, &Verification),
    args: &Compare,
) -> Result<()> {
    if args.csv {
        return lines::csv(summary);
    }
    if !args.json.json {
        return tables::print(plan, summary, verification);
    }
    if !args.merge.is_empty() {
        results.iter().try_for_each(Plan::print)?;
    }
    lines::summary(summary, verification, results)
}
