//! The search against the oracle: whatever is called value-preserving has the value of plain minimax,
//! whatever is called exact is the result of the game.

use anyply_framework::search::{
    Forecast, Limits, Method, Oracle, Ponder, Preset, ProbCut, Report, Search, SearchConfig, Stop, Subsets,
};
use anyply_framework::{Certainty, Distance, Evaluator, Game, Score, Turn, View};
use anyply_framework::{Engine, Resources, engine};
use anyply_tests::settings::{config, depth, nodes, selective, value_preserving};
use anyply_tests::{Tree, TreeEvaluator, TreeMove, TreeNode, verify_win};
use proptest::prelude::*;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

fn search<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &E,
    config: &SearchConfig,
    threads: usize,
    depth: Option<u32>,
) -> Report<G> {
    let resources = Resources { hash: 1 << 16, threads, ..Resources::default() };
    let limits = Limits { depth, ..Limits::default() };
    Search::new(game.clone(), evaluator.clone(), config.clone(), resources).expect("memory").search(
        &game.start(),
        &limits,
        &Stop::default(),
        &mut (),
    )
}

fn same_as_minimax<const MARGIN: bool, const BACK: bool>(
    seed: u64,
    depth: u32,
    config: &SearchConfig,
    threads: usize,
) {
    let game = Tree::<MARGIN> { seed, height: 9 };
    let evaluator = TreeEvaluator::<BACK>;
    let mut oracle = Oracle::minimax(&game, &evaluator);
    let (value, _) = oracle.search(&game.start().position, depth).expect("no limits");
    let report = search(&game, &evaluator, config, threads, Some(depth));
    let line = &report.lines[0];
    // A search that proves the result early says so, and the result is the value at every greater depth.
    if report.depth == depth.min(9) || line.certainty == Certainty::Exact {
        assert_eq!(line.score, value, "tree {seed}, depth {depth}, {config:?}");
    } else {
        panic!("depth {} of {depth} finished without a limit", report.depth);
    }
    let mut cut = Oracle::alpha_beta(&game, &evaluator);
    assert_eq!(cut.search(&game.start().position, depth).expect("no limits").0, value);
    assert!(cut.nodes <= oracle.nodes);
}

/// [`TreeEvaluator`], counting the lists of moves that it orders.
#[derive(Clone, Debug, Default)]
struct Listening(Arc<AtomicU64>);

impl Evaluator<Tree<true>> for Listening {
    type State = u64;

    const ORDERS: bool = true;

    fn state(&self, game: &Tree<true>, node: &TreeNode) -> u64 {
        TreeEvaluator::<false>.state(game, node)
    }

    fn advance(&self, game: &Tree<true>, state: &mut u64, before: &TreeNode, mv: TreeMove, after: &TreeNode) {
        TreeEvaluator::<false>.advance(game, state, before, mv, after);
    }

    fn evaluate(&self, at: View<'_, Tree<true>, u64>) -> Score {
        TreeEvaluator::<false>.evaluate(at)
    }

    fn order(&self, at: View<'_, Tree<true>, u64>, moves: &[TreeMove], priors: &mut [i32]) {
        self.0.fetch_add(1, Relaxed);
        TreeEvaluator::<false>.order(at, moves, priors);
    }
}

#[test]
fn where_an_early_move_cuts_off_the_others_are_not_listed() {
    let learns = SearchConfig {
        killers: 2,
        history: true,
        countermoves: true,
        continuation: true,
        ..SearchConfig::default()
    };
    // Listed in all trees, and positions.
    let searched = |early_moves: bool| {
        let (evaluator, config) = (Listening::default(), SearchConfig { early_moves, ..learns.clone() });
        let positions: u64 = (0..20)
            .map(|seed| search(&Tree::<true> { seed, height: 12 }, &evaluator, &config, 1, Some(9)).nodes)
            .sum();
        (evaluator.0.load(Relaxed), positions)
    };
    let ((lists, positions), (late_lists, late_positions)) = (searched(true), searched(false));
    // A search of as many positions that lists at least a twentieth less.
    assert!(lists * late_positions * 20 < late_lists * positions * 19);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn value_preserving_settings_have_the_value_of_minimax(
        seed: u64, depth in 1..7u32, config in value_preserving(), margin: bool, back: bool,
    ) {
        match (margin, back) {
            (true, true) => same_as_minimax::<true, true>(seed, depth, &config, 1),
            (true, false) => same_as_minimax::<true, false>(seed, depth, &config, 1),
            (false, true) => same_as_minimax::<false, true>(seed, depth, &config, 1),
            (false, false) => same_as_minimax::<false, false>(seed, depth, &config, 1),
        }
    }

    #[test]
    fn result_sound_settings_find_the_result(
        seed: u64, config in value_preserving(), sound: bool, deeper: bool, margin: bool,
    ) {
        let config = SearchConfig {
            subsets: if sound { Subsets::Sound } else { Subsets::None },
            deeper_entries: deeper,
            ..config
        };
        if margin {
            finds_the_result::<true>(seed, &config);
        } else {
            finds_the_result::<false>(seed, &config);
        }
    }

    #[test]
    fn what_any_setting_calls_exact_is_the_result(
        seed: u64, depth in 1..9u32, config in selective(), margin: bool, selects: bool,
        (quiescence, noisy_wins_from) in (0..6u8, 0..6u8),
    ) {
        let subsets = if selects { Subsets::Selective } else { Subsets::Sound };
        let config =
            SearchConfig { subsets, quiescence, noisy_wins_from, deeper_entries: true, ..config };
        if margin {
            exact_means_exact::<true>(seed, depth, &config);
        } else {
            exact_means_exact::<false>(seed, depth, &config);
        }
    }
}

