//! What the evaluator says of positions, and [`Evaluations`], which keeps it for when it is asked again.

use super::worker::{Node, Place, Worker};
use crate::cache::Cache;
use crate::evaluator::{Evaluator, View};
use crate::game::Game;
use crate::score::Score;

/// Evaluations by position: an evaluation cache.
#[derive(Debug)]
pub(super) struct Evaluations(Cache<Score>);

impl Evaluations {
    /// Room for two to the power of so many; none at all for 0.
    pub(super) fn new(log2: u8) -> Self {
        Self(Cache::new(log2))
    }

    /// The value kept for the position with this key, else that of `evaluate`, which is kept.
    #[inline(always)]
    fn recall(&mut self, key: impl FnOnce() -> u64, evaluate: impl FnOnce() -> Score) -> Score {
        if !self.0.has_room() {
            return evaluate();
        }
        let key = key();
        self.0.get(key).unwrap_or_else(|| {
            let value = evaluate();
            self.0.set(key, value);
            value
        })
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The evaluator's opinion of a node where the game goes on.
    pub(super) fn evaluate(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        self.evaluate_at(&node.position, node.ply, node.place)
    }

    /// The same of a position at `ply` whose evaluator's state is at hand, but the caller counts it. Its
    /// `place`, if there is one, saves making the key.
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
    fn what_was_said_is_recalled() {
        let mut evaluations = Evaluations::new(4);
        assert_eq!(recalled(&mut evaluations, 7, -17), (-17, true));
        assert_eq!(recalled(&mut evaluations, 7, 99), (-17, false));
    }

    #[test]
    fn without_room_every_position_is_evaluated_anew() {
        let mut none = Evaluations::new(0);
        assert_eq!(recalled(&mut none, 5, 1), (1, true));
        assert_eq!(recalled(&mut none, 5, 2), (2, true));
    }
}
