//! The arguments of `compare`.

use super::JsonArg;
use crate::values::{self, Shard};
use anyply_framework::arena::Schedule;
use anyply_games::AnyGame;
use clap::{ValueEnum, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// What to compare, and how to go about it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each setting searches each position; every search is a job with a budget of nodes. Ratios are \
geometric means at the greatest depth both settings finished, with 95 % intervals over positions.
Settings that must keep the value of plain alpha-beta are held to it in the same run, which fails \
(exit code 1) where one differs. A file of positions has one a line; `%` begins a comment line.

Examples:
  anyply compare                          the ladder in every game, about two minutes
  anyply compare othello --preset ladder --depth 8 --dry-run
  anyply compare gomoku --preset full-sound,best --depth 1..6 --positions 8 --csv
  anyply compare othello --preset full-sound --threads 1,2 --depth 9
  anyply compare dvonn --by-play --preset best,full-sound --time 50ms --positions 50
  anyply compare --by-play --depth 1..5   does a deeper search always play better?
  anyply compare --preset ladder,best --depth 1..7 --html report.html
  anyply compare --file experiment.ron --out a.jsonl      can be killed, and goes on from there
  anyply compare --file experiment.ron --out a.jsonl --shard 1/2
  anyply compare --file experiment.ron --out b.jsonl --shard 2/2
  anyply compare --merge a.jsonl b.jsonl")]
pub(crate) struct Compare {
    #[arg(help = format!("The games: {} [default: all]", AnyGame::names().join(", ")), value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Settings: names of `anyply presets`, or the families ladder and ablation [default: ladder]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) preset: Vec<String>,
    /// Settings from a RON file; may be repeated
    #[arg(long, value_name = "FILE|PRESET")]
    pub(crate) config: Vec<String>,
    /// One change to every setting; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = values::setting)]
    pub(crate) set: Vec<(String, String)>,
    /// An evaluator by name, or a file of settings (RON) or of weights; may be repeated
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',')]
    pub(crate) eval: Vec<String>,
    /// Plies; A..B also tells the growth from A to B [default: 6]
    #[arg(long, value_name = "D|A..B", value_parser = values::depths)]
    pub(crate) depth: Option<(u32, u32)>,
    /// Positions made by a search, which is then done
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Positions made by a job before it is given up
    /// [default: 2000000; 20000000 with --depth or --nodes, or --nodes if more]
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..))]
    pub(crate) budget: Option<u64>,
    /// Matches between the settings: each opening with both colours, Elo with 95 % intervals. With --depth
    /// A..B each setting plays each depth against the one before it
    #[arg(long)]
    pub(crate) by_play: bool,
    /// Time for a move, such as 100ms (with --by-play; default: 10000 nodes)
    #[arg(long, value_name = "TIME", value_parser = values::time, requires = "by_play")]
    pub(crate) time: Option<Duration>,
    /// Who plays whom (with --by-play) [default: first]
    #[arg(long, value_name = "WHO", requires = "by_play")]
    pub(crate) schedule: Option<ScheduleArg>,
    /// How many of each game's positions [default: 4; of openings with --by-play: 20]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) positions: Option<u32>,
    /// An experiment (.ron), which describes everything; positions of one game; or a saved game
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The variant of the one game that is named
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// Search threads, each number in turn [default: 1]
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = value_parser!(u32).range(1..=256))]
    pub(crate) threads: Vec<u32>,
    /// The size of each search's table, from 1M to 64G [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = values::hash)]
    pub(crate) hash: Option<usize>,
    /// Repeats what is drawn by lot [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How often each search is made, for steadier times [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) repetitions: Option<u32>,
    /// Jobs at the same time; more than one makes times less sure, nothing else
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Print the plan and what it may cost, and do nothing
    #[arg(long, conflicts_with_all = ["html", "csv"])]
    pub(crate) dry_run: bool,
    /// Keep each result here as soon as it is there; the same command goes on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Every N-th job only, from the K-th on
    #[arg(long, value_name = "K/N", value_parser = values::shard, requires = "out", conflicts_with_all = ["html", "csv"])]
    pub(crate) shard: Option<Shard>,
    /// The report of these results together: of shards, or of one file
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["games", "preset", "config", "set", "eval", "depth", "nodes", "budget", "positions", "file", "variant",
            "size", "threads", "hash", "seed", "repetitions", "jobs", "dry_run", "out", "shard", "time", "schedule"])]
    pub(crate) merge: Vec<PathBuf>,
    /// The tables, charts and settings as one page, which needs no network; an earlier page of that name is
    /// replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// The summary as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) json: JsonArg,
}

/// Who plays whom.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScheduleArg {
    /// Each against the first
    First,
    /// Each against the one before it
    Neighbours,
    /// Each against every other
    All,
}

impl From<ScheduleArg> for Schedule {
    fn from(schedule: ScheduleArg) -> Self {
        match schedule {
            ScheduleArg::First => Self::First,
            ScheduleArg::Neighbours => Self::Neighbours,
            ScheduleArg::All => Self::All,
        }
    }
}
