//! Boards over several lines of a file, and files of many positions that are not one.

use super::{EASY, GOOD, solve};
use anyply_tests::program::{objects, run_in, text, words};
use std::fs;

#[test]
fn a_file_of_many_positions_is_not_one() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("two.obf"), format!("{GOOD}; A2:+38;\n{EASY}; +64;\n")).expect("written");
    for line in ["moves othello", "perft othello 1", "analyze othello --depth 1"] {
        let output = run_in(&words(&format!("{line} --file two.obf")), "", home.path());
        let said = text(&output.stderr);
        assert!(said.contains("two.obf has 2 lines and is not one position (solve reads many)"), "{said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{line}");
    }
    let output = run_in(&["moves", "othello", "--position", &format!("{GOOD}; nonsense")], "", home.path());
    assert!(text(&output.stderr).contains("'nonsense' at column 69: expected a score"));
}

#[test]
fn a_wrong_board_over_several_lines_is_told_once_with_the_line_of_the_mistake() {
    let home = tempfile::tempdir().expect("a folder");
    let said = |game: &str, content: &str, command: &str| {
        fs::write(home.path().join("board.txt"), content).expect("written");
        let output = run_in(&words(&format!("{command} {game} --file board.txt")), "", home.path());
        assert_eq!(output.status.code(), Some(1), "{content}");
        text(&output.stderr).trim_end().to_owned()
    };
    let rows = |first: &str, last: &str| {
        format!(
            "% rows\n5 {first} .0. .0. .0. .0. .0. .0. .0. .0.\n4 .0. .0. .0. .0. .0. .0. .0. .0. .0. .0.\n\
            3 .0. .0. .0. .0. .0. .0. .0. .0. .0. .0. .0.\n2 .b1 .w1 .b1 .0. .0. .0. .0. .0. .0. .0.\n  \
            1 .w1 {last} .w1 .0. .0. .0. .0. .0. .0.\n"
        )
    };
    let dvonn = "a Dvonn on top only alone, as it never moves by itself, for example *d1";
    for (content, place) in
        [(rows(".0.", "*d2"), "6: '*d2' at column 9"), (rows("*d2", "*b2"), "2: '*d2' at column 3")]
    {
        let told = format!("board.txt:{place}: expected {dvonn}");
        assert_eq!(said("dvonn --side white", &content, "solve"), told);
        assert_eq!(said("dvonn --side white", &content, "moves"), format!("error: {told}"));
    }
    let board = "--------\n--------\n---OX---\n---XO---\n--------\n--------\n------Q-\n-------- X\n";
    let told = said("othello", board, "solve");
    assert!(
        told.starts_with("board.txt:7: 'Q' at column 7: expected a cell") && told.lines().count() == 1,
        "{told}"
    );
    // Also where nothing can be read before the mistake.
    let right = board.replace('Q', "-");
    let row = ".".repeat(15) + "\n";
    for (game, content, what) in [
        ("gomoku", row.repeat(14), "expected 15 rows from the top with / between them, not 14"),
        ("gomoku", format!("Q{}", &row.repeat(15)[1..]), "'Q' at column 1: expected X for Black"),
        ("othello", format!("Q{}", &board[1..]), "'Q' at column 1: expected a cell"),
        ("othello", format!("Game 5\nAnn - Bob\n{right}"), "'G' at column 1: expected a cell"),
        // These begin with letters of discs.
        ("othello", format!("Game 5\nBlack: Ann\nWhite: Bob\n{right}"), "'G' at column 1: expected a cell"),
        ("gomoku", format!("Game 5\na b c\n{}", row.repeat(15)), "at column 1: expected a square"),
    ] {
        let told = said(game, &content, "solve");
        assert!(told.starts_with("board.txt:1: ") && told.contains(what), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    // Below headings a wrong row is the mistake.
    for (content, place) in [
        (format!("Black: Ann\nWhite: Bob\n{board}"), "9: 'Q' at column 7"),
        (format!("Game 5\nBlack: Ann\nWhite: Bob\n{board}"), "10: 'Q' at column 7"),
    ] {
        let told = said("othello", &content, "solve");
        assert!(told.starts_with(&format!("board.txt:{place}: expected a cell")), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    // Lines that are wrong each by itself stay many.
    let short = vec![".".repeat(15); 14].join("/");
    for lines in ["zz\nh8yy\n".to_owned(), format!("{short}\n{short}\n")] {
        assert_eq!(said("gomoku", &lines, "solve").lines().count(), 2, "{lines}");
    }
    assert_eq!(
        said("othello", &format!("{} X\n{} X\n", &EASY[..63], &EASY[..62]), "solve").lines().count(),
        2
    );
}

#[test]
fn positions_of_which_none_can_be_solved_stay_many() {
    let lines = [format!("{GOOD}; A2:+38;"), format!("{EASY}; +64;"), "hello".to_owned()];
    for lines in [&lines[..2], &lines[..]] {
        let (code, _, told) = solve("three.obf", lines, "--side white");
        assert_eq!((code, told.len()), (Some(1), lines.len()), "{told:#?}");
        for (number, said) in (1..).zip(&told[..2]) {
            let place = format!("three.obf:{number}: ");
            assert!(
                said.starts_with(&place) && said.ends_with("in the position it is Black's turn"),
                "{said}"
            );
        }
    }
}

#[test]
fn a_board_over_several_lines_is_one_position_and_lines_that_are_positions_are_many() {
    let home = tempfile::tempdir().expect("a folder");
    let solved = |game: &str, content: &str, options: &str| {
        fs::write(home.path().join("board.txt"), content).expect("written");
        let line = format!("solve {game} --file board.txt {options} --json");
        let output = run_in(&words(&line), "", home.path());
        assert_eq!(text(&output.stderr), "", "{content}");
        let mut lines = objects(&text(&output.stdout));
        lines.pop().expect("a summary");
        lines.iter().map(|line| line["position"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    // The second line is a board too, and another.
    let facts = "tabuleiro(1,[(1,w,1,0),(2,b,1,0)]).\ntabuleiro(2,[(1,b,2,1),(2,w,1,0)]).\n\
        tabuleiro(3,[(1,w,1,0),(2,b,1,0)]).\n";
    let board = ".w1,*b2,.w1,-,-,-,-,-,-/.b1,.w1,.b1,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    assert_eq!(solved("dvonn", facts, "--side white"), [board]);
    let drawing = "5 .0. .0. .0. .0. .0. .0. .0. .0. .0.\n4 .0. .0. .0. .0. .0. .0. .0. .0. .0. .0.\n\
        3 .0. .0. .0. .0. .0. .0. .0. .0. .0. .0. .0.\n2 .b1 .w1 .b1 .0. .0. .0. .0. .0. .0. .0.\n\
        1 .w1 *b2 .w1 .0. .0. .0. .0. .0. .0.\n";
    assert_eq!(solved("dvonn", drawing, "--side white"), [board]);
    assert_eq!(solved("gomoku", "h8\ni9\n", "--nodes 1000").len(), 2);
}

#[test]
fn a_finished_board_over_several_lines_is_told_once() {
    let home = tempfile::tempdir().expect("a folder");
    let rows = ["X".repeat(32), "X".repeat(32) + " X"].join("\n");
    fs::write(home.path().join("board.txt"), rows).expect("written");
    let output = run_in(&words("solve othello --file board.txt"), "", home.path());
    let said = text(&output.stderr);
    assert!(said.starts_with("board.txt:1: ") && said.contains("the game is over"), "{said}");
    assert_eq!((said.lines().count(), output.status.code()), (1, Some(1)));
}
