//! [`Search`]: iterative deepening over the one recursive search, and when to stop.

mod account;
mod by_ply;
mod clock;
mod confidence;
mod config;
mod deepen;
mod ending;
mod evaluations;
mod experience;
mod forecasts;
mod found;
mod frontier;
mod known;
mod lines;
mod minimal;
mod minimax;
mod negamax;
mod order;
mod parallel;
mod parts;
mod quiesce;
mod report;
mod scratch;
mod select;
mod states;
mod steps;
mod table;
mod threats;
mod unsearched;
mod watch;
mod wider;
mod worker;

pub use clock::{Clock, Limits, Ponder, Stop};
pub use config::{
    ConfidenceLevel, Endgame, Forecast, LateMovePruning, Margin, Method, MonteCarlo, NullMove, Preset,
    PresetFile, ProbCut, Reductions, Replacement, SearchConfig, Singular, Soundness, Subsets,
};
pub use experience::HISTORY_MAX;
pub use minimal::minimal_leaves;
pub use minimax::Oracle;
pub use report::{Counts, Line, Observer, Report};
pub use table::{Entry, NoMemory, Table};
pub use watch::{Standing, Watch};

use crate::engine::{Engine, Resources};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::score::Certainty;
use crate::stack;
pub(crate) use account::{Account, Thrift};
pub(crate) use clock::Budget;
use deepen::Deepening;
use forecasts::Forecasts;
pub(crate) use order::generate;
use parallel::Busy;
use scratch::Scratch;
use std::mem;
use std::sync::Mutex;
use threats::{Lookout, Threats};
pub(crate) use unsearched::unsearched;
use worker::Worker;

/// A search of one game with one evaluator.
///
/// ```text
/// Search -> Worker::node (negamax) -> Picker -> Game::play -> Worker::node ... -> Evaluator::evaluate
/// ```
#[derive(Debug)]
pub struct Search<G: Game, E: Evaluator<G>> {
    game: G,
    evaluator: E,
    config: SearchConfig,
    threads: usize,
    table: Table,
    /// A small one for each thread, to stay in the processor's cache.
    near: Vec<Table>,
    /// What is known of parts of positions: one for each thread, so that nothing of a whole position gives
    /// way to them.
    parts: Vec<Table>,
    /// Of the threads of the last search, or made ready for those of the next.
    scratch: Vec<Scratch>,
    /// None where they are not looked for.
    threats: Option<Threats>,
    forecasts: Forecasts,
}

/// Of the memory for what is remembered, this part is for threats.
const THREATS_SHARE: usize = 4;

/// Half of what a core's second cache holds today.
const NEAR_BYTES: usize = 512 << 10;

