//! What a configuration may say, and how it is changed.

use super::*;
use crate::engine::Resources;
use crate::learn::toy::Toy;
use crate::plugin::{EvaluatorSource, Plugin};

#[test]
fn an_unknown_field_is_refused_with_its_place() {
    let error = SearchConfig::from_ron("mine.ron", "(\n  kilers: 2,\n)").unwrap_err().to_string();
    assert!(error.starts_with("mine.ron:2:"), "{error}");
    assert!(error.contains("kilers"), "{error}");
}

#[test]
fn a_figure_out_of_range_is_refused_with_its_place_and_its_technique() {
    for (text, said) in [
        ("(\n  killers: 9,\n)", "mine.ron:2:3: 'killers: 9': expected 0 to 2, for example 0"),
        (
            "(futility: (base: 5000000),\nreverse_futility: (base: 1))",
            "mine.ron:1:13: 'futility.base: 5000000': expected 0 to 1000000, for example 0",
        ),
    ] {
        assert_eq!(SearchConfig::from_ron("mine.ron", text).unwrap_err().to_string(), said);
    }
}

#[test]
fn what_a_program_filled_in_out_of_range_is_refused_before_it_could_divide_by_zero() {
    let reductions = Some(Reductions { divisor: 0, ..Reductions::default() });
    let config = SearchConfig { reductions, ..SearchConfig::default() };
    let source = EvaluatorSource::BuiltIn(&Toy::evaluators()[0]);
    let refused = Toy.engine(&source, config, Resources { hash: 0, ..Resources::default() }).unwrap_err();
    let said = "settings: 'reductions.divisor: 0': expected 1 to 65535, for example 1";
    assert_eq!(refused.to_string(), said);
}

#[test]
fn a_single_setting_is_changed_and_checked() {
    let config = SearchConfig::default();
    assert_eq!(config.set("killers", "1").unwrap().killers, 1);
    assert_eq!(config.set("method", "Minimax").unwrap().method, Method::Minimax);
    assert!(["killers", "null_move", "null_move.from_depth"].into_iter().all(SearchConfig::has));
    assert!(!["kilers", "null_move/from_depth", "from_depth", ""].into_iter().any(SearchConfig::has));
    assert!(config.set("killers", "9").unwrap_err().contains("expected 0 to 2"));
    assert!(config.set("kilers", "1").unwrap_err().contains("'killers'"));
    assert!(config.set("history", "perhaps").is_err());
}

#[test]
fn what_cannot_go_together_is_refused_with_the_way_out() {
    let refused = |text: &str| SearchConfig::from_ron("mine.ron", text).unwrap_err().to_string();
    for (text, words) in [
        ("(mtdf: true, table: false)", ["'mtdf'", "'table: true'"]),
        ("(enhanced_cutoffs: 2, table: false)", ["'enhanced_cutoffs'", "'table: true'"]),
        (
            "(parts_from: 1, symmetry: 4, table: false)",
            ["'symmetry', 'parts_from' need the table", "'table: true' beside them"],
        ),
        ("(symmetry: 4, table: false)", ["'symmetry'", "'table: true'"]),
        ("(singular: (), table: false)", ["'singular'", "'table: true'"]),
        ("(near_table_from: 8, table: false)", ["'near_table_from'", "'table: true'"]),
        ("(parts_from: 1, table: false)", ["'parts_from'", "'table: true'"]),
        ("(endings_table_from: 9, table: false)", ["'endings_table_from'", "'table: true'"]),
        ("(quiet_wins: 100, table: false)", ["'quiet_wins'", "'table: true'"]),
        ("(mtdf: true, aspiration: 50)", ["'mtdf'", "'aspiration: 0'"]),
        ("(mtdf: true, fail_soft: false)", ["'mtdf'", "'fail_soft: true'"]),
        ("(endgame: ())", ["'endgame'", "'levels: [...]'"]),
        (
            "(endgame: (levels: [(percent: 90, deviations: 100)], model: [(shallow: 2, remaining: 5, slope: 1000, offset: 0, sigma: 9)], measured: 20, counted_to: 16))",
            ["'endgame.counted_to: 16'", "at least 20"],
        ),
        (
            "(principal_variation: false, reductions: ())",
            ["'reductions' needs principal variation search", "'principal_variation: true' beside it"],
        ),
        (
            "(mtdf: true, principal_variation: false, reductions: (), null_move: ())",
            [
                "'null_move', 'reductions' need principal variation search",
                "'principal_variation: true' beside them",
            ],
        ),
        ("(alpha_beta: false)", ["'alpha_beta'", "'principal_variation'"]),
        ("(alpha_beta: false, principal_variation: false, mtdf: true)", ["'alpha_beta'", "'mtdf'"]),
        ("(alpha_beta: false, principal_variation: false, aspiration: 9)", ["'alpha_beta'", "'aspiration'"]),
    ] {
        let said = refused(text);
        assert!(words.iter().all(|word| said.contains(word)), "{text}: {said}");
    }
    assert!(SearchConfig::from_ron("mine.ron", "(alpha_beta: false, principal_variation: false)").is_ok());
    let error = SearchConfig::default().set("alpha_beta", "off").unwrap_err();
    assert!(error.contains("'principal_variation'"), "{error}");
}

#[test]
fn techniques_are_switched_on_and_off_and_their_figures_changed() {
    let config = SearchConfig::default();
    let with = config.set("null_move", "on").unwrap();
    assert_eq!(with.null_move, Some(NullMove::default()));
    assert_eq!(with.set("null_move.reduction", "3").unwrap().null_move.unwrap().reduction, 3);
    assert_eq!(with.set("null_move", "off").unwrap(), config);
    let deeper = with.set("null_move.reduction", "4").unwrap();
    assert_eq!(deeper.set("null_move", "on").unwrap(), deeper, "on already");
    assert!(!config.set("history", "off").unwrap().history);
    assert!(config.set("mtdf", "on").unwrap().mtdf);
    assert_eq!(config.set("killers", "off").unwrap().killers, 0);

    let error = config.set("null_move.reduction", "3").unwrap_err();
    assert!(error.contains("'null_move.reduction'") && error.contains("'null_move' is off"), "{error}");
    let error = config.set("killers.number", "3").unwrap_err();
    assert!(error.contains("'killers.number'") && error.contains("'killers' has no parts"), "{error}");
    let error = with.set("null_move.reductoin", "3").unwrap_err();
    assert!(error.contains("'reduction'"), "{error}");
    let error = with.set("null_move.from_depth", "0").unwrap_err();
    assert!(error.contains("expected 1 to 255"), "{error}");
    assert_eq!(with.set("null_move", "None").unwrap(), config);
    let other = config.set("null_move", "(from_depth: 5)").unwrap().null_move;
    assert_eq!(other, Some(NullMove { from_depth: 5, ..NullMove::default() }));
    for (key, value, words) in [
        ("null_move", "3", "expected on, off,"),
        ("null_move", "(depth: 3)", "depth"),
        ("killers", "99999", "a whole number in its range, as it is now: 2"),
        ("killers", "None", "a whole number"),
        ("table", "0", "expected on or off"),
        ("monte_carlo", "off", "cannot be off"),
        ("method", "alpha", "Negamax"),
    ] {
        let error = config.set(key, value).unwrap_err();
        assert!(error.starts_with(&format!("'{key}={value}': ")) && error.contains(words), "{error}");
    }
    for (key, value) in [("killers", "on"), ("method", "on"), ("method", "off")] {
        let error = config.set(key, value).unwrap_err();
        assert!(error.contains(&format!("'{key}={value}'")), "{error}");
    }
}
