//! [`Geometry`]: what a board looks like, so that it can be drawn and clicked on by what does not know the
//! game.

use serde::Serialize;

/// The board of a game: where its places are, and what is drawn around them.
///
/// Its places are known by their numbers: [`Notation::pieces`](crate::Notation::pieces) tells what stands on
/// them, [`Notation::path`](crate::Notation::path) which of them a move points at.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Geometry {
    /// What the places lie on.
    pub ground: Ground,
    /// Where something can stand, in reading order as the game tells it: from the top, each row from the
    /// left; [`Geometry::STEP`] from the nearest other, or up to half as much again. What lies beside the
    /// board, such as pieces in hand, is a place like any other.
    pub places: Vec<Place>,
    /// What is written around the places: nothing, or all that their names are made of.
    pub labels: Vec<Label>,
    /// The lines of [`Ground::Lines`], each from one place straight to another.
    pub lines: Vec<[usize; 2]>,
    /// Points that are marked to help the eye: Gomoku's star points, say. They need not be on places.
    pub dots: Vec<Point>,
}

/// What the places of a board lie on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Each place is a square.
    Squares,
    /// The places are points of lines, mostly where they cross.
    Lines,
    /// Each place is a hexagon, a corner on top; rows are [`Geometry::HEXAGON_ROW`] apart and set off by
    /// half.
    Hexagons,
}

/// A point in hundredths of the distance between neighbours in a row, x to the right and y down. It may be
/// negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// Where something can stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Place {
    /// As moves write it: `d3`.
    pub name: String,
    /// Its middle.
    pub at: Point,
}

/// A coordinate at the edge: a column's letter, a row's number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Label {
    /// What is written.
    pub text: String,
    /// Its middle.
    pub at: Point,
}

/// Where a cursor can go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along the row.
    Left,
    /// Along the row.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The same on a board [the other way up](Geometry::turned).
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            across => across,
        }
    }
}

impl Geometry {
    /// The distance of neighbours in a row, and of the rows of squares and lines.
    pub const STEP: i32 = 100;
    /// The distance of rows of hexagons: all six neighbours are then equally near.
    pub const HEXAGON_ROW: i32 = 87;

    /// Columns and rows of places at right angles, without labels. `name` is told the column from the left
    /// and the row from the top, both from 0; there is at least one of each.
    pub fn grid(ground: Ground, columns: usize, rows: usize, name: impl Fn(usize, usize) -> String) -> Self {
        let numbers = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let places = numbers.map(|(column, row)| Place {
            name: name(column, row),
            at: Point { x: Self::STEP * column as i32, y: Self::STEP * row as i32 },
        });
        let (across, down) = (
            (0..rows).map(|row| [row * columns, (row + 1) * columns - 1]),
            (0..columns).map(|column| [column, columns * (rows - 1) + column]),
        );
        let lines = if ground == Ground::Lines { across.chain(down).collect() } else { Vec::new() };
        Self { ground, places: places.collect(), labels: Vec::new(), lines, dots: Vec::new() }
    }

    /// A grid with its columns labelled above it, its rows to the left.
    #[must_use]
    pub fn labelled(mut self, columns: &[String], rows: &[String]) -> Self {
        // A board of lines is large, so that letters are large beside its places.
        let margin = if self.ground == Ground::Squares { Self::STEP * 3 / 4 } else { Self::STEP };
        let label = |text: &String, x, y| Label { text: text.clone(), at: Point { x, y } };
        let along = || (0..).step_by(Self::STEP as usize);
        self.labels.extend(columns.iter().zip(along()).map(|(text, x)| label(text, x, -margin)));
        self.labels.extend(rows.iter().zip(along()).map(|(text, y)| label(text, -margin, y)));
        self
    }

    /// The labels above and to the left also below and to the right: for boards so large that the eye does
    /// not find back.
    #[must_use]
    pub fn labelled_all_round(mut self) -> Self {
        let Some(end) = self.places.last().map(|place| place.at) else { return self };
        let opposite = |Label { text, at }: &Label| {
            let at =
                if at.y < 0 { Point { y: end.y - at.y, ..*at } } else { Point { x: end.x - at.x, ..*at } };
            Label { text: text.clone(), at }
        };
        let opposite: Vec<Label> = self.labels.iter().map(opposite).collect();
        self.labels.extend(opposite);
        self
    }

