//! Opening books: the same however they were built, played by at once, never needed, refused where anything
//! is wrong with them.

use anyply_tests::program::{done_in, lasting, objects, refused, run_in, text, words};
use serde_json::Value;
use std::fs;
use std::path::Path;

const BUILD: &str = "learn othello --book --depth 2 --out";

fn built(positions: u32) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    done_in(&format!("{BUILD} o.book --positions {positions}"), home.path());
    home
}

fn bytes(home: &Path, name: &str) -> Vec<u8> {
    fs::read(home.join(name)).expect("it was built")
}

#[test]
fn a_book_is_the_same_however_it_was_built() {
    let home = built(30);
    let here = home.path();
    for (positions, jobs) in [(1, 1), (11, 2), (30, 1)] {
        done_in(&format!("{BUILD} parts.book --positions {positions} --jobs {jobs}"), here);
    }
    assert!(bytes(here, "o.book") == bytes(here, "parts.book"));
    let again = objects(&done_in(&format!("{BUILD} o.book --positions 30 --json"), here));
    let summary = &again[0]["summary"];
    assert_eq!((&summary["positions"], &summary["grown"]), (&Value::from(30), &Value::from(0)));
    assert!(summary["plies"].as_u64().expect("a number") >= 4, "{summary}");
    assert!(bytes(here, "o.book") == bytes(here, "parts.book"));
}

#[test]
fn positions_in_the_book_are_answered_by_it_and_others_are_searched() {
    let home = built(20);
    let here = home.path();
    let last = |line: &str| objects(&done_in(line, here)).pop().expect("a line");
    for first in ["d3", "c4", "f5", "e6"] {
        let line = format!("analyze othello --book o.book --depth 3 --json --moves {first}");
        let found = last(&line);
        assert_eq!((&found["book"], &found["nodes"]), (&Value::from(true), &Value::from(0)), "{found}");
        assert_eq!(found["certainty"], "heuristic");
    }
    let far = "--depth 3 --json --moves f5f6e6f4g5g6h6";
    let searched = last(&format!("analyze othello --book o.book {far}"));
    assert_eq!(lasting(searched), lasting(last(&format!("analyze othello {far}"))));
    let told = done_in("analyze othello --book o.book --lines 2 --depth 3", here);
    assert!(told.contains("by the book"), "{told}");
}

#[test]
fn play_engines_and_matches_take_it() {
    let home = built(20);
    let here = home.path();
    let play = words("play othello --book o.book --depth 2 --seed 3");
    let played = text(&run_in(&play, "f5\nhint\nwhy\nquit\n", here).stdout);
    assert!(played.contains("by the book") && played.contains("The book's best"), "{played}");
    let engine = run_in(&words("engine gtp --book o.book --depth 2"), "genmove b\nquit\n", here);
    assert!(text(&engine.stdout).starts_with("= "), "{}", text(&engine.stdout));
    let games = done_in(
        "match othello --player a=best --player b=best --for b:book=o.book --nodes 50 --games 2 --random-plies 0 --json",
        here,
    );
    // Nothing was searched for a move of the book.
    let first = &objects(&games)[0];
    let moves = first["moves"].as_array().expect("moves");
    let of_b = usize::from(first["black"] == "a");
    assert_eq!(moves[of_b]["nodes"], 0, "{}", moves[of_b]);
    assert_ne!(moves[1 - of_b]["nodes"], 0, "{}", moves[1 - of_b]);
}

