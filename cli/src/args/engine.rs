//! The arguments of `engine`.

use super::{BookArg, EngineArgs, FileArgs, LimitArgs, Place};
use crate::protocols::Protocol;
use crate::values;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The protocol sets the time; limits given here hold as well. Where neither sets any: 1 s a move.
codecup plays on 30 s a game unless --clock says otherwise.

Examples:
  anyply engine gtp                                  Othello for a GTP window
  anyply engine gtp gomoku --level 6
  anyply engine gomocup --threads 2 --hash 256M      for a Gomocup manager
  anyply engine codecup --clock 30s
  anyply engine dvonn-agent --file board.txt --side white --listen 7777")]
pub(crate) struct Engine {
    /// The protocol
    pub(crate) protocol: Protocol,
    #[arg(help = "The game, where the protocol serves several [default: the first it serves]")]
    pub(crate) game: Option<String>,
    /// Kept back from every time limit, half of it at most, for the way that an answer takes
    #[arg(long, value_name = "TIME", default_value = "30ms", value_parser = values::margin)]
    pub(crate) margin: Duration,
    /// Wait for a connection instead of reading stdin; a port alone is one of this machine's own
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<String>,
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
