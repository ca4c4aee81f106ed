//! What is played without any search.

use super::clock::{Budget, Limits};
use super::config::Subsets;
use super::order;
use super::report::{Counts, Line, Report};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList, Situation};
use crate::ranking::by_prior;
use crate::score::Certainty;

/// What is reported before anything was searched: the moves as the evaluator likes them, as many lines as are
/// asked for; none if the game is over.
pub(crate) fn unsearched<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    subsets: Subsets,
    at: &Situation<G>,
    (limits, budget): (&Limits, &Budget<'_>),
) -> Report<G> {
    let lines = first_lines(game, evaluator, subsets, at, limits.lines);
    let (counts, elapsed) = (Counts::default(), budget.elapsed());
    Report { depth: 0, lines, nodes: 0, leaves: 1, counts, elapsed, by_book: false }
}

// Each move a line of its own, at most `lines` of them. Where several are asked for, none is left out.
fn first_lines<G: Game, E: Evaluator<G>>(
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
    let score = evaluator.evaluate(view);
    let line = |mv| Line { score, certainty: Certainty::Heuristic, moves: vec![mv] };
    by_prior(evaluator, view, &moves).take(lines.max(1)).map(line).collect()
}
