//! Where the cells of a drawing are on a board.

use super::picture::{Picture, Place, is_label, is_labels};
use serde::Serialize;
use std::collections::BTreeSet;

/// Where the cells of a game are, in hundredths of the distance between neighbours in a row.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(super) struct Board {
    kind: Kind,
    cells: Vec<(i32, i32)>,
    labels: Vec<(i32, i32, String)>,
}

/// How the ground of a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Pieces stand in squares.
    Squares,
    /// Pieces stand where lines cross.
    Lines,
    /// Each place is by itself.
    Spaces,
}

/// Boards of so many rows and columns are played on the crossings of lines: squares are for pieces that move or turn,
/// and nobody's game has that many.
const LINES_FROM: usize = 13;
/// The distance of two cells in a row.
const STEP: i32 = 100;
/// The distance of two rows where each is set off against the next, so that all neighbours are equally near.
const SHIFTED_STEP: i32 = 87;

impl Board {
    /// The board of a game with cells in these places, as the first picture labels it.
    pub(super) fn new(places: &[Place], first: &Picture) -> Self {
        let lattice = Lattice::new(places);
        let cells: Vec<_> = places.iter().map(|&place| lattice.point(place)).collect();
        let mut labels = Vec::new();
        for (line, words) in first.frame.iter().enumerate() {
            lattice.label(line, words, &cells, &mut labels);
        }
        Self { kind: lattice.kind, cells, labels }
    }
}

/// The regular places that the cells of a drawing have.
struct Lattice {
    /// Twice the leftmost column.
    origin: usize,
    /// Twice the columns from one cell to the next in its row.
    pitch: usize,
    /// The lines with cells.
    rows: Vec<usize>,
    kind: Kind,
}

impl Lattice {
    // `places` are in order.
    fn new(places: &[Place]) -> Self {
        let origin = places.iter().map(|place| place.1).min().unwrap_or(0);
        let neighbours = places.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let pitch = neighbours.map(|pair| pair[1].1 - pair[0].1).min().unwrap_or(2).max(1);
        let rows: BTreeSet<usize> = places.iter().map(|place| place.0).collect();
        let columns: BTreeSet<usize> = places.iter().map(|place| place.1).collect();
        let kind = if columns.iter().any(|column| (column - origin) % pitch != 0) {
            Kind::Spaces
        } else if rows.len().min(columns.len()) >= LINES_FROM && rows.len() * columns.len() == places.len() {
            Kind::Lines
        } else {
            Kind::Squares
        };
        Self { origin, pitch, rows: rows.into_iter().collect(), kind }
    }

    fn point(&self, (line, column): Place) -> (i32, i32) {
        let x = (column as i32 - self.origin as i32) * STEP / self.pitch as i32;
        let row = self.rows.partition_point(|&row| row < line);
        (x, self.height(row))
    }

    // From the outermost cells to the labels; on a shifted board these continue rows and columns. Where there are many
    // cells, letters are large beside them.
    fn margin(&self) -> i32 {
        match self.kind {
            Kind::Squares => STEP * 3 / 4,
            Kind::Lines => STEP,
            Kind::Spaces => SHIFTED_STEP,
        }
    }

    fn height(&self, row: usize) -> i32 {
        row as i32 * if self.kind == Kind::Spaces { SHIFTED_STEP } else { STEP }
    }

    // Labels before and after a row stand right beside it, those above and below over whole or half columns: letters
    // cannot stand exactly where a drawn board has them.
    fn label(
        &self,
        line: usize,
        words: &[(usize, String)],
        cells: &[(i32, i32)],
        labels: &mut Vec<(i32, i32, String)>,
    ) {
        let middle = |start: usize, word: &str| self.point((line, 2 * start + word.chars().count())).0;
        if let Ok(row) = self.rows.binary_search(&line) {
            let y = self.height(row);
            let row = || cells.iter().filter(|cell| cell.1 == y).map(|cell| cell.0);
            let (Some(first), Some(last)) = (row().min(), row().max()) else { return };
            for (start, word) in words.iter().filter(|(_, word)| is_label(word)) {
                let x = middle(*start, word);
                if x < first || x > last {
                    let x = if x < first { first - self.margin() } else { last + self.margin() };
                    labels.push((x, y, word.clone()));
                }
            }
        } else if is_labels(words)
            && let (Some(&top), Some(&bottom)) = (self.rows.first(), self.rows.last())
            && (line < top || line > bottom)
        {
            let y = if line < top {
                -self.margin() - self.height(top - line - 1)
            } else {
                self.height(self.rows.len() - 1) + self.margin() + self.height(line - bottom - 1)
            };
            let half = |x: i32| (2 * x + STEP / 2).div_euclid(STEP) * STEP / 2;
            labels.extend(words.iter().map(|(start, word)| (half(middle(*start, word)), y, word.clone())));
        }
    }
}
