//! [`Experiment`]: what a person asks to be compared.

use crate::notation::quoted;
use crate::search::SearchConfig;
use crate::settings::{self, SettingsError, within};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What is to be compared, as it is written in RON. Everything but the games may be left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Experiment {
    /// The games, in the order of the report.
    pub games: Vec<GameChoice>,
    /// The settings, each after the one it is to be compared with; those of `ablation` are compared with
    /// `best`.
    pub settings: Vec<SettingChoice>,
    /// Changes made to each of the settings, as with `--set`.
    pub set: Vec<(String, String)>,
    /// From which depth to which the growth is told; the searches go to the second. Without it and without
    /// `nodes`, `(6, 6)`.
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
    /// How often each search is made, for steadier times.
    pub repetitions: u32,
}

impl Default for Experiment {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            settings: vec![SettingChoice::Preset("ladder".to_owned())],
            set: Vec::new(),
            depth: None,
            nodes: None,
            budget: 20_000_000,
            threads: vec![1],
            hash: 64 << 20,
            seed: 1,
            repetitions: 1,
        }
    }
}

/// One game, in one variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameChoice {
    /// The game's name.
    pub name: String,
    /// The variant; the game's default where it is left out.
    #[serde(default)]
    pub variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant.
    #[serde(default)]
    pub size: Option<u32>,
    /// Which positions.
    #[serde(default)]
    pub positions: PositionChoice,
    /// Which evaluators, by name or as RON files; the game's default where there is none.
    #[serde(default)]
    pub evaluators: Vec<String>,
}

/// The positions of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum PositionChoice {
    /// So many of those that come with the game.
    BuiltIn(usize),
    /// These, in the game's notation.
    Texts(Vec<String>),
    /// Those of a file, one a line.
    File(String),
}

impl Default for PositionChoice {
    fn default() -> Self {
        Self::BuiltIn(4)
    }
}

/// One of the settings, or a family of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SettingChoice {
    /// A preset, `ladder` or `ablation`.
    Preset(String),
    /// A file with settings.
    File(String),
    /// Settings on the spot.
    Config(Box<NamedConfig>),
}

/// Settings with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedConfig {
    /// What to call them.
    pub name: String,
    /// What they are.
    #[serde(deserialize_with = "possible")]
    pub config: SearchConfig,
}

// Checked while the place in the text is still known.
fn possible<'de, D: Deserializer<'de>>(from: D) -> Result<SearchConfig, D::Error> {
    let config = SearchConfig::deserialize(from)?;
    match SearchConfig::from_ron("", &settings::to_ron(&config)) {
        Ok(config) => Ok(config),
        Err(SettingsError::Range { problem, .. }) => Err(D::Error::custom(problem)),
        Err(error) => Err(D::Error::custom(error)),
    }
}

impl Experiment {
    /// The depths that may be asked for.
    pub const DEPTHS: RangeInclusive<u32> = 1..=100;
    /// How often every search may be repeated.
    pub const REPETITIONS: RangeInclusive<u32> = 1..=1000;
    /// The depths where nothing is said of them.
    pub const DEFAULT_DEPTH: (u32, u32) = (6, 6);

    /// Reads an experiment; `origin` is named in errors.
    ///
    /// # Errors
    /// [`SettingsError`], with the place.
    pub fn from_ron(origin: &str, text: &str) -> Result<Self, SettingsError> {
        let experiment: Self = settings::from_ron(origin, text)?;
        experiment.check().map_err(|problem| SettingsError::in_text(origin, text, problem))?;
        Ok(experiment)
    }

    /// Checks every figure.
    ///
    /// # Errors
    /// A line that quotes the figure, and says what was expected.
    pub fn check(&self) -> Result<(), String> {
        if self.games.is_empty() {
            return Err("'games': expected at least one, for example [(name: \"...\")]".to_owned());
        }
        if self.settings.is_empty() {
            return Err("'settings': expected at least one, for example [Preset(\"ladder\")]".to_owned());
        }
        if let Some((first, last)) = self.depth {
            within("depth", last, Self::DEPTHS)?;
            within("depth", first, *Self::DEPTHS.start()..=last)?;
        }
        within("budget", self.budget, 1..=u64::MAX)?;
        within("nodes", self.nodes.unwrap_or(1), 1..=u64::MAX)?;
        within("hash", self.hash, 1 << 20..=64 << 30)?;
        within("repetitions", self.repetitions, Self::REPETITIONS)?;
        self.threads.iter().try_for_each(|&threads| within("threads", threads, 1..=256))?;
        let different: HashSet<_> = self.threads.iter().collect();
        if different.is_empty() || different.len() < self.threads.len() {
            return Err("'threads': expected different numbers, for example [1, 2]".to_owned());
        }
        let mut listed = HashSet::new();
        if let Some(twice) =
            self.games.iter().find(|game| !listed.insert((&game.name, &game.variant, game.size)))
        {
            return Err(Self::twice(&twice.name));
        }
        let count = |game: &GameChoice| match game.positions {
            PositionChoice::BuiltIn(count) => count,
            _ => 1,
        };
        self.games.iter().try_for_each(|game| within("positions", count(game), 1..=10_000))
    }

    /// What is wrong where a game is listed twice.
    pub fn twice(game: &str) -> String {
        format!("'games': {} twice; expected its evaluators in one entry", quoted(game))
    }

    /// From which depth to which the growth is told, if the searches go by depth.
    pub fn depths(&self) -> Option<(u32, u32)> {
        self.depth.or(self.nodes.is_none().then_some(Self::DEFAULT_DEPTH))
    }
}
