//! The OBF reader.

use anyply_framework::{Game, Notation};
use anyply_othello::Othello;
use anyply_othello::formats::obf::{ObfError, read};
use std::io::{Write, stderr};
use std::path::Path;

const LINE: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

#[test]
fn a_line_gives_position_score_and_best_moves() {
    let game: Othello = Othello::new();
    let text =
        format!("% a comment\n\n{LINE}; A2:+38; pass:0;\n{LINE}; a2:+38; b1: -2 ;\r\n{LINE}; -8;\n{LINE}\n");
    let problems: Vec<_> = read(&game, &text).collect();
    assert!(matches!(&problems[0], Err(ObfError::Text { line: 3, .. })), "{:?}", problems[0]);
    let second = problems[1].as_ref().expect("a good line");
    assert_eq!((second.line, second.score), (4, Some(38)));
    assert_eq!(second.best_moves().collect::<Vec<_>>(), ["a2"]);
    assert_eq!(second.moves[1], ("b1".to_owned(), -2));
    assert_eq!(second.position, LINE);
    let third = problems[2].as_ref().expect("a bare score");
    assert_eq!((third.score, third.moves.len()), (Some(-8), 0));
    assert_eq!(problems[3].as_ref().expect("a position alone").score, None);
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let game: Othello = Othello::new();
    let error =
        |text: String| read(&game, &text).next().expect("a line").expect_err("a bad line").to_string();
    assert_eq!(
        error(format!("{LINE}; A2:+99;")),
        "line 1: '+99' at column 72: expected an even score from -64 to 64, for example +12"
    );
    assert!(error(format!("{LINE}; A2:+38; Z9:+0;")).starts_with("line 1: 'Z9' at column 77: expected"));
    assert!(
        error(format!("{LINE}; d1:+38;")).starts_with("line 1: 'd1' at column 69: expected a legal move")
    );
    assert!(error("XO".to_owned()).starts_with("line 1: nothing at column 3: expected 64 cells"));
}

#[test]
fn only_what_belongs_there_may_follow_a_position() {
    let game: Othello = Othello::new();
    for known in ["", ";", "; A2:+38; B1:-2;", "; -8"] {
        assert!(game.parse_position(&format!("{LINE}{known}"), None).is_ok(), "{known}");
    }
    for (known, said) in [
        ("; nonsense", "'nonsense' at column 69: expected an even score"),
        ("; A2:+38;\n\n", ""),
        ("; A2:+38;\nXO X;", "'XO X' at column 77: expected an even score"),
    ] {
        let read = game.parse_position(&format!("{LINE}{known}"), None).map_err(|error| error.to_string());
        assert_eq!(read.is_ok(), said.is_empty(), "{known}: {read:?}");
        assert!(read.is_ok() || read.clone().unwrap_err().starts_with(said), "{known}: {read:?}");
    }
}

#[test]
fn the_end_game_suite_is_read_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/othello");
    let game: Othello = Othello::new();
    for (file, count) in [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20)] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            // Not by a macro, whose text the test runner would keep to itself.
            let _ = writeln!(stderr(), "skipped: {} is not there", folder.join(file).display());
            continue;
        };
        let problems: Vec<_> = read(&game, &text).collect::<Result<_, _>>().expect(file);
        assert_eq!(problems.len(), count, "{file}");
        for problem in problems {
            let at = game.parse_position(&problem.position, None).expect("as it was printed");
            assert!(problem.score.is_some_and(|score| score.abs() <= 64 && score % 2 == 0));
            assert!(problem.best_moves().count() > 0);
            assert!(problem.moves.len() <= at.moves(&game).len());
            assert_eq!(game.terminal(&at.position), None);
        }
    }
}
