//! The files of `match`: no game is lost, played twice or mixed with another's, and they alone tell how it
//! ended.

use anyply_tests::program::{command, done_in, games, lasting_lines, objects, refused, run_in, text, words};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

#[test]
fn a_test_ends_a_match_and_its_file_alone_tells_the_same() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=full-sound --player b=prior --nodes 200 --games 400 --sprt elo0=0,elo1=100 --out t.jsonl --json";
    let first = done_in(line, home.path());
    let last: Value = serde_json::from_str(first.lines().last().unwrap()).unwrap();
    assert_eq!(last["sprt"]["accepted"], "H1", "{last}");
    let played = last["games"].as_u64().unwrap();
    assert!(played < 200, "{played}");
    assert_eq!(lasting_lines(&first), lasting_lines(&done_in(line, home.path())));
    let merged = done_in("match --merge t.jsonl --json", home.path());
    assert_eq!(lasting_lines(&first), lasting_lines(&merged));
    // Where the first game is missing, what there is settles nothing: what ends soon would decide.
    let kept = std::fs::read_to_string(home.path().join("t.jsonl")).unwrap();
    let holed: Vec<&str> =
        kept.lines().enumerate().filter(|(line, _)| *line != 1).map(|(_, line)| line).collect();
    std::fs::write(home.path().join("h.jsonl"), holed.join("\n") + "\n").unwrap();
    let output = run_in(&words("match --merge h.jsonl --json"), "", home.path());
    let there = holed.len() - 1;
    assert!(text(&output.stderr).contains(&format!("{} of 400 jobs are missing", 400 - there)));
    let lines = objects(&text(&output.stdout));
    assert_eq!(games(&lines).len(), there);
    let test = &lines.last().unwrap()["sprt"];
    assert_eq!((&test["llr"], &test["accepted"]), (&0.0.into(), &Value::Null), "{test}");
    assert_eq!(test["pairs"], 0, "{test}");
    let output = run_in(&words("match --merge h.jsonl"), "", home.path());
    let told = "0 pairs of the games before the first that is missing)";
    assert!(text(&output.stdout).contains(told), "{}", text(&output.stdout));
    assert!(!done_in("match --merge t.jsonl", home.path()).contains("first that is missing"));
}

// How a match ended, as far as it does not depend on the machine.
fn table(line: &str, home: &Path) -> String {
    done_in(&format!("{line} --csv"), home)
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_with_the_same_table() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=full-sound --player b=best --nodes 400 --games 120";
    let whole = table(line, home.path());
    let kept = format!("{line} --out kept.jsonl");
    for round in 0..20_u64 {
        let mut child = command(&words(&kept), home.path())
            .current_dir(home.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Twenty moments that are not the same from run to run, since the machine is not.
        std::thread::sleep(Duration::from_millis(3 + round * 37 % 101));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(table(&kept, home.path()), whole);
    let file = std::fs::read_to_string(home.path().join("kept.jsonl")).unwrap();
    let mut jobs: Vec<Value> =
        file.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()["job"].take()).collect();
    assert_eq!(jobs.len(), 120);
    jobs.sort_by_key(Value::to_string);
    jobs.dedup();
    assert_eq!(jobs.len(), 120, "no game is there twice");
}

#[test]
fn shards_put_together_tell_what_the_whole_match_tells() {
    let home = tempfile::tempdir().unwrap();
    let line = "match dvonn --player a=greedy --player b=prior --nodes 50 --games 8";
    for shard in ["1/3", "2/3", "3/3"] {
        done_in(&format!("{line} --shard {shard} --out {}.jsonl", &shard[..1]), home.path());
    }
    let merged = done_in("match --merge 1.jsonl 2.jsonl 3.jsonl --csv", home.path());
    assert_eq!(merged, table(line, home.path()));
    let plan = done_in(&format!("{line} --shard 1/3 --out 1.jsonl --dry-run"), home.path());
    assert!(plan.contains("from 4 openings with both colours, 4 games in this shard"), "{plan}");
    // Each has whole pairs, without which there is no Elo.
    let first = lasting_lines(&done_in("match --merge 1.jsonl --json", home.path()));
    assert_eq!(
        (games(&first).len(), first.last().unwrap()["superiority"].is_number()),
        (4, true),
        "{first:?}"
    );
}

#[test]
fn results_that_contradict_their_moves_are_refused_with_their_line() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=greedy --player b=prior --nodes 50 --games 2 --out r.jsonl";
    done_in(line, home.path());
    let file = home.path().join("r.jsonl");
    let mine = std::fs::read_to_string(&file).unwrap();
    let mut lines = mine.lines();
    let (head, game) = (lines.next().unwrap(), lines.next().unwrap());
    let told = |edit: &dyn Fn(&mut Value), what: &str| {
        let mut game: Value = serde_json::from_str(game).unwrap();
        edit(&mut game);
        std::fs::write(&file, format!("{head}\n{game}\n")).unwrap();
        for line in ["match --merge r.jsonl", line] {
            refused(line, home.path(), 1, &["error: r.jsonl:2:1: ", what]);
        }
    };
    let other = |game: &Value| if game["winner"] == "black" { "white" } else { "black" };
    told(&|game| game["winner"] = other(game).into(), "the moves lead to '");
    told(&|game| game["margin"] = 65.into(), "the moves lead to '");
    told(&|game| game["moves"][3]["move"] = "a1".into(), "'a1'");
    told(&|game| game["seed"] = 77.into(), "contradicts itself");
    told(&|game| game["seconds"][0] = (-1.0).into(), "contradicts itself");
    told(&|game| game["moves"][0]["seconds"] = (-1.0).into(), "contradicts itself");
    // Who has no winner has not lost by a fault.
    let no_winner = |game: &mut Value| {
        (game["winner"], game["margin"], game["by"]) = (Value::Null, Value::Null, "time-out".into());
    };
    told(&no_winner, "contradicts itself");
    let cut = |game: &mut Value| {
        game["moves"].as_array_mut().unwrap().truncate(3);
        game["plies"] = 3.into();
        let nodes = |number: usize| game["moves"][number]["nodes"].as_u64().unwrap();
        game["nodes"] = serde_json::json!([nodes(0) + nodes(2), nodes(1)]);
    };
    told(&cut, "the game goes on");
    std::fs::write(&file, mine.replacen("\"anyply_comparison\":1", "\"anyply_comparison\":2", 1)).unwrap();
    refused(line, home.path(), 1, &["error: r.jsonl:1:1: version 2 of such files"]);
}

