//! The games that `play` keeps in files: saved, gone on with, and refused where they are damaged.

use anyply_framework::Record;
use anyply_tests::program::{self, refused, run_in, text, words};
use anyply_tests::prompt::{answer, board, typed};
use std::fs;
use std::path::Path;

#[test]
fn a_resigned_game_that_was_saved_is_over() {
    let home = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str], lines: &str| text(&run_in(arguments, lines, home.path()).stdout);
    run(&["play", "othello", "--level", "1"], "f5\nresign\nsave r.ron\nn\n");
    let over = "The game is over. You resign; the computer wins.";
    assert!(run(&["play", "--load", "r.ron"], "n\n").contains(over));
    let said = run(&["play", "othello"], "load r.ron\nu\nquit\n");
    assert!(said.contains(over) && said.contains("u\nTaken back: the resignation"), "{said}");
    assert!(said.contains("The game is saved"), "{said}");
}

#[test]
fn the_time_that_a_person_takes_is_recorded() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "othello", "--level", "1"], "f5\nsave a.ron\nquit\n", home.path());
    let saved = fs::read_to_string(home.path().join("a.ron")).expect("saved");
    let record = Record::from_text("a.ron", &saved).expect("a saved game");
    assert!(record.moves[0].seconds > 0.0, "{saved}");
}

#[test]
fn a_game_is_not_saved_under_a_name_of_another_format() {
    let home = tempfile::tempdir().expect("a folder");
    let lines = "f5\nsave a.sgf\nsave a.TXT\nsave a.game\nquit\n";
    let said = text(&run_in(&["play", "othello", "--level", "1"], lines, home.path()).stdout);
    for (name, ending) in [("a.sgf", ".sgf"), ("a.TXT", ".txt")] {
        let told = format!(
            "'{name}' ends in {ending}: a saved game is .ron; `anyply convert` makes a {ending} of it"
        );
        assert!(said.contains(&told) && !home.path().join(name).exists(), "{said}");
    }
    assert!(said.contains("The game is saved in a.game.") && home.path().join("a.game").is_file(), "{said}");
    // What cannot be made of it is not advised.
    for (game, ending) in [("dvonn", "sgf"), ("gomoku", "wtb"), ("gomoku --position h8i9", "txt")] {
        let line = format!("{game} --black human --white human");
        let said = typed(&words(&line), &format!("save none.{ending}\nquit\n"));
        let told = format!("'none.{ending}' ends in .{ending}: a saved game is .ron");
        assert!(said.lines().any(|line| line == told), "{said}");
    }
}

/// Nobody can write there.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_saved_is_not_left_unasked() {
    let nowhere = Path::new("/proc");
    let home = tempfile::tempdir().expect("a folder");
    let play = |lines: &str| {
        fs::write(home.path().join("typed"), lines).expect("written");
        let stdin = fs::File::open(home.path().join("typed")).expect("just written");
        let mut command = program::command(&["play", "othello", "--level", "1"], &nowhere.join("none"));
        let output = command.current_dir(nowhere).env("TMPDIR", nowhere).stdin(stdin).output();
        let output = output.expect("it runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for leaving in ["", "quit\n", "quit\nquit\n", "new\n"] {
        let (code, said, error) = play(&format!("f5\n{leaving}"));
        assert_eq!(code, Some(1), "{leaving}: {said}");
        assert!(error.starts_with("error: cannot save the game in '"), "{leaving}: {error}");
        assert_eq!(error.lines().count(), 1, "{leaving}: {error}");
        let refused = said.contains("save FILE saves it elsewhere");
        assert_eq!(refused, !leaving.is_empty(), "{leaving}: {said}");
    }
    let mut auto = program::command(&["play", "othello", "--level", "auto"], &nowhere.join("none"));
    fs::write(home.path().join("typed"), "f5\nresign\nn\n").expect("written");
    let stdin = fs::File::open(home.path().join("typed")).expect("just written");
    let said = text(&auto.stdin(stdin).output().expect("it runs").stdout);
    let problem = "cannot write '/proc/none/levels.json': there is no folder '/proc/none'";
    assert!(said.contains(&format!("the level cannot be kept: {problem}")), "{said}");
    let elsewhere = home.path().join("a.ron");
    let (code, said, error) = play(&format!("f5\nnew\nsave {}\nquit\n", elsewhere.display()));
    assert_eq!((code, error.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains("The game is saved; go on with: ") && elsewhere.is_file(), "{said}");
}

#[test]
fn a_finished_game_can_be_saved_or_taken_back() {
    let five = "h8\na1\nh9\na2\nh10\na3\nh12\na4\nh11\n";
    let home = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "gomoku", "--black", "human", "--white", "human"];
    let said = text(&run_in(&arguments, &format!("{five}save five.ron\nundo\nquit\n"), home.path()).stdout);
    assert!(said.contains("Another game? [Y/n] save five.ron\nThe game is saved in five.ron."), "{said}");
    assert!(said.contains("Another game? [Y/n] undo\nTaken back: h11"), "{said}");
    let told = "You can still type undo, why or save FILE.\nAnother game? [Y/n] save";
    assert!(said.contains(told) && said.matches("You can still type").count() == 1, "{said}");
    assert!(said.contains("Black to move> quit"), "{said}");
    let resumed = text(&run_in(&["play", "--load", "five.ron"], "n\n", home.path()).stdout);
    assert!(resumed.contains("The game is over. Black wins."), "{resumed}");
}

