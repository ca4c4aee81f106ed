//! [`SelfPlay`]: the games of a round, played; or games that were recorded, gone through.

mod names;
mod playing;
mod recorded;
#[cfg(test)]
mod tests;
mod transcript;

pub use names::{beside, check};
pub use recorded::RecordedGame;

use super::games::{GameLine, GameNumber, GamesPlan};
use super::learned_evaluator;
use super::recipe::Recipe;
use super::round::cents_of_odds;
use super::weights::Weights;
use crate::engine::{Engine, Resources};
use crate::game::{Side, Situation};
use crate::lab::digest;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, Plugin};
use crate::positions::{begins_by_lot, drawn_moves, drawn_start, setup_plies};
use crate::search::{Limits, Report, SearchConfig, Stop};
use crate::settings::SettingsError;
use names::config;
pub(super) use names::wrong;
use playing::{Playing, once_in};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The games of a round, played on any number of threads. A game depends on its plan and its number alone.
#[derive(Debug)]
pub struct SelfPlay<'a, G: Plugin> {
    game: &'a G,
    plan: GamesPlan,
    evaluator: EvaluatorSource,
    beside: EvaluatorSource,
    by_lot: bool,
    /// The plies that [set the board up](setup_plies).
    setup: usize,
    /// The games to go through, by their numbers; none where they are played.
    recorded: Vec<RecordedGame<G>>,
    /// Who has no game at the moment.
    idle: Mutex<Vec<Player<G>>>,
}

/// What plays a game, and what ends it. Kept from game to game: an evaluator with learned weights is dear to
/// build.
#[derive(Debug)]
struct Player<G: Plugin> {
    plays: Box<dyn Engine<G>>,
    solves: Box<dyn Engine<G>>,
}

impl<'a, G: Plugin> SelfPlay<'a, G> {
    /// Round `number`, from 1, of a recipe. `before` is what the round before has learned, in the file that
    /// has it.
    ///
    /// # Errors
    /// [`SettingsError`] for a name in the recipe that is unknown here.
    ///
    /// # Panics
    /// If the recipe has no such round.
    pub fn new(
        game: &'a G,
        recipe: &Recipe,
        number: u32,
        before: Option<(&Path, &Arc<Weights>)>,
        seed: u64,
    ) -> Result<Self, SettingsError> {
        check(game, recipe).map_err(wrong)?;
        let round = &recipe.rounds[number as usize - 1];
        let beside = EvaluatorSource::BuiltIn(beside(game, recipe).map_err(wrong)?);
        let (evaluator, weights) = match (&round.evaluator, before) {
            (Some(name), _) => {
                let source = EvaluatorSource::BuiltIn(EvaluatorInfo::named::<G>(name).map_err(wrong)?);
                // Another program of the same version may come with others.
                let own = learned_evaluator(game) == Some(name);
                let weights = own.then(|| Weights::from_bytes(G::weights()).ok()).flatten();
                (source, weights.map(|weights| weights.digest()))
            }
            (None, None) => (beside.clone(), None),
            (None, Some((path, weights))) => {
                let source = EvaluatorSource::Weights { path: path.to_owned(), weights: Arc::clone(weights) };
                (source, Some(weights.digest()))
            }
        };
        let name = match (&evaluator, before) {
            (EvaluatorSource::Weights { .. }, Some((_, weights))) => weights.origin().evaluator.clone(),
            _ => evaluator.name(),
        };
        let preset = |name: &str| config::<G>(name).map_err(wrong);
        let variant = game.variant();
        let plan = GamesPlan::new(
            (G::NAME, variant.name, variant.size),
            (recipe, round, number),
            (name, weights),
            (&beside.name(), preset(&recipe.play)?, preset(&recipe.solve)?),
            cents_of_odds(game),
            seed,
        );
        let (by_lot, setup) = (begins_by_lot(game), setup_plies(game));
        let idle = Mutex::default();
        Ok(Self { game, plan, evaluator, beside, by_lot, setup, recorded: Vec::new(), idle })
    }

