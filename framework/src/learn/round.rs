//! [`learned`]: from the games of a round to weights, and how good they are.

use super::features::{Features, FeaturesVisitor};
use super::fit::{Method, Prior, fitted};
use super::games::GameLine;
use super::measure::{Errors, steepness};
use super::play::{beside, wrong};
use super::positions::{DataSet, GameError, KnownGame, PhaseData, is_held_out, ordered};
use super::recipe::Recipe;
use super::report::{PhaseReport, RoundReport};
use super::rows::{Rows, sum};
use super::weights::{Adapted, Origin, Weights, WeightsError};
use crate::evaluator::{Evaluator, View};
use crate::plugin::{EvaluatorSource, EvaluatorVisitor, Plugin};
use crate::search::Stop;
use crate::settings::{SettingsError, to_ron};

/// What weights are to be learned from.
#[derive(Debug)]
pub struct RoundToLearn<'a, G: Plugin> {
    /// The game.
    pub game: &'a G,
    /// How.
    pub recipe: &'a Recipe,
    /// Which round of the recipe, from 1.
    pub number: u32,
    /// The games, each with the round it is of.
    pub games: &'a [(u32, GameLine)],
    /// What is adapted to them; nothing where weights are learned from them alone.
    pub adapts: Option<Adapting<'a>>,
    /// Which games are held out is drawn from this.
    pub seed: u64,
    /// All that is done is the same with any number.
    pub threads: usize,
}

/// Weights that are adapted to games.
#[derive(Clone, Copy, Debug)]
pub struct Adapting<'a> {
    /// What is known before.
    pub weights: &'a Weights,
    /// The [digest](super::GamesPlan::recorded) of the games.
    pub games: &'a str,
}

impl Adapting<'_> {
    /// Where the weights will come from.
    pub fn origin(&self) -> Adapted {
        Adapted { weights: self.weights.digest(), games: self.games.to_owned() }
    }
}

/// Why nothing can be learned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LearnError {
    /// The game has no evaluator with learned weights.
    #[error("{0} has no evaluator with learned weights")]
    NoFeatures(&'static str),
    /// A game is none by these rules, or says of itself what cannot be.
    #[error("game {job}: {error}")]
    Game {
        /// Its identity.
        job: String,
        /// Which round it is of.
        round: u32,
        /// What is wrong with it.
        error: GameError,
    },
    /// There is nothing to be fitted to.
    #[error(
        "no positions to learn from: the games are too few, over before the random plies at their start are, or left before a result was known"
    )]
    NoPositions,
    /// The weights to be adapted are for something else.
    #[error("{0}")]
    Weights(WeightsError),
    /// The recipe does not fit the game.
    #[error("{0}")]
    Settings(SettingsError),
}

/// Hears of each phase as soon as its weights are known.
pub type Told<'a> = dyn FnMut(&PhaseReport) + 'a;

/// Fits weights to games, and measures them. Nothing comes of it if it is stopped.
///
/// # Errors
/// [`LearnError`].
pub fn learned<G: Plugin>(
    round: &RoundToLearn<'_, G>,
    stop: &Stop,
    told: &mut Told<'_>,
) -> Result<Option<(Weights, RoundReport)>, LearnError> {
    let hand_made =
        beside(round.game, round.recipe).map_err(|problem| LearnError::Settings(wrong(problem)))?;
    let hand_made = EvaluatorSource::BuiltIn(hand_made);
    let learning = Learning { round, hand_made, stop, told };
    round.game.with_features(learning).unwrap_or(Err(LearnError::NoFeatures(G::NAME)))
}

/// The name of the evaluator that weights can be learned for, if there is one.
pub fn learned_evaluator<G: Plugin>(game: &G) -> Option<&'static str> {
    struct Name;
    impl<G: Plugin> FeaturesVisitor<G> for Name {
        type Output = &'static str;
        fn visit<F: Features<G>>(self, _: F) -> &'static str {
            F::EVALUATOR
        }
    }
    game.with_features(Name)
}

/// By what scores become shares of a win, in a game without margin: see [`Features::CENTS_OF_ODDS`].
pub(super) fn cents_of_odds<G: Plugin>(game: &G) -> Option<u32> {
    struct Odds;
    impl<G: Plugin> FeaturesVisitor<G> for Odds {
        type Output = u32;
        fn visit<F: Features<G>>(self, _: F) -> u32 {
            F::CENTS_OF_ODDS
        }
    }
    if G::HAS_MARGIN { None } else { game.with_features(Odds) }
}

