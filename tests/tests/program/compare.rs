//! `compare`, run as a person would run it: what it prints, and what it refuses.

use anyply_framework::search::Preset;
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{
    all_refused, done_in, json, lasting_lines, objects, printed, refused, run_in, text, words,
};
use anyply_tests::random;
use std::fs;
use std::path::Path;

/// Small enough to be done at once, large enough that the lower rungs are given up.
const SMALL: &str = "compare --depth 4 --positions 2 --budget 3000 --hash 1M";

#[test]
fn the_ladder_gives_a_line_for_each_job_and_a_summary() {
    let lines = json(&words(SMALL));
    let (jobs, summaries): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("summary").is_none());
    assert!(lines[..jobs.len()].iter().all(|line| line.get("summary").is_none()), "results first");
    let games = AnyGame::names();
    let rungs = Preset::ladder().len();
    assert_eq!(jobs.len(), games.len() * rungs * 2);
    assert_eq!(summaries.len(), games.len() * rungs + 1);
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
    assert_eq!(
        (all["jobs"].as_u64(), all["differences"].as_array().map(Vec::len)),
        (Some(jobs.len() as u64), Some(0))
    );
    assert!(all["compared"].as_u64() > Some(100), "{all}");
}

#[test]
fn an_ending_that_is_solved_is_told_as_exact_whatever_was_guessed_of_it_before() {
    let home = tempfile::tempdir().expect("a folder");
    let (mut game, mut random) = (AnyGame::open("othello", None, None).expect("a game"), random(1));
    while game.remaining() > 18 {
        let mv = game.random_move(&mut random).expect("the game goes on");
        game.play_text(&mv).expect("a legal move");
    }
    fs::write(home.path().join("e.txt"), game.position_text()).expect("written");
    let line = "compare othello --preset best --file e.txt --depth 20 --json";
    let lines = objects(&done_in(line, home.path()));
    let (job, depths) = (&lines[0], lines[0]["depths"].as_array().expect("depths"));
    let last = depths.last().expect("a depth");
    assert_eq!((&last["depth"], &last["exact"]), (&18.into(), &true.into()), "{job}");
    assert_eq!((&job["status"], &job["known"]), (&"done".into(), &true.into()), "{job}");
    assert_eq!((&last["nodes"], &last["value"]), (&job["nodes"], &job["value"]), "{job}");
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
        assert_eq!(table.contains("those of the first thread"), line.contains("--threads"), "{table}");
        assert!(table.trim_end().ends_with("as they must be") || line.contains("--nodes"), "{table}");
    }
}

#[test]
fn whose_figures_they_are_is_told_under_their_table() {
    let table = printed(&words("compare othello --preset full-sound --threads 2 --depth 1..2 --positions 1"));
    let (above, below) = table.split_once("those of the first thread.\n").expect("it is told");
    assert!(
        above.contains("table cut %") && !above.contains("growth") && below.contains("growth"),
        "{table}"
    );
}

#[test]
fn plain_alpha_beta_is_told_from_a_changed_setting_of_its_name() {
    let line = "compare othello --config alphabeta --set killers=1 --depth 1 --positions 1 --dry-run";
    let lines = json(&words(line));
    let told: Vec<_> = lines.iter().filter_map(|line| line["setting"].as_str()).collect();
    assert_eq!(told, ["alphabeta", "plain alphabeta (to compare)"]);
}

#[test]
fn an_ablation_is_compared_with_best_and_nothing_with_the_technique_left_out_before() {
    let lines = json(&words("compare dvonn --preset full-sound,ablation --depth 3 --positions 1 --hash 1M"));
    let rows: Vec<_> =
        lines.iter().map(|line| &line["summary"]).filter(|row| row["setting"].is_string()).collect();
    let nodes = |row: &serde_json::Value| row["nodes"]["mean"].as_f64().expect("nodes");
    let best = rows.iter().position(|row| row["setting"] == Preset::BEST).expect("a row");
    assert!(best == 1 && rows.len() > 10, "{rows:?}");
    assert!(rows[best]["nodes_to_above"].is_object() && rows[best]["nodes_to_best"].is_null());
    for without in &rows[best + 1..] {
        let ratio = without["nodes_to_best"]["mean"].as_f64().expect("a ratio");
        assert!((ratio - nodes(without) / nodes(rows[best])).abs() < 1e-9, "{without}");
        assert!(without["nodes_to_above"].is_null(), "{without}");
    }
    let table = printed(&words("compare dvonn --preset ablation --depth 2 --positions 1 --hash 1M"));
    assert!(table.contains("nodes / best") && !table.contains("/ above"), "{table}");
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
    refused("compare --file study/e.ron --depth 3", home.path(), 2, &["'--depth'"]);
    fs::write(folder.join("ends.txt"), "h8i9\nh8h8\n").expect("written");
    refused("compare --file study/e.ron", home.path(), 1, &["ends.txt:2: 'h8' at column 3"]);
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
        refused("compare --file study/e.ron", home.path(), 1, &[at]);
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
    let told = "error: a saved game of 'othello', not of gomoku";
    refused("compare gomoku --file g.ron", home.path(), 1, &[told]);
    for (option, value) in [("--variant", "6x6"), ("--size", "15")] {
        let told = format!("error: '{option}' cannot stand beside");
        refused(&format!("compare --file g.ron {option} {value}"), home.path(), 2, &[&told]);
    }
}

