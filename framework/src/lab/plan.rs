//! [`Plan`]: an experiment with everything looked up, so that nothing but the plan is needed to do its jobs.

use super::job::{Job, digest};
use super::positions::positions;
use super::weights::{forget_place, written};
use super::{Experiment, GameChoice, PositionChoice, SettingChoice};
use crate::notation::quoted;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, Plugin};
use crate::search::{Preset, SearchConfig, Soundness};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

/// An experiment in full. Its [identity](Plan::identity) tells it from every other, and from the same one of
/// another version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of the program that made the plan: another one may make other nodes of it.
    pub version: String,
    /// The games, in the order of the report.
    pub games: Vec<PlannedGame>,
    /// From which depth to which the growth is told; the searches go to the second.
    pub depth: Option<(u32, u32)>,
    /// Positions a search makes at most; then it is done.
    pub nodes: Option<u64>,
    /// Positions after which a search that is not done is given up.
    pub budget: u64,
    /// Each search is made with each of these numbers of threads.
    pub threads: Vec<u32>,
    /// Bytes of each search's table.
    pub hash: u64,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
    /// How often each search is made.
    pub repetitions: u32,
}

/// A game of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedGame {
    /// The game's name.
    pub name: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What values are counted in.
    pub unit: String,
    /// The positions, in the game's notation.
    pub positions: Vec<String>,
    /// The settings, each after those it is compared with.
    pub settings: Vec<PlannedSetting>,
    /// The evaluators.
    pub evaluators: Vec<PlannedEvaluator>,
}

/// A setting of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedSetting {
    /// What it is called.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// What it says.
    pub config: SearchConfig,
    /// Whether nobody asked for it: plain alpha-beta, to hold the others to its values.
    pub reference: bool,
    /// Whether it is `best` without one of its techniques, and is compared with that rather than with the
    /// setting above.
    pub of_best: bool,
}

impl PlannedSetting {
    fn new(Preset { name, summary, config }: Preset) -> Self {
        Self { name, summary, config, reference: false, of_best: false }
    }

    /// How far its values may be from those of plain alpha-beta.
    pub fn soundness(&self) -> Soundness {
        self.config.soundness()
    }
}

/// An evaluator of a plan.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedEvaluator {
    /// What it is called.
    pub name: String,
    /// Its settings where it is not a built-in one, or where its weights are, as [`written`].
    pub weights: Option<String>,
}

impl PlannedEvaluator {
    fn forget_place(&mut self) {
        forget_place(&mut self.name, &mut self.weights);
    }

    // Without the folder, where it is called by its file.
    fn file_name(&self) -> &str {
        let name = Path::new(&self.name).file_name().and_then(|name| name.to_str());
        name.unwrap_or(&self.name)
    }
}

/// The name of plain alpha-beta, which all others are compared with.
pub const REFERENCE: &str = "alphabeta";

// What is spent on it where nobody asked for it: enough for a few plies, not to be felt beside the rest.
const REFERENCE_BUDGET: u64 = 2_000_000;

/// Why an experiment cannot be planned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// What the experiment says itself: an unknown name, a position that is none.
    #[error("{0}")]
    Said(String),
    /// A file that it names, with the place.
    #[error("{0}")]
    File(String),
}

/// Who reads the files that an experiment names.
pub struct ReadFiles<'a> {
    /// A text.
    pub text: &'a dyn Fn(&str) -> Result<String, String>,
    /// An evaluator.
    pub evaluator: &'a dyn Fn(&str) -> Result<EvaluatorSource, String>,
    /// Whether a word that is no known name is meant to be a file.
    pub is_meant: &'a dyn Fn(&str) -> bool,
}

/// Where the jobs of a plan belong: the numbers of the game, the evaluator, the position, the setting, the
/// number of threads, and the repetition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// In [`Plan::games`].
    pub game: usize,
    /// In [`PlannedGame::evaluators`].
    pub evaluator: usize,
    /// In [`PlannedGame::positions`].
    pub position: usize,
    /// In [`PlannedGame::settings`].
    pub setting: usize,
    /// In [`Plan::threads`].
    pub threads: usize,
    /// From 0.
    pub repetition: u32,
}

