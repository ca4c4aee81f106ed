//! Doing the jobs of a plan: in parallel, resumed, kept as they come.

use super::{lines, told};
use crate::args::Compare;
use crate::exit::note;
use anyhow::{Result, anyhow};
use anyply_framework::lab::runner::{self, InOrder};
use anyply_framework::lab::store::Store;
use anyply_framework::lab::{Job, JobError, JobResult, Plan, run_job};
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{HashMap, HashSet};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

/// How the work ended.
pub(super) enum Ended {
    /// Everything that was to be done, in the order of the jobs.
    Done(Vec<JobResult>),
    /// By Ctrl-C, which was told.
    Interrupted,
}

/// Does every job that is to be done here and is not done yet.
pub(super) fn run(plan: &Plan, args: &Compare, stop: &Stop) -> Result<Ended> {
    let mut mine = HashSet::new();
    let jobs: Vec<Job> = plan
        .jobs()
        .into_iter()
        .enumerate()
        .filter(|(number, _)| args.shard.is_none_or(|shard| shard.has(*number)))
        .map(|(_, job)| job)
        .filter(|job| mine.insert(job.identity()))
        .collect();
    let (store, before) = match &args.out {
        Some(path) => Store::open(path, plan).map(|(store, before)| (Some(store), before))?,
        None => (None, Vec::new()),
    };
    let before: HashMap<String, JobResult> =
        before.into_iter().map(|result| (result.job.clone(), result)).collect();
    let mut keeper = Keeper { store, json: args.json.json, order: InOrder::default(), done: Vec::new() };
    let mut open = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        match before.get(&job.identity()) {
            Some(result) => keeper.take_in(number, result.clone())?,
            None => open.push((number, job)),
        }
    }
    let progress = progress(jobs.len(), jobs.len() - open.len());
    let mut failed = None;
    let work = |index: usize| perform(open[index].1, stop);
    runner::run(open.len(), args.jobs.into(), work, |index, found| {
        let (number, job) = open[index];
        let kept = match found {
            Ok(Some(result)) => progress.suspend(|| keeper.keep(number, result)),
            Ok(None) => return ControlFlow::Break(()),
            Err(error) => Err(anyhow!("{}: {error}", told(job))),
        };
        progress.inc(1);
        match kept {
            // The first one counts: what was still under way may fail for the same reason.
            Err(error) if failed.is_none() => {
                failed = Some(error);
                stop.stop();
                ControlFlow::Break(())
            }
            _ if stop.is_set() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    progress.finish_and_clear();
    let (kept, all) = (keeper.kept(), jobs.len());
    if let Some(error) = failed {
        return Err(error);
    }
    if stop.is_set() && kept < all {
        note(match &args.out {
            Some(path) => format!(
                "Interrupted: {kept} of {all} jobs are done and kept in {}; the same command goes on with the others.",
                path.display()
            ),
            None => format!(
                "Interrupted: {kept} of {all} jobs were done; with --out FILE they would have been kept."
            ),
        });
        return Ok(Ended::Interrupted);
    }
    Ok(Ended::Done(keeper.done))
}

fn progress(all: usize, done: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} jobs, {elapsed}, about {eta} left");
    let bar = ProgressBar::new(all as u64).with_style(style.expect("a template of known keys"));
    bar.with_position(done as u64)
}

/// Where finished jobs go: into the file at once, to the reader and the report in their order.
struct Keeper {
    store: Option<Store>,
    json: bool,
    order: InOrder<JobResult>,
    done: Vec<JobResult>,
}

impl Keeper {
    fn keep(&mut self, number: usize, result: JobResult) -> Result<()> {
        if let Some(store) = &mut self.store {
            let kept = store.append(&result);
            kept.map_err(|error| {
                anyhow!("{error}; what is there stays, and the same command goes on with it")
            })?;
        }
        self.take_in(number, result)
    }

    fn take_in(&mut self, number: usize, result: JobResult) -> Result<()> {
        for result in self.order.insert(number, result) {
            if self.json {
                lines::result(&result)?;
            }
            self.done.push(result);
        }
        Ok(())
    }

    fn kept(&self) -> usize {
        self.done.len() + self.order.waiting()
    }
}

/// Does one job.
pub(super) fn perform(job: &Job, stop: &Stop) -> Result<Option<JobResult>, JobError> {
    let mut game =
        AnyGame::open(&job.game, Some(&job.variant), job.size).expect("a plan names games that were opened");
    game.accept(Perform { job, stop })
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