struct Learning<'a, 'b, G: Plugin> {
    round: &'a RoundToLearn<'a, G>,
    hand_made: EvaluatorSource,
    stop: &'a Stop,
    told: &'a mut Told<'b>,
}

impl<G: Plugin> FeaturesVisitor<G> for Learning<'_, '_, G> {
    type Output = Result<Option<(Weights, RoundReport)>, LearnError>;

    fn visit<F: Features<G>>(self, features: F) -> Self::Output {
        let RoundToLearn { game, recipe, number, games: lines, .. } = *self.round;
        if let Some(Adapting { weights, .. }) = &self.round.adapts {
            weights
                .fit(G::NAME, F::EVALUATOR, features.tables(), features.phases())
                .map_err(LearnError::Weights)?;
        }
        let games = self.games()?;
        let set = DataSet::new(game, &features, &games, self.round.threads);
        let mut fitting = Fitting::new::<G, F>(&features, set.largest(), self.round);
        for group in set.groups(recipe.fit.memory) {
            for (phase, data) in group.clone().zip(set.phases(group)).rev() {
                if self.stop.is_set() {
                    return Ok(None);
                }
                let by_hand = self.by_hand(&data)?;
                let report = fitting.phase(phase, &data, &by_hand);
                let report = PhaseReport { positions: set.count(phase), ..report };
                (self.told)(&report);
                fitting.reports.push(report);
            }
        }
        let Fitting { mut values, mut reports, scale, .. } = fitting;
        values.reverse();
        reports.reverse();
        let held_out_games = games.iter().filter(|game| game.is_held_out()).count() as u64;
        let report =
            RoundReport { round: number, games: lines.len() as u64, held_out_games, phases: reports };
        if report.train() == 0 {
            return Err(LearnError::NoPositions);
        }
        let origin = Origin {
            game: G::NAME.to_owned(),
            variant: game.variant().name.to_owned(),
            size: game.variant().size,
            evaluator: F::EVALUATOR.to_owned(),
            recipe: to_ron(recipe),
            seed: self.round.seed,
            games: lines.len() as u64,
            positions: report.train(),
            held_out: report.phases.iter().map(PhaseReport::error).collect(),
            adapted: self.round.adapts.as_ref().map(Adapting::origin),
        };
        let values = values.into_iter().flatten().collect();
        Ok(Some((Weights::new(origin, features.tables(), features.phases(), scale, values), report)))
    }
}

impl<G: Plugin> Learning<'_, '_, G> {
    fn games(&self) -> Result<Vec<KnownGame<G>>, LearnError> {
        let RoundToLearn { game, recipe, games: lines, seed, threads, .. } = *self.round;
        let read = |index: usize| {
            let (round, line) = &lines[index];
            let number = line.number().unwrap_or_default();
            let held_out = is_held_out(seed, *round, number, recipe.held_out);
            KnownGame::read(game, line, recipe.by_search, held_out).map_err(|error| LearnError::Game {
                job: line.job.clone(),
                round: *round,
                error,
            })
        };
        ordered(lines.len(), threads, read).into_iter().collect()
    }

    // What the hand-made evaluator makes of positions that are held out, in the game's unit.
    fn by_hand(&self, data: &PhaseData<G>) -> Result<Vec<f64>, LearnError> {
        let game = self.round.game;
        let values = Values { game, positions: &data.positions };
        game.with_evaluator(&self.hand_made, values).map_err(LearnError::Settings)
    }
}

struct Values<'a, G: Plugin> {
    game: &'a G,
    positions: &'a [G::Position],
}

impl<G: Plugin> EvaluatorVisitor<G> for Values<'_, G> {
    type Output = Vec<f64>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Vec<f64> {
        let game = self.game;
        let value = |position: &G::Position| {
            let state = &evaluator.state(game, position);
            evaluator.evaluate(View { game, position, state }).units()
        };
        self.positions.iter().map(value).collect()
    }
}

/// The weights of the phases so far, the last phase first.
struct Fitting<'a> {
    recipe: &'a Recipe,
    method: Method,
    threads: usize,
    scale: u32,
    adapts: Option<&'a Weights>,
    /// What a phase's weights are thought to be before: those of the phase after, not yet rounded; where
    /// weights are adapted, what they were.
    prior: Vec<f64>,
    values: Vec<Vec<i16>>,
    reports: Vec<PhaseReport>,
}

