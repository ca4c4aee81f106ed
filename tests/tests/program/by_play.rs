//! `compare --by-play`, as a person runs it.

use anyply_games::AnyGame;
use anyply_tests::program::{all_refused, done_in, json, lasting_lines, objects, printed, refused, words};
use serde_json::Value;

const SMALL: &str = "compare --by-play --nodes 100 --positions 2";

#[test]
fn settings_play_each_other_in_every_game_and_the_sums_are_right() {
    let lines = json(&words(&format!("{SMALL} --preset full-sound,greedy,prior")));
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
    let told = "error: '--schedule' says nothing with depths";
    all_refused(2, &[("compare othello --by-play --depth 1..3 --schedule all", &[told])]);
}

#[test]
fn jobs_at_the_same_time_and_shards_put_together_play_the_same_games() {
    let home = tempfile::tempdir().unwrap();
    let line = format!("{SMALL} --preset full-sound,greedy");
    let whole = lasting_lines(&printed(&words(&format!("{line} --json"))));
    assert_eq!(lasting_lines(&printed(&words(&format!("{line} --json --jobs 3")))), whole);
    for number in 1..=3 {
        let part = format!("{line} --out {number}.jsonl --shard {number}/3");
        let planned = objects(&done_in(&format!("{part} --dry-run --json"), home.path()));
        let planned: u64 = planned.iter().filter_map(|game| game["games"].as_u64()).sum();
        done_in(&part, home.path());
        let kept = std::fs::read_to_string(home.path().join(format!("{number}.jsonl"))).unwrap();
        assert_eq!(kept.lines().skip(1).count() as u64, planned, "below the plan a game a line");
    }
    let merged = done_in("compare --merge 1.jsonl 2.jsonl 3.jsonl --json", home.path());
    assert_eq!(lasting_lines(&merged), whole);
}

#[test]
fn the_last_line_of_the_match_in_a_file_is_of_one_player_and_all_its_games() {
    let home = tempfile::tempdir().unwrap();
    let options = "othello --preset best,greedy,prior --schedule all --out out.jsonl";
    done_in(&format!("{SMALL} {options}"), home.path());
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
    let line = format!("{SMALL} --preset full-sound,greedy --out out.jsonl");
    let whole = done_in(&line, home.path());
    let kept = std::fs::read_to_string(&file).unwrap();
    let third = kept.match_indices('\n').nth(2).unwrap().0;
    std::fs::write(&file, &kept[..third - 10]).unwrap();
    assert_eq!(done_in(&line, home.path()), whole);
    assert_eq!(lasting_lines(&std::fs::read_to_string(&file).unwrap()), lasting_lines(&kept));
    // Another match does not touch it.
    refused(&line.replace("greedy", "prior"), home.path(), 1, &["another experiment"]);
}

#[test]
fn what_cannot_be_played_is_said_in_one_line() {
    all_refused(
        2,
        &[
            ("compare --by-play --preset best", &["two settings"]),
            ("compare --by-play --preset best,prior --threads 2", &["--threads"]),
            ("compare --by-play --preset best,prior --repetitions 2", &["--repetitions"]),
            ("compare --by-play --preset best,prior --schedule some", &["some"]),
        ],
    );
}

#[test]
fn a_file_that_says_what_whole_games_have_no_use_for_is_refused_with_its_place() {
    let home = tempfile::tempdir().expect("a folder");
    for (field, value) in [("threads", "[1, 2]"), ("repetitions", "3"), ("budget", "5000")] {
        let text_of_file = format!(
            "(\n  games: [(name: \"dvonn\")],\n  settings: [Preset(\"best\"), Preset(\"prior\")],\n  {field}: {value},\n)\n"
        );
        std::fs::write(home.path().join("games.ron"), text_of_file).expect("written");
        let told = format!("error: games.ron:4:3: '{field}' says nothing");
        refused("compare --by-play --file games.ron", home.path(), 1, &[&told]);
    }
}
