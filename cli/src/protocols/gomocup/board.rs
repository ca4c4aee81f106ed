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

    /// Puts the next stone there.
    pub(super) fn play(self, game: &mut AnyGame) -> Said<()> {
        let square = self.square(size_of(game))?;
        let played = game.play_text(&square);
        played.map(drop).map_err(|problem| format!("{self}: expected {}", problem.expected()))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// How many lines the board has.
pub(super) fn size_of(game: &AnyGame) -> usize {
    game.variant().size.map_or(15, |size| size as usize)
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

/// Where stones come in the order of a game, by turns and Black first, each move must be legal by the rules
/// of `game`; in any other order they are taken as they lie. What comes after the end of the game is left to
/// whoever reads the board.
pub(super) fn check_moves(game: &AnyGame, stones: &[(Side, Point)]) -> Said<()> {
    let turns = Side::BOTH.into_iter().cycle();
    if stones.iter().zip(turns).any(|((side, _), turn)| *side != turn) {
        return Ok(());
    }
    let mut game = game.fresh();
    for (_, point) in stones {
        if game.outcome().is_some() {
            break;
        }
        point.play(&mut game)?;
    }
    Ok(())
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
        self.with(None)
    }

    /// The stones in turn, as they might have been played in `game`, whose position is lost: found from the
    /// last one back, since with fewer stones of its own Black has fewer fouls. Where each stone would be
    /// one, it is the first.
    pub(super) fn placed(&self, game: &mut AnyGame) -> Vec<(Side, Point)> {
        let mut left = self.clone();
        let [black, white] = Side::BOTH.map(|side| self.with(Some(side)).count());
        let mut side = if black > white { Side::Black } else { Side::White };
        let mut placed = Vec::new();
        loop {
            let points: Vec<Point> = left.with(Some(side)).collect();
            let Some(&first) = points.first() else { break };
            let is_legal = |point: &Point| {
                let mut before = left.clone();
                before.remove(*point);
                game.set_position(&before.text(), None).is_ok() && point.play(game).is_ok()
            };
            let last = points.into_iter().find(is_legal).unwrap_or(first);
            left.remove(last);
            placed.push((side, last));
            side = !side;
        }
        placed.reverse();
        placed
    }

    fn with(&self, wanted: Option<Side>) -> impl Iterator<Item = Point> {
        let rows = self.0.iter().enumerate();
        let points =
            rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, stone)| (Point { x, y }, *stone)));
        points.filter(move |(_, stone)| *stone == wanted).map(|(point, _)| point)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_lie_are_put_without_a_foul() {
        let mut game = AnyGame::open("gomoku", Some("renju"), None).expect("a game");
        let point = |(x, y)| Point { x, y };
        // By rows from the top, the last of Black's is the crossing of two threes.
        let black = [(9, 6), (9, 7), (7, 8), (8, 8), (9, 8)].map(point);
        let white = [(0, 0), (14, 0), (0, 14), (14, 14)].map(point);
        let mut stones = Stones::none(15);
        let mut by_rows = Vec::new();
        for (side, points) in [(Side::Black, &black[..]), (Side::White, &white[..])] {
            points.iter().for_each(|&point| stones.add(point, side).expect("free"));
            by_rows.push(points.iter().map(move |&point| (side, point)));
        }
        let mut turns = Side::BOTH.into_iter().cycle().map(|side| by_rows[side.index()].next());
        let by_rows: Vec<_> = std::iter::from_fn(|| turns.next().flatten()).collect();
        let wrong = check_moves(&game, &by_rows).expect_err("a foul");
        assert!(wrong.starts_with("9,8: ") && wrong.contains("double three"), "{wrong}");
        let placed = stones.placed(&mut game);
        assert_eq!((placed.len(), placed[0].0), (9, Side::Black));
        assert_eq!(check_moves(&game, &placed), Ok(()));
    }
}
