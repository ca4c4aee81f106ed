//! `learn --openings`: balanced openings for matches.

use crate::args::Learn;
use crate::commands::work;
use crate::exit::{Exit, note};
use crate::interrupt;
use crate::report;
use crate::whole;
use anyhow::Result;
use anyply_framework::Plugin;
use anyply_framework::arena::openings::Recipe;
use serde::Serialize;
use std::path::Path;

/// Makes them by the recipe of those that come with the game, as many as there are up to `count`.
pub(super) fn run<G: Plugin>(args: &Learn, game: &G, count: u32) -> Result<Exit> {
    let path = args.place();
    whole::check(path)?;
    let count = count as usize;
    let recipe = Recipe { count, seed: args.seed, ..Recipe::of(G::openings())?.unwrap_or_default() };
    let stop = interrupt::stop_flag();
    let bar = work::progress_of("{bar:30} {pos} of {len} openings, {elapsed}, about {eta} left", count);
    let found = recipe.openings(game, count, &stop, &mut |found| bar.set_position(found as u64))?;
    bar.finish_and_clear();
    let variant = game.variant();
    let size = variant.size.map_or_else(String::new, |size| format!(" --size {size}"));
    let Learn { seed, .. } = args;
    let maker =
        format!("anyply learn {} --variant {}{size} --openings {count} --seed {seed}", G::NAME, variant.name);
    if found.is_empty() {
        // Openings of before are worth more than none.
        let left =
            if path.exists() { format!(": '{}' is left as it was", path.display()) } else { String::new() };
        note(format_args!("No opening was made{left}."));
    } else {
        whole::write(path, recipe.file::<G>(&found, &maker).as_bytes())?;
        tell(found.len(), path, args.json.json)?;
    }
    if stop.is_set() {
        note(if found.is_empty() { "Interrupted." } else { "Interrupted: those made so far are kept." });
        return Ok(Exit::Interrupted);
    }
    if found.len() < count {
        note(format_args!("There are no more that differ and are balanced: {} of {count}.", found.len()));
    }
    Ok(Exit::Done)
}

/// `{"summary": ...}`.
#[derive(Serialize)]
struct Last<'a> {
    summary: Total<'a>,
}

#[derive(Serialize)]
struct Total<'a> {
    openings: usize,
    file: &'a Path,
}

fn tell(openings: usize, file: &Path, json: bool) -> Result<()> {
    if json {
        return Ok(report::json_line(&Last { summary: Total { openings, file } })?);
    }
    Ok(report::line(format_args!("{}: {}", report::counted(openings as u64, "opening"), file.display()))?)
}
