//! A board, and what stands on it, as the script of the page draws them.

use anyply_framework::{Geometry, Ground, Look, Piece};
use serde::Serialize;

/// A [`Geometry`], as short as a script can read it: a page may hold a thousand games.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(super) struct Board {
    kind: Ground,
    cells: Vec<(i32, i32)>,
    labels: Vec<(i32, i32, String)>,
    lines: Vec<[usize; 2]>,
    dots: Vec<(i32, i32)>,
}

impl From<Geometry> for Board {
    fn from(Geometry { ground, places, labels, lines, dots }: Geometry) -> Self {
        Self {
            kind: ground,
            cells: places.iter().map(|place| (place.at.x, place.at.y)).collect(),
            labels: labels.into_iter().map(|label| (label.at.x, label.at.y, label.text)).collect(),
            lines,
            dots: dots.iter().map(|dot| (dot.x, dot.y)).collect(),
        }
    }
}

/// What may stand on a cell: what it looks like, what is written on it, and whether it is a special one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(super) struct State(Shape, String, bool);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Shape {
    Empty,
    Black,
    White,
    Neutral,
    /// A remark on an empty place.
    Sign,
}

impl State {
    pub(super) const EMPTY: Self = Self(Shape::Empty, String::new(), false);

    /// An empty place that is refused to the side to move.
    pub(super) fn refused() -> Self {
        Self(Shape::Sign, "!".to_owned(), false)
    }
}

impl From<Piece> for State {
    fn from(piece: Piece) -> Self {
        let shape = match piece.look {
            Look::Black => Shape::Black,
            Look::White => Shape::White,
            Look::Neutral => Shape::Neutral,
            // The ground stays for who looks back.
            Look::Empty | Look::Gone => Shape::Empty,
        };
        Self(shape, piece.label, piece.special)
    }
}
