//! Matches against the engines of others. Where one is not installed, its test says so and is passed over.

use anyply_tests::program::{objects, run, text};
use std::path::PathBuf;

/// Where programs are installed that are not on everybody's path.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let more = [Some(PathBuf::from("/usr/games")), home.map(|home| home.join("bin"))];
    let found =
        std::env::split_paths(&path).chain(more.into_iter().flatten()).map(|folder| folder.join(name));
    let found = found.into_iter().find(|path| path.is_file());
    if found.is_none() {
        eprintln!("{name} is not installed: passed over");
    }
    found
}

fn no_faults(game: &str, protocol: &str, engine: &str, games: usize) {
    let Some(engine) = installed(engine) else { return };
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
    no_faults("othello", "gtp", "gtp-rhino", 10);
}

#[test]
fn figrid_plays_gomocup_to_the_end() {
    no_faults("gomoku", "gomocup", "pbrain-figrid", 6);
}
