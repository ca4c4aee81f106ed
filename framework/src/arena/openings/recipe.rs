//! [`OpeningsRecipe`]: how balanced openings are made.

use super::{Different, Opening};
use crate::engine::{Engine, Resources};
use crate::evaluator::Evaluator;
use crate::game::Situation;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Plugin};
use crate::positions::{at_first_sight, begins_by_lot};
use crate::search::{Limits, SearchConfig, Stop};
use crate::settings::{self, SettingsError};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// How balanced openings are made: moves drawn by lot among the better ones at first sight, kept if a search
/// sees neither side ahead. The same recipe gives the same openings as long as the rules and the evaluators
/// stay the same: it names all techniques that change a value.
///
/// It stands in the file of the openings, in a comment that begins with `% recipe: `, in RON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsRecipe {
    /// So many are made.
    pub count: usize,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
    /// The fewest and the most plies; each number between is as likely.
    pub plies: (usize, usize),
    /// Each move is drawn from so many, the best at first sight.
    pub choice: usize,
    /// Plies that the position after them is searched, from 2; and one less: whoever moves last may look
    /// better than they are, so that the mean of both counts.
    pub depth: u32,
    /// What is changed of the value-preserving settings for it, as with `--set`.
    pub set: Vec<(String, String)>,
    /// The value found may be so far from 0, either way, in hundredths of the game's unit.
    pub bound: u32,
    /// Each of these must hold them balanced: lines that one evaluator holds so are among those that it
    /// misjudges, and a match against another would be unfair to it. The first also says which moves are the
    /// better ones. Where none is named, the default one is meant.
    #[serde(default)]
    pub evaluators: Vec<String>,
}

/// For a game that has none yet: to be tried, looked at, and changed.
impl Default for OpeningsRecipe {
    fn default() -> Self {
        let (set, evaluators) = (Vec::new(), Vec::new());
        Self { count: 100, seed: 1, plies: (6, 6), choice: 8, depth: 6, set, bound: 100, evaluators }
    }
}

// Where so many lines are not balanced, and none was before, none is.
const ATTEMPTS: usize = 2000;
const COMMENT: &str = "% recipe: ";
/// What errors name.
const ORIGIN: &str = "recipe of openings";

impl OpeningsRecipe {
    /// The recipe that stands in the text of openings, if one does.
    ///
    /// # Errors
    /// [`SettingsError`] for one that cannot be read.
    pub fn of(openings: &str) -> Result<Option<Self>, SettingsError> {
        let text = openings.lines().find_map(|line| line.strip_prefix(COMMENT));
        text.map(|text| settings::from_ron(ORIGIN, text)).transpose()
    }

    /// The line that [`OpeningsRecipe::of`] reads.
    pub fn comment(&self) -> String {
        let Self { count, seed, plies, choice, depth, set, bound, evaluators } = self;
        let by = if evaluators.is_empty() { String::new() } else { format!(", evaluators: {evaluators:?}") };
        format!(
            "{COMMENT}(count: {count}, seed: {seed}, plies: {plies:?}, choice: {choice}, depth: {depth}, set: {set:?}, bound: {bound}{by})"
        )
    }

    /// How the positions are searched.
    ///
    /// # Errors
    /// [`SettingsError`] if there is no such setting, or they do not go together.
    pub fn config(&self) -> Result<SearchConfig, SettingsError> {
        SearchConfig::default().set_all(&self.set).map_err(wrong)
    }

    /// Who judges them; one at least.
    ///
    /// # Errors
    /// [`SettingsError`] if there is no evaluator of a name.
    pub fn judges<G: Plugin>(&self) -> Result<Vec<EvaluatorSource>, SettingsError> {
        let named =
            |name: &String| EvaluatorInfo::named::<G>(name).map(EvaluatorSource::BuiltIn).map_err(wrong);
        match self.evaluators.is_empty() {
            true => Ok(vec![EvaluatorSource::BuiltIn(&G::evaluators()[0])]),
            false => self.evaluators.iter().map(named).collect(),
        }
    }

    /// The first `count` openings, all different; fewer where there are not as many, or it is stopped. `told`
    /// hears how many there are.
    ///
    /// # Errors
    /// [`SettingsError`] if there is no such setting or evaluator, no memory for the small table of the
    /// search, or the game begins by lot.
    pub fn openings<G: Plugin>(
        &self,
        game: &G,
        count: usize,
        stop: &Stop,
        told: &mut dyn FnMut(usize),
    ) -> Result<Vec<Opening>, SettingsError> {
        if begins_by_lot(game) {
            return Err(wrong(format!("no two games of {} {} begin alike", G::NAME, game.variant().name)));
        }
        let (judges, config) = (self.judges::<G>()?, self.config()?);
        let resources = Resources { hash: 4 << 20, ..Resources::default() };
        let engine = |judge| game.engine(judge, config.clone(), resources);
        let engines = judges.iter().map(engine).collect::<Result<_, _>>()?;
        game.with_evaluator(&judges[0], Making { recipe: self, game, engines, count, stop, told })
    }