    /// Games that were recorded, to be gone through as if they were being played: `weights`, in the file that
    /// has them, see what positions are worth. The recipe is one [for them](Recipe::for_recorded).
    ///
    /// # Errors
    /// As [`SelfPlay::new`].
    pub fn of_recorded(
        game: &'a G,
        recipe: &Recipe,
        weights: (&Path, &Arc<Weights>),
        recorded: Vec<RecordedGame<G>>,
        seed: u64,
    ) -> Result<Self, SettingsError> {
        let mut play = Self::new(game, recipe, 1, Some(weights), seed)?;
        let told = |recorded: &RecordedGame<G>| {
            let moves: Vec<String> = recorded.moves.iter().map(|&mv| game.move_text(mv)).collect();
            (game.position_text(&recorded.start), moves, recorded.winner.map(Side::name))
        };
        play.plan.recorded = Some(digest(&recorded.iter().map(told).collect::<Vec<_>>()));
        Ok(Self { recorded, ..play })
    }

    /// What is to be played.
    pub const fn plan(&self) -> &GamesPlan {
        &self.plan
    }

    /// Plays one game. Nothing comes of it if it is stopped.
    ///
    /// # Errors
    /// [`SettingsError`] if the evaluator cannot be built, or there is no memory for a table.
    pub fn play(&self, job: &GameNumber, stop: &Stop) -> Result<Option<GameLine>, SettingsError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut player = taken.map_or_else(|| self.player(), Ok)?;
        player.plays.clear();
        player.solves.clear();
        let line = match self.recorded.get(job.number as usize) {
            Some(recorded) => recorded.replayed(self, job, &mut player, stop),
            None => Playing::new(self, job, &mut player, stop)
                .and_then(|playing| playing.played(&mut player, stop)),
        };
        idle().push(player);
        Ok(line)
    }

    /// How a game begins: the start, the plies that are drawn by lot, and where they lead.
    fn beginning(&self, random: &mut Pcg64Mcg) -> (Situation<G>, Vec<G::Move>, Situation<G>) {
        let (game, plan, setup) = (self.game, &self.plan, self.setup);
        let start = if self.by_lot { drawn_start(game, random.random()) } else { game.start() };
        let mut plies = if setup > 0 && once_in(plan.played_setups, random) {
            random.random_range(0..setup)
        } else {
            setup + random.random_range(plan.opening.0..=plan.opening.1) as usize
        };
        loop {
            match drawn_moves(game, &start, plies, random) {
                Some((moves, at)) => break (start, moves, at),
                None => plies = plies.checked_sub(1).expect("no game is over before it begins"),
            }
        }
    }

    fn player(&self) -> Result<Player<G>, SettingsError> {
        let resources = Resources { hash: self.plan.hash as usize, threads: 1, seed: self.plan.seed };
        let engine = |source, config: &SearchConfig| self.game.engine(source, config.clone(), resources);
        // The result is the same whoever finds it: what has all that helps to prove is the hand-made one.
        Ok(Player {
            plays: engine(&self.evaluator, &self.plan.play)?,
            solves: engine(&self.beside, &self.plan.solve)?,
        })
    }
}

impl<G: Plugin> Player<G> {
    fn search(&mut self, at: &Situation<G>, plan: &GamesPlan, stop: &Stop) -> Report<G> {
        let limits = Limits { depth: Some(plan.depth), ..Limits::default() };
        self.plays.search(at, &limits, stop, &mut ())
    }

    fn holds_balanced(&mut self, at: &Situation<G>, plan: &GamesPlan, stop: &Stop) -> bool {
        let score = self.search(at, plan, stop).lines[0].score;
        score.distance().is_none() && score.cents().unsigned_abs() <= plan.balance
    }
}
