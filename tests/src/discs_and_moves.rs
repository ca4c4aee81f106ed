//! A plain evaluation of Othello and a game to search in: what the benchmarks beside other searches share
//! with these.

use anyply_framework::{Evaluator, Game, Notation, Score, Situation, View};
use anyply_othello::{Othello, Position};

const GAME: &str = "e6f4c3d6f6e7f5d3d7d8c4g7h8g4g5f7g8c5b6b5e8e3g6f8c7c6c8h5d2b8a8h7b7a5a7e2";

/// The situation after so many plies of one game, 36 at most.
pub fn after(plies: usize) -> Situation<Othello> {
    let game = Othello::new();
    game.parse_moves(&game.start(), &GAME[..2 * plies]).expect("a legal game").1
}

/// Own minus opponent's discs and ten times own minus opponent's moves.
#[inline(always)]
pub fn discs_and_moves(position: &Position) -> i32 {
    let discs = position.mover.count_ones() as i32 - position.opponent.count_ones() as i32;
    let moves = position.moves().count_ones() as i32 - position.swapped().moves().count_ones() as i32;
    discs + 10 * moves
}

/// The same for the search.
#[derive(Clone, Debug)]
pub struct DiscsAndMoves;

impl Evaluator<Othello> for DiscsAndMoves {
    type State = ();

    fn state(&self, _: &Othello, _: &Position) {}

    #[inline(always)]
    fn evaluate(&self, at: View<'_, Othello, ()>) -> Score {
        Score::from_units(discs_and_moves(at.position))
    }
}
