//! The board for front ends that draw it themselves: its squares and the discs on them.

use crate::bits::Bits;
use crate::drawing::colours;
use crate::rules::Othello;
use crate::shape::Shape;
use crate::square::{column_letter, square_text};
use anyply_framework::{Geometry, Ground, Piece, Point, Side, Situation};

/// Places are numbered like squares. The four dots, two squares from the corners, are those of any board that
/// is sold.
pub(crate) fn geometry<S: Shape>() -> Geometry {
    let name = |column, row| square_text::<S>(column + S::SIZE * row);
    let columns: Vec<String> = (0..S::SIZE).map(|column| column_letter(column).into()).collect();
    let rows: Vec<String> = (1..=S::SIZE).map(|row| row.to_string()).collect();
    let mut geometry = Geometry::grid(Ground::Squares, S::SIZE, S::SIZE, name).labelled(&columns, &rows);
    // Squares are known by their middles, so between the second and the third is half a step.
    let ends = [Geometry::STEP * 3 / 2, Geometry::STEP * S::SIZE as i32 - Geometry::STEP * 5 / 2];
    geometry.dots = ends.into_iter().flat_map(|y| ends.map(|x| Point { x, y })).collect();
    geometry
}

/// What stands on every square.
pub(crate) fn pieces<S: Shape>(at: &Situation<Othello<S>>) -> Vec<Piece> {
    let (black, white) = colours(at);
    let piece = |square| match (black.has(square), white.has(square)) {
        (true, _) => Piece::plain(Side::Black, "disc"),
        (_, true) => Piece::plain(Side::White, "disc"),
        _ => Piece::empty(),
    };
    (0..S::CELLS).map(piece).collect()
}
