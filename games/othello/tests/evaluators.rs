//! What evaluators say, and what their settings may hold.

use anyply_framework::{
    Evaluator, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, Score,
    SettingsError, Situation, View,
};
use anyply_othello::evaluators::Settings;
use anyply_othello::{Eight, NamedShape, Othello, Six, Ten};
use proptest::prelude::*;

/// Evaluates, explains and orders one position.
struct Look<'a, S: NamedShape>(&'a Situation<Othello<S>>);

/// What comes of it: the score, the explanation, the priors.
type Seen = (Score, Vec<(String, f64)>, Vec<i32>);

impl<S: NamedShape> EvaluatorVisitor<Othello<S>> for Look<'_, S> {
    type Output = Seen;

    fn visit<E: Evaluator<Othello<S>> + 'static>(self, evaluator: E) -> Seen {
        let game = Othello::<S>::new();
        let position = &self.0.position;
        let state = &evaluator.state(&game, position);
        let view = View { game: &game, position, state };
        let moves = self.0.moves(&game);
        let mut priors = vec![0; moves.len()];
        evaluator.order(view, &moves, &mut priors);
        (evaluator.evaluate(view), evaluator.explain(view), priors)
    }
}

fn built_in(name: &str) -> EvaluatorSource {
    EvaluatorSource::BuiltIn(info(name))
}

fn info(name: &str) -> &'static EvaluatorInfo {
    <Othello>::evaluators().iter().find(|info| info.name == name).expect("a built-in name")
}

fn file(text: &str) -> EvaluatorSource {
    EvaluatorSource::File { path: "mine.ron".into(), text: text.to_owned() }
}

fn see<S: NamedShape>(source: &EvaluatorSource, at: &Situation<Othello<S>>) -> Seen {
    Othello::<S>::new().with_evaluator(source, Look(at)).expect("good settings")
}

fn value(source: &EvaluatorSource, board: &str) -> f64 {
    let at = Othello::new().parse_position(board, None).expect("a board");
    see::<Eight>(source, &at).0.units()
}

fn refusal(text: &str) -> SettingsError {
    let game: Othello = Othello::new();
    game.with_evaluator(&file(text), Look(&game.start())).expect_err("bad settings")
}

/// A board of dots with some cells set, Black to move.
fn board(cells: &[(&str, char)]) -> String {
    let mut board = vec!['-'; 64];
    for (name, disc) in cells {
        let name = name.as_bytes();
        board[usize::from(name[0] - b'a') + 8 * usize::from(name[1] - b'1')] = *disc;
    }
    board.into_iter().chain(" X".chars()).collect()
}

#[test]
fn built_in_settings_are_read_and_written_back() {
    for info in <Othello>::evaluators() {
        let read: Settings = anyply_framework::settings::from_ron(info.name, info.settings).expect(info.name);
        let text = anyply_framework::settings::to_ron(&read);
        assert_eq!(anyply_framework::settings::from_ron::<Settings>("text", &text), Ok(read), "{text}");
        assert!(text.starts_with(info.name), "{} is described by {text}", info.name);
    }
}

#[test]
fn simple_evaluators_count_what_they_say() {
    // Four discs to one; Black turns b1 by c1, and nothing else.
    let text = board(&[("a1", 'X'), ("b1", 'O'), ("h8", 'X'), ("f6", 'X'), ("d8", 'X')]);
    assert_eq!(value(&built_in("discs"), &text), 3.0);
    assert_eq!(value(&built_in("mobility"), &text), 1.0);
    // 120 + 120 + 15 (f6 is as c3) + 5 (d8 is as d1) + 20 for the other side's C square, at ten a disc.
    assert_eq!(value(&built_in("squares"), &text), 28.0);
}

#[test]
fn a_board_whose_discs_do_not_touch_is_summed_whole() {
    // Nothing on the four centre squares, from which the original walked, and three groups apart.
    let text = board(&[("a1", 'X'), ("h1", 'X'), ("g7", 'O'), ("a8", 'O'), ("c8", 'X'), ("d8", 'O')]);
    let squares = "squares(per_disc: 1)";
    // 120 + 120 + 20 less 120, -40 and 5: 175, pressed together as it is beyond half of the margin.
    let sum = see::<Eight>(&file(squares), &Othello::new().parse_position(&text, None).expect("a board")).1;
    assert_eq!(sum[0], ("own squares".to_owned(), 260.0));
    assert_eq!(sum[1], ("opponent's squares".to_owned(), 85.0));
}

