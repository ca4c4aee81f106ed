//! What the system refuses: threads, and files beyond a size. One line says so, nothing is half done.

use anyply_tests::program::{AT_ONCE, command, path, refusal, signal, text, words};
use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

// More than there are addresses for.
const HUGE: &str = "1000000000000000";

#[test]
fn a_thread_that_is_refused_is_told_as_that() {
    let home = tempfile::tempdir().expect("a folder");
    for line in ["engine gtp", "serve --port 0"] {
        let output = command(&words(line), home.path()).env("RUST_MIN_STACK", HUGE).output();
        refusal(&output.expect("it runs"), 1, line, &["thread"]);
    }
}

#[test]
fn where_nobody_can_hear_signals_they_end_the_program() {
    let home = tempfile::tempdir().expect("a folder");
    let mut counting = command(&words("perft othello 40"), home.path());
    let counting = counting.env("RUST_MIN_STACK", HUGE).stdout(Stdio::piped()).spawn();
    let mut counting = counting.expect("the program starts");
    // Of the headings.
    counting.stdout.as_mut().expect("piped").read_exact(&mut [0]).expect("a letter");
    signal(counting.id(), "TERM");
    let began = Instant::now();
    while began.elapsed() < AT_ONCE && counting.try_wait().expect("it can be asked").is_none() {
        sleep(Duration::from_millis(10));
    }
    // Where it went on.
    let _ = counting.kill();
    assert_eq!(counting.wait().expect("it ends").signal(), Some(15));
}

/// With files of so many blocks of 512 bytes at most.
fn limited(blocks: u32, line: &str, typed: &str, home: &Path) -> Output {
    fs::write(home.join("typed"), typed).expect("written");
    Command::new("sh")
        .args(["-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"])
        .arg(path())
        .args(words(line))
        .envs([("ANYPLY_HOME", home), ("TMPDIR", home)])
        .current_dir(home)
        .stdin(fs::File::open(home.join("typed")).expect("just written"))
        .output()
        .expect("a shell")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect()
}

#[test]
fn a_file_beyond_the_limit_leaves_what_was_there_and_nothing_else() {
    let home = tempfile::tempdir().expect("a folder");
    let old = home.path().join("o.sgf");
    fs::write(&old, "old").expect("written");
    let line = "convert - o.sgf --force --from transcript --game othello";
    let output = limited(1, line, &"f5d6c3d3c4\n".repeat(50), home.path());
    refusal(&output, 1, line, &["cannot write 'o.sgf': File too large"]);
    assert_eq!(fs::read_to_string(old).expect("it is there"), "old");
    assert_eq!(names(home.path()).len(), 2, "{:?}", names(home.path()));
}

#[test]
fn a_game_that_no_file_may_hold_is_told_as_lost() {
    let home = tempfile::tempdir().expect("a folder");
    let output = limited(0, "play othello --level 1", "f5\n", home.path());
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.starts_with("error: cannot save the game in ") && said.contains("File too large"), "{said}");
    assert_eq!(names(&home.path().join("saves")), [""; 0]);
}
