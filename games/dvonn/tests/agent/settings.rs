//! What settings files may say, and what becomes of it in values and reasons.

use super::{GAME, ONE_MOVE, file, info, positions};
use anyply_dvonn::evaluators::Settings;
use anyply_dvonn::{Dvonn, Position};
use anyply_framework::{
    Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, Score, SettingsError, View,
};

#[test]
fn settings_are_read_and_written_and_checked() {
    for info in Dvonn::evaluators() {
        let settings = Settings::read(&EvaluatorSource::BuiltIn(info)).unwrap_or_else(|e| panic!("{e}"));
        let written = anyply_framework::settings::to_ron(&settings);
        assert_eq!(Settings::read(&file(written)), Ok(settings), "{}", info.name);
        // Any one figure made huge is refused, whichever it is.
        for (place, _) in info.settings.match_indices(|c: char| c.is_ascii_digit()) {
            let line = info.settings[..place].rsplit('\n').next().unwrap_or("");
            if line.contains("//") {
                continue;
            }
            let text = format!("{}2000000000{}", &info.settings[..place], &info.settings[place + 1..]);
            assert!(Settings::read(&file(text)).is_err(), "{} at {place}", info.name);
        }
    }
    let twice = info("tactics-vote").settings.replace("[1, 2, 3", "[1, 2, 1");
    let said = Settings::read(&file(twice)).expect_err("a tactic has one vote").to_string();
    assert!(said.ends_with("'known: 1': expected each tactic once"), "{said}");
    let wrong = info("score").settings.replace("edge", "egde");
    assert!(matches!(Settings::read(&file(wrong)), Err(SettingsError::Syntax { line: 2, .. })));
}

#[test]
fn rules_that_nobody_looks_at_or_whose_bounds_cross_are_refused() {
    let settings = info("tactics-situation").settings;
    for (from, to, told) in [
        ("by_situation", "vote", "8:5: 'rules': expected none unless the strategy is by_situation"),
        (
            "at_least: 43",
            "at_least: 43, at_most: 42",
            "8:5: 'rules': rule 1: 'when.at_least: 43': expected -49 to 42, for example -49",
        ),
        // The same figure is right in the first rule.
        (
            "when: []",
            "when: [(fact: stacks, at_least: 43, at_most: 42)]",
            "8:5: 'rules': rule 5: 'when.at_least: 43': expected -49 to 42, for example -49",
        ),
        (
            "threatened_dvonns, at_least: 1",
            "threatened_dvonns",
            "8:5: 'rules': rule 2: 'when.fact: threatened_dvonns': expected at_least, at_most or both beside it",
        ),
    ] {
        let text = settings.replacen(from, to, 1);
        let said = Settings::read(&file(text)).expect_err(told).to_string();
        assert_eq!(said, format!("mine.ron:{told}"));
    }
}

/// What an evaluator says of a position, and why.
struct Opinion<'a>(&'a Position);

impl EvaluatorVisitor<Dvonn> for Opinion<'_> {
    type Output = (Score, Vec<(String, f64)>);

    fn visit<E: Evaluator<Dvonn> + 'static>(self, evaluator: E) -> Self::Output {
        let state = &evaluator.state(&GAME, self.0);
        let view = View { game: &GAME, position: self.0, state };
        (evaluator.evaluate(view), evaluator.explain(view))
    }
}

#[test]
fn the_reasons_of_tactics_add_up_to_its_value() {
    let text = info("tactics").settings.replace("pieces: 1, movable: 1", "pieces: 3, movable: -2");
    let at = GAME.parse_position(ONE_MOVE, None).unwrap();
    let (_, reasons) = GAME.with_evaluator(&file(text), Opinion(&at.position)).unwrap();
    // Two pieces behind, three for each, and a scale of 30.
    assert_eq!(reasons[0], ("pieces".to_owned(), -1.8));
    let ((name, value), terms) = reasons.split_last().unwrap();
    let sum: f64 = terms.iter().map(|(_, term)| term).sum();
    assert!(name == "value" && (sum - value).abs() < 1e-9, "{reasons:?}");
}

#[test]
fn reasons_are_told_as_they_are_where_the_value_may_not_outweigh_a_result() {
    let text =
        info("tactics").settings.replace("scale: 30", "scale: 100").replace("pieces: 1", "pieces: 100");
    let at = GAME.parse_position(ONE_MOVE, None).unwrap();
    let (_, reasons) = GAME.with_evaluator(&file(text), Opinion(&at.position)).unwrap();
    assert_eq!(reasons[0], ("pieces".to_owned(), -200.0));
    assert_eq!(reasons.last(), Some(&("value".to_owned(), -48.99)));
}

#[test]
fn the_value_stands_beside_what_placements_are_worth_too() {
    let placed = "D3 F3 H3 A1 B2 B1 C2 C1 D2 D1 E2 E1 F2";
    for name in ["tactics", "mobility"] {
        let text = info(name).settings.replace(
            "placement: (edge: 17, near: (0, 50, 38, 25))",
            "placement: (edge: 1000, near: (0, 0, 0, 0))",
        );
        let source = file(text);
        // Black has five pieces on the edge, White none, seen by Black and then by White.
        for (moves, sign) in [(placed.to_owned(), 1.0), (format!("{placed} G2"), -1.0)] {
            let (_, at) = GAME.parse_moves(&GAME.start(), &moves).unwrap();
            let (_, reasons) = GAME.with_evaluator(&source, Opinion(&at.position)).unwrap();
            let told =
                [("placement", 50.0), ("value", 48.99)].map(|(name, value)| (name.to_owned(), sign * value));
            assert_eq!(reasons, told, "{name}");
        }
    }
}

#[test]
fn no_evaluation_outweighs_a_result() {
    for info in Dvonn::evaluators() {
        for at in positions(usize::MAX) {
            let source = EvaluatorSource::BuiltIn(info);
            let (score, _) = GAME.with_evaluator(&source, Opinion(&at.position)).unwrap();
            assert!(score.cents().abs() < 4900, "{}", info.name);
        }
    }
}
