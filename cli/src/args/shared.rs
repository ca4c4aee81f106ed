//! Groups of options that several commands have.

use crate::values::{self, LevelChoice, Strength};
use anyply_framework::Side;
use anyply_framework::search::{Clock, Limits};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ValueEnum, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// Which position.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(crate) struct Place {
    /// The variant; `anyply games` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// A position in the game's own notation; `-` reads it from stdin, except in play and engine
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Repeats what is drawn by lot: a random start, the low levels' slips, the moves of `random` and `mcts`
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The side to move, where the position does not say it
    #[arg(long, value_name = "SIDE", value_parser = side())]
    pub(crate) side: Option<Side>,
    /// Moves from there on, in the game's notation
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

// `black` or `white`.
fn side() -> impl TypedValueParser<Value = Side> {
    let names = PossibleValuesParser::new(["black", "white"]);
    names.map(|name| if name == "black" { Side::Black } else { Side::White })
}

/// Which file.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(crate) struct FileArgs {
    /// A saved game (.ron), or positions, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// What the file is, where its name does not say it
    #[arg(long, value_name = "FORMAT", requires = "file")]
    pub(crate) format: Option<Format>,
}

/// When the search ends.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits (the first reached ends the search)")]
pub(crate) struct LimitArgs {
    /// Plies
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Positions made
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for a move, such as 5s or 300ms
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    time: Option<Duration>,
    /// Time for the game and for each move, such as 5m+2s
    #[arg(long, value_name = "CLOCK", value_parser = values::clock)]
    clock: Option<Clock>,
    /// A level from 1 (a child beats it) to 12 (10 s a move); in play also auto: up when you win, down when
    /// you lose
    #[arg(long, value_name = "LEVEL", value_parser = values::level)]
    level: Option<LevelChoice>,
}

impl LimitArgs {
    /// All of them together.
    pub(crate) fn strength(&self) -> Strength {
        let Self { depth, nodes, time, clock, level: _ } = *self;
        let limits = Limits { depth, nodes, time, clock, ..Limits::default() };
        Strength { level: self.level, limits }
    }
}

/// How the engine thinks.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// The evaluator: a name of `anyply evaluators GAME`, or a file of settings (RON) or of weights
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) eval: Option<String>,
    /// The search settings: a name of `anyply presets`, or a file of settings (RON)
    #[arg(long, value_name = "PRESET|FILE")]
    pub(crate) config: Option<String>,
    /// One search setting on top; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = values::setting)]
    pub(crate) set: Vec<(String, String)>,
    /// Search threads [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The size of the transposition table, from 1M to 64G [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = values::hash)]
    pub(crate) hash: Option<usize>,
}

/// What is known beforehand.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct BookArg {
    /// An opening book (anyply learn GAME --book): its moves are played at once, other positions are searched
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
}

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct JsonArg {
    /// One JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct ColorArg {
    /// Colours; auto respects NO_COLOR
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// What a file holds.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// A saved game
    Record,
    /// Positions, one a line, with what is known of them after a `;`
    Positions,
}
