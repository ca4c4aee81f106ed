//! [`Plugin`]: what a game tells about itself, so that every front end can offer it.

use crate::bounded::read_file;
use crate::engine::{BuiltEngine, Resources, engine_with};
use crate::evaluator::Evaluator;
use crate::format::RecordFormat;
use crate::game::Situation;
use crate::learn::{FeaturesVisitor, Weights};
use crate::notation::{Notation, ParseError};
use crate::search::{Preset, PresetFile, SearchConfig};
use crate::settings::{SettingsError, unknown};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game that can be offered by name: its variants, its evaluators, its own page of rules.
pub trait Plugin: Notation {
    /// The name on the command line, lower case letters.
    const NAME: &'static str;
    /// One line about the game.
    const SUMMARY: &'static str;
    /// The game's README: rules, notation, evaluators (each by its name, as `` `discs` ``), sources.
    const README: &'static str;
    /// The depth at which the deterministic benchmark searches this game: about a second for all its
    /// positions.
    const BENCH_DEPTH: u32;

    /// So many plies at the start only set the board up: the opening comes after them.
    const SETUP_PLIES: usize = 0;

    /// The variants that this type plays; the first is the default.
    fn variants() -> &'static [Variant];

    /// The rules of one of [`Plugin::variants`]. Whatever a game begins with by lot is drawn from `seed`.
    fn open(variant: &Variant, seed: u64) -> Self;

    /// Which of [`Plugin::variants`] this is.
    fn variant(&self) -> &'static Variant;

    /// The evaluators by name; the first is the default.
    fn evaluators() -> &'static [EvaluatorInfo];

    /// The search settings that this game does better with, or has alone: `best`, above all.
    fn presets() -> &'static [PresetFile] {
        &[]
    }

    /// The preset of that name: this game's own, or the one for all games.
    fn preset(name: &str) -> Option<Preset> {
        let own = Self::presets().iter().find(|file| file.name == name).map(PresetFile::preset);
        own.or_else(|| Preset::named(name))
    }

    /// Every preset: those for all games, of which this game's own takes the place of one of its name.
    fn all_presets() -> Vec<Preset> {
        let mut all = Preset::all();
        for preset in Self::presets().iter().map(PresetFile::preset) {
            match all.iter_mut().find(|general| general.name == preset.name) {
                Some(general) => *general = preset,
                None => all.push(preset),
            }
        }
        all
    }

    /// The preset of that name. Where there is none, the names of `families` are listed, too.
    ///
    /// # Errors
    /// One line that lists those there are.
    fn named_preset(name: &str, families: &[&str]) -> Result<Preset, String> {
        Self::preset(name).ok_or_else(|| {
            let all = Self::all_presets();
            let own = all.iter().map(|preset| preset.name.as_str());
            unknown("preset", name, &families.iter().copied().chain(own).collect::<Vec<_>>())
        })
    }

    /// The settings that play best in this game.
    fn best() -> Preset {
        Self::preset(Preset::BEST).expect("every game has it")
    }

    /// Builds the evaluator that `source` names and hands it, with its static type, to the visitor. All
    /// dynamic choice ends here.
    ///
    /// # Errors
    /// [`SettingsError`] if a RON text does not describe one of this game's evaluators.
    fn with_evaluator<V: EvaluatorVisitor<Self>>(
        &self,
        source: &EvaluatorSource,
        visitor: V,
    ) -> Result<V::Output, SettingsError>;

    /// The engine that `config` describes, with the evaluator of that `source`.
    ///
    /// What is generic is compiled anew in every crate that uses it, and a search is large. So a game writes
    /// this method itself, with the one line that is here, where all types are known: then its searches are
    /// compiled in its own crate and nowhere else.
    ///
    /// # Errors
    /// [`SettingsError`] if the evaluator cannot be built, a figure of `config` is out of its range, or there
    /// is no memory for the table.
    fn engine(
        &self,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Self> {
        engine_with(self, source, config, resources)
    }

    /// Hands what can be learned of this game to the visitor: nothing, if it has no evaluator with learned
    /// weights.
    fn with_features<V: FeaturesVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        let _ = visitor;
        None
    }

    /// How that is learned where nobody says otherwise: RON, as [`Recipe`](crate::learn::Recipe) reads it.
    /// Empty for a game that only learns by a recipe of one's own.
    fn recipe() -> &'static str {
        ""
    }

    /// The learned weights that come with the program, as [`Weights`](crate::learn::Weights) reads them: what
    /// recorded games are added to. Empty for a game without any.
    fn weights() -> &'static [u8] {
        &[]
    }

    /// Positions of the first of [`Plugin::variants`] to compare searches on, as
    /// [`positions::read`](crate::positions::read) reads them. Without any, and in the other variants, they
    /// are drawn by lot.
    fn positions() -> &'static str {
        ""
    }

    /// Balanced openings of the first of [`Plugin::variants`] for matches, as
    /// [`openings::read`](crate::arena::openings::read()) reads them. Without any, and in the other variants,
    /// they are drawn by lot. A [recipe](crate::arena::openings::OpeningsRecipe) may stand there alone.
    fn openings() -> &'static str {
        ""
    }

    /// Reads the moves of an opening, legal ones from the start on, if `line` is written as only this game's
    /// world writes them.
    ///
    /// # Errors
    /// [`ParseError`] for a line that is meant so, and has a fault.
    fn parse_opening(&self, line: &str) -> Option<Result<Vec<Self::Move>, ParseError>> {
        let _ = line;
        None
    }

    /// The openings by swap that this game's world plays, so that the first move is worth nothing.
    fn swaps() -> &'static [SwapOpening] {
        &[]
    }

    /// The files in which this game's world keeps its games.
    fn formats() -> &'static [RecordFormat] {
        &[]
    }

    /// What this game can tell about a position besides its moves.
    fn topics() -> &'static [Topic] {
        &[]
    }

    /// Tells about one of [`Plugin::topics`]; `argument` is what the person added, often nothing.
    ///
    /// # Errors
    /// A line that says what was expected, for an unknown topic or a bad argument.
    fn tell(&self, at: &Situation<Self>, topic: &str, argument: &str) -> Result<String, String> {
        let _ = (at, argument);
        Err(format!("{} has nothing to tell about '{topic}'", Self::NAME))
    }
}

