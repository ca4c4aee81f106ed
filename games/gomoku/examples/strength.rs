//! How strong and how fast the evaluators are.
//!
//! ```text
//! cargo run --release -p anyply-gomoku --example strength -- speed
//! cargo run --release -p anyply-gomoku --example strength -- tactics MILLISECONDS
//! cargo run --release -p anyply-gomoku --example strength -- match EVAL EVAL OPENINGS (depth N | ms N) [RULE]
//! ```
//!
//! EVAL is the name of an evaluator or a RON file; OPENINGS is a file with a list of moves a line, each played with
//! both colours.

use anyply_framework::search::{Engine, Limits, Preset, Resources, Search, Stop};
use anyply_framework::{
    Distance, Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, perft,
};
use anyply_gomoku::{Gomoku, Rule};
use std::error::Error;
use std::time::{Duration, Instant};

type Board = Gomoku<15>;
type Player = Box<dyn Engine<Board>>;

const OPENING: &str = "j8j9j5h8k6i9k9";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["speed"] => speed(),
        ["tactics", ms] => tactics(ms.parse()?),
        ["match", one, two, openings, unit, figure] => {
            play(one, two, openings, unit, figure.parse()?, "freestyle")
        }
        ["match", one, two, openings, unit, figure, rule] => {
            play(one, two, openings, unit, figure.parse()?, rule)
        }
        _ => Err("speed | tactics MILLISECONDS | match EVAL EVAL OPENINGS (depth N | ms N) [RULE]".into()),
    }
}

struct Build {
    game: Board,
}

impl EvaluatorVisitor<Board> for Build {
    type Output = Player;
    fn visit<E: Evaluator<Board> + 'static>(self, evaluator: E) -> Player {
        let config = Preset::ALL[0].config();
        Box::new(Search::new(self.game, evaluator, config, Resources::default()))
    }
}

fn player(game: Board, name: &str) -> Result<Player, Box<dyn Error>> {
    let source = match Board::evaluators().iter().find(|info| info.name == name) {
        Some(info) => EvaluatorSource::BuiltIn(info),
        None => EvaluatorSource::File { path: name.into(), text: std::fs::read_to_string(name)? },
    };
    Ok(game.with_evaluator(&source, Build { game })?)
}

struct Ready;

impl EvaluatorVisitor<Board> for Ready {
    type Output = ();
    fn visit<E: Evaluator<Board> + 'static>(self, _: E) {}
}

/// Makes and takes back every move two plies deep from a middle game position.
struct MakeAndTake;

impl EvaluatorVisitor<Board> for MakeAndTake {
    type Output = (u64, f64);
    fn visit<E: Evaluator<Board> + 'static>(self, evaluator: E) -> (u64, f64) {
        let game = Board::default();
        let at = game.parse_position(OPENING, None).expect("legal moves");
        let mut state = evaluator.state(&game, &at.position);
        let before = Instant::now();
        let mut made = 0;
        for _ in 0..20 {
            for mv in at.moves(&game) {
                let next = at.after(&game, mv);
                evaluator.advance(&game, &mut state, &at.position, mv, &next.position);
                for reply in next.moves(&game) {
                    let last = next.after(&game, reply);
                    evaluator.advance(&game, &mut state, &next.position, reply, &last.position);
                    evaluator.retreat(&game, &mut state, &next.position, reply, &last.position);
                    made += 1;
                }
                evaluator.retreat(&game, &mut state, &at.position, mv, &next.position);
                made += 1;
            }
        }
        (made, made as f64 / before.elapsed().as_secs_f64())
    }
}

