//! Alpha-beta alone, as one writes it for Othello and nothing else: values are plain numbers, moves are bits
//! taken from a word, and leaves are evaluated where they are made.

use super::{Account, Found};
use anyply_framework::search::Stop;
use anyply_othello::Position;

pub(crate) fn search(at: &Position, depth: u32) -> Found {
    let stop = Stop::default();
    let mut search = Plain { account: Account::new(&stop), lines: [[0; 64]; 64], lengths: [0; 64] };
    let value = search.node(at, 0, depth, -10_000, 10_000);
    search.account.found(value)
}

struct Plain<'a> {
    account: Account<'a>,
    /// The principal variation from each depth on, as in every program that shows one.
    lines: [[u8; 64]; 64],
    lengths: [usize; 64],
}

impl Plain<'_> {
    fn node(&mut self, at: &Position, ply: usize, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.account.stopped {
            return 0;
        }
        self.lengths[depth as usize] = 0;
        let mut targets = at.moves();
        if targets == 0 {
            return self.pass(at, ply, depth, alpha, beta);
        }
        self.account.expand(ply);
        let mut best = i32::MIN + 1;
        let mut number = 0;
        while targets != 0 {
            let square = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            number += 1;
            self.account.count(ply);
            let value = self.after(&at.with_disc(square), ply, depth, alpha, beta);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(depth as usize, square as u8);
                }
                if value >= beta {
                    self.account.cut_off(number == 1);
                    return value;
                }
            }
        }
        best
    }

    #[cold]
    fn pass(&mut self, at: &Position, ply: usize, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.account.expand(ply);
        let child = at.swapped();
        if child.moves() == 0 {
            self.account.leaves += 1;
            return at.margin();
        }
        self.account.count(ply);
        let value = self.after(&child, ply, depth, alpha, beta);
        if value > alpha {
            self.extend_line(depth as usize, 64);
        }
        if value >= beta {
            self.account.cut_off(true);
        }
        value
    }

    #[inline(always)]
    fn after(&mut self, child: &Position, ply: usize, depth: u32, alpha: i32, beta: i32) -> i32 {
        if depth > 1 {
            return -self.node(child, ply + 1, depth - 1, -beta, -alpha);
        }
        self.lengths[0] = 0;
        -self.account.leaf(child)
    }

    fn extend_line(&mut self, depth: usize, square: u8) {
        let (below, above) = self.lines.split_at_mut(depth);
        let length = self.lengths[depth - 1];
        above[0][0] = square;
        above[0][1..=length].copy_from_slice(&below[depth - 1][..length]);
        self.lengths[depth] = length + 1;
    }
}
