//! Files of positions to solve: a bad line costs that line and no other.

mod boards;

use anyply_tests::others::beside;
use anyply_tests::program::{objects, printed, run_in, text, words};
use serde_json::{Value, json};
use std::fs;

/// Black wins by 38 with a2.
const GOOD: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// Black has the last move, and wins everything.
const EASY: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";

/// Runs `solve` on a file of these lines; the exit code, the lines of stdout, and those of stderr.
fn solve(file: &str, lines: &[String], options: &str) -> (Option<i32>, Vec<String>, Vec<String>) {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join(file), lines.join("\n")).expect("written");
    let output = run_in(&words(&format!("solve othello --file {file} {options}")), "", home.path());
    let lines = |bytes: &[u8]| text(bytes).lines().map(str::to_owned).collect();
    (output.status.code(), lines(&output.stdout), lines(&output.stderr))
}

/// A line for each way to be wrong, and what is said of it.
fn bad_lines() -> Vec<(String, &'static str)> {
    vec![
        (format!("{} X; +2;", &EASY[..63]), "expected 64 cells"),
        (format!("{EASY}; +66;"), "'+66' at column 69: expected an even score from -64 to 64"),
        (format!("{EASY}; h8:-1000;"), "'-1000' at column 72: expected an even score from -64 to 64"),
        (format!("{EASY}; +11;"), "'+11' at column 69: expected an even score"),
        (format!("{EASY}; \u{fffd}"), "it is not text"),
        (
            format!("{EASY}; many"),
            "'many' at column 69: expected a score or move:score, for example 0 or a2:0",
        ),
        (
            format!("{EASY}; +64; +64;"),
            "'+64' at column 74: expected one score, or one for each of some moves",
        ),
        (format!("{} X; +64;", "X".repeat(64)), "the game is over in this position"),
        (format!("{EASY}; a1:+64;"), "'a1' at column 69: expected a legal move for Black, for example h8"),
        ("hello".to_owned(), "'h'"),
    ]
}

#[test]
fn bad_lines_are_told_with_their_numbers_and_the_rest_is_solved() {
    let bad = bad_lines();
    let mut lines = vec!["% a suite".to_owned(), format!("{EASY}; +64;")];
    lines.extend(bad.iter().map(|(line, _)| line.clone()));
    lines.push(format!("{EASY}; h8:+64;"));
    let (code, solved, told) = solve("bad.obf", &lines, "");
    assert_eq!(code, Some(1));
    assert_eq!(told.len(), bad.len(), "{told:#?}");
    for ((number, said), (_, reason)) in (3..).zip(&told).zip(&bad) {
        assert!(
            said.starts_with(&format!("bad.obf:{number}: ")) && said.contains(reason),
            "{said}: {reason}"
        );
    }
    // The head, two positions under their own numbers, and the summary.
    assert_eq!(solved.len(), 4, "{solved:#?}");
    let last = 2 + bad.len();
    assert!(solved[1].starts_with("   1 ") && solved[2].starts_with(&format!("{last:4} ")), "{solved:#?}");
    assert!(solved[3].starts_with("2 of 2 solved, 10 not read, 2 right, 0 wrong;"), "{}", solved[3]);
}

#[test]
fn scripts_are_told_of_bad_lines_too() {
    let lines = ["% a suite".to_owned(), EASY[..63].to_owned(), format!("{EASY}; +64;")];
    let (code, solved, told) = solve("bad.obf", &lines, "--json");
    assert_eq!((code, told.len()), (Some(1), 1));
    let lines = objects(&solved.join("\n"));
    assert_eq!((lines.len(), &lines[0]["line"]), (3, &json!(2)));
    assert!(lines[0]["error"].as_str().is_some_and(|error| error.contains("64 cells")), "{}", lines[0]);
    // The second position, in the third line.
    assert_eq!(
        (&lines[1]["index"], &lines[1]["line"], &lines[1]["ok"]),
        (&json!(2), &json!(3), &json!(true))
    );
    let summary = &lines[2]["summary"];
    assert_eq!(
        (&summary["positions"], &summary["solved"], &summary["unread"]),
        (&json!(1), &json!(1), &json!(1))
    );
}

#[test]
fn a_file_of_nothing_but_bad_lines_solves_nothing() {
    let (code, solved, told) = solve("bad.obf", &["XO".to_owned()], "--json");
    let summary = objects(&solved[1])[0]["summary"].clone();
    assert_eq!(
        (code, told.len(), &summary["positions"], summary.get("unread")),
        (Some(1), 1, &json!(0), Some(&json!(1)))
    );
}