fn result<const MARGIN: bool>(game: &Tree<MARGIN>) -> Score {
    let mut oracle = Oracle::alpha_beta(game, &TreeEvaluator::<true>);
    // Passes do not count in the height, so twice as many plies reach every end.
    oracle.search(&game.start().position, 2 * game.height).expect("no limits").0
}

/// The side of the result that matters in a game without margin: a sound search may find a longer way to the
/// same win.
fn class(score: Score) -> Score {
    match score.distance() {
        Some(Distance::Win(_)) => Score::WIN,
        Some(Distance::Loss(_)) => Score::LOSS,
        None => score,
    }
}

fn finds_the_result<const MARGIN: bool>(seed: u64, config: &SearchConfig) {
    let game = Tree::<MARGIN> { seed, height: 9 };
    let report = search(&game, &TreeEvaluator::<true>, config, 1, None);
    assert_eq!(report.lines[0].certainty, Certainty::Exact, "tree {seed}, {config:?}");
    assert_eq!(class(report.lines[0].score), class(result(&game)), "tree {seed}, {config:?}");
}

fn exact_means_exact<const MARGIN: bool>(seed: u64, depth: u32, config: &SearchConfig) {
    let game = Tree::<MARGIN> { seed, height: 9 };
    let line = &search(&game, &TreeEvaluator::<false>, config, 1, Some(depth)).lines[0];
    if line.certainty == Certainty::Exact {
        assert_eq!(class(line.score), class(result(&game)), "tree {seed}, depth {depth}, {config:?}");
        if let Some(Distance::Win(plies)) = line.score.distance() {
            assert!(verify_win(&game, &game.start().position, plies, true), "tree {seed}: no win in {plies}");
        }
    }
}

#[test]
fn plain_searches_are_sure_of_the_wins_and_losses_that_they_see() {
    const PLIES: u32 = 4;
    let evaluator = TreeEvaluator::<true>;
    let mut seen = 0;
    for seed in 0..60 {
        // Where somebody passed, the end is a ply too far away.
        let game = Tree::<false> { seed, height: PLIES };
        let mut oracle = Oracle::minimax(&game, &evaluator);
        let (value, _) = oracle.search(&game.start().position, PLIES).expect("no limits");
        if value.distance().is_none() || oracle.opinions == 0 {
            continue;
        }
        seen += 1;
        for method in [Method::Minimax, Method::AlphaBeta, Method::BreadthFirst] {
            let resources = Resources { hash: 1 << 20, ..Resources::default() };
            let engine = engine(game.clone(), evaluator.clone(), config(method), resources);
            let report =
                engine.expect("memory").search(&game.start(), &depth(PLIES), &Stop::default(), &mut ());
            let line = &report.lines[0];
            assert_eq!((line.score, line.certainty), (value, Certainty::Exact), "tree {seed}, {method:?}");
        }
    }
    assert!(seen > 0);
}

#[test]
fn threads_do_not_change_the_value_at_fixed_depth() {
    let config = Preset::named("full-sound").expect("a preset").config;
    for seed in 0..60 {
        same_as_minimax::<true, true>(seed, 6, &config, 3);
        same_as_minimax::<false, false>(seed, 6, &config, 3);
    }
}

#[test]
fn a_shallow_search_after_a_deep_one_has_its_own_value() {
    let config = Preset::named("full-sound").expect("a preset").config;
    for seed in 0..200 {
        let game = Tree::<true> { seed, height: 9 };
        let evaluator = TreeEvaluator::<true>;
        let mut engine = Search::new(game.clone(), evaluator.clone(), config.clone(), Resources::default())
            .expect("memory");
        for depth in [7, 4, 2, 5] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = engine.search(&game.start(), &limits, &Stop::default(), &mut ());
            let (value, _) = Oracle::alpha_beta(&game, &evaluator)
                .search(&game.start().position, depth)
                .expect("no limits");
            assert_eq!(report.lines[0].score, value, "tree {seed}, depth {depth}");
        }
    }
}

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

