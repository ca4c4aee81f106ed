//! The files of `compare`: no result is lost, done twice or mixed with another's, whenever and however a run
//! ends.

use anyply_framework::search::Preset;
use anyply_games::AnyGame;
use anyply_tests::program::{
    all_refused, command, done_in, lasting_lines, objects, printed, refused, run_in, text, words,
};
use serde_json::Value;
use std::fs;
use std::process::Stdio;

/// Small enough to be done at once, large enough that the lower rungs are given up.
const SMALL: &str = "compare --depth 4 --positions 2 --budget 3000 --hash 1M";

#[test]
fn a_run_killed_at_any_moment_goes_on_and_loses_nothing() {
    use rand::RngExt;
    let line =
        "compare --preset alphabeta,full-sound --depth 5 --positions 3 --budget 20000 --hash 1M --json";
    let whole = lasting_lines(&printed(&words(line)));
    let mut random = anyply_tests::random(7);
    for trial in 0..2 {
        let home = tempfile::tempdir().expect("a folder");
        let line = format!("{line} --out r.jsonl --jobs {}", trial % 2 + 1);
        let mut kills = 0;
        let printed = loop {
            let mut child = command(&words(&line), home.path())
                .current_dir(home.path())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            let wait = std::time::Duration::from_millis(random.random_range(5..30 << kills.min(6)));
            std::thread::sleep(wait);
            if child.try_wait().expect("it can be asked").is_none() {
                child.kill().expect("it can be killed");
                child.wait().expect("it ends");
                kills += 1;
                // The last line may be torn as well.
                if random.random_range(0..2) == 0
                    && let Ok(bytes) = fs::read(home.path().join("r.jsonl"))
                {
                    let cut = bytes.len().saturating_sub(random.random_range(0..100));
                    fs::write(home.path().join("r.jsonl"), &bytes[..cut]).expect("written");
                }
                continue;
            }
            break text(&child.wait_with_output().expect("it ended").stdout);
        };
        assert!(kills > 0, "it was never killed");
        assert_eq!(lasting_lines(&printed), whole, "after {kills} kills");
        let file = fs::read_to_string(home.path().join("r.jsonl")).expect("a file");
        let mut jobs: Vec<String> = objects(&file).iter().skip(1).map(|job| job["job"].to_string()).collect();
        assert_eq!(jobs.len(), 18);
        jobs.sort_unstable();
        jobs.dedup();
        assert_eq!(jobs.len(), 18, "each job once");
    }
}

#[test]
fn shards_say_together_what_the_whole_run_says() {
    let home = tempfile::tempdir().expect("a folder");
    let whole = done_in(&format!("{SMALL} --json --out whole.jsonl"), home.path());
    assert_eq!(done_in("compare --merge whole.jsonl --json", home.path()), whole);
    // The same results dealt out to three files: exactly the same report, times and all.
    let file = fs::read_to_string(home.path().join("whole.jsonl")).expect("a file");
    let (header, lines) = file.split_once('\n').expect("a header");
    for number in 0..3 {
        let mut part: Vec<&str> = lines.lines().skip(number).step_by(3).collect();
        part.reverse();
        let text = format!("{header}\n{}\n", part.join("\n"));
        fs::write(home.path().join(format!("part{number}.jsonl")), text).expect("written");
    }
    for form in ["", " --json", " --csv"] {
        let parts = format!("compare --merge part2.jsonl part0.jsonl part1.jsonl{form}");
        let at_once = done_in(&format!("compare --merge whole.jsonl{form}"), home.path());
        assert_eq!(done_in(&parts, home.path()), at_once);
    }
    // Done apart, only the times are others.
    let jobs = AnyGame::names().len() * Preset::ladder().len() * 2;
    for number in 1..=2 {
        let shard =
            run_in(&words(&format!("{SMALL} --out s{number}.jsonl --shard {number}/2")), "", home.path());
        assert_eq!((shard.status.code(), text(&shard.stdout).as_str()), (Some(0), ""));
        let said = format!("{} of {jobs} jobs are done", jobs / 2);
        assert!(text(&shard.stderr).contains(&said), "{}", text(&shard.stderr));
    }
    let merged = done_in("compare --merge s1.jsonl s2.jsonl --json", home.path());
    assert_eq!(lasting_lines(&merged), lasting_lines(&whole));
    let half = jobs / 2;
    let told = format!("error: {half} of {jobs} jobs are missing, for example othello 8x8: minimax on '");
    refused("compare --merge s2.jsonl", home.path(), 1, &[&told]);
}

