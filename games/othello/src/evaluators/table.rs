//! [`SquareTable`]: a weight for every square.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::evaluators::scale::MAX_WEIGHT;
use crate::shape::Shape;
use anyply_framework::settings::within;

/// The first quadrant of the 8x8 board, by rows from a1, as a Java Othello of 2012 had it.
pub(super) const QUADRANT: [i32; 16] = [120, -20, 20, 5, -20, -40, -5, -5, 20, -5, 15, 3, 5, -5, 3, 3];

/// The width of [`QUADRANT`].
const WIDTH: usize = 4;

/// The default of settings.
pub(super) fn quadrant() -> Vec<i32> {
    QUADRANT.to_vec()
}

/// A weight for every square, the same for all squares that the board's symmetries exchange.
///
/// The entry for a square is found by its distances from the nearest vertical and horizontal edge, each taken
/// as at most 3. So the 6x6 board uses the corner of the table, and the 10x10 board repeats its last column
/// and row in the middle.
#[derive(Clone, Debug)]
pub(super) struct SquareTable<S: Shape> {
    /// Squares of one weight together: a few counts instead of a sum over the discs.
    classes: Vec<(S::Bits, i32)>,
    by_square: Vec<i32>,
}

impl<S: Shape> SquareTable<S> {
    /// The table of the settings' field `name`.
    ///
    /// # Errors
    /// A line that says what is wrong: there are not 16 figures, one is too large, or two that a symmetry
    /// exchanges differ.
    pub(super) fn new(name: &str, quadrant: &[i32]) -> Result<Self, String> {
        if quadrant.len() != WIDTH * WIDTH {
            return Err(format!("'{name}' holds {} figures: expected 16, four rows of four", quadrant.len()));
        }
        for &value in quadrant {
            within(name, value, -MAX_WEIGHT..=MAX_WEIGHT)?;
        }
        check_symmetry(name, quadrant)?;
        let distance = |place: usize| place.min(S::SIZE - 1 - place).min(WIDTH - 1);
        let by_square: Vec<i32> = (0..S::CELLS)
            .map(|square| quadrant[distance(square % S::SIZE) + WIDTH * distance(square / S::SIZE)])
            .collect();
        let mut classes: Vec<(S::Bits, i32)> = Vec::new();
        for (square, &weight) in by_square.iter().enumerate().filter(|(_, weight)| **weight != 0) {
            match classes.iter_mut().find(|class| class.1 == weight) {
                Some(class) => class.0 |= S::Bits::of(square),
                None => classes.push((S::Bits::of(square), weight)),
            }
        }
        Ok(Self { classes, by_square })
    }

    /// The sum of the weights of the mover's squares.
    pub(super) fn sum(&self, position: &Position<S>) -> i32 {
        self.classes.iter().map(|&(set, weight)| (position.mover & set).count() as i32 * weight).sum()
    }

    /// The weight of a move's square; 0 for a pass.
    pub(super) fn prior(&self, mv: Move<S>) -> i32 {
        self.by_square.get(mv.square()).copied().unwrap_or(0)
    }

    /// Priors for all of `moves`.
    pub(super) fn order(&self, moves: &[Move<S>], priors: &mut [i32]) {
        for (prior, &mv) in priors.iter_mut().zip(moves) {
            *prior = self.prior(mv);
        }
    }
}

/// No position is told from its mirror image, so a table must be the same by rows and by columns.
fn check_symmetry(name: &str, quadrant: &[i32]) -> Result<(), String> {
    for row in 0..WIDTH {
        for column in 0..row {
            let (value, mirrored) = (quadrant[column + WIDTH * row], quadrant[row + WIDTH * column]);
            if value != mirrored {
                return Err(format!(
                    "'{name}' must be the same by rows and by columns, but figure {} of row {} is {value}, figure {} of row {} {mirrored}",
                    column + 1,
                    row + 1,
                    row + 1,
                    column + 1,
                ));
            }
        }
    }
    Ok(())
}
