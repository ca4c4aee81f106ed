//! `learn`: the same weights however often it was ended, wherever its games were played; and one line for
//! what is wrong.

use anyply_framework::learn::{FeatureTable, Origin, Weights};
use anyply_tests::program::{command, done_in, objects, printed, refused, run, run_in, text, words};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Two rounds that are done at once: sooner in Dvonn, whose weights are fewer.
const RECIPE: &str = "(rounds: [(games: 30, depth: 1), (games: 30, depth: 2, earlier: 1)], opening: (10, 30), slips: 10, exact_from: 5,
  held_out: 4, fit: (iterations: 4))";

fn folder() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("r.ron"), RECIPE).expect("it can be written");
    home
}

fn weights(home: &Path, file: &str) -> Vec<u8> {
    fs::read(home.join(file)).expect("they were learned")
}

/// Starts the program and kills it when it is time; whether it had not ended before.
fn is_killed(line: &str, home: &Path, is_time: impl Fn() -> bool) -> bool {
    let mut child = command(&words(line), home)
        .current_dir(home)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !is_time() && child.try_wait().expect("it can be asked").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    !child.wait().expect("it ends").success()
}

#[test]
fn what_was_killed_at_any_moment_goes_on_to_the_same_weights() {
    let home = folder();
    let whole = done_in("learn dvonn --recipe r.ron --out whole --jobs 1 --json", home.path());
    let folder = home.path().join("again");
    let line = |jobs: u32| format!("learn dvonn --recipe r.ron --out again --jobs {jobs} --json");
    for (moment, jobs) in [(20, 1), (60, 2), (120, 1)] {
        let begun = Instant::now();
        is_killed(&line(jobs), home.path(), || begun.elapsed() >= Duration::from_millis(moment));
    }
    // Between the rounds, and among the games of the second.
    for (file, jobs) in [("round-1.weights", 2), ("round-2.jsonl", 1)] {
        let length = || fs::metadata(folder.join(file)).map_or(0, |file| file.len());
        // A busy machine may look too late, when all is learned: then once more from the beginning.
        let killed = (0..9).any(|_| {
            let before = length();
            let killed = is_killed(&line(jobs), home.path(), || length() > before);
            if !killed {
                fs::remove_dir_all(&folder).expect("it was made");
            }
            killed
        });
        assert!(killed && folder.join("round-1.weights").is_file(), "it was never killed at {file}");
    }
    let again = done_in(&line(1), home.path());
    assert_eq!(again, whole.replace("whole", "again"));
    assert!(weights(home.path(), "again/dvonn.weights") == weights(home.path(), "whole/dvonn.weights"));
    // Once more changes nothing.
    assert_eq!(done_in("learn dvonn --recipe r.ron --out again --json", home.path()), again);
}

#[test]
fn shards_put_together_learn_the_same() {
    let home = folder();
    done_in("learn dvonn --recipe r.ron --out whole", home.path());
    let learn = "learn dvonn --recipe r.ron --out";
    for round in 1..=2 {
        for shard in 1..=2 {
            done_in(&format!("{learn} part{shard} --shard {shard}/2"), home.path());
        }
        let name = format!("round-{round}.2-of-2.jsonl");
        let [one, two] = [1, 2].map(|part| home.path().join(format!("part{part}")));
        fs::copy(two.join(&name), one.join(&name)).expect("it is there");
        done_in(&format!("{learn} part1"), home.path());
        // The next round needs what this one has learned.
        for name in [format!("round-{round}.weights"), format!("round-{round}.json")] {
            fs::copy(one.join(&name), two.join(&name)).expect("it is there");
        }
        if round == 1 {
            fs::remove_file(one.join("round-2.weights")).expect("it is there");
            fs::remove_file(one.join("round-2.json")).expect("it is there");
            fs::remove_file(one.join("round-2.jsonl")).expect("it is there");
        }
    }
    assert!(weights(home.path(), "part1/dvonn.weights") == weights(home.path(), "whole/dvonn.weights"));
}

