//! [`PositionMaker`]: positions from games that the default evaluator plays against itself.

use super::Phase;
use super::first_sight::{at_first_sight, seen_from};
use crate::engine::{Engine, Resources};
use crate::evaluator::Evaluator;
use crate::game::{Game, Situation};
use crate::plugin::{EvaluatorSource, EvaluatorVisitor, Plugin};
use crate::score::Score;
use crate::search::{Limits, SearchConfig, Stop};
use crate::settings::SettingsError;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;

/// Makes positions from games; these settings say how they are played. The same settings give the same
/// positions as long as the rules and the default evaluator stay the same: only searches of a fixed depth
/// with value-preserving techniques decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionMaker {
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
    /// Plies that each move is searched, from 2.
    pub depth: u32,
}

/// So many moves, the best at first sight, are searched.
const CANDIDATES: usize = 8;
/// In so many plies from the start one of the [`FIRST_CHOICE`] best moves is played, as the lot says,
const RANDOM_PLIES: usize = 6;
const FIRST_CHOICE: usize = 4;
/// and later, once in so many plies, one of the [`LATER_CHOICE`] best.
const SLIPS: u32 = 12;
const LATER_CHOICE: usize = 2;
/// A game that is decided sooner shows little; where no game is long, a third of the longest.
const SHORTEST: usize = 24;
/// Of a longer game only so many plies count: what comes after is neither an opening nor typical of an
/// ending.
const LONGEST: usize = 60;
/// Where so many games are not long enough, there are none.
const ATTEMPTS: usize = 200;
/// One in so many openings is of the setting up, where there is any.
const OPENINGS_PER_SETUP: u32 = 6;

impl Phase {
    /// The shares of a game's plies between which this part lies.
    const fn share(self) -> RangeInclusive<f64> {
        match self {
            Self::Opening => 0.1..=0.25,
            Self::Middle => 0.4..=0.6,
            Self::Late => 0.73..=0.83,
        }
    }
}

impl PositionMaker {
    /// Position `number`, from 0, of a phase, each from a game of its own; none if the games are too short.
    /// Those of different numbers may, rarely, be equal.
    ///
    /// # Errors
    /// [`SettingsError`] if there is no memory for the small table that the players share.
    pub fn position<G: Plugin>(
        &self,
        game: &G,
        phase: Phase,
        number: u32,
    ) -> Result<Option<Situation<G>>, SettingsError> {
        let default = EvaluatorSource::BuiltIn(&G::evaluators()[0]);
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number) * 3 + phase as u64);
        let random = Pcg64Mcg::seed_from_u64(seed);
        let setup = G::SETUP_PLIES > 0 && phase == Phase::Opening && number % OPENINGS_PER_SETUP == 1;
        let resources = Resources { hash: 4 << 20, ..Resources::default() };
        let engine = game.engine(&default, SearchConfig::default(), resources)?;
        let draw = Draw { game: game.clone(), engine, depth: self.depth, phase, setup, random };
        game.with_evaluator(&default, draw)
    }
}

/// Draws one position, whatever the type of the evaluator.
struct Draw<G: Plugin> {
    game: G,
    engine: Box<dyn Engine<G>>,
    depth: u32,
    phase: Phase,
    setup: bool,
    random: Pcg64Mcg,
}

impl<G: Plugin> EvaluatorVisitor<G> for Draw<G> {
    type Output = Option<Situation<G>>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output {
        let Self { game, engine, depth, phase, setup, mut random } = self;
        let mut player = Player { game: game.clone(), evaluator, engine, depth };
        let shortest = G::SETUP_PLIES + SHORTEST.min(G::MAX_PLIES as usize / 3);
        for _ in 0..ATTEMPTS {
            let line = player.game(&mut random);
            let part = part::<G>(&line, phase, setup);
            // Where there is only one move, there is nothing to search.
            let choices: Vec<_> = part.iter().filter(|at| game.count_moves(&at.position) > 1).collect();
            if line.len() >= shortest && !choices.is_empty() {
                return Some(*choices[random.random_range(0..choices.len())]);
            }
        }
        None
    }
}

// The part of a game that a phase is; with `setup`, the second half of the moves that set the board up.
fn part<G: Plugin>(line: &[Situation<G>], phase: Phase, setup: bool) -> &[Situation<G>] {
    let (before, play) = line.split_at(G::SETUP_PLIES.min(line.len()));
    let play = &play[..play.len().min(LONGEST)];
    let share = phase.share();
    let ply = |share: f64| (share * play.len() as f64).round() as usize;
    if setup { &before[before.len() / 2..] } else { &play[ply(*share.start())..ply(*share.end())] }
}

struct Player<G: Game, E: Evaluator<G>> {
    game: G,
    evaluator: E,
    engine: Box<dyn Engine<G>>,
    depth: u32,
}

impl<G: Game, E: Evaluator<G>> Player<G, E> {
    /// A game up to its end, or to where the search sees who wins.
    fn game(&mut self, random: &mut Pcg64Mcg) -> Vec<Situation<G>> {
        let mut at = self.game.start();
        let mut line = Vec::new();
        while at.outcome(&self.game).is_none() {
            let moves = self.candidates(&at, random);
            if moves[0].1.distance().is_some() {
                break;
            }
            let choice = match line.len() {
                ..RANDOM_PLIES => FIRST_CHOICE,
                _ if random.random_range(0..SLIPS) == 0 => LATER_CHOICE,
                _ => 1,
            };
            line.push(at);
            at = at.after(&self.game, moves[random.random_range(0..choice.min(moves.len()))].0);
        }
        line
    }

    /// The moves that are worth a thought, the best first, with their values for the mover.
    fn candidates(&mut self, at: &Situation<G>, random: &mut Pcg64Mcg) -> Vec<(G::Move, Score)> {
        let moves = at_first_sight(&self.game, &self.evaluator, at, random);
        let mut candidates: Vec<_> =
            moves.into_iter().take(CANDIDATES).map(|mv| (mv, self.searched(at, mv))).collect();
        candidates.sort_by_key(|(_, value)| -*value);
        candidates
    }

    fn searched(&mut self, at: &Situation<G>, mv: G::Move) -> Score {
        let after = at.after(&self.game, mv);
        let limits = Limits { depth: Some(self.depth - 1), ..Limits::default() };
        let value = self
            .game
            .terminal(&after.position)
            .unwrap_or_else(|| self.engine.search(&after, &limits, &Stop::default(), &mut ()).lines[0].score);
        seen_from(at, &after, value)
    }
}
