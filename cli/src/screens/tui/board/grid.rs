//! [`Grid`]: straight lines that meet and cross as they should.

use super::put;
use ratatui::buffer::Buffer;
use std::collections::BTreeMap;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const SLANT: u8 = 16;

/// The sign for each set of directions that lines go to from a cell.
const SIGNS: [&str; 16] = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"];

/// The directions in which lines leave each cell.
#[derive(Clone, Default, Debug)]
pub(super) struct Grid(BTreeMap<(i32, i32), u8>);

impl Grid {
    /// A line from one cell to another.
    pub(super) fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        let (columns, rows) = (to.0 - from.0, to.1 - from.1);
        let steps = columns.abs().max(rows.abs());
        let (there, back) = match (columns.signum(), rows.signum()) {
            (1, 0) => (RIGHT, LEFT),
            (-1, 0) => (LEFT, RIGHT),
            (0, 1) => (DOWN, UP),
            (0, -1) => (UP, DOWN),
            _ => (SLANT, SLANT),
        };
        for step in 0..=steps {
            let along = |length: i32| length * step / steps.max(1);
            let directions = if step < steps { there } else { 0 } | if step > 0 { back } else { 0 };
            *self.0.entry((from.0 + along(columns), from.1 + along(rows))).or_default() |= directions;
        }
    }

    /// The four sides of a rectangle, given by two corners.
    pub(super) fn rectangle(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32)) {
        self.line((left, top), (right, top));
        self.line((left, bottom), (right, bottom));
        self.line((left, top), (left, bottom));
        self.line((right, top), (right, bottom));
    }

    /// Draws the lines on whatever ground there is.
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        for (&cell, &directions) in &self.0 {
            put(buffer, cell, SIGNS.get(usize::from(directions)).unwrap_or(&"·"), None);
        }
    }
}
