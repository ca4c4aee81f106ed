//! The techniques of the ladder up to `+history` for Othello and nothing else: iterative deepening, principal
//! variation search, the table, killers and history. Only the table itself, which knows no game, is the
//! project's own.

use super::{Account, Found, HASH};
use anyply_framework::search::{Entry, HISTORY_MAX, Replacement, Stop, Table};
use anyply_framework::{Bound, Game, Score};
use anyply_othello::{Eight, Othello, Position};

const PASS: u8 = 64;
const NONE: u8 = 255;
/// The table is asked with at least this many plies left.
const TABLE_FROM: u32 = 2;
const WORST: i32 = -1_000_000;

pub(crate) fn search(at: &Position, depth: u32) -> Found {
    let stop = Stop::default();
    let mut table = Table::new(HASH).expect("memory");
    table.new_search();
    let mut search = Full {
        account: Account::new(&stop),
        table,
        killers: [[[NONE; 2]; 64]; 2],
        history: [[0; 65]; 2],
        lines: [[0; 64]; 64],
        lengths: [0; 64],
    };
    let mut found = (NONE, 0);
    for depth in 1..=depth {
        let root = Node { at: *at, depth, ply: 0, key: key(at) };
        found.1 = search.node::<true>(&root, WORST, -WORST, found.0);
        found.0 = search.lines[0][0];
    }
    search.account.found(found.1)
}

fn key(at: &Position) -> u64 {
    Othello::<Eight>::new().key(at)
}

struct Node {
    at: Position,
    depth: u32,
    ply: usize,
    key: u64,
}

struct Full<'a> {
    account: Account<'a>,
    table: Table,
    killers: [[[u8; 2]; 64]; 2],
    history: [[i32; 65]; 2],
    lines: [[u8; 64]; 64],
    lengths: [usize; 64],
}

/// The moves of a node, taken best first.
struct Moves {
    squares: [u8; 64],
    figures: [i32; 64],
    count: usize,
    given: usize,
}

impl Moves {
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let given = self.given;
        if given == self.count {
            return None;
        }
        let mut best = given;
        for i in given + 1..self.count {
            if self.figures[i & 63] > self.figures[best & 63] {
                best = i;
            }
        }
        self.figures.swap(given & 63, best & 63);
        self.squares.swap(given & 63, best & 63);
        self.given += 1;
        Some(self.squares[given & 63])
    }
}