#[test]
fn terms_of_phased_are_those_of_its_source() {
    // b2 beside the own corner a1 is not bad; g2 and h2 beside the empty h1 are; b8 beside the foreign a8 is.
    let text = board(&[
        ("a1", 'X'),
        ("b2", 'X'),
        ("g2", 'X'),
        ("h2", 'X'),
        ("a8", 'O'),
        ("b8", 'X'),
        ("c8", 'X'),
        ("g7", 'O'),
    ]);
    let at = Othello::new().parse_position(&text, None).expect("a board");
    let terms = see::<Eight>(&built_in("phased"), &at).1;
    let figure = |name: &str| terms.iter().find(|(term, _)| term.starts_with(name)).expect(name).1;
    assert_eq!(figure("corners"), 0.0);
    let weightless = see::<Eight>(&file("phased(phases: [(from: 0, per_disc: 1, weights: ())])"), &at).1;
    assert!(weightless[0].1.is_sign_positive(), "nor has the sum of nothing: {weightless:?}");
    // g2 against g7.
    assert_eq!(figure("bad_x"), 0.0);
    assert!(figure("bad_x").is_sign_positive(), "nothing times a weight below 0 has no sign");
    assert_eq!(figure("bad_c"), -400.0);
    // Black brackets nothing: a8 has the edge behind it, and the diagonal from b2 to g7 is bare. White turns
    // b8 and c8 by d8.
    assert_eq!(figure("mobility"), -100.0);
    // Black: a8 and g7 touch empty squares. White: all six black discs do.
    assert_eq!(figure("potential"), -400.0);
    let squares = info("phased").settings.replace("potential: discs", "potential: squares");
    let terms = see::<Eight>(&file(&squares), &at).1;
    // a7 b7 for a8, and eight around g7; White's: a2 b1, a3 b3 c3 c2 c1 (b2), f1 g1 h1 f2 f3 g3 h3, a7 b7 c7
    // d7 d8.
    let potential = terms.iter().find(|(term, _)| term.starts_with("potential")).expect("potential");
    assert_eq!(potential.0, "potential (10 - 19) x 100");
}

#[test]
fn discs_decide_at_the_end_of_phased_in_the_same_unit() {
    // Sixty discs: one more is worth one disc, as a move more is in the opening.
    let text = format!("{}{}---- X", "X".repeat(35), "O".repeat(25));
    assert_eq!(value(&built_in("phased"), &text), 10.0);
}

#[test]
fn bad_settings_are_refused_with_their_place() {
    let syntax = |text: &str| {
        let error = refusal(text);
        assert!(matches!(error, SettingsError::Syntax { .. }), "{error}");
        error.to_string()
    };
    assert!(syntax("squares(value: [1])").contains("mine.ron:1:"));
    assert!(syntax("stones()").contains("stones"));
    assert!(syntax("patterns(per_disc: 1)").contains("per_disc"));
    assert!(syntax("combination(per_disc: 1, weights: (mobilty: 3))").contains("mobilty"));
    assert!(syntax("mobility(per_disc: 99999999999)").contains("mine.ron:1:"));
    let range = |text: &str, word: &str| {
        let error = refusal(text).to_string();
        assert!(error.starts_with("mine.ron:") && error.contains(word), "{error}");
    };
    range("mobility(per_disc: 0)", "per_disc: 0");
    range("squares(values: [1, 2])", "holds 2 figures");
    range(
        "squares(values: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2000000000])",
        "mine.ron:1:9: 'values: 2000000000'",
    );
    range(
        "squares(values: [0,0,0,0,0,0,5,0,0,4,0,0,0,0,0,0])",
        "figure 2 of row 3 is 4, figure 3 of row 2 5",
    );
    range("combination(per_disc: 1, weights: (stable: -2147483648))", "stable: -2147483648");
    range("phased(phases: [])", "phases");
    range("phased(phases: [(from: 3, per_disc: 1, weights: ())])", "from 0");
    range(
        "dynamic(phases: [(from: 0, per_disc: 1, weights: ()), (from: 0, per_disc: 1, weights: ())])",
        "in order",
    );
    // A figure out of range is told before the order that it is in.
    range("phased(phases: [(from: -5, per_disc: 1, weights: ())])", "mine.ron:1:18: 'from: -5'");
    range(
        "phased(phases: [(from: 0, per_disc: 1, weights: ()), (from: 133, per_disc: 1, weights: ()), \
         (from: 85, per_disc: 1, weights: ())])",
        "mine.ron:1:55: 'from: 133'",
    );
    range("positional(stages: [])", "at least one");
    let squares = "(at: 10, mobility: 0, frontier: 0, liberties: 0, stable: 0, bad_x: 0, bad_c: 0, tempo: 0, odd: 0, squares: [1, 2])";
    range(&format!("positional(stages: [{squares}])"), "'squares' holds 2 figures");
}

