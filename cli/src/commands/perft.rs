//! `perft`: leaf counts per depth.

use crate::args::Perft;
use crate::exit::Exit;
use crate::interrupt;
use crate::report::{self, Align, Columns};
use crate::setup;
use anyhow::Result;
use anyply_games::{AnyGame, TextGame};
use serde_json::json;
use std::time::Instant;

/// Counts, from the position of the options.
pub(crate) fn run(args: &Perft) -> Result<Exit> {
    interrupt::end_at_once();
    let game = setup::game_at(&args.game, &args.place, Some(&args.file))?;
    if args.divide { divide(&game, args) } else { count(&game, args) }
}

fn count(game: &AnyGame, args: &Perft) -> Result<Exit> {
    use Align::Right;
    let columns =
        Columns::new(&[("depth", 5, Right), ("nodes", 18, Right), ("time", 10, Right), ("speed", 10, Right)]);
    if !args.json.json {
        report::line(columns.head())?;
    }
    for depth in 1..=args.depth {
        let began = Instant::now();
        let nodes = game.perft(depth);
        let time = began.elapsed();
        if args.json.json {
            report::json_line(&json!({ "depth": depth, "nodes": nodes, "seconds": time.as_secs_f64() }))?;
        } else {
            let (time, speed) = (report::seconds(time), report::per_second(nodes, time));
            report::line(columns.row(&[depth.to_string(), report::grouped(nodes), time, speed]))?;
        }
    }
    Ok(Exit::Done)
}

fn divide(game: &AnyGame, args: &Perft) -> Result<Exit> {
    let columns = Columns::new(&[("move", 6, Align::Left), ("nodes", 18, Align::Right)]);
    let began = Instant::now();
    let moves = game.divide(args.depth);
    // A finished game is one leaf that no move leads to.
    let nodes = if moves.is_empty() { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
    let depth = args.depth;
    if args.json.json {
        for (mv, nodes) in &moves {
            report::json_line(&json!({ "depth": depth, "move": mv, "nodes": nodes }))?;
        }
        let seconds = began.elapsed().as_secs_f64();
        report::json_line(&json!({ "depth": depth, "nodes": nodes, "seconds": seconds }))?;
        return Ok(Exit::Done);
    }
    report::line(columns.head())?;
    for (mv, nodes) in &moves {
        report::line(columns.row(&[mv.clone(), report::grouped(*nodes)]))?;
    }
    report::line(columns.row(&["total".to_owned(), report::grouped(nodes)]))?;
    Ok(Exit::Done)
}