    /// A file of them, which says how they were made; [`openings::read`](super::read()) reads it. `maker` is
    /// the command that did.
    pub fn file<G: Plugin>(&self, openings: &[Opening], maker: &str) -> String {
        let Self { choice, depth, bound, evaluators, .. } = self;
        let of = match evaluators.len() {
            0 | 1 => String::new(),
            _ => format!(", for each of {}", evaluators.join(", ")),
        };
        let mut text = format!(
            "% {} balanced opening{} of {}: moves drawn by lot among the {choice} best at first sight, kept where a search sees no forced\n\
             % win and the mean of its values at depths {} and {depth} is within {:.2} {} of 0{of}.\n\
             % Made by: {maker}\n\
             {}\n",
            openings.len(),
            if openings.len() == 1 { "" } else { "s" },
            G::NAME,
            depth.saturating_sub(1),
            f64::from(*bound) / 100.0,
            G::UNIT,
            self.comment(),
        );
        for opening in openings {
            text += &opening.moves.join(" ");
            text.push('\n');
        }
        text
    }
}

fn wrong(problem: String) -> SettingsError {
    SettingsError::Range { origin: ORIGIN.to_owned(), problem }
}

struct Making<'a, G: Plugin> {
    recipe: &'a OpeningsRecipe,
    game: &'a G,
    engines: Vec<Box<dyn Engine<G>>>,
    count: usize,
    stop: &'a Stop,
    told: &'a mut dyn FnMut(usize),
}

impl<G: Plugin> EvaluatorVisitor<G> for Making<'_, G> {
    type Output = Vec<Opening>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output {
        let Self { recipe, game, engines, count, stop, told } = self;
        let mut maker = Maker { recipe, game, evaluator, engines, stop };
        let mut found = Different::new(game, count);
        // What was found before is drawn again now and then.
        for number in 0..10 * count as u64 {
            told(found.openings.len());
            if found.is_full() || stop.is_set() {
                break;
            }
            match maker.opening(number) {
                Some((moves, end)) => {
                    found.offer(&game.start(), &moves, &end);
                }
                None if found.openings.is_empty() => break,
                None => {}
            }
        }
        found.openings
    }
}

struct Maker<'a, G: Plugin, E: Evaluator<G>> {
    recipe: &'a OpeningsRecipe,
    game: &'a G,
    evaluator: E,
    engines: Vec<Box<dyn Engine<G>>>,
    stop: &'a Stop,
}

impl<G: Plugin, E: Evaluator<G>> Maker<'_, G, E> {
    /// Opening `number`, from a lot of its own, with the situation after it.
    fn opening(&mut self, number: u64) -> Option<(Vec<G::Move>, Situation<G>)> {
        let seed = self.recipe.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let stop = self.stop;
        let mut attempts = (0..ATTEMPTS).take_while(|_| !stop.is_set());
        attempts.find_map(|_| self.line(&mut random).filter(|(_, end)| self.is_balanced(end)))
    }

    fn line(&self, random: &mut Pcg64Mcg) -> Option<(Vec<G::Move>, Situation<G>)> {
        let (fewest, most) = self.recipe.plies;
        let mut at = self.game.start();
        let mut line = Vec::new();
        for _ in 0..random.random_range(fewest..=most.max(fewest)) {
            let moves = at_first_sight(self.game, &self.evaluator, &at, random);
            let choice = moves.len().min(self.recipe.choice).max(1);
            let &mv = moves.get(random.random_range(0..choice))?;
            line.push(mv);
            at = at.after(self.game, mv);
        }
        at.outcome(self.game).is_none().then_some((line, at))
    }

    fn is_balanced(&mut self, at: &Situation<G>) -> bool {
        let OpeningsRecipe { depth, bound, .. } = *self.recipe;
        let stop = self.stop;
        let mean = |engine: &mut Box<dyn Engine<G>>| {
            let shallow = value(engine.as_mut(), at, depth.saturating_sub(1), stop)?;
            Some(shallow.midpoint(value(engine.as_mut(), at, depth, stop)?))
        };
        self.engines.iter_mut().all(|engine| mean(engine).is_some_and(|mean| mean.unsigned_abs() <= bound))
    }
}

/// In hundredths, for the side to move; none where a side wins by force, or it is stopped.
fn value<G: Plugin>(engine: &mut dyn Engine<G>, at: &Situation<G>, depth: u32, stop: &Stop) -> Option<i32> {
    let limits = Limits { depth: Some(depth.max(1)), ..Limits::default() };
    engine.clear();
    let report = engine.search(at, &limits, stop, &mut ());
    if stop.is_set() {
        return None;
    }
    let value = report.lines.first()?.score;
    value.distance().is_none().then(|| value.cents())
}
