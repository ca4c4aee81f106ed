//! The arguments of `serve`.

use crate::values;
use clap::value_parser;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The page is part of the program and needs no network. Games are kept as they are played, in the \
folder `web` of your data folder: a reload, or a new start of the server, goes on where they were.
Only this machine can open it. With another --address other machines can, over a connection that is \
not encrypted; the link that is printed carries a token then, without which nobody comes in.
Searches of all games share --threads: visitors take turns, whoever has had least of them first, and \
among the games of each the same. While others wait, a long search goes on in parts; a move takes \
60 s at most in all.

Examples:
  anyply serve
  anyply serve --port 8080 --threads 2
  anyply serve --address 0.0.0.0      other machines too, with a token")]
pub(crate) struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub(crate) port: u16,
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// Search threads for all games together [default: half of the processor's, 4 at most]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The size of the transposition table of each game that a thread searches, from 1M to 64G
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = values::hash)]
    pub(crate) hash: usize,
    /// The folder for the games
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}
