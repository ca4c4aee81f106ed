//! Doing the jobs of a plan: in parallel, resumed, kept as they come, put together from shards.

use crate::exit::{Exit, is_closed, note};
use crate::interrupt;
use crate::values::Shard;
use crate::whole;
use anyhow::{Error, Result, anyhow, bail};
use anyply_framework::lab::runner::{self, InOrder};
use anyply_framework::lab::store::{self, PlanJobs, Store, StoreError};
use anyply_framework::lab::{JobError, Work};
use anyply_framework::search::Stop;
use anyply_games::AnyGame;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Work that this program can do and show.
pub(super) trait Doable: Work {
    /// The command that does it.
    const COMMAND: &'static str;

    /// What is kept count of while results come in, in their order.
    type Tally: Default;

    /// Whether a report of part of the results is worth having.
    const PARTIAL: bool;

    /// A job in words.
    fn told(job: &Self::Job) -> String;

    /// What is wrong with a result that was read, as far as the rules of its game tell.
    ///
    /// # Errors
    /// A few words.
    fn check(result: &Self::Result) -> Result<(), String> {
        let _ = result;
        Ok(())
    }

    /// A result as a line of JSON.
    fn print(result: &Self::Result) -> Result<()>;

    /// Counts the next result.
    fn count(tally: &mut Self::Tally, result: &Self::Result);

    /// Whether the results so far, the first of all in their order, have settled what was asked: the rest is
    /// not done.
    fn is_settled(&self, tally: &Self::Tally) -> bool {
        let _ = tally;
        false
    }

    /// How it stands, in a few words.
    fn standing(&self, tally: &Self::Tally) -> String {
        let _ = tally;
        String::new()
    }

    /// Leaves away what no summary needs, once a result is kept and printed: there may be many.
    fn lighten(result: &mut Self::Result) {
        let _ = result;
    }
}

/// How the jobs are to be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doing<'a> {
    /// Where results are kept.
    pub(super) out: Option<&'a Path>,
    /// Which of the jobs are to be done here.
    pub(super) shard: Option<Shard>,
    /// How many at the same time.
    pub(super) jobs: u16,
    /// Results are printed as they come.
    pub(super) json: bool,
    /// Results are wanted whole: for a page, or to be learned from.
    pub(super) whole: bool,
}

/// How the work ended.
pub(super) enum Ended<R> {
    /// Everything that was to be done, in the order of the jobs.
    Done(Vec<R>),
    /// By Ctrl-C, which was told; with the results up to the first that is missing.
    Interrupted(Vec<R>),
}

