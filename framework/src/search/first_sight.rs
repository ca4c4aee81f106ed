//! What is played without any search.

use super::config::Subsets;
use super::order;
use super::report::Line;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList, Situation};
use crate::score::Certainty;

/// The moves as the evaluator likes them at first sight, each a line of one move, at most `lines` of them; none if the game is
/// over. Where several are asked for, none is left out.
pub(crate) fn first_sight<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    subsets: Subsets,
    at: &Situation<G>,
    lines: usize,
) -> Vec<Line<G>> {
    if game.terminal(&at.position).is_some() {
        return Vec::new();
    }
    let mut moves = MoveList::<G>::new();
    let state = &evaluator.state(game, &at.position);
    let view = View { game, position: &at.position, state };
    let all = subsets == Subsets::None || lines > 1;
    let subsets = if all { Subsets::None } else { Subsets::Sound };
    order::generate(evaluator, subsets, view, &mut moves);
    let mut priors = vec![0; moves.len()];
    evaluator.order(view, &moves, &mut priors);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|&i| -i64::from(priors[i]));
    let score = evaluator.evaluate(view);
    let line = |i: usize| Line { score, certainty: Certainty::Heuristic, moves: vec![moves[i]] };
    order.into_iter().take(lines.max(1)).map(line).collect()
}
