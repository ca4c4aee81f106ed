//! What is to be solved: one position, or those of a file with what is known of them.

use crate::args::{Format, Solve};
use crate::commands::{goes_on, unfinished};
use crate::exit::Usage;
use crate::report::Unread;
use crate::setup;
use anyhow::Result;
use anyply_framework::{KnownScores, Side, quoted, unmarked};
use anyply_games::{AnyGame, TextGame};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::Path;

/// What is to be solved, and the lines of a file that cannot be.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tasks {
    pub(super) tasks: Vec<Task>,
    pub(super) unread: Vec<Unread>,
}

/// A position, and the scores that are known for it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Task {
    /// From 1. A line that cannot be read has one too, so that the others keep theirs.
    pub(super) index: usize,
    /// Where it begins in its file, from 1.
    pub(super) line: Option<usize>,
    pub(super) position: String,
    pub(super) known: KnownScores,
}

impl Task {
    /// Whether a result agrees with what is known: the score, and the move, which must be one of the best
    /// that are listed. With `outcome_only` their signs are compared, and more moves may win than are listed.
    /// Without a result, that is open.
    pub(super) fn agrees(&self, score: Option<i64>, best: Option<&str>, outcome_only: bool) -> Option<bool> {
        let seen = |score: i64| if outcome_only { score.signum() } else { score };
        let (expected, score) = (seen(self.known.best()?), seen(score?));
        let moves = &self.known.moves;
        let listed = moves.iter().find(|(mv, _)| best == Some(mv));
        let is_best = listed.map_or(moves.is_empty() || outcome_only, |(_, score)| seen(*score) == expected);
        Some(score == expected && is_best)
    }
}

/// What the options name, and the game it is of.
pub(super) fn read(args: &Solve) -> Result<(AnyGame, Tasks)> {
    if let Some((path, Format::Positions)) = setup::file_and_format(&args.file) {
        if args.place.moves.is_some() {
            return Err(Usage::error("--moves goes with one position, not with a file of positions"));
        }
        let mut game = setup::game(&args.game, &args.place)?;
        let tasks = tasks_of(&mut game, path, args.place.side)?;
        return Ok((game, tasks));
    }
    let (game, known) = unfinished(&args.game, &args.place, &args.file)?;
    let task = Task { index: 1, line: None, position: game.position_text(), known };
    Ok((game, Tasks { tasks: vec![task], unread: Vec::new() }))
}

// All lines are read before the first is solved: a mistake in the last should not be told after hours.
fn tasks_of(game: &mut AnyGame, path: &Path, side: Option<Side>) -> Result<Tasks> {
    let bytes = setup::bytes(path)?;
    let text = String::from_utf8_lossy(unmarked(&bytes));
    let mut read = Tasks::default();
    let lines = setup::position_lines(&text);
    for (index, &(line, text)) in (1..).zip(&lines) {
        match task(game, index, text, side) {
            Ok(task) => read.tasks.push(Task { line: Some(line), ..task }),
            Err(error) => read.unread.push(Unread { line, error }),
        }
    }
    if read == Tasks::default() {
        anyhow::bail!("{} has no positions", path.display());
    }
    // A board may take several lines. Lines that are all positions stay such, though together they may be one
    // too, as lists of moves are.
    if read.unread.is_empty() {
        return Ok(read);
    }
    let joined = setup::joined(&lines);
    // What is known stands behind its position: before other lines it is that of one among several.
    let several = lines[..lines.len() - 1].iter().any(|(_, line)| line.contains(';'));
    Ok(match task(game, 1, &joined, side) {
        Ok(task) => Tasks { tasks: vec![Task { line: Some(lines[0].0), ..task }], unread: Vec::new() },
        Err(_) if several || !read.tasks.is_empty() => read,
        // It is one, though none to solve.
        Err(error) if game.set_position(setup::position_of(&joined), side).is_ok() => {
            Tasks { tasks: Vec::new(), unread: vec![Unread { line: lines[0].0, error }] }
        }
        Err(_) => match mistake(game, &text, &lines, side) {
            Some(mistake) => Tasks { tasks: Vec::new(), unread: vec![mistake] },
            None => read,
        },
    })
}

/// A board has at most so many: what is played, who plays, and the letters of the columns.
const HEADINGS: usize = 3;

