//! Learned weights given as a file: as good as the built-in ones if they are whole, and refused with one line
//! that names the file if not.

use anyply_framework::learn::{FeatureTable, Origin, Weights};
use anyply_tests::program::{self, done_in, lasting_lines};
#[cfg(target_os = "linux")]
use anyply_tests::program::{Running, peak, words};
use std::fs;
use std::path::Path;

/// The built-in weights of Othello's patterns.
fn built_in() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/othello/config/patterns.weights");
    fs::read(path).expect("they are in the project")
}

/// Runs a command in a folder where `mine.weights` holds `bytes`, which is refused; what is said.
fn refused(bytes: &[u8], line: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("mine.weights"), bytes).expect("written");
    program::refused(line, home.path(), 1, &["mine.weights: "])
}

#[test]
#[cfg(target_os = "linux")]
fn built_in_weights_are_unpacked_when_they_are_asked_for_and_not_before() {
    let home = tempfile::tempdir().expect("a folder");
    let line = words("play othello --black human --white human --depth 1");
    let mut running = Running::start(&line, home.path());
    running.hear_until(&["> "]);
    let before = peak(running.id()).expect("Linux tells");
    running.say("hint");
    running.hear_until(&["> "]);
    let after = peak(running.id()).expect("Linux tells");
    // So much they take where they are looked up.
    assert!(after > before + (16 << 20), "{before} bytes, then {after}");
}

const ANALYZE: &str = "analyze othello --eval mine.weights --depth 6 --json";

#[test]
fn a_file_of_weights_plays_as_they_do_when_built_in() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("mine.weights"), built_in()).expect("written");
    let found = |line: &str| lasting_lines(&done_in(line, home.path()));
    assert_eq!(found(ANALYZE), found(&ANALYZE.replace("mine.weights", "patterns")));
    assert_ne!(found(ANALYZE), found(&ANALYZE.replace("mine.weights", "positional")));
}

#[test]
fn a_file_of_weights_plays_matches_and_is_compared() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("mine.weights"), built_in()).expect("written");
    let line = "match othello --player a=best --player b=best --eval patterns --for a:eval=mine.weights --games 2 \
        --depth 2 --json --out games.jsonl";
    let played = lasting_lines(&done_in(line, home.path()));
    assert!(
        played.iter().any(|line| line.get("moves").is_some() || line.get("games").is_some()),
        "{played:?}"
    );
    // A plan names the file: it does not hold it.
    let kept = fs::read_to_string(home.path().join("games.jsonl")).expect("kept");
    assert!(kept.contains("mine.weights") && kept.len() < 100_000, "{} bytes", kept.len());

    let compared = |evaluator: &str| {
        let line = format!("compare othello --preset best --eval {evaluator} --depth 4 --positions 2 --json");
        let lines = lasting_lines(&done_in(&line, home.path()));
        lines.iter().map(|line| line["depths"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(compared("mine.weights"), compared("patterns"));
}

#[test]
fn a_file_cut_short_or_changed_is_refused() {
    let good = built_in();
    for length in [20, 1000, good.len() / 2, good.len() - 1] {
        assert!(refused(&good[..length], ANALYZE).contains("cut short or changed"), "{length} bytes");
    }
    for place in [30, good.len() / 2, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[place] ^= 4;
        refused(&bytes, ANALYZE);
    }
    refused(&good[..good.len() - 1], "match othello --player a=best --player b=best --eval mine.weights");
    refused(&good[..good.len() - 1], "compare othello --eval mine.weights --depth 2");
    refused(&good[..good.len() - 1], "solve othello --eval mine.weights");
}

#[test]
fn weights_of_another_version_are_refused() {
    let said = refused(b"anyply weights 12\n{}\n", ANALYZE);
    assert!(said.contains("version 12") && said.contains("expected version 1"), "{said}");
}

#[test]
fn weights_for_something_else_are_refused() {
    let good = built_in();
    let said = refused(&good, "analyze gomoku --eval mine.weights --depth 2");
    assert!(said.contains("othello's 'patterns'"), "{said}");
    let said = refused(&good, "analyze othello --variant 6x6 --eval mine.weights --depth 2");
    assert!(said.contains("'patterns'") && said.contains("6x6"), "{said}");
    // Whole, and of another evaluator.
    let origin = Weights::from_bytes(&good).expect("they are whole").origin().clone();
    let other = Origin { evaluator: "stones".to_owned(), ..origin };
    let other = Weights::new(other, &[FeatureTable { name: "stones", weights: 1 }], 1, 1, vec![0]);
    let said = refused(&other.to_bytes(), ANALYZE);
    assert!(said.contains("othello's 'stones': expected othello's 'patterns'"), "{said}");
}
