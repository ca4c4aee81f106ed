//! The generic search beside an alpha-beta written by hand for Othello alone: the same tree, the same counting, the same limits.
//!
//! `cargo bench -p anyply-tests --bench generic_costs_nothing` runs both under `valgrind --tool=callgrind`, which counts instructions
//! repeatably, and prints the ratio. It calls itself with `generic` or `by-hand` for that.

use anyply_framework::search::{Limits, Preset, Search, Stop};
use anyply_framework::{Engine, Evaluator, Game, Notation, Resources, Score, Situation, View};
use anyply_othello::{Othello, Position};
use std::process::Command;
use std::time::Instant;

const GAME: &str = "e6f4c3d6f6e7f5d3d7d8c4g7h8g4g5f7g8c5b6b5e8e3g6f8c7c6c8h5d2b8a8h7b7a5a7e2";
const PLIES: usize = 12;
const DEPTH: u32 = 8;

fn discs_and_moves(position: &Position) -> i32 {
    let discs = position.mover.count_ones() as i32 - position.opponent.count_ones() as i32;
    let moves = position.moves().count_ones() as i32 - position.swapped().moves().count_ones() as i32;
    discs + 10 * moves
}

#[derive(Debug, Clone)]
struct DiscsAndMoves;

impl Evaluator<Othello> for DiscsAndMoves {
    type State = ();

    fn state(&self, _: &Othello, _: &Position) {}

    fn evaluate(&self, at: View<'_, Othello, ()>) -> Score {
        Score::from_units(discs_and_moves(at.position))
    }
}

/// Alpha-beta as one writes it for Othello and nothing else: values are plain numbers, moves are bits, and the leaves are
/// evaluated where they are made.
struct ByHand<'a> {
    nodes: u64,
    leaves: u64,
    /// Positions until the flag and the limits are looked at again.
    left: u64,
    limit: u64,
    stop: &'a Stop,
    stopped: bool,
    /// The principal variation from each depth on, as in every program that shows one.
    lines: [[u8; 64]; 64],
    lengths: [usize; 64],
}

impl ByHand<'_> {
    const POLL: u64 = 256;

    #[inline(always)]
    fn count(&mut self) {
        if self.left == 0 {
            self.poll();
        }
        self.left -= 1;
        self.nodes += 1;
    }

    #[cold]
    fn poll(&mut self) {
        self.left = Self::POLL;
        self.stopped |= self.stop.is_set() || self.nodes >= self.limit;
    }

    fn node(&mut self, at: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.stopped {
            return 0;
        }
        self.lengths[depth as usize] = 0;
        let mut targets = at.moves();
        if targets == 0 {
            return self.pass(at, depth, alpha, beta);
        }
        let mut best = i32::MIN + 1;
        while targets != 0 {
            let square = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            let flips = at.flips(square);
            let child = Position { mover: at.opponent & !flips, opponent: at.mover | flips | 1 << square };
            self.count();
            let value =
                if depth == 1 { -self.leaf(&child) } else { -self.node(&child, depth - 1, -beta, -alpha) };
            if value > best {
                best = value;
                if value >= beta {
                    return value;
                }
                alpha = alpha.max(value);
            }
        }
        best
    }

    #[cold]
    fn pass(&mut self, at: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        let child = at.swapped();
        if child.moves() == 0 {
            self.leaves += 1;
            return at.margin();
        }
        self.count();
        let value = self.after(&child, depth, alpha, beta);
        if value > alpha {
            self.extend_line(depth as usize, 64);
        }
        value
    }

    #[inline(always)]
    fn after(&mut self, child: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth > 1 {
            return -self.node(child, depth - 1, -beta, -alpha);
        }
        self.lengths[0] = 0;
        -self.leaf(child)
    }

    fn extend_line(&mut self, depth: usize, square: u8) {
        let (below, above) = self.lines.split_at_mut(depth);
        let length = self.lengths[depth - 1];
        above[0][0] = square;
        above[0][1..=length].copy_from_slice(&below[depth - 1][..length]);
        self.lengths[depth] = length + 1;
    }

    #[inline(always)]
    fn leaf(&mut self, at: &Position) -> i32 {
        self.leaves += 1;
        let (own, opponent) = (at.moves().count_ones() as i32, at.swapped().moves().count_ones() as i32);
        if own + opponent == 0 {
            return at.margin();
        }
        at.mover.count_ones() as i32 - at.opponent.count_ones() as i32 + 10 * (own - opponent)
    }
}

fn position() -> Situation<Othello> {
    let game = Othello::new();
    game.parse_moves(&game.start(), &GAME[..2 * PLIES]).expect("a legal game").1
}

fn by_hand() -> (i32, u64, u64) {
    let stop = Stop::default();
    let mut search = ByHand {
        nodes: 0,
        leaves: 0,
        left: 0,
        limit: u64::MAX,
        stop: &stop,
        stopped: false,
        lines: [[0; 64]; 64],
        lengths: [0; 64],
    };
    let value = search.node(&position().position, DEPTH, -10_000, 10_000);
    (value, search.nodes, search.leaves)
}

fn generic() -> (i32, u64, u64) {
    let config = Preset::named("alphabeta").expect("a preset").config;
    let resources = Resources { hash: 1 << 20, ..Resources::default() };
    let mut search = Search::new(Othello::new(), DiscsAndMoves, config, resources).expect("memory");
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let report = search.search(&position(), &limits, &Stop::default(), &mut ());
    (report.lines[0].score.cents() / 100, report.nodes, report.leaves)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    if asked("generic") || asked("by-hand") || asked("neither") {
        let (value, nodes, leaves) = match () {
            () if asked("generic") => generic(),
            () if asked("by-hand") => by_hand(),
            () => (position().position.margin(), 0, 0),
        };
        println!("value {value}, {nodes} positions, {leaves} leaves");
        return;
    }
    assert_eq!(by_hand(), generic(), "the same tree");
    for (name, run) in [("by hand", by_hand as fn() -> _), ("generic", generic)] {
        let begun = Instant::now();
        let (_, nodes, _) = run();
        println!("{name}: {:.1} M positions/s", nodes as f64 / begun.elapsed().as_secs_f64() / 1e6);
    }
    let Some([hand, generic, neither]) = instructions(["by-hand", "generic", "neither"]) else {
        println!("instructions: not counted, valgrind is not installed");
        return;
    };
    let ratio = (hand - neither) as f64 / (generic - neither) as f64;
    println!(
        "instructions: by hand {}, generic {}: {:.1} %",
        hand - neither,
        generic - neither,
        100.0 * ratio
    );
    assert!(ratio >= 0.97, "the trait costs more than 3 % of the instructions");
}

/// The instructions that this program executes with each argument.
fn instructions<const N: usize>(arguments: [&str; N]) -> Option<[u64; N]> {
    let me = std::env::current_exe().expect("this program has a path");
    let mut counts = [0; N];
    for (count, argument) in counts.iter_mut().zip(arguments) {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&me).arg(argument);
        let output = valgrind.output().ok()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let total = said
            .lines()
            .find_map(|line| line.split_once("Collected :"))
            .map(|(_, count)| count.trim().parse());
        *count = total?.expect("a count of instructions");
    }
    Some(counts)
}
