//! Doing the jobs of a plan: in parallel, resumed, kept as they come.

use super::{by_play, lines};
use crate::args::Compare;
use crate::exit::note;
use anyhow::{Result, anyhow};
use anyply_framework::arena::{MatchPlan, PairJob, PairResult, run_pair};
use anyply_framework::lab::runner::{self, InOrder};
use anyply_framework::lab::store::Store;
use anyply_framework::lab::{Job, JobError, JobResult, Plan, Work, run_job};
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{HashMap, HashSet};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

/// Work that this program can do and show.
pub(super) trait Doable: Work {
    /// Does a job; nothing comes of it if it is stopped.
    fn perform(job: &Self::Job, stop: &Stop) -> Result<Option<Self::Result>, JobError>;
    /// A job in words.
    fn told(job: &Self::Job) -> String;
    /// A result as a line of JSON.
    fn print(result: &Self::Result) -> Result<()>;
}

impl Doable for Plan {
    fn perform(job: &Job, stop: &Stop) -> Result<Option<JobResult>, JobError> {
        perform(job, stop)
    }

    fn told(job: &Job) -> String {
        format!("{} {}: {} on '{}'", job.game, job.variant, job.setting, job.position)
    }

    fn print(result: &JobResult) -> Result<()> {
        lines::result(result)
    }
}

impl Doable for MatchPlan {
    fn perform(job: &PairJob, stop: &Stop) -> Result<Option<PairResult>, JobError> {
        opened(&job.game, &job.variant, job.size).accept(Perform { job, stop })
    }

    fn told(job: &PairJob) -> String {
        let [first, second] = [0, 1].map(|player: usize| &job.players[player].name);
        format!("{} {}: {first} against {second} from '{}'", job.game, job.variant, job.opening)
    }

    fn print(result: &PairResult) -> Result<()> {
        by_play::print(result)
    }
}

/// How the work ended.
pub(super) enum Ended<R> {
    /// Everything that was to be done, in the order of the jobs.
    Done(Vec<R>),
    /// By Ctrl-C, which was told.
    Interrupted,
}

/// Does every job that is to be done here and is not done yet.
pub(super) fn run<W: Doable>(plan: &W, args: &Compare, stop: &Stop) -> Result<Ended<W::Result>> {
    let mut mine = HashSet::new();
    let jobs: Vec<W::Job> = plan
        .jobs()
        .into_iter()
        .enumerate()
        .filter(|(number, _)| args.shard.is_none_or(|shard| shard.has(*number)))
        .map(|(_, job)| job)
        .filter(|job| mine.insert(W::identity_of(job)))
        .collect();
    let (store, before) = match &args.out {
        Some(path) => Store::open(path, plan).map(|(store, before)| (Some(store), before))?,
        None => (None, Vec::new()),
    };
    let before: HashMap<String, W::Result> =
        before.into_iter().map(|result| (W::job_of(&result).to_owned(), result)).collect();
    let mut keeper = Keeper::<W> { store, json: args.json.json, order: InOrder::default(), done: Vec::new() };
    let mut open = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        match before.get(&W::identity_of(job)) {
            Some(result) => keeper.take_in(number, result.clone())?,
            None => open.push((number, job)),
        }
    }
    let progress = progress(jobs.len(), jobs.len() - open.len());
    let mut failed = None;
    let work = |index: usize| W::perform(open[index].1, stop);
    runner::run(open.len(), args.jobs.into(), work, |index, found| {
        let (number, job) = open[index];
        let kept = match found {
            Ok(Some(result)) => progress.suspend(|| keeper.keep(number, result)),
            Ok(None) => return ControlFlow::Break(()),
            Err(error) => Err(anyhow!("{}: {error}", W::told(job))),
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
struct Keeper<W: Work> {
    store: Option<Store<W>>,
    json: bool,
    order: InOrder<W::Result>,
    done: Vec<W::Result>,
}

impl<W: Doable> Keeper<W> {
    fn keep(&mut self, number: usize, result: W::Result) -> Result<()> {
        if let Some(store) = &mut self.store {
            let kept = store.append(&result);
            kept.map_err(|error| {
                anyhow!("{error}; what is there stays, and the same command goes on with it")
            })?;
        }
        self.take_in(number, result)
    }

    fn take_in(&mut self, number: usize, result: W::Result) -> Result<()> {
        for result in self.order.insert(number, result) {
            if self.json {
                W::print(&result)?;
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
    opened(&job.game, &job.variant, job.size).accept(Perform { job, stop })
}

fn opened(game: &str, variant: &str, size: Option<u32>) -> AnyGame {
    AnyGame::open(game, Some(variant), size).expect("a plan names games that were opened")
}

/// Does a job in a game of any type.
struct Perform<'a, J> {
    job: &'a J,
    stop: &'a Stop,
}

impl GameVisitor for Perform<'_, Job> {
    type Output = Result<Option<JobResult>, JobError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        run_job(session.game(), self.job, self.stop)
    }
}

impl GameVisitor for Perform<'_, PairJob> {
    type Output = Result<Option<PairResult>, JobError>;

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        run_pair(session.game(), self.job, self.stop)
    }
}
