//! `compare`, run as a person would run it: what it prints, and that no result is lost, done twice or mixed with another's.

use anyply_games::AnyGame;
use anyply_tests::program::{command, json, objects, printed, run, run_in, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Small enough to be done at once, large enough that the lower rungs are given up.
const SMALL: &str = "compare --depth 4 --positions 2 --budget 3000 --hash 1M";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A value without what differs from run to run.
fn lasting(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.contains("second") && name != "speedup");
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

fn lasting_lines(printed: &str) -> Vec<Value> {
    objects(printed).into_iter().map(lasting).collect()
}

/// Runs a command that must succeed, in a folder.
fn done_in(line: &str, folder: &Path) -> String {
    let output = run_in(&words(line), "", folder);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_ladder_gives_a_line_for_each_job_and_a_summary() {
    let lines = json(&words(SMALL));
    let (jobs, summaries): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("summary").is_none());
    assert!(lines[..jobs.len()].iter().all(|line| line.get("summary").is_none()), "results first");
    let games = AnyGame::names();
    assert_eq!(jobs.len(), games.len() * 10 * 2);
    assert_eq!(summaries.len(), games.len() * 10 + 1);
    let first = ["game", "setting", "position", "depth", "value", "nodes", "leaves", "seconds", "status"];
    for job in &jobs {
        let fields = job.as_object().expect("an object");
        assert!(fields.keys().take(first.len()).eq(first), "{job}");
        let status = job["status"].as_str().expect("a status");
        let (depth, nodes) = (job["depth"].as_u64().expect("a depth"), job["nodes"].as_u64().expect("nodes"));
        let known = job["known"] == true;
        assert!(
            match status {
                "done" => depth == 4 || known,
                "over budget" => depth < 4 && nodes == 3000,
                _ => false,
            },
            "{job}"
        );
        assert!(job["depths"].as_array().expect("depths").len() as u64 <= 4 && depth <= 4, "{job}");
        assert_eq!(job["value"].is_null(), depth == 0, "{job}");
    }
    assert!(jobs.iter().any(|job| job["status"] == "over budget"));
    let all = &lines.last().expect("lines")["summary"];
    assert_eq!((all["jobs"].as_u64(), all["differences"].as_array().map(Vec::len)), (Some(60), Some(0)));
    assert!(all["compared"].as_u64() > Some(100), "{all}");
}

#[test]
fn tables_fit_a_hundred_columns_and_say_how_sure_they_are() {
    for line in [
        "compare --depth 1..3 --positions 3 --budget 3000 --hash 1M",
        "compare othello --preset full-sound,best,mcts --threads 1,2 --depth 3 --positions 2 --budget 3000",
        "compare gomoku --nodes 2000 --preset full-sound --set killers=0 --eval patterns,sequences",
    ] {
        let table = printed(&words(line));
        for row in table.lines() {
            assert!(row.chars().count() <= 100, "{line}: {} columns: {row}", row.chars().count());
        }
        assert!(table.contains('±') && table.contains(" n "), "{table}");
        assert!(table.trim_end().ends_with("as they must be") || line.contains("--nodes"), "{table}");
    }
}

#[test]
fn jobs_at_the_same_time_change_nothing() {
    let alone = lasting_lines(&printed(&words(&format!("{SMALL} --json --jobs 1"))));
    assert_eq!(lasting_lines(&printed(&words(&format!("{SMALL} --json --jobs 2")))), alone);
    let nodes = "compare dvonn --nodes 3000 --preset full-sound,best --json";
    let alone = lasting_lines(&printed(&words(&format!("{nodes} --jobs 1"))));
    assert!(alone[..8].iter().all(|job| job["status"] == "done"), "{alone:?}");
    assert_eq!(lasting_lines(&printed(&words(&format!("{nodes} --jobs 3")))), alone);
}

#[test]
fn a_run_killed_at_any_moment_goes_on_and_loses_nothing() {
    use rand::RngExt;
    let line =
        "compare --preset alphabeta,full-sound --depth 5 --positions 3 --budget 20000 --hash 1M --json";
    let whole = lasting_lines(&printed(&words(line)));
    let mut random = anyply_tests::random(7);
    for trial in 0..3 {
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
    for number in 1..=2 {
        let shard =
            run_in(&words(&format!("{SMALL} --out s{number}.jsonl --shard {number}/2")), "", home.path());
        assert_eq!((shard.status.code(), text(&shard.stdout).as_str()), (Some(0), ""));
        assert!(text(&shard.stderr).contains("30 of 60 jobs are done"), "{}", text(&shard.stderr));
    }
    let merged = done_in("compare --merge s1.jsonl s2.jsonl --json", home.path());
    assert_eq!(lasting_lines(&merged), lasting_lines(&whole));
    let half = run_in(&words("compare --merge s2.jsonl"), "", home.path());
    let said = text(&half.stderr);
    assert_eq!((half.status.code(), text(&half.stdout).as_str()), (Some(1), ""));
    assert!(
        said.starts_with("error: 30 of 60 jobs are missing, for example othello 8x8: minimax on '"),
        "{said}"
    );
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
        let output = run_in(&words(line), "", home.path());
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{line}");
        assert!(error.starts_with("error: r.jsonl:") && error.lines().count() == 1, "{error}");
        assert!(error.contains(said), "{error}");
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
    refused(line, "another experiment");
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

#[test]
fn an_experiment_file_describes_everything() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("study");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("ends.txt"), "% two\nh8i9\nh8i9j10 ; from a book\n").expect("written");
    fs::write(folder.join("mine.ron"), "(killers: 1)").expect("written");
    let experiment = "(
  games: [
    (name: \"gomoku\", variant: \"renju\", size: 19, positions: Texts([\"j10\"])),
    (name: \"gomoku\", positions: File(\"ends.txt\"), evaluators: [\"sequences-flat\"]),
    (name: \"othello\", positions: BuiltIn(1)),
  ],
  settings: [
    Preset(\"full-sound\"),
    File(\"mine.ron\"),
    Config(name: \"no history\", config: (history: false)),
  ],
  depth: (1, 2),
  threads: [1, 2],
  repetitions: 2,
)";
    fs::write(folder.join("e.ron"), experiment).expect("written");
    let lines = objects(&done_in("compare --file study/e.ron --json", home.path()));
    let jobs = lines.iter().filter(|line| line.get("summary").is_none());
    let count = |game: &str, setting: &str| {
        jobs.clone().filter(|job| job["game"] == game && job["setting"] == setting).count()
    };
    assert_eq!((count("gomoku", "mine.ron"), count("othello", "no history")), (3 * 4, 4));
    assert!(jobs.clone().any(|job| job["variant"] == "renju" && job["size"] == 19 && job["threads"] == 2));
    let said = |line: &str| text(&run_in(&words(line), "", home.path()).stderr);
    assert!(said("compare --file study/e.ron --depth 3").contains("'--depth'"));
    fs::write(folder.join("ends.txt"), "h8i9\nh8h8\n").expect("written");
    assert!(said("compare --file study/e.ron").contains("ends.txt:2: 'h8' at column 3"));
    for (from, to, at) in [
        ("othello", "otello", "study/e.ron:5:12: unknown game 'otello'; did you mean 'othello'?"),
        ("renju", "renjuu", "study/e.ron:3:31: unknown variant of gomoku 'renjuu'"),
        ("sequences-flat", "lines", "study/e.ron:4:64: unknown evaluator of gomoku 'lines'"),
        ("full-sound", "full", "study/e.ron:8:12: unknown preset 'full'"),
        ("j10", "z99", "study/e.ron:3:68: 'z99'"),
        ("history:", "histry:", "study/e.ron:10:"),
        ("(history: false)", "(mtdf: true, table: false)", "'mtdf' needs the table"),
        ("(1, 2)", "(1, 1000)", "study/e.ron:12:3: 'depth: 1000': expected 1 to 100"),
        ("mine.ron", "no.ron", "cannot read 'study/no.ron'"),
    ] {
        fs::write(folder.join("ends.txt"), "h8i9\n").expect("written");
        fs::write(folder.join("e.ron"), experiment.replacen(from, to, 1)).expect("written");
        let output = run_in(&words("compare --file study/e.ron"), "", home.path());
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1 && error.contains(at), "{error}");
    }
}

#[test]
fn a_saved_game_is_searched_where_it_stopped() {
    let home = tempfile::tempdir().expect("a folder");
    let typed = "f5\nsave g.ron\nquit\n";
    let play = run_in(
        &words("play othello --variant 6x6 --level 1 --seed 1"),
        &typed.replace("f5", "e4"),
        home.path(),
    );
    assert_eq!(play.status.code(), Some(0), "{}", text(&play.stderr));
    let lines = objects(&done_in("compare --file g.ron --preset full-sound --depth 2 --json", home.path()));
    assert_eq!((lines[0]["game"].as_str(), lines[0]["variant"].as_str()), (Some("othello"), Some("6x6")));
    let other = run_in(&words("compare gomoku --file g.ron"), "", home.path());
    assert_eq!(text(&other.stderr), "error: a saved game of 'othello', not of gomoku\n");
}

#[test]
fn wrong_usage_is_one_line() {
    for (line, said) in [
        ("compare chess", "unknown game 'chess'"),
        ("compare otello", "did you mean 'othello'"),
        ("compare othello --preset lader", "did you mean 'ladder'"),
        ("compare othello --eval discz", "did you mean 'discs'"),
        ("compare othello --set kilers=1", "did you mean 'killers'"),
        ("compare othello --preset full-sound --set table=off --set mtdf=on", "'mtdf' needs the table"),
        ("compare othello --depth 101", "1 to 100"),
        ("compare othello --depth 3..1", "for example 8 or 1..12"),
        ("compare othello --shard 3/2 --out r", "1/4"),
        ("compare othello --shard 1/2", "--out"),
        ("compare othello --threads 1,1", "'threads'"),
        ("compare othello --threads 0", "1 to 256"),
        ("compare othello --jobs 0", "1 to 256"),
        ("compare othello --budget 0", "1 or more"),
        ("compare --variant 6x6", "'--variant' needs one game"),
        ("compare --merge a --depth 3", "--depth"),
        ("compare --csv --json", "--json"),
        ("compare othello --variant 7x7", "7x7"),
    ] {
        let output = run(&words(line), "");
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{line}: {error}");
        let first = error.lines().next().unwrap_or_default();
        assert!(first.starts_with("error: ") && first.contains(said), "{line}: {error}");
        assert!(error.lines().skip(1).all(|line| line.starts_with("usage: ")), "{line}: {error}");
    }
    for line in ["compare --file no.ron", "compare othello --file no.txt", "compare --merge no.jsonl"] {
        let output = run(&words(line), "");
        let error = text(&output.stderr);
        assert!(error.starts_with("error: cannot read 'no.") && output.status.code() == Some(1), "{error}");
    }
}

#[test]
fn the_plan_is_told_before_it_is_done() {
    let home = tempfile::tempdir().expect("a folder");
    let plan = done_in("compare --dry-run --out r.jsonl", home.path());
    assert!(!home.path().join("r.jsonl").exists());
    for row in plan.lines() {
        assert!(row.chars().count() <= 100, "{row}");
    }
    assert!(
        AnyGame::names().iter().all(|game| plan.contains(game)) && plan.contains(" jobs, about "),
        "{plan}"
    );
    let plan = json(&words("compare othello --preset full-sound --dry-run"));
    assert_eq!((plan.len(), plan[1]["setting"].as_str()), (3, Some("alphabeta (to compare)")));
    assert!(plan[2]["summary"]["nodes"].as_f64() > Some(0.0));
}

#[test]
fn values_for_a_spreadsheet_have_a_head_and_a_row_for_each_setting() {
    let csv = printed(&words("compare othello --depth 2 --positions 2 --csv"));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 11);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let column = |name: &str| rows[0].iter().position(|head| *head == name).expect(name);
    assert_eq!((rows[1][column("setting")], rows[10][column("setting")]), ("minimax", "full-sound"));
    assert!(
        rows[1..].iter().all(|row| row[column("nodes_n")] == "2" && !row[column("nodes_low")].is_empty())
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_it_with_the_reason() {
    let output = run(&words(&format!("{SMALL} --out /dev/full")), "");
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{said}");
    assert!(said.starts_with("error: cannot write '/dev/full': No space left on device"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
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
    let sent = std::process::Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
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

/// The nodes of the ladder in every game, depth by depth. A change of the search that changes them says so by changing this file:
/// `ANYPLY_RECORD=1` writes it anew.
#[test]
fn the_nodes_of_the_ladder_are_those_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ladder_nodes.txt");
    let lines = json(&words("compare --depth 4 --positions 2 --budget 30000 --hash 1M"));
    let jobs = lines.iter().filter(|line| line.get("summary").is_none());
    let found: String = jobs
        .map(|job| {
            let depths = job["depths"].as_array().expect("depths");
            let nodes: Vec<String> = depths.iter().map(|at| at["nodes"].to_string()).collect();
            let word = |field: &str| job[field].as_str().expect("text").to_owned();
            format!("{} {} {}: {}\n", word("game"), word("setting"), word("position"), nodes.join(" "))
        })
        .collect();
    if std::env::var_os("ANYPLY_RECORD").is_some() {
        fs::write(&path, &found).expect("the record can be written");
    }
    let recorded = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; ANYPLY_RECORD=1 records it", path.display()));
    let changed = recorded.lines().zip(found.lines()).find(|(old, new)| old != new);
    assert_eq!(changed, None, "ANYPLY_RECORD=1 records it anew");
    assert_eq!(recorded.lines().count(), found.lines().count());
}
