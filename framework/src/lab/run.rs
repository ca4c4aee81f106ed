//! [`run_job`]: one job, in the statically typed code of its game.

use super::job::{DepthFigures, Job, JobResult};
use super::weights::evaluator_source;
use crate::engine::{Engine, Resources};
use crate::game::Situation;
use crate::notation::{Notation, ParseError, quoted};
use crate::plugin::Plugin;
use crate::score::Certainty;
use crate::search::{Limits, Report, Stop};
use crate::settings::SettingsError;
use std::time::Duration;

/// Why a job cannot be done at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    /// The position is none of this game.
    #[error("position: {0}")]
    Position(ParseError),
    /// The evaluator is none of this game.
    #[error("unknown evaluator {}", quoted(.0))]
    Evaluator(String),
    /// The evaluator's settings cannot be read, or there is no memory for the table.
    #[error("{0}")]
    Settings(SettingsError),
    /// The file with the evaluator's learned weights is not there, or is another.
    #[error("{0}")]
    Weights(String),
    /// The file with an opening book is not there, or is another.
    #[error("{0}")]
    Book(String),
}

/// Does a job of `game`, whose variant is the job's. Nothing comes of it if it is stopped.
///
/// # Errors
/// [`JobError`] if the job is none of this game, a file that it names is another by now or gone, or there is
/// no memory for a table.
pub fn run_job<G: Plugin>(game: &G, job: &Job, stop: &Stop) -> Result<Option<JobResult>, JobError> {
    let at = game.parse_position(&job.position, None).map_err(JobError::Position)?;
    let source = evaluator_source::<G>(&job.evaluator, job.weights.as_deref())?;
    let resources = Resources { hash: job.hash as usize, threads: job.threads as usize, seed: job.seed };
    let mut engine = game.engine(&source, job.config.clone(), resources).map_err(JobError::Settings)?;
    // A search of a few thousand positions would seem to take ten times as long: the system takes longer to
    // provide a table than that to fill it.
    engine.prepare();
    let found = Found::by(&mut *engine, game, job, &at, stop);
    let minimal_leaves = match found.depths.last() {
        Some(last) if job.minimal && !last.exact => {
            let limits = Limits { depth: Some(last.depth), nodes: Some(job.budget), ..Limits::default() };
            let counted = engine.minimal_leaves(&at, &limits, stop, resources.hash);
            counted.map_err(|error| JobError::Settings(error.into()))?
        }
        _ => None,
    };
    Ok((!stop.is_set()).then(|| found.result(job, minimal_leaves)))
}

/// What the searches of a job have found.
struct Found {
    depths: Vec<DepthFigures>,
    best: Option<String>,
    nodes: u64,
    leaves: u64,
    elapsed: Duration,
}

impl Found {
    fn by<G: Plugin>(
        engine: &mut dyn Engine<G>,
        game: &G,
        job: &Job,
        at: &Situation<G>,
        stop: &Stop,
    ) -> Self {
        let mut found = Self { depths: Vec::new(), best: None, nodes: 0, leaves: 0, elapsed: Duration::ZERO };
        let limits = Limits { depth: job.depth, nodes: Some(job.limit()), ..Limits::default() };
        match job.depth {
            // Without deepening a search that is too deep for its budget finds nothing: each depth is one of
            // its own.
            Some(last) if job.searches_each_depth() => {
                for depth in 1..=last {
                    engine.clear();
                    let limits = Limits { depth: Some(depth), ..limits.clone() };
                    found.search(engine, game, at, &limits, stop);
                    let reached = found.depths.last();
                    if reached.is_none_or(|reached| reached.depth < depth || reached.exact) || stop.is_set() {
                        break;
                    }
                }
            }
            None if !job.config.method.has_depths() => {
                let report = engine.search(at, &limits, stop, &mut ());
                found.depths.push(DepthFigures { depth: 0, ..figures(&report) });
                found.conclude(game, &report);
            }
            _ => found.search(engine, game, at, &limits, stop),
        }
        found
    }

    fn search<G: Plugin>(
        &mut self,
        engine: &mut dyn Engine<G>,
        game: &G,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
    ) {
        let Self { depths, best, .. } = self;
        let mut told = |report: &Report<G>| {
            // The end of the game is told once for each confidence: what is surer counts. A depth beyond it
            // is told once.
            depths.pop_if(|last| last.depth == report.depth && !last.exact);
            if depths.last().is_none_or(|last| last.depth < report.depth) {
                depths.push(figures(report));
                *best = text_of_best(game, report);
            }
        };
        let report = engine.search(at, limits, stop, &mut told);
        self.conclude(game, &report);
    }

    /// What all of it took, and the move, if no depth has told one.
    fn conclude<G: Plugin>(&mut self, game: &G, report: &Report<G>) {
        if self.best.is_none() {
            self.best = text_of_best(game, report);
        }
        self.nodes = report.nodes;
        self.leaves = report.leaves;
        self.elapsed = report.elapsed;
    }

    fn result(self, job: &Job, minimal_leaves: Option<u64>) -> JobResult {
        let last = self.depths.last();
        let depth = last.map_or(0, |last| last.depth);
        let value = last.and_then(|last| last.value);
        let (win_in, loss_in) = JobResult::plies(last);
        let (status, known) = job.ended(last, self.nodes);
        JobResult {
            game: job.game.clone(),
            setting: job.setting.clone(),
            position: job.position.clone(),
            depth,
            value,
            win_in,
            loss_in,
            nodes: self.nodes,
            leaves: self.leaves,
            seconds: self.elapsed.as_secs_f64(),
            status,
            known,
            best: self.best,
            variant: job.variant.clone(),
            size: job.size,
            evaluator: job.evaluator.clone(),
            threads: job.threads,
            repetition: job.repetition,
            seed: job.seed,
            reference: job.reference,
            minimal_leaves,
            depths: self.depths,
            job: job.identity(),
        }
    }
}

fn figures<G: Plugin>(report: &Report<G>) -> DepthFigures {
    let line = report.lines.first();
    DepthFigures {
        depth: report.depth,
        value: line.map(|line| line.score),
        exact: line.is_some_and(|line| line.certainty == Certainty::Exact),
        nodes: report.nodes,
        leaves: report.leaves,
        seconds: report.elapsed.as_secs_f64(),
        counts: report.counts.clone(),
    }
}

fn text_of_best<G: Notation>(game: &G, report: &Report<G>) -> Option<String> {
    report.best().map(|mv| game.move_text(mv))
}
