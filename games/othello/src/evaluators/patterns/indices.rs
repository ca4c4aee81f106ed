//! [`Indices`]: what every pattern shows, kept from move to move.

use super::shapes::{ALL, INSTANCES, POWERS};
use crate::bits::Bits;
use crate::board::Position;

/// Room for every instance, in whole vector registers.
const LANES: usize = 64;

/// The index of every instance, in the order of [`ALL`]; the lanes after them stay 0.
///
/// An index is a number of balanced ternary digits, one a square: 1 for a disc of the side to move, -1 for
/// one of the opponent, 0 for none. Seen by the other side it is its own negative, so that handing the turn
/// over is one subtraction for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Indices([i16; LANES]);

/// What a disc of the side to move on each square adds to each index; nothing on the square that stands for a
/// pass.
static BY_SQUARE: [Indices; 65] = {
    let mut table = [Indices([0; LANES]); 65];
    let mut lane = 0;
    while lane < INSTANCES {
        let squares = ALL[lane].squares;
        let mut digit = 0;
        while digit < squares.count() {
            table[squares.at(digit)].0[lane] = POWERS[digit] as i16;
            digit += 1;
        }
        lane += 1;
    }
    table
};

// Plain loops over whole arrays: compilers make a few vector instructions of each.
impl Indices {
    /// From scratch.
    pub(super) fn of(position: &Position) -> Self {
        let mut indices = Self([0; LANES]);
        indices.add(position.mover, 1);
        indices.add(position.opponent, -1);
        indices
    }

    /// After a move that puts a disc on `square` and turns `flips`, seen by the other side. A pass is square
    /// 64, without flips.
    #[inline(always)]
    pub(super) fn advance(&mut self, square: usize, flips: u64) {
        let mut left = flips;
        let (turned, placed) = (four(&mut left), &BY_SQUARE[square].0);
        for lane in 0..LANES {
            // A disc that is turned goes from -1 to 1.
            let twice = turned[lane].wrapping_add(turned[lane]);
            self.0[lane] = 0_i16.wrapping_sub(self.0[lane].wrapping_add(placed[lane]).wrapping_add(twice));
        }
        if !left.is_empty() {
            self.add(left, -2);
        }
    }

    /// Seen by the other side.
    #[inline(always)]
    pub(super) fn swap(&mut self) {
        for index in &mut self.0 {
            *index = index.wrapping_neg();
        }
    }

    /// The index of each instance.
    #[inline(always)]
    pub(super) fn instances(&self) -> &[i16; INSTANCES] {
        self.0.first_chunk().expect("there are more lanes")
    }

    /// Adds `each` on every square of a set.
    #[inline(always)]
    fn add(&mut self, set: u64, each: i16) {
        let mut left = set;
        while !left.is_empty() {
            let four = four(&mut left);
            for (index, sum) in self.0.iter_mut().zip(four) {
                *index = index.wrapping_add(sum.wrapping_mul(each));
            }
        }
    }
}

/// What the next four of some squares count; those that are not there count nothing. How many discs a move
/// turns cannot be foretold, and a branch taken in vain costs more than adding zeros.
#[inline(always)]
fn four(left: &mut u64) -> [i16; LANES] {
    let mut next = || {
        let counts = &BY_SQUARE[left.first()].0;
        *left = left.without_first();
        counts
    };
    let (a, b, c, d) = (next(), next(), next(), next());
    let mut sum = [0; LANES];
    for lane in 0..LANES {
        sum[lane] = a[lane].wrapping_add(b[lane]).wrapping_add(c[lane].wrapping_add(d[lane]));
    }
    sum
}
