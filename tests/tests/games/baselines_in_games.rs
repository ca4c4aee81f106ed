//! The searches that are not alpha-beta, in the games there are.

use anyply_framework::search::{Limits, Method, Preset, SearchConfig, Stop};
use anyply_framework::{
    Certainty, Engine, EvaluatorSource, Game, Notation, Plugin, Resources, Score, Side, Situation,
};
use anyply_gomoku::{Gomoku, Rule};
use anyply_tests::every::for_default_games;
use anyply_tests::settings::{config, depth, nodes};
use anyply_tests::{random_game, visitor};
use std::time::{Duration, Instant};

/// An engine for each of these configurations, with the game's default evaluator.
fn engines<G: Plugin, const N: usize>(game: &G, configs: [SearchConfig; N]) -> [Box<dyn Engine<G>>; N] {
    configs.map(|config| {
        let source = EvaluatorSource::BuiltIn(&G::evaluators()[0]);
        let resources = Resources { hash: 16 << 20, ..Resources::default() };
        game.engine(&source, config, resources).expect("a built-in evaluator, and memory")
    })
}

/// One game, the first engine as Black: 1 if Black wins, a half for a draw.
fn score<G: Game>(
    game: &G,
    mut at: Situation<G>,
    engines: &mut [Box<dyn Engine<G>>; 2],
    limits: &Limits,
) -> f64 {
    while at.outcome(game).is_none() {
        let report = engines[at.side.index()].search(&at, limits, &Stop::default(), &mut ());
        at = at.after(game, report.best().expect("the game goes on"));
    }
    match at.outcome(game).and_then(|outcome| outcome.winner) {
        Some(Side::Black) => 1.0,
        Some(Side::White) => 0.0,
        None => 0.5,
    }
}

fn beats_random<G: Plugin>(game: &G) {
    let lines: Vec<_> = (0..5).map(|seed| random_game(game, seed)).collect();
    // Of so short a game an opening leaves little to be won.
    if lines.iter().any(|line| line.len() < 10) {
        return;
    }
    let mut engines = engines(game, [config(Method::MonteCarlo), config(Method::Random)]);
    let games = 2 * lines.len();
    let mut points = 0.0;
    for line in lines {
        let (opening, _) = line[6];
        points += score(game, opening, &mut engines, &nodes(2000));
        engines.reverse();
        points += 1.0 - score(game, opening, &mut engines, &nodes(2000));
        engines.reverse();
    }
    assert!(points >= 0.9 * games as f64, "{}: {points} of {games}", G::NAME);
}

#[test]
fn monte_carlo_beats_random_in_every_game() {
    for_default_games(visitor!(beats_random));
}

#[test]
fn proof_numbers_find_wins_by_fours() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let config = Preset::named("proof-number").expect("a preset").config;
    let [mut engine] = engines(&game, [config]);
    let mut found = 0;
    let lines = include_str!("../../../games/gomoku/tests/data/tactics.jsonl").lines();
    let positions =
        lines.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON"));
    for position in positions.filter(|position| position["kind"] == "vcf" && position["mate_plies"] == 5) {
        let at = game.parse_position(position["moves"].as_str().expect("moves"), None).expect("legal moves");
        engine.clear();
        let report = engine.search(&at, &nodes(1_000_000), &Stop::default(), &mut ());
        let line = &report.lines[0];
        if line.certainty == Certainty::Heuristic {
            continue;
        }
        found += 1;
        let plies = line.moves.len() as u32;
        assert_eq!(line.score, Score::win_in(plies), "{}", position["id"]);
        assert!(plies >= 5, "{}: there is no win in {plies}", position["id"]);
        let end = line.moves.iter().fold(at, |at, &mv| at.after(&game, mv));
        assert_eq!(
            end.outcome(&game).and_then(|outcome| outcome.winner),
            Some(at.side),
            "{}",
            position["id"]
        );
    }
    assert!(found >= 14, "{found} of 16");
}

fn always_moves<G: Plugin>(game: &G) {
    let methods = [
        Method::BreadthFirst,
        Method::MonteCarlo,
        Method::ProofNumber,
        Method::Prior,
        Method::Greedy,
        Method::Random,
    ];
    let mut engines = engines(game, methods.map(config));
    let limits = [
        nodes(0),
        nodes(1),
        nodes(300),
        depth(1),
        depth(2),
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { time: Some(Duration::from_millis(20)), lines: 3, ..Limits::default() },
    ];
    for (at, _) in random_game(game, 5).into_iter().step_by(23) {
        let moves = at.moves(game);
        for (method, engine) in methods.iter().zip(&mut engines) {
            for limits in &limits {
                let began = Instant::now();
                let report = engine.search(&at, limits, &Stop::default(), &mut ());
                assert_eq!(report.lines.len(), limits.lines.min(moves.len()), "{method:?}");
                let first: Vec<_> = report.lines.iter().map(|line| game.index(line.moves[0])).collect();
                assert!(report.lines.iter().all(|line| moves.contains(&line.moves[0])));
                assert!(first.iter().enumerate().all(|(i, index)| !first[..i].contains(index)));
                assert!(limits.nodes.is_none_or(|most| report.nodes <= most));
                if limits.time.is_some() {
                    assert!(began.elapsed() < Duration::from_secs(2));
                }
                for line in &report.lines {
                    let legal = |at: Situation<G>, &mv: &G::Move| {
                        assert!(at.moves(game).contains(&mv), "{} in {:?}", game.move_text(mv), line.moves);
                        at.after(game, mv)
                    };
                    line.moves.iter().fold(at, legal);
                }
            }
        }
    }
}

#[test]
fn every_baseline_gives_legal_lines_within_any_limit_in_every_game() {
    for_default_games(visitor!(always_moves));
}
