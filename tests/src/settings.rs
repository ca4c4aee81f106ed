//! Settings and limits of a search, some drawn by lot.

use anyply_framework::search::{Limits, Method, Replacement, SearchConfig};
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
    let switches = (any::<[bool; 6]>(), any::<[bool; 6]>(), method, windows, numbers);
    switches.prop_map(|(some, others, method, (aspiration, mtdf), numbers)| {
        let [iterative_deepening, principal_variation, table, history, prior, always] = some;
        let [alpha_beta, fail_soft, countermoves, continuation, mate_distance, _] = others;
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
            replacement: if always { Replacement::Always } else { Replacement::DepthAndAge },
            table_from_depth,
            enhanced_cutoffs: if table || mtdf { enhanced } else { 0 },
            symmetry: if table || mtdf { symmetry } else { 0 },
            killers,
            history,
            countermoves,
            continuation,
            prior,
            order_by_evaluation,
            internal_deepening,
            defer_from_depth: defer,
            ..SearchConfig::default()
        }
    })
}
