//! The eight symmetries of a square board, for games played on one: see [`Game::image`]; and of any game the
//! image of a position that stands for all of them.
//!
//! A symmetry is a number below [`SQUARE`], 0 the identity. Bit 2 exchanges columns and rows; after that bit
//! 0 mirrors the columns and bit 1 the rows.

use crate::game::Game;

/// How many there are.
pub const SQUARE: usize = 8;
/// The bit of a symmetry that mirrors the columns.
pub const COLUMNS: usize = 1;
/// The bit that mirrors the rows.
pub const ROWS: usize = 2;
/// The bit that exchanges columns and rows, before any mirroring.
pub const TRANSPOSED: usize = 4;

/// Where the square in `column` and `row`, both from 0, lies in the image of a board with `size` of each.
///
/// ```
/// use anyply_framework::symmetry::{COLUMNS, TRANSPOSED, image};
/// assert_eq!(image((1, 0), 8, COLUMNS), (6, 0));
/// assert_eq!(image((1, 0), 8, TRANSPOSED | COLUMNS), (7, 1));
/// ```
pub const fn image((column, row): (usize, usize), size: usize, symmetry: usize) -> (usize, usize) {
    let (column, row) = if symmetry & TRANSPOSED == 0 { (column, row) } else { (row, column) };
    (
        if symmetry & COLUMNS == 0 { column } else { size - 1 - column },
        if symmetry & ROWS == 0 { row } else { size - 1 - row },
    )
}

/// The key of each image of a position, with the symmetry that leads to it.
pub(crate) fn image_keys<G: Game>(game: &G, position: &G::Position) -> impl Iterator<Item = (u64, usize)> {
    (0..G::SYMMETRIES).map(|symmetry| (game.key(&game.image(position, symmetry)), symmetry))
}

/// The smallest key of them, the same for all images of a position, with the first symmetry that leads there.
pub(crate) fn least_image<G: Game>(game: &G, position: &G::Position) -> (u64, usize) {
    image_keys(game, position).min().expect("the identity is a symmetry")
}

/// The symmetry that takes `symmetry` back: itself, except for the two quarter turns.
pub const fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        itself => itself,
    }
}
