//! What a search made of positions and moves, as the page is told of it.

use crate::report;
use anyply_framework::{Certainty, Distance, Score, Side};
use anyply_games::{AnyGame, TextGame, TextLine, TextReport};
use serde::{Deserialize, Serialize};

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Worth {
    /// For the side to move, in words: `+1.25 discs`.
    text: String,
    /// For Black, in the game's unit; a win or loss in sight is beyond every other value, and has the sign
    /// alone.
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
pub(super) struct SearchState {
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

impl SearchState {
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
    /// What it lost against the best, for who made it, in the game's unit: 0 where it is as good. Nothing
    /// where that cannot be said in units.
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
    /// It throws the game away, or nearly.
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

    /// A move after which the position is worth `played` to who made it, where the best was found to be worth
    /// `best`.
    pub(super) fn against(self, best: Value, played: Value, game: &AnyGame) -> Self {
        if played.score >= best.score {
            return self;
        }
        let (loss, lost, mark) = compared(best, played, game.unit(), lead(game));
        Self { loss, lost, mark, ..self }
    }
}

/// A value, and how sure it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) certainty: Certainty,
}

impl Value {
    /// That of a line, for the side to move.
    pub(super) fn of(line: &TextLine) -> Self {
        Self { score: line.score, certainty: line.certainty }
    }

    /// Whether it would be the same however deep was looked.
    pub(super) fn is_final(self) -> bool {
        self.certainty == Certainty::Exact || self.score.distance().is_some()
    }
}

// What is lost, in units and in words, and how bad that is.
fn compared(best: Value, played: Value, unit: &str, lead: f64) -> (Option<f64>, String, Mark) {
    let exact = best.certainty == Certainty::Exact && played.certainty == Certainty::Exact;
    let lead = if exact { lead / CERTAIN } else { lead };
    let mark = mark(expected(best.score, lead) - expected(played.score, lead));
    match (best.score.distance(), played.score.distance()) {
        // A win that comes later is as good.
        (Some(Distance::Win(_)), Some(Distance::Win(_))) => (Some(0.0), String::new(), Mark::Fine),
        (None, None) => {
            let loss = best.score.units() - played.score.units();
            (Some(loss), format!("{loss:.2} {unit}"), mark)
        }
        // How soon is not said: the search may only believe it. Where all is won anyway it is no great loss,
        // but never none.
        (Some(Distance::Win(_)), _) => (None, "a win".to_owned(), mark.max(Mark::Dubious)),
        _ if mark == Mark::Fine => (None, String::new(), mark),
        _ => (None, "the game".to_owned(), mark),
    }
}

/// Shares of a win from which a loss of them is dubious, a mistake, a blunder. Judged by the result, a loss
/// weighs alike in every game, and less where all is decided anyway: two pieces more or less of a lead of
/// forty are no mistake.
const FROM: [f64; 3] = [0.07, 0.17, 0.33];

fn mark(lost: f64) -> Mark {
    match FROM.iter().filter(|&&from| lost >= from).count() {
        0 => Mark::Fine,
        1 => Mark::Dubious,
        2 => Mark::Mistake,
        _ => Mark::Blunder,
    }
}

/// What a value lets its side expect: from 0, a loss, over one half to 1, a win. The curve is that of
/// playouts that end in an opinion, as Monte Carlo search has it.
fn expected(score: Score, lead: f64) -> f64 {
    let result = match score.distance() {
        Some(Distance::Win(_)) => 1.0,
        Some(Distance::Loss(_)) => -1.0,
        None => score.units() / score.units().hypot(lead),
    };
    0.5 + result / 2.0
}

/// The lead, in units, that wins about six games of seven. With a margin that is a tenth of a board or so;
/// without one, values are learned from odds, two units for each factor of e.
fn lead(game: &AnyGame) -> f64 {
    if game.has_margin() { 10.0 } else { 3.5 }
}

/// So much less of it will do where both values are exact: then only the margin may still be thrown away.
const CERTAIN: f64 = 4.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(best: Score, played: Score, certainty: Certainty, lead: f64) -> (String, Mark) {
        let value = |score| Value { score, certainty };
        let (_, lost, mark) = compared(value(best), value(played), "units", lead);
        (lost, mark)
    }

    #[test]
    fn a_loss_weighs_less_where_all_is_decided() {
        let mark = |best, played| {
            judged(Score::from_units(best), Score::from_units(played), Certainty::Heuristic, 10.0).1
        };
        assert_eq!(mark(3, 2), Mark::Fine);
        assert_eq!(mark(3, 1), Mark::Dubious);
        assert_eq!(mark(4, -2), Mark::Mistake);
        assert_eq!(mark(10, -6), Mark::Blunder);
        assert_eq!(mark(50, 46), Mark::Fine);
    }

    #[test]
    fn what_turns_an_exact_result_is_a_blunder_however_small() {
        let mark = |best, played, certainty| {
            judged(Score::from_units(best), Score::from_units(played), certainty, 10.0).1
        };
        assert_eq!(mark(2, -2, Certainty::Exact), Mark::Blunder);
        assert_eq!(mark(2, 0, Certainty::Exact), Mark::Mistake);
        assert_eq!(mark(2, -2, Certainty::Heuristic), Mark::Mistake);
        assert_eq!(mark(8, 6, Certainty::Exact), Mark::Fine);
    }

    #[test]
    fn a_win_thrown_away_is_told_and_a_later_one_is_none() {
        let sure = |best, played| judged(best, played, Certainty::Heuristic, 3.5);
        assert_eq!(sure(Score::win_in(5), Score::DRAW), ("a win".to_owned(), Mark::Blunder));
        assert_eq!(sure(Score::DRAW, -Score::win_in(4)), ("the game".to_owned(), Mark::Blunder));
        assert_eq!(sure(Score::win_in(3), Score::win_in(7)), (String::new(), Mark::Fine));
        // Where nothing was left to lose, losing is no mistake; a win that is hardly less certain is little.
        assert_eq!(sure(Score::from_units(-20), -Score::win_in(4)), (String::new(), Mark::Fine));
        assert_eq!(sure(Score::win_in(9), Score::from_units(20)), ("a win".to_owned(), Mark::Dubious));
    }

    #[test]
    fn nothing_is_lost_by_a_later_win_alone() {
        let loss = |best, played| {
            let value = |score| Value { score, certainty: Certainty::Heuristic };
            compared(value(best), value(played), "units", 3.5).0
        };
        assert_eq!(loss(Score::win_in(3), Score::win_in(7)), Some(0.0));
        assert_eq!(loss(Score::from_units(-20), -Score::win_in(4)), None);
        assert_eq!(loss(-Score::win_in(8), -Score::win_in(2)), None);
    }
}
