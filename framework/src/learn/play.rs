//! [`SelfPlay`]: the games of a round, played.

use super::games::{GameLine, GameNumber, GamesPlan};
use super::recipe::Recipe;
use super::weights::Weights;
use crate::arena::openings::{begins_by_lot, drawn_start};
use crate::engine::{Engine, Resources};
use crate::game::{Side, Situation};
use crate::lab::Work;
use crate::lab::positions::drawn_moves;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, Plugin};
use crate::score::{Certainty, Distance, Score};
use crate::search::{Limits, Preset, Report, SearchConfig, Stop};
use crate::settings::{SettingsError, unknown};
use rand::{RngExt, SeedableRng};
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
    /// Who has no game at the moment.
    idle: Mutex<Vec<Player<G>>>,
}

/// What plays a game, and what ends it. Kept from game to game: an evaluator with learned weights is dear to build.
#[derive(Debug)]
struct Player<G: Plugin> {
    plays: Box<dyn Engine<G>>,
    solves: Box<dyn Engine<G>>,
}

impl<'a, G: Plugin> SelfPlay<'a, G> {
    /// Round `number`, from 1, of a recipe. `before` is what the round before has learned, in the file that has it.
    ///
    /// # Errors
    /// [`SettingsError`] for a name in the recipe that is unknown here.
    pub fn new(
        game: &'a G,
        recipe: &Recipe,
        number: u32,
        before: Option<(&Path, &Arc<Weights>)>,
        seed: u64,
    ) -> Result<Self, SettingsError> {
        check(game, recipe)?;
        let round = &recipe.rounds[number as usize - 1];
        let beside = EvaluatorSource::BuiltIn(beside(game, recipe)?);
        let (evaluator, weights) = match (&round.evaluator, before) {
            (Some(name), _) => {
                (EvaluatorSource::BuiltIn(EvaluatorInfo::named::<G>(name).map_err(wrong)?), None)
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
        let variant = game.variant();
        let plan = GamesPlan::new(
            (G::NAME, variant.name, variant.size),
            (recipe, round, number),
            (name, weights),
            (&beside.name(), config::<G>(&recipe.play)?, config::<G>(&recipe.solve)?),
            seed,
        );
        let idle = Mutex::default();
        Ok(Self { game, plan, evaluator, beside, by_lot: begins_by_lot(game), idle })
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
        let playing = Playing::new(self, job, &mut player, stop);
        let line = if stop.is_set() { None } else { playing.played(&mut player, stop) };
        idle().push(player);
        Ok(line)
    }

    /// How a game begins: the start, the plies that are drawn by lot, and where they lead.
    fn beginning(&self, random: &mut Pcg64Mcg) -> (Situation<G>, Vec<G::Move>, Situation<G>) {
        let (game, plan) = (self.game, &self.plan);
        let start = if self.by_lot { drawn_start(game, random.random()) } else { game.start() };
        let setup = if self.by_lot { 0 } else { G::SETUP_PLIES };
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

/// Looks up all that a recipe names, in every round: what is unknown should not be told after hours of play.
///
/// # Errors
/// [`SettingsError`] for a name that is unknown here, or what the game does not have.
pub fn check<G: Plugin>(game: &G, recipe: &Recipe) -> Result<(), SettingsError> {
    if recipe.by_search > 0 && !G::HAS_MARGIN {
        let asked = recipe.by_search;
        return Err(wrong(format!("'by_search: {asked}': expected 0, as {} has no margin", G::NAME)));
    }
    beside(game, recipe)?;
    for name in recipe.rounds.iter().filter_map(|round| round.evaluator.as_deref()) {
        EvaluatorInfo::named::<G>(name).map_err(wrong)?;
    }
    config::<G>(&recipe.play)?;
    config::<G>(&recipe.solve)?;
    Ok(())
}

/// The hand-made evaluator that a recipe means.
///
/// # Errors
/// [`SettingsError`] if there is none of that name.
pub fn beside<G: Plugin>(game: &G, recipe: &Recipe) -> Result<&'static EvaluatorInfo, SettingsError> {
    if let Some(name) = &recipe.beside {
        return EvaluatorInfo::named::<G>(name).map_err(wrong);
    }
    let learned = super::learned_evaluator(game);
    let found = G::evaluators().iter().find(|info| Some(info.name) != learned);
    found.ok_or_else(|| wrong("'beside': there is no evaluator without learned weights".to_owned()))
}

fn config<G: Plugin>(name: &str) -> Result<SearchConfig, SettingsError> {
    if let Some(preset) = G::preset(name) {
        return Ok(preset.config);
    }
    let mut names: Vec<String> = Preset::all().into_iter().map(|preset| preset.name).collect();
    names.extend(G::presets().iter().map(|file| file.name.to_owned()));
    names.sort_unstable();
    names.dedup();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Err(wrong(unknown("preset", name, &names)))
}

fn wrong(problem: String) -> SettingsError {
    SettingsError::Range { origin: "recipe".to_owned(), problem }
}

/// See [`Recipe::balance`].
const REDRAWS: usize = 200;

/// A game being played.
struct Playing<'a, G: Plugin> {
    game: &'a G,
    plan: &'a GamesPlan,
    random: Pcg64Mcg,
    at: Situation<G>,
    moves: Vec<G::Move>,
    line: GameLine,
}

impl<'a, G: Plugin> Playing<'a, G> {
    fn new(of: &'a SelfPlay<'_, G>, job: &GameNumber, player: &mut Player<G>, stop: &Stop) -> Self {
        let (game, plan) = (of.game, &of.plan);
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(plan.round));
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(job.number));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut start, mut moves, mut at) = of.beginning(&mut random);
        for _ in 0..REDRAWS {
            if plan.balance == 0 || stop.is_set() || player.holds_balanced(&at, plan, stop) {
                break;
            }
            (start, moves, at) = of.beginning(&mut random);
        }
        let line = GameLine {
            job: GamesPlan::identity_of(job),
            start: of.by_lot.then(|| game.position_text(&start)),
            moves: String::new(),
            from: moves.len() as u32,
            exact: None,
            values: Vec::new(),
            scores: Vec::new(),
        };
        Self { game, plan, random, at, moves, line }
    }

    fn played(mut self, player: &mut Player<G>, stop: &Stop) -> Option<GameLine> {
        loop {
            if let Some(result) = self.game.terminal(&self.at.position) {
                self.note(value::<G>(result, self.at.side));
                break;
            }
            let mv = self.next(player, stop)?;
            self.moves.push(mv);
            self.at = self.at.after(self.game, mv);
        }
        let texts: Vec<String> = self.moves.iter().map(|&mv| self.game.move_text(mv)).collect();
        Some(GameLine { moves: texts.join(" "), ..self.line })
    }

    fn next(&mut self, player: &mut Player<G>, stop: &Stop) -> Option<G::Move> {
        let legal = self.at.moves(self.game);
        let solve =
            self.plan.exact_from > 0 && self.game.remaining(&self.at.position) <= self.plan.exact_from;
        let begins = solve && self.line.exact.is_none();
        if let [only] = legal[..]
            && !begins
        {
            return Some(only);
        }
        let slips = once_in(self.plan.slips, &mut self.random);
        let report = if solve {
            player.solves.search(&self.at, &Limits::default(), stop, &mut ())
        } else {
            player.search(&self.at, self.plan, stop)
        };
        if stop.is_set() {
            return None;
        }
        let best = &report.lines[0];
        if self.plan.scores && !solve {
            // Nothing was seen where there was nothing to choose.
            self.line.scores.resize(self.moves.len() - self.line.from as usize, None);
            self.line.scores.push(value::<G>(best.score, self.at.side));
        }
        if begins && best.certainty == Certainty::Exact {
            self.line.exact = Some(self.moves.len() as u32);
        }
        if slips || begins {
            self.note(value::<G>(best.score, self.at.side));
        }
        Some(if slips { legal[self.random.random_range(0..legal.len())] } else { best.moves[0] })
    }

    // What all positions since the last note are worth, this one among them.
    fn note(&mut self, value: Option<i32>) {
        self.line.values.push((self.moves.len() as u32, value));
    }
}

