//! The moves that renju forbids Black, after the rules of the Renju International Federation (1996),
//! chapter 9.

use crate::board::{Rows, Square};
use crate::lines::{CENTRE, Goal, Line};
use std::fmt;

/// Why a move is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once, both in one line among them.
    DoubleFour,
    /// Two threes at once that can both really become straight fours.
    DoubleThree,
}

/// `an overline`, `a double four`, `a double three`.
impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overline => "an overline",
            Self::DoubleFour => "a double four",
            Self::DoubleThree => "a double three",
        })
    }
}

const GOAL: Goal = Goal::Exactly;

/// What is wrong with a black stone on the free square `at`, if anything. A five excuses everything.
pub(crate) fn foul<const N: usize>(black: &Rows<N>, white: &Rows<N>, at: Square) -> Option<Foul> {
    let lines: [Line; 4] = std::array::from_fn(|direction| Line::of(black, white, at, direction));
    // Every foul takes four stones in one line, or two more in each of two lines; most squares end here.
    if lines.iter().map(|line| line.own.count_ones() - 1).filter(|&others| others >= 2).sum::<u32>() < 4 {
        return None;
    }
    if lines.iter().any(|line| line.is_five(GOAL)) {
        return None;
    }
    if lines.iter().any(|line| line.is_overline()) {
        return Some(Foul::Overline);
    }
    let fours = lines.map(|line| line.fours(GOAL));
    if fours.iter().sum::<u32>() >= 2 {
        return Some(Foul::DoubleFour);
    }
    // In a line that has a four a three does not count.
    let points: [u16; 4] = std::array::from_fn(|direction| {
        if fours[direction] > 0 { 0 } else { lines[direction].straight_four_points(GOAL) }
    });
    if points.iter().filter(|&&points| points != 0).count() < 2 {
        return None;
    }
    let mut with_stone = *black;
    with_stone[at.y()] |= 1 << at.x();
    let threes = (0..4)
        .filter(|&direction| is_real_three(&with_stone, white, at, direction, points[direction]))
        .take(2)
        .count();
    (threes == 2).then_some(Foul::DoubleThree)
}

/// Whether one of `points`, each of which makes a straight four in `direction`, is allowed at that moment. As
/// the federation has it, a point that makes a five at the same time does not count. Each step of the
/// recursion adds two stones to the board, so it ends.
fn is_real_three<const N: usize>(
    black: &Rows<N>,
    white: &Rows<N>,
    at: Square,
    direction: usize,
    points: u16,
) -> bool {
    (0..16).filter(|bit| points >> bit & 1 != 0).any(|bit| {
        let point = at.step(direction, bit - CENTRE as i32, N).expect("an empty cell is on the board");
        let makes_five = (0..4).any(|direction| Line::of(black, white, point, direction).is_five(GOAL));
        !makes_five && foul(black, white, point).is_none()
    })
}

#[cfg(test)]
mod tests;
