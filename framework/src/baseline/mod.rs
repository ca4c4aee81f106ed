//! Searches that are not alpha-beta, to compare with. They keep the same limits as
//! [`Search`](crate::search::Search) and give the same report, with one thread, whatever the [`Resources`]
//! offer.

mod breadth_first;
mod monte_carlo;
mod nodes;
mod proof_number;
mod task;

pub(crate) use breadth_first::BreadthFirst;
pub(crate) use monte_carlo::MonteCarloTree;
pub(crate) use proof_number::ProofNumber;

use crate::engine::{Engine, Resources};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::search::{
    Account, Budget, Limits, NoMemory, Observer, Report, SearchConfig, Stop, Thrift, minimal_leaves,
    unsearched,
};
use crate::stack;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Debug;
use task::Task;

/// A way to choose a move.
pub(crate) trait Algorithm<G: Game, E: Evaluator<G>>: Debug + Send {
    /// Whether it finishes one depth after another: with a clock, a depth once begun may then take more than
    /// the move's share.
    const DEEPENS: bool = false;

    /// Searches, and leaves in `task.report` what it found. A move is there from the beginning.
    fn run(&mut self, task: &mut Task<'_, G, E>);

    /// See [`Engine::prepare`].
    fn prepare(&mut self) {}

    /// Forgets what earlier searches left behind.
    fn clear(&mut self) {}
}

/// An algorithm with the game and the evaluator it works on.
#[derive(Debug)]
pub(crate) struct Baseline<G, E, A> {
    game: G,
    evaluator: E,
    config: SearchConfig,
    resources: Resources,
    algorithm: A,
}

impl<G: Game, E: Evaluator<G> + 'static, A: Algorithm<G, E> + 'static> Baseline<G, E, A> {
    /// The engine of an algorithm.
    pub(crate) fn engine(
        (game, evaluator, config, resources): (G, E, SearchConfig, Resources),
        algorithm: A,
    ) -> Box<dyn Engine<G>> {
        Box::new(Self { game, evaluator, config, resources, algorithm })
    }
}

impl<G: Game, E: Evaluator<G>, A: Algorithm<G, E>> Engine<G> for Baseline<G, E, A> {
    fn search(
        &mut self,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        stack::with_room(|| {
            let budget = &Budget::new(limits, self.game.moves_to_go(&at.position), stop);
            let report = unsearched(&self.game, &self.evaluator, self.config.subsets, at, (limits, budget));
            if report.lines.is_empty() {
                return report;
            }
            let account = Account::new(budget, if A::DEEPENS { Thrift::None } else { Thrift::Share });
            let parts = (&self.game, &self.evaluator, &self.config);
            let mut task = Task::new(parts, self.resources, (at, limits), report, account, observer);
            self.algorithm.run(&mut task);
            task.settle();
            task.report
        })
    }

    fn prepare(&mut self) {
        self.algorithm.prepare();
    }

    fn clear(&mut self) {
        self.algorithm.clear();
    }

    fn draw_from(&mut self, seed: u64) {
        self.resources.seed = seed;
    }

    // This and the next are alike in `Search`: two lines each, which nothing shared would make fewer.
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
        let Self { game, evaluator, algorithm, .. } = *self;
        drop(algorithm);
        minimal_leaves(&game, &evaluator, at, limits, stop, hash)
    }
}

/// The move the evaluator likes best at first sight: with no search at all, it stays with that.
#[derive(Debug)]
pub(crate) struct FirstSight;

impl<G: Game, E: Evaluator<G>> Algorithm<G, E> for FirstSight {
    fn run(&mut self, _: &mut Task<'_, G, E>) {}
}

/// Any legal move, each as likely; always the same one for a seed and a position.
#[derive(Debug)]
pub(crate) struct Random;

impl<G: Game, E: Evaluator<G>> Algorithm<G, E> for Random {
    fn run(&mut self, task: &mut Task<'_, G, E>) {
        let mut random = task.random();
        let mut moves = task.root.moves(task.game);
        for (drawn, line) in task.report.lines.iter_mut().enumerate() {
            let other = random.random_range(drawn..moves.len());
            moves.swap(drawn, other);
            line.moves = vec![moves[drawn]];
        }
    }
}

impl<G: Game, E: Evaluator<G>> Task<'_, G, E> {
    /// Numbers drawn anew for every search, the same for a seed and a position.
    fn random(&self) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.resources.seed ^ self.game.key(&self.root.position))
    }
}