#[test]
fn good_files_end_well_whatever_they_are_called() {
    for file in ["good.obf", "good.OBF", "good.txt"] {
        let (code, solved, told) = solve(file, &[format!("{GOOD}; A2:+38; B1:-2;")], "--json");
        assert_eq!((code, told.len()), (Some(0), 0), "{told:?}");
        let lines: Vec<Value> = objects(&solved.join("\n"));
        assert_eq!((&lines[0]["score"], &lines[1]["summary"]["unread"]), (&json!(38), &json!(0)));
    }
    // The best move is one of those that are listed.
    let (code, solved, _) = solve("good.obf", &[format!("{GOOD}; B1:+38;")], "--json");
    assert_eq!((code, &objects(&solved.join("\n"))[0]["ok"]), (Some(1), &json!(false)));
    // The side may be said once for all lines.
    let (code, _, told) =
        solve("side.obf", &[format!("{}; +64;", EASY.split(' ').next().expect("cells"))], "--side black");
    assert_eq!((code, told.len()), (Some(0), 0), "{told:?}");
}

#[test]
fn what_is_known_of_a_position_that_is_typed_is_compared_too() {
    for (known, code, ok) in [("A2:+38", Some(0), json!(true)), ("A2:+36", Some(1), json!(false))] {
        let home = tempfile::tempdir().expect("a folder");
        let arguments = ["solve", "othello", "--json", "--position", &format!("{GOOD}; {known};")];
        let output = run_in(&arguments, "", home.path());
        let found = objects(&text(&output.stdout));
        assert_eq!((output.status.code(), &found[0]["ok"]), (code, &ok), "{known}");
    }
    // After a move it is another position.
    let position = format!("{GOOD}; A2:+36;");
    let after = printed(&["solve", "othello", "--json", "--position", &position, "--moves", "a2"]);
    assert_eq!(objects(&after)[0].get("ok"), None, "{after}");
}

#[test]
fn a_side_that_a_line_contradicts_costs_that_line() {
    let bare = EASY.split(' ').next().expect("cells");
    let lines = [format!("{bare}; +64;"), format!("{bare} O; -64;"), format!("{EASY}; +64;")];
    let (code, solved, told) = solve("side.obf", &lines, "--side black");
    assert_eq!((code, told.len()), (Some(1), 1), "{told:?}");
    assert!(
        told[0].starts_with("side.obf:2: ")
            && told[0].contains("--side black: in the position it is White's turn")
    );
    assert!(solved[3].starts_with("2 of 2 solved, 1 not read, 2 right, 0 wrong;"), "{}", solved[3]);
}

#[test]
fn who_wins_is_told_without_the_score() {
    let lost = GOOD.replace('X', "+").replace('O', "X").replace('+', "O");
    let lines = [
        format!("{GOOD}; A2:+38; B1:-2;"),
        format!("{EASY}; -64;"),
        // The sign is all that is compared.
        format!("{EASY}; h8:+2;"),
        lost.clone(),
    ];
    let (code, solved, told) = solve("wld.obf", &lines, "--wld --json");
    assert_eq!((code, told.len()), (Some(1), 0), "{told:?}");
    let found = objects(&solved.join("\n"));
    let said: Vec<_> = found[..4].iter().map(|line| (&line["result"], &line["ok"], &line["score"])).collect();
    let (win, nothing) = (json!("win"), Value::Null);
    assert_eq!(said[0], (&win, &json!(true), &nothing));
    assert_eq!(said[1], (&win, &json!(false), &nothing));
    assert_eq!(said[2], (&win, &json!(true), &nothing));
    // Any move that wins is an answer: after it the opponent is lost.
    let best = found[0]["best"].as_str().expect("a move");
    let after = printed(&["solve", "othello", "--position", GOOD, "--moves", best, "--wld", "--json"]);
    assert_eq!(
        (&objects(&after)[0]["result"], &found[0]["expected"]),
        (&json!("loss"), &json!(38)),
        "{best}"
    );
    assert!(found[3]["best"].is_string() && found[3]["solved"] == json!(true), "{}", found[3]);
    let (_, exact, _) = solve("exact.obf", &lines[3..], "--json");
    let exact = &objects(&exact.join("\n"))[0];
    assert_eq!(exact["result"], found[3]["result"], "{exact}");
    assert!(exact["score"].is_i64());
    let (_, table, _) = solve("wld.obf", &lines[..1], "--wld");
    let words: Vec<_> = table[1].split_whitespace().collect();
    assert_eq!(words[..7], ["1", "win", "100", "%", best, "+38", "right"], "{table:?}");
}

#[test]
fn without_a_margin_asking_only_who_wins_changes_nothing() {
    let moves = "h8a1i8c1j8e1";
    for more in ["", " --wld"] {
        let line = printed(&words(&format!("solve gomoku --moves {moves} --json{more}")));
        let line = &objects(&line)[0];
        assert_eq!((&line["score"], &line["result"]), (&json!(1), &json!("win")), "{line}");
    }
}

