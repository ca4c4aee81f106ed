//! Moves in the order in which the evaluator likes them before any search.

use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::ranking::best_first;
use crate::score::Score;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// The legal moves, the best at first sight first, equal ones in the order of the lot.
pub(crate) fn at_first_sight<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &Situation<G>,
    random: &mut Pcg64Mcg,
) -> Vec<G::Move> {
    let mut moves = at.moves(game).to_vec();
    moves.shuffle(random);
    let order = best_first(&priors(game, evaluator, at, &moves));
    order.into_iter().map(|place| moves[place]).collect()
}

// What the evaluator says of each move; by what it makes of the position after it where it says nothing.
fn priors<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &Situation<G>,
    moves: &[G::Move],
) -> Vec<i32> {
    let state = &evaluator.state(game, &at.position);
    let mut priors = vec![0; moves.len()];
    if E::ORDERS {
        evaluator.order(View { game, position: &at.position, state }, moves, &mut priors);
    } else {
        for (prior, &mv) in priors.iter_mut().zip(moves) {
            let after = at.after(game, mv);
            *prior = seen_from(at, &after, evaluated(game, evaluator, &after)).cents();
        }
    }
    priors
}

fn evaluated<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, at: &Situation<G>) -> Score {
    game.terminal(&at.position).unwrap_or_else(|| {
        let state = &evaluator.state(game, &at.position);
        evaluator.evaluate(View { game, position: &at.position, state })
    })
}

/// A value for whoever moves `after`, for whoever moves `at`.
pub(super) fn seen_from<G: Game>(at: &Situation<G>, after: &Situation<G>, value: Score) -> Score {
    if after.side == at.side { value } else { -value }
}
