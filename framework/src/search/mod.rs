//! [`Search`]: iterative deepening over the one recursive search, and when to stop.

mod clock;
mod config;
mod first_sight;
mod minimax;
mod negamax;
mod order;
mod parallel;
mod quiesce;
mod report;
mod table;

pub use clock::{Clock, Limits, Stop};
pub use config::{
    Forecast, LateMovePruning, Margin, Method, MonteCarlo, NullMove, Preset, PresetFile, ProbCut, Reductions,
    Replacement, SearchConfig, Singular, Soundness, Subsets,
};
pub use minimax::Oracle;
pub use order::HISTORY_MAX;
pub use report::{Counts, Line, Observer, Report};
pub use table::{Entry, NoMemory, Table};

use crate::engine::{Engine, Resources};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::score::{Bound, Certainty, Distance, Score, Window};
pub(crate) use clock::Budget;
pub(crate) use first_sight::first_sight;
use negamax::{Node, Worker};
use std::sync::Mutex;

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
    resources: Resources,
    table: Table,
}

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// A search that has seen nothing yet: [`Method::Negamax`], or one of the two plain ones. The other methods are none of its:
    /// see [`engine`](crate::engine()).
    ///
    /// # Errors
    /// [`NoMemory`] if there is none for the table.
    pub fn new(game: G, evaluator: E, config: SearchConfig, resources: Resources) -> Result<Self, NoMemory> {
        const { assert!(G::MOVE_INDICES < u16::MAX as usize, "the table keeps a move's index in 16 bits") };
        debug_assert!(
            matches!(config.method, Method::Negamax | Method::AlphaBeta | Method::Minimax),
            "{:?} is not alpha-beta",
            config.method
        );
        let hash = if config.table && config.method == Method::Negamax { resources.hash } else { 0 };
        Ok(Self { game, evaluator, config, resources, table: Table::new(hash)? })
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
            let certainty = if oracle.opinions == 0 { Certainty::Exact } else { Certainty::Heuristic };
            report.depth = depth;
            report.lines = vec![Line { score, certainty, moves: vec![best] }];
            report.nodes = oracle.nodes;
            report.leaves = oracle.leaves;
            report.elapsed = job.budget.elapsed();
            job.observer.depth_finished(&report);
            if certainty == Certainty::Exact {
                break;
            }
        }
        report.nodes = oracle.nodes;
        report.leaves = oracle.leaves;
        report
    }

    fn deepen(&self, at: &Situation<G>, job: Job<'_, '_, G>) -> Report<G> {
        let Job { budget, depths, remaining, lines, report, observer, .. } = job;
        let front = Mutex::new(Some((report, observer)));
        let found = parallel::run(self.resources.threads.max(1), budget, |number| {
            let worker = Worker::new(
                &self.game,
                &self.evaluator,
                &self.config,
                Some(&self.table),
                budget,
                &at.position,
            );
            let mut deepening = Deepening { worker, root: *at, remaining, lines };
            let front = (number == 0).then(|| front.lock().expect("only thread 0 asks").take()).flatten();
            let report = match front {
                Some((report, observer)) => Some(deepening.run(depths.clone(), report, observer)),
                None => {
                    deepening.help(depths.clone(), number);
                    None
                }
            };
            deepening.worker.settle();
            (report, deepening.worker.leaves)
        });
        let leaves = found.iter().map(|(_, leaves)| leaves).sum();
        let report = found.into_iter().find_map(|(report, _)| report).expect("thread 0 reports");
        Report { nodes: budget.spent(), leaves, elapsed: budget.elapsed(), ..report }
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
        let budget = &Budget::new(limits, stop);
        let lines = first_sight(&self.game, &self.evaluator, self.config.subsets, at, limits.lines);
        let report = Report {
            depth: 0,
            lines,
            nodes: 0,
            leaves: 1,
            counts: Counts::default(),
            elapsed: budget.elapsed(),
        };
        if report.lines.is_empty() {
            return report;
        }
        self.table.new_search();
        let remaining = self.game.remaining(&at.position).max(1);
        let limit = limits.depth.unwrap_or(u32::MAX).max(1);
        let last = limit.min(remaining);
        // Without a depth to aim at, there is no other way than one by one.
        let first = if self.config.iterative_deepening || limits.depth.is_none() { 1 } else { last };
        let lines = limits.lines.max(1);
        let job = Job { budget, depths: first..=last, limit, remaining, lines, report, observer };
        match self.config.method {
            Method::Negamax => self.deepen(at, job),
            _ => self.oracle(at, job),
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn explain(&self, at: &Situation<G>) -> Vec<(String, f64)> {
        let state = &self.evaluator.state(&self.game, &at.position);
        self.evaluator.explain(View { game: &self.game, position: &at.position, state })
    }
}

/// One thread's way through the depths.
struct Deepening<'a, G: Game, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    root: Situation<G>,
    remaining: u32,
    lines: usize,
}