/// Does every job that is to be done here and is not done yet: `perform` does one; nothing comes of it if it
/// is stopped.
pub(super) fn run<W: Doable + Sync>(
    plan: &W,
    doing: Doing<'_>,
    perform: impl Fn(&W::Job, &Stop) -> Result<Option<W::Result>, JobError> + Sync,
    stop: &Stop,
) -> Result<Ended<W::Result>> {
    let all = PlanJobs::of(plan);
    let jobs = jobs(&all, doing.shard);
    let (mut keeper, open) = Keeper::open(plan, doing, &all, &jobs)?;
    let progress = progress(jobs.len(), jobs.len() - open.len());
    let mut failed = None;
    let left = if keeper.settled { 0 } else { open.len() };
    let work = |index: usize| perform(open[index].1, stop);
    runner::run(left, doing.jobs.into(), work, |index, found| {
        let (number, job) = open[index];
        let kept = match found {
            Ok(Some(result)) => progress.suspend(|| keeper.keep(number, result)),
            Ok(None) => return ControlFlow::Break(()),
            Err(error) => Err(anyhow!("{}: {error}", W::told(job))),
        };
        progress.set_message(plan.standing(&keeper.tally));
        progress.inc(1);
        match kept {
            // The first one counts: what was still under way may fail for the same reason.
            Err(error) if failed.is_none() && !keeper.settled => {
                failed = Some(error);
                stop.stop();
                ControlFlow::Break(())
            }
            _ if keeper.settled => {
                // What is still under way would count no more.
                stop.stop();
                ControlFlow::Break(())
            }
            _ if stop.is_set() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    progress.finish_and_clear();
    match failed {
        Some(error) => Err(error),
        None => Ok(keeper.ended(jobs.len(), stop)),
    }
}

/// Does what is to be done here, and reports it: part of it too, where that is worth having. Of a shard it
/// only says that `command` puts it together with the others.
pub(super) fn carry_out<W: Doable + Sync>(
    plan: &W,
    doing: Doing<'_>,
    command: &str,
    perform: impl Fn(&W::Job, &Stop) -> Result<Option<W::Result>, JobError> + Sync,
    report: impl FnOnce(&[W::Result]) -> Result<Exit>,
) -> Result<Exit> {
    match run(plan, doing, perform, &interrupt::stop_flag())? {
        Ended::Done(results) if doing.shard.is_none() => report(&results),
        Ended::Done(results) => Ok(told_of_shard(plan, &results, command)),
        Ended::Interrupted(results) => {
            if W::PARTIAL {
                report(&results)?;
            }
            Ok(Exit::Interrupted)
        }
    }
}

/// A job after its identity.
type Identified<'a, J> = (&'a str, &'a J);

// The jobs that are to be done here, each once.
fn jobs<W: Doable>(all: &PlanJobs<W>, shard: Option<Shard>) -> Vec<Identified<'_, W::Job>> {
    let mut mine = HashSet::new();
    let here = all.all().enumerate();
    let here = here.filter(|(number, _)| shard.is_none_or(|shard| shard.has(*number / W::TOGETHER)));
    here.map(|(_, job)| job).filter(|(identity, _)| mine.insert(*identity)).collect()
}

fn progress(all: usize, done: usize) -> ProgressBar {
    let template = "{bar:30} {pos} of {len} jobs, {elapsed}, about {eta} left {msg}";
    progress_of(template, all).with_position(done as u64)
}

/// A bar for a terminal, and nothing elsewhere.
pub(super) fn progress_of(template: &str, all: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(all as u64).with_style(style.expect("a template of known keys"))
}

// What cannot be written is told in the same words whatever is written.
fn worded(error: StoreError) -> Error {
    match error {
        StoreError::Write { path, error } => whole::unwritable(&path, error),
        other => other.into(),
    }
}

/// Where finished jobs go: into the file at once, to the reader and the report in their order.
struct Keeper<'a, W: Doable> {
    plan: &'a W,
    doing: Doing<'a>,
    store: Option<Store<W>>,
    order: InOrder<W::Result>,
    done: Vec<W::Result>,
    tally: W::Tally,
    /// No more is needed.
    settled: bool,
}

/// A job that is still to be done, and its number.
type Open<'a, J> = (usize, &'a J);

impl<'a, W: Doable> Keeper<'a, W> {
    // With what was done before; and what is left.
    fn open<'j>(
        plan: &'a W,
        doing: Doing<'a>,
        all: &PlanJobs<W>,
        jobs: &[Identified<'j, W::Job>],
    ) -> Result<(Self, Vec<Open<'j, W::Job>>)> {
        let (store, before) = match doing.out {
            Some(path) => {
                // Opened anew it would be written to at another place than what is printed: one would
                // overwrite the other. A device or a pipe has no places.
                if path.is_file() {
                    whole::refuse_stream(path, "what is printed there would overwrite the results")?;
                }
                let (store, before) = Store::open(path, plan, all, W::check).map_err(worded)?;
                (Some(store), before)
            }
            None => (None, Vec::new()),
        };
        let mut before: HashMap<String, W::Result> =
            before.into_iter().map(|result| (W::job_of(&result).to_owned(), result)).collect();
        let (order, tally) = (InOrder::default(), W::Tally::default());
        let mut keeper = Self { plan, doing, store, order, done: Vec::new(), tally, settled: false };
        let mut open = Vec::new();
        for (number, &(identity, job)) in jobs.iter().enumerate() {
            match before.remove(identity) {
                Some(result) => keeper.take_in(number, result)?,
                None => open.push((number, job)),
            }
        }
        Ok((keeper, open))
    }

    fn ended(self, all: usize, stop: &Stop) -> Ended<W::Result> {
        let kept = self.kept();
        if !stop.is_set() || kept == all || self.settled {
            return Ended::Done(self.done);
        }
        note(match self.doing.out {
            Some(path) => format!(
                "Interrupted: {kept} of {all} jobs are done and kept in {}; the same command goes on with the others.",
                path.display()
            ),
            None => format!(
                "Interrupted: {kept} of {all} jobs were done; with --out FILE they would have been kept."
            ),
        });
        Ended::Interrupted(self.done)
    }

