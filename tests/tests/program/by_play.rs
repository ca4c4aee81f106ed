//! `compare --by-play`, as a person runs it.

use anyply_games::AnyGame;
use anyply_tests::program::{done_in, json, lasting, objects, printed, run, run_in, text};
use serde_json::Value;

const SMALL: [&str; 6] = ["compare", "--by-play", "--nodes", "100", "--positions", "2"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

// A line without what depends on the machine.
fn timeless(line: Value) -> Value {
    lasting(line)
}

#[test]
fn settings_play_each_other_in_every_game_and_the_sums_are_right() {
    let lines = json(&small(&["--preset", "full-sound,greedy,prior"]));
    let (summaries, games): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("summary").is_some());
    assert_eq!(games.len(), AnyGame::names().len() * 2 * 2 * 2);
    assert_eq!(summaries.len(), AnyGame::names().len() * 2);
    for line in summaries {
        let summary = &line["summary"];
        let count = |key: &str| summary[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 4, "{summary}");
        assert_eq!((count("forfeits"), &summary["second"]), (0, &Value::from("full-sound")), "{summary}");
        let of_it =
            games.iter().filter(|game| game["game"] == summary["game"] && game["first"] == summary["first"]);
        let points = |game: &&Value| match game["winner"].as_str() {
            None => 1,
            Some(winner) => 2 * u64::from(game[winner] == game["first"]),
        };
        let half_points: u64 = of_it.map(points).sum();
        assert_eq!(half_points, 2 * count("wins") + count("draws"), "{summary}");
        let score = summary["elo"]["score"].as_f64().unwrap();
        assert!((score - half_points as f64 / 8.0).abs() < 1e-9, "{summary}");
    }
}

#[test]
fn depths_play_their_neighbours() {
    let table = printed(&["compare", "othello", "--by-play", "--depth", "1..3", "--positions", "2"]);
    assert!(table.contains("best depth 2        best depth 1"), "{table}");
    assert!(table.contains("best depth 3        best depth 2"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    let output = run(&["compare", "othello", "--by-play", "--depth", "1..3", "--schedule", "all"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: '--schedule' says nothing with depths"));
}

#[test]
fn jobs_at_the_same_time_and_shards_put_together_play_the_same_games() {
    let home = tempfile::tempdir().unwrap();
    let options = ["--preset", "full-sound,greedy", "--json", "--schedule", "all"];
    let whole = json(&small(&options[..2]));
    let parallel = json(&small(&["--preset", "full-sound,greedy", "--jobs", "3"]));
    let without_times = |lines: Vec<Value>| lines.into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(without_times(whole.clone()), without_times(parallel));
    for shard in ["1/2", "2/2"] {
        let file = format!("{}.jsonl", &shard[..1]);
        let output = run_in(
            &small(&["--preset", "full-sound,greedy", "--out", &file, "--shard", shard]),
            "",
            home.path(),
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let merged = run_in(&["compare", "--merge", "1.jsonl", "2.jsonl", "--json"], "", home.path());
    assert_eq!(without_times(objects(&text(&merged.stdout))), without_times(whole));
}

#[test]
fn the_last_line_of_the_match_in_a_file_is_of_one_player_and_all_its_games() {
    let home = tempfile::tempdir().unwrap();
    let options = ["othello", "--preset", "best,greedy,prior", "--schedule", "all", "--out", "out.jsonl"];
    done_in(&small(&options).join(" "), home.path());
    let lines = objects(&done_in("match --merge out.jsonl --json", home.path()));
    let (last, lines) = lines.split_last().unwrap();
    let own = lines.iter().filter(|line| line.get("moves").is_some());
    let own: Vec<&Value> =
        own.filter(|game| game["black"] == last["player"] || game["white"] == last["player"]).collect();
    let won = |game: &&&Value| game["winner"].as_str().is_some_and(|colour| game[colour] == last["player"]);
    assert_eq!((&last["player"], own.len()), (&Value::from("greedy"), 8), "{last}");
    assert_eq!(last["games"], 8, "{last}");
    assert_eq!(last["wins"], own.iter().filter(won).count(), "{last}");
    let ratings = last["ratings"].as_array().unwrap();
    let rating = ratings.iter().find(|rating| rating["player"] == "greedy").unwrap();
    assert_eq!((&last["elo"], &last["interval"]), (&rating["elo"], &rating["interval"]), "{last}");
}

#[test]
fn a_file_of_results_is_gone_on_with_where_a_line_was_torn() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("out.jsonl");
    let command = small(&["--preset", "full-sound,greedy", "--out", "out.jsonl"]);
    let whole = run_in(&command, "", home.path());
    let kept = std::fs::read_to_string(&file).unwrap();
    let third = kept.match_indices('\n').nth(2).unwrap().0;
    std::fs::write(&file, &kept[..third - 10]).unwrap();
    let again = run_in(&command, "", home.path());
    assert_eq!(text(&again.stdout), text(&whole.stdout));
    let lines = |text: &str| {
        text.lines().skip(1).map(|line| timeless(serde_json::from_str(line).unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(lines(&std::fs::read_to_string(&file).unwrap()), lines(&kept));
    // Another match does not touch it.
    let other = run_in(&small(&["--preset", "full-sound,prior", "--out", "out.jsonl"]), "", home.path());
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("another experiment"), "{}", text(&other.stderr));
}

#[test]
fn what_cannot_be_played_is_said_in_one_line() {
    for (more, told) in [
        (vec!["--preset", "best"], "two settings"),
        (vec!["--preset", "best,prior", "--threads", "2"], "--threads"),
        (vec!["--preset", "best,prior", "--repetitions", "2"], "--repetitions"),
        (vec!["--preset", "best,prior", "--schedule", "some"], "some"),
    ] {
        let output = run(&small(&more), "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains(told), "{more:?}: {said}");
    }
}

#[test]
fn a_file_that_says_what_whole_games_have_no_use_for_is_refused_with_its_place() {
    let home = tempfile::tempdir().expect("a folder");
    for (field, value) in [("threads", "[1, 2]"), ("repetitions", "3"), ("budget", "5000")] {
        let text_of_file = format!(
            "(\n  games: [(name: \"dvonn\")],\n  settings: [Preset(\"best\"), Preset(\"prior\")],\n  {field}: {value},\n)\n"
        );
        std::fs::write(home.path().join("games.ron"), text_of_file).expect("written");
        let output = run_in(&["compare", "--by-play", "--file", "games.ron"], "", home.path());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with(&format!("error: games.ron:4:3: '{field}' says nothing")), "{said}");
    }
}
