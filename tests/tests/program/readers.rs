//! A reader of the output that has gone.

use anyply_tests::program::command;
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
        let mut child = command(&line.split(' ').collect::<Vec<_>>(), home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked") && !said.contains("error:"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    }
}
