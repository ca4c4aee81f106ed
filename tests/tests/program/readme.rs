//! What the README says is so: its commands run, their output is what it shows, its levels are the levels.
//!
//! Everything must be as shown, but for times and speeds. A line `...` stands for any lines, `...` at the end
//! of a line for the rest of it.

use anyply_framework::Level;
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{run, run_in, text};

const README: &str = include_str!("../../../README.md");

/// A command with what is shown below it.
struct Example {
    arguments: Vec<String>,
    shown: Vec<&'static str>,
}

/// The `$ anyply` commands of the console blocks.
fn examples() -> Vec<Example> {
    let blocks = README.split("```console\n").skip(1);
    let mut examples = Vec::new();
    for line in blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines()) {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push(Example { arguments: words(command), shown: Vec::new() }),
            None => examples.last_mut().expect("a block begins with its command").shown.push(line),
        }
    }
    examples
}

/// The words of a command line after `anyply`; quotation marks hold words together.
fn words(command: &str) -> Vec<String> {
    let rest = command.split(" #").next().and_then(|command| command.trim().strip_prefix("anyply "));
    let parts = rest.unwrap_or_else(|| panic!("'{command}' runs anyply")).split('"').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// What is typed at the prompts of an example.
fn typed(shown: &[&str]) -> String {
    shown
        .iter()
        .filter_map(|line| Some(line.strip_prefix("Your move, ")?.split_once("> ")?.1.to_owned() + "\n"))
        .collect()
}

/// What a figure that differs from run to run stands before.
const UNITS: [&str; 7] = ["s", "ms", "us", "min", "M/s", "k/s", "/s"];

/// Lines without what differs from run to run: times and speeds.
fn lasting(lines: &[&str]) -> Vec<String> {
    let mut lasting = Vec::new();
    let mut ends_in_speeds = false;
    for line in lines {
        ends_in_speeds = line.ends_with(" nodes/s") || ends_in_speeds && !line.trim().is_empty();
        lasting.push(match line.starts_with('{') {
            true => without_seconds(line),
            false => without_times(line, ends_in_speeds),
        });
    }
    lasting
}

fn without_seconds(line: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    value.as_object_mut().expect("an object").remove("seconds");
    value.to_string()
}

/// Where a row `ends_in_speeds`, they are all that stands behind its time.
fn without_times(line: &str, ends_in_speeds: bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut measured = false;
    for word in line.split_whitespace() {
        if UNITS.contains(&word.trim_end_matches(',')) {
            kept.pop();
            measured = true;
        } else if !(measured && (ends_in_speeds || word == "-")) {
            kept.push(word);
        }
    }
    if measured { kept.join(" ") } else { line.trim_end().to_owned() }
}

fn agrees(shown: &str, printed: &str) -> bool {
    shown == printed || shown.strip_suffix("...").is_some_and(|beginning| printed.starts_with(beginning))
}

/// Whether `printed` is what is shown, from here on.
fn matches(shown: &[String], printed: &[String]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [dots, rest @ ..] if dots == "..." => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        [line, rest @ ..] => {
            printed.first().is_some_and(|first| agrees(line, first)) && matches(rest, &printed[1..])
        }
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    let examples = examples();
    assert!(examples.len() >= 15, "{}", examples.len());
    for Example { arguments, shown } in &examples {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let line = arguments.join(" ");
        let output = run(&arguments, &typed(shown));
        let (printed, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "anyply {line}");
        let printed: Vec<&str> = printed.lines().collect();
        let (shown, printed) = (lasting(shown), lasting(&printed));
        assert!(matches(&shown, &printed), "anyply {line}\nshown:\n{shown:#?}\nprinted:\n{printed:#?}");
    }
}

#[test]
fn a_wrong_figure_is_seen_and_another_time_is_not() {
    let rows = |head: &str, row: &str| lasting(&[head, row]);
    let [head, row] = ["depth  score  nodes  time  speed  line", "    2  +0.92  19  0.001 s  -  f4"];
    assert_eq!(rows(head, row), rows(head, "    2  +0.92  19  1.234 s  34 k/s  f4"));
    for (right, wrong) in [("+0.92", "+0.93"), ("19", "18"), ("f4", "c4")] {
        assert_ne!(rows(head, row), rows(head, &row.replace(right, wrong)), "{wrong}");
    }
    let [head, row] = ["setting  nodes  time  nodes/s", "+tt  3.08 k ±95%  949 us ±50%  3.02 M ±55%"];
    assert_eq!(rows(head, row), rows(head, &row.replace("949 us ±50%  3.02 M", "1.07 ms ±85%  2.98 M")));
    assert_ne!(rows(head, row), rows(head, &row.replace("±95%", "±96%")));
}

#[test]
fn the_experiment_that_is_shown_can_be_planned() {
    let experiment = README.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("one");
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("experiment.ron"), experiment).expect("written");
    let output = run_in(&["compare", "--file", "experiment.ron", "--dry-run"], "", home.path());
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn every_command_is_shown() {
    let examples = examples();
    let help = text(&run(&["help"], "").stdout);
    let list =
        help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the commands");
    let commands: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"analyze"), "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(examples.iter().any(|example| example.arguments[0] == command), "{command} is not shown");
    }
}

#[test]
fn two_commands_do_all_set_up() {
    let lines = |wanted: &str| README.lines().filter(|line| *line == format!("    {wanted}")).count();
    assert_eq!(lines("cargo run --release -p anyply -- play othello"), 1);
    assert_eq!(lines("cargo test --workspace"), 1);
    let set_up =
        README.split("## Set-up").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("Set-up");
    assert_eq!(set_up.lines().filter(|line| line.starts_with("    ")).count(), 2, "{set_up}");
}

#[test]
fn the_levels_are_the_levels() {
    for number in Level::RANGE {
        let level = Level::get(number).expect("in range");
        let ahead = match level.depth {
            None => "as far as it gets".to_owned(),
            Some(1) => "1 ply".to_owned(),
            Some(depth) => format!("{depth} plies"),
        };
        let seconds = level.milliseconds as f64 / 1000.0;
        let random = if level.slips == 0 { "never".to_owned() } else { format!("{} %", level.slips) };
        let row = format!("| {number} | {ahead} | {seconds} s | {random} |");
        assert!(README.lines().any(|line| line == row), "{row}");
    }
    assert!(README.contains(&format!("Level {} is the default", Level::DEFAULT)));
}

/// The indented `anyply` lines of the games' own pages. Play is left at once.
#[test]
fn the_commands_of_the_games_pages_run() {
    for name in AnyGame::names() {
        let readme = AnyGame::open(name, None, None).expect("known").readme();
        for command in readme.lines().filter_map(|line| line.strip_prefix("    ")) {
            if !command.starts_with("anyply ") {
                continue;
            }
            let arguments = words(command);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = run(&arguments, "quit\n");
            assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output.stderr));
        }
    }
}