    fn keep(&mut self, number: usize, result: W::Result) -> Result<()> {
        if let Some(store) = &mut self.store {
            let kept = store.append(&result);
            kept.map_err(|error| {
                anyhow!("{error}; what is there stays, and the same command goes on with it")
            })?;
        }
        self.take_in(number, result)
    }

    // What comes after all is settled is kept in the file, and counts no more: it is there by chance.
    fn take_in(&mut self, number: usize, result: W::Result) -> Result<()> {
        for mut result in self.order.insert(number, result) {
            if self.settled {
                return Ok(());
            }
            if self.doing.json {
                match W::print(&result) {
                    // Nobody reads any more, but the file or the page is still wanted.
                    Err(error) if is_closed(&error) && (self.doing.out.is_some() || self.doing.whole) => {
                        self.doing.json = false;
                    }
                    printed => printed?,
                }
            }
            W::count(&mut self.tally, &result);
            if !self.doing.whole {
                W::lighten(&mut result);
            }
            self.done.push(result);
            self.settled = self.doing.shard.is_none() && self.plan.is_settled(&self.tally);
        }
        Ok(())
    }

    fn kept(&self) -> usize {
        self.done.len() + self.order.waiting()
    }
}

/// The game that a plan names.
pub(super) fn opened(game: &str, variant: &str, size: Option<u32>) -> AnyGame {
    AnyGame::open(game, Some(variant), size).expect("a plan names games that were opened")
}

// What is said when a shard is done; `command` puts them together.
fn told_of_shard<W: Doable>(plan: &W, results: &[W::Result], command: &str) -> Exit {
    note(format_args!(
        "{} of {} jobs are done; with the other shards: anyply {command} --merge FILES...",
        results.len(),
        plan.jobs().len(),
    ));
    Exit::Done
}

/// The results of one plan from several files, in the order of its jobs.
pub(super) fn merged<W: Doable>(paths: &[PathBuf]) -> Result<(W, Vec<W::Result>)> {
    let mut first: Option<(store::Header<W>, PlanJobs<W>)> = None;
    let mut found: HashMap<String, W::Result> = HashMap::new();
    let mut twice = 0;
    for path in paths {
        let file = store::read::<W>(path)?;
        let (header, jobs) = first.get_or_insert_with(|| {
            let header = file.header.clone();
            let jobs = PlanJobs::of(&header.plan);
            (header, jobs)
        });
        if file.header.experiment != header.experiment {
            bail!(
                "{}:1:1: the results of another experiment than those of '{}'",
                path.display(),
                paths[0].display()
            );
        }
        for result in file.results(jobs, W::check)? {
            match found.entry(W::job_of(&result).to_owned()) {
                Entry::Occupied(_) => twice += 1,
                Entry::Vacant(entry) => drop(entry.insert(result)),
            }
        }
    }
    if twice > 0 {
        note(format_args!("{twice} jobs were done more than once: what comes first counts"));
    }
    let (store::Header { plan, .. }, all) = first.expect("at least one file");
    let jobs = jobs(&all, None);
    let missing = jobs.iter().filter(|(identity, _)| !found.contains_key(*identity)).count();
    let mut tally = W::Tally::default();
    let mut results = Vec::new();
    // Whether none is missing so far: what comes first by chance settles nothing.
    let mut unbroken = true;
    for &(identity, job) in &jobs {
        if unbroken && plan.is_settled(&tally) {
            break;
        }
        match found.remove(identity) {
            Some(result) => {
                W::count(&mut tally, &result);
                results.push(result);
            }
            None if W::PARTIAL => unbroken = false,
            None => bail!(
                "{missing} of {} jobs are missing, for example {}; do the other shards first",
                jobs.len(),
                W::told(job)
            ),
        }
    }
    if missing > 0 && !(unbroken && plan.is_settled(&tally)) {
        note(format_args!("{missing} of {} jobs are missing: this is how it stands", jobs.len()));
    }
    Ok((plan, results))
}