impl Plan {
    /// The plan of an experiment whose games were looked up.
    pub fn new(experiment: &Experiment, games: Vec<PlannedGame>) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games,
            depth: experiment.depths(),
            nodes: experiment.nodes,
            budget: experiment.budget,
            threads: experiment.threads.clone(),
            hash: experiment.hash,
            seed: experiment.seed,
            repetitions: experiment.repetitions,
        }
    }

    /// What tells plans apart: a digest of all they say, but for where the evaluators' files are.
    pub fn identity(&self) -> String {
        let mut plan = self.clone();
        let evaluators = plan.games.iter_mut().flat_map(|game| &mut game.evaluators);
        evaluators.for_each(PlannedEvaluator::forget_place);
        digest(&plan)
    }

    /// Where each of the jobs belongs, in the order of the results. Positions change last but for games, so
    /// that a comparison that was broken off has compared something.
    pub fn slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (game, planned) in self.games.iter().enumerate() {
            for evaluator in 0..planned.evaluators.len() {
                for position in 0..planned.positions.len() {
                    for (setting, about) in planned.settings.iter().enumerate() {
                        let threads = if about.reference { 1 } else { self.threads.len() };
                        let repetitions = if about.reference { 1 } else { self.repetitions };
                        for threads in 0..threads {
                            slots.extend((0..repetitions).map(|repetition| Slot {
                                game,
                                evaluator,
                                position,
                                setting,
                                threads,
                                repetition,
                            }));
                        }
                    }
                }
            }
        }
        slots
    }

    /// The job that belongs there.
    pub fn job(&self, slot: Slot) -> Job {
        let game = &self.games[slot.game];
        let setting = &game.settings[slot.setting];
        let evaluator = &game.evaluators[slot.evaluator];
        let budget = if setting.reference { self.budget.min(REFERENCE_BUDGET) } else { self.budget };
        Job {
            game: game.name.clone(),
            variant: game.variant.clone(),
            size: game.size,
            position: game.positions[slot.position].clone(),
            setting: setting.name.clone(),
            config: setting.config.clone(),
            evaluator: evaluator.name.clone(),
            weights: evaluator.weights.clone(),
            depth: self.depth.map(|(_, last)| last),
            nodes: self.nodes,
            budget,
            threads: if setting.reference { 1 } else { self.threads[slot.threads] },
            hash: self.hash,
            seed: self.seed,
            repetition: slot.repetition,
            reference: setting.reference,
            minimal: game.measured() == Some(slot.setting) && slot.threads == 0 && slot.repetition == 0,
        }
    }

    /// All jobs, in the order of the results.
    pub fn jobs(&self) -> Vec<Job> {
        self.slots().into_iter().map(|slot| self.job(slot)).collect()
    }
}

impl PlannedGame {
    /// Looks up what the experiment says of one game. `read` reads the files it names.
    ///
    /// # Errors
    /// [`PlanError`], with the file and the line where there is one.
    pub fn new<G: Plugin>(
        game: &G,
        choice: &GameChoice,
        experiment: &Experiment,
        read: &ReadFiles<'_>,
    ) -> Result<Self, PlanError> {
        let variant = game.variant();
        // Each position once: the same one twice would count as two.
        let mut seen = HashSet::new();
        let mut positions = chosen_positions(game, &choice.positions, experiment.seed, read)?;
        positions.retain(|position| seen.insert(position.clone()));
        Ok(Self {
            name: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            unit: G::UNIT.to_owned(),
            positions,
            settings: chosen_settings::<G>(experiment, read)?,
            evaluators: chosen_evaluators::<G>(&choice.evaluators, read)?,
        })
    }

    // The number of the setting whose leaves are measured by the minimal tree: the last that finds the plain
    // value with a table, so of a ladder the highest rung.
    fn measured(&self) -> Option<usize> {
        self.settings.iter().rposition(|setting| {
            let SearchConfig { alpha_beta, table, .. } = setting.config;
            alpha_beta && table && setting.soundness() == Soundness::ValuePreserving
        })
    }

    /// The number of `best` among the settings, if it is there.
    pub(super) fn best(&self) -> Option<usize> {
        self.settings.iter().position(|setting| setting.name == Preset::BEST)
    }

    /// What an evaluator is called in a player's name: its file without the folder. Files of one name are
    /// numbered in their order: elsewhere the folders may be others, and the players must not be.
    pub(crate) fn short_name(&self, evaluator: &PlannedEvaluator) -> String {
        let short = evaluator.file_name();
        let alike = self.evaluators.iter().filter(|other| other.file_name() == short);
        let alike: Vec<&PlannedEvaluator> = alike.collect();
        match alike.iter().position(|other| *other == evaluator) {
            Some(place) if alike.len() > 1 && evaluator.weights.is_some() => format!("{short} {}", place + 1),
            _ => short.to_owned(),
        }
    }

    /// The number of plain alpha-beta among the settings: every plan that was made here has it.
    pub fn alphabeta(&self) -> Option<usize> {
        self.settings.iter().position(|setting| setting.config == ALPHABETA.config)
    }
}

// Asked for at every position that is verified, so read but once.
static ALPHABETA: LazyLock<Preset> =
    LazyLock::new(|| Preset::named(REFERENCE).expect("a rung of the ladder"));

