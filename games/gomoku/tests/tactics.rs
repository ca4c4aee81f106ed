//! A set of positions won by force, replayed by the rules alone.

use anyply_framework::search::{Limits, Preset, Report, SearchConfig, Stop, Subsets};
use anyply_framework::{Distance, EvaluatorSource, Notation, Plugin, Resources, Side};
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

/// A search of so many plies before the move that allows a win by fours, which is looked for from so many
/// plies left on; with the values made by hand, as those learned foresee more of it by themselves, and `best`
/// is content to look from five plies left on.
fn before(position: &Value, depth: u32, config: SearchConfig, noisy_wins_from: u8) -> Report<Gomoku<15>> {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let (moves, _) = position["moves"].as_str().and_then(|moves| moves.rsplit_once(' ')).expect("moves");
    let at = game.parse_position(moves, None).expect("legal moves");
    let config = SearchConfig { quiescence: 12, noisy_wins_from, ..config };
    let by_hand = Gomoku::<15>::evaluators().iter().find(|evaluator| evaluator.name == "patterns");
    let source = EvaluatorSource::BuiltIn(by_hand.expect("it is built in"));
    let mut engine = game.engine(&source, config, Resources::default()).expect("an engine");
    engine.search(&at, &Limits { depth: Some(depth), ..Limits::default() }, &Stop::default(), &mut ())
}

fn lost_by_fours() -> impl Iterator<Item = Value> {
    positions().filter(|position| position["kind"] == "vcf")
}

#[test]
fn what_is_won_or_lost_stays_so_where_wins_by_fours_are_seen_first() {
    let mut claims = 0;
    for position in lost_by_fours() {
        let claim = |from| {
            let sound = SearchConfig { subsets: Subsets::Sound, ..SearchConfig::default() };
            let report = before(&position, 2, sound, from);
            let distance = report.lines[0].score.claim(report.lines[0].certainty);
            distance.map(|distance| matches!(distance, Distance::Win(_)))
        };
        if let Some(wins) = claim(0) {
            assert_eq!(claim(1), Some(wins), "{}", position["id"]);
            claims += 1;
        }
    }
    assert!(claims > 0);
}

#[test]
fn wins_by_fours_seen_first_save_positions() {
    let best = Gomoku::<15>::preset(Preset::BEST).expect("every game has it").config;
    // Proofs beside the search would find some of the wins without.
    let best = SearchConfig { threats: 0, quiet_wins: 0, ..best };
    let nodes = |from| lost_by_fours().map(|position| before(&position, 6, best.clone(), from).nodes).sum();
    let (later, first): (u64, u64) = (nodes(0), nodes(2));
    assert!(first < later, "{first} positions, {later} without");
}
