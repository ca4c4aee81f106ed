//! The command line as it is typed. What the words mean is checked in [`crate::setup`].
//!
//! In each command its own options stand before the groups it shares with others: a group's heading in the
//! help goes on to whatever follows it.

mod compare;
mod convert;
mod engine;
mod learn;
mod matches;
mod serve;
mod shared;

pub(crate) use compare::Compare;
pub(crate) use convert::Convert;
pub(crate) use engine::Engine;
pub(crate) use learn::Learn;
pub(crate) use matches::{Match, OwnOptions};
pub(crate) use serve::Serve;
pub(crate) use shared::{BookArg, Color, ColorArg, EngineArgs, FileArgs, Format, JsonArg, LimitArgs, Place};

use crate::values::{self, Seat};
use anyply_games::AnyGame;
use clap::{Parser, Subcommand, value_parser};
use clap_complete::Shell;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  anyply                              choose a game and play
  anyply play othello                 you move first, the computer plays at level 5
  anyply serve                        the same in a browser, with everything around it
  anyply rules gomoku                 the rules, the notation, the evaluators
  anyply analyze othello --moves f5d6 --time 10s
  anyply help play                    everything about one command

Games that are left and the levels that follow your results are kept in your data folder, \
or in the folder that the environment variable ANYPLY_HOME names.";

/// Play and study board games against one strong search.
#[derive(Parser, Debug)]
#[command(name = "anyply", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play against the computer, or watch it play
    Play(Play),
    /// The best lines for a position, as the search deepens
    Analyze(Analyze),
    /// The exact result of a position, or of every position in a file
    Solve(Solve),
    /// The position as a board, the side to move, the legal and the forbidden moves
    Moves(Moves),
    /// Leaf counts per depth
    Perft(Perft),
    /// The same searches across games and settings: figures with intervals
    Compare(Box<Compare>),
    /// Engines or settings against each other: Elo with intervals
    Match(Box<Match>),
    /// Weights from games that an evaluator plays against itself
    Learn(Box<Learn>),
    /// Deterministic node totals and speed
    Bench(Bench),
    /// Records of games from one format to another
    Convert(Convert),
    /// Be an engine for another program, on stdin and stdout
    Engine(Box<Engine>),
    /// The board in a browser, on this machine only unless told otherwise
    Serve(Serve),
    /// The games and their variants
    Games,
    /// A game's rules, notation, evaluators and sources
    #[command(after_help = "Example:\n  anyply rules dvonn | less")]
    Rules {
        #[arg(help = game_help())]
        game: String,
    },
    /// A game's evaluators, or the settings of one of them
    #[command(after_help = "Examples:
  anyply evaluators othello
  anyply evaluators othello squares > mine.ron     copy it, change it, and then:
  anyply play othello --eval mine.ron")]
    Evaluators {
        #[arg(help = game_help())]
        game: String,
        /// Print this evaluator's settings, and where learned weights come from
        name: Option<String>,
    },
    /// The built-in search settings, or one of them
    Presets(Presets),
    /// Command completion for a shell
    #[command(
        after_help = "Example:\n  anyply completions bash > ~/.local/share/bash-completion/completions/anyply"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// The version of this program
    Version,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
At the prompt: a move, or hint, undo, redo, moves, board, turn, why, swap, save, load, level, resign, new, help, quit.
A game that is left is saved; the path is printed, and play --load goes on with it.
Another program is told --time and --clock, as far as its protocol has words for them; where no computer plays, --depth in NBoard and \
Gomocup, and --nodes in Gomocup.

Examples:
  anyply play othello --level 3
  anyply play dvonn --tui                                  on the full screen; ? lists the keys
  anyply play gomoku --variant renju --white human --black computer --time 5s
  anyply play gomoku --opening swap2                       you put stones, the other takes a colour
  anyply play dvonn --black computer --white computer --level 8
  anyply play othello --white 'cmd:gtp:gtp-rhino'          against another program
  anyply play othello --book othello.book                  openings it knows, another every time
  anyply play --load game.ron")]
pub(crate) struct Play {
    #[arg(help = game_help())]
    pub(crate) game: Option<String>,
    /// Who plays Black: human, computer, or another program as cmd:PROTOCOL:COMMAND LINE
    /// [default: the person moves first]
    #[arg(long, value_name = "WHO", value_parser = values::seat)]
    pub(crate) black: Option<Seat>,
    /// Who plays White: human, computer, or another program as cmd:PROTOCOL:COMMAND LINE
    #[arg(long, value_name = "WHO", value_parser = values::seat)]
    pub(crate) white: Option<Seat>,
    /// On the full screen of the terminal, with keys and mouse
    #[arg(long)]
    pub(crate) tui: bool,
    /// How the colours are found: free, as people sit, or a way that the game knows, such as Gomoku's swap
    /// and swap2 [default: free]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["position", "moves", "load"])]
    pub(crate) opening: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "variant", "size", "side"])]
    pub(crate) load: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) color: ColorArg,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) book: BookArg,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Scores are for the side to move, in the game's own unit. Without any limit: 5 s. Ctrl-C ends it with the best line so far.
