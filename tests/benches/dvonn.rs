//! Dvonn: positions a second, the depth reached in a second, how early the result of a game is known exactly,
//! and what placing well is worth.
//!
//! `cargo bench -p anyply-tests --bench dvonn
//! [-- games=50 seconds=3 nodes=N pairs=100 eval=NAME set=KEY=VALUE]`,
//! on the full boards of the game's tests; `set` changes what solves.

use anyply_dvonn::Dvonn;
use anyply_framework::arena::Pairs;
use anyply_framework::search::{Limits, Preset, Report, SearchConfig, Stop};
use anyply_framework::{
    Certainty, Engine, EvaluatorInfo, EvaluatorSource, Game, Notation, Plugin, Resources, Side, Situation,
};
use anyply_tests::benches::{arguments, changes, evaluator, second_on_each, strength, value};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::Duration;

const GAME: Dvonn = Dvonn::full();
const HASH: usize = 128 << 20;
/// For games that are only played, where each move's search begins with an empty table.
const SMALL_HASH: usize = 1 << 20;
/// So many pieces are placed by lot before the players place theirs: the Dvonns, and one of each side.
const BY_LOT: u32 = 5;

fn main() {
    let arguments = arguments(&["games=", "seconds=", "nodes=", "pairs=", "eval=", "set="]);
    let bench = Bench {
        evaluator: evaluator::<Dvonn>(value(&arguments, "eval=")),
        changes: changes(&arguments),
        exact: match value(&arguments, "nodes=") {
            None => Limits {
                time: Some(Duration::from_secs(value(&arguments, "seconds=").unwrap_or(3))),
                ..Limits::default()
            },
            nodes => Limits { nodes, ..Limits::default() },
        },
    };
    let boards = boards();
    if bench.exact.nodes.is_none() {
        second_on_each(&mut *bench.engine(Preset::BEST, &[], HASH), &boards[..10], 4);
    }
    bench.exact(&boards[..value(&arguments, "games=").unwrap_or(50).min(boards.len())]);
    let pairs = value(&arguments, "pairs=").unwrap_or(100);
    bench.placement("by lot", "random", &[], pairs);
    bench.placement("by Monte-Carlo tree search", "mcts", &[], pairs);
    bench.placement("by playouts to the end", "mcts", &[("monte_carlo.playout_plies", "200")], pairs);
}

fn boards() -> Vec<Situation<Dvonn>> {
    let text = include_str!("../../games/dvonn/tests/data/boards.txt");
    text.lines().map(|line| GAME.parse_position(line, None).expect("a board")).collect()
}

struct Bench<'a> {
    evaluator: &'static EvaluatorInfo,
    /// What is changed in the settings that solve.
    changes: Vec<(&'a str, &'a str)>,
    /// For an exact result.
    exact: Limits,
}

impl Bench<'_> {
    fn engine(&self, preset: &str, changes: &[(&str, &str)], hash: usize) -> Box<dyn Engine<Dvonn>> {
        let config: SearchConfig = Dvonn::preset(preset).expect("a preset").config;
        let changed =
            |config: SearchConfig, &(key, value): &(&str, &str)| config.set(key, value).expect("a setting");
        let config = changes.iter().fold(config, changed);
        let resources = Resources { hash, threads: 1, seed: 1 };
        GAME.engine(&EvaluatorSource::BuiltIn(self.evaluator), config, resources).expect("it is built")
    }

    fn search(
        &self,
        engine: &mut dyn Engine<Dvonn>,
        at: &Situation<Dvonn>,
        limits: &Limits,
    ) -> Report<Dvonn> {
        engine.clear();
        engine.search(at, limits, &Stop::default(), &mut ())
    }

    /// Games played out, and searched from behind as long as the result is found in time.
    fn exact(&self, boards: &[Situation<Dvonn>]) {
        let mut known: Vec<u32> = boards.iter().map(|start| self.plies_known(start)).collect();
        known.sort_unstable();
        let mean = f64::from(known.iter().sum::<u32>()) / known.len() as f64;
        println!(
            "exact result: {mean:.1} plies before the end on average of {} games, asked 16 within 3 s; {known:?}",
            known.len()
        );
    }

    fn plies_known(&self, start: &Situation<Dvonn>) -> u32 {
        let mut player = self.engine(Preset::BEST, &[], SMALL_HASH);
        let depth = Limits { depth: Some(5), ..Limits::default() };
        let mut game = vec![*start];
        while let Some(mv) = self.search(&mut *player, game.last().expect("the start"), &depth).best() {
            game.push(game.last().expect("the start").after(&GAME, mv));
        }
        let mut solver = self.engine(Preset::SOLVE, &self.changes, HASH);
        let solved = |at: &&Situation<Dvonn>| {
            let report = self.search(&mut *solver, at, &self.exact);
            report.lines[0].certainty == Certainty::Exact
        };
        game.pop();
        game.iter().rev().take_while(solved).count() as u32
    }

    /// The same player twice; one of the two has its pieces placed by another preset, at 20,000 positions a
    /// move where it searches.
    fn placement(&self, how: &str, preset: &str, changes: &[(&str, &str)], pairs: u64) {
        // The tree of Monte-Carlo tree search keeps every move.
        let mut players = [self.engine(Preset::BEST, &[], SMALL_HASH), self.engine(preset, changes, HASH)];
        let mut counted = Pairs::default();
        for number in 0..pairs {
            let points = [Side::White, Side::Black].map(|side| self.half_points(&mut players, side, number));
            counted.add(points.iter().sum());
        }
        let Some(elo) = counted.elo() else { return };
        println!(
            "placing by search against {how}: {:.1} % of {} games, {}",
            100.0 * elo.score,
            2 * pairs,
            strength(&elo)
        );
    }

    /// What the side whose pieces the first player places makes of a game: 2 for a win, 1 for a draw. The
    /// first pieces are placed by lot, so that no two pairs are alike.
    fn half_points(
        &self,
        [player, other]: &mut [Box<dyn Engine<Dvonn>>; 2],
        searches: Side,
        number: u64,
    ) -> usize {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut at = by_lot(number);
        loop {
            if let Some(result) = GAME.terminal(&at.position) {
                let own = if at.side == searches { result } else { -result };
                return (own.cents().signum() + 1) as usize;
            }
            let places_otherwise = at.position.is_placing() && at.side != searches;
            let engine = if places_otherwise { &mut *other } else { &mut *player };
            at = at.after(&GAME, self.search(&mut **engine, &at, &limits).best().expect("the game goes on"));
        }
    }
}

/// The empty board with [`BY_LOT`] pieces placed.
fn by_lot(number: u64) -> Situation<Dvonn> {
    let mut lot = Pcg64Mcg::seed_from_u64(number);
    (0..BY_LOT).fold(GAME.start(), |at, _| {
        let moves = at.moves(&GAME);
        at.after(&GAME, moves[lot.random_range(0..moves.len())])
    })
}