impl<'a> Fitting<'a> {
    fn new<G: Plugin, F: Features<G>>(features: &F, largest: f32, round: &'a RoundToLearn<'_, G>) -> Self {
        let adapts = round.adapts.map(|adapting| adapting.weights);
        let new_scale = || if G::HAS_MARGIN { scale(largest) } else { scale(LARGEST_ODDS) };
        Self {
            recipe: round.recipe,
            method: if G::HAS_MARGIN { Method::LeastSquares } else { Method::Logistic },
            threads: round.threads,
            // What says nothing leaves a weight as it was.
            scale: adapts.map_or_else(new_scale, Weights::scale),
            adapts,
            prior: vec![0.0; features.weights()],
            values: Vec::new(),
            reports: Vec::new(),
        }
    }

    fn phase<G: Plugin>(&mut self, phase: usize, data: &PhaseData<G>, by_hand: &[f64]) -> PhaseReport {
        let fit = &self.recipe.fit;
        if let Some(weights) = self.adapts {
            let scale = f64::from(self.scale);
            self.prior = weights.phase(phase).iter().map(|&value| f64::from(value) / scale).collect();
        }
        // As a weight's change and a result's noise are to each other: what is known before, in rows (Hoerl
        // and Kennard 1970).
        let rows = |change: f64| (self.noise(&data.train) / change.powi(2)).max(LEAST);
        let penalty = match self.adapts {
            Some(_) => rows(fit.adapt),
            None if self.values.is_empty() => fit.ridge,
            None => rows(fit.change),
        };
        let found =
            fitted(&data.train, Prior { weights: &self.prior, penalty }, self.method, fit, self.threads);
        let values: Vec<i16> = found.weights.iter().map(|&weight| rounded(weight, self.scale)).collect();
        // As the evaluator will see them.
        let weights: Vec<f64> =
            values.iter().map(|&value| f64::from(value) / f64::from(self.scale)).collect();
        let pairs_of = |weights: &[f64]| -> Vec<(f64, f64)> {
            data.held_out.iter().map(|(row, value)| (sum(row, weights), f64::from(value))).collect()
        };
        let pairs = pairs_of(&weights);
        let before = self.adapts.map(|_| Errors::of(&pairs_of(&self.prior), self.method, 1.0).mean_absolute);
        let by_hand: Vec<(f64, f64)> =
            by_hand.iter().zip(&pairs).map(|(value, (_, label))| (*value, *label)).collect();
        (self.prior, _) = (found.weights, self.values.push(values));
        let errors = Errors::of(&pairs, self.method, 1.0);
        PhaseReport {
            phase,
            positions: 0,
            train: data.train.len() as u64,
            held_out: data.held_out.len() as u64,
            features: found.seen as u64,
            iterations: found.iterations,
            mean_absolute: errors.mean_absolute,
            root_mean_square: errors.root_mean_square,
            hand_made: Errors::of(&by_hand, self.method, steepness(&by_hand, self.method)).mean_absolute,
            before,
            nothing: errors.nothing,
        }
    }

    // The mean square of what the weights of the phase after leave unexplained. Logistic regression has its
    // own measure of it.
    fn noise(&self, rows: &Rows) -> f64 {
        if self.method == Method::Logistic {
            return 1.0;
        }
        let rest = |(row, value): (&[u32], f32)| (f64::from(value) - sum(row, &self.prior)).powi(2);
        rows.iter().map(rest).sum::<f64>() / rows.len().max(1) as f64
    }
}

/// Some penalty there must be.
const LEAST: f64 = 1e-6;

/// Odds of more than `e` to this are as good as certain.
const LARGEST_ODDS: f32 = 16.0;

// As fine as there is room for, and such that a single weight may be as much as any value; a power of two, so
// that it is easily divided by.
fn scale(largest: f32) -> u32 {
    const FINEST: u32 = 1 << 12;
    let most = (f32::from(i16::MAX) / largest.max(1.0)) as u32;
    FINEST.min(1 << most.max(1).ilog2())
}

fn rounded(weight: f64, scale: u32) -> i16 {
    (weight * f64::from(scale)).round().clamp(f64::from(-i16::MAX), f64::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_room_for_the_largest_value() {
        assert_eq!(scale(64.0), 256);
        assert_eq!((scale(0.0), scale(8.0), scale(1e9)), (4096, 2048, 1));
        assert_eq!((rounded(1.5, 256), rounded(-1000.0, 256)), (384, -32767));
    }
}
