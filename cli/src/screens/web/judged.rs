//! What a search made of positions and moves, as the page is told of it.

use crate::report;
use anyply_framework::{Certainty, Distance, Score, Side};
use anyply_games::{TextLine, TextReport};
use serde::{Deserialize, Serialize};

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Worth {
    /// For the side to move, in words: `+1.25 discs`.
    text: String,
    /// For Black, in the game's unit; a win or loss in sight is beyond every other value, and has the sign alone.
    black: f64,
    /// Whether it is such a win or loss.
    forced: bool,
}

impl Worth {
    /// A score of the side to move.
    pub(super) fn new(score: Score, certainty: Certainty, unit: &str, mover: Side) -> Self {
        let forced = score.distance().is_some();
        let own = if forced { score.units().signum() } else { score.units() };
        let black = if mover == Side::Black { own } else { -own };
        Self { text: report::value(score, certainty, unit), black, forced }
    }
}

/// A line of moves.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    #[serde(flatten)]
    worth: Worth,
    /// How sure it is, where there is something to be said about that.
    sure: Option<String>,
    moves: Vec<String>,
}

/// A search as it stands.
#[derive(Clone, Default, Debug, Serialize)]
pub(super) struct Thought {
    /// What for: `move`, `hint`, `watch`, `review`.
    pub(super) what: &'static str,
    /// About the position after so many moves.
    pub(super) ply: usize,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// `1.2 M/s`.
    pub(super) speed: String,
    pub(super) lines: Vec<Line>,
    /// How many searches come first; this one has not begun then.
    pub(super) before: Option<usize>,
    /// Whether it is over.
    pub(super) done: bool,
    /// Why there is nothing to be thought.
    pub(super) problem: Option<String>,
}

impl Thought {
    /// Nothing yet.
    pub(super) fn waiting(what: &'static str, ply: usize, before: usize) -> Self {
        Self { what, ply, before: Some(before), ..Self::default() }
    }

    /// Nothing at all.
    pub(super) fn failed(problem: &str) -> Self {
        Self { problem: Some(problem.to_owned()), done: true, ..Self::default() }
    }

    /// What a search has found so far.
    pub(super) fn of(what: &'static str, ply: usize, found: &TextReport, unit: &str, mover: Side) -> Self {
        let line = |line: &TextLine| Line {
            worth: Worth::new(line.score, line.certainty, unit, mover),
            sure: report::certainty::in_words(line.certainty),
            moves: line.moves.clone(),
        };
        Self {
            what,
            ply,
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
            speed: report::per_second(found.nodes, found.elapsed),
            lines: found.lines.iter().map(line).collect(),
            ..Self::default()
        }
    }
}

/// What was found out about a move that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Judged {
    /// What the position before it was worth.
    pub(super) worth: Worth,
    /// The plies looked ahead.
    pub(super) depth: u32,
    /// The best line in its place.
    pub(super) best: Vec<String>,
    /// What it lost against the best, for who made it, in the game's unit; nothing where that was not looked at, or cannot be
    /// said in units.
    pub(super) loss: Option<f64>,
    /// The same in words: `2 discs`, `a win`.
    pub(super) lost: String,
    /// How bad that is.
    pub(super) mark: Mark,
}

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mark {
    /// Not looked at, or as good as any.
    #[default]
    Fine,
    /// It gives something away.
    Dubious,
    /// It gives much away.
    Mistake,
    /// It throws the game away.
    Blunder,
}

impl Judged {
    /// A move that is as good as the search could find.
    pub(super) fn best(found: &TextReport, unit: &str, mover: Side) -> Option<Self> {
        let line = found.lines.first()?;
        Some(Self {
            worth: Worth::new(line.score, line.certainty, unit, mover),
            depth: found.depth,
            best: line.moves.clone(),
            loss: Some(0.0),
            lost: String::new(),
            mark: Mark::Fine,
        })
    }

    /// A move that is worth `played` to who made it, where the best was found to be what this says.
    pub(super) fn against(self, best: Score, played: Score, unit: &str) -> Self {
        if played >= best {
            return self;
        }
        let (loss, lost, mark) = compared(best, played, unit);
        Self { loss, lost, mark, ..self }
    }
}

// What is lost, in units and in words, and how bad that is.
fn compared(best: Score, played: Score, unit: &str) -> (Option<f64>, String, Mark) {
    match (best.distance(), played.distance()) {
        (Some(Distance::Win(_)), Some(Distance::Win(_))) | (Some(Distance::Loss(_)), _) => {
            (Some(0.0), String::new(), Mark::Fine)
        }
        // How soon is not said: the search may only believe it.
        (Some(Distance::Win(_)), _) => (None, "a win".to_owned(), Mark::Blunder),
        (None, Some(_)) => (None, "the game".to_owned(), Mark::Blunder),
        (None, None) => {
            let loss = best.units() - played.units();
            (Some(loss), format!("{loss:.2} {unit}"), mark(best.units(), played.units()))
        }
    }
}

/// Units from which a loss is dubious, a mistake and a blunder, in an even game. Chosen by looking at games of weak levels: what searches of
/// other depths disagree about stays below the first.
const FROM: [f64; 3] = [1.5, 4.0, 10.0];

// A loss weighs less where the game is decided anyway: two pieces more or less of a lead of forty are no mistake. What turns a lead into
// a deficit is never less than one.
fn mark(best: f64, played: f64) -> Mark {
    let loss = best - played;
    let decided = best.abs().min(played.abs());
    let [dubious, mistake, blunder] = FROM;
    let turned = best > 0.0 && played < 0.0 && loss >= mistake;
    match loss {
        _ if loss >= blunder + decided / 4.0 => Mark::Blunder,
        _ if loss >= mistake + decided / 4.0 || turned => Mark::Mistake,
        _ if loss >= dubious + decided / 8.0 => Mark::Dubious,
        _ => Mark::Fine,
    }
}

/// What a finished game is worth to `side`.
pub(super) fn final_score(outcome: &anyply_framework::Outcome, side: Side) -> Score {
    let score = match (outcome.winner, outcome.margin) {
        (None, _) => return Score::DRAW,
        (Some(_), Some(margin)) => Score::from_units(i32::try_from(margin).unwrap_or(i32::MAX / 200)),
        (Some(_), None) => Score::WIN,
    };
    if outcome.winner == Some(side) { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_weighs_less_where_all_is_decided() {
        let units = Score::from_units;
        let mark = |best, played| compared(units(best), units(played), "discs").2;
        assert_eq!(mark(3, 2), Mark::Fine);
        assert_eq!(mark(3, 1), Mark::Dubious);
        assert_eq!(mark(4, -2), Mark::Mistake);
        assert_eq!(mark(10, -6), Mark::Blunder);
        assert_eq!(mark(50, 46), Mark::Fine);
    }

    #[test]
    fn a_win_thrown_away_is_a_blunder_and_a_later_one_is_not() {
        let (_, lost, mark) = compared(Score::win_in(5), Score::DRAW, "points");
        assert_eq!((lost.as_str(), mark), ("a win", Mark::Blunder));
        let (_, lost, mark) = compared(Score::DRAW, -Score::win_in(4), "points");
        assert_eq!((lost.as_str(), mark), ("the game", Mark::Blunder));
        assert_eq!(compared(Score::win_in(3), Score::win_in(7), "points").2, Mark::Fine);
    }
}
