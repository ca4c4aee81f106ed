//! Matches against the engines of others. Where one is not installed, its test says so and is passed over.

use anyply_tests::others::installed;
use anyply_tests::program::{objects, path, run, text, words};

/// So many that hardly ever all of them are late.
const GAMES: usize = 6;

fn no_faults(game: &str, protocol: &str, (engine, from): (&str, &str)) {
    let Some(engine) = installed(&[engine], from) else { return };
    let other = format!("other=cmd:{protocol}:'{}'", engine.display());
    let line = format!("match {game} --player own=full-sound --games {GAMES} --time 50ms --json");
    // Its path may have spaces.
    let output = run(&[&words(&line)[..], &["--player", &other]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = objects(&text(&output.stdout));
    let played: Vec<_> = lines.iter().filter(|line| line.get("moves").is_some()).collect();
    assert_eq!(played.len(), GAMES);
    let by_rules = played.iter().filter(|game| game["by"] == "rules").count();
    for game in &played {
        // On a busy machine the other may be late now and then, which says nothing of how the two understand
        // each other.
        let late = game["by"] == "time-out" && game[game["winner"].as_str().unwrap_or_default()] == "own";
        assert!(late || game["by"] == "rules", "{} {}: {}", game["by"], game["note"], game["transcript"]);
    }
    // How many are late is the machine's affair.
    assert!(by_rules > 0, "none of {GAMES} games was played to the end");
}

#[test]
fn rhino_plays_gtp_to_the_end() {
    no_faults("othello", "gtp", ("gtp-rhino", "Debian: grhino"));
}

#[test]
fn figrid_plays_gomocup_to_the_end() {
    no_faults("gomoku", "gomocup", ("pbrain-figrid", "crates.io: figrid-board"));
}

#[test]
fn what_a_protocol_cannot_say_of_the_time_is_told() {
    let untold = "has no words for this time";
    let of_move = "line has no words for the time of a move";
    let more = "gtp has no words for what each move adds";
    for (game, protocol, time, told) in [
        ("othello", "gtp", "--time 1500ms", Some(untold)),
        ("othello", "gtp", "--time 2s", None),
        ("othello", "gtp", "--clock 900ms+100ms", Some(untold)),
        ("othello", "gtp", "--clock 1m+2s", Some(more)),
        ("othello", "gtp", "--clock 1m", None),
        ("dvonn", "line", "--time 100ms", Some(of_move)),
        ("dvonn", "line", "--clock 1m", None),
    ] {
        let program = format!("b=cmd:{protocol}:'{}' engine {protocol}", path().display());
        let mut arguments = vec!["match", game, "--player", "a=best", "--player", &program, "--dry-run"];
        arguments.extend(time.split(' '));
        let said = text(&run(&arguments, "").stderr);
        assert_eq!(told.is_none(), said.is_empty(), "{protocol} {time}: {said}");
        assert!(said.contains(told.unwrap_or_default()), "{protocol} {time}: {said}");
    }
}

// A period that it is told of it may use, and would lose by the referee's clock.
#[cfg(unix)]
#[test]
fn what_each_move_adds_to_a_clock_is_no_period_of_gtp() {
    let engine =
        "while read word rest; do case $rest in genmove*) echo '= zz';; *) echo '=';; esac; echo; done";
    let program = format!("b=cmd:gtp:sh -c \"{engine}\"");
    let arguments = [
        "match", "othello", "--player", "a=1", "--player", &program, "--games", "2", "--clock", "1s+2s",
        "--json",
    ];
    let lines = objects(&text(&run(&arguments, "").stdout));
    let said: Vec<_> = lines.iter().filter_map(|line| Some(line.get("transcript")?.to_string())).collect();
    assert!(said.len() == 2 && said.iter().all(|said| said.contains(" time_settings 1 0 0")), "{said:?}");
    assert!(said.iter().all(|said| said.contains(" time_left ")), "{said:?}");
}

#[cfg(unix)]
#[test]
fn a_pass_that_is_not_legal_is_an_illegal_move_in_nboard_too() {
    let engine =
        "while read word rest; do case $word in ping) echo pong $rest;; go) echo '=== PA';; esac; done";
    let program = format!("b=cmd:nboard:sh -c \"{engine}\"");
    let arguments = [
        "match", "othello", "--player", "a=greedy", "--player", &program, "--games", "2", "--depth", "1",
        "--json",
    ];
    let output = run(&arguments, "");
    let lines = objects(&text(&output.stdout));
    let played: Vec<_> = lines.iter().filter(|line| line.get("moves").is_some()).collect();
    assert_eq!(played.len(), 2, "{}", text(&output.stderr));
    assert!(played.iter().all(|game| game["by"] == "illegal-move"), "{played:?}");
}
