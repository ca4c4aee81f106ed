//! What there is to see while pieces are being placed.

use crate::board::Position;
use crate::geometry::{SPACES, SYMMETRIES, Space, Spaces};

/// Own or not, at the edge or not, the distance to the nearest Dvonn (4), the Dvonns within two steps (4),
/// and neighbours of either colour (7 each).
pub(super) const PIECE_WEIGHTS: usize = 2 * 2 * 4 * 4 * 7 * 7;
/// Own or not, by [`CLASS`].
pub(super) const SPACE_WEIGHTS: usize = 2 * CLASSES;
/// For White to move and for Black: the class of each Dvonn's space, then the distance between each two.
pub(super) const DVONN_WEIGHTS: usize = 2 * (CLASSES + FURTHEST);

/// The longest distance is ten.
const FURTHEST: usize = 11;

/// Spaces that a symmetry takes onto one another are one class.
const CLASSES: usize = 16;

/// The class of every space.
static CLASS: [u8; SPACES] = {
    let mut classes = [u8::MAX; SPACES];
    let (mut next, mut number) = (0, 0);
    while number < SPACES {
        if classes[number] == u8::MAX {
            let mut symmetry = 0;
            while symmetry < SYMMETRIES {
                classes[Space::ALL[number].image(symmetry).number()] = next;
                symmetry += 1;
            }
            next += 1;
        }
        number += 1;
    }
    assert!(next as usize <= CLASSES);
    classes
};

fn class(space: Space) -> usize {
    usize::from(CLASS[space.number()])
}

/// Every piece but the Dvonns.
pub(super) fn pieces(position: &Position, mut each: impl FnMut(usize)) {
    let dvonns = position.dvonns();
    for (own, pieces, others) in sides(position) {
        for space in pieces.iter() {
            let near =
                |distance: u32| dvonns.iter().filter(|&dvonn| space.distance(dvonn) <= distance).count();
            let nearest = (1..=3).filter(|&distance| near(distance) > 0).count();
            let count = |set: Spaces| (space.neighbours() & set).count() as usize;
            let edge = usize::from(Spaces::EDGE.contains(space));
            let place = ((own * 2 + edge) * 4 + nearest) * 4 + near(2);
            each((place * 7 + count(pieces)) * 7 + count(others));
        }
    }
}

/// Where they lie.
pub(super) fn spaces(position: &Position, mut each: impl FnMut(usize)) {
    for (own, pieces, _) in sides(position) {
        pieces.iter().for_each(|space| each(own * CLASSES + class(space)));
    }
}

/// Where the Dvonns lie, to themselves and to one another. They are nobody's: what they are worth depends on
/// who is to move.
pub(super) fn dvonns(position: &Position, mut each: impl FnMut(usize)) {
    let turn = position.placed() as usize % 2 * (CLASSES + FURTHEST);
    let dvonns = position.dvonns();
    for (place, dvonn) in dvonns.iter().enumerate() {
        each(turn + class(dvonn));
        for other in dvonns.iter().skip(place + 1) {
            each(turn + CLASSES + dvonn.distance(other) as usize);
        }
    }
}

fn sides(position: &Position) -> [(usize, Spaces, Spaces); 2] {
    let (mine, theirs) = (position.mine(), position.theirs());
    [(1, mine, theirs), (0, theirs, mine)]
}
