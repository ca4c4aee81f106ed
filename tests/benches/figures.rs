//! Speed of the rules, memory and start-up: the figures that are promised, printed beside what was measured.
//! Counts are asserted.
//!
//! `cargo bench -p anyply-tests --bench figures`

use anyply_framework::{Notation, perft};
use anyply_tests::benches::{arguments, fastest};
use anyply_tests::program;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Boards with their leaf counts; the first is a full one.
const DVONN: &str = include_str!("../../games/dvonn/tests/data/perft.jsonl");

fn main() {
    arguments(&[]);
    let othello = anyply_othello::Othello::<anyply_othello::Eight>::new();
    counted("othello perft 11 from the start", 0.4, 212_258_800, || {
        perft(&othello, &anyply_framework::Game::start(&othello).position, 11)
    });
    let dvonn = anyply_dvonn::Dvonn::full();
    let line = DVONN.lines().next().expect("a line");
    let full: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
    let at = dvonn.parse_position(full["board"].as_str().expect("a board"), None).expect("a full board");
    let leaves = full["perft"][4].as_u64().expect("a count");
    counted("dvonn perft 5 on a full board", 0.5, leaves, || perft(&dvonn, &at.position, 5));
    // Built before it is timed.
    program::path();
    let starts: Vec<Duration> = (0..10).map(|_| first_prompt()).collect();
    let slowest = starts.iter().max().expect("ten starts").as_secs_f64();
    println!("{:36} {:8.3} s, promised below 0.050 s", "start-up to the first prompt", slowest);
    if let Some(mebibytes) = peak_memory() {
        println!("{:36} {mebibytes:8.1} MiB, promised below 104 MiB", "memory with a table of 64 MiB");
    }
}

/// The best of three runs.
fn counted(what: &str, promised: f64, leaves: u64, count: impl Fn() -> u64) {
    let best = fastest(|| assert_eq!(count(), leaves, "{what}"));
    println!("{what:36} {best:8.3} s, promised below {promised:.1} s");
}

fn first_prompt() -> Duration {
    let home = tempfile::tempdir().expect("a temporary folder");
    let begun = Instant::now();
    let mut child = program::command(&["play", "othello"], home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("piped");
    let mut shown = Vec::new();
    while !shown.ends_with(b"> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("a prompt");
        shown.push(byte[0]);
    }
    let time = begun.elapsed();
    child.kill().expect("it waits at the prompt");
    child.wait().expect("it ends");
    time
}

/// The most memory that a search of two seconds held, where the system tells.
fn peak_memory() -> Option<f64> {
    let home = tempfile::tempdir().expect("a temporary folder");
    let arguments = ["analyze", "othello", "--time", "2s", "--hash", "64M"];
    let mut child =
        program::command(&arguments, home.path()).stdout(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(1800));
    let bytes = program::peak(child.id());
    child.wait().expect("it ends");
    bytes.map(|bytes| bytes as f64 / f64::from(1 << 20))
}
