//! Two evaluators against each other, both colours of every board of `tests/data/boards.txt`:
//! `cargo run --release -p anyply-dvonn --example duel -- A B LIMIT [full]`.
//!
//! A and B are names of evaluators or RON files; LIMIT is a depth (`4`), a time a move (`50ms`), or `0` for no search at all. A
//! number after it is that of the games (100); beyond the boards of the file others are drawn. With `full` the games begin
//! with the placement, after three Dvonns and three pieces.

use anyply_dvonn::{Dvonn, Move, Space};
use anyply_framework::search::{
    Engine, Limits, Method, Observer, Report, Resources, Search, SearchConfig, Stop,
};
use anyply_framework::{
    Evaluator, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, Side, Situation,
};
use std::error::Error;
use std::time::Duration;

struct Silent;
impl Observer<Dvonn> for Silent {
    fn depth_finished(&mut self, _report: &Report<Dvonn>) {}
}

struct Build(SearchConfig);
impl EvaluatorVisitor<Dvonn> for Build {
    type Output = Box<dyn Engine<Dvonn>>;
    fn visit<E: Evaluator<Dvonn> + 'static>(self, evaluator: E) -> Self::Output {
        let resources = Resources { hash: 2 << 20, ..Resources::default() };
        Box::new(Search::new(Dvonn::full(), evaluator, self.0, resources))
    }
}

fn engine(name: &str, search: bool) -> Result<Box<dyn Engine<Dvonn>>, Box<dyn Error>> {
    let source = match Dvonn::evaluators().iter().find(|info| info.name == name) {
        Some(info) => EvaluatorSource::BuiltIn(info),
        None => EvaluatorSource::File { path: name.into(), text: std::fs::read_to_string(name)? },
    };
    let method = if search { Method::Negamax } else { Method::Prior };
    let config = SearchConfig { method, ..SearchConfig::default() };
    Ok(Dvonn::full().with_evaluator(&source, Build(config))?)
}

fn limits(text: &str) -> Result<Limits, Box<dyn Error>> {
    Ok(match text.strip_suffix("ms") {
        Some(ms) => Limits { time: Some(Duration::from_millis(ms.parse()?)), ..Limits::default() },
        None => Limits { depth: Some(text.parse()?), ..Limits::default() },
    })
}

/// The first six placements, as the board's number suggests them.
fn opening(board: &Situation<Dvonn>, number: usize) -> Situation<Dvonn> {
    let game = Dvonn::full();
    let mut at = game.start();
    let dvonns: Vec<Space> = board.position.dvonns().iter().collect();
    let rest = Space::ALL.into_iter().cycle().skip(7 * number).filter(|space| !dvonns.contains(space));
    for space in dvonns.iter().copied().chain(rest.step_by(11).take(3)) {
        at = at.after(&game, Move::Place(space));
    }
    at
}

/// The margin for A, who has `side`.
fn play(
    start: Situation<Dvonn>,
    side: Side,
    players: &mut [Box<dyn Engine<Dvonn>>; 2],
    limits: &Limits,
) -> i32 {
    let game = Dvonn::full();
    let mut at = start;
    players.iter_mut().for_each(|player| player.clear());
    loop {
        if let Some(score) = game.terminal(&at.position) {
            return if at.side == side { score.cents() / 100 } else { -score.cents() / 100 };
        }
        let moves = at.moves(&game);
        let mv = match moves[..] {
            [only] => only,
            _ => {
                let player = &mut players[usize::from(at.side != side)];
                let report = player.search(&at, limits, &Stop::default(), &mut Silent);
                report.lines[0].moves[0]
            }
        };
        at = at.after(&game, mv);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, limit, rest @ ..] = &args[..] else {
        return Err("expected: A B LIMIT [full]".into());
    };
    let full = rest.iter().any(|word| word == "full");
    let games = rest.iter().find_map(|word| word.parse().ok()).unwrap_or(100);
    let mut players = [engine(a, limit != "0")?, engine(b, limit != "0")?];
    let limits = limits(limit)?;
    let (mut points, mut squares, mut margins, mut played) = (0.0, 0.0, 0, 0.0);
    let mut file = include_str!("../tests/data/boards.txt").lines();
    for number in 0..games / 2 {
        let board = match file.next() {
            Some(line) => Dvonn::full().parse_position(line, None)?,
            None => Dvonn::with_seed(number as u64).start(),
        };
        let start = if full { opening(&board, number) } else { board };
        for side in Side::BOTH {
            let margin = play(start, side, &mut players, &limits);
            let point = f64::from(margin.signum() + 1) / 2.0;
            points += point;
            squares += point * point;
            margins += margin;
            played += 1.0;
        }
    }
    let mean = points / played;
    let error = 1.96 * ((squares / played - mean * mean) / played).sqrt();
    println!(
        "{a} - {b}, {limit}: {points} of {played}, {:.1} % +- {:.1} (95 %), mean margin {:+.1}",
        100.0 * mean,
        100.0 * error,
        f64::from(margins) / played
    );
    Ok(())
}
