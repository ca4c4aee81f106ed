//! The search against the oracle: whatever is called value-preserving has the value of plain minimax,
//! whatever is called exact is the result of the game.

use anyply_framework::search::{Limits, Method, Oracle, Preset, Search, SearchConfig, Stop, Subsets};
use anyply_framework::{Certainty, Distance, Engine, Game, Resources, Score, Turn, engine};
use anyply_tests::settings::{config, depth, selective, value_preserving};
use anyply_tests::{Tree, TreeEvaluator, search, verify_win};
use proptest::prelude::*;
use std::cell::LazyCell;

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
        let truth = LazyCell::new(|| class(result(&game)));
        let engine = Search::new(game.clone(), TreeEvaluator::<true>, config.clone(), resources);
        let mut engine = engine.expect("memory");
        for nodes in (20..1_000).step_by(20) {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.search(&game.start(), &limits, &Stop::default(), &mut ());
            if let Some(Distance::Loss(_)) = report.lines[0].score.distance() {
                assert_eq!(*truth, Score::LOSS, "tree {seed}, {nodes} nodes");
                losses += 1;
            }
        }
    }
    assert!(losses > 0);
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
