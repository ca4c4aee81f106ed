//! [`rate`]: which moves promise most before anything was searched.

use super::closeness::{HOLDS, RING_BITS, ring_counts};
use super::placement::Placement;
use super::planes::{neighbours, transposed_bytes};
use crate::board::Position;
use crate::geometry::{Space, Spaces};
use crate::rules::Move;

/// Writes a rating for each move: while pieces are placed, that of `placement`, later what the two spaces of
/// a step are worth together. The figures, 200 to a unit of log-odds, are those that make the moves likeliest
/// which cut off: a multinomial logit over the legal moves of 62,000 nodes, in searches by `stacks` of the
/// game's test boards and of positions that followed.
///
/// In 23 % of nodes held out the move that cuts off comes first, in 16 % by the figures that an earlier
/// version had been given by hand. Against those it won 3 Elo [-8, +14] in 1,400 games at equal positions,
/// with 1 % more positions a second: most of what an order knows, the search's history learns anyway. With
/// every height apart +13 [+5, +21] in 2,800 games at 10,000 positions a move, but -14 [-34, +6] in 400 at
/// 40,000; with what can land where and what stacks can do, which puts 29 % first, +7 [-8, +21] in 800, for
/// far more time.
pub(super) fn rate(placement: &Placement, position: &Position, moves: &[Move], priors: &mut [i32]) {
    if position.is_placing() {
        return placement.order(position, moves, priors);
    }
    let figures = Figures::of(position);
    for (mv, prior) in moves.iter().zip(priors) {
        if let Move::Step { from, to } = *mv {
            *prior = figures.leave(from) + figures.land(to);
        }
    }
}

/// What each space counts for: many moves share one, and all spaces at once take no longer than a few of
/// them. Those of empty spaces mean nothing.
struct Figures {
    leave: [i16; 64],
    land: [i16; 64],
}

/// For up to six neighbours.
const COUNT_BITS: usize = 3;
/// Where groups of bit planes begin in two bytes of a space: whose it is, how many blocked neighbours of each
/// side it has; how many in all, and its height.
const BLOCKED: usize = 2;
const HEIGHT: usize = 2 * COUNT_BITS;
const HEIGHT_BITS: usize = 2;

/// 1 at the edge, where a stack is never blocked and can wait.
const EDGE: [i16; 64] = {
    let mut edge = [0; 64];
    let mut place = 0;
    while place < 64 {
        edge[place] = (Spaces::EDGE.word() >> place & 1) as i16;
        place += 1;
    }
    edge
};

impl Figures {
    #[inline]
    fn of(position: &Position) -> Self {
        let (mine, theirs) = (position.mine(), position.theirs());
        let blocked = position.blocked();
        let beside = neighbours([blocked & mine, blocked & theirs, mine, theirs]);
        let (beside_blocked, beside_any) = beside.as_flattened().split_at(HEIGHT);
        let (mut owners, mut around) = ([0; BLOCKED + HEIGHT], [0; HEIGHT + HEIGHT_BITS]);
        owners[..BLOCKED].copy_from_slice(&[mine, theirs].map(Spaces::word));
        owners[BLOCKED..].copy_from_slice(beside_blocked);
        around[..HEIGHT].copy_from_slice(beside_any);
        around[HEIGHT..].copy_from_slice(&position.heights.below_top().map(Spaces::word));
        let (owners, around) = (transposed_bytes(&owners), transposed_bytes(&around));
        let rings = ring_counts(position.dvonns());
        let (mut leave, mut land) = ([0; 64], [0; 64]);
        for place in 0..64 {
            let number = |code: u8, bit: usize, bits: usize| i16::from(code >> bit & ((1 << bits) - 1));
            let [mine, theirs] = [0, 1].map(|bit| number(owners[place], bit, 1));
            let [frees_own, frees_others] =
                [0, COUNT_BITS].map(|bit| number(owners[place], BLOCKED + bit, COUNT_BITS));
            let [own_beside, others_beside] =
                [0, COUNT_BITS].map(|bit| number(around[place], bit, COUNT_BITS));
            let below = number(around[place], HEIGHT, HEIGHT_BITS);
            let [one, two, three] = [0, 1, 2].map(|ring| number(rings[place], ring * RING_BITS, RING_BITS));
            let (holds, edge) = (number(rings[place], HOLDS, 1), EDGE[place]);
            // A Dvonn is taken along. Whoever leaves a full ring frees those in it.
            leave[place] = 111 * holds - 94 * i16::from(below == 0) - 40 * edge + 109 * frees_own
                - 114 * frees_others
                - 85 * own_beside
                + 43 * others_beside
                - 163 * one
                - 67 * two
                - 6 * three;
            // Covering an enemy stack is what moves are for, the lower the better; covering one's own wastes
            // a stack.
            land[place] = mine * (35 * below - 172) + theirs * (506 - 128 * below) + 316 * holds - 53 * edge
                + 32 * own_beside
                - 24 * others_beside
                + 235 * one
                + 178 * two
                + 129 * three;
        }
        Self { leave, land }
    }

    fn leave(&self, from: Space) -> i32 {
        self.leave[from.bit() as usize & 63].into()
    }

    fn land(&self, to: Space) -> i32 {
        self.land[to.bit() as usize & 63].into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::playouts::playout;
    use super::*;
    use crate::rules::Dvonn;
    use anyply_framework::Game;
    use proptest::prelude::*;

    /// The figures of a stack, one by one.
    fn slow(position: &Position, space: Space) -> [i32; 2] {
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let beside = |set: Spaces| (space.neighbours() & set).count() as i32;
        let ring = |figures: [i32; 3]| -> i32 {
            let distances = dvonns.iter().map(|dvonn| space.distance(dvonn) as usize);
            distances.filter(|&distance| distance > 0).filter_map(|distance| figures.get(distance - 1)).sum()
        };
        let given = |fact: bool, figure: i32| if fact { figure } else { 0 };
        let (holds, edge) = (dvonns.contains(space), Spaces::EDGE.contains(space));
        let height = position.height(space);
        let below = height.min(4) as i32 - 1;
        let blocked = position.blocked();
        let leave = given(holds, 111) + given(height == 1, -94) + given(edge, -40);
        let frees = 109 * beside(blocked & mine) - 114 * beside(blocked & theirs);
        let land = given(mine.contains(space), 35 * below - 172)
            + given(theirs.contains(space), 506 - 128 * below)
            + given(holds, 316)
            + given(edge, -53);
        [
            leave + frees - 85 * beside(mine) + 43 * beside(theirs) + ring([-163, -67, -6]),
            land + 32 * beside(mine) - 24 * beside(theirs) + ring([235, 178, 129]),
        ]
    }

    proptest! {
        #[test]
        fn steps_are_worth_what_their_spaces_count(seed: u64, choices in prop::collection::vec(any::<usize>(), 0..60)) {
            playout(Some(seed), &choices, |position| {
                let figures = Figures::of(position);
                for space in position.occupied().iter() {
                    let fast = [figures.leave(space), figures.land(space)];
                    assert_eq!(fast, slow(position, space), "{space} of {position:?}");
                }
                let moves = Dvonn::full().moves(position);
                let mut priors = vec![0; moves.len()];
                rate(&Placement::default(), position, &moves, &mut priors);
                for (mv, prior) in moves.iter().zip(priors) {
                    if let Move::Step { from, to } = *mv {
                        assert_eq!(prior, slow(position, from)[0] + slow(position, to)[1], "{mv:?} in {position:?}");
                    }
                }
            });
        }
    }
}
