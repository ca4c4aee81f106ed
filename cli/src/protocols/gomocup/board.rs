//! Points and boards: the protocol's coordinates, and the game's notation.

use super::Said;
use anyply_framework::{Side, quoted};
use anyply_games::{AnyGame, TextGame};
use std::fmt;

/// A point of the protocol's: from 0, from the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub(super) x: usize,
    pub(super) y: usize,
}

impl Point {
    /// Reads `x,y`.
    pub(super) fn read(text: &str) -> Said<Self> {
        let numbers = text.split_once(',');
        let point =
            numbers.and_then(|(x, y)| Some(Self { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? }));
        point.ok_or_else(|| format!("{}: expected x,y", quoted(text)))
    }

    /// The point of a square in the game's notation.
    pub(super) fn of(square: &str, size: usize) -> Self {
        let (letter, row) = square.split_at(1);
        let x = letter.bytes().next().map_or(0, |letter| letter - b'a').into();
        Self { x, y: size - row.parse::<usize>().expect("the game's own notation") }
    }

    /// The square in the game's notation.
    pub(super) fn square(self, size: usize) -> Said<String> {
        let Self { x, y } = self;
        if x >= size || y >= size {
            return Err(format!("{self}: not on the board"));
        }
        Ok(format!("{}{}", char::from(b'a' + x as u8), size - y))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Reads `x,y,owner`.
pub(super) fn point_and_owner(line: &str, size: usize) -> Said<(Point, usize)> {
    let wrong = || format!("{}: expected x,y,who", quoted(line));
    let (point, owner) = line.rsplit_once(',').ok_or_else(wrong)?;
    let owner = owner.trim().parse().ok().filter(|owner| (1..=3).contains(owner)).ok_or_else(wrong)?;
    let point = Point::read(point).map_err(|_| wrong())?;
    point.square(size)?;
    Ok((point, owner))
}

/// What lies on a board, by rows from the top.
#[derive(Clone, Debug)]
pub(super) struct Stones(Vec<Vec<Option<Side>>>);

impl Stones {
    pub(super) fn none(size: usize) -> Self {
        Self(vec![vec![None; size]; size])
    }

    /// The board of a game.
    pub(super) fn of(game: &AnyGame) -> Self {
        let text = game.position_text();
        let board = text.split(' ').next().unwrap_or("");
        let stone = |cell| match cell {
            'X' => Some(Side::Black),
            'O' => Some(Side::White),
            _ => None,
        };
        Self(board.split('/').map(|row| row.chars().map(stone).collect()).collect())
    }

    pub(super) fn add(&mut self, point: Point, side: Side) -> Said<()> {
        match self.0[point.y][point.x].replace(side) {
            None => Ok(()),
            Some(_) => Err(format!("{point}: two stones")),
        }
    }

    /// Whether there was a stone.
    pub(super) fn remove(&mut self, point: Point) -> bool {
        self.0[point.y][point.x].take().is_some()
    }

    pub(super) fn empty(&self) -> impl Iterator<Item = Point> {
        let rows = self.0.iter().enumerate();
        let points =
            rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, stone)| (Point { x, y }, stone)));
        points.filter(|(_, stone)| stone.is_none()).map(|(point, _)| point)
    }

    /// The stones in turn, as they might have been played.
    pub(super) fn placed(&self) -> Vec<(Side, Point)> {
        let of = |side| {
            let rows = self.0.iter().enumerate();
            let points =
                rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, stone)| (x, y, stone)));
            points
                .filter(move |(.., stone)| **stone == Some(side))
                .map(move |(x, y, _)| (side, Point { x, y }))
        };
        let (mut black, mut white) = (of(Side::Black), of(Side::White));
        let mut placed = Vec::new();
        loop {
            let before = placed.len();
            placed.extend(black.next());
            placed.extend(white.next());
            if placed.len() == before {
                return placed;
            }
        }
    }

    /// As the game reads it, without the side: the numbers of stones say who is to move.
    pub(super) fn text(&self) -> String {
        let cell = |stone: &Option<Side>| match stone {
            Some(Side::Black) => 'X',
            Some(Side::White) => 'O',
            None => '.',
        };
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().map(cell).collect()).collect();
        rows.join("/")
    }
}
