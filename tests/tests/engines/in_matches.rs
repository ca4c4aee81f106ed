//! Matches against the engines of others. Where one is not installed, its test says so and is passed over.

use anyply_tests::others::installed;
use anyply_tests::program::{objects, run, text};

fn no_faults(game: &str, protocol: &str, (engine, from): (&str, &str), games: usize) {
    let Some(engine) = installed(&[engine], from) else { return };
    let other = format!("other=cmd:{protocol}:'{}'", engine.display());
    let count = games.to_string();
    let arguments = [
        "match",
        game,
        "--player",
        "own=full-sound",
        "--player",
        &other,
        "--games",
        &count,
        "--time",
        "50ms",
        "--json",
    ];
    let output = run(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = objects(&text(&output.stdout));
    let played: Vec<_> = lines.iter().filter(|line| line.get("moves").is_some()).collect();
    assert_eq!(played.len(), games);
    for game in played {
        assert_eq!(game["by"], "rules", "{} {}", game["note"], game["transcript"]);
    }
}

#[test]
fn rhino_plays_gtp_to_the_end() {
    no_faults("othello", "gtp", ("gtp-rhino", "Debian: grhino"), 10);
}

#[test]
fn figrid_plays_gomocup_to_the_end() {
    no_faults("gomoku", "gomocup", ("pbrain-figrid", "crates.io: figrid-board"), 6);
}
