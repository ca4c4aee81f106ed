//! The searches that are not alpha-beta: against the oracle, and against the rules alone.

use anyply_framework::search::{Limits, Method, Oracle, Report, SearchConfig, Stop, Subsets};
use anyply_framework::{Certainty, Distance, Game, Resources, Score, Turn, engine};
use anyply_tests::settings::{config, depth, nodes};
use anyply_tests::{Tree, TreeEvaluator, verify_win};
use proptest::prelude::*;

fn resources(hash: usize) -> Resources {
    Resources { hash, ..Resources::default() }
}

fn run<const MARGIN: bool>(
    game: &Tree<MARGIN>,
    config: SearchConfig,
    limits: &Limits,
) -> Report<Tree<MARGIN>> {
    let mut engine =
        engine(game.clone(), TreeEvaluator::<false>, config, resources(1 << 20)).expect("memory");
    engine.search(&game.start(), limits, &Stop::default(), &mut ())
}

/// The true result, distances included.
fn result<const MARGIN: bool>(game: &Tree<MARGIN>, position: &<Tree<MARGIN> as Game>::Position) -> Score {
    let mut oracle = Oracle::alpha_beta(game, &TreeEvaluator::<false>);
    // Passes do not count in the height, so twice as many plies reach every end.
    oracle.search(position, 2 * game.height).expect("no limits").0
}

/// A win, a draw or a loss, however far away or large.
fn sign(score: Score) -> i32 {
    score.cents().signum()
}

/// The distance claimed is one the rules allow, for whoever wins.
fn verify_distance<G: Game>(game: &G, score: Score) {
    let start = &game.start().position;
    match score.distance() {
        Some(Distance::Win(plies)) => assert!(verify_win(game, start, plies, true), "no win in {plies}"),
        Some(Distance::Loss(plies)) => assert!(verify_win(game, start, plies, false), "no loss in {plies}"),
        None => {}
    }
}

/// What the first move of a line leads to, for who makes it.
fn after<const MARGIN: bool>(game: &Tree<MARGIN>, report: &Report<Tree<MARGIN>>) -> Score {
    let mut child = game.start().position;
    let turn = game.play(&mut child, report.best().expect("the game is not over"));
    let value = result(game, &child);
    if turn == Turn::Next { -value } else { value }
}

fn breadth_first_is_minimax<const MARGIN: bool>(seed: u64, plies: u32, deepening: bool) {
    let game = Tree::<MARGIN> { seed, height: 9 };
    let config = SearchConfig { iterative_deepening: deepening, ..config(Method::BreadthFirst) };
    let report = run(&game, config, &depth(plies));
    let evaluator = TreeEvaluator::<false>;
    let mut oracle = Oracle::minimax(&game, &evaluator);
    let (value, best) = oracle.search(&game.start().position, plies).expect("no limits");
    assert_eq!(report.lines[0].score, value, "tree {seed}, depth {plies}");
    if report.depth == plies {
        assert_eq!(report.best(), best, "tree {seed}, depth {plies}");
    } else {
        assert_eq!(report.lines[0].certainty, Certainty::Exact, "tree {seed}, depth {plies}");
    }
    if !deepening && report.depth == plies {
        assert_eq!(
            (report.nodes, report.leaves),
            (oracle.nodes, oracle.leaves),
            "tree {seed}, depth {plies}"
        );
        assert_eq!(report.counts.made.iter().sum::<u64>(), oracle.nodes);
    }
    let mut at = game.start();
    for &mv in &report.lines[0].moves {
        at = at.after(&game, mv);
    }
    let mut leaf = Oracle::minimax(&game, &evaluator);
    let (value, _) = leaf.search(&at.position, 0).expect("no limits");
    let mine = if at.side == game.start().side { value } else { -value };
    assert_eq!(
        mine.seen_from(report.lines[0].moves.len() as u32),
        report.lines[0].score,
        "the line leads to its value"
    );
}