#[test]
fn the_results_of_another_match_are_left_as_they_are() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=greedy --player b=prior --out r.jsonl --games";
    done_in(&format!("{line} 2"), home.path());
    let mine = std::fs::read(home.path().join("r.jsonl")).unwrap();
    refused(&format!("{line} 4"), home.path(), 1, &["another experiment"]);
    assert!(std::fs::read(home.path().join("r.jsonl")).unwrap() == mine);
}

#[test]
fn part_of_a_match_is_a_report_too_and_a_line_that_was_edited_is_not() {
    let home = tempfile::tempdir().unwrap();
    let line = "match othello --player a=best --player b=full-sound --nodes 50 --games 8 --shard 1/2 --out half.jsonl";
    done_in(line, home.path());
    let output = run_in(&words("match --merge half.jsonl --json"), "", home.path());
    assert!(text(&output.stderr).contains("4 of 8 jobs are missing"), "{}", text(&output.stderr));
    assert_eq!(games(&objects(&text(&output.stdout))).len(), 4);
    let kept = std::fs::read_to_string(home.path().join("half.jsonl")).unwrap();
    // Black wins each, whoever plays: the whole pair is even, three games are not.
    let mut three: Vec<String> = kept.lines().take(4).map(str::to_owned).collect();
    for line in &mut three[1..] {
        let mut game: Value = serde_json::from_str(line).unwrap();
        (game["winner"], game["margin"], game["by"]) = ("black".into(), Value::Null, "time-out".into());
        *line = game.to_string();
    }
    std::fs::write(home.path().join("three.jsonl"), three.join("\n") + "\n").unwrap();
    let table = done_in("match --merge three.jsonl --html page.html", home.path());
    let told = "Elo is that of whole pairs: of 1 game the other one of the pair is missing.";
    assert!(table.lines().any(|line| line == told), "{table}");
    assert!(std::fs::read_to_string(home.path().join("page.html")).unwrap().contains(told));
    let csv = done_in("match --merge three.jsonl --csv", home.path());
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let figure = |name: &str| {
        let column = rows[0].iter().position(|head| *head == name).unwrap();
        rows[1][column].parse::<f64>().unwrap()
    };
    assert_eq!(figure("wins") + figure("losses"), 3.0, "{csv}");
    assert_eq!(figure("score"), (figure("wins") + figure("draws") / 2.0) / 3.0, "{csv}");
    std::fs::write(home.path().join("edited.jsonl"), kept.replace(r#""first":"a""#, r#""first":"q""#))
        .unwrap();
    let output = run_in(&words("match --merge edited.jsonl"), "", home.path());
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("edited.jsonl:2:1: it contradicts"), "{said}");
}