/// What ProbCut leaves out is worth no more than its window: by a hundredth a search, a distant value would
/// take thousands.
#[test]
fn null_windows_close_in_on_the_value_of_a_selective_search() {
    const NODES: u64 = 10_000;
    let line = |deep, shallow| Forecast { deep, shallow, remaining: 0, slope: 500, offset: -15, sigma: 297 };
    let model = vec![line(3, 1), line(4, 2), line(5, 3)];
    let config = SearchConfig {
        mtdf: true,
        aspiration: 0,
        probcut: Some(ProbCut { confidence: 133, checks: 1, model }),
        ..SearchConfig::default()
    };
    let resources = Resources { hash: 1 << 16, ..Resources::default() };
    let limits = Limits { depth: Some(8), nodes: Some(NODES), ..Limits::default() };
    for seed in 0..1_000 {
        let game = Tree::<false> { seed, height: 9 };
        let engine = Search::new(game.clone(), TreeEvaluator::<false>, config.clone(), resources);
        let report = engine.expect("memory").search(&game.start(), &limits, &Stop::default(), &mut ());
        assert!(report.nodes < NODES, "tree {seed}: {} searches repeated", report.counts.researches);
    }
}

/// The first move of the next depth may lose where another holds: a search that ends between the two does not
/// say that all is lost.
#[test]
fn a_search_says_that_it_loses_only_where_every_move_does() {
    let config = Preset::named("full-sound").expect("a preset").config;
    let config = SearchConfig { aspiration: 0, ..config };
    let resources = Resources { hash: 1 << 16, ..Resources::default() };
    let mut losses = 0;
    for seed in 0..400 {
        let game = Tree::<false> { seed, height: 9 };
        let engine = Search::new(game.clone(), TreeEvaluator::<true>, config.clone(), resources);
        let mut engine = engine.expect("memory");
        for nodes in (20..1_000).step_by(20) {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.search(&game.start(), &limits, &Stop::default(), &mut ());
            if let Some(Distance::Loss(_)) = report.lines[0].score.distance() {
                assert_eq!(class(result(&game)), Score::LOSS, "tree {seed}, {nodes} nodes");
                losses += 1;
            }
        }
    }
    assert!(losses > 0);
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

#[test]
fn the_best_lines_are_those_of_each_move_searched_alone() {
    for seed in 0..50 {
        let game = Tree::<true> { seed, height: 9 };
        let config = Preset::named("full-sound").expect("a preset").config;
        let mut engine =
            Search::new(game.clone(), TreeEvaluator::<true>, config, Resources::default()).expect("memory");
        let limits = Limits { depth: Some(5), lines: 9, ..Limits::default() };
        let report = engine.search(&game.start(), &limits, &Stop::default(), &mut ());
        let mut expected: Vec<Score> = Vec::new();
        for mv in game.start().moves(&game) {
            let mut child = game.start().position;
            let turn = game.play(&mut child, mv);
            let (value, _) =
                Oracle::minimax(&game, &TreeEvaluator::<true>).search(&child, 4).expect("no limits");
            expected.push(if turn == Turn::Next { -value } else { value });
        }
        expected.sort_unstable_by(|a, b| b.cmp(a));
        let found: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(found, expected, "tree {seed}");
    }
}

#[test]
fn the_minimal_tree_is_no_larger_than_any_search_without_a_table() {
    use anyply_framework::search::minimal_leaves;
    for seed in 0..100 {
        let game = Tree::<true> { seed, height: 9 };
        let evaluator = TreeEvaluator::<true>;
        let minimal = |nodes| {
            let limits = Limits { depth: Some(6), nodes, ..Limits::default() };
            minimal_leaves(&game, &evaluator, &game.start(), &limits, &Stop::default(), 1 << 20)
                .expect("memory")
        };
        assert_eq!(minimal(Some(3)), None);
        let minimal = minimal(None).expect("no limits");
        let config = SearchConfig { table: false, ..SearchConfig::default() };
        let searched = search(&game, &evaluator, &config, 1, Some(6)).leaves;
        let mut oracle = Oracle::minimax(&game, &evaluator);
        oracle.search(&game.start().position, 6).expect("no limits");
        assert!(minimal <= searched && minimal <= oracle.leaves, "tree {seed}: {minimal}, {searched}");
        assert!(minimal >= 2 || oracle.leaves < 4, "tree {seed}: {minimal}");
    }
}