impl<G: Game, E: Evaluator<G>> Deepening<'_, G, E> {
    // The first thread: what it finds counts, and is told.
    fn run(
        &mut self,
        depths: std::ops::RangeInclusive<u32>,
        mut report: Report<G>,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        let wanted = self.lines.min(self.root.moves(self.worker.game).len());
        self.worker.every_root_move = wanted > 1;
        for depth in depths {
            let (lines, complete) = self.depth(depth, wanted, &report.lines);
            if !complete {
                // What the broken depth found best so far is better founded. Several lines stay those of one depth, to be compared.
                if wanted == 1 && !lines.is_empty() {
                    report.lines = lines;
                }
                break;
            }
            report = Report {
                depth,
                lines,
                nodes: self.worker.nodes(),
                leaves: self.worker.leaves,
                counts: Counts::default(),
                elapsed: self.worker.budget.elapsed(),
            };
            observer.depth_finished(&report);
            // A win within the depth stays what it is, however much deeper the same selected moves are searched.
            let selective = self.worker.config.subsets == Subsets::Selective;
            let decided = |line: &Line<G>| match line.score.distance() {
                Some(Distance::Win(plies) | Distance::Loss(plies)) => selective && plies <= depth,
                None => false,
            };
            let known = report.lines.iter().all(|line| line.certainty == Certainty::Exact || decided(line));
            if known || self.worker.budget.is_enough() {
                break;
            }
        }
        report
    }

    // Another thread: what it finds is in the table.
    fn help(&mut self, depths: std::ops::RangeInclusive<u32>, number: usize) {
        let (first, last) = depths.into_inner();
        let mut lines = Vec::new();
        // Half of them are one depth ahead, so that not all walk the same nodes at the same time.
        for depth in (first + number as u32 % 2).min(last)..=last {
            let (found, complete) = self.depth(depth, 1, &lines);
            if !complete {
                return;
            }
            lines = found;
        }
    }

    /// Searches one depth: its lines, and whether it was finished. An unfinished depth gives the best line it had found,
    /// if any.
    fn depth(&mut self, depth: u32, wanted: usize, before: &[Line<G>]) -> (Vec<Line<G>>, bool) {
        self.worker.ending = depth >= self.remaining;
        self.worker.excluded.clear();
        let mut lines: Vec<Line<G>> = Vec::with_capacity(wanted);
        for rank in 0..wanted {
            let line = self.line(depth, rank, before);
            if self.worker.stopped {
                return (line.into_iter().collect(), false);
            }
            let line = line.expect("a finished root search has a best move");
            self.worker.excluded.push(self.worker.game.index(line.moves[0]));
            lines.push(line);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        (lines, true)
    }

    // The best line among the moves not excluded; in a search that was stopped, the best one finished, if any.
    fn line(&mut self, depth: u32, rank: usize, before: &[Line<G>]) -> Option<Line<G>> {
        let Worker { game, ref excluded, .. } = self.worker;
        let old = before.iter().skip(rank).map(|line| game.index(line.moves[0]));
        self.worker.root_first =
            old.filter(|index| !excluded.contains(index)).map(|index| index as u16).next();
        let guess = before.get(rank).map(|line| line.score).filter(|_| depth > 1);
        let score = self.aspire(depth, guess);
        let sure = !self.worker.opinion && !self.worker.stopped;
        let certainty = if sure { Certainty::Exact } else { Certainty::Heuristic };
        let mut moves = self.worker.lines[0].clone();
        if moves.is_empty() {
            return None;
        }
        self.lengthen(&mut moves, depth);
        Some(Line { score, certainty, moves })
    }

    // Aspiration: a narrow window first, opened on the side where it fails, four times as wide each time.
    fn aspire(&mut self, depth: u32, guess: Option<Score>) -> Score {
        let width = i32::from(self.worker.config.aspiration);
        let mut window = match guess {
            Some(guess) if width > 0 && guess.distance().is_none() => {
                Window { alpha: guess.offset(-width), beta: guess.offset(width) }
            }
            _ => Window::FULL,
        };
        let mut step = width;
        loop {
            let node = self.root_node(depth);
            self.worker.opinion = false;
            let value = self.worker.node::<true>(&node, window);
            if self.worker.stopped {
                return value;
            }
            step = step.saturating_mul(4);
            let wide = step > 10_000;
            match window.bound(value) {
                Bound::Exact => return value,
                Bound::Upper => window.alpha = if wide { Window::FULL.alpha } else { value.offset(-step) },
                Bound::Lower => window.beta = if wide { Window::FULL.beta } else { value.offset(step) },
            }
        }
    }

    fn root_node(&self, depth: u32) -> Node<G> {
        let key = self.worker.table.map(|_| self.worker.game.key(&self.root.position));
        Node { position: self.root.position, side: self.root.side, depth, ply: 0, key }
    }

    // A line that ended at a value from the table goes on with the table's moves.
    fn lengthen(&self, moves: &mut Vec<G::Move>, depth: u32) {
        let Some(table) = self.worker.table else { return };
        let game = self.worker.game;
        let mut at = self.root;
        for &mv in moves.iter() {
            at = at.after(game, mv);
        }
        while moves.len() < depth as usize {
            let entry = table.probe(game.key(&at.position)).filter(|entry| entry.bound == Bound::Exact);
            let Some(mv) = entry.and_then(|entry| game.decode(&at.position, usize::from(entry.best?))) else {
                return;
            };
            moves.push(mv);
            at = at.after(game, mv);
        }
    }
}
