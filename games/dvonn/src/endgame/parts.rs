//! The parts of a position that have nothing to do with each other any more.

use super::reach::Prospect;
use crate::board::Position;
use crate::geometry::Spaces;
use crate::rules::Dvonn;
use anyply_framework::{Parts, Score};

/// With more stacks than this they nearly always can reach each other.
const MOST_STACKS: usize = 32;

/// Appends the parts in which there may be a move, each as a position of its own, and gives what else the
/// sides own, for the side to move.
///
/// What hangs on a Dvonn that is never left by stacks that are never left is *anchored*: it stays whatever
/// happens, and every part may lean on it. Two stacks belong together if one may land on the other, or both
/// on a third; or if it depends on the one whether the other stays or may leave:
/// - a stack stays as long as it stands beside an anchored one, or holds a Dvonn; any other may hang on each
///   of its loose neighbours, and these on theirs;
/// - a stack that six neighbours hold in place waits for one of them to go.
///
/// No neighbours are ever gained, so what is not held in place today never will be.
pub(crate) fn divide(position: &Position, parts: &mut Parts<Dvonn>) -> Score {
    let occupied = position.occupied();
    if position.is_placing() || occupied.count() as usize > MOST_STACKS {
        return Score::DRAW;
    }
    let reach = Prospect::new(position);
    let fixed = reach.never_left();
    let anchored = fixed.connected_to(fixed & position.dvonns());
    let loose = occupied.without(anchored);
    let ties = Ties { reach, loose, hanging: hanging(position, anchored), held: position.blocked() & loose };
    let (mut left, mut added) = (occupied, position.margin());
    while let Some(first) = left.iter().next() {
        let own = ties.all_tied_to(first.set());
        left = left.without(own);
        if !own.without(fixed).is_empty() {
            let part = with_only(position, own | anchored);
            // Every part holds all that is anchored, but it counts once.
            added -= part.margin();
            parts.push(part);
        }
    }
    Score::from_units(added)
}

/// The stacks that may be removed where they stand today.
fn hanging(position: &Position, anchored: Spaces) -> Spaces {
    let safe = anchored.with_neighbours() | anchored | position.dvonns();
    position.occupied().without(safe)
}

/// What ties stacks to each other.
struct Ties {
    reach: Prospect,
    loose: Spaces,
    /// Among the loose, those that may be removed where they stand.
    hanging: Spaces,
    /// Among the loose, those that cannot move until a neighbour has gone.
    held: Spaces,
}

impl Ties {
    fn all_tied_to(&self, first: Spaces) -> Spaces {
        let mut own = first;
        loop {
            let before = own;
            // Neighbours are tied if one of the two depends on the other, whichever was found first.
            let dependent = self.hanging | self.held;
            own |= ((own & dependent).with_neighbours() & self.loose)
                | ((own & self.loose).with_neighbours() & dependent);
            for (stack, to) in self.reach.landings() {
                if !to.is_empty() && (to | stack).meets(own) {
                    own |= to | stack;
                }
            }
            if own == before {
                return own;
            }
        }
    }
}

/// The position without all other stacks.
fn with_only(position: &Position, kept: Spaces) -> Position {
    let mut part = *position;
    part.heights.keep(kept);
    part.mine &= kept;
    part.theirs &= kept;
    part.dvonns &= kept;
    part
}

#[cfg(test)]
mod tests;
