//! Searches that are ended by a limit, stopped, or given little room.

use anyply_framework::search::{Limits, Method, Ponder, Preset, Report, Search, SearchConfig, Stop};
use anyply_framework::{Engine, Evaluator, Game, Resources, Score, View, engine};
use anyply_tests::settings::{config, nodes};
use anyply_tests::{Tree, TreeEvaluator, TreeNode, search};
use std::hint::black_box;
use std::thread;
use std::time::Duration;

#[test]
fn every_preset_and_plain_search_gives_a_legal_move_within_any_limit() {
    let presets = Preset::all().into_iter().map(|preset| (preset.name, preset.config));
    let plain = [Method::Minimax, Method::AlphaBeta].map(|method| (format!("{method:?}"), config(method)));
    for (name, config) in presets.chain(plain) {
        for nodes in [1, 2, 10, 1000] {
            let game = Tree::<true> { seed: nodes, height: 12 };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut engine =
                engine(game.clone(), TreeEvaluator::<true>, config.clone(), Resources::default())
                    .expect("memory");
            let report = engine.search(&game.start(), &limits, &Stop::default(), &mut ());
            let best = report.best().expect("the game is not over");
            assert!(game.start().moves(&game).contains(&best));
            assert!(report.nodes <= nodes, "{name}: {}", report.nodes);
        }
    }
}

/// Takes more of the stack for every position that is searched than the first thread of a program has on some
/// systems.
#[derive(Clone, Debug)]
struct Roomy;

impl Evaluator<Tree<true>> for Roomy {
    type State = ();

    fn state(&self, _: &Tree<true>, _: &TreeNode) {}

    fn evaluate(&self, _: View<'_, Tree<true>, ()>) -> Score {
        much_room()
    }
}

// A frame of its own, so that the stack is taken where it is meant to be.
#[inline(never)]
fn much_room() -> Score {
    let room = black_box([1u8; 2 << 20]);
    Score::from_cents(room[0].into())
}

#[test]
fn every_method_has_room_for_its_search_wherever_it_is_called() {
    let best = |method| {
        let game = Tree::<true> { seed: 5, height: 9 };
        let resources = Resources { hash: 1 << 16, ..Resources::default() };
        let mut engine = engine(game.clone(), Roomy, config(method), resources).expect("memory");
        engine.search(&game.start(), &nodes(20), &Stop::default(), &mut ()).best()
    };
    for method in [
        Method::Negamax,
        Method::AlphaBeta,
        Method::Minimax,
        Method::BreadthFirst,
        Method::MonteCarlo,
        Method::ProofNumber,
        Method::Greedy,
    ] {
        let small = thread::Builder::new().stack_size(1 << 20);
        let found = small.spawn(move || best(method)).expect("the system provides a thread").join();
        assert!(found.expect("no panic").is_some(), "{method:?}");
    }
}

#[test]
fn a_stopped_search_keeps_the_best_move_of_the_last_finished_depth() {
    let game = Tree::<true> { seed: 5, height: 40 };
    let config = SearchConfig { table: false, ..SearchConfig::default() };
    let full = search(&game, &TreeEvaluator::<true>, &config, 1, Some(6));
    let stop = Stop::default();
    let mut finished = None;
    let mut engine =
        Search::new(game.clone(), TreeEvaluator::<true>, config, Resources::default()).expect("memory");
    let mut observer = |report: &Report<_>| {
        if report.depth == 6 {
            finished = report.best();
            stop.stop();
        }
    };
    let report = engine.search(&game.start(), &Limits::default(), &stop, &mut observer);
    assert_eq!(report.depth, 6);
    assert_eq!(report.best(), finished);
    assert_eq!(finished, full.best());
}

#[test]
fn a_search_on_the_opponents_time_ends_by_time_only_after_the_move_was_made() {
    let game = Tree::<true> { seed: 5, height: 60 };
    let mut engine =
        Search::new(game.clone(), TreeEvaluator::<true>, SearchConfig::default(), Resources::default())
            .expect("memory");
    let ponder = Ponder::default();
    let limits = Limits {
        time: Some(Duration::from_millis(1)),
        // Only a search that does not end makes so many.
        nodes: Some(50_000_000),
        ponder: Some(ponder.clone()),
        ..Limits::default()
    };
    let mut observer = |report: &Report<_>| {
        if report.elapsed > Duration::from_millis(30) {
            ponder.hit();
        }
    };
    let report = engine.search(&game.start(), &limits, &Stop::default(), &mut observer);
    assert!(report.elapsed > Duration::from_millis(30), "{:?}", report.elapsed);
    assert!(report.nodes < 50_000_000);
    assert!(report.best().is_some());
}
