//! The arguments of `learn`.

use super::JsonArg;
use crate::values::{self, Shard};
use clap::value_parser;
use std::path::{Path, PathBuf};

/// What is learned, by which recipe, and where it is kept.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without --book, weights. A recipe is a RON file of rounds: in each, an evaluator plays games against itself and weights are fitted to their positions; the \
next round plays with them. The game's own recipe is taken where none is named; --dry-run prints it, to be copied and changed.
DIR holds everything: the games of each round (round-1.jsonl), its weights and its report, and at the end GAME.weights, which \
--eval takes. Errors are those on positions of games that nothing was fitted to, beside those of the best hand-made evaluator.

With --file, weights that are adapted to recorded games, all of one variant: those of --eval FILE, or else those that come with the program. Results count, \
exact ones and what searches see too as far as the recipe says (exact_from, by_search, the depth of its last round), and fit.adapt tells how far \
a weight may move. A few games change little; the table's column `before` has the error of the weights as they were, on the same games held out.

With --book, an opening book instead, in the file --out: one position after the other has its moves searched, those first that both sides lose \
least to come to. The same command goes on with what is there, and a larger number of positions lets it grow; play, analyze, engine \
and match take it with --book FILE.

With --openings, balanced openings for matches (match --openings FILE), in the file --out: moves drawn by lot among the better ones, kept where a search \
sees neither side ahead. Where none are made, or fewer than before until it is interrupted, the file is left as it was (--json: written is false).

The games of a round can be played in many places: with --shard each has a file of its own, and these files, put into one DIR, \
are taken up by the command without it.

Examples:
  anyply learn othello --out learned --games 2000      small, minutes; can be killed, and goes on
  anyply learn othello --dry-run > mine.ron            copy the recipe, change it, and then:
  anyply learn othello --recipe mine.ron --out mine --html mine.html
  anyply learn othello --out here --shard 1/2          half of the next round's games, here;
  anyply learn othello --out there --shard 2/2         the other half elsewhere
  anyply learn dvonn --variant random --file mine/*.ron --out own   saved games, and then:
  anyply play dvonn --eval own/dvonn.weights
  anyply learn othello --book --out othello.book --positions 500 --depth 12
  anyply learn gomoku --variant renju --openings 50 --out renju.txt")]
pub(crate) struct Learn {
    #[arg(help = super::game_help())]
    pub(crate) game: String,
    /// The folder that everything is kept in, or the file of the book, where the same command goes on; or the
    /// file of openings
    #[arg(long, value_name = "DIR|FILE", required_unless_present = "dry_run")]
    pub(crate) out: Option<PathBuf>,
    /// The recipe, a RON file [default: the game's own]
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
    /// Games in all rounds together, each round with its share [default: what the recipe says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: Option<u32>,
    /// Games that were recorded, to adapt weights to, instead of games that an evaluator plays; the format of
    /// each file by its name, as `convert` lists them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "book", "openings"])]
    pub(crate) file: Vec<PathBuf>,
    /// The variant; `anyply games` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u32>,
    /// What is drawn by lot is drawn from this
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at the same time, and threads of the fit; the result is the same with any number
    /// [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Every N-th game of the next round only, from the K-th on
    #[arg(long, value_name = "K/N", value_parser = values::shard)]
    pub(crate) shard: Option<Shard>,
    /// Print the recipe in full, and do nothing
    #[arg(long, conflicts_with_all = ["shard", "html"])]
    pub(crate) dry_run: bool,
    /// The report as one page with charts, which needs no network; an earlier page of that name is replaced
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) json: JsonArg,
    /// Build an opening book
    #[arg(long, help_heading = "Book", conflicts_with_all = ["recipe", "games", "shard", "dry_run", "html"])]
    pub(crate) book: bool,
    #[command(flatten)]
    pub(crate) growth: Growth,
    /// Make so many balanced openings; openings made before, in the file --out, are replaced
    #[arg(long, value_name = "N", help_heading = "Openings",
        conflicts_with_all = ["recipe", "games", "jobs", "shard", "dry_run", "html", "book"],
        value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) openings: Option<u32>,
}

impl Learn {
    /// The file or folder that everything is kept in.
    pub(crate) fn place(&self) -> &Path {
        self.out.as_deref().expect("clap requires it where something is to be done")
    }
}

/// How a book is built.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book")]
pub(crate) struct Growth {
    /// Positions in the book
    #[arg(long, value_name = "N", default_value_t = Growth::POSITIONS, value_parser = value_parser!(u32).range(1..=50_000_000))]
    pub(crate) positions: u32,
    /// Plies of each move's search
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    /// Positions made by each move's search [default: 50000, where no depth is given]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// At most so many moves of a position, those that a short search likes best
    #[arg(long, value_name = "N", default_value_t = Growth::WIDTH, value_parser = value_parser!(u16).range(1..=500))]
    pub(crate) width: u16,
    /// A ply counts as much as so much lost, in the game's unit: less goes deeper, more tries more moves
    #[arg(long, value_name = "UNITS", default_value = Growth::PENALTY, value_parser = values::penalty)]
    pub(crate) penalty: u32,
    /// The evaluator: a name of `anyply evaluators GAME`, or a file of settings (RON) or of weights; with
    /// --file the weights to adapt
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) eval: Option<String>,
}

impl Growth {
    const POSITIONS: u32 = 200;
    const WIDTH: u16 = 16;
    const PENALTY: &str = "0.5";

    /// Whether nothing was said of it but the evaluator.
    // Not by `requires`: what `--book` conflicts with would waive that.
    pub(crate) fn is_usual(&self) -> bool {
        let usual = (Self::POSITIONS, Self::WIDTH, values::penalty(Self::PENALTY));
        let Self { positions, depth, nodes, width, penalty, eval: _ } = self;
        (*positions, *width, Ok(*penalty)) == usual && depth.is_none() && nodes.is_none()
    }
}