#[test]
fn patterns_are_known_on_the_board_they_were_learned_for_alone() {
    let names = |infos: &[EvaluatorInfo]| infos.iter().map(|info| info.name).collect::<Vec<_>>();
    assert_eq!(names(<Othello>::evaluators())[..2], ["patterns", "positional"]);
    assert!(!names(Othello::<Six>::evaluators()).contains(&"patterns"));
    let game = Othello::<Ten>::new();
    let error = game.with_evaluator(&file("patterns()"), Look(&game.start())).expect_err("another board");
    let said = error.to_string();
    assert!(said.starts_with("mine.ron: unknown evaluator of 10x10 'patterns'"), "{said}");
}

/// Everything at its largest: no sum may overflow.
const HUGE: &str = "combination(per_disc: 1, weights: (discs: 1000000, squares: 1000000, mobility: 1000000,
    potential: 1000000, corners: 1000000, bad_x: 1000000, bad_c: 1000000, stable: 1000000),
    values: [1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000,
             1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000])";

fn check<S: NamedShape>(choices: &[u8]) {
    let game = Othello::<S>::new();
    let mut at = game.start();
    let huge_positional = {
        let text = "positional(stages: [(at: 0, mobility: 1000000, frontier: 1000000, liberties: 1000000, stable: 1000000,
            bad_x: 1000000, bad_c: 1000000, tempo: 1000000, odd: 1000000, squares: SQUARES)])";
        file(&text.replace("SQUARES", &format!("{:?}", [1_000_000; 16])))
    };
    for &choice in choices.iter().cycle() {
        let moves = at.moves(&game);
        if moves.is_empty() {
            return;
        }
        let swapped = Situation { position: at.position.swapped(), side: !at.side };
        for info in Othello::<S>::evaluators() {
            let source = EvaluatorSource::BuiltIn(info);
            let (score, explained, _) = see(&source, &at);
            assert!(score.cents().unsigned_abs() < 100 * S::CELLS as u32);
            assert!(explained.iter().all(|(_, figure)| figure.is_finite()));
            // These two know what it is worth to be to move.
            if !["positional", "patterns"].contains(&info.name) {
                assert_eq!(score, -see(&source, &swapped).0, "{}", info.name);
            }
        }
        for source in [&file(HUGE), &huge_positional] {
            assert!(see(source, &at).0.cents().unsigned_abs() < 100 * S::CELLS as u32);
        }
        at = at.after(&game, moves[usize::from(choice) % moves.len()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_in_range_and_change_sign_with_the_side(choices in prop::collection::vec(any::<u8>(), 1..130)) {
        check::<Eight>(&choices);
        check::<Six>(&choices);
        check::<Ten>(&choices);
    }

    #[test]
    fn any_settings_are_read_or_refused(
        head in "(squares|mobility|phased|positional|combination)",
        tail in "\\((per_disc: -?[0-9]{1,12})?,?(values: \\[[0-9,-]{0,40}\\])?(phases|stages)?:? ?[()\\[\\]a-z:0-9 ,-]{0,40}\\)",
    ) {
        let game: Othello = Othello::new();
        let _ = game.with_evaluator(&file(&(head + &tail)), Look(&game.start()));
    }
}

#[test]
fn the_order_tries_corners_first_and_x_squares_last() {
    for name in ["positional", "patterns", "squares", "phased"] {
        let game: Othello = Othello::new();
        // Black may take a1 over b1, or play b2 over b3 towards b4.
        let text = board(&[("b1", 'O'), ("c1", 'X'), ("b3", 'O'), ("b4", 'X'), ("f5", 'O'), ("e5", 'X')]);
        let at = game.parse_position(&text, None).expect("a board");
        let moves: Vec<_> = at.moves(&game).iter().map(|&mv| game.move_text(mv)).collect();
        let priors = see::<Eight>(&built_in(name), &at).2;
        let prior = |text: &str| priors[moves.iter().position(|mv| mv == text).expect(text)];
        assert!(
            priors.iter().all(|&other| prior("b2") <= other && other <= prior("a1")),
            "{name}: {moves:?} {priors:?}"
        );
    }
}
