//! Moves and positions as text.

use anyply_framework::{Game, Marks, Notation, Side, Situation, Turn};
use anyply_othello::{Eight, Othello, Shape, Six, Ten};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO--------------------------- X";

fn game() -> Othello {
    Othello::new()
}

/// Shows every situation of a game to `look`.
fn playout<S: Shape>(choices: &[u8], look: impl Fn(&Othello<S>, &Situation<Othello<S>>)) {
    let game = Othello::<S>::new();
    let mut at = game.start();
    for &choice in choices.iter().cycle() {
        look(&game, &at);
        let moves = at.moves(&game);
        if moves.is_empty() {
            return;
        }
        at = at.after(&game, moves[usize::from(choice) % moves.len()]);
    }
}

fn round_trips<S: Shape>(game: &Othello<S>, at: &Situation<Othello<S>>) {
    let text = game.position_text(at);
    assert_eq!(game.parse_position(&text, None).as_ref(), Ok(at), "{text}");
    assert_eq!(game.parse_position(&text.to_lowercase(), Some(!at.side)).as_ref(), Ok(at));
    for mv in at.moves(game) {
        let text = game.move_text(mv);
        assert_eq!(game.parse_move(at, &text), Ok(mv));
        assert_eq!(game.parse_move(at, &format!(" {} ", text.to_uppercase())), Ok(mv));
        assert_eq!(game.first_move_len(&format!("{text}{text}")), text.len());
    }
}

