//! `learn --openings`: balanced openings for matches.

use crate::args::Learn;
use crate::commands::work;
use crate::exit::{Exit, note};
use crate::interrupt;
use crate::report;
use crate::whole;
use anyhow::{Result, anyhow};
use anyply_framework::Plugin;
use anyply_framework::arena::openings::OpeningsRecipe;
use serde::Serialize;
use std::path::Path;

/// Makes them by the recipe of those that come with the game, as many as there are up to `count`.
pub(super) fn run<G: Plugin>(args: &Learn, game: &G, count: u32) -> Result<Exit> {
    let path = args.place();
    count_before(path)?;
    whole::check(path)?;
    let count = count as usize;
    let recipe =
        OpeningsRecipe { count, seed: args.seed, ..OpeningsRecipe::of(G::openings())?.unwrap_or_default() };
    let stop = interrupt::stop_flag();
    let bar = work::progress_of("{bar:30} {pos} of {len} openings, {elapsed}, about {eta} left", count);
    let found = recipe.openings(game, count, &stop, &mut |found| bar.set_position(found as u64))?;
    bar.finish_and_clear();
    let variant = game.variant();
    let size = variant.size.map_or_else(String::new, |size| format!(" --size {size}"));
    let Learn { seed, .. } = args;
    let maker =
        format!("anyply learn {} --variant {}{size} --openings {count} --seed {seed}", G::NAME, variant.name);
    let made = found.len();
    let written = write_or_leave(path, &recipe.file::<G>(&found, &maker), stop.is_set())?;
    if !written {
        let left =
            if path.exists() { format!(": '{}' is left as it was", path.display()) } else { String::new() };
        let all = if made == 0 {
            "No opening was made".to_owned()
        } else {
            format!("Only {made} of {count} openings were made")
        };
        note(format_args!("{all}{left}."));
    }
    if written || args.json.json {
        tell(&Total { openings: made, written, file: path }, args.json.json)?;
    }
    if stop.is_set() {
        note(if written { "Interrupted: those made so far are kept." } else { "Interrupted." });
        return Ok(Exit::Interrupted);
    }
    if (1..count).contains(&made) {
        note(format_args!("There are no more that differ and are balanced: {made} of {count}."));
    }
    Ok(if made == 0 { Exit::Failed } else { Exit::Done })
}

// Whether it was written. Openings of before are worth more than none, and than fewer that were not waited
// for.
fn write_or_leave(path: &Path, found: &str, stopped: bool) -> Result<bool> {
    let made = count(found);
    if made == 0 || stopped && made < count_before(path)? {
        return Ok(false);
    }
    whole::write(path, found.as_bytes())?;
    Ok(true)
}

fn count(text: &str) -> usize {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('%')).count()
}

// How many openings there are in the file that is to be replaced, which must be one of these.
fn count_before(path: &Path) -> Result<usize> {
    // What is written to as a stream is not replaced.
    let there = if whole::replaces(path) { whole::read(path)?.unwrap_or_default() } else { Vec::new() };
    let text = String::from_utf8_lossy(&there);
    let ours = text.starts_with('%') && matches!(OpeningsRecipe::of(&text), Ok(Some(_)));
    if !(text.is_empty() || ours) {
        return Err(anyhow!(
            "'{}' is there and holds no openings made by this command: it is not replaced",
            path.display()
        ));
    }
    Ok(count(&text))
}

#[derive(Serialize)]
struct Total<'a> {
    /// That were made.
    openings: usize,
    /// Whether they are in the file; told where it is left as it was.
    #[serde(skip_serializing_if = "Clone::clone")]
    written: bool,
    file: &'a Path,
}

fn tell(total: &Total<'_>, json: bool) -> Result<()> {
    if json {
        return Ok(report::summary(total)?);
    }
    let Total { openings, file, .. } = *total;
    Ok(report::line(format_args!("{}: {}", report::counted(openings as u64, "opening"), file.display()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_before_are_left_where_there_are_none_or_fewer_that_were_not_waited_for() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.txt");
        let text = |lines: &[&str]| {
            format!("% made\n{}\n{}\n", OpeningsRecipe::default().comment(), lines.join("\n"))
        };
        let holds = |found: &str| std::fs::read_to_string(&path).expect("a file") == found;
        let (none, one, two) = (text(&[]), text(&["f5 d6"]), text(&["f5 d6", "f5 f6"]));
        assert!(!write_or_leave(&path, &none, false).unwrap() && !path.exists());
        assert!(write_or_leave(&path, &two, true).unwrap() && holds(&two), "there were none");
        assert!(!write_or_leave(&path, &none, false).unwrap() && holds(&two), "none were made");
        assert!(!write_or_leave(&path, &one, true).unwrap() && holds(&two), "fewer, not waited for");
        assert!(write_or_leave(&path, &one, false).unwrap() && holds(&one), "there are no more");
        assert!(write_or_leave(&path, &two, true).unwrap() && holds(&two), "more");
    }

    #[test]
    fn it_is_told_where_those_that_were_made_are_not_in_the_file() {
        let told =
            |written| serde_json::to_value(Total { openings: 3, written, file: Path::new("a.txt") }).unwrap();
        assert_eq!(told(false), serde_json::json!({ "openings": 3, "written": false, "file": "a.txt" }));
        assert_eq!(told(true), serde_json::json!({ "openings": 3, "file": "a.txt" }));
    }
}