fn speed() -> Result<(), Box<dyn Error>> {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let game = Board::new(rule);
        let at = game.parse_position(OPENING, None)?;
        let before = Instant::now();
        let leaves = perft(&game, &at.position, 3);
        println!("perft 3 {rule:?}: {leaves} leaves, {:.3} s", before.elapsed().as_secs_f64());
    }
    for variant in Board::variants() {
        let before = Instant::now();
        Board::open(variant).with_evaluator(&EvaluatorSource::BuiltIn(&Board::evaluators()[0]), Ready)?;
        println!("tables for {}: {:.1} ms", variant.name, before.elapsed().as_secs_f64() * 1e3);
    }
    let mut default = player(Board::default(), Board::evaluators()[0].name)?;
    for info in Board::evaluators() {
        let (made, rate) = Board::default().with_evaluator(&EvaluatorSource::BuiltIn(info), MakeAndTake)?;
        println!("{}: {made} moves made and taken back, {:.2} M/s", info.name, rate / 1e6);
    }
    let mut nodes = 0;
    let before = Instant::now();
    for text in ["", OPENING, "g10e8f6e6g6e4g8", "h9i9m10i10n9l7"] {
        let game = Board::default();
        let limits = Limits { depth: Some(Board::BENCH_DEPTH), ..Limits::default() };
        nodes += default.search(&game.parse_position(text, None)?, &limits, &Stop::default(), &mut ()).nodes;
    }
    let seconds = before.elapsed().as_secs_f64();
    println!(
        "depth {}: {nodes} nodes, {seconds:.2} s, {:.2} M/s",
        Board::BENCH_DEPTH,
        nodes as f64 / seconds / 1e6
    );
    Ok(())
}

fn tactics(ms: u64) -> Result<(), Box<dyn Error>> {
    let game = Board::default();
    let mut engine = player(game, Board::evaluators()[0].name)?;
    let limits = Limits { time: Some(Duration::from_millis(ms)), ..Limits::default() };
    let (mut wins, mut found) = ([0; 2], [0; 2]);
    for line in include_str!("../tests/data/tactics.jsonl").lines() {
        let position: serde_json::Value = serde_json::from_str(line)?;
        let at = game.parse_position(position["moves"].as_str().unwrap_or(""), None)?;
        let won = position["verdict"] == "win";
        engine.clear();
        let report = engine.search(&at, &limits, &Stop::default(), &mut ());
        let score = report.lines[0].score;
        let says_won = matches!(score.distance(), Some(Distance::Win(_)));
        if won {
            let kind = usize::from(position["kind"] != "vcf");
            wins[kind] += 1;
            found[kind] += usize::from(says_won);
        }
        if won != says_won {
            println!(
                "{} {} {}: {score} at depth {}",
                position["id"], position["verdict"], position["mate_plies"], report.depth
            );
        }
    }
    println!("won by fours: {} of {}; other wins: {} of {}", found[0], wins[0], found[1], wins[1]);
    Ok(())
}

fn play(
    one: &str,
    two: &str,
    openings: &str,
    unit: &str,
    figure: u32,
    rule: &str,
) -> Result<(), Box<dyn Error>> {
    let variant = Board::variants().iter().find(|variant| variant.name == rule).ok_or("no such rule")?;
    let game = Board::open(variant);
    let limits = match unit {
        "depth" => Limits { depth: Some(figure), ..Limits::default() },
        "ms" => Limits { time: Some(Duration::from_millis(u64::from(figure))), ..Limits::default() },
        _ => return Err("depth N or ms N".into()),
    };
    let mut players = [player(game, one)?, player(game, two)?];
    let mut points = Vec::new();
    for opening in std::fs::read_to_string(openings)?.lines().filter(|line| !line.trim().is_empty()) {
        for first in 0..2 {
            let mut at = game.parse_position(opening, None)?;
            players.iter_mut().for_each(|player| player.clear());
            let mut turn = first;
            while game.terminal(&at.position).is_none() {
                let report = players[turn].search(&at, &limits, &Stop::default(), &mut ());
                at = at.after(&game, report.best().ok_or("no move")?);
                turn = 1 - turn;
            }
            // Who is to move at the end has lost, if anybody has.
            let won = at.position.winner().map(|_| turn == 1);
            points.push(won.map_or(0.5, f64::from));
        }
    }
    let games = points.len() as f64;
    let mean = points.iter().sum::<f64>() / games;
    let deviation = (points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / games).sqrt();
    println!(
        "{one} against {two}, {unit} {figure}, {rule}: {:.1} of {games}, {:.0} % ± {:.0} (95 %)",
        mean * games,
        mean * 100.0,
        196.0 * deviation / games.sqrt()
    );
    Ok(())
}