fn proof_is_the_result<const MARGIN: bool>(seed: u64, hash: usize, config: &SearchConfig) {
    let game = Tree::<MARGIN> { seed, height: 10 };
    let mut engine =
        engine(game.clone(), TreeEvaluator::<false>, config.clone(), resources(hash)).expect("memory");
    let report = engine.search(&game.start(), &nodes(1_000_000), &Stop::default(), &mut ());
    let truth = result(&game, &game.start().position);
    let line = &report.lines[0];
    assert!(report.depth > 0, "tree {seed} is not proven");
    assert_eq!(sign(line.score), sign(truth), "tree {seed}");
    assert_eq!(sign(after(&game, &report)), sign(truth), "tree {seed}: the move keeps the result");
    let exact = !MARGIN || sign(truth) == 0;
    assert_eq!(line.certainty == Certainty::Exact, exact, "tree {seed}");
    verify_distance(&game, line.score);
    // Asked again, it remembers.
    let again = engine.search(&game.start(), &nodes(1_000_000), &Stop::default(), &mut ());
    assert_eq!(sign(again.lines[0].score), sign(truth));
    assert_eq!(again.best(), report.best());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn breadth_first_has_the_value_move_and_leaves_of_plain_minimax(
        seed: u64, plies in 1..7u32, deepening: bool, margin: bool,
    ) {
        if margin {
            breadth_first_is_minimax::<true>(seed, plies, deepening);
        } else {
            breadth_first_is_minimax::<false>(seed, plies, deepening);
        }
    }

    #[test]
    fn what_proof_numbers_say_is_the_result(seed: u64, margin: bool, sound: bool, hash in 0..4u32) {
        let subsets = if sound { Subsets::Sound } else { Subsets::None };
        let config = SearchConfig { subsets, ..config(Method::ProofNumber) };
        let hash = 1 << (10 + 2 * hash);
        if margin {
            proof_is_the_result::<true>(seed, hash, &config);
        } else {
            proof_is_the_result::<false>(seed, hash, &config);
        }
    }

    #[test]
    fn a_proof_of_a_given_depth_finds_the_wins_within_it_and_no_others(seed: u64, plies in 1..8u32) {
        let game = Tree::<false> { seed, height: 10 };
        let report = run(&game, config(Method::ProofNumber), &depth(plies));
        let near = Oracle::alpha_beta(&game, &TreeEvaluator::<false>)
            .search(&game.start().position, plies)
            .expect("no limits").0
            .distance();
        let found = report.lines[0].score.distance();
        let kind = |distance| matches!(distance, Distance::Win(_));
        prop_assert_eq!(found.map(kind), near.map(kind));
        verify_distance(&game, report.lines[0].score);
        if let Some(Distance::Win(found) | Distance::Loss(found)) = found {
            prop_assert!(found <= plies);
        } else {
            // What nobody wins before the horizon may be won after it.
            prop_assert_eq!(report.lines[0].certainty, Certainty::Heuristic);
        }
    }

    #[test]
    fn playouts_prove_results_and_with_enough_of_them_every_small_one(
        seed: u64, playout_plies in 0..12u16, widening in 0..200u16, selective: bool, few in 1..400u64,
    ) {
        let mut config = config(Method::MonteCarlo);
        config.subsets = if selective { Subsets::Selective } else { Subsets::Sound };
        config.monte_carlo.playout_plies = playout_plies;
        config.monte_carlo.widening = widening;
        for nodes in [few, 200_000] {
            playouts_prove_the_result::<true>(seed, &config, nodes);
            playouts_prove_the_result::<false>(seed, &config, nodes);
        }
    }
}

fn playouts_prove_the_result<const MARGIN: bool>(seed: u64, config: &SearchConfig, limit: u64) {
    let game = Tree::<MARGIN> { seed, height: 4 };
    let report = run(&game, config.clone(), &nodes(limit));
    let truth = result(&game, &game.start().position);
    let line = &report.lines[0];
    let enough = limit == 200_000;
    assert!(report.nodes < limit || !enough, "tree {seed} is not settled");
    if line.certainty == Certainty::Exact {
        assert_eq!(sign(line.score), sign(truth), "tree {seed}");
        assert_eq!(sign(after(&game, &report)), sign(truth), "tree {seed}: the move keeps the result");
        assert!(!MARGIN || line.score == truth, "tree {seed}");
        verify_distance(&game, line.score);
    } else {
        assert!(!enough || config.subsets == Subsets::Selective, "tree {seed} is not proven");
    }
}

