//! `bench`: deterministic node totals, and speed.

use crate::args::Bench;
use crate::exit::{Exit, note};
use crate::interrupt;
use crate::report::{self, Align, Columns};
use anyhow::{Context, Result};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Plugin, Session, settings};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The node totals of this version, game by game. A commit that changes them says so.
const RECORDED: &str = include_str!("../../bench.ron");

// How far into the game the positions lie. Drawn at random, they are nobody's choice. The last lies where
// stacks move in Dvonn, whose pieces take 49 plies to place.
const PLIES: [usize; 5] = [0, 12, 24, 36, 52];
const SEED: u64 = 20;
/// One more position, with so many plies to go at most, is searched to its end; in games that come so far by
/// chance.
const ENDING: u32 = 16;

/// Searches the positions of every game, or of the one that is named.
pub(crate) fn run(args: &Bench) -> Result<Exit> {
    interrupt::end_at_once();
    let names = match &args.game {
        Some(name) => vec![super::opened(name)?.name()],
        None => AnyGame::names(),
    };
    let columns = columns("nodes", "finished");
    if !args.json.json {
        report::line(columns.head())?;
    }
    let mut totals = Vec::new();
    for name in &names {
        let Searched { nodes, finished, time } = search(&mut super::opened(name)?)?;
        let finished = finished as f64 / nodes.max(1) as f64;
        totals.push((*name, nodes));
        if args.json.json {
            let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
            let seconds = time.as_secs_f64();
            // The last is the share of the nodes that straight-line endings made, from 0 to 1.
            let line = serde_json::json!({
                "game": name, "nodes": nodes, "seconds": seconds, "nps": nps, "finished": finished
            });
            report::json_line(&line)?;
        } else {
            let finished = format!("{:.1} %", 100.0 * finished);
            report::line(row(&columns, name, nodes, time, finished))?;
        }
    }
    if !args.json.json {
        rules(&names)?;
    }
    if args.check { check(&totals) } else { Ok(Exit::Done) }
}

// The last column may have no name: what has none is empty.
fn columns(counted: &'static str, last: &'static str) -> Columns {
    use Align::{Left, Right};
    Columns::new(&[
        ("game", 12, Left),
        (counted, 14, Right),
        ("time", 10, Right),
        ("speed", 10, Right),
        (last, 9, Right),
    ])
}

fn row(columns: &Columns, name: &str, nodes: u64, time: Duration, last: String) -> String {
    let (seconds, speed) = (report::seconds(time), report::per_second(nodes, time));
    columns.row(&[name.to_owned(), report::grouped(nodes), seconds, speed, last])
}

/// What the searches of one game cost.
#[derive(Default)]
struct Searched {
    nodes: u64,
    /// Those of them made inside straight-line endings; the rest is the generic recursion.
    finished: u64,
    time: Duration,
}

fn search(game: &mut AnyGame) -> Result<Searched> {
    let limits = Limits { depth: Some(game.bench_depth()), ..Limits::default() };
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let drawn = PLIES.map(|far| by_lot(game, &mut random, 100, |_, plies| plies == far));
    let mut positions: Vec<_> =
        drawn.into_iter().flatten().map(|position| (position, limits.clone())).collect();
    let ending = by_lot(game, &mut random, 20, |game, _| game.remaining() <= ENDING);
    positions.extend(ending.map(|position| (position, Limits::default())));
    game.prepare();
    let mut searched = Searched::default();
    for (position, limits) in positions {
        // Setting the position empties the table: the order of the positions does not matter.
        game.set_position(&position, None).with_context(|| format!("{} cannot read itself", game.name()))?;
        let report = game.search(&limits, &Stop::default(), &mut |_| {});
        searched.nodes += report.nodes;
        searched.finished += report.counts.finished;
        searched.time += report.elapsed;
    }
    Ok(searched)
}

// A position of a random game that is on and has come `so_far`, which is asked after every ply. None where
// none of so many games comes there.
fn by_lot(
    game: &mut AnyGame,
    random: &mut Pcg64Mcg,
    games: u32,
    so_far: impl Fn(&AnyGame, usize) -> bool,
) -> Option<String> {
    (0..games).find_map(|_| {
        game.restart();
        let mut plies = 0;
        while !so_far(game, plies) {
            let mv = game.random_move(random)?;
            game.play_text(&mv).expect("a move drawn from the legal ones is legal");
            plies += 1;
        }
        game.outcome().is_none().then(|| game.position_text())
    })
}

// The speed of the rules alone: perft as deep as takes about a quarter of a second.
fn rules(names: &[&str]) -> Result<()> {
    report::line(format_args!("\n{}", columns("perft nodes", "").head()))?;
    for name in names {
        let (depth, nodes, time) = perft(&set_up(name)?);
        report::line(row(&columns("", ""), &format!("{name} {depth}"), nodes, time, String::new()))?;
    }
    Ok(())
}

// A game at its start or, where pieces are placed first, once they lie there by lot: the orders to place them
// in say nothing of how fast the rules are.
fn set_up(name: &str) -> Result<AnyGame> {
    let mut game = super::opened(name)?;
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    for _ in 0..game.accept(SetupPlies) {
        let mv = game.random_move(&mut random).expect("there is room for every piece");
        game.play_text(&mv).expect("a move drawn from the legal ones is legal");
    }
    Ok(game)
}

struct SetupPlies;

impl GameVisitor for SetupPlies {
    type Output = usize;

    fn visit<G: Plugin>(self, _session: &mut Session<G>) -> usize {
        G::SETUP_PLIES
    }
}

fn perft(game: &AnyGame) -> (u32, u64, Duration) {
    /// The last ply is only counted: what takes time are the positions before it. Their number, unlike the
    /// time, is the same everywhere.
    const ENOUGH: u64 = 30_000_000;
    let mut depth = 1;
    loop {
        let began = Instant::now();
        let nodes = game.perft(depth);
        // Beyond the longest game there are no more.
        if nodes > ENOUGH || depth >= game.remaining() {
            return (depth, nodes, began.elapsed());
        }
        depth += 1;
    }
}

fn check(totals: &[(&str, u64)]) -> Result<Exit> {
    let recorded: BTreeMap<String, u64> = settings::from_ron("bench.ron", RECORDED)?;
    let mut exit = Exit::Done;
    for (name, nodes) in totals {
        let said = match recorded.get(*name) {
            Some(expected) if expected == nodes => continue,
            Some(expected) => format!("recorded are {expected}"),
            None => "none are recorded".to_owned(),
        };
        note(format_args!("error: {name}: {nodes} nodes, but {said}"));
        exit = Exit::Failed;
    }
    if exit == Exit::Done {
        note("The nodes are those recorded.");
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_recorded_total_and_no_other_has() {
        let recorded: BTreeMap<String, u64> = settings::from_ron("bench.ron", RECORDED).unwrap();
        let mut names = AnyGame::names();
        names.sort_unstable();
        assert!(recorded.keys().eq(names.iter()), "{recorded:?}");
    }

    #[test]
    fn the_speed_of_the_rules_is_that_of_moves_once_all_pieces_are_placed() {
        assert_eq!(set_up("othello").unwrap().moves_made().len(), 0);
        let dvonn = set_up("dvonn").unwrap();
        assert_eq!(dvonn.moves_made().len(), 49);
        assert_eq!(dvonn.counts(), "White 23, Black 23");
    }
}