A depth such as 18@73% reaches the end of the game, with a result that is right in 73 of a hundred positions; with 29@? nobody has counted in how many.

Examples:
  anyply analyze othello --moves f5d6c3 --lines 3
  anyply analyze gomoku --moves h8i9h9 --depth 6 --json
  anyply analyze othello --file game.ron --time 1m")]
pub(crate) struct Analyze {
    #[arg(help = game_help())]
    pub(crate) game: String,
    /// How many of the best lines to find
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=500))]
    pub(crate) lines: u16,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) book: BookArg,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A file has one position a line, or a single board over several; `%` begins a comment line. `#` counts lines, without empty ones and comments; \
JSON has the `line` too. After a `;`, in --position too, may \
stand what is known of it, a score or `move:score; move:score`, and the results are compared with it. In a game without margin the score is 1, 0 or -1.
Only a result as sure as asked for counts: with a limit, or after Ctrl-C, a position may stay open (exit code 1 or 130). That is a certain one, unless \
--set endgame.selectivity=95 (or 73, 87, 98) asks for less, where the game's settings know how often such results are right: Othello's on 8x8 do, as \
measured with 20 empty squares in positions of the program's own games; with more than 26 such a result is likely, without a number (`? %`).
With --wld only who wins is found out and compared, several times as fast; without a margin that is all there is, and it \
changes nothing. A win or a loss without a margin is held against every legal defence. It is not checked, and open, if it has more \
positions than --check-nodes, if a million positions do not show the winner's next move, or if the check is interrupted.
The line of one that holds may break off before the end: then ` ...` stands behind it (`cut` in JSON).

Examples:
  anyply solve othello --variant 6x6 --position \"XX--X-XXXXO-XOXXOOXOOXO-XOOOOX---XOO X\"
  anyply solve othello --file endings.obf --json
  anyply solve othello --file endings.obf --wld")]
pub(crate) struct Solve {
    #[arg(help = game_help())]
    pub(crate) game: String,
    /// Only win, draw or loss, in games with a margin
    #[arg(long)]
    pub(crate) wld: bool,
    /// Positions that the check of a forced win may look at: more take more time and memory; with a margin it
    /// changes nothing
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = value_parser!(u64).range(1..))]
    pub(crate) check_nodes: u64,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) file: FileArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  anyply moves othello --moves f5d6
  anyply moves dvonn --variant random --areas
  echo h8i9h9 | anyply moves gomoku --position -")]
pub(crate) struct Moves {
    #[arg(help = game_help())]
    pub(crate) game: String,
    /// Areas, and what each move loses (games of connected pieces)
    #[arg(long)]
    pub(crate) areas: bool,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    #[command(flatten)]
    pub(crate) color: ColorArg,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A forced pass is one ply; a finished game counts as one leaf at every remaining depth.

Examples:
  anyply perft othello 9
  anyply perft dvonn 3 --variant random --divide")]
pub(crate) struct Perft {
    #[arg(help = game_help())]
    pub(crate) game: String,
    /// Plies, from 1
    #[arg(value_parser = value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,
    /// Only the last depth, apart for each move
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Five positions of each game are searched to a fixed depth, and one near the end of the game to its end, by one thread with the \
default settings, each with an empty table; a game that seldom lasts so long has no such end. The node totals are the same on \
every machine; --check compares them with those of this version.

Examples:
  anyply bench
  anyply bench othello --json
  anyply bench --check")]
pub(crate) struct Bench {
    #[arg(help = "Only this game")]
    pub(crate) game: Option<String>,
    /// Compare the node totals with the recorded ones
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) json: JsonArg,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  anyply presets
  anyply presets best --game othello > mine.ron    copy it, change it, and then:
  anyply analyze othello --config mine.ron")]
pub(crate) struct Presets {
    /// Print these settings
    pub(crate) name: Option<String>,
    /// With the settings that this game has for itself
    #[arg(long)]
    pub(crate) game: Option<String>,
}

fn game_help() -> String {
    format!("The game: {}", AnyGame::names().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }

    /// Clap breaks paragraphs to the width that there is; examples are to stay whole even where it knows of
    /// no terminal.
    #[test]
    fn below_the_help_a_paragraph_is_one_line_and_an_example_is_not_cut() {
        const WIDTH: usize = 100;
        let command = Args::command();
        let commands = [&command].into_iter().chain(command.get_subcommands());
        for notes in commands.filter_map(clap::Command::get_after_help) {
            for line in notes.to_string().lines() {
                match line.starts_with("  ") {
                    true => assert!(line.chars().count() <= WIDTH, "{line}"),
                    false => assert!(line.is_empty() || line.ends_with(['.', ':']), "{line}"),
                }
            }
        }
    }
}