#[test]
fn a_file_that_is_there_needs_no_dot_in_its_name() {
    let home = tempfile::tempdir().expect("a folder");
    for (name, content) in [("mine", "(history: false)"), ("count", "discs()"), ("best", "a text of mine")] {
        fs::write(home.path().join(name), content).expect("written");
    }
    let line =
        "compare othello --config mine --config best --eval count,squares --positions 1 --depth 1 --json";
    let lines = objects(&done_in(line, home.path()));
    for (setting, evaluator) in [("mine", "count"), ("best", "squares")] {
        let found = lines.iter().any(|job| job["setting"] == setting && job["evaluator"] == evaluator);
        assert!(found, "{setting} with {evaluator}");
    }
}

#[test]
fn what_is_named_twice_is_compared_once() {
    let home = tempfile::tempdir().expect("a folder");
    let line = "compare othello --preset full-sound --depth 2 --positions 2 --eval squares,squares";
    let once = objects(&done_in(&format!("{line} --json --out a.jsonl"), home.path()));
    assert_eq!(once.iter().filter(|line| line.get("summary").is_none()).count(), 2);
    done_in("compare --merge a.jsonl", home.path());
    let experiment = r#"(
  games: [(name: "othello", evaluators: ["squares"]), (name: "othello", variant: "8x8", evaluators: ["discs"])],
)"#;
    fs::write(home.path().join("e.ron"), experiment).expect("written");
    refused("compare --file e.ron", home.path(), 1, &["error: e.ron:2:", "'othello' twice"]);
}

#[test]
fn settings_that_search_nothing_cost_what_their_trial_took() {
    let lines = json(&words("compare othello --preset random,prior --dry-run"));
    let all = &lines.last().expect("a last line")["summary"];
    assert!(all["seconds"].as_f64().is_some_and(|seconds| seconds < 60.0), "{all}");
}

#[test]
fn wrong_usage_is_one_line() {
    all_refused(
        2,
        &[
            ("compare chess", &["unknown game 'chess'"]),
            ("compare otello", &["did you mean 'othello'"]),
            ("compare othello --preset lader", &["did you mean 'ladder'"]),
            ("compare othello --eval discz", &["did you mean 'discs'"]),
            ("compare othello --set kilers=1", &["did you mean 'killers'"]),
            (
                "compare othello --preset full-sound --set table=off --set mtdf=on",
                &["'mtdf', 'enhanced_cutoffs'", "need the table"],
            ),
            ("compare othello --depth 101", &["1 to 100"]),
            ("compare othello --depth 3..1", &["for example 8 or 1..12"]),
            ("compare othello --shard 3/2 --out r", &["1/4"]),
            ("compare othello --shard 1/2", &["--out"]),
            ("compare othello --threads 1,1", &["'threads'"]),
            ("compare othello --threads 0", &["1 to 256"]),
            ("compare othello --jobs 0", &["1 to 256"]),
            ("compare othello --budget 0", &["1 or more"]),
            ("compare --variant 6x6", &["'--variant' needs one game"]),
            ("compare --merge a --depth 3", &["--depth"]),
            ("compare --csv --json", &["--json"]),
            ("compare --dry-run --csv", &["--dry-run", "--csv"]),
            ("compare --by-play --dry-run --html page.html", &["--dry-run", "--html"]),
            ("compare othello --variant 7x7", &["7x7"]),
        ],
    );
    let told: &[&str] = &["error: cannot read 'no."];
    all_refused(
        1,
        &[
            ("compare --file no.ron", told),
            ("compare othello --file no.txt", told),
            ("compare --merge no.jsonl", told),
        ],
    );
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
    let rungs = Preset::ladder().len();
    assert_eq!(rows.len(), 1 + rungs);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let column = |name: &str| rows[0].iter().position(|head| *head == name).expect(name);
    assert_eq!((rows[1][column("setting")], rows[rungs][column("setting")]), ("minimax", "full-sound"));
    assert!(
        rows[1..].iter().all(|row| row[column("nodes_n")] == "2" && !row[column("nodes_low")].is_empty())
    );
}

#[test]
fn what_has_no_depths_tells_what_all_of_it_took() {
    let line = "compare gomoku --preset mcts,proof-number,best --nodes 3000 --positions 3";
    let lines = json(&words(line));
    let table = printed(&words(line));
    for setting in ["mcts", "proof-number"] {
        let jobs: Vec<_> =
            lines.iter().filter(|line| line["setting"] == setting && line["depths"].is_array()).collect();
        assert_eq!(jobs.len(), 3, "{setting}");
        for job in jobs {
            assert_eq!((job["depth"].as_u64(), job["status"].as_str()), (Some(0), Some("done")), "{job}");
            assert_eq!(job["depths"][0]["nodes"], job["nodes"], "{job}");
        }
        let row = table.lines().find(|row| row.starts_with(setting)).expect("a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], ["-", "0", "3"], "{table}");
    }
}

/// The nodes of the ladder in every game, depth by depth. A change of the search that changes them says so by
/// changing this file: `ANYPLY_RECORD=1` writes it anew.
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
    assert_eq!(recorded.lines().count(), found.lines().count(), "ANYPLY_RECORD=1 records it anew");
}
