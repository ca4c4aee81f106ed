//! The arguments of `match`.

use super::compare::ScheduleArg;
use super::{BookArg, EngineArgs, JsonArg, LimitArgs};
use crate::values::{self, Shard};
use anyply_framework::arena::Sprt;
use clap::{Parser, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// Who plays, from where, and how long.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A player is NAME=WHO: a preset (anyply presets), a file of settings, a level from 1 to 12, or another program as \
cmd:PROTOCOL:COMMAND LINE, which plays by gtp, nboard, gomocup, codecup, line or dvonn-agent. Limits and engine options hold for \
every player, --level for those that are none themselves; --for gives one player its own on top (a program has only its own, \
once it has any). Without any limit a level has its own, a program as long as --patience says, all else 100 ms a move. \
Each opening is played with both colours, and a pair of games counts as one result: Elo and its 95 % interval are made from pairs. \
Who breaks a rule, is late or ends loses that game with the reason.
In the command line of a dvonn-agent, {board} stands for a file with the board that the game begins with.

Examples:
  anyply match othello --player new=best --player old=full-sound --nodes 20000
  anyply match gomoku --player a=best --player b=best --for b:eval=sequences --time 50ms --games 200
  anyply match othello --player me=6 --player \"rhino=cmd:gtp:gtp-rhino\" --games 20
  anyply match gomoku --player a=best --player \"b=cmd:gomocup:./engine\" --time 1s --openings own.txt
  anyply match dvonn --player a=best --player b=greedy --player c=3 --nodes 5000 --html dvonn.html
  anyply match othello --player a=best --player b=full-sound --nodes 5000 --sprt elo0=0,elo1=10
  anyply match othello --player a=best --player b=6 --out match.jsonl   can be killed, and goes on")]
pub(crate) struct Match {
    #[arg(help = super::game_help(), required_unless_present = "merge")]
    pub(crate) game: Option<String>,
    /// Who plays; repeat for each
    #[arg(long = "player", value_name = "NAME=WHO", value_parser = values::player)]
    pub(crate) players: Vec<(String, String)>,
    /// A limit or an engine option for one player alone, such as b:time=1s, b:eval=squares, b:book=FILE or
    /// b:set=killers=1; may be repeated
    #[arg(long = "for", value_name = "NAME:OPTION=VALUE", value_parser = values::for_player)]
    pub(crate) own: Vec<(String, String)>,
    /// Who plays whom
    #[arg(long, value_name = "WHO", default_value = "all")]
    pub(crate) schedule: ScheduleArg,
    /// Games of each pairing [default: 100; with --openings: two from each]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: Option<u32>,
    /// Openings, one a line: moves or a position in the game's notation, or what the game's world writes
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Random moves at the start instead of the openings that come with the game
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(0..=200))]
    pub(crate) random_plies: Option<u16>,
    /// The variant; `anyply games` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// Repeats what is drawn by lot [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Games at the same time, as many as there are cores at most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Let games share cores: their times are then worth little
    #[arg(long)]
    pub(crate) share_cores: bool,
    /// So far beyond its time a move does not lose
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = values::margin)]
    pub(crate) grace: Duration,
    /// The longest that a program may be silent where it has no limit of time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::time)]
    pub(crate) patience: Duration,
    /// End games whose result a search of so many positions proves
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "20000",
        value_parser = value_parser!(u64).range(1..))]
    pub(crate) adjudicate: Option<u64>,
    /// Stop as soon as it is decided which difference in Elo holds, such as elo0=0,elo1=10,alpha=.05,beta=.05
    #[arg(long, value_name = "TEST", value_parser = values::sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// Print the plan, and play nothing
    #[arg(long, conflicts_with_all = ["html", "csv"])]
    pub(crate) dry_run: bool,
    /// Keep each game here as soon as it is over; the same command goes on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Every N-th pair of games only, from the K-th on
    #[arg(long, value_name = "K/N", value_parser = values::shard, requires = "out", conflicts_with_all = ["sprt", "html", "csv"])]
    pub(crate) shard: Option<Shard>,
    /// The report of these results together: of shards, or of one file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "players", "own", "schedule", "games", "openings",
        "random_plies", "variant", "size", "seed", "jobs", "share_cores", "grace", "patience", "adjudicate", "sprt", "dry_run",
        "out", "shard", "LimitArgs", "EngineArgs", "BookArg"])]
    pub(crate) merge: Vec<PathBuf>,
    /// The tables, charts and every game to play through as one page, which needs no network; an earlier page
    /// of that name is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// The summary as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) book: BookArg,
}

/// What `--for` gives one player: the options as everywhere, without a command.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)]
pub(crate) struct OwnOptions {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) book: BookArg,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_one_player_are_read_as_everywhere() {
        let own = OwnOptions::try_parse_from(["--time=1s", "--eval=squares", "--set=killers=1"]).unwrap();
        assert_eq!(own.limits.strength().limits.time, Some(Duration::from_secs(1)));
        assert_eq!(own.engine.eval.as_deref(), Some("squares"));
        assert_eq!(own.engine.set, [("killers".to_owned(), "1".to_owned())]);
        assert!(OwnOptions::try_parse_from(["--depth=0"]).is_err());
    }
}
