//! Moves in the order in which the evaluator likes them before any search.

use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Situation};
use crate::ranking::{best_first, by_prior};
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
    if E::ORDERS {
        let state = &evaluator.state(game, &at.position);
        return by_prior(evaluator, View { game, position: &at.position, state }, &moves).collect();
    }
    // Where it says nothing of moves, by what it makes of the positions after them.
    let worth = |&mv: &G::Move| {
        let after = at.after(game, mv);
        seen_from(at, &after, evaluated(game, evaluator, &after))
    };
    let worths: Vec<Score> = moves.iter().map(worth).collect();
    best_first(&worths).into_iter().map(|place| moves[place]).collect()
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