/// Checked against every defence are both; of one the search may tell a few plies of fourteen, as many as it
/// remembers.
#[test]
fn a_line_that_breaks_off_before_the_win_says_so() {
    for (variant, moves) in [("renju", "a8e8d2h6c3d3c4e4f7b7e2d7f1c7b8d5h4g1"), ("freestyle", "h8a1i8c1j8e1")]
    {
        let game = format!("gomoku --variant {variant}");
        let solve = format!("solve {game} --moves {moves} --nodes 60000 --config best");
        let goes_on = |line: &str| {
            objects(&printed(&words(&format!("moves {game} --moves {moves}{line} --json"))))[0]["outcome"]
                .is_null()
        };
        let shown = printed(&words(&solve));
        let row = shown.lines().nth(1).expect("a row");
        let (_, line) = row.split_once(" s  ").expect("a time, and a line");
        assert!(row.contains(" holds "), "{row}");
        let told = line.strip_suffix(" ...");
        assert_eq!(told.is_some(), goes_on(&told.unwrap_or(line).replace(' ', "")), "{row}");
        let found = &objects(&printed(&words(&format!("{solve} --json"))))[0];
        let line: String = found["pv"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let cut = goes_on(&line).then_some(json!(true));
        assert_eq!(found.get("cut"), cut.as_ref(), "{found}");
    }
}

#[test]
fn a_win_that_is_not_held_against_every_defence_is_open_and_says_why() {
    let line = "solve gomoku --moves h8a1i8c1j8e1 --check-nodes 10";
    let why = "the proof is not checked: there are too many positions";
    let home = tempfile::tempdir().expect("a folder");
    let output = run_in(&words(line), "", home.path());
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(1), format!("1: {why} (--check-nodes allows more)\n"))
    );
    assert!(text(&output.stdout).lines().nth(1).is_some_and(|row| row.contains(" open ")));
    let output = run_in(&words(&format!("{line} --json")), "", home.path());
    let found = &objects(&text(&output.stdout))[0];
    assert_eq!(
        (&found["checked"], &found["flaw"], &found["result"]),
        (&json!(false), &json!(why), &json!(null))
    );
    let enough = &objects(&printed(&words(&format!("{} --json", line.replace("10", "100000")))))[0];
    assert_eq!((&enough["checked"], enough.get("flaw")), (&json!(true), None));
}

#[test]
fn what_convert_writes_is_read_and_all_ways_to_write_a_move() {
    let passes = EASY.replace(" X", " O");
    let lines = [
        format!("\u{feff}{EASY}; H8:+64;"),
        format!("{passes}; PS:-64"),
        format!("{passes}; --:-64"),
        // Of a finished game there is nothing to solve.
        format!("{} X; +64;", "X".repeat(64)),
        format!("{}{} O; -64;", "X".repeat(20), "-".repeat(44)),
    ];
    let (_, solved, told) = solve("all.obf", &lines, "--json");
    let over = |said: &String| said.ends_with("the game is over in this position: Black wins by 64 discs");
    assert!(told.len() == 2 && told.iter().all(over), "{told:#?}");
    // The lines that cannot be read come first.
    let found = objects(&solved.join("\n"));
    assert_eq!(found[2]["ok"], json!(true), "{solved:#?}");
    assert!(found[3..5].iter().all(|line| line["best"] == json!("pass")), "{solved:#?}");
}

#[test]
fn without_a_margin_a_score_is_a_win_a_draw_or_a_loss() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("a.txt"), "h8a1i8c1j8e1; 5\n").expect("written");
    let output = run_in(&words("solve gomoku --file a.txt"), "", home.path());
    let said = text(&output.stderr);
    assert!(said.starts_with("a.txt:1: '5' at column 15: expected 1, 0 or -1"), "{said}");
    // What is given as an example can be typed.
    let output = run_in(&["solve", "gomoku", "--position", "h8a1i8c1j8e1; many"], "", home.path());
    assert!(text(&output.stderr).contains("for example 0 or a2:0"), "{}", text(&output.stderr));
    let output = run_in(&["solve", "gomoku", "--position", "h8a1i8c1j8e1; a2:0"], "", home.path());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn whoever_proves_who_wins_has_solved_it_where_no_more_is_asked() {
    let position = ["OOOOOOOOOXOXXXXXOOOOOOXOOOOOOXOO-OOOOOXOO-OOXXXOXXOXXX---OOOOOOO O".to_owned()];
    for settings in ["proof-number", "alphabeta", "solve"] {
        let (code, lines, _) = solve("positions.obf", &position, &format!("--wld --config {settings}"));
        assert!(lines.iter().any(|line| line.contains(" win ")), "{settings}: {lines:?}");
        assert_eq!(code, Some(0), "{settings}");
    }
}

#[test]
fn the_first_endings_of_the_ffo_suite_have_their_known_results() {
    let Some(file) = beside("othello/fforum-1-19.obf") else { return };
    let file = file.to_str().expect("a path that can be typed");
    for more in [&[][..], &["--wld"]] {
        let solved = printed(&[&["solve", "othello", "--json", "--file", file], more].concat());
        let summary = objects(&solved).pop().expect("a summary")["summary"].clone();
        assert_eq!((&summary["right"], &summary["wrong"]), (&json!(19), &json!(0)), "{more:?}: {solved}");
    }
}