#[test]
fn the_report_is_lines_a_table_and_a_page() {
    let home = folder();
    let lines = objects(&done_in("learn othello --recipe r.ron --out a --json --html a.html", home.path()));
    let (last, phases) = lines.split_last().expect("there are lines");
    assert_eq!(phases[0]["round"], 1);
    assert_eq!(phases.len() % 2, 0);
    let sum = |of: &str| -> u64 {
        let second = phases.iter().filter(|line| line["round"] == 2);
        second.map(|line| line[of].as_u64().expect("a number")).sum()
    };
    for of in ["positions", "train", "held_out"] {
        assert_eq!(last["summary"][of], sum(of), "{of}");
    }
    assert_eq!(
        (&last["summary"]["games"], &last["summary"]["weights"]),
        (&Value::from(60), &Value::from("a/othello.weights"))
    );
    let table = done_in("learn othello --recipe r.ron --out a", home.path());
    assert!(table.contains("round 2") && table.contains("hand-made"), "{table}");
    let page = fs::read_to_string(home.path().join("a.html")).expect("the page");
    assert!(page.contains("Error by phase") && page.contains("Positions by phase"));
    // The weights are an evaluator.
    done_in("analyze othello --eval a/othello.weights --depth 2", home.path());
}

#[test]
fn the_recipe_that_is_printed_is_the_one_that_is_followed() {
    let home = folder();
    let own = printed(&words("learn othello --dry-run --games 100"));
    fs::write(home.path().join("own.ron"), &own).expect("it can be written");
    assert_eq!(done_in("learn othello --recipe own.ron --dry-run", home.path()), own);
}

#[test]
fn a_folder_of_something_else_is_left_as_it_is() {
    let home = folder();
    done_in("learn dvonn --recipe r.ron --out a", home.path());
    let before = weights(home.path(), "a/dvonn.weights");
    refused(
        "learn dvonn --recipe r.ron --out a --seed 2",
        home.path(),
        1,
        &["round-1.weights", "another recipe or seed"],
    );
    fs::remove_file(home.path().join("a/round-1.weights")).expect("it is there");
    refused(
        "learn dvonn --recipe r.ron --out a --seed 2",
        home.path(),
        1,
        &["round-1.jsonl:1:1", "another experiment"],
    );
    assert!(weights(home.path(), "a/dvonn.weights") == before);
    let cut = home.path().join("a/round-1.weights");
    fs::write(&cut, &before[..before.len() / 2]).expect("it can be written");
    refused("learn dvonn --recipe r.ron --out a", home.path(), 1, &["round-1.weights", "checksum"]);
    // Games that were cut off are played again.
    fs::remove_file(cut).expect("it is there");
    let games = home.path().join("a/round-1.jsonl");
    let text = fs::read(&games).expect("the games");
    fs::write(&games, &text[..text.len() - 70]).expect("it can be written");
    done_in("learn dvonn --recipe r.ron --out a", home.path());
    assert!(
        weights(home.path(), "a/dvonn.weights") == before
            && fs::read(&games).expect("the games").len() == text.len()
    );
}

#[test]
fn weights_for_another_board_are_left_as_they_are() {
    let home = tempfile::tempdir().expect("a folder");
    let recipe = "(rounds: [(games: 8, depth: 1)], opening: (2, 6), held_out: 4, fit: (iterations: 2))";
    fs::write(home.path().join("g.ron"), recipe).expect("it can be written");
    let table = done_in("learn gomoku --recipe g.ron --out g", home.path());
    assert!(table.starts_with("gomoku freestyle 15x15, round 1"), "{table}");
    assert_eq!(done_in("learn gomoku --size 15 --recipe g.ron --out g", home.path()), table);
    let other = "learn gomoku --size 19 --recipe g.ron --out g";
    refused(other, home.path(), 1, &["round-1.weights", "another board"]);
    // Weights from before they said it: the games beside them do.
    let path = home.path().join("g/round-1.weights");
    let found = Weights::from_bytes(&fs::read(&path).expect("the weights")).expect("they are whole");
    let silent = Origin { size: None, ..found.origin().clone() };
    let silent = Weights::new(silent, &[FeatureTable { name: "lines", weights: 1 }], 1, 1, vec![0]);
    fs::write(&path, silent.to_bytes()).expect("it can be written");
    done_in("learn gomoku --recipe g.ron --out g", home.path());
    refused(other, home.path(), 1, &["round-1.weights", "another board"]);
    fs::remove_file(home.path().join("g/round-1.jsonl")).expect("it is there");
    refused("learn gomoku --recipe g.ron --out g", home.path(), 1, &["round-1.weights", "another board"]);
}

