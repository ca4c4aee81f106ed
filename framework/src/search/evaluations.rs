//! What the evaluator says of positions, and [`Evaluations`], which keeps it for when it is asked again.

use super::worker::{Node, Place, Worker};
use crate::evaluator::{Evaluator, View};
use crate::game::Game;
use crate::score::Score;

/// Evaluations by position, few enough to stay in the processor's cache: an evaluation cache. One thread's own.
///
/// The lower bits of a key say which place it has; what comes later takes the place of what was there.
#[derive(Debug)]
pub(super) struct Evaluations(Box<[Kept]>);

/// A position's key, and what the evaluator said of it.
#[derive(Clone, Copy, Debug)]
struct Kept {
    key: u64,
    value: Score,
}

impl Evaluations {
    /// Room for two to the power of so many; none at all for 0.
    pub(super) fn new(log2: u8) -> Self {
        let places = if log2 == 0 { 0 } else { 1 << log2 };
        // At first a key stands at every place that does not belong there.
        Self((0..places).map(|place: u64| Kept { key: !place, value: Score::DRAW }).collect())
    }

    /// The value kept for the position with this key, else that of `evaluate`, which is kept.
    #[inline(always)]
    fn recall(&mut self, key: impl FnOnce() -> u64, evaluate: impl FnOnce() -> Score) -> Score {
        if self.0.is_empty() {
            return evaluate();
        }
        let key = key();
        let last = self.0.len() - 1;
        let place = &mut self.0[key as usize & last];
        if place.key != key {
            *place = Kept { key, value: evaluate() };
        }
        place.value
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The evaluator's opinion of a node where the game goes on.
    pub(super) fn evaluate(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        self.evaluate_at(&node.position, node.ply, node.place)
    }

    /// The same of a position at `ply` whose evaluator's state is at hand, but the caller counts it. Its `place`, if there is one, saves making the key.
    #[inline(always)]
    pub(super) fn evaluate_at(&mut self, position: &G::Position, ply: usize, place: Option<Place>) -> Score {
        let (game, evaluator) = (self.game, self.evaluator);
        let key = || place.map_or_else(|| game.key(position), |place| place.key);
        let state = self.states.at(ply);
        let value = self.evaluations.recall(key, || evaluator.evaluate(View { game, position, state }));
        debug_assert!(value.distance().is_none(), "an evaluator claimed a won game");
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value recalled, and whether the evaluator was asked for it.
    fn recalled(evaluations: &mut Evaluations, key: u64, cents: i32) -> (i32, bool) {
        let mut asked = false;
        let evaluate = || {
            asked = true;
            Score::from_cents(cents)
        };
        (evaluations.recall(|| key, evaluate).cents(), asked)
    }

    #[test]
    fn what_was_said_last_at_a_place_is_recalled() {
        let mut evaluations = Evaluations::new(4);
        // The last differs from the first in one bit alone, and has its place.
        for key in [0, 7, u64::MAX, 0x9e37_79b9_7f4a_7c15, 1 << 4] {
            assert_eq!(recalled(&mut evaluations, key, -17), (-17, true), "{key:x}");
            assert_eq!(recalled(&mut evaluations, key, 99), (-17, false), "{key:x}");
        }
        assert_eq!(recalled(&mut evaluations, 0, 3), (3, true));
    }

    #[test]
    fn without_room_every_position_is_evaluated_anew() {
        let mut none = Evaluations::new(0);
        assert_eq!(recalled(&mut none, 5, 1), (1, true));
        assert_eq!(recalled(&mut none, 5, 2), (2, true));
    }
}