#[test]
fn the_results_of_another_experiment_are_left_alone() {
    let home = tempfile::tempdir().expect("a folder");
    let line = "compare othello --preset full-sound --positions 1 --depth 2 --out r.jsonl";
    done_in(line, home.path());
    let file = home.path().join("r.jsonl");
    let mine = fs::read_to_string(&file).expect("a file");
    let refused = |line: &str, said: &str| {
        let before = fs::read_to_string(&file).expect("a file");
        refused(line, home.path(), 1, &["error: r.jsonl:", said]);
        assert_eq!(fs::read_to_string(&file).expect("a file"), before, "{line}");
    };
    refused(&line.replace("--depth 2", "--depth 3"), "r.jsonl:1:1: the results of another experiment");
    refused(&line.replace("othello", "gomoku"), "another experiment");
    fs::write(&file, "a text of mine\n").expect("written");
    refused(line, "r.jsonl:1:1: not a file of results");
    refused("compare --merge r.jsonl", "not a file of results");
    fs::write(&file, mine.replace("\"budget\":", "\"budgt\":")).expect("written");
    refused("compare --merge r.jsonl", "r.jsonl:1:");
    fs::write(&file, mine.replace("\"status\":\"done\"", "\"status\":\"well\"")).expect("written");
    refused("compare --merge r.jsonl", "r.jsonl:2:");
    fs::write(&file, mine.replace("\"version\":\"", "\"version\":\"9")).expect("written");
    refused(line, "r.jsonl:1:1: the line that says which experiment it is was damaged or edited");
}

#[test]
fn searches_that_do_not_deepen_are_read_back() {
    let home = tempfile::tempdir().expect("a folder");
    let line =
        "compare dvonn --preset best --set iterative_deepening=off --depth 1..4 --positions 20 --out r.jsonl";
    done_in(line, home.path());
    let lines = objects(&fs::read_to_string(home.path().join("r.jsonl")).expect("a file"));
    let shrinks = |line: &Value| {
        let depths = line["depths"].as_array().into_iter().flatten();
        depths.map(|at| at["nodes"].as_u64()).any(|nodes| nodes > line["nodes"].as_u64())
    };
    assert!(lines.iter().any(shrinks), "a depth takes more than the next one somewhere");
    done_in("compare --merge r.jsonl", home.path());
}

