//! Settings and limits of a search, some drawn by lot.

use anyply_framework::search::{
    ConfidenceLevel, Endgame, Forecast, LateMovePruning, Limits, Margin, Method, ProbCut, Reductions,
    Replacement, SearchConfig, Singular,
};
use proptest::prelude::*;

/// The default settings of a method.
pub fn config(method: Method) -> SearchConfig {
    SearchConfig { method, ..SearchConfig::default() }
}

/// So many plies.
pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// So many positions.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Any combination of value-preserving switches.
pub fn value_preserving() -> impl Strategy<Value = SearchConfig> {
    let method = prop_oneof![6 => Just(Method::Negamax), 1 => Just(Method::AlphaBeta)];
    let windows = prop_oneof![
        2 => Just((0, false)),
        2 => (1..500u16).prop_map(|width| (width, false)),
        1 => Just((0, true)),
    ];
    let numbers = (0..=2u8, 0..4u8, 1..4u8, 0..4u8, 0..4u8, 0..8u8, 0..3u8);
    let switches = (any::<[bool; 6]>(), any::<[bool; 7]>(), method, windows, numbers);
    switches.prop_map(|(some, others, method, (aspiration, mtdf), numbers)| {
        let [iterative_deepening, principal_variation, table, history, prior, always] = some;
        let [alpha_beta, fail_soft, countermoves, continuation, early_moves, mate_distance, recalls] = others;
        let (killers, internal_deepening, table_from_depth, enhanced, order_by_evaluation, symmetry, defer) =
            numbers;
        let alpha_beta = alpha_beta || mtdf || aspiration > 0 || principal_variation;
        SearchConfig {
            method,
            iterative_deepening,
            alpha_beta,
            fail_soft: fail_soft || mtdf,
            principal_variation,
            aspiration,
            mtdf,
            mate_distance,
            table: table || mtdf,
            replacement: match (always, countermoves) {
                (true, _) => Replacement::Always,
                (false, true) => Replacement::DeeperStays,
                (false, false) => Replacement::DepthAndAge,
            },
            table_from_depth,
            // So few that they take each other's place, or so many that each is kept.
            evaluation_cache: match (recalls, always) {
                (false, _) => 0,
                (true, false) => 3,
                (true, true) => 12,
            },
            enhanced_cutoffs: if table || mtdf { enhanced } else { 0 },
            symmetry: if table || mtdf { symmetry } else { 0 },
            killers,
            history,
            countermoves,
            continuation,
            early_moves,
            prior,
            order_by_evaluation,
            internal_deepening,
            defer_from_depth: defer,
            ..SearchConfig::default()
        }
    })
}

/// Any combination of selective techniques, with bold figures, on top of value-preserving ones. The tree game
/// has no null move.
pub fn selective() -> impl Strategy<Value = SearchConfig> {
    let margin =
        || (1..5u8, 0..200u32, 0..100u32).prop_map(|(depth, base, per_ply)| Margin { depth, base, per_ply });
    let margins = [(); 3].map(|()| proptest::option::of(margin()));
    let late =
        proptest::option::of((1..5u8, 0..3u8, 0..2u8).prop_map(|(depth, moves, per_ply)| LateMovePruning {
            depth,
            moves,
            per_ply,
        }));
    let reductions = proptest::option::of((2..4u8, 2..4u8, 0..200u16, any::<bool>()).prop_map(
        |(from_depth, from_move, base, learns)| {
            let history = if learns { 64 } else { 0 };
            Reductions { from_depth, from_move, base, divisor: 50, history }
        },
    ));
    // Some foretell what no value can be.
    let offset = prop_oneof![6 => -100..100i32, 1 => Just(i32::MIN), 1 => Just(i32::MAX)];
    let numbers = (1..200u16, 0..=1000u16, 1..3u8, 500..2000u16, offset, 1..300u32);
    let probcut =
        proptest::option::of(numbers.prop_map(|(confidence, reach, checks, slope, offset, sigma)| {
            let line = |deep, shallow| Forecast { deep, shallow, remaining: 0, slope, offset, sigma };
            let model = vec![line(2, 1), line(3, 1), line(4, 1), line(4, 2), line(5, 3)];
            ProbCut { confidence, reach, checks, model }
        }));
    let singular = proptest::option::of((3..5u8, 0..50u32))
        .prop_map(|figures| figures.map(|(from_depth, margin)| Singular { from_depth, margin }));
    // The trees have up to four moves a node: with three as few, hardly a search would end.
    let others = (0..4u8, 0..3u8, singular, proptest::option::of(likely_endings()));
    (value_preserving(), margins, late, reductions, probcut, others).prop_map(
        |(
            config,
            margins,
            late_move_pruning,
            reductions,
            probcut,
            (internal_reduction, few_replies, singular, endgame),
        )| {
            let [futility, reverse_futility, razoring] = margins;
            let singular = singular.filter(|_| config.table);
            // Without principal variation search what cuts off on an opinion is refused.
            let principal_variation = config.principal_variation
                || futility.is_some()
                || reverse_futility.is_some()
                || razoring.is_some()
                || late_move_pruning.is_some()
                || reductions.is_some()
                || probcut.is_some()
                || endgame.is_some();
            SearchConfig {
                alpha_beta: config.alpha_beta || principal_variation,
                principal_variation,
                futility,
                reverse_futility,
                razoring,
                late_move_pruning,
                reductions,
                probcut,
                internal_reduction,
                few_replies,
                singular,
                endgame,
                ..config
            }
        },
    )
}

/// Searches to the end of the game that leave out what is unlikely, or do so on the way to certainty.
fn likely_endings() -> impl Strategy<Value = Endgame> {
    let figures = (prop::sample::select(vec![60, 90, 100]), 1..200u32, 100..2000u16);
    figures.prop_map(|(selectivity, deviations, slope)| {
        let line = Forecast { deep: 0, shallow: 1, remaining: 2, slope, offset: 0, sigma: 50 };
        let model = vec![line, Forecast { shallow: 2, remaining: 4, ..line }];
        let level = |percent, deviations| ConfidenceLevel { percent, deviations, per_ply: 0 };
        let levels = vec![level(60, deviations), level(90, 2 * deviations)];
        Endgame { selectivity, levels, model, ..Endgame::default() }
    })
}
