//! The board for front ends that draw it themselves: its spaces and the stacks on them.

use crate::formats::{Stack, Top, row_spaces, stack_at};
use crate::geometry::Space;
use crate::rules::{Dvonn, Move};
use anyply_framework::{Geometry, Ground, Label, Look, Piece, Place, Point, Situation};

/// The spaces in the order of their places, row 5 on top.
fn spaces() -> impl Iterator<Item = Space> {
    (0..5).rev().flat_map(row_spaces)
}

/// The middle of the space in a column and a row, both from 0, or of where it would be. Columns run down to
/// the right; the leftmost space, A3, is at x = 0.
fn point(column: i32, row: i32) -> Point {
    let x = Geometry::STEP * column - Geometry::STEP / 2 * (row - 2);
    Point { x, y: Geometry::HEXAGON_ROW * (4 - row) }
}

/// Numbers stand before the rows, letters at the lower ends of the columns.
pub(crate) fn geometry() -> Geometry {
    let at = |space: Space| (i32::from(space.column()), i32::from(space.row()));
    let place = |space: Space| Place { name: space.to_string(), at: point(at(space).0, at(space).1) };
    let begins_row =
        |space: &Space| space.column() == 0 || Space::new(space.column() - 1, space.row()).is_none();
    let ends_column =
        |space: &Space| space.row() == 0 || Space::new(space.column(), space.row() - 1).is_none();
    let numbers = spaces().filter(begins_row).map(|space| {
        let (column, row) = at(space);
        Label { text: (row + 1).to_string(), at: point(column - 1, row) }
    });
    let letters = Space::ALL.into_iter().filter(ends_column).map(|space| {
        let (column, row) = at(space);
        Label { text: char::from(b'A' + space.column()).into(), at: point(column, row - 1) }
    });
    Geometry {
        ground: Ground::Hexagons,
        places: spaces().map(place).collect(),
        labels: numbers.chain(letters).collect(),
        lines: Vec::new(),
        dots: Vec::new(),
    }
}

/// What stands on every space. Once the pieces are placed, no stack lands on an empty one.
pub(crate) fn pieces(at: &Situation<Dvonn>) -> Vec<Piece> {
    let none = || if at.position.is_placing() { Piece::empty() } else { Piece::gone() };
    spaces().map(|space| stack_at(at, space).map_or_else(none, piece)).collect()
}

fn piece(stack: Stack) -> Piece {
    let Stack { top, height, dvonn } = stack;
    let (look, spoken) = match top {
        Top::Dvonn => (Look::Neutral, "Dvonn".to_owned()),
        Top::Piece(side) => {
            let what = if height == 1 { "piece".to_owned() } else { format!("stack of {height}") };
            (side.into(), format!("{side} {what}{}", if dvonn { " with a Dvonn" } else { "" }))
        }
    };
    Piece { look, height, label: height.to_string(), special: dvonn, spoken }
}

/// The places of a move.
pub(crate) fn path(mv: Move) -> Vec<usize> {
    let place = |space| spaces().position(|other| other == space).expect("every space is a place");
    match mv {
        Move::Place(space) => vec![place(space)],
        Move::Step { from, to } => vec![place(from), place(to)],
        Move::Pass => Vec::new(),
    }
}
