//! The generic search beside alpha-betas written by hand for Othello alone: the same trees, the same
//! counting, the same limits.
//!
//! `cargo bench -p anyply-tests --bench generic_costs_nothing` runs each under `valgrind --tool=callgrind`,
//! which counts instructions repeatably, and prints the ratios. It calls itself with the name of a search for
//! that. Valgrind does not know every instruction of the newest processors: build with
//! `RUSTFLAGS="-C target-cpu=x86-64-v3"` for it.

mod full;
mod plain;

use anyply_framework::search::{Limits, Preset, Search, SearchConfig, Stop};
use anyply_framework::{Engine, Resources, Situation};
use anyply_othello::{Othello, Position};
use anyply_tests::benches::{fastest, typed};
use anyply_tests::discs_and_moves::{DiscsAndMoves, after};
use std::process::Command;

const PLIES: usize = 12;
const PLAIN_DEPTH: u32 = 7;
const FULL_DEPTH: u32 = 10;
const HASH: usize = 1 << 20;

/// What a search finds, and what it counts on the way.
#[derive(PartialEq, Debug, Default)]
struct Found {
    value: i32,
    nodes: u64,
    cutoffs: u64,
    first_cutoffs: u64,
    /// Positions made from each ply.
    made: Vec<u64>,
    /// Nodes whose moves were tried, at each ply.
    expanded: Vec<u64>,
}

/// Counts, some of them against a limit, as every search here keeps them: they are what is compared and
/// reported.
struct Account<'a> {
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    first_cutoffs: u64,
    made: [u64; 64],
    expanded: [u64; 64],
    /// Positions until the flag and the limit are looked at again.
    left: u64,
    limit: u64,
    stop: &'a Stop,
    stopped: bool,
}

impl<'a> Account<'a> {
    const POLL: u64 = 256;

    fn new(stop: &'a Stop) -> Self {
        Self {
            nodes: 0,
            leaves: 0,
            cutoffs: 0,
            first_cutoffs: 0,
            made: [0; 64],
            expanded: [0; 64],
            left: 0,
            limit: u64::MAX,
            stop,
            stopped: false,
        }
    }

    /// One more position is made, from `ply`.
    #[inline(always)]
    fn count(&mut self, ply: usize) {
        if self.left == 0 {
            self.poll();
        }
        self.left -= 1;
        self.made[ply & 63] += 1;
    }

    /// The moves of one more node are tried.
    #[inline(always)]
    fn expand(&mut self, ply: usize) {
        self.expanded[ply & 63] += 1;
    }

    #[inline(always)]
    fn cut_off(&mut self, first: bool) {
        self.cutoffs += 1;
        self.first_cutoffs += u64::from(first);
    }

    #[cold]
    fn poll(&mut self) {
        self.left = Self::POLL;
        self.nodes += Self::POLL;
        self.stopped |= self.stop.is_set() || self.nodes >= self.limit;
    }

    /// The value of a leaf for its mover.
    #[inline(always)]
    fn leaf(&mut self, at: &Position) -> i32 {
        self.leaves += 1;
        let (own, opponent) = (at.moves().count_ones() as i32, at.swapped().moves().count_ones() as i32);
        if own + opponent == 0 {
            return at.margin();
        }
        at.mover.count_ones() as i32 - at.opponent.count_ones() as i32 + 10 * (own - opponent)
    }

    fn found(self, value: i32) -> Found {
        let until_last = |by_ply: [u64; 64]| {
            let end = by_ply.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
            by_ply[..end].to_vec()
        };
        Found {
            value,
            nodes: self.nodes - self.left,
            cutoffs: self.cutoffs,
            first_cutoffs: self.first_cutoffs,
            made: until_last(self.made),
            expanded: until_last(self.expanded),
        }
    }
}

fn position() -> Situation<Othello> {
    after(PLIES)
}

fn generic(preset: &str, depth: u32) -> Found {
    let preset = Preset::named(preset).expect("a preset").config;
    // What the search written by hand does.
    let config = SearchConfig { table_from_depth: 2, fail_soft: true, ..preset };
    let resources = Resources { hash: HASH, ..Resources::default() };
    let mut search = Search::new(Othello::new(), DiscsAndMoves, config, resources).expect("memory");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = search.search(&position(), &limits, &Stop::default(), &mut ());
    let counts = report.counts;
    Found {
        value: report.lines[0].score.cents() / 100,
        nodes: report.nodes,
        cutoffs: counts.cutoffs,
        first_cutoffs: counts.first_cutoffs,
        made: counts.made,
        expanded: counts.expanded,
    }
}

/// What is compared: its name, the one written by hand, the generic one.
type Pair = (&'static str, fn() -> Found, fn() -> Found);

const PAIRS: [Pair; 2] = [
    ("alphabeta", || plain::search(&position().position, PLAIN_DEPTH), || generic("alphabeta", PLAIN_DEPTH)),
    ("+history", || full::search(&position().position, FULL_DEPTH), || generic("+history", FULL_DEPTH)),
];

fn main() {
    let arguments = typed();
    if let [who, name] = &arguments[..] {
        let pair = PAIRS.iter().find(|pair| pair.0 == name);
        let found = match (who.as_str(), pair) {
            ("by-hand", Some(pair)) => pair.1(),
            ("generic", Some(pair)) => pair.2(),
            ("neither", _) => Found { value: position().position.margin(), ..Found::default() },
            _ => panic!("'{who} {name}': expected by-hand or generic, and a pair, or nothing"),
        };
        println!("{found:?}");
        return;
    }
    assert!(arguments.is_empty(), "{arguments:?}: expected nothing");
    for (name, by_hand, generic) in PAIRS {
        assert_eq!(by_hand(), generic(), "{name}: the same value and the same tree");
        let speeds = [by_hand, generic].map(speed);
        println!("{name}: by hand {:.1} M positions/s, generic {:.1}", speeds[0], speeds[1]);
        match ["by-hand", "generic", "neither"].map(|who| instructions(who, name)) {
            [Some(hand), Some(generic), Some(neither)] => {
                let (hand, generic) = (hand - neither, generic - neither);
                let percent = 100.0 * hand as f64 / generic as f64;
                println!("  instructions: by hand {hand}, generic {generic}: {percent:.1} %");
            }
            _ => {
                println!("  instructions: not counted (is valgrind installed, and the build for x86-64-v3?)")
            }
        }
    }
}

/// Millions of positions a second, the best of three.
fn speed(search: fn() -> Found) -> f64 {
    let mut nodes = 0;
    let seconds = fastest(|| nodes = search().nodes);
    nodes as f64 / seconds / 1e6
}

/// The instructions that this program executes for one search.
fn instructions(who: &str, name: &str) -> Option<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(std::env::current_exe().ok()?).args([who, name]);
    let output = valgrind.output().ok().filter(|output| output.status.success())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    said.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()
}