fn chosen_positions<G: Plugin>(
    game: &G,
    choice: &PositionChoice,
    seed: u64,
    read: &ReadFiles<'_>,
) -> Result<Vec<String>, PlanError> {
    let (name, text) = match choice {
        PositionChoice::BuiltIn(count) => return Ok(positions(game, *count, seed)),
        PositionChoice::Texts(texts) if texts.is_empty() => {
            return Err(PlanError::Said("'positions: Texts([])': expected at least one position".to_owned()));
        }
        PositionChoice::Texts(texts) => {
            return texts.iter().map(|text| position(game, text).map_err(PlanError::Said)).collect();
        }
        PositionChoice::File(name) => (name, (read.text)(name).map_err(PlanError::File)?),
    };
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let found: Result<Vec<_>, _> = lines
        .map(|(number, line)| {
            let text = line.split(';').next().unwrap_or(line).trim();
            position(game, text).map_err(|error| PlanError::File(format!("{name}:{number}: {error}")))
        })
        .collect();
    match found {
        Ok(found) if found.is_empty() => Err(PlanError::File(format!("{name}: no position in it"))),
        found => found,
    }
}

// Read and written again: the same position is the same text, and the side is said.
fn position<G: Plugin>(game: &G, text: &str) -> Result<String, String> {
    let at = game.parse_position(text, None).map_err(|error| error.to_string())?;
    match at.outcome(game) {
        Some(outcome) => Err(format!("{}: the game is over there: {outcome}", quoted(text))),
        None => Ok(game.position_text(&at)),
    }
}

fn chosen_settings<G: Plugin>(
    experiment: &Experiment,
    read: &ReadFiles<'_>,
) -> Result<Vec<PlannedSetting>, PlanError> {
    let mut chosen: Vec<PlannedSetting> = Vec::new();
    let named = |name: &String, config| {
        PlannedSetting::new(Preset { name: name.clone(), summary: String::new(), config })
    };
    for choice in &experiment.settings {
        match choice {
            SettingChoice::Preset(name) => chosen.extend(presets::<G>(name)?),
            SettingChoice::File(name) => {
                let text = (read.text)(name).map_err(PlanError::File)?;
                let config = SearchConfig::from_ron(name, &text);
                let config = config.map_err(|error| PlanError::File(error.to_string()))?;
                chosen.push(named(name, config));
            }
            SettingChoice::Config(choice) => chosen.push(named(&choice.name, choice.config.clone())),
        }
    }
    for setting in &mut chosen {
        let changed = setting.config.set_all(&experiment.set);
        setting.config = changed.map_err(|problem| PlanError::Said(format!("set: {problem}")))?;
    }
    let mut settings: Vec<PlannedSetting> = Vec::new();
    for setting in chosen {
        match settings.iter().find(|other| other.name == setting.name) {
            // In two families, perhaps.
            Some(same) if same.config == setting.config => {}
            Some(_) => {
                return Err(PlanError::Said(format!("{}: two settings of that name", quoted(&setting.name))));
            }
            None => settings.push(setting),
        }
    }
    let alphabeta = PlannedSetting { reference: true, ..PlannedSetting::new(ALPHABETA.clone()) };
    if !settings.iter().any(|setting| setting.config == alphabeta.config) {
        settings.push(alphabeta);
    }
    Ok(settings)
}

// One preset, or a family. The ladder is the same for all games; what can be left out depends on a game's own
// best.
fn presets<G: Plugin>(name: &str) -> Result<Vec<PlannedSetting>, PlanError> {
    let planned = |presets: Vec<Preset>| presets.into_iter().map(PlannedSetting::new);
    match name {
        "ladder" => Ok(planned(Preset::ladder()).collect()),
        "ablation" => {
            let family = planned(Preset::ablation(&G::best())).enumerate();
            Ok(family.map(|(place, setting)| PlannedSetting { of_best: place > 0, ..setting }).collect())
        }
        _ => {
            let preset = G::named_preset(name, &Preset::FAMILIES).map_err(PlanError::Said)?;
            Ok(vec![PlannedSetting::new(preset)])
        }
    }
}

fn chosen_evaluators<G: Plugin>(
    names: &[String],
    read: &ReadFiles<'_>,
) -> Result<Vec<PlannedEvaluator>, PlanError> {
    let default = [G::evaluators()[0].name.to_owned()];
    let names = if names.is_empty() { &default[..] } else { names };
    let anywhere = |evaluator: &PlannedEvaluator| {
        let mut evaluator = evaluator.clone();
        evaluator.forget_place();
        evaluator
    };
    let mut chosen: Vec<PlannedEvaluator> = Vec::new();
    for name in names {
        if chosen.iter().any(|other| other.name == *name) {
            continue;
        }
        let source = match EvaluatorInfo::named::<G>(name) {
            Ok(_) => None,
            Err(_) if (read.is_meant)(name) => Some((read.evaluator)(name).map_err(PlanError::File)?),
            Err(said) => return Err(PlanError::Said(said)),
        };
        let evaluator = PlannedEvaluator { name: name.clone(), weights: source.as_ref().and_then(written) };
        // The same one in two files would be told from itself by nothing.
        if let Some(same) = chosen.iter().find(|other| anywhere(other) == anywhere(&evaluator)) {
            let [copy, first] = [name, &same.name].map(|name| quoted(name));
            return Err(PlanError::Said(format!("{copy} holds the same as {first}")));
        }
        chosen.push(evaluator);
    }
    Ok(chosen)
}
