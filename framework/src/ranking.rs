//! Places by worth, and moves by what the evaluator thinks of them.

use crate::evaluator::{Evaluator, View};
use crate::game::Game;
use std::cmp::Reverse;

/// The places in `worths`, the greatest first, equal ones as they stand.
///
/// Moves are not sorted themselves: a sort of theirs would be compiled anew for every game and every
/// evaluator.
pub(crate) fn best_first<W: Ord>(worths: &[W]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by_key(|&place| Reverse(&worths[place]));
    order
}

/// The moves, the one the evaluator likes best at first sight first, equal ones as they stand.
pub(crate) fn by_prior<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    view: View<'_, G, E::State>,
    moves: &[G::Move],
) -> impl Iterator<Item = G::Move> {
    let mut priors = vec![0; moves.len()];
    evaluator.order(view, moves, &mut priors);
    best_first(&priors).into_iter().map(|place| moves[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_comes_first_and_equal_ones_stay_in_order() {
        assert_eq!(best_first(&[3, -1, i32::MIN, 3, i32::MAX]), [4, 0, 3, 1, 2]);
        assert!(best_first::<i32>(&[]).is_empty());
    }
}