#[test]
fn games_with_figures_that_are_no_shares_of_a_win_are_refused() {
    let home = tempfile::tempdir().expect("a folder");
    let recipe = "(rounds: [(games: 2, depth: 1)], opening: (2, 6), fit: (iterations: 2))";
    fs::write(home.path().join("g.ron"), recipe).expect("it can be written");
    done_in("learn gomoku --recipe g.ron --out g", home.path());
    fs::remove_file(home.path().join("g/round-1.weights")).expect("it is there");
    let games = home.path().join("g/round-1.jsonl");
    let text = fs::read_to_string(&games).expect("the games");
    let (header, lines) = text.split_once('\n').expect("a header");
    for (from, to) in [("\"values\":[[", "\"values\":[[0,-2147483648],["), ("]]}", "]],\"scores\":[101]}")] {
        let changed = lines.replace(from, to);
        assert_ne!(changed, lines);
        fs::write(&games, format!("{header}\n{changed}")).expect("it can be written");
        let said = ["g/round-1.jsonl: game 1-", "it contradicts itself"];
        refused("learn gomoku --recipe g.ron --out g", home.path(), 1, &said);
    }
}

#[test]
fn weights_are_adapted_to_recorded_games() {
    let home = folder();
    let here = home.path();
    done_in("learn othello --recipe r.ron --out whole", here);
    let games = fs::read_to_string(here.join("whole/round-2.jsonl")).expect("games");
    let games: Vec<String> = games
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["moves"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(games.len(), 30);
    fs::write(here.join("first.txt"), games[..20].join("\n")).expect("it can be written");
    fs::write(here.join("rest.txt"), games[20..].join("\n")).expect("it can be written");
    let learn = "learn othello --recipe r.ron --eval whole/othello.weights --file";
    let lines = objects(&done_in(&format!("{learn} first.txt rest.txt --out own --json"), here));
    let (last, phases) = lines.split_last().expect("there are lines");
    assert_eq!(last["summary"]["games"], 30);
    assert!(last["summary"]["before"].is_number() && phases.iter().all(|phase| phase["round"] == 1));
    assert!(weights(here, "own/othello.weights") != weights(here, "whole/othello.weights"));
    done_in("analyze othello --eval own/othello.weights --depth 2", here);
    // The same command goes on; with other games it is something else.
    let table = done_in(&format!("{learn} first.txt rest.txt --out own"), here);
    assert!(table.contains("of the weights before they were adapted.\n"), "{table}");
    refused(&format!("{learn} first.txt --out own"), here, 1, &["round-1.weights", "other games"]);
    let other = "learn othello --recipe r.ron --file first.txt rest.txt --out own";
    refused(other, here, 1, &["round-1.weights", "other games"]);
    // What is no game, or no weights.
    fs::write(here.join("bad.txt"), format!("{}\nf5 f5", games[0])).expect("it can be written");
    refused("learn othello --file bad.txt --out bad", here, 1, &["bad.txt:2", "'f5'"]);
    refused("learn othello --file bad.games --out bad", here, 2, &["'bad.games'", ".ron"]);
    refused("learn othello --file none.txt --out bad", here, 1, &["'none.txt'"]);
    refused("learn othello --file first.txt --eval discs --out bad", here, 2, &["'discs'", "weights"]);
    refused("learn othello --file first.txt --games 3 --out bad", here, 2, &["--games"]);
    refused("learn dvonn --file first.txt --out bad", here, 1, &["first.txt:1"]);
}

#[test]
fn what_is_wrong_is_one_line() {
    let home = folder();
    let here = home.path();
    refused(
        "learn othello --variant 6x6 --out a",
        here,
        1,
        &["othello", "no evaluator with learned weights"],
    );
    refused("learn othello", here, 2, &["--out"]);
    refused("learn chess --out a", here, 2, &["'chess'"]);
    refused(
        "learn othello --out a --games 3 --eval discs",
        here,
        2,
        &["--eval", "goes with --book or --file"],
    );
    refused("learn othello --out a --games 3 --width 3", here, 2, &["--width", "go with --book"]);
    refused("learn othello --out a --recipe none.ron", here, 1, &["none.ron"]);
    refused("learn othello --out r.ron", here, 1, &["r.ron"]);
    refused("learn othello --out a --games 0", here, 2, &["'0'"]);
    refused("learn othello --out a --openings 2 --jobs 2", here, 2, &["--openings", "--jobs"]);
    refused("learn othello --dry-run --html page.html", here, 2, &["--dry-run", "--html"]);
    refused("learn othello --dry-run --shard 1/2", here, 2, &["--dry-run", "--shard"]);
    for (text, said) in [
        ("(rounds: [(games: 5, depth: 1)], slip: 3)", "b.ron:1:34: "),
        ("(rounds: [(games: 5, depth: 0)])", "b.ron:1:22: 'depth: 0'"),
        ("(rounds: [(games: 5, depth: 1, evaluator: \"postional\")])", "'positional'"),
        ("(rounds: [(games: 5, depth: 1)], play: \"bset\")", "b.ron:1:40: unknown preset 'bset'"),
        ("(rounds: [(games: 1000000, depth: 9), (games: 5, depth: 1, evaluator: \"nobody\")])", "'nobody'"),
        ("(rounds: [(games: 5, depth: 1)], beside: \"nobody\")", "'nobody'"),
        ("(rounds: [(games: 5, depth: 1)], exact_from: 8, solve: \"greedy\")", "'solve: greedy'"),
        ("(rounds: [(games: 5, depth: 1)], opening: (8, 60))", "'opening: (8, 60)': expected fewer plies"),
    ] {
        fs::write(here.join("b.ron"), text).expect("it can be written");
        for options in ["--out b", "--dry-run"] {
            refused(&format!("learn othello {options} --recipe b.ron"), here, 1, &["error: b.ron:1:", said]);
        }
    }
    // After the placement.
    fs::write(here.join("b.ron"), "(rounds: [(games: 5, depth: 1)], opening: (0, 60))")
        .expect("it can be written");
    refused("learn dvonn --dry-run --recipe b.ron", here, 1, &["error: b.ron:1:", "which is 48"]);
    assert_eq!(run(&words("learn --help"), "").status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupted_round_keeps_its_games() {
    use anyply_tests::program::Running;
    let home = tempfile::tempdir().expect("a folder");
    let recipe = "(rounds: [(games: 100000, depth: 4)], opening: (10, 20))";
    fs::write(home.path().join("long.ron"), recipe).expect("it can be written");
    let out = home.path().join("a");
    let recipe = home.path().join("long.ron");
    let line = format!("learn othello --recipe {} --out {}", recipe.display(), out.display());
    let running = Running::start(&words(&line), home.path());
    let games = || fs::read_to_string(out.join("round-1.jsonl")).map_or(0, |text| text.lines().count());
    while games() < 10 {
        std::thread::sleep(Duration::from_millis(20));
    }
    running.signal("INT");
    let (_, status) = running.end();
    assert_eq!(status.code(), Some(130));
    assert!(games() >= 10);
}

#[test]
fn balanced_openings_are_made_for_any_rules_and_taken_by_matches() {
    let home = tempfile::tempdir().expect("a folder");
    let make = "learn othello --variant 6x6 --openings 3 --out six.txt";
    let said = done_in(make, home.path());
    assert!(said.contains("3 openings"), "{said}");
    let file = fs::read_to_string(home.path().join("six.txt")).expect("written");
    assert_eq!(file.lines().filter(|line| !line.starts_with('%')).count(), 3, "{file}");
    let again = objects(&done_in(&format!("{make} --json"), home.path()));
    assert_eq!(again[0]["summary"]["openings"], 3);
    assert_eq!(fs::read_to_string(home.path().join("six.txt")).expect("written"), file, "the same again");
    let one = done_in("learn othello --variant 6x6 --openings 1 --out one.txt", home.path());
    assert_eq!(one, "1 opening: one.txt\n");
    let alone = fs::read_to_string(home.path().join("one.txt")).expect("written");
    assert!(alone.starts_with("% 1 balanced opening of othello: "), "{alone}");
    let games =
        "match othello --variant 6x6 --player a=1 --player b=prior --openings six.txt --games 2 --json";
    assert_eq!(
        objects(&done_in(games, home.path())).iter().filter(|line| line["opening"].is_object()).count(),
        2
    );
    fs::write(home.path().join("mine.txt"), "e6 f4\n").expect("written");
    for (line, why) in [
        (
            make.replace("six", "mine").as_str(),
            "'mine.txt' is there and holds no openings made by this command",
        ),
        ("learn dvonn --variant random --openings 2 --out x.txt", "no two games of dvonn random begin alike"),
        ("learn gomoku --openings 2 --out nowhere/x.txt", "there is no folder"),
    ] {
        let output = run_in(&words(line), "", home.path());
        let said = text(&output.stderr);
        assert!(
            output.status.code() == Some(1) && said.contains(why) && said.lines().count() == 1,
            "{line}: {said}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn openings_are_written_to_an_open_file_whatever_is_in_it() {
    use std::io::Write;
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("both.txt");
    let mut open = fs::File::create(&file).expect("made");
    open.write_all(b"before\n").expect("written");
    let line = words("learn othello --variant 6x6 --openings 1 --out /dev/stdout");
    let output = command(&line, home.path()).stdout(open).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let all = fs::read_to_string(&file).expect("it is there");
    assert!(all.starts_with("before\n% 1 balanced opening of othello: "), "{all}");
    assert!(all.ends_with("\n1 opening: /dev/stdout\n"), "{all}");
}
