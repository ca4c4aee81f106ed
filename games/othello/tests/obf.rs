//! The OBF reader.

use anyply_framework::{Game, KnownScores, Notation};
use anyply_othello::Othello;
use anyply_othello::formats::obf::read;
use std::io::{Write, stderr};
use std::path::Path;

const LINE: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

#[test]
fn only_what_belongs_there_may_follow_a_position() {
    let game: Othello = Othello::new();
    for known in ["", ";", "; A2:+38; B1:-2;", "; -8"] {
        assert!(game.parse_position(&format!("{LINE}{known}"), None).is_ok(), "{known}");
    }
    for (known, said) in [
        ("; nonsense", "'nonsense' at column 69: expected a score or move:score"),
        ("; A2:+38;\n\n", ""),
        ("; A2:+38; Z9:+0;", "'Z9' at column 77: expected"),
        ("; A2:+38; pass:0;", "'pass' at column 77: expected"),
        ("; A2:+38;\nXO X;", "'XO X' at column 77: expected a score or move:score"),
    ] {
        let read = game.parse_position(&format!("{LINE}{known}"), None).map_err(|error| error.to_string());
        assert_eq!(read.is_ok(), said.is_empty(), "{known}: {read:?}");
        assert!(read.is_ok() || read.clone().unwrap_err().starts_with(said), "{known}: {read:?}");
    }
}

#[test]
fn the_end_game_suite_is_read_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/othello");
    let game: Othello = Othello::new();
    for (file, count) in [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20)] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            // Not by a macro, whose text the test runner would keep to itself.
            let _ = writeln!(stderr(), "skipped: {} is not there", folder.join(file).display());
            continue;
        };
        assert_eq!(read(text.as_bytes()).expect(file).records.len(), count, "{file}");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('%')) {
            let (position, known) = line.split_once(';').expect(file);
            let at = game.parse_position(position, None).expect(file);
            let known = KnownScores::read(&game, &at, known).expect(file);
            assert!((1..=at.moves(&game).len()).contains(&known.moves.len()), "{line}");
            assert_eq!(game.terminal(&at.position), None);
        }
    }
}
