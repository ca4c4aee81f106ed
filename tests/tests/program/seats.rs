//! Other programs at the table of `play`.

use crate::matches::ours;
use anyply_tests::program::{run, run_in, text, words};

#[test]
fn another_program_sits_at_the_table_of_play() {
    let program = format!("cmd:gtp:{}", ours("gtp", "--nodes 100"));
    let arguments = ["play", "othello", "--white", &program];
    let output = run(&arguments, "f5\nundo\nd3\nswap\nsave game.ron\nquit\n");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""));
    assert_eq!(printed.matches("The program plays").count(), 3, "{printed}");
    assert!(
        printed.contains("You are Black, the program") && printed.contains("You are White now"),
        "{printed}"
    );
    let between = [
        "play",
        "dvonn",
        "--black",
        "computer",
        "--white",
        &format!("cmd:codecup:{}", ours("codecup", "--nodes 50")),
        "--nodes",
        "50",
    ];
    assert!(anyply_tests::program::printed(&between).contains("The game is over."));
}

#[cfg(unix)]
#[test]
fn a_program_at_the_table_of_play_is_started_once_and_told_the_limits_that_are_its_own() {
    let home = tempfile::tempdir().unwrap();
    let engine = format!("echo x >> starts; tee told | {}", ours("gomocup", "--hash 1M"));
    let program = format!("cmd:gomocup:sh -c \"{engine}\"");
    let play = |who: &str, more: &str| {
        let arguments = [&["play", "gomoku", who, &program][..], &words(more)].concat();
        let output = run_in(&arguments, "h8\nquit\n", home.path());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{more}");
        assert!(text(&output.stdout).contains("The program plays"), "{}", text(&output.stdout));
        std::fs::read_to_string(home.path().join("told")).unwrap()
    };
    let told = play("--white", "--depth 3 --nodes 100");
    assert!(told.contains("INFO max_depth 3\nINFO max_node 100\n"), "{told}");
    assert_eq!(std::fs::read_to_string(home.path().join("starts")).unwrap(), "x\n");
}

#[test]
fn what_a_program_at_the_table_of_play_is_not_told_is_told_to_the_person() {
    let seat = |protocol: &str| format!("cmd:{protocol}:{}", ours(protocol, "--nodes 100"));
    let play = |protocol: &str, more: &str| {
        let program = seat(protocol);
        run(&[&["play", "othello", "--white", &program][..], &words(more)].concat(), "f5\nquit\n")
    };
    let said = text(&play("nboard", "--time 2s").stderr);
    assert_eq!(said, "nboard has no words for this time: it must keep it by itself\n");
    for (more, code, problem) in [
        ("--depth 3", 1, "gtp knows no depth and no nodes"),
        ("--level 3", 2, "--level: no computer sits at the table, so there is no level"),
    ] {
        let output = play("gtp", more);
        assert_eq!(output.status.code(), Some(code), "{more}");
        assert!(text(&output.stderr).contains(problem), "{}", text(&output.stderr));
    }
}
