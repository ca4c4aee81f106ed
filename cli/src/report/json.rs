//! The JSON lines of the commands, but for those of a few figures, which stand where they are printed. Fields
//! may be added, never renamed.

use anyply_framework::{Certainty, Distance, Outcome, Score, Side};
use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;

/// The line of `moves`.
#[derive(Serialize, Debug)]
pub(crate) struct PositionState {
    pub(crate) game: &'static str,
    pub(crate) position: String,
    pub(crate) side: Side,
    pub(crate) moves: Vec<String>,
    pub(crate) outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) forbidden: Vec<Forbidden>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) areas: Option<String>,
}

/// What the side to move may not play, though one might think so.
#[derive(Serialize, Debug)]
pub(crate) struct Forbidden {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) reason: String,
}

/// `h8 (a double three)`.
impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, reason } = self;
        write!(f, "{mv} ({reason})")
    }
}

/// One line of `analyze`.
#[derive(Serialize, Debug)]
pub(crate) struct Analysis<'a> {
    depth: u32,
    score: f64,
    certainty: Certainty,
    unit: &'static str,
    pv: &'a [String],
    nodes: u64,
    seconds: f64,
    best: &'a str,
    rank: usize,
    #[serde(flatten)]
    distance: Plies,
    /// A win or a loss that is believed in, and not proven; the score says no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    likely: Option<Verdict>,
    /// Looked up, not searched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    book: bool,
}

/// How far away a win or a loss without margin is.
#[derive(Serialize, Debug, Default)]
pub(crate) struct Plies {
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss_in: Option<u32>,
}

impl Plies {
    /// Nothing unless the score is certain.
    pub(crate) fn of(score: Score, certainty: Certainty) -> Self {
        match score.claim(certainty) {
            Some(Distance::Win(plies)) => Self { win_in: Some(plies), loss_in: None },
            Some(Distance::Loss(plies)) => Self { win_in: None, loss_in: Some(plies) },
            None => Self::default(),
        }
    }
}

impl<'a> Analysis<'a> {
    /// The lines of a report, one for each rank.
    pub(crate) fn of(
        report: &'a anyply_games::TextReport,
        unit: &'static str,
    ) -> impl Iterator<Item = Self> + 'a {
        (1..).zip(&report.lines).map(move |(rank, line)| {
            let believed = line.score.distance().is_some() && line.score.claim(line.certainty).is_none();
            Self {
                depth: report.depth,
                score: if believed { line.score.as_value() } else { line.score }.units(),
                certainty: line.certainty,
                unit,
                pv: &line.moves,
                nodes: report.nodes,
                seconds: report.elapsed.as_secs_f64(),
                best: &line.moves[0],
                rank,
                distance: Plies::of(line.score, line.certainty),
                likely: believed.then(|| Verdict::of(line.score)),
                book: report.by_book,
            }
        })
    }
}

/// Who wins, for the side to move.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Win,
    Draw,
    Loss,
}

impl Verdict {
    /// What a score says, however little else of it is certain.
    pub(crate) fn of(score: Score) -> Self {
        match score.cmp(&Score::DRAW) {
            Ordering::Greater => Self::Win,
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss,
        }
    }

    /// 1, 0 or -1.
    pub(crate) fn sign(self) -> i64 {
        1 - self as i64
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        })
    }
}

/// One position of `solve`. `score` is null where it was not solved or not asked for, `result` where it was
/// not solved, `best` where a limit came before any move was found.
#[derive(Serialize, Debug)]
pub(crate) struct Solution {
    pub(crate) index: usize,
    /// Of its file, from 1; of one that is typed, none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    pub(crate) position: String,
    pub(crate) score: Option<i64>,
    pub(crate) result: Option<Verdict>,
    /// Of the result; heuristic where there is none.
    pub(crate) certainty: Certainty,
    pub(crate) best: Option<String>,
    #[serde(flatten)]
    pub(crate) distance: Plies,
    pub(crate) pv: Vec<String>,
    /// Whether the line of a checked win or loss breaks off before the end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) solved: bool,
    /// Whether a forced win was held against every legal defence; none where nothing was to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) checked: Option<bool>,
    /// Why it was not, or did not stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) flaw: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ok: Option<bool>,
}

/// A line of a file that `solve` cannot read, from 1.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Unread {
    pub(crate) line: usize,
    pub(crate) error: String,
}

/// The last line of `solve`.
#[derive(Serialize, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) positions: usize,
    pub(crate) solved: usize,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) unread: usize,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_games::{TextLine, TextReport};
    use serde_json::json;

    #[test]
    fn a_win_that_is_not_proven_is_told_as_likely() {
        let line = |score, certainty| TextLine { score, certainty, moves: vec!["h8".to_owned()] };
        let report = TextReport {
            depth: 5,
            lines: vec![
                line(Score::win_in(5), Certainty::Exact),
                line(Score::win_in(5), Certainty::Heuristic),
                line(Score::from_units(3), Certainty::Heuristic),
                line(-Score::win_in(4), Certainty::Heuristic),
            ],
            ..TextReport::default()
        };
        let lines: Vec<_> = Analysis::of(&report, "points").map(|line| json!(line)).collect();
        let told = |name| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
        assert_eq!(told("likely"), [json!(null), json!("win"), json!(null), json!("loss")]);
        assert_eq!(told("win_in"), [json!(5), json!(null), json!(null), json!(null)]);
        assert_eq!(told("score")[1..], [json!(1e7), json!(3.0), json!(-1e7)]);
    }
}