    /// The board the other way up: what was its lowest row is its highest. Places keep their numbers and
    /// names, and so are no longer in reading order.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = self.clone();
        let points = turned.places.iter_mut().map(|place| &mut place.at);
        let points =
            points.chain(turned.labels.iter_mut().map(|label| &mut label.at)).chain(&mut turned.dots);
        points.for_each(|point| point.y = -point.y);
        turned
    }

    /// Where a cursor on the place `from` goes: to the nearest place that lies rather in that direction than
    /// in another.
    ///
    /// From a row of hexagons two are equally near. Up goes to the left one, down to the right: so the one
    /// takes the other back, along the columns of most such boards.
    pub fn beside(&self, from: usize, direction: Direction) -> Option<usize> {
        let start = self.places.get(from)?.at;
        let reached = self.places.iter().enumerate().filter_map(|(number, place)| {
            let (x, y) = (place.at.x - start.x, place.at.y - start.y);
            let (ahead, aside) = match direction {
                Direction::Left => (-x, y),
                Direction::Right => (x, -y),
                Direction::Up => (-y, x),
                Direction::Down => (y, -x),
            };
            (ahead > 0 && aside.abs() <= ahead).then_some((ahead * ahead + aside * aside, aside, number))
        });
        reached.min().map(|(_, _, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(ground: Ground) -> Geometry {
        let letters = ["a", "b", "c"].map(str::to_owned);
        let numbers = ["2", "1"].map(str::to_owned);
        let name = |column: usize, row: usize| letters[column].clone() + &numbers[row];
        Geometry::grid(ground, 3, 2, name).labelled(&letters, &numbers)
    }

    #[test]
    fn a_grid_is_told_row_by_row_with_its_labels_beside_it() {
        let board = board(Ground::Squares);
        let names: Vec<&str> = board.places.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
        assert_eq!(board.places[4].at, Point { x: 100, y: 100 });
        assert_eq!(board.labels.len(), 3 + 2);
        assert_eq!(board.labels[1], Label { text: "b".to_owned(), at: Point { x: 100, y: -75 } });
        assert_eq!(board.labels[4], Label { text: "1".to_owned(), at: Point { x: -75, y: 100 } });
        assert!(board.lines.is_empty());
    }

    #[test]
    fn a_turned_board_is_the_same_the_other_way_up() {
        let (board, turned) = (board(Ground::Squares), board(Ground::Squares).turned());
        for (from, place) in board.places.iter().enumerate() {
            assert_eq!(turned.places[from].name, place.name);
            for direction in Direction::ALL {
                assert_eq!(turned.beside(from, direction.turned()), board.beside(from, direction));
            }
        }
        assert_eq!(turned.labels[0], Label { text: "a".to_owned(), at: Point { x: 0, y: 75 } });
        assert_eq!(turned.turned(), board);
    }

    #[test]
    fn lines_run_from_edge_to_edge_and_labels_can_stand_all_round() {
        let board = board(Ground::Lines).labelled_all_round();
        assert_eq!(board.lines, [[0, 2], [3, 5], [0, 3], [1, 4], [2, 5]]);
        assert_eq!(board.labels[5 + 1], Label { text: "b".to_owned(), at: Point { x: 100, y: 200 } });
        assert_eq!(board.labels[5 + 4], Label { text: "1".to_owned(), at: Point { x: 300, y: 100 } });
    }

    #[test]
    fn a_cursor_goes_to_the_next_place_and_stays_on_the_board() {
        let board = board(Ground::Squares);
        let around = |from| Direction::ALL.map(|direction| board.beside(from, direction));
        assert_eq!(around(1), [Some(0), Some(2), None, Some(4)]);
        assert_eq!(around(3), [None, Some(4), Some(0), None]);
        assert_eq!(around(6), [None; 4]);
    }

    #[test]
    fn on_hexagons_down_takes_up_back() {
        let mut board = board(Ground::Hexagons);
        for place in &mut board.places[3..] {
            place.at = Point { x: place.at.x + Geometry::STEP / 2, y: Geometry::HEXAGON_ROW };
        }
        assert_eq!(board.beside(4, Direction::Up), Some(1));
        assert_eq!(board.beside(1, Direction::Down), Some(4));
        assert_eq!(board.beside(1, Direction::Right), Some(2));
    }
}