#[test]
fn even_depths_alone_have_leaves_when_they_are_asked_for() {
    for seed in 0..50 {
        let game = Tree::<true> { seed, height: 12 };
        let even = SearchConfig { even_depths: true, ..config(Method::BreadthFirst) };
        let mut depths = Vec::new();
        let mut engine =
            engine(game.clone(), TreeEvaluator::<false>, even, resources(1 << 24)).expect("memory");
        let mut heard = |report: &Report<_>| depths.push(report.depth);
        let report = engine.search(&game.start(), &depth(7), &Stop::default(), &mut heard);
        if report.lines[0].certainty == Certainty::Heuristic {
            assert_eq!(depths, [2, 4, 6], "tree {seed}");
            let (value, _) = Oracle::minimax(&game, &TreeEvaluator::<false>)
                .search(&game.start().position, 6)
                .expect("no limits");
            assert_eq!(report.lines[0].score, value);
        }
    }
}

#[test]
fn a_tree_in_memory_keeps_to_its_memory() {
    let game = Tree::<true> { seed: 3, height: 60 };
    for method in [Method::BreadthFirst, Method::MonteCarlo, Method::ProofNumber] {
        let mut largest = 0;
        for hash in [0, 1 << 12, 1 << 16] {
            let mut engine = engine(game.clone(), TreeEvaluator::<false>, config(method), resources(hash))
                .expect("memory");
            let report = engine.search(&game.start(), &nodes(20_000), &Stop::default(), &mut ());
            assert!(report.counts.memory <= hash.max(1 << 11) as u64, "{method:?}: {}", report.counts.memory);
            assert!(report.counts.memory > largest, "{method:?} uses what it may");
            largest = report.counts.memory;
            if method != Method::BreadthFirst {
                assert_eq!(report.nodes, 20_000, "{method:?} goes on with {hash} bytes");
            }
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_search() {
    let methods =
        [Method::BreadthFirst, Method::MonteCarlo, Method::ProofNumber, Method::Greedy, Method::Random];
    for method in methods {
        let mut config = config(method);
        config.monte_carlo.playout_plies = 20;
        let game = Tree::<true> { seed: 9, height: 30 };
        let search =
            |seed| {
                let resources = Resources { seed, ..resources(1 << 20) };
                engine(game.clone(), TreeEvaluator::<false>, config.clone(), resources)
                    .expect("memory")
                    .search(&game.start(), &nodes(5000), &Stop::default(), &mut ())
            };
        let [one, two] = [search(1), search(1)];
        assert_eq!((one.nodes, one.leaves, one.lines[0].score), (two.nodes, two.leaves, two.lines[0].score));
        assert_eq!(one.lines[0].moves, two.lines[0].moves, "{method:?}");
        let differs = (2..40).any(|seed| {
            let other = search(seed);
            (other.leaves, other.lines[0].score, other.best()) != (one.leaves, one.lines[0].score, one.best())
        });
        let by_lot = matches!(method, Method::MonteCarlo | Method::Random);
        assert_eq!(differs, by_lot, "{method:?}");
    }
}

#[test]
fn random_moves_are_each_as_likely() {
    let game = Tree::<true> { seed: 1, height: 9 };
    let moves = game.start().moves(&game);
    let mut counts = vec![0; moves.len()];
    for seed in 0..2000 {
        let mut engine = engine(
            game.clone(),
            TreeEvaluator::<false>,
            config(Method::Random),
            Resources { seed, ..resources(0) },
        )
        .expect("memory");
        let report = engine.search(&game.start(), &Limits::default(), &Stop::default(), &mut ());
        counts[moves.iter().position(|&mv| Some(mv) == report.best()).expect("legal")] += 1;
    }
    let even = 2000 / moves.len() as i32;
    assert!(counts.iter().all(|&count| (count - even).abs() < 150), "{counts:?}");
}

#[test]
fn greed_is_one_ply_of_minimax_and_the_first_of_equals() {
    for seed in 0..300 {
        let game = Tree::<true> { seed, height: 9 };
        let report = run(&game, config(Method::Greedy), &Limits::default());
        let (value, best) = Oracle::minimax(&game, &TreeEvaluator::<false>)
            .search(&game.start().position, 1)
            .expect("no limits");
        assert_eq!((report.lines[0].score, report.best()), (value, best));
    }
}
