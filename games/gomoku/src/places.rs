//! The board for front ends that draw it themselves: its points, the stones on them, and where renju forbids
//! one.

use crate::board::{Square, column_letter};
use crate::renju::Foul;
use crate::rules::Gomoku;
use anyply_framework::{Geometry, Ground, Piece, Refusal, Situation};

/// From the edge to the first line with star points, in lines.
const STARS: usize = 3;
/// Boards of so many lines have star points at the middle of their edges too.
const MANY: usize = 19;

/// The square of a place: places are numbered from the top, squares from the bottom.
fn square<const N: usize>(place: usize) -> Square {
    Square::new(place % N, N - 1 - place / N)
}

/// The place of a square.
pub(crate) fn place<const N: usize>(square: Square) -> usize {
    (N - 1 - square.y()) * N + square.x()
}

/// The board with letters and numbers on all sides.
pub(crate) fn geometry<const N: usize>() -> Geometry {
    let columns: Vec<String> = (0..N).map(|x| column_letter(x).into()).collect();
    let rows: Vec<String> = (1..=N).rev().map(|row| row.to_string()).collect();
    let name = |column, row| square::<N>(row * N + column).to_string();
    let mut geometry =
        Geometry::grid(Ground::Lines, N, N, name).labelled(&columns, &rows).labelled_all_round();
    geometry.dots = stars::<N>().map(|square| geometry.places[place::<N>(square)].at).collect();
    geometry
}

/// The star points: on the fourth lines, and in the middle where there is one.
fn stars<const N: usize>() -> impl Iterator<Item = Square> {
    let (first, middle, last) = (STARS, N / 2, N - 1 - STARS);
    let all =
        [first, middle, last].into_iter().flat_map(move |y| [first, middle, last].map(|x| Square::new(x, y)));
    all.filter(move |square| {
        match [square.x(), square.y()].into_iter().filter(|&line| line == middle).count() {
            0 => true,
            1 => N % 2 == 1 && N >= MANY,
            _ => N % 2 == 1,
        }
    })
}

/// What stands on every point.
pub(crate) fn pieces<const N: usize>(at: &Situation<Gomoku<N>>) -> Vec<Piece> {
    let stone = |place| at.position.stone(square::<N>(place));
    (0..N * N)
        .map(|place| stone(place).map_or_else(Piece::empty, |side| Piece::plain(side, "stone")))
        .collect()
}

/// The points forbidden to the side to move, each with what a stone there would make; none once somebody has
/// won.
pub(crate) fn fouls<const N: usize>(
    game: &Gomoku<N>,
    at: &Situation<Gomoku<N>>,
) -> impl Iterator<Item = (Square, Foul)> {
    at.position
        .playable_squares()
        .filter_map(|square| game.foul(&at.position, square).map(|foul| (square, foul)))
}

/// The same for front ends.
pub(crate) fn refusals<const N: usize>(game: &Gomoku<N>, at: &Situation<Gomoku<N>>) -> Vec<Refusal> {
    let refusal =
        |(square, foul): (Square, Foul)| Refusal { place: place::<N>(square), reason: foul.to_string() };
    fouls(game, at).map(refusal).collect()
}
