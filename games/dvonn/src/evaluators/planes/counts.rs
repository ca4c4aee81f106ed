//! How many stacks stand near every space, for all 49 spaces and several sets of stacks at once: word k holds
//! bit k of every count.

use super::lanes::{LANES, Lanes};
use crate::geometry::{STEPS, STRIDE, Spaces};
use std::array::from_fn;

/// How many of each set are neighbours of each space. Beside the board it means nothing.
#[inline]
pub(crate) fn neighbours<const SETS: usize>(sets: [Spaces; SETS]) -> [[u64; 3]; SETS] {
    let stacks = side_by_side(sets);
    let [a, b, c] = STEPS.map(|step| stacks.up_by(step));
    let [d, e, f] = STEPS.map(|step| stacks.down_by(step));
    let (one, two) = sum(a, b, c);
    let (other, more) = sum(d, e, f);
    let (middle, high) = sum(two, more, one & other);
    apart([one ^ other, middle, high])
}

/// How many of each set are up to two steps away, as on a full board, what stands on the space itself among
/// them: half as many, rounded down.
#[inline]
pub(crate) fn half_within_two(sets: [Spaces; 2]) -> [[u64; 4]; 2] {
    // Columns lean: on the row above and on the one below four spaces are that near, three on those beyond.
    // What a shift takes over the end of a row lands on no space of the next. A bit is left free below: for
    // A3, the three in a row around the place before A1 are among what is counted.
    const DIAGONAL: u32 = 2 * STRIDE + 1;
    let s = side_by_side(sets).up_by(1);
    let (ones, twos) = sum(s, s.up_by(1), s.down_by(1));
    let rows = |word: Lanes| {
        [word, word.up_by(STRIDE), word.down_by(STRIDE), word.up_by(DIAGONAL), word.down_by(DIAGONAL)]
    };
    let [o1, o2, o3, o4, o5] = rows(ones);
    let [t1, t2, t3, t4, t5] = rows(twos);
    let beyond = STRIDE + 2;
    let (_, [c1, c2, c3, c4]) =
        nine([o1, o2, o3, o4, o5, s.up_by(2), s.down_by(2), s.up_by(beyond), s.down_by(beyond)]);
    let (low, [d1, d2, d3, d4]) = nine([t1, t2, t3, t4, t5, c1, c2, c3, c4]);
    let (other, e1) = sum(d1, d2, d3);
    let e2 = other & d4;
    apart([low, other ^ d4, e1 ^ e2, e1 & e2].map(|bits| bits.down_by(1)))
}

fn side_by_side<const SETS: usize>(sets: [Spaces; SETS]) -> Lanes {
    const { assert!(SETS <= LANES) };
    Lanes::of(from_fn(|lane| sets.get(lane).map_or(0, |set| set.word())))
}

/// The words of each set again: undoes [`side_by_side`].
fn apart<const SETS: usize, const WORDS: usize>(words: [Lanes; WORDS]) -> [[u64; WORDS]; SETS] {
    let words = words.map(Lanes::words);
    from_fn(|set| words.map(|word| word[set]))
}

/// The sum of nine bits: its lowest bit, and four that count twice.
fn nine([a, b, c, d, e, f, g, h, i]: [Lanes; 9]) -> (Lanes, [Lanes; 4]) {
    let (x, one) = sum(a, b, c);
    let (y, two) = sum(d, e, f);
    let (z, three) = sum(g, h, i);
    let (low, four) = sum(x, y, z);
    (low, [one, two, three, four])
}

/// The sum of three bits: its lower bit and its higher.
fn sum(a: Lanes, b: Lanes, c: Lanes) -> (Lanes, Lanes) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}
