//! [`Engine`]: whatever chooses moves, and the one place that builds it from a configuration.

use crate::baseline::{Baseline, BreadthFirst, FirstSight, MonteCarloTree, ProofNumber, Random};
use crate::evaluator::Evaluator;
use crate::game::{Game, Situation};
use crate::opponent::with_opponent_model;
use crate::plugin::{EvaluatorSource, EvaluatorVisitor, Plugin};
use crate::score::Certainty;
use crate::search::{
    ConfidenceLevel, Limits, Method, NoMemory, Observer, Report, Search, SearchConfig, Stop,
};
use crate::settings::SettingsError;
use std::fmt::Debug;

/// Whatever chooses moves. Below this one dynamic call everything is statically typed.
pub trait Engine<G: Game>: Debug + Send {
    /// Searches until a limit is reached, `stop` is set or the result is known. The report has a move in it
    /// unless the game is over, however short the time was.
    ///
    /// # Panics
    /// With [`Refused`](crate::Refused), where the system has no thread for it.
    fn search(
        &mut self,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<G>,
    ) -> Report<G>;

    /// Does now what would else be done by and by while the clock of the first search runs: has the system
    /// provide the memory of the tables. Changes nothing that is found. After [`Engine::clear`] it may be due
    /// again.
    fn prepare(&mut self) {}

    /// Forgets what earlier searches left behind.
    fn clear(&mut self);

    /// Draws what it draws by lot, if it does, from `seed` from now on.
    fn draw_from(&mut self, seed: u64);

    /// What the evaluator makes of a position before any search: terms and raw figures.
    fn explain(&self, at: &Situation<G>) -> Vec<(String, f64)>;

    /// The least leaves that alpha-beta must look at with this evaluator, at the depth of `limits`, at least
    /// 1, and 1 where none is given: see [`minimal_leaves`](crate::search::minimal_leaves()). What the engine
    /// remembers is given back first, as this takes as much.
    ///
    /// # Errors
    /// [`NoMemory`] if there is none for a table of `hash` bytes.
    fn minimal_leaves(
        self: Box<Self>,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        hash: usize,
    ) -> Result<Option<u64>, NoMemory>;
}

/// What an engine that stands before another, its field `engine`, leaves to that one: all but the search
/// and its own lots.
macro_rules! passed_on {
    () => {
        fn prepare(&mut self) {
            self.engine.prepare();
        }

        fn clear(&mut self) {
            self.engine.clear();
        }

        fn explain(&self, at: &$crate::Situation<G>) -> Vec<(String, f64)> {
            self.engine.explain(at)
        }

        fn minimal_leaves(
            self: Box<Self>,
            at: &$crate::Situation<G>,
            limits: &$crate::search::Limits,
            stop: &$crate::search::Stop,
            hash: usize,
        ) -> Result<Option<u64>, $crate::search::NoMemory> {
            self.engine.minimal_leaves(at, limits, stop, hash)
        }
    };
}
pub(crate) use passed_on;

/// An engine, or why there is none.
pub type BuiltEngine<G> = Result<Box<dyn Engine<G>>, SettingsError>;

/// What an engine may use besides its configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Bytes for what is remembered: the transposition table, or a tree in memory. Each thread may take a
    /// small table for [endings](SearchConfig::near_table_from), of half a MiB, and one for
    /// [parts](SearchConfig::parts_from), of 2 MiB, besides.
    pub hash: usize,
    /// Threads, at least 1.
    pub threads: usize,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

impl Default for Resources {
    fn default() -> Self {
        Self { hash: 64 << 20, threads: 1, seed: 1 }
    }
}

/// The engine that `config` describes, which has passed its [check](SearchConfig::check): a figure out of its
/// range may panic in a search.
///
/// # Errors
/// [`NoMemory`] if there is none for its table.
pub fn engine<G: Game, E: Evaluator<G> + 'static>(
    game: G,
    evaluator: E,
    config: SearchConfig,
    resources: Resources,
) -> Result<Box<dyn Engine<G>>, NoMemory> {
    let Resources { hash, .. } = resources;
    let (even, hopes, rules) = (config.even_depths, config.opponent_model, game.clone());
    let method = config.method;
    let parts = (game, evaluator, config, resources);
    let engine: Box<dyn Engine<G>> = match method {
        Method::Negamax | Method::AlphaBeta | Method::Minimax => {
            let (game, evaluator, config, resources) = parts;
            Box::new(Search::new(game, evaluator, config, resources)?)
        }
        Method::BreadthFirst => Baseline::engine(parts, BreadthFirst::new(hash, even)),
        Method::MonteCarlo => Baseline::engine(parts, MonteCarloTree::new(hash)),
        Method::ProofNumber => Baseline::engine(parts, ProofNumber::new(hash)),
        Method::Greedy => Baseline::engine(parts, BreadthFirst::greedy()),
        Method::Prior => Baseline::engine(parts, FirstSight),
        Method::Random => Baseline::engine(parts, Random),
    };
    Ok(if hopes { with_opponent_model(rules, engine) } else { engine })
}

/// What [`Plugin::engine`] does for a game; the one to be called is that.
///
/// # Errors
/// As [`Plugin::engine`].
pub fn engine_with<G: Plugin>(
    game: &G,
    source: &EvaluatorSource,
    config: SearchConfig,
    resources: Resources,
) -> BuiltEngine<G> {
    let refused = |problem| SettingsError::Range { origin: "settings".to_owned(), problem };
    config.check_figures().map_err(refused)?;
    let config = with_known_percentages::<G>(source, config)?;
    Ok(game.with_evaluator(source, Build { game: game.clone(), config, resources })??)
}

// How sure a result is, is known of the evaluator that the error models were fitted to, and of no other.
fn with_known_percentages<G: Plugin>(
    source: &EvaluatorSource,
    mut config: SearchConfig,
) -> Result<SearchConfig, SettingsError> {
    let certainty = config.certainty_of_ends();
    let Some(endgame) = &mut config.endgame else { return Ok(config) };
    if endgame.evaluator.is_empty() || source.is_built_in::<G>(&endgame.evaluator) {
        return Ok(config);
    }
    if certainty < Certainty::Exact {
        let (fitted, percent) = (&endgame.evaluator, endgame.selectivity);
        let problem = format!(
            "its results would not be right in {percent} %, which is known of '{fitted}' alone: expected 'endgame.selectivity: 100'"
        );
        return Err(SettingsError::Range { origin: source.name(), problem });
    }
    // On the way to certainty what is foretold still saves time: of 12 positions with 20 empty squares, 13 %
    // of the nodes with Othello's 'positional', 7 % with 'discs'.
    endgame.levels.iter_mut().for_each(|level| level.percent = ConfidenceLevel::UNKNOWN);
    Ok(config)
}

/// Builds the engine for whatever evaluator it visits.
struct Build<G: Plugin> {
    game: G,
    config: SearchConfig,
    resources: Resources,
}

impl<G: Plugin> EvaluatorVisitor<G> for Build<G> {
    type Output = Result<Box<dyn Engine<G>>, NoMemory>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output {
        engine(self.game, evaluator, self.config, self.resources)
    }
}
