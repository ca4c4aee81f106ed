//! Areas: groups of connected stacks; and what a move tears off.

use crate::board::Position;
use crate::geometry::{Space, Spaces};

/// A group of connected stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its stacks. If none of them holds a Dvonn, they are lost.
    pub stacks: Spaces,
    /// Those of them that hold a Dvonn.
    pub dvonns: Spaces,
}

/// The areas of a position, in the order of their first spaces.
pub fn areas(position: &Position) -> Vec<Area> {
    let mut left = position.occupied();
    let mut areas = Vec::new();
    while let Some(first) = left.iter().next() {
        let stacks = left.connected_to(first.set());
        areas.push(Area { stacks, dvonns: stacks & position.dvonns() });
        left = left.without(stacks);
    }
    areas
}

/// What a move tears off, in pieces and in stacks. The stack that moves counts as the mover's, even if it
/// goes with the place where it lands; whatever lay there belongs to who owned it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Losses {
    /// The mover's pieces, 0 to 49.
    pub own: u32,
    /// The opponent's pieces, 0 to 49.
    pub enemy: u32,
    /// The mover's stacks.
    pub own_stacks: u32,
    /// The opponent's stacks.
    pub enemy_stacks: u32,
    /// Whether the landing place itself is cut off.
    pub landing: bool,
}

/// What the legal move `from` to `to` tears off.
///
/// One flood over the board after the move says it for every kind of move: with or without a Dvonn on board,
/// within its area or out of it.
pub fn losses(position: &Position, from: Space, to: Space) -> Losses {
    let mut after = *position;
    after.step(from, to);
    losses_between(position, &after, from, to)
}

/// The same where the position after the move is at hand.
pub(super) fn losses_between(position: &Position, after: &Position, from: Space, to: Space) -> Losses {
    let lost = position.occupied().without(from.set()).without(after.occupied());
    let (own, enemy) = (lost & position.mine(), lost & position.theirs());
    let landing = lost.contains(to);
    Losses {
        own: position.pieces(own) + if landing { position.height(from) } else { 0 },
        enemy: position.pieces(enemy),
        own_stacks: own.count() + u32::from(landing),
        enemy_stacks: enemy.count(),
        landing,
    }
}
