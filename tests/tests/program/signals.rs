//! Interruptions: Ctrl-C and termination. What was found is kept, what was played is saved.

use anyply_tests::program::{AT_ONCE, Running, command, objects, path, run_in, signal, text, words};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn an_interrupted_analysis_keeps_its_best_move() {
    let home = tempfile::tempdir().expect("a folder");
    let mut analysis = Running::start(&["analyze", "othello", "--depth", "60", "--json"], home.path());
    let first = analysis.hear_until(&["\n"]);
    analysis.signal("INT");
    let began = Instant::now();
    let (rest, status) = analysis.end();
    assert_eq!(status.code(), Some(130));
    assert!(began.elapsed() < AT_ONCE);
    let last = objects(&(first + &rest)).pop().expect("an answer");
    assert!(["d3", "c4", "f5", "e6"].contains(&last["best"].as_str().expect("a move")), "{last}");
}

#[test]
fn an_interrupted_solution_says_what_is_open() {
    let home = tempfile::tempdir().expect("a folder");
    let mut solving = Running::start(&["solve", "othello"], home.path());
    // The headings: from then on it searches.
    solving.hear_until(&["\n"]);
    sleep(Duration::from_millis(100));
    solving.signal("INT");
    let (rest, status) = solving.end();
    assert_eq!(status.code(), Some(130));
    assert!(rest.contains("0 of 1 solved, 1 not solved"), "{rest}");
}

#[test]
fn openings_are_kept_as_many_as_there_are_and_no_search_is_waited_for() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("a.txt");
    let line =
        ["learn", "othello", "--variant", "6x6", "--openings", "1000", "--out", file.to_str().expect("text")];
    let making = Running::start(&line, home.path());
    sleep(Duration::from_secs(1));
    making.signal("INT");
    let began = Instant::now();
    let (said, status) = making.end();
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(began.elapsed() < Duration::from_secs(2));
    assert!(file.is_file() && said.contains(" opening"), "{said}");
}

#[test]
fn what_has_nothing_to_keep_says_that_it_was_interrupted() {
    let home = tempfile::tempdir().expect("a folder");
    for line in ["perft othello 40", "bench"] {
        let mut child = command(&words(line), home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Of the headings: from then on it counts.
        child.stdout.as_mut().expect("piped").read_exact(&mut [0]).expect("a letter");
        signal(child.id(), "INT");
        let output = child.wait_with_output().expect("it ends");
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), said.as_str()), (Some(130), "Interrupted.\n"), "{line}");
    }
}

#[test]
fn what_was_started_to_outlive_its_terminal_does() {
    let home = tempfile::tempdir().expect("a folder");
    let began = Instant::now();
    let mut children = ["perft othello 40", "analyze othello --depth 60 --json"].map(|line| {
        // As nohup does.
        let mut child = Command::new("sh")
            .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
            .arg(path())
            .args(words(line))
            .env("ANYPLY_HOME", home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        child.stdout.as_mut().expect("piped").read_exact(&mut [0]).expect("a letter");
        signal(child.id(), "HUP");
        child
    });
    let hung_up = began.elapsed();
    while began.elapsed() < hung_up + Duration::from_secs(2) {
        assert!(children.iter_mut().all(|child| child.try_wait().expect("it can be asked").is_none()));
        sleep(Duration::from_millis(20));
    }
    // It goes on with its work: a depth is done that was not when the terminal went. The letter is the brace
    // of the first.
    let lines = BufReader::new(children[1].stdout.as_mut().expect("piped")).lines().skip(1);
    let seconds = |line: String| objects(&line)[0]["seconds"].as_f64().expect("a number");
    let mut times = lines.map(|line| seconds(line.expect("text")));
    assert!(times.any(|time| time > hung_up.as_secs_f64()), "it went no deeper");
    for child in children {
        signal(child.id(), "TERM");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    }
}

fn saved(said: &str, home: &Path) -> PathBuf {
    let path = said.split("The game is saved; go on with: anyply play --load ").nth(1).expect(said);
    let path = PathBuf::from(path.lines().next().expect("a path"));
    assert!(path.is_file() && path.starts_with(home.join("saves")), "{said}");
    path
}

#[test]
fn an_interrupted_game_is_saved_and_can_be_gone_on_with() {
    // Where nohup runs the tests themselves, a hang-up is nothing to them.
    let outlives = || Command::new("sh").args(["-c", "kill -HUP $$"]).status().expect("a shell").success();
    for signal in ["INT", "TERM", "HUP"].into_iter().filter(|&signal| signal != "HUP" || !outlives()) {
        let home = tempfile::tempdir().expect("a folder");
        let mut game = Running::start(&["play", "othello", "--level", "1", "--seed", "1"], home.path());
        game.hear_until(&["> "]);
        game.say("f5");
        game.hear_until(&["> "]);
        game.signal(signal);
        let (said, status) = game.end();
        assert_eq!(status.code(), Some(130), "SIG{signal}: {said}");
        let path = saved(&said, home.path());
        let resumed = run_in(&["play", "--load", path.to_str().expect("text")], "undo\nquit\n", home.path());
        assert!(text(&resumed.stdout).contains("Taken back: f5 "), "{}", text(&resumed.stdout));
    }
}

#[test]
fn the_computer_is_interrupted_in_its_thoughts() {
    let home = tempfile::tempdir().expect("a folder");
    let mut game = Running::start(&["play", "othello", "--time", "1m"], home.path());
    game.hear_until(&["> "]);
    game.say("f5");
    game.hear_until(&["f5\n"]);
    sleep(Duration::from_millis(200));
    game.signal("INT");
    let began = Instant::now();
    let (said, status) = game.end();
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(began.elapsed() < AT_ONCE);
    saved(&said, home.path());
}

#[test]
fn where_nothing_was_played_nothing_is_saved() {
    let home = tempfile::tempdir().expect("a folder");
    let mut game = Running::start(&["play", "gomoku"], home.path());
    game.hear_until(&["> "]);
    game.signal("INT");
    let (said, status) = game.end();
    assert_eq!(status.code(), Some(130));
    assert!(said.contains("There was no game in progress to save."), "{said}");
    assert!(!home.path().join("saves").exists());
}
