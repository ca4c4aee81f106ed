//! A set of positions won by force, replayed by the rules alone.

use anyply_framework::{Notation, Side};
use anyply_gomoku::{Gomoku, Rule};
use serde_json::Value;

fn positions() -> impl Iterator<Item = Value> {
    let text = include_str!("data/tactics.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

#[test]
fn every_position_reads_and_goes_on() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    for position in positions() {
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        let side = if position["stm"] == "b" { Side::Black } else { Side::White };
        assert_eq!((at.side, at.outcome(&game)), (side, None), "{}", position["id"]);
        if let Some(best) = position["best"].as_str() {
            assert!(game.parse_move(&at, best).is_ok(), "{}", position["id"]);
        }
    }
    assert_eq!(positions().count(), 119);
}

#[test]
fn every_line_of_fours_ends_with_a_five() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let mut lines = 0;
    for position in positions() {
        let Some(line) = position["vcf_line"].as_array() else { continue };
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        let moves: Vec<&str> = line.iter().filter_map(Value::as_str).collect();
        let (_, end) = game.parse_moves(&at, &moves.join(" ")).expect("legal moves");
        assert_eq!(
            end.outcome(&game).and_then(|outcome| outcome.winner),
            Some(at.side),
            "{}",
            position["id"]
        );
        lines += 1;
    }
    assert_eq!(lines, 30);
}
