//! `convert`: records of games from one format to another.

use crate::args::Convert;
use crate::exit::{Exit, Usage, note};
use crate::records::{Format, formats};
use crate::report::{self, Align, Columns};
use crate::whole;
use anyhow::{Result, anyhow};
use anyply_framework::{Asked, Found, Keeps, Record};
use anyply_games::AnyGame;
use std::io;
use std::path::Path;

/// Reads, checks every move, and writes.
pub(crate) fn run(args: &Convert) -> Result<Exit> {
    let (Some(input), Some(output)) = (&args.input, &args.output) else { return list() };
    let from = Format::of(args.from.as_deref(), input, Some("--from"))?;
    let to = Format::of(args.to.as_deref(), output, Some("--to"))?;
    let game = args.game.as_deref().map(|name| AnyGame::open(name, args.variant.as_deref(), args.size));
    let game = game.transpose().map_err(Usage::error)?;
    let asked = Asked { variant: args.variant.as_deref(), size: args.size };
    let Found { records, left_out } = from.games_in(input, game.as_ref(), asked)?;
    let lost = lost(&records, &to)?;
    let written = to.write(&records).map_err(|problem| anyhow!("{}: {problem}", output.display()))?;
    write(output, &written, args.force)?;
    if !left_out.is_empty() {
        note(format_args!("left out, since a game here has no room for it: {}", left_out.join(", ")));
    }
    if !lost.is_empty() {
        note(format_args!("left out, since {} has no room for it: {}", to.name, lost.join(", ")));
    }
    altered(&records, &to, &written).iter().for_each(note);
    let games = report::counted(records.len() as u64, "game");
    note(format_args!("{games} written to {}", output.display()));
    Ok(Exit::Done)
}

fn list() -> Result<Exit> {
    let columns =
        Columns::new(&[("format", 12, Align::Left), ("ends in", 11, Align::Left), ("", 0, Align::Left)]);
    report::line(columns.head())?;
    for format in formats() {
        let ending = format!(".{}", format.extension);
        report::line(columns.row(&[format.name.to_owned(), ending, format.summary.to_owned()]))?;
    }
    Ok(Exit::Done)
}

fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    if path == Path::new("-") {
        return Ok(whole::pour(io::stdout(), bytes)?);
    }
    if !force && whole::replaces(path) {
        return Err(anyhow!("'{}' is there already: --force writes over it", path.display()));
    }
    whole::write(path, bytes)
}

// What the format has no room for; an error where the game itself would be another.
fn lost(records: &[Record], to: &Format) -> Result<Vec<&'static str>> {
    let keeps = to.keeps;
    for (number, record) in (1..).zip(records) {
        to.check_start(record).map_err(|problem| anyhow!("game {number} {problem}"))?;
    }
    let any = |has: fn(&Record) -> bool| records.iter().any(has);
    let parts = [
        ("moves", keeps.moves, any(|record| !record.moves.is_empty())),
        ("players", keeps.players, any(|record| !record.black.is_empty() || !record.white.is_empty())),
        ("times", keeps.times, any(|record| record.moves.iter().any(|played| played.seconds > 0.0))),
        ("comments", keeps.comments, records.iter().any(|record| has_more_comments(record, keeps))),
        ("resignations", keeps.resignations, any(|record| record.resigned().is_some())),
        ("that games did not end", keeps.unfinished, any(|record| record.result.is_none())),
        ("openings by swap", keeps.openings, any(|record| record.opening.is_some())),
    ];
    Ok(parts.into_iter().filter(|(_, kept, has)| !kept && *has).map(|(name, ..)| name).collect())
}

// What is otherwise when the games are read back, beside what was left out.
fn altered(records: &[Record], to: &Format, written: &[u8]) -> Vec<String> {
    let first = &records[0];
    let rules = |record: &Record| (record.variant.clone(), record.size);
    // What is asked for has to hold for every game.
    let is_one_game = records.iter().all(|record| record.game == first.game);
    let game = AnyGame::at_start_of(first).ok().filter(|_| is_one_game);
    let asked = match records.iter().all(|record| rules(record) == rules(first)) {
        true => Asked { variant: Some(&first.variant), size: first.size },
        false => Asked::default(),
    };
    let back = match to.read(written, game.as_ref(), asked) {
        Ok(Found { records, .. }) => records,
        Err(problem) => return vec![format!("what was written cannot be read back: {problem:#}")],
    };
    let differs = |(name, back): (&String, &String)| !name.is_empty() && name != back;
    let called_otherwise = |(record, back): (&Record, &Record)| {
        differs((&record.black, &back.black)) || differs((&record.white, &back.white))
    };
    let mut said = Vec::new();
    if back.len() < records.len() {
        let played = records.iter().filter(|record| !record.moves.is_empty()).count();
        let no_room =
            if back.len() == played { "games without a move" } else { "some as games of their own" };
        said.push(format!("{} has no room for {no_room}: {} can be read back", to.name, back.len()));
        return said;
    }
    if records.iter().zip(&back).any(|(record, back)| rules(record) != rules(back)) {
        said.push(format!("{} does not say the variant, and these games have several", to.name));
    }
    if to.keeps.players && records.iter().zip(&back).any(called_otherwise) {
        said.push(format!(
            "written otherwise, since {} has no room for some of their characters: players",
            to.name
        ));
    }
    if to.keeps.comments && comments(records) != comments(&back) {
        said.push(format!(
            "written otherwise, since {} has no room for some of their characters, or for several of one move: comments",
            to.name
        ));
    }
    said
}

// Of each game; a tree of games may have these in another order.
fn comments(records: &[Record]) -> Vec<Vec<&str>> {
    let moves = records.iter().map(|record| record.moves.iter());
    let mut all: Vec<Vec<&str>> =
        moves.map(|moves| moves.map(|played| played.comment.as_str()).collect()).collect();
    all.sort_unstable();
    all
}

// Than scores, where those are kept: `nan` and `inf` are none.
fn has_more_comments(record: &Record, keeps: Keeps) -> bool {
    let is_score = |comment: &str| comment.parse().is_ok_and(f64::is_finite);
    let is_kept = |comment: &str| comment.is_empty() || keeps.scores && is_score(comment);
    record.moves.iter().any(|played| !is_kept(&played.comment))
}
