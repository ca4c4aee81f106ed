//! What Othello tells about itself.

use crate::evaluators::{HAND_MADE, PatternEvaluator, PatternFeatures, WITH_PATTERNS, visit};
use crate::formats::{ggf, obf, wthor};
use crate::rules::Othello;
use crate::shape::{Eight, Shape, Six, Ten};
use anyply_framework::learn::{Features, FeaturesVisitor, Weights};
use anyply_framework::search::{PresetFile, SearchConfig};
use anyply_framework::settings::unknown;
use anyply_framework::{
    BuiltEngine, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Keeps, Plugin, RecordFormat, Resources,
    SettingsError, Variant, engine_with,
};

/// With the evaluator `patterns`, which tells the end of the game so well that the depths before it can be
/// left out.
static LEARNED: [PresetFile; 4] = {
    const TEXT: &str = include_str!("../config/best.ron");
    // Deeper depths before the end teach nothing more: with 10, position 59 of the FFO suite, which a side
    // wins by 64, took 56 s instead of 6.
    let [best, selective, solve] = presets(TEXT, TEXT, &[("leap_to_end", "14")]);
    let summary = "tuned for evaluators made by hand; 8x8 alone: elsewhere 'best' is this";
    [best, selective, solve, PresetFile { name: "hand-made", summary, text: HAND_MADE_BEST, changes: &[] }]
};
/// With an evaluator made by hand.
static HAND_TUNED: [PresetFile; 3] =
    presets(HAND_MADE_BEST, include_str!("../config/solve_hand_made.ron"), &[]);
const HAND_MADE_BEST: &str = include_str!("../config/best_hand_made.ron");

const fn presets(
    best: &'static str,
    solve: &'static str,
    changes: &'static [(&'static str, &'static str)],
) -> [PresetFile; 3] {
    let [best, selective] = PresetFile::of_game(best, include_str!("../config/selective.ron"));
    let summary = "for exact results: what proves, in the least time";
    [best, selective, PresetFile { name: "solve", summary, text: solve, changes }]
}

macro_rules! compiled_here {
    () => {
        // The unit tests build few engines, and are built sooner without all the others.
        #[cfg_attr(test, inline)]
        fn engine(
            game: &Othello<Self>,
            source: &EvaluatorSource,
            config: SearchConfig,
            resources: Resources,
        ) -> BuiltEngine<Othello<Self>> {
            engine_with(game, source, config, resources)
        }
    };
}

/// A board that is offered by name.
pub trait NamedShape: Shape {
    /// The one variant on this board.
    const VARIANTS: &'static [Variant; 1];
    /// Positions to compare searches on, if any were made.
    const POSITIONS: &'static str = "";
    /// Openings of matches, if any were made.
    const OPENINGS: &'static str = "";
    /// How weights are learned, if there are any.
    const RECIPE: &'static str = "";
    /// Those that come with the program.
    const WEIGHTS: &'static [u8] = &[];
    /// The evaluators, the default first.
    const EVALUATORS: &'static [EvaluatorInfo] = &HAND_MADE;
    /// How to search with the default one.
    const PRESETS: &'static [PresetFile] = &HAND_TUNED;

    /// Builds `patterns`, with built-in weights or others, and hands it to the visitor.
    ///
    /// # Errors
    /// A line, where the weights are for something else, or nothing was learned for this board.
    fn with_patterns<V: EvaluatorVisitor<Othello<Self>>>(
        weights: Option<&Weights>,
        visitor: V,
    ) -> Result<V::Output, String> {
        let _ = (weights, visitor);
        let known: Vec<_> = Self::EVALUATORS.iter().map(|info| info.name).collect();
        Err(unknown(&format!("evaluator of {}", Self::VARIANTS[0].name), PatternFeatures::EVALUATOR, &known))
    }

