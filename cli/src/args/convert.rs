//! The arguments of `convert`.

use anyply_games::AnyGame;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The format is known by the end of a file's name, or named with --from and --to; `anyply convert --formats` lists them. `-` is \
stdin or stdout. What the new format has no room for is left out and told; a game that it cannot hold at all is refused.

Examples:
  anyply convert game.ron game.sgf
  anyply convert WTH_2025.wtb games.txt
  anyply convert games.txt games.ggf --game othello
  anyply convert old.psq - --to json")]
pub(crate) struct Convert {
    /// The file to read
    #[arg(required_unless_present = "formats")]
    pub(crate) input: Option<PathBuf>,
    /// The file to write
    #[arg(required_unless_present = "formats")]
    pub(crate) output: Option<PathBuf>,
    /// What is read, where the name does not say it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// What is written, where the name does not say it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[arg(long, help = format!("Whose records they are, where they do not say it: {}", AnyGame::names().join(", ")))]
    pub(crate) game: Option<String>,
    /// The variant, where they do not say it
    #[arg(long, value_name = "NAME", requires = "game")]
    pub(crate) variant: Option<String>,
    /// The board size, in games where it is chosen apart from the variant
    #[arg(long, value_name = "N", requires = "game")]
    pub(crate) size: Option<u32>,
    /// Write over a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// List the formats
    #[arg(long, exclusive = true)]
    pub(crate) formats: bool,
}
