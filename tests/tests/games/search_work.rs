//! How much work searches do, and what they spare themselves.

use anyply_framework::search::{
    Forecast, Limits, Oracle, ProbCut, Search, SearchConfig, Stop, minimal_leaves,
};
use anyply_framework::{Engine, Evaluator, Game, Resources, Score, Situation, View};
use anyply_tests::{Tree, TreeEvaluator, TreeMove, TreeNode, search};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// [`TreeEvaluator`], counting what it is asked.
#[derive(Clone, Debug, Default)]
struct Listening(Arc<Heard>);

#[derive(Debug, Default)]
struct Heard {
    /// The lists of moves that it ordered.
    lists: AtomicU64,
    /// The positions that its features were brought to.
    advances: AtomicU64,
}

impl Evaluator<Tree<true>> for Listening {
    type State = u64;

    const ORDERS: bool = true;

    fn state(&self, game: &Tree<true>, node: &TreeNode) -> u64 {
        TreeEvaluator::<false>.state(game, node)
    }

    fn advance(&self, game: &Tree<true>, state: &mut u64, before: &TreeNode, mv: TreeMove, after: &TreeNode) {
        self.0.advances.fetch_add(1, Relaxed);
        TreeEvaluator::<false>.advance(game, state, before, mv, after);
    }

    fn evaluate(&self, at: View<'_, Tree<true>, u64>) -> Score {
        TreeEvaluator::<false>.evaluate(at)
    }

    fn order(&self, at: View<'_, Tree<true>, u64>, moves: &[TreeMove], priors: &mut [i32]) {
        self.0.lists.fetch_add(1, Relaxed);
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
        (evaluator.0.lists.load(Relaxed), positions)
    };
    let ((lists, positions), (late_lists, late_positions)) = (searched(true), searched(false));
    // A search of as many positions that lists at least a twentieth less.
    assert!(lists * late_positions * 20 < late_lists * positions * 19);
}

#[test]
fn a_position_made_to_ask_the_table_alone_has_no_features() {
    // Positions that an evaluator heard of, and all.
    let made = |enhanced_cutoffs| {
        let (evaluator, config) =
            (Listening::default(), SearchConfig { enhanced_cutoffs, ..SearchConfig::default() });
        let found = search(&Tree::<true> { seed: 5, height: 12 }, &evaluator, &config, 1, Some(7));
        (evaluator.0.advances.load(Relaxed), found.nodes)
    };
    let ((advances, nodes), (all, every)) = (made(2), made(0));
    assert!(advances < nodes, "{advances} of {nodes}");
    assert_eq!(all, every);
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
        probcut: Some(ProbCut { confidence: 133, checks: 1, model, ..ProbCut::default() }),
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

/// Questions that find nothing cost positions alone, and those about one side fewer than those about both.
#[test]
fn a_side_of_the_window_that_the_evaluation_speaks_against_is_not_asked_about() {
    let line =
        |deep, shallow| Forecast { deep, shallow, remaining: 0, slope: 1000, offset: 0, sigma: 1_000_000 };
    let nodes = |reach: Option<u16>| -> (u64, Vec<Score>) {
        let model = vec![line(3, 1), line(4, 2), line(5, 3)];
        let ask = |reach| ProbCut { confidence: 1000, reach, model, ..ProbCut::default() };
        let config = SearchConfig { probcut: reach.map(ask), ..SearchConfig::default() };
        let searched = (0..50).map(|seed| {
            let game = Tree::<true> { seed, height: 9 };
            let report = search(&game, &TreeEvaluator::<true>, &config, 1, Some(6));
            (report.nodes, report.lines[0].score)
        });
        let (nodes, scores): (Vec<_>, _) = searched.unzip();
        (nodes.iter().sum(), scores)
    };
    let (none, one, both) = (nodes(None), nodes(Some(0)), nodes(Some(1000)));
    assert!(none.1 == one.1 && none.1 == both.1, "nothing is cut off");
    assert!(none.0 < one.0 && one.0 < both.0, "{} {} {}", none.0, one.0, both.0);
}

#[test]
fn the_minimal_tree_is_no_larger_than_any_search_without_a_table() {
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

#[test]
fn the_minimal_tree_of_a_finished_game_is_its_end_and_no_depth_is_below_one() {
    let (game, evaluator) = (Tree::<true> { seed: 5, height: 3 }, TreeEvaluator::<true>);
    let minimal = |at: &Situation<_>, depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        minimal_leaves(&game, &evaluator, at, &limits, &Stop::default(), 1 << 16).expect("memory")
    };
    let mut at = game.start();
    assert_eq!(minimal(&at, 0), minimal(&at, 1));
    while let Some(&mv) = at.moves(&game).first() {
        at = at.after(&game, mv);
    }
    assert_eq!(minimal(&at, 4), Some(1));
}