#[test]
fn a_game_is_saved_where_one_says_and_loaded_again() {
    let home = tempfile::tempdir().expect("a folder");
    let first = text(
        &run_in(
            &["play", "dvonn", "--level", "1", "--seed", "1"],
            "c3\nsave a.ron\nb2\nsave a.ron\nboard\nquit\n",
            home.path(),
        )
        .stdout,
    );
    assert!(answer(&first, 2).contains("The game is saved in a.ron."), "{first}");
    assert!(answer(&first, 4).contains("The game is saved in a.ron, over what was there."), "{first}");
    assert!(
        first.ends_with("The game is saved; go on with: anyply play --load a.ron\n"),
        "not twice: {first}"
    );

    let resumed = text(&run_in(&["play", "--load", "a.ron"], "board\nundo\nquit\n", home.path()).stdout);
    assert!(resumed.starts_with("Dvonn, full."), "{resumed}");
    assert!(resumed.contains("(level 1)"), "the strength is kept too: {resumed}");
    assert_eq!(board(answer(&resumed, 1)), board(answer(&first, 5)));
    assert!(answer(&resumed, 2).contains("Taken back: "), "{resumed}");

    let within =
        text(&run_in(&["play", "dvonn", "--seed", "9"], "d2\nload a.ron\nboard\nquit\n", home.path()).stdout);
    assert!(answer(&within, 2).contains("The game you leave is saved; go on with: "), "{within}");
    assert_eq!(board(answer(&within, 3)), board(answer(&first, 5)));
}

#[test]
fn a_load_that_fails_leaves_the_game_as_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "gomoku"], "h8\nsave five.ron\nquit\n", home.path());
    run_in(&["play", "othello", "--variant", "6x6", "--level", "1"], "c2\nsave six.ron\nquit\n", home.path());
    let lines = "load nowhere.ron\nload five.ron\nload six.ron\nboard\nquit\n";
    let said = text(&run_in(&["play", "othello", "--moves", "f5"], lines, home.path()).stdout);
    assert!(answer(&said, 1).contains("cannot read 'nowhere.ron'"), "{said}");
    for (number, file, rules) in [(2, "five.ron", "gomoku freestyle 15x15"), (3, "six.ron", "othello 6x6")] {
        let told =
            format!("{file} is a saved game of '{rules}'; go on with it by: anyply play --load {file}");
        assert!(answer(&said, number).contains(&told), "{said}");
    }
    assert!(answer(&said, 4).contains("Black 4, White 1"), "{said}");
}

#[test]
fn the_printed_command_goes_on_with_a_game_that_was_left() {
    // Both ways of leaving: the word, and a script that just ends.
    for lines in ["f5\nquit\n", "f5\n"] {
        let home = tempfile::tempdir().expect("a folder");
        let left = run_in(&["play", "othello", "--level", "1", "--seed", "1"], lines, home.path());
        let said = text(&left.stdout);
        let file = said.trim_end().rsplit_once("anyply play --load ").expect("the command").1;
        assert!(Path::new(file).starts_with(home.path().join("saves")), "{file}");
        let resumed = text(&run_in(&["play", "--load", file], "quit\n", home.path()).stdout);
        let before = &board(&said)[8..];
        assert_eq!(board(&resumed), before, "{said}\n{resumed}");
        assert!(resumed.ends_with(&format!("anyply play --load {file}\n")), "it is there already: {resumed}");
    }
}

#[test]
fn a_damaged_save_is_refused_with_the_place() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "othello", "--level", "1", "--seed", "1"], "f5\nsave whole.ron\nquit\n", home.path());
    let whole = fs::read_to_string(home.path().join("whole.ron")).expect("saved");
    let lines = whole.lines().count();
    let half = whole.lines().take(lines / 2).collect::<Vec<_>>().join("\n");
    let damages: [(&str, String, &str); 9] = [
        ("empty", String::new(), "bad.ron:1:1:"),
        ("truncated", half, &format!("bad.ron:{}:", lines / 2)),
        ("an illegal move", whole.replacen("\"f5\"", "\"f6\"", 1), "move 1: 'f6'"),
        ("another legal move", whole.replacen("\"f5\"", "\"d3\"", 1), "move"),
        ("another end", whole.replacen("end: \"--", "end: \"X-", 1), "field end"),
        ("another start", whole.replacen("start: \"--", "start: \"Q-", 1), "field start"),
        ("a result", whole.replacen("result: None", "result: Some(\"draw\")", 1), "field result"),
        ("an unknown field", whole.replacen("  game:", "  gaem:", 1), "bad.ron:3:3:"),
        ("a later version", whole.replacen("record: 1", "record: 9", 1), "'9'"),
    ];
    for (damage, content, place) in damages {
        assert_ne!(content, whole, "{damage}");
        fs::write(home.path().join("bad.ron"), content).expect("written");
        for line in ["play --load bad.ron", "moves othello --file bad.ron"] {
            refused(line, home.path(), 1, &["bad.ron", place]);
        }
    }
}
