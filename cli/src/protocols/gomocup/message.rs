//! What a search has found, in the words of board programs.

use anyply_framework::Distance;
use anyply_games::TextReport;

/// What board programs still show as a value.
const LARGE: i32 = 30_000;

/// `MESSAGE depth 5-8 multipv 1 ev 123 n 15000 n/ms 150 tm 100 pv h8 i9`, as board programs read it:
/// hundredths of a point, or `+M5` for a win in five plies. One that is not proven has no word of its own,
/// and is no more than a large value.
pub(super) fn searched(report: &TextReport) -> impl Iterator<Item = String> {
    let milliseconds = report.elapsed.as_millis();
    let (nodes, speed) = (report.nodes, u128::from(report.nodes) / milliseconds.max(1));
    let depths = format!("{}-{}", report.depth, report.counts.selective_depth.max(report.depth));
    (1..).zip(&report.lines).map(move |(rank, line)| {
        let value = match line.score.claim(line.certainty) {
            Some(Distance::Win(plies)) => format!("+M{plies}"),
            Some(Distance::Loss(plies)) => format!("-M{plies}"),
            None => line.score.cents().clamp(-LARGE, LARGE).to_string(),
        };
        let moves = line.moves.join(" ");
        format!("MESSAGE depth {depths} multipv {rank} ev {value} n {nodes} n/ms {speed} tm {milliseconds} pv {moves}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::{Certainty, Score};
    use anyply_games::TextLine;

    #[test]
    fn a_win_that_is_not_proven_is_a_large_value() {
        let told = |score, certainty| {
            let report = TextReport {
                depth: 5,
                lines: vec![TextLine { score, certainty, moves: vec!["h8".to_owned()] }],
                ..TextReport::default()
            };
            searched(&report).next().expect("a line").split(' ').nth(6).expect("a value").to_owned()
        };
        assert_eq!(told(Score::win_in(8), Certainty::Exact), "+M8");
        assert_eq!(told(Score::win_in(8), Certainty::Heuristic), "30000");
        assert_eq!(told(-Score::win_in(8), Certainty::Heuristic), "-30000");
        assert_eq!(told(Score::from_cents(-125), Certainty::Heuristic), "-125");
    }
}
