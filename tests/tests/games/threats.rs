//! What a search makes of threats, in the game that has them.

use anyply_framework::search::{Clock, Limits, Preset, Report, Stop};
use anyply_framework::{Distance, EvaluatorSource, Notation, Plugin, Resources, Side, Situation};
use anyply_gomoku::{Gomoku, Rule};
use std::time::Duration;

fn search(game: &Gomoku<15>, at: &Situation<Gomoku<15>>, limits: &Limits) -> Report<Gomoku<15>> {
    let best = Gomoku::<15>::preset(Preset::BEST).expect("every game has it").config;
    let source = EvaluatorSource::BuiltIn(&Gomoku::<15>::evaluators()[0]);
    let mut engine =
        game.engine(&source, best, Resources::default()).expect("a built-in evaluator, and memory");
    engine.search(at, limits, &Stop::default(), &mut ())
}

fn within(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Positions of the tactical set, a move or three before the side to move has lost, in which the search liked
/// a move and then proved that it loses.
#[test]
fn a_move_that_was_liked_is_given_up_once_threats_refute_it() {
    const NODES: u64 = 200_000;
    let game = Gomoku::new(Rule::Freestyle);
    for moves in
        ["j8 j9 j5 h8 k6 h7 h6 i8 g6 i7 i6 j6 g9 g7 f6 e6 f7 i10", "h9 k8 n9 k6 j11 i6 k12 i10 l11 m10 k11"]
    {
        let at = game.parse_position(moves, None).expect("legal moves");
        let best = search(&game, &at, &within(NODES)).lines.swap_remove(0);
        let lost = matches!(best.score.distance(), Some(Distance::Loss(_)));
        let reply = search(&game, &at.after(&game, best.moves[0]), &within(NODES / 4)).lines.swap_remove(0);
        let refuted = matches!(reply.score.claim(reply.certainty), Some(Distance::Win(_)));
        assert!(lost || !refuted, "{}: {} after {moves}", game.move_text(best.moves[0]), best.score);
    }
}

#[test]
fn on_a_clock_the_one_move_that_stops_a_four_is_made_at_once() {
    let game = Gomoku::new(Rule::Freestyle);
    // A four of Black's, stopped on one side.
    let at = game.parse_position("h8 g8 i8 h9 j8 i9 k8", None).expect("legal moves");
    let hour = Duration::from_secs(3600);
    let clock = Some(Clock { left: hour, increment: Duration::ZERO });
    let report = search(&game, &at, &Limits { clock, ..Limits::default() });
    assert_eq!(game.move_text(report.lines[0].moves[0]), "l8");
    assert!(report.elapsed < hour / 300, "{:?}", report.elapsed);
}

#[test]
fn a_win_proven_before_the_first_depth_tells_the_memory_that_was_set_aside() {
    let game = Gomoku::new(Rule::Freestyle);
    let at = game.parse_position("h8 a1 i8 a3 j8 a5 k8 c1", None).expect("legal moves");
    let report = search(&game, &at, &within(1_000));
    let best = &report.lines[0];
    assert_eq!((report.depth, best.score.claim(best.certainty)), (1, Some(Distance::Win(1))));
    assert!(report.counts.memory > 0);
}

#[test]
fn proven_losses_are_told_to_their_end() {
    const NODES: u64 = 60_000;
    let game = Gomoku::new(Rule::Freestyle);
    for moves in ["h8 a1 h9 a3 h10 a5 h11", "h8 a1 h9 a15 i9 o15 j10"] {
        let at = game.parse_position(moves, None).expect("legal moves");
        let report = search(&game, &at, &Limits { lines: 4, ..within(NODES) });
        assert!(report.nodes <= NODES, "{}", report.nodes);
        let losses = report.lines.iter().filter_map(|line| match line.score.claim(line.certainty) {
            Some(Distance::Loss(plies)) => Some((line, plies as usize)),
            _ => None,
        });
        let mut told = 0;
        for (line, plies) in losses {
            let text: Vec<String> = line.moves.iter().map(|&mv| game.move_text(mv)).collect();
            assert!(line.moves.len() <= plies, "{moves}: {text:?} in {plies}");
            let end = line.moves.iter().fold(at, |at, &mv| at.after(&game, mv));
            assert_eq!(
                end.outcome(&game).and_then(|outcome| outcome.winner),
                Some(Side::Black),
                "{moves}: {text:?}"
            );
            told += 1;
        }
        assert!(told > 0, "{moves}");
    }
}
