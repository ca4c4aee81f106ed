//! How many stacks stand near every space, all 49 spaces at once: word k holds bit k of every count.

use crate::geometry::{STRIDE, Spaces};

/// How many of `stacks` are neighbours of each space.
#[inline]
pub(crate) const fn neighbours(stacks: Spaces) -> [u64; 3] {
    let [a, b, c, d, e, f] = stacks.neighbours_in_turn();
    let (one, two) = sum(a, b, c);
    let (other, more) = sum(d, e, f);
    let (middle, high) = sum(two, more, one & other);
    [one ^ other, middle, high]
}

/// How many of `stacks` are up to two steps away, as on a full board, what stands on the space itself among them: half as many, rounded down.
#[inline]
pub(crate) fn half_within_two(stacks: Spaces) -> [u64; 4] {
    // Columns lean: on the row above and on the one below four spaces are that near, three on those beyond. What a shift takes over the end of a row lands
    // on no space of the next. A bit is left free below: for A3, the three in a row around the place before A1 are among what is counted.
    const DIAGONAL: u32 = 2 * STRIDE + 1;
    let s = stacks.word() << 1;
    let (ones, twos) = sum(s, s << 1, s >> 1);
    let rows = |word: u64| -> [u64; 5] {
        [word, word << STRIDE, word >> STRIDE, word << DIAGONAL, word >> DIAGONAL]
    };
    let [o1, o2, o3, o4, o5] = rows(ones);
    let [t1, t2, t3, t4, t5] = rows(twos);
    let beyond = STRIDE + 2;
    let (_, [c1, c2, c3, c4]) = nine([o1, o2, o3, o4, o5, s << 2, s >> 2, s << beyond, s >> beyond]);
    let (low, [d1, d2, d3, d4]) = nine([t1, t2, t3, t4, t5, c1, c2, c3, c4]);
    let (other, e1) = sum(d1, d2, d3);
    let e2 = other & d4;
    [low, other ^ d4, e1 ^ e2, e1 & e2].map(|bits| bits >> 1)
}

/// The sum of nine bits: its lowest bit, and four that count twice.
const fn nine([a, b, c, d, e, f, g, h, i]: [u64; 9]) -> (u64, [u64; 4]) {
    let (x, one) = sum(a, b, c);
    let (y, two) = sum(d, e, f);
    let (z, three) = sum(g, h, i);
    let (low, four) = sum(x, y, z);
    (low, [one, two, three, four])
}

/// The sum of three bits: its lower bit and its higher.
const fn sum(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}
