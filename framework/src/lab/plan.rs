//! [`Plan`]: an experiment with everything looked up, so that nothing but the plan is needed to do its jobs.
//! Its games are made in `lookup`, of what the experiment says.

use super::Experiment;
use super::job::{Job, digest};
use super::names::{NumberedFile, short_names};
use super::weights::forget_place;
use crate::search::{Preset, SearchConfig, Soundness};
use serde::{Deserialize, Serialize};
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
    /// What numbers mean in the names of settings. It is no part of what tells plans apart: the folders may
    /// be others elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbered: Vec<NumberedFile>,
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
    pub(super) fn new(Preset { name, summary, config }: Preset) -> Self {
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
    /// Its settings where it is not a built-in one, or where its weights are, as [`written`](super::written).
    pub weights: Option<String>,
}

impl PlannedEvaluator {
    pub(super) fn forget_place(&mut self) {
        forget_place(&mut self.name, &mut self.weights);
    }
}

/// The name of plain alpha-beta, which all others are compared with.
pub const REFERENCE: &str = "alphabeta";

// What is spent on it where nobody asked for it: enough for a few plies, not to be felt beside the rest.
const REFERENCE_BUDGET: u64 = 2_000_000;

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

    /// What tells plans apart: a digest of all they say, but for where the files are.
    pub fn identity(&self) -> String {
        let mut plan = self.clone();
        for game in &mut plan.games {
            game.numbered.clear();
            game.evaluators.iter_mut().for_each(PlannedEvaluator::forget_place);
        }
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

    /// What each evaluator is called in a player's name, and what the numbers in these mean.
    pub(crate) fn evaluator_names(&self) -> (Vec<String>, Vec<NumberedFile>) {
        short_names(self.evaluators.iter().map(|of| (of.name.as_str(), of.weights.is_some())))
    }

    /// The number of plain alpha-beta among the settings: every plan that was made here has it.
    pub fn alphabeta(&self) -> Option<usize> {
        self.settings.iter().position(|setting| setting.config == ALPHABETA.config)
    }
}

// Asked for at every position that is verified, so read but once.
pub(super) static ALPHABETA: LazyLock<Preset> =
    LazyLock::new(|| Preset::named(REFERENCE).expect("a rung of the ladder"));