    /// The search on this board, which is compiled where the board is known.
    ///
    /// # Errors
    /// [`SettingsError`], as of [`Plugin::engine`].
    fn engine(
        game: &Othello<Self>,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Othello<Self>>;

    /// Hands what can be learned of this board to the visitor.
    fn with_features<V: FeaturesVisitor<Othello<Self>>>(visitor: V) -> Option<V::Output> {
        let _ = visitor;
        None
    }
}

impl NamedShape for Eight {
    const VARIANTS: &'static [Variant; 1] =
        &[Variant { name: "8x8", size: None, summary: "the standard board" }];
    const POSITIONS: &'static str = include_str!("../config/positions.txt");
    const OPENINGS: &'static str = include_str!("../config/openings.txt");
    const RECIPE: &'static str = include_str!("../config/learn.ron");
    const WEIGHTS: &'static [u8] = {
        const LEARNED: &[u8] = include_bytes!("../config/patterns.weights");
        // They are part of the repository and of the program.
        assert!(LEARNED.len() < 8 << 20, "learned weights are to stay below 8 MiB");
        LEARNED
    };
    const EVALUATORS: &'static [EvaluatorInfo] = &WITH_PATTERNS;
    const PRESETS: &'static [PresetFile] = &LEARNED;

    compiled_here!();

    fn with_patterns<V: EvaluatorVisitor<Othello>>(
        weights: Option<&Weights>,
        visitor: V,
    ) -> Result<V::Output, String> {
        let evaluator = match weights {
            None => PatternEvaluator::built_in(),
            Some(weights) => PatternEvaluator::new(weights).map_err(|error| error.to_string())?,
        };
        Ok(visitor.visit(evaluator))
    }

    fn with_features<V: FeaturesVisitor<Othello>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit(PatternFeatures))
    }
}

impl NamedShape for Six {
    const VARIANTS: &'static [Variant; 1] =
        &[Variant { name: "6x6", size: None, summary: "the small board, which can be solved" }];

    compiled_here!();
}

impl NamedShape for Ten {
    const VARIANTS: &'static [Variant; 1] =
        &[Variant { name: "10x10", size: None, summary: "the large board" }];

    compiled_here!();
}

impl<S: NamedShape> Plugin for Othello<S> {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "bracket the other side's discs to turn them; most discs at the end win";
    const README: &'static str = include_str!("../README.md");
    const BENCH_DEPTH: u32 = 14;

    fn variants() -> &'static [Variant] {
        S::VARIANTS
    }

    fn open(_: &Variant, _: u64) -> Self {
        Self::new()
    }

    fn variant(&self) -> &'static Variant {
        &S::VARIANTS[0]
    }

    fn evaluators() -> &'static [EvaluatorInfo] {
        S::EVALUATORS
    }

    fn presets() -> &'static [PresetFile] {
        S::PRESETS
    }

    fn recipe() -> &'static str {
        S::RECIPE
    }

    fn weights() -> &'static [u8] {
        S::WEIGHTS
    }

    fn positions() -> &'static str {
        S::POSITIONS
    }

    fn openings() -> &'static str {
        S::OPENINGS
    }

    fn formats() -> &'static [RecordFormat] {
        &[
            RecordFormat {
                name: "ggf",
                extension: "ggf",
                summary: "Generic Game Format, of GGS and NBoard",
                // Of what is said of a move, only a score.
                keeps: Keeps { comments: false, openings: false, ..Keeps::ALL },
                read: |bytes, _| ggf::read(bytes),
                write: ggf::write,
            },
            RecordFormat {
                name: "wthor",
                extension: "wtb",
                summary: "the WTHOR base of tournament games",
                keeps: Keeps { unfinished: false, ..Keeps::MOVES },
                read: |bytes, _| wthor::read(bytes),
                write: wthor::write,
            },
            RecordFormat {
                name: "obf",
                extension: "obf",
                summary: "positions: read without their scores; of a game, the last is written",
                keeps: Keeps { moves: false, start: true, ..Keeps::MOVES },
                read: |bytes, _| obf::read(bytes),
                write: obf::write,
            },
        ]
    }

    fn with_evaluator<V: EvaluatorVisitor<Self>>(
        &self,
        source: &EvaluatorSource,
        visitor: V,
    ) -> Result<V::Output, SettingsError> {
        visit(source, visitor)
    }

    fn engine(
        &self,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Self> {
        S::engine(self, source, config, resources)
    }

    fn with_features<V: FeaturesVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        S::with_features(visitor)
    }
}