impl Full<'_> {
    fn node<const PV: bool>(&mut self, node: &Node, alpha: i32, beta: i32, first: u8) -> i32 {
        if self.account.stopped {
            return 0;
        }
        if PV {
            self.lengths[node.ply] = 0;
        }
        let mut first = first;
        if node.depth >= TABLE_FROM
            && let Some(entry) = self.table.probe(node.key)
        {
            if node.ply > 0
                && let Some(value) = cut(&entry, node.depth, alpha, beta)
            {
                return value;
            }
            if first == NONE {
                first = entry.best.map_or(NONE, |best| best as u8);
            }
        }
        let Some((best, mv)) = self.moves::<PV>(node, alpha, beta, first) else {
            self.account.leaves += 1;
            return node.at.margin();
        };
        if node.depth >= TABLE_FROM && !self.account.stopped {
            let bound = match best {
                _ if best <= alpha => Bound::Upper,
                _ if best >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let best_move = (mv != NONE).then_some(mv.into());
            let value = Score::from_units(best);
            let entry =
                Entry { value, bound, level: 0, depth: node.depth as u8, proven: false, best: best_move };
            self.table.store(node.key, entry, Replacement::DepthAndAge);
        }
        best
    }

    fn moves<const PV: bool>(&mut self, node: &Node, alpha: i32, beta: i32, first: u8) -> Option<(i32, u8)> {
        self.account.expand(node.ply);
        let side = node.ply & 1;
        let (mut best, mut best_move) = (WORST, NONE);
        let mut moves = Moves { squares: [0; 64], figures: [0; 64], count: 0, given: 0 };
        let mut number = 0;
        let mut mv = if is_legal(&node.at, first) { first } else { NONE };
        let table_move = mv;
        if mv == NONE {
            self.generate(node, &mut moves, NONE);
            match moves.next() {
                Some(next) => mv = next,
                None => return self.over_or_pass::<PV>(node, alpha, beta),
            }
        }
        loop {
            number += 1;
            let value = self.child::<PV>(node, mv, alpha.max(best), beta, number == 1);
            if self.account.stopped {
                return Some((if number == 1 { value } else { best }, best_move));
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = mv;
                    if PV {
                        self.extend_line(node.ply, mv);
                    }
                }
                if value >= beta {
                    self.account.cut_off(number == 1);
                    self.learn(node, side, mv, table_move, &moves);
                    return Some((best, best_move));
                }
            }
            if number == 1 && table_move != NONE {
                self.generate(node, &mut moves, table_move);
            }
            match moves.next() {
                Some(next) => mv = next,
                None => return Some((best, best_move)),
            }
        }
    }

    #[cold]
    fn over_or_pass<const PV: bool>(&mut self, node: &Node, alpha: i32, beta: i32) -> Option<(i32, u8)> {
        if node.at.swapped().moves() == 0 {
            return None;
        }
        let value = self.child::<PV>(node, PASS, alpha, beta, true);
        if value > alpha && PV {
            self.extend_line(node.ply, PASS);
        }
        if value >= beta {
            self.account.cut_off(true);
            let none = Moves { squares: [0; 64], figures: [0; 64], count: 0, given: 0 };
            self.learn(node, node.ply & 1, PASS, NONE, &none);
        }
        Some((value, if value > alpha { PASS } else { NONE }))
    }

    #[inline(always)]
    fn child<const PV: bool>(&mut self, node: &Node, mv: u8, alpha: i32, beta: i32, first: bool) -> i32 {
        self.account.count(node.ply);
        let at = if mv == PASS { node.at.swapped() } else { node.at.with_disc(mv.into()) };
        let ply = node.ply + 1;
        if node.depth == 1 {
            self.lengths[ply] = 0;
            return -self.account.leaf(&at);
        }
        let depth = node.depth - 1;
        let mut child = Node { at, depth, ply, key: 0 };
        if depth >= TABLE_FROM {
            child.key = key(&at);
            self.table.prefetch(child.key);
        }
        if first {
            return -self.node::<PV>(&child, -beta, -alpha, NONE);
        }
        let value = -self.node::<false>(&child, -alpha - 1, -alpha, NONE);
        if PV && value > alpha && value < beta && !self.account.stopped {
            return -self.node::<true>(&child, -beta, -alpha, NONE);
        }
        value
    }

    fn generate(&self, node: &Node, moves: &mut Moves, without: u8) {
        let mut targets = node.at.moves();
        if without < PASS {
            targets &= !(1 << without);
        }
        let killers = self.killers[node.ply & 1][node.ply];
        let history = &self.history[node.ply & 1];
        while targets != 0 {
            let square = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let mut figure = history[usize::from(square)];
            if killers[0] == square {
                figure += HISTORY_MAX / 4;
            }
            if killers[1] == square {
                figure += HISTORY_MAX / 8;
            }
            moves.squares[moves.count & 63] = square;
            moves.figures[moves.count & 63] = figure;
            moves.count += 1;
        }
    }

    fn learn(&mut self, node: &Node, side: usize, best: u8, table_move: u8, moves: &Moves) {
        let killers = &mut self.killers[side][node.ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let bonus = (node.depth * node.depth).min(400) as i32 * 32;
        let history = &mut self.history[side];
        pull(&mut history[usize::from(best)], bonus);
        if moves.given > 0 {
            if table_move != NONE {
                pull(&mut history[usize::from(table_move)], -bonus);
            }
            for &square in &moves.squares[..moves.given - 1] {
                pull(&mut history[usize::from(square)], -bonus);
            }
        }
    }

    fn extend_line(&mut self, ply: usize, mv: u8) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let length = self.lengths[ply + 1];
        above[ply][0] = mv;
        above[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }
}

fn is_legal(at: &Position, mv: u8) -> bool {
    match mv {
        NONE => false,
        PASS => at.moves() == 0 && at.swapped().moves() != 0,
        square => at.empty() >> square & 1 != 0 && at.flips(square.into()) != 0,
    }
}

fn cut(entry: &Entry, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = entry.value.cents() / 100;
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (u32::from(entry.depth) == depth && settles).then_some(value)
}

fn pull(entry: &mut i32, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    *entry += bonus - *entry * bonus.abs() / HISTORY_MAX;
}
