//! A reader of the output that has gone.

use anyply_tests::program::{command, done_in};
use std::fs;
use std::path::Path;
use std::process::Stdio;

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let home = tempfile::tempdir().expect("a folder");
    let lines = [
        "analyze othello --depth 6",
        "analyze gomoku --depth 3 --json",
        "moves dvonn",
        "perft othello 5",
        "rules othello",
        "games",
        "evaluators dvonn",
        "presets",
        "completions bash",
        "version",
        "help",
        "help play",
        "compare othello --depth 2",
        "compare othello --depth 2 --json",
        "compare othello --depth 2 --csv",
        "compare othello --dry-run",
        "solve gomoku --moves h8a1h9a3h10a5h11a7",
        "play othello --black computer --white computer --level 1",
    ];
    for line in lines {
        unread(line, home.path());
    }
}

#[test]
fn files_are_written_though_the_reader_has_gone() {
    let home = tempfile::tempdir().expect("a folder");
    let recipe = "(rounds: [(games: 20, depth: 1), (games: 20, depth: 1)], opening: (10, 30), held_out: 4, fit: (iterations: 2))";
    fs::write(home.path().join("r.ron"), recipe).expect("it can be written");
    let play = "match othello --player a=greedy --player b=prior --nodes 30 --games 2";
    done_in(&format!("{play} --out m.jsonl"), home.path());
    done_in("compare othello --preset prior --depth 1 --out c.jsonl", home.path());
    for (line, file) in [
        (format!("{play} --html match.html"), "match.html"),
        ("match --merge m.jsonl --json --html merged.html".to_owned(), "merged.html"),
        ("compare othello --preset prior --depth 1 --html compare.html".to_owned(), "compare.html"),
        ("compare --merge c.jsonl --json --html searches.html".to_owned(), "searches.html"),
        (
            "compare othello --by-play --preset greedy,prior --nodes 30 --positions 1 --html play.html"
                .to_owned(),
            "play.html",
        ),
        // Printed as they come, results find out on the way that nobody reads.
        (format!("{play}0 --json --html match-lines.html"), "match-lines.html"),
        ("compare othello --preset prior --depth 1 --json --html lines.html".to_owned(), "lines.html"),
        (
            "compare othello --by-play --preset greedy,prior --nodes 30 --positions 4 --json --html play-lines.html"
                .to_owned(),
            "play-lines.html",
        ),
        ("learn dvonn --recipe r.ron --out a --html learn.html".to_owned(), "learn.html"),
        ("learn dvonn --recipe r.ron --out b --json".to_owned(), "b/dvonn.weights"),
    ] {
        unread(&line, home.path());
        assert!(home.path().join(file).is_file(), "{line}");
    }
    unread(&format!("{play}0 --json --out all.jsonl"), home.path());
    let kept = fs::read_to_string(home.path().join("all.jsonl")).expect("it is there");
    assert_eq!(kept.lines().count(), 1 + 20, "the plan and every game");
}

#[test]
fn a_difference_is_a_failure_though_the_reader_has_gone() {
    let home = tempfile::tempdir().expect("a folder");
    done_in("compare othello --preset minimax,alphabeta --depth 1 --positions 1 --out c.jsonl", home.path());
    let found = fs::read_to_string(home.path().join("c.jsonl")).expect("it is there");
    let (before, last) = found.trim_end().rsplit_once('\n').expect("lines");
    let value: serde_json::Value = serde_json::from_str(last).expect("a result");
    let value = format!("\"value\":{}", value["value"]);
    let wrong = format!("{before}\n{}\n", last.replace(&value, "\"value\":0.25"));
    fs::write(home.path().join("w.jsonl"), wrong).expect("it can be written");
    let (said, code) = ended_unread("compare --merge w.jsonl", home.path());
    assert!(code == Some(1) && said.contains("error: "), "{code:?}: {said}");
}

// Runs a command whose output nobody reads, which must be no error.
fn unread(line: &str, home: &Path) {
    let (said, code) = ended_unread(line, home);
    assert!(!said.contains("panicked") && !said.contains("error:"), "{line}: {said}");
    assert_eq!(code, Some(0), "{line}: {said}");
}

// What it says beside its output, and its exit code.
fn ended_unread(line: &str, home: &Path) -> (String, Option<i32>) {
    let mut child = command(&line.split(' ').collect::<Vec<_>>(), home)
        .current_dir(home)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}