// Whether it is the time for what happens once in so many times; 0 for never.
fn once_in(times: u32, random: &mut Pcg64Mcg) -> bool {
    times > 0 && random.random_range(0..times) == 0
}

// In hundredths, for Black; nothing where there is no margin and the end is not in sight.
fn value<G: Plugin>(score: Score, side: Side) -> Option<i32> {
    let own = match score.distance() {
        Some(Distance::Win(_)) => 100,
        Some(Distance::Loss(_)) => -100,
        None if G::HAS_MARGIN || score == Score::DRAW => score.cents(),
        None => return None,
    };
    Some(if side == Side::Black { own } else { -own })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::lab::runner;
    use crate::learn::toy::{Toy, exact, recipe};
    use crate::notation::Notation;
    use std::ops::ControlFlow;

    fn played(threads: usize, jobs: &[GameNumber], play: &SelfPlay<'_, Toy>) -> Vec<GameLine> {
        let mut order = runner::InOrder::default();
        let mut lines = Vec::new();
        let one = |index: usize| play.play(&jobs[index], &Stop::default()).unwrap().unwrap();
        runner::run(jobs.len(), threads, one, |index, line| {
            lines.extend(order.insert(index, line));
            ControlFlow::Continue(())
        });
        lines
    }

    #[test]
    fn games_depend_on_their_numbers_alone() {
        let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
        let jobs = play.plan().jobs();
        let one = played(1, &jobs, &play);
        assert_eq!(one, played(2, &jobs, &play));
        // Gone on with in the middle, by someone else.
        let again = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
        assert_eq!(one[9..], played(2, &jobs[9..], &again));
        let other = SelfPlay::new(&Toy, &recipe(), 1, None, 8).unwrap();
        assert_ne!(one, played(2, &jobs, &other));
        let different: std::collections::HashSet<&str> = one.iter().map(|line| line.moves.as_str()).collect();
        assert!(different.len() > one.len() / 2, "{} of {}", different.len(), one.len());
    }

    #[test]
    fn what_searches_saw_is_kept_where_it_is_asked_for() {
        let play = SelfPlay::new(&Toy, &Recipe { by_search: 50, ..recipe() }, 1, None, 7).unwrap();
        let lines = played(2, &play.plan().jobs(), &play);
        let mut player = play.player().unwrap();
        for line in &lines {
            let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
            let mut at = Toy.start();
            for (ply, mv) in (0_u32..).zip(moves) {
                let kept = ply.checked_sub(line.from).and_then(|place| *line.scores.get(place as usize)?);
                let searched = ply >= line.from && ply < line.exact.unwrap() && at.moves(&Toy).len() > 1;
                let seen = searched.then(|| {
                    player.plays.clear();
                    value::<Toy>(player.search(&at, &play.plan, &Stop::default()).lines[0].score, at.side)
                });
                assert_eq!(kept, seen.flatten(), "{line:?} ply {ply}");
                at = at.after(&Toy, mv);
            }
        }
        assert!(lines.iter().any(|line| line.scores.iter().flatten().any(|score| *score < 0)));
        let without = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
        assert!(played(2, &without.plan().jobs(), &without).iter().all(|line| line.scores.is_empty()));
    }

    #[test]
    fn games_begin_where_neither_side_is_ahead() {
        let balanced = Recipe { balance: 200, ..recipe() };
        for (recipe, all) in [(balanced, true), (recipe(), false)] {
            let play = SelfPlay::new(&Toy, &recipe, 1, None, 7).unwrap();
            let mut player = play.player().unwrap();
            let mut is_even = |line: &GameLine| {
                let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
                let drawn = moves.into_iter().take(line.from as usize);
                let at = drawn.fold(Toy.start(), |at, mv| at.after(&Toy, mv));
                player.plays.clear();
                player.search(&at, &play.plan, &Stop::default()).lines[0].score.cents().abs() <= 200
            };
            let lines = played(1, &play.plan().jobs(), &play);
            assert_eq!(lines, played(2, &play.plan().jobs(), &play));
            assert_eq!(lines.iter().all(&mut is_even), all);
            assert!(lines.iter().any(&mut is_even));
        }
    }

    #[test]
    fn a_line_is_short_and_read_as_it_was_written() {
        let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
        let jobs = play.plan().jobs();
        for (job, line) in jobs.iter().zip(played(1, &jobs, &play)) {
            let text = serde_json::to_string(&line).unwrap();
            assert_eq!(serde_json::from_str::<GameLine>(&text).unwrap(), line, "{text}");
            assert!(GamesPlan::is_plausible(job, &line) && line.number() == Some(job.number));
            assert!(text.len() < 200, "{text}");
        }
    }

    #[test]
    fn from_some_point_on_results_are_exact() {
        let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
        let jobs = play.plan().jobs();
        for line in played(2, &jobs, &play) {
            let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
            let begin = line.exact.expect("all end so") as usize;
            assert!(begin >= line.from as usize);
            let mut at = Toy.start();
            for (ply, mv) in moves.into_iter().enumerate() {
                if ply >= begin {
                    let value = line.values.iter().find(|(last, _)| *last as usize >= ply).unwrap().1;
                    let own = exact(&at.position);
                    let black = if at.side == Side::Black { own } else { -own };
                    assert_eq!(value, Some(100 * black), "{line:?} ply {ply}");
                }
                at = at.after(&Toy, mv);
            }
        }
    }

    #[test]
    fn what_a_recipe_names_must_be_there() {
        let refused = |recipe: Recipe, said: &str| {
            let error = SelfPlay::new(&Toy, &recipe, 1, None, 7).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        };
        refused(Recipe { beside: Some("conut".to_owned()), ..recipe() }, "'conut'");
        refused(Recipe { play: "bets".to_owned(), ..recipe() }, "'bets'");
    }
}