/// Parts are small, and so are their searches.
const PARTS_BYTES: usize = 2 << 20;

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// A search that has seen nothing yet, by a `config` that has passed its [check](SearchConfig::check).
    ///
    /// # Errors
    /// [`NoMemory`] if there is none for the table.
    ///
    /// # Panics
    /// If the method is neither [`Method::Negamax`] nor one of the two plain ones: the others are no searches
    /// of this kind, see [`engine`](crate::engine()).
    pub fn new(game: G, evaluator: E, config: SearchConfig, resources: Resources) -> Result<Self, NoMemory> {
        const { assert!(G::MOVE_INDICES < Entry::MOVES, "the table keeps a move's index in 13 bits") };
        // How far away a win is would have to be counted from the root.
        const {
            assert!(
                G::HAS_MARGIN || !E::BOUNDS && !E::DIVIDES && E::FINISHES == 0,
                "bounds, parts and straight-line endings are for games with margin"
            );
        }
        assert!(
            matches!(config.method, Method::Negamax | Method::AlphaBeta | Method::Minimax),
            "{:?} is not alpha-beta",
            config.method
        );
        let hash = if config.table && config.method == Method::Negamax { resources.hash } else { 0 };
        let threatens =
            threats::may_be_proven::<G, E>() && config.threats > 0 && config.method == Method::Negamax;
        let threats = threatens.then(|| Threats::new(resources.hash / THREATS_SHARE));
        let hash = if threatens { hash - hash / THREATS_SHARE } else { hash };
        // In the size that was asked for: nobody knows of the shares.
        let table_of = |bytes| Table::new(bytes).map_err(|_| NoMemory { bytes: resources.hash });
        let table = table_of(hash)?;
        let threads = resources.threads.max(1);
        let for_each_thread = |wanted: bool, bytes: usize| {
            let number = if wanted && hash > 0 { threads } else { 0 };
            (0..number).map(|_| table_of(bytes.min(hash))).collect::<Result<Vec<_>, _>>()
        };
        let near = for_each_thread(config.near_table_from > 0, NEAR_BYTES)?;
        let divides = E::DIVIDES && config.parts_from > 0;
        let parts = for_each_thread(divides, PARTS_BYTES)?;
        let forecasts = Forecasts::new(&config);
        let scratch = Vec::new();
        Ok(Self { game, evaluator, config, threads, table, near, parts, scratch, threats, forecasts })
    }

    // Bytes of all that is remembered.
    fn memory(&self) -> u64 {
        let tables = self.near.iter().chain(&self.parts).chain([&self.table]);
        let threats = self.threats.as_ref().map_or(0, Threats::bytes);
        tables.map(|table| table.bytes() as u64).sum::<u64>() + threats
    }

    fn oracle(&self, at: &Situation<G>, job: Job<'_, '_, G>) -> Report<G> {
        let plain = match self.config.method {
            Method::Minimax => Oracle::minimax(&self.game, &self.evaluator),
            _ => Oracle::alpha_beta(&self.game, &self.evaluator),
        };
        let mut oracle = plain.within(job.budget);
        let mut report = job.report;
        // A pass costs a ply here, so the end may lie deeper than the plies that remain.
        for depth in *job.depths.start()..=job.limit {
            oracle.opinions = 0;
            let Some((score, Some(best))) = oracle.search(&at.position, depth) else { break };
            // No reply was left out on the way to a win or a loss.
            let exact = oracle.opinions == 0 || score.distance().is_some();
            let certainty = if exact { Certainty::Exact } else { Certainty::Heuristic };
            report.depth = depth;
            report.lines = vec![Line { score, certainty, moves: vec![best] }];
            report.nodes = oracle.nodes;
            report.leaves = oracle.leaves;
            report.elapsed = job.budget.elapsed();
            job.observer.depth_finished(&report);
            if certainty == Certainty::Exact || job.budget.is_enough(100) {
                break;
            }
        }
        report.nodes = oracle.nodes;
        report.leaves = oracle.leaves;
        report.elapsed = job.budget.elapsed();
        report
    }

    fn deepen(&mut self, at: &Situation<G>, job: Job<'_, '_, G>) -> Report<G> {
        let Job { budget, depths, remaining, lines, limits, report, observer, .. } = job;
        let outcome_only = limits.outcome_only;
        if let Some(watch) = &limits.watch {
            watch.begin(at.moves(&self.game).len());
        }
        // Before the threads are set up, which takes longer than many a proof.
        let rules = (&self.game, &self.evaluator);
        let (threads, memory) = (self.threads, self.memory());
        let mut lookout =
            self.threats.as_mut().map(|threats| Lookout::new(threats, (&self.config, threads), limits.depth));
        let proven = lookout.as_mut().and_then(|lookout| lookout.attack(rules, at, budget));
        if let Some(proven) = proven.clone().filter(|_| lines == 1) {
            let (nodes, elapsed) = (budget.spent(), budget.elapsed());
            let counts = Counts { memory, ..Counts::default() };
            let report = Report { depth: 1, lines: vec![proven], nodes, counts, elapsed, ..report };
            observer.depth_finished(&report);
            return report;
        }
        let front = Mutex::new(Some((report, observer, lookout)));
        let kept = Mutex::new(mem::take(&mut self.scratch));
        let busy = (threads > 1 && self.config.table && self.config.defer_from_depth > 0).then(Busy::new);
        let found = parallel::run(threads, budget, |number| {
            let (settings, table) = ((&self.config, &self.forecasts), Some(&self.table));
            let kept = kept.lock().expect("nobody panics with it").pop();
            let scratch = kept.map_or_else(|| Scratch::new(&self.config, G::MOVE_INDICES), Scratch::renewed);
            let mut worker =
                Worker::new(&self.game, &self.evaluator, settings, scratch, table, budget, &at.position);
            worker.memory = memory;
            worker.busy = busy.as_ref();
            worker.near = self.near.get(number);
            worker.parts = self.parts.get(number);
            worker.watch = limits.watch.as_ref().filter(|_| number == 0);
            let mut deepening =
                Deepening { worker, root: *at, remaining, lines, outcome_only, proven: proven.clone() };
            let front = (number == 0).then(|| front.lock().expect("only thread 0 asks").take()).flatten();
            let report = match front {
                Some((report, observer, lookout)) => {
                    Some(deepening.run(depths.clone(), report, observer, lookout))
                }
                None => {
                    deepening.help(depths.clone(), number);
                    None
                }
            };
            let mut worker = deepening.worker;
            worker.settle();
            (report, worker.tally(), worker.into_scratch())
        });
        let (mut counts, mut reported) = (Counts::default(), None);
        for (report, own, scratch) in found {
            counts.add(&own);
            reported = reported.or(report);
            self.scratch.push(scratch);
        }
        let report = reported.expect("thread 0 reports");
        Report { nodes: budget.spent(), leaves: budget.leaves(), counts, elapsed: budget.elapsed(), ..report }
    }
}

