//! How soon forced wins of Gomoku are proven, and which proofs stand against every legal defence within half
//! a minute.
//!
//! `cargo bench -p anyply-tests --bench tactics
//! -- [ms=1000 | nodes=N] [file=PATH] [id=win001] [check=no] [eval=NAME] [set=KEY=VALUE ...]`.
//! The positions are those of `games/gomoku/tests/data`, or of a file like it, searched with the settings
//! `best`, changed as asked. A limit of positions does not hang on what else the machine does. A win that is
//! only believed in is counted apart.

use anyply_framework::search::{Limits, PresetFile, Report, SearchConfig, Stop};
use anyply_framework::{Distance, Engine, EvaluatorSource, Notation, Plugin, Resources, Situation, refute};
use anyply_gomoku::{Gomoku, Rule};
use anyply_tests::benches::{arguments, changes, evaluator, value};
use serde_json::Value;
use std::time::{Duration, Instant};

type Game = Gomoku<15>;

/// The seconds that wins are asked for within.
const ASKED: [f64; 3] = [0.01, 0.1, 1.0];
/// For each move of a defence that is checked.
const CHECK: Duration = Duration::from_secs(5);
/// For all defences together, of which there are too many where quiet moves win.
const CHECKS: Duration = Duration::from_secs(30);

fn main() {
    let arguments = arguments(&["ms=", "nodes=", "file=", "id=", "check=no", "eval=", "set="]);
    let nodes: Option<u64> = value(&arguments, "nodes=");
    let time = Duration::from_millis(value(&arguments, "ms=").unwrap_or(1000));
    let limits = Limits { nodes, time: nodes.is_none().then_some(time), ..Limits::default() };
    let positions = value(&arguments, "file=").map_or_else(
        || include_str!("../../games/gomoku/tests/data/tactics.jsonl").to_owned(),
        |path: String| std::fs::read_to_string(path).expect("a file of positions"),
    );
    let wanted: Option<String> = value(&arguments, "id=");
    let checks = !arguments.iter().any(|argument| argument == "check=no");
    let game = Game::new(Rule::Freestyle);
    // One engine, ready before its clock runs, as in a program that plays.
    let mut engine = engine(&game, &arguments);
    engine.prepare();
    // The kind of a win, and the seconds it took to prove it.
    let mut wins: Vec<(String, Option<f64>)> = Vec::new();
    let (mut believed, mut stand) = (0, 0);
    for line in positions.lines() {
        let position: Value = serde_json::from_str(line).expect("a line of JSON");
        let told = |key: &str| position[key].as_str().unwrap_or("").to_owned();
        if wanted.as_ref().is_some_and(|id| *id != told("id")) {
            continue;
        }
        let at = game.parse_position(&told("moves"), None).expect("legal moves");
        engine.clear();
        let report = search(&mut *engine, &at, &limits);
        let (score, certainty) = (report.lines[0].score, report.lines[0].certainty);
        let seconds = report.elapsed.as_secs_f64();
        let (milliseconds, nodes, depth) = (seconds * 1e3, report.nodes, report.depth);
        let won = matches!(score.distance(), Some(Distance::Win(_)));
        let proven = if let Some(Distance::Win(plies)) = score.claim(certainty) { Some(plies) } else { None };
        println!(
            "{:8} {:5} {:8} {:6} {score:>10} {milliseconds:7.1} ms {nodes:9} nodes, depth {depth}",
            told("id"),
            told("verdict"),
            told("kind"),
            if won && proven.is_none() { "likely" } else { "" },
        );
        if let Some(plies) = proven.filter(|_| checks) {
            stand += u32::from(check(&game, &mut *engine, &at, plies));
        }
        if told("verdict") == "win" {
            wins.push((told("kind"), proven.map(|_| seconds)));
            believed += u32::from(won && proven.is_none());
        }
    }
    for (title, kind) in [("wins by fours", "vcf"), ("all wins", "")] {
        let of_kind = || wins.iter().filter(|(own, _)| kind.is_empty() || own == kind);
        let within = |most: f64| of_kind().filter(|(_, took)| took.is_some_and(|took| took <= most)).count();
        let counts = ASKED.map(|most| format!("{} within {:.0} ms", within(most), most * 1e3)).join(", ");
        println!("{title}: {}, proven {counts}", of_kind().count());
    }
    println!("believed in, not proven: {believed}; checked to the end of every defence: {stand}");
}

fn config(arguments: &[String]) -> SearchConfig {
    let best = Game::presets().iter().find(|file| file.name == "best").map(PresetFile::preset);
    let owned = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
    let changes: Vec<_> = changes(arguments).into_iter().map(owned).collect();
    best.expect("every game has it").config.set_all(&changes).expect("settings")
}

fn engine(game: &Game, arguments: &[String]) -> Box<dyn Engine<Game>> {
    let source = EvaluatorSource::BuiltIn(evaluator::<Game>(value(arguments, "eval=")));
    game.engine(&source, config(arguments), Resources::default()).expect("an engine")
}

fn search(engine: &mut dyn Engine<Game>, at: &Situation<Game>, limits: &Limits) -> Report<Game> {
    engine.search(at, limits, &Stop::default(), &mut ())
}

/// Plays every legal defence to its end; whether there was the time.
fn check(game: &Game, engine: &mut dyn Engine<Game>, at: &Situation<Game>, plies: u32) -> bool {
    let begun = Instant::now();
    // The time is limited, not the positions.
    let checked = refute(game, at, Distance::Win(plies), u64::MAX, |at, plies| {
        let limits = Limits { depth: Some(plies), time: Some(CHECK), ..Limits::default() };
        (begun.elapsed() < CHECKS).then(|| search(engine, at, &limits).best()).flatten()
    });
    let seconds = begun.elapsed().as_secs_f64();
    match checked {
        Ok(lasts) => println!("{:>24} {lasts} plies, checked in {seconds:.2} s", "stands"),
        Err(ref refutation) if refutation.is_open() => println!("{:>24} for {seconds:.2} s", "not refuted"),
        Err(ref refutation) => panic!("a false claim: {refutation:?}"),
    }
    checked.is_ok()
}