/// A set of rules and a board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The name for `--variant`.
    pub name: &'static str,
    /// The board size for `--size`, where it is not part of the name.
    pub size: Option<u32>,
    /// One line about it.
    pub summary: &'static str,
}

/// A variant in words, with the size of its board where the name does not tell: `freestyle 15x15`.
pub fn sized(variant: &str, size: Option<u32>) -> String {
    let size = size.map_or_else(String::new, |size| format!(" {size}x{size}"));
    format!("{variant}{size}")
}

/// An opening that one player makes and the other judges: who makes one that favours a colour gets the other
/// one.
///
/// The first player makes the first moves of both colours. The second chooses a colour, or makes some more
/// and leaves the choice to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwapOpening {
    /// The name for `--opening`.
    pub name: &'static str,
    /// The moves that the first player makes.
    pub first: usize,
    /// The moves that the second may make instead of choosing; 0 where there is no such choice.
    pub more: usize,
}

/// One of a game's evaluators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// The name for `--eval`.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Its built-in settings: RON that can be copied, changed and given back with `--eval FILE`.
    pub settings: &'static str,
}

/// What is told of an evaluator, by its name and its summary; its settings are in `config/NAME.ron` of the
/// crate that writes this.
#[macro_export]
macro_rules! evaluator_info {
    ($name:literal, $summary:literal) => {
        $crate::EvaluatorInfo {
            name: $name,
            summary: $summary,
            settings: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/config/", $name, ".ron")),
        }
    };
}

impl EvaluatorInfo {
    /// The evaluator of that name.
    ///
    /// # Errors
    /// One line that lists those there are.
    pub fn named<G: Plugin>(name: &str) -> Result<&'static Self, String> {
        let known = G::evaluators();
        known.iter().find(|info| info.name == name).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|info| info.name).collect();
            unknown(&format!("evaluator of {}", G::NAME), name, &names)
        })
    }
}

/// Something a game can tell about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topic {
    /// The word to ask with.
    pub name: &'static str,
    /// What may follow it, such as `N`; empty for nothing.
    pub argument: &'static str,
    /// One line about it.
    pub summary: &'static str,
}

/// Where an evaluator's settings come from.
#[derive(Clone, PartialEq, Debug)]
pub enum EvaluatorSource {
    /// One of [`Plugin::evaluators`].
    BuiltIn(&'static EvaluatorInfo),
    /// A RON text, and the file it was read from.
    File {
        /// Where the text came from.
        path: PathBuf,
        /// The text.
        text: String,
    },
    /// Learned weights, and the file they were read from.
    Weights {
        /// Where they came from.
        path: PathBuf,
        /// The weights. They say which evaluator they are for.
        weights: Arc<Weights>,
    },
}

impl EvaluatorSource {
    /// What a file holds: learned weights, or settings.
    ///
    /// # Errors
    /// A line that names the file.
    pub fn from_file(path: &Path) -> Result<Self, String> {
        let unreadable = |problem: &dyn Display| format!("cannot read '{}': {problem}", path.display());
        let bytes = read_file(path).map_err(|error| unreadable(&error))?;
        // One that was damaged at its beginning is told by its name.
        if bytes.starts_with(Weights::MAGIC)
            || path.extension().is_some_and(|extension| extension == "weights")
        {
            let weights =
                Weights::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            return Ok(Self::Weights { path: path.to_owned(), weights: Arc::new(weights) });
        }
        let text = String::from_utf8(bytes).map_err(|_| unreadable(&"it is not text"))?;
        Ok(Self::File { path: path.to_owned(), text })
    }

    /// What is wrong with it, with the place of what `problem` quotes where that is found in its text.
    pub fn wrong(&self, problem: String) -> SettingsError {
        match self {
            Self::BuiltIn(EvaluatorInfo { settings: text, .. }) => {
                SettingsError::in_text(&self.name(), text, problem)
            }
            Self::File { text, .. } => SettingsError::in_text(&self.name(), text, problem),
            Self::Weights { .. } => SettingsError::Range { origin: self.name(), problem },
        }
    }

    /// Whether it is the evaluator of that name as it comes with the game.
    pub(crate) fn is_built_in<G: Plugin>(&self, name: &str) -> bool {
        match self {
            Self::BuiltIn(info) => info.name == name,
            Self::File { text, .. } => {
                EvaluatorInfo::named::<G>(name).is_ok_and(|info| bare(text).eq(bare(info.settings)))
            }
            Self::Weights { .. } => false,
        }
    }

    /// What to call it: the built-in name, or the path.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(info) => info.name.to_owned(),
            Self::File { path, .. } | Self::Weights { path, .. } => path.display().to_string(),
        }
    }
}

// What a RON text says, without comments and space.
fn bare(text: &str) -> impl Iterator<Item = char> {
    let said = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    said.flat_map(str::chars).filter(|char| !char.is_whitespace())
}

/// Something to be done with an evaluator of any type.
pub trait EvaluatorVisitor<G: Plugin> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output;
}
