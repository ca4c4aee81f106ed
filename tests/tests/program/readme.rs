//! What the README says is so: its commands run, their output is what it shows, its levels are the levels.
//!
//! What a search prints changes with every better search: of its lines, the first, those without a figure and
//! the numbers of nodes are compared. Everything else must be as shown. A line `...` stands for any lines,
//! `...` at the end of a line for the rest of it.

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

/// A line without what differs from run to run: times and speeds. Nothing, if all of it may differ.
fn lasting(line: &str, searches: bool) -> Option<String> {
    if line.starts_with('{') {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        value.as_object_mut().expect("an object").remove("seconds");
        return (!searches).then(|| value.to_string());
    }
    let shortened = line.len() > 3 && line.ends_with("...");
    if searches && (shortened || line.contains(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut measured = false;
    for word in line.split_whitespace() {
        if matches!(word, "s" | "M/s" | "k/s" | "/s") {
            kept.pop();
            measured = true;
        } else if word != "-" || !measured {
            kept.push(word);
        }
    }
    Some(if measured { kept.join(" ") } else { line.trim_end().to_owned() })
}

/// What stands under `nodes` in each table, and `...` where lines are left out.
fn nodes(lines: &[&str]) -> Vec<String> {
    let mut column = 0..0;
    let mut found = Vec::new();
    for line in lines {
        if let Some(at) = line.find(" nodes  ") {
            column = line[..at].trim_end().len()..at + " nodes".len();
        } else if *line == "..." {
            found.push((*line).to_owned());
        } else if line.trim().is_empty() || line.chars().count() < column.end {
            column = 0..0;
        } else if !column.is_empty() {
            let before: Vec<char> = line.chars().take(column.end).collect();
            // What is wider than its heading begins before it.
            let start = before[..=column.start].iter().rposition(|c| c.is_whitespace()).unwrap_or(0);
            found.push(before[start..].iter().collect::<String>().trim().to_owned());
        }
    }
    found
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
    let mut totals = 0;
    for Example { arguments, shown } in &examples {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let line = arguments.join(" ");
        let output = run(&arguments, &typed(shown));
        let (printed, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "anyply {line}");
        let searches = ["play", "analyze", "solve", "bench", "compare", "match"].contains(&arguments[0]);
        let first = (shown.first().copied().unwrap_or_default(), printed.lines().next().unwrap_or_default());
        assert!(!searches || first.0 == "..." || agrees(first.0, first.1), "anyply {line}: {first:?}");
        let (total, of_all) = (nodes(shown), nodes(&printed.lines().collect::<Vec<_>>()));
        assert!(matches(&total, &of_all), "anyply {line}: nodes {total:?}, but {of_all:?}");
        totals += total.iter().filter(|cell| *cell != "...").count();
        let kept = |line: &str| lasting(line, searches);
        let (shown, printed): (Vec<_>, Vec<_>) = (
            shown.iter().filter_map(|line| kept(line)).collect(),
            printed.lines().filter_map(kept).collect(),
        );
        assert!(matches(&shown, &printed), "anyply {line}\nshown:\n{shown:#?}\nprinted:\n{printed:#?}");
    }
    assert!(totals >= 15, "{totals}");
}

#[test]
fn the_result_that_is_shown_is_the_result() {
    let example =
        examples().into_iter().find(|example| example.arguments[0] == "solve").expect("solve is shown");
    let arguments: Vec<&str> = example.arguments.iter().map(String::as_str).collect();
    let printed = text(&run(&arguments, "").stdout);
    let result = |line: &str| line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(printed.lines().nth(1).map(result), Some(result(example.shown[1])));
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