// What is wrong with a board over several lines.
fn mistake(game: &mut AnyGame, text: &str, lines: &[(usize, &str)], side: Option<Side>) -> Option<Unread> {
    if lines.iter().any(|(_, line)| setup::is_position(game, line, side)) {
        return None;
    }
    // Behind a mistake in its first line nothing more is read, and of headings next to nothing: what is below
    // them is tried too. (Not below any number of lines: of a long list each would be read with all that
    // follow.)
    let above = (0..=HEADINGS.min(lines.len())).find(|&above| are_one(game, &lines[above..], side))?;
    let rows = &lines[above..];
    let mut wrong_in = |lines: &[(usize, &str)]| {
        let wrong = game.set_position(setup::position_of(&setup::joined(lines)), side).err()?;
        Some(setup::in_line(text, lines, wrong))
    };
    let in_rows =
        lines[..above].last().filter(|(_, line)| is_heading(line, rows)).and_then(|_| wrong_in(rows));
    let (line, wrong) = in_rows.or_else(|| wrong_in(lines))?;
    Some(Unread { line, error: wrong.to_string() })
}

// Whether a line above rows is none that is wrong: such a one would have most of its signs from them.
fn is_heading(line: &str, rows: &[(usize, &str)]) -> bool {
    // Each sign once: both may be long.
    let signs: HashSet<char> = rows.iter().flat_map(|(_, row)| row.chars()).collect();
    let others = line.chars().filter(|sign| !signs.contains(sign)).count();
    2 * others > line.chars().count()
}

// Whether lines of which none is a position are meant as one. Together they can be read further than the
// first by itself, or what is wrong at the same place is another thing. (Of whole boards, each with its rows
// apart, that is their number of rows: they are many.)
fn are_one(game: &mut AnyGame, lines: &[(usize, &str)], side: Option<Side>) -> bool {
    let Some(&(_, first)) = lines.first() else { return false };
    let Err(alone) = game.set_position(setup::position_of(first), side) else { return false };
    let Err(together) = game.set_position(setup::position_of(&setup::joined(lines)), side) else {
        return true;
    };
    match together.column().cmp(&alone.column()) {
        Ordering::Less => false,
        Ordering::Equal => {
            together.expected() != alone.expected() && !first.trim_end_matches('/').contains('/')
        }
        Ordering::Greater => true,
    }
}

// What a line says.
fn task(game: &mut AnyGame, index: usize, line: &str, side: Option<Side>) -> Result<Task, String> {
    if line.contains(char::REPLACEMENT_CHARACTER) {
        return Err(format!("{}: it is not text", quoted(line)));
    }
    let known = setup::set_position(game, line, side).map_err(|error| error.to_string())?;
    setup::check_side(game, side)
        .and_then(|()| goes_on(game))
        .map_err(|wrong| format!("{}: {wrong}", quoted(setup::position_of(line))))?;
    Ok(Task { index, line: None, position: game.position_text(), known })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_result_is_held_against_what_is_known() {
        let moves = [("g8", 18), ("h1", 12), ("a2", -6)].map(|(mv, score)| (mv.to_owned(), score));
        let known = KnownScores { score: None, moves: moves.into() };
        let task = Task { index: 1, line: None, position: String::new(), known };
        assert_eq!(task.agrees(Some(18), Some("g8"), false), Some(true));
        assert_eq!(task.agrees(Some(18), Some("a1"), false), Some(false));
        assert_eq!(task.agrees(Some(18), Some("h1"), false), Some(false));
        assert_eq!(task.agrees(Some(12), Some("g8"), false), Some(false));
        assert_eq!(task.agrees(None, None, false), None);
        // Who wins is all that is compared, of the best move too, and there may be others.
        assert_eq!(task.agrees(Some(1), Some("a1"), true), Some(true));
        assert_eq!(task.agrees(Some(1), Some("h1"), true), Some(true));
        assert_eq!(task.agrees(Some(1), Some("a2"), true), Some(false));
        assert_eq!(task.agrees(Some(0), Some("g8"), true), Some(false));
        let nothing = Task { known: KnownScores::default(), ..task };
        assert_eq!(nothing.agrees(Some(3), None, false), None);
    }

    #[test]
    fn a_long_heading_is_held_against_long_rows_in_time() {
        let (line, row) = ("z".repeat(400_000), "q".repeat(400_000));
        let began = Instant::now();
        assert!(is_heading(&line, &[(1, &row)]));
        assert!(began.elapsed() < Duration::from_secs(5), "each sign was sought in all of the rows");
    }
}
