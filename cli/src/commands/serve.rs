//! `serve`: the board in a browser.

use super::{compare, matches};
use crate::args::Serve;
use crate::exit::{Exit, Usage};
use crate::saves;
use crate::screens::web::{self, Options};
use anyhow::Result;
use anyply_framework::arena::MatchPlan;
use anyply_framework::lab::store;
use std::path::Path;
use std::thread;

/// Threads that search where nobody says how many: half of the processor stays for everything else, and
/// memory is bounded.
const MOST: usize = 4;

/// Serves the board until the program is ended.
pub(crate) fn run(args: &Serve) -> Result<Exit> {
    let home = || saves::home().map(|home| home.join("web"));
    let folder = args.folder.clone().or_else(home);
    let folder =
        folder.ok_or_else(|| Usage::error("there is no data folder here: name one with --folder"))?;
    let half = thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).clamp(1, MOST));
    web::run(&Options {
        address: args.address,
        port: args.port,
        folder,
        threads: args.threads.map_or(half, usize::from),
        hash: args.hash,
        page_of,
    })
}

// The page of whichever command has written the results.
fn page_of(path: &Path) -> Result<String> {
    let page = if store::holds::<MatchPlan>(path) { matches::page_of(path) } else { compare::page_of(path) };
    page?.text()
}