fn never_panics<S: Shape>(text: &str) {
    let game = Othello::<S>::new();
    let at = game.start();
    let _ = game.parse_move(&at, text);
    let _ = game.parse_moves(&at, text);
    for side in [None, Some(Side::Black), Some(Side::White)] {
        if let Ok(at) = game.parse_position(text, side) {
            round_trips(&game, &at);
        }
    }
    if !text.is_empty() {
        assert!(game.first_move_len(text) > 0);
    }
    let _ = anyply_othello::formats::obf::read(text.as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_and_moves_are_read_in_either_case_and_the_side_stands(
        choices in prop::collection::vec(any::<u8>(), 1..130),
    ) {
        playout::<Eight>(&choices, round_trips);
        playout::<Six>(&choices, round_trips);
        playout::<Ten>(&choices, round_trips);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        never_panics::<Eight>(&text);
        never_panics::<Ten>(&text);
    }

    #[test]
    fn any_text_that_is_nearly_right_is_read_or_refused(
        text in "[XxOo*BbWw. -]{30,110}[;:% \n]?[XOabcj0189+psé-]{0,9}[:;][a-h1-9+:;-]{0,9}",
    ) {
        never_panics::<Eight>(&text);
        never_panics::<Six>(&text);
        never_panics::<Ten>(&text);
    }
}

#[test]
fn every_spelling_of_a_board_is_read() {
    let start = game().start();
    let dots = START.replace('-', ".").replace('X', "*").replace('O', "W");
    let apart: String = START[..64].chars().flat_map(|cell| [cell, ' ']).collect();
    let rows: Vec<_> = (0..8).map(|row| &START[row * 8..row * 8 + 8]).collect();
    let rows = rows.join("  ");
    let glued = START.replace(' ', "");
    for text in
        [START, &dots, &format!("{apart}black"), &format!("  {rows} x"), &glued, &format!("{START}; d3:+0;")]
    {
        assert_eq!(game().parse_position(text, None), Ok(start), "{text}");
    }
    for (word, side) in [
        ("b", Side::Black),
        ("*", Side::Black),
        ("BLACK", Side::Black),
        ("O", Side::White),
        ("w", Side::White),
    ] {
        let at = game().parse_position(&format!("{} {word}", &START[..64]), None).expect(word);
        assert_eq!(at.side, side);
    }
}

#[test]
fn the_text_says_the_side_and_the_argument_only_fills_the_gap() {
    let bare = &START[..64];
    assert_eq!(game().parse_position(bare, Some(Side::White)).map(|at| at.side), Ok(Side::White));
    assert_eq!(game().parse_position(START, Some(Side::White)).map(|at| at.side), Ok(Side::Black));
    let error = game().parse_position(bare, None).expect_err("no side").to_string();
    assert!(error.contains("the side to move") && error.contains("column 65"), "{error}");
}

#[test]
fn a_board_that_lacks_a_cell_does_not_take_the_side_for_one() {
    let short = &START[1..];
    for side in [None, Some(Side::Black)] {
        let error = game().parse_position(short, side).expect_err("63 cells").to_string();
        assert!(error.contains("64 cells in all"), "{error}");
    }
}

#[test]
fn a_board_with_fewer_discs_than_a_game_begins_with_is_refused() {
    for cells in ["-".repeat(64), format!("XXO{}", "-".repeat(61))] {
        let error = game().parse_position(&format!("{cells} X"), None).expect_err("few discs").to_string();
        assert!(error.contains("at least 4 discs"), "{error}");
    }
}

#[test]
fn errors_quote_the_token_and_its_column() {
    let at = game().start();
    let cases = [
        ("z9", "'z9' at column 1: expected a square a1..h8, or pass, for example d3 c4 f5 e6"),
        (" e3", "'e3' at column 2: expected a legal move for Black, for example d3 c4 f5 e6"),
        ("pass", "'pass' at column 1: expected a move, because Black has one, for example d3 c4 f5 e6"),
        ("d33", "'d33' at column 1: expected a square a1..h8, or pass, for example d3 c4 f5 e6"),
        (
            "c4444444444444444444",
            "'c4444444444444444444' at column 1: expected a square a1..h8, or pass, for example d3 c4 f5 e6",
        ),
        ("", "nothing at column 1: expected a square a1..h8, or pass, for example d3 c4 f5 e6"),
    ];
    for (text, message) in cases {
        assert_eq!(game().parse_move(&at, text).expect_err(text).to_string(), message);
    }
    let error = game().parse_moves(&at, "f5d6 c3,a9").expect_err("a9").to_string();
    assert!(error.starts_with("'a9' at column 9: expected a square a1..h8"), "{error}");
    let error = game().parse_position(&START.replace("OX-", "O?-"), None).expect_err("?").to_string();
    assert!(error.starts_with("'?' at column 29: expected a cell"), "{error}");
    let error = game().parse_position(&START.replace(" X", " green"), None).expect_err("green").to_string();
    assert!(error.starts_with("'green' at column 66: expected the side to move"), "{error}");
}

#[test]
fn passes_have_many_spellings() {
    // Black may bracket b1 from c1. White has only that disc, with nothing to bracket.
    let at = game().parse_position(&format!("XO{}XX O", "-".repeat(60)), None).expect("a board");
    let moves = at.moves(&game());
    assert!(moves.len() == 1 && game().is_pass(moves[0]));
    for text in ["pass", "PASS", "pa", "PA", "ps", "PS", "--"] {
        assert_eq!(game().parse_move(&at, text), Ok(moves[0]), "{text}");
    }
    let (read, end) = game().parse_moves(&at, "c1").expect("the pass may be left out");
    assert_eq!((read.len(), end.side), (2, Side::White));
    let (read, _) = game().parse_moves(&at, "--C1").expect("the pass may be glued on");
    assert_eq!(read.len(), 2);
    let error = game().parse_move(&at, "a1").expect_err("must pass").to_string();
    assert!(error.contains("expected pass, because White has no move"), "{error}");
}

#[test]
fn a_finished_game_is_told_as_such() {
    let at = game().parse_position(&format!("{} O", "X".repeat(64)), None).expect("a full board");
    assert_eq!(
        at.outcome(&game()).map(|outcome| outcome.to_string()).as_deref(),
        Some("Black wins by 64 discs")
    );
    let error = game().parse_move(&at, "a1").expect_err("over").to_string();
    assert!(error.contains("the game is over"), "{error}");
}

#[test]
fn empty_squares_go_to_the_winner() {
    let at = game().parse_position(&format!("XXXO{} X", "-".repeat(60)), None).expect("a board");
    let (next, turn) = game().try_play(&at.position, at.moves(&game())[0]).expect("e1");
    assert_eq!(turn, Turn::Next);
    assert_eq!(game().terminal(&next).map(|score| score.units()), Some(-64.0));
}

#[test]
fn a_board_is_drawn_with_its_marks() {
    let game = game();
    let start = game.start();
    let f5 = game.parse_move(&start, "f5").expect("f5");
    let at = start.after(&game, f5);
    let marks = Marks { last: Some(f5), legal: at.moves(&game).to_vec() };
    let expected = "    a b c d e f g h
 1  - - - - - - - -
 2  - - - - - - - -
 3  - - - - - - - -
 4  - - - O X + - -
 5  - - - X X[X]- -
 6  - - - + - + - -
 7  - - - - - - - -
 8  - - - - - - - -
";
    assert_eq!(game.draw(&at, &marks).to_string(), expected);
    assert_eq!(game.counts(&at), "Black 4, White 1");
}
