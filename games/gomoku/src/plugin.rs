//! What the game tells about itself.

use crate::board::Square;
use crate::evaluators::{self, EVALUATORS, PatternFeatures};
use crate::formats::{openings, psq, renlib};
use crate::notation::forbidden_points;
use crate::rules::{Gomoku, Rule};
use anyply_framework::learn::FeaturesVisitor;
use anyply_framework::search::{PresetFile, SearchConfig};
use anyply_framework::{
    BuiltEngine, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Keeps, ParseError, Plugin, RecordFormat,
    Resources, SettingsError, Side, Situation, SwapOpening, Topic, Variant, engine_with, quoted, settings,
};

/// In the order of the variants.
pub(crate) const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

const TOPICS: [Topic; 2] = [
    Topic { name: "forbidden", argument: "", summary: "the points that renju forbids Black here, and why" },
    Topic { name: "fives", argument: "", summary: "the squares where a side would win at once" },
];

const SWAPS: [SwapOpening; 2] =
    [SwapOpening { name: "swap", first: 3, more: 0 }, SwapOpening { name: "swap2", first: 3, more: 2 }];

static PRESETS: [PresetFile; 2] =
    PresetFile::of_game(include_str!("../config/best.ron"), include_str!("../config/selective.ron"));

impl<const N: usize> Gomoku<N> {
    const VARIANTS: [Variant; 4] = {
        const fn variant(name: &'static str, size: usize, summary: &'static str) -> Variant {
            Variant { name, size: Some(size as u32), summary }
        }
        [
            variant("freestyle", N, "five or more in a row win"),
            variant("standard", N, "exactly five in a row win"),
            variant("renju", N, "Black must not make double threes, double fours or overlines"),
            variant("caro", N, "exactly five in a row win, unless closed at both ends"),
        ]
    };
}

/// A board of so many lines that is offered by name.
pub trait NamedSize: Sized {
    /// The search on this board, which is compiled where the board is known.
    ///
    /// # Errors
    /// [`SettingsError`], as of [`Plugin::engine`].
    fn built(
        &self,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Self>;
}

macro_rules! named_sizes {
    ($($(#[$how:meta])? $lines:literal),+) => {$(
        impl NamedSize for Gomoku<$lines> {
            $(#[$how])?
            fn built(
                &self,
                source: &EvaluatorSource,
                config: SearchConfig,
                resources: Resources,
            ) -> BuiltEngine<Self> {
                engine_with(self, source, config, resources)
            }
        }
    )+};
}

// The unit tests build few engines, and are built sooner without all the others; and what is proven can be
// tried out on 9 lines.
named_sizes!(
    #[cfg_attr(test, inline)]
    15,
    #[cfg_attr(test, inline)]
    19,
    #[cfg_attr(test, inline)]
    20,
    #[inline]
    9
);

impl<const N: usize> Plugin for Gomoku<N>
where
    Self: NamedSize,
{
    const NAME: &'static str = "gomoku";
    const SUMMARY: &'static str = "five in a row: freestyle, standard, renju or caro, on 15, 19 or 20 lines";
    const README: &'static str = include_str!("../README.md");
    const BENCH_DEPTH: u32 = 10;

    fn variants() -> &'static [Variant] {
        &Self::VARIANTS
    }

    fn open(variant: &Variant, _: u64) -> Self {
        let index = Self::VARIANTS.iter().position(|known| known.name == variant.name);
        debug_assert!(index.is_some(), "{variant:?} is not one of ours");
        Self::new(RULES[index.unwrap_or(0)])
    }

    fn variant(&self) -> &'static Variant {
        let index = RULES.iter().position(|&rule| rule == self.rule()).expect("every rule is a variant");
        &Self::variants()[index]
    }

    fn evaluators() -> &'static [EvaluatorInfo] {
        &EVALUATORS
    }

    fn presets() -> &'static [PresetFile] {
        &PRESETS
    }

    fn positions() -> &'static str {
        if N == 15 { include_str!("../config/positions.txt") } else { "" }
    }

    fn swaps() -> &'static [SwapOpening] {
        &SWAPS
    }

    fn openings() -> &'static str {
        const ALL: &str = include_str!("../config/openings.txt");
        // Elsewhere they are no openings, but others are made by the same recipe.
        if N == 15 {
            ALL
        } else {
            ALL.lines().find(|line| line.starts_with("% recipe: ")).unwrap_or_default()
        }
    }

    fn parse_opening(&self, line: &str) -> Option<Result<Vec<Square>, ParseError>> {
        openings::read(self, line)
    }

    fn formats() -> &'static [RecordFormat] {
        &[
            RecordFormat {
                name: "psq",
                extension: "psq",
                summary: "a record of Piskvork, the Gomocup manager",
                keeps: Keeps { players: true, times: true, ..Keeps::MOVES },
                read: psq::read,
                write: psq::write,
            },
            RecordFormat {
                name: "renlib",
                extension: "lib",
                summary: "a RenLib library: one tree, each line to a leaf a game; 15 lines",
                keeps: Keeps { comments: true, scores: true, ..Keeps::MOVES },
                read: renlib::read,
                write: renlib::write,
            },
        ]
    }

    fn with_evaluator<V: EvaluatorVisitor<Self>>(
        &self,
        source: &EvaluatorSource,
        visitor: V,
    ) -> Result<V::Output, SettingsError> {
        evaluators::open(self, source, visitor)
    }

    fn engine(
        &self,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Self> {
        Self::built(self, source, config, resources)
    }

    fn with_features<V: FeaturesVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(PatternFeatures::new(self.rule())))
    }

    fn recipe() -> &'static str {
        include_str!("../config/learn.ron")
    }

    fn weights() -> &'static [u8] {
        include_bytes!("../config/learned-patterns.weights")
    }

    fn topics() -> &'static [Topic] {
        &TOPICS
    }

    fn tell(&self, at: &Situation<Self>, topic: &str, argument: &str) -> Result<String, String> {
        match topic {
            "forbidden" | "fives" if !argument.trim().is_empty() => {
                Err(format!("{}: expected nothing after '{topic}'", quoted(argument)))
            }
            "forbidden" => Ok(forbidden_points(self, at)),
            "fives" => Ok(self.tell_fives(at)),
            _ => Err(settings::unknown("topic", topic, &TOPICS.map(|topic| topic.name))),
        }
    }
}

impl<const N: usize> Gomoku<N> {
    fn tell_fives(&self, at: &Situation<Self>) -> String {
        let line = |side: Side| {
            let wins = |square: &Square| self.wins(&at.position, side, *square);
            let squares: Vec<String> =
                at.position.playable_squares().filter(wins).map(|square| square.to_string()).collect();
            let squares = if squares.is_empty() { "nowhere".to_owned() } else { squares.join(" ") };
            format!("{}: {squares}", side.name())
        };
        Side::BOTH.map(line).join("\n")
    }
}