#[test]
fn what_is_no_book_for_this_is_refused_in_one_line() {
    let home = built(5);
    let here = home.path();
    let whole = bytes(here, "o.book");
    let play = "analyze othello --depth 1 --book";
    refused(&format!("{play} none.book"), here, 1, &["cannot read 'none.book'"]);
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 4;
    let other = [b"anyply book 9".as_slice(), &whole[13..]].concat();
    for (name, bytes, said) in [
        ("cut.book", &whole[..whole.len() - 7], "checksum"),
        ("changed.book", &changed, "checksum"),
        ("text.book", b"f5 d6", "not an opening book"),
        ("empty.book", b"", "not an opening book"),
        ("later.book", &other, "version 9"),
    ] {
        fs::write(here.join(name), bytes).expect("it can be written");
        refused(&format!("{play} {name}"), here, 1, &[name, said]);
        refused(&format!("{BUILD} {name}"), here, 1, &[name, said]);
        assert!(fs::read(here.join(name)).expect("left as it was") == bytes, "{name}");
    }
    refused("analyze gomoku --depth 1 --book o.book", here, 1, &["othello 8x8", "gomoku"]);
    refused(
        "analyze othello --variant 6x6 --depth 1 --book o.book",
        here,
        1,
        &["othello 8x8", "othello 6x6"],
    );
    refused("learn othello --book --depth 3 --out o.book", here, 1, &["o.book", "other settings"]);
    refused("learn dvonn --variant random --book --depth 1 --out d.book", here, 1, &["begins by lot"]);
    #[cfg(target_os = "linux")]
    refused(&format!("{BUILD} /dev/stdout --positions 1"), here, 1, &["'/dev/stdout' is no file of its own"]);
    refused("learn othello --book", here, 2, &["--out"]);
    refused("learn othello --out a --positions 3", here, 2, &["--book"]);
    refused("learn othello --book --out a --recipe r.ron", here, 2, &["--recipe"]);
    refused("learn othello --book --out a --penalty much", here, 2, &["'much'"]);
    refused("solve othello --book o.book", here, 2, &["--book"]);
    assert!(bytes(here, "o.book") == whole);
}

#[test]
fn every_game_can_have_one() {
    let home = tempfile::tempdir().expect("a folder");
    for (game, options) in [("gomoku", "--nodes 20 --width 3"), ("dvonn", "--depth 1 --width 2")] {
        let line = format!("learn {game} --book {options} --out {game}.book --positions 4");
        done_in(&line, home.path());
        let told = done_in(&format!("analyze {game} --depth 1 --book {game}.book"), home.path());
        assert!(told.contains("by the book"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_is_kept_and_gone_on_with() {
    use anyply_tests::program::{Running, wait_for};
    use std::time::Duration;
    let home = tempfile::tempdir().expect("a folder");
    let out = home.path().join("o.book");
    let line = format!("learn othello --book --depth 1 --positions 1000000 --out {}", out.display());
    let running = Running::start(&words(&line), home.path());
    // It is written down once before anything is done.
    wait_for(&out);
    std::thread::sleep(Duration::from_millis(500));
    running.signal("INT");
    let (told, status) = running.end();
    assert_eq!(status.code(), Some(130));
    let positions: usize =
        told.split(' ').next().expect("a word").replace(',', "").parse().expect("a number");
    assert!(positions > 0, "{told}");
    let line = format!("learn othello --book --depth 1 --positions {} --out o.book --json", positions + 5);
    assert_eq!(objects(&done_in(&line, home.path()))[0]["summary"]["grown"], 5);
}

#[cfg(unix)]
#[test]
fn of_two_runs_at_one_book_the_second_to_write_leaves_it() {
    use anyply_tests::program::{command, refusal, wait_for};
    use std::process::Stdio;
    let home = tempfile::tempdir().expect("a folder");
    let here = home.path();
    let line = format!("{BUILD} o.book --positions 1000000");
    let mut first = command(&words(&line), here);
    let first = first.current_dir(here).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let first = first.expect("the program starts");
    wait_for(&here.join("o.book"));
    done_in(&format!("{BUILD} o.book --positions 3"), here);
    let second = bytes(here, "o.book");
    anyply_tests::program::signal(first.id(), "INT");
    let output = first.wait_with_output().expect("it ends");
    refusal(&output, 1, &line, &["'o.book' was written by another run meanwhile; it is left as it is"]);
    assert!(bytes(here, "o.book") == second);
}
