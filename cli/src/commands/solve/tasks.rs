//! What is to be solved: one position, or those of a file with what is known of them.

use crate::args::{Format, Solve};
use crate::exit::Usage;
use crate::report::Unread;
use crate::setup;
use anyhow::{Context, Result};
use anyply_framework::{Asked, RecordFormat, Side, quoted, unmarked};
use anyply_games::{AnyGame, TextGame};
use std::fs;
use std::path::Path;

/// What is to be solved, and the lines of a file that cannot be.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tasks {
    pub(super) tasks: Vec<Task>,
    pub(super) unread: Vec<Unread>,
}

/// A position, and the score that is known for it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Task {
    /// From 1. A line that cannot be read has one too, so that the others keep theirs.
    pub(super) index: usize,
    pub(super) position: String,
    pub(super) known: Known,
}

/// What a file says of a position: nothing, a score, or a score for each of some moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Known {
    score: Option<i64>,
    moves: Vec<(String, i64)>,
}

impl Known {
    /// Reads what stands after the first `;` of a line.
    fn read(text: &str) -> Result<Self, String> {
        let mut known = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (mv, score) = part.split_once(':').unwrap_or(("", part));
            let score = score.trim().parse().map_err(|_| {
                format!("{}: expected a score or move:score, for example +12 or a2:+12", quoted(part))
            })?;
            match mv.trim() {
                "" => known.score = Some(score),
                mv => known.moves.push((mv.to_owned(), score)),
            }
        }
        Ok(known)
    }

    fn scores(&self) -> impl Iterator<Item = i64> {
        self.score.into_iter().chain(self.moves.iter().map(|(_, score)| *score))
    }

    /// The best score of the position.
    pub(super) fn expected(&self) -> Option<i64> {
        self.score.or_else(|| self.moves.iter().map(|(_, score)| *score).max())
    }

    /// Whether a result agrees: the score, and the move's own score where it is listed; with `wld`, their signs. Without a result, that is
    /// open.
    pub(super) fn agrees(&self, score: Option<i64>, best: Option<&str>, wld: bool) -> Option<bool> {
        let seen = |score: i64| if wld { score.signum() } else { score };
        let (expected, score) = (seen(self.expected()?), seen(score?));
        let listed = best.and_then(|best| self.moves.iter().find(|(mv, _)| mv.eq_ignore_ascii_case(best)));
        Some(score == expected && listed.is_none_or(|(_, listed)| seen(*listed) == expected))
    }
}

/// What the options name, and the game it is of.
pub(super) fn read(args: &Solve) -> Result<(AnyGame, Tasks)> {
    if let Some((path, Format::Positions)) = setup::file_and_format(&args.file) {
        if args.place.moves.is_some() {
            return Err(Usage::error("--moves goes with one position, not with a file of positions"));
        }
        let mut game = setup::game(&args.game, &args.place)?;
        let tasks = tasks_of(&mut game, path, setup::side(&args.place))?;
        return Ok((game, tasks));
    }
    let game = setup::game_at(&args.game, &args.place, Some(&args.file))?;
    let task = Task { index: 1, position: game.position_text(), known: Known::default() };
    Ok((game, Tasks { tasks: vec![task], unread: Vec::new() }))
}

// All lines are read before the first is solved: a mistake in the last should not be told after hours.
fn tasks_of(game: &mut AnyGame, path: &Path, side: Option<Side>) -> Result<Tasks> {
    let bytes = fs::read(path).with_context(|| format!("cannot read '{}'", path.display()))?;
    let text = String::from_utf8_lossy(unmarked(&bytes));
    // What a file of positions of the game's own world may say.
    let format = game.formats().iter().find(|format| !format.keeps.moves);
    let mut read = Tasks::default();
    let lines = setup::position_lines(&text);
    for (index, &(line, text)) in (1..).zip(&lines) {
        match task(game, index, text, side, format) {
            Ok(task) => read.tasks.push(task),
            Err(error) => read.unread.push(Unread { line, error }),
        }
    }
    if read == Tasks::default() {
        anyhow::bail!("{} has no positions", path.display());
    }
    // A board may take several lines. Lines that are all positions stay such, though together they may be one too, as lists of moves are.
    if !read.unread.is_empty()
        && let Ok(task) = task(game, 1, &setup::joined(&lines), side, format)
    {
        return Ok(Tasks { tasks: vec![task], unread: Vec::new() });
    }
    Ok(read)
}

// What a line says. A format knows what is not known here: how large a score can be.
fn task(
    game: &mut AnyGame,
    index: usize,
    line: &str,
    side: Option<Side>,
    format: Option<&RecordFormat>,
) -> Result<Task, String> {
    if line.contains(char::REPLACEMENT_CHARACTER) {
        return Err(format!("{}: it is not text", quoted(line)));
    }
    let (position, known) = line.split_once(';').unwrap_or((line, ""));
    game.set_position(position.trim(), side).map_err(|error| error.to_string())?;
    let position = game.position_text();
    let said = format!("{position};{known}");
    let mut known = Known::read(known)?;
    for (mv, _) in &mut known.moves {
        *mv = as_printed(game, mv)?;
    }
    if let Some(score) = known.scores().find(|score| !(game.has_margin() || (-1..=1).contains(score))) {
        return Err(format!("{}: expected 1, 0 or -1: a win, a draw or a loss", quoted(&score.to_string())));
    }
    if let Some(format) = format {
        (format.read)(said.as_bytes(), Asked::default()).map_err(|error| error.problem)?;
    }
    Ok(Task { index, position, known })
}

// A legal move as the game prints it, whichever way it is written.
fn as_printed(game: &mut AnyGame, mv: &str) -> Result<String, String> {
    let Ok(printed) = game.play_text(mv) else {
        let example = game.legal_moves().into_iter().next().unwrap_or_else(|| "none".to_owned());
        return Err(format!("{}: expected a legal move, for example {example}", quoted(mv)));
    };
    game.undo();
    Ok(printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_read_as_obf_has_it() {
        let known = Known::read(" G8:+18; h1:+12; A2:-6;").unwrap();
        assert_eq!(known.expected(), Some(18));
        assert_eq!(known.agrees(Some(18), Some("g8"), false), Some(true));
        assert_eq!(known.agrees(Some(18), Some("a1"), false), Some(true));
        assert_eq!(known.agrees(Some(18), Some("h1"), false), Some(false));
        assert_eq!(known.agrees(Some(12), Some("g8"), false), Some(false));
        assert_eq!(known.agrees(None, None, false), None);
        // Who wins is all that is compared, of the best move too.
        assert_eq!(known.agrees(Some(1), Some("h1"), true), Some(true));
        assert_eq!(known.agrees(Some(1), Some("a2"), true), Some(false));
        assert_eq!(known.agrees(Some(0), Some("g8"), true), Some(false));
    }

    #[test]
    fn a_bare_score_or_nothing_may_stand_there() {
        assert_eq!(Known::read("-4").unwrap().expected(), Some(-4));
        let nothing = Known::read("").unwrap();
        assert_eq!((nothing.expected(), nothing.agrees(Some(3), None, false)), (None, None));
    }

    #[test]
    fn other_text_is_quoted() {
        assert!(Known::read("a1:many").unwrap_err().starts_with("'a1:many'"));
    }
}