#[test]
fn a_value_that_differs_is_an_error_with_its_position() {
    let home = tempfile::tempdir().expect("a folder");
    done_in("compare othello --preset full-sound --positions 2 --depth 3 --out r.jsonl", home.path());
    let file = fs::read_to_string(home.path().join("r.jsonl")).expect("a file");
    let changed: Vec<String> = file
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            if line["setting"] == "full-sound" && line["depths"][1]["value"].is_number() {
                line["depths"][1]["value"] = 77.25.into();
            }
            line.to_string()
        })
        .collect();
    fs::write(home.path().join("r.jsonl"), changed.join("\n") + "\n").expect("written");
    for form in ["", " --json", " --csv"] {
        let output = run_in(&words(&format!("compare --merge r.jsonl{form}")), "", home.path());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(!output.stdout.is_empty(), "the figures are told all the same");
        let errors: Vec<&str> = said.lines().collect();
        assert_eq!(errors.len(), 2, "{said}");
        for error in errors {
            assert!(error.starts_with("error: othello 8x8 '"), "{error}");
            assert!(
                error.contains("depth 2: full-sound gives +77.25, but the value of alphabeta is "),
                "{error}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_it_with_the_reason() {
    let line = format!("{SMALL} --out /dev/full");
    all_refused(1, &[(&line, &["error: cannot write '/dev/full': No space left on device"])]);
}

#[cfg(target_os = "linux")]
#[test]
fn results_are_not_kept_in_the_file_that_is_printed_to() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("r.jsonl");
    for line in [
        "compare othello --preset best --depth 1 --positions 1",
        "match othello --player a=greedy --player b=prior --nodes 20 --games 2",
    ] {
        for out in ["/dev/stdout", "r.jsonl"] {
            let open = fs::File::create(&file).expect("made");
            let mut running = command(&words(&format!("{line} --json --out {out}")), home.path());
            let output = running.current_dir(home.path()).stdout(open).output().expect("it runs");
            let told = format!(
                "error: '{out}' is no file of its own: what is printed there would overwrite the results\n"
            );
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), told), "{line}");
            assert_eq!(fs::read_to_string(&file).expect("a file"), "", "nothing is done: {line}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_that_does_not_fit_leaves_no_part_of_it() {
    let home = tempfile::tempdir().expect("a folder");
    let line = format!("{SMALL} othello --jobs 2 --out r.jsonl");
    done_in(&line, home.path());
    let file = home.path().join("r.jsonl");
    let whole = fs::read_to_string(&file).expect("a file");
    let lines = whole.lines().count();
    fs::remove_file(&file).expect("removed");
    // Blocks of 512 bytes: the last results have no room.
    let full = format!("ulimit -f {}; exec \"$@\"", whole.len() / 512 - 2);
    let output = std::process::Command::new("sh")
        .args(["-c", &full, "sh"])
        .arg(anyply_tests::program::path())
        .args(words(&line))
        .env("ANYPLY_HOME", home.path())
        .current_dir(home.path())
        .output()
        .expect("a shell");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: cannot write 'r.jsonl': "), "{said}");
    let kept = fs::read_to_string(&file).expect("a file");
    assert!(kept.ends_with('\n') && kept.lines().count() < lines, "{said}");
    done_in(&line, home.path());
    let all = fs::read_to_string(&file).expect("a file");
    assert!(all.starts_with(&kept) && all.lines().count() == lines);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on_and_until_then_has_its_file_for_itself() {
    let home = tempfile::tempdir().expect("a folder");
    let line = "compare othello --depth 6 --hash 1M --out r.jsonl --json";
    let child = command(&words(line), home.path())
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let file = home.path().join("r.jsonl");
    // From the second result on: one is certainly kept.
    while fs::read_to_string(&file).unwrap_or_default().lines().count() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let other = refused(line, home.path(), 1, &[]);
    assert_eq!(other, "error: another run is writing 'r.jsonl'; it is left as it is");
    anyply_tests::program::signal(child.id(), "INT");
    let output = child.wait_with_output().expect("it ends");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("are done and kept in r.jsonl; the same command goes on"), "{said}");
    let kept = fs::read_to_string(&file).expect("a file");
    let resumed = done_in(line, home.path());
    assert!(fs::read_to_string(&file).expect("a file").starts_with(&kept), "nothing is done again");
    let fresh = tempfile::tempdir().expect("a folder");
    assert_eq!(lasting_lines(&resumed), lasting_lines(&done_in(line, fresh.path())));
}

#[test]
fn the_file_of_a_setting_may_be_moved_between_two_runs_and_those_of_one_name_are_numbered() {
    let home = tempfile::tempdir().expect("a folder");
    for (folder, settings) in [("a", "(history: false)"), ("b", "(history: false)"), ("c", "(killers: 0)")] {
        fs::create_dir(home.path().join(folder)).expect("made");
        fs::write(home.path().join(folder).join("s.ron"), settings).expect("written");
    }
    let line = "compare othello --positions 1 --depth 2 --config a/s.ron";
    let table = done_in(&format!("{line} --out r.jsonl"), home.path());
    let kept = fs::read_to_string(home.path().join("r.jsonl")).expect("a file");
    assert!(table.contains("\ns.ron  "), "{table}");
    assert_eq!(done_in(&format!("{} --out r.jsonl", line.replace("a/s", "b/s")), home.path()), table);
    assert_eq!(
        fs::read_to_string(home.path().join("r.jsonl")).expect("a file"),
        kept,
        "nothing is done again"
    );
    let lines = objects(&done_in(&format!("{line} --config c/s.ron --json"), home.path()));
    let told: Vec<_> = lines.iter().filter_map(|line| line["setting"].as_str()).collect();
    assert_eq!(told, ["s.ron 1", "s.ron 2"]);
    let both = format!("{line} --config c/s.ron");
    for form in ["--out n.jsonl", "--dry-run", "--by-play --dry-run", "--by-play"] {
        let table = done_in(&format!("{both} {form}"), home.path());
        assert!(table.contains("s.ron 1 = a/s.ron\ns.ron 2 = c/s.ron\n"), "{form}: {table}");
    }
    let kept = fs::read_to_string(home.path().join("n.jsonl")).expect("a file");
    let moved = done_in(&format!("{} --out n.jsonl", both.replace("a/s", "b/s")), home.path());
    assert!(moved.contains("s.ron 1 = b/s.ron\n"), "{moved}");
    assert_eq!(fs::read_to_string(home.path().join("n.jsonl")).expect("a file"), kept);
}

#[test]
fn players_with_evaluators_files_of_one_name_stay_the_same_where_these_are_moved() {
    let home = tempfile::tempdir().expect("a folder");
    for (folder, evaluator) in [("a", "mobility"), ("b", "squares"), ("c", "mobility"), ("d", "squares")] {
        fs::create_dir(home.path().join(folder)).expect("made");
        let settings = printed(&["evaluators", "othello", evaluator]);
        fs::write(home.path().join(folder).join("e.ron"), settings).expect("written");
    }
    let line = "compare othello --by-play --preset greedy --positions 1 --nodes 50 --out m.jsonl --eval";
    let table = done_in(&format!("{line} a/e.ron,b/e.ron"), home.path());
    assert!(table.contains("greedy e.ron 2      greedy e.ron 1 "), "{table}");
    assert!(table.starts_with("e.ron 1 = a/e.ron\ne.ron 2 = b/e.ron\n"), "{table}");
    let kept = fs::read_to_string(home.path().join("m.jsonl")).expect("a file");
    let again = done_in(&format!("{line} c/e.ron,d/e.ron"), home.path());
    assert_eq!(again.replace("c/e.ron", "a/e.ron").replace("d/e.ron", "b/e.ron"), table);
    let planned = done_in(&format!("{line} c/e.ron,d/e.ron --dry-run"), home.path());
    assert!(planned.starts_with("e.ron 1 = c/e.ron\ne.ron 2 = d/e.ron\ngreedy e.ron 1 "), "{planned}");
    assert_eq!(fs::read_to_string(home.path().join("m.jsonl")).expect("a file"), kept);
}

#[test]
fn the_file_of_an_evaluator_may_be_moved_between_two_runs_but_a_copy_is_refused() {
    let home = tempfile::tempdir().expect("a folder");
    for folder in ["a", "b"] {
        fs::create_dir(home.path().join(folder)).expect("made");
        let settings = printed(&["evaluators", "othello", "mobility"]);
        fs::write(home.path().join(folder).join("e.ron"), settings).expect("written");
    }
    for line in [
        "compare othello --preset full-sound --positions 1 --depth 2 --out r.jsonl --eval a/e.ron",
        "compare othello --by-play --preset full-sound,greedy --positions 1 --nodes 50 --out m.jsonl --eval a/e.ron,squares",
    ] {
        let file = home.path().join(if line.contains("r.jsonl") { "r.jsonl" } else { "m.jsonl" });
        done_in(line, home.path());
        let kept = fs::read_to_string(&file).expect("a file");
        done_in(&line.replace("a/e.ron", "b/e.ron"), home.path());
        assert_eq!(fs::read_to_string(&file).expect("a file"), kept, "nothing is done again: {line}");
    }
    let told = "'b/e.ron' holds the same as 'a/e.ron'";
    for line in [
        "compare othello --preset full-sound --positions 1 --depth 1 --eval a/e.ron,b/e.ron",
        "compare othello --by-play --preset best --positions 1 --nodes 50 --eval a/e.ron,b/e.ron",
    ] {
        refused(line, home.path(), 2, &[told]);
    }
    // Named twice it is one.
    let twice = "compare othello --preset full-sound --positions 1 --depth 1 --eval a/e.ron,a/e.ron --json";
    let lines = objects(&done_in(twice, home.path()));
    let told: Vec<_> = lines.iter().filter_map(|line| line["evaluator"].as_str()).collect();
    assert!(!told.is_empty() && told.iter().all(|name| *name == "a/e.ron"), "{told:?}");
}