/// What is to be searched, and what is known before.
struct Job<'a, 'o, G: Game> {
    budget: &'a Budget<'a>,
    /// From where to where it pays to deepen, passes costing nothing at the end.
    depths: std::ops::RangeInclusive<u32>,
    /// The depth asked for.
    limit: u32,
    remaining: u32,
    lines: usize,
    limits: &'a Limits,
    report: Report<G>,
    observer: &'o mut dyn Observer<G>,
}

impl<G: Game, E: Evaluator<G>> Engine<G> for Search<G, E> {
    fn search(
        &mut self,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        stack::with_room(|| {
            let remaining = self.game.remaining(&at.position).max(1);
            let budget = &Budget::new(limits, self.game.moves_to_go(&at.position), stop);
            let report = unsearched(&self.game, &self.evaluator, self.config.subsets, at, (limits, budget));
            if report.lines.is_empty() {
                return report;
            }
            self.table.new_search();
            self.near.iter_mut().chain(&mut self.parts).for_each(Table::new_search);
            self.threats.iter_mut().for_each(Threats::new_search);
            let limit = limits.depth.unwrap_or(u32::MAX).max(1);
            let last = limit.min(remaining);
            // Without a depth to aim at, there is no other way than one by one.
            let first = if self.config.iterative_deepening || limits.depth.is_none() { 1 } else { last };
            let lines = limits.lines.max(1);
            let depths = first..=last;
            let job = Job { budget, depths, limit, remaining, lines, limits, report, observer };
            match self.config.method {
                Method::Negamax => self.deepen(at, job),
                _ => self.oracle(at, job),
            }
        })
    }

    fn prepare(&mut self) {
        self.table.provide();
        self.near.iter_mut().chain(&mut self.parts).for_each(Table::provide);
        self.threats.iter_mut().for_each(Threats::provide);
        self.scratch.resize_with(self.threads, || Scratch::new(&self.config, G::MOVE_INDICES));
    }

    fn clear(&mut self) {
        self.table.clear();
        self.near.iter_mut().chain(&mut self.parts).for_each(Table::clear);
        self.scratch.clear();
        self.threats.iter_mut().for_each(Threats::clear);
    }

    fn draw_from(&mut self, _: u64) {}

    fn explain(&self, at: &Situation<G>) -> Vec<(String, f64)> {
        let state = &self.evaluator.state(&self.game, &at.position);
        self.evaluator.explain(View { game: &self.game, position: &at.position, state })
    }

    fn minimal_leaves(
        self: Box<Self>,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        hash: usize,
    ) -> Result<Option<u64>, NoMemory> {
        let Self { game, evaluator, table, near, parts, scratch, threats, .. } = *self;
        drop((table, near, parts, scratch, threats));
        minimal_leaves(&game, &evaluator, at, limits, stop, hash)
    }
}
