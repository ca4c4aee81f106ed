//! [`Picture`]: a board drawn from its geometry, in squares, on lines or in hexagons, and what stands on it.

mod grid;
mod hexagons;

use super::layout::{Layout, text_before};
use super::look::{Look, Mark};
use crate::screens::view::View;
use anyply_framework::{Geometry, Ground, Look as Whose, Piece};
use grid::Grid;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Modifier, Style};

/// A position, and what is pointed out in it.
#[derive(Debug)]
pub(super) struct Picture<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) view: &'a View,
    /// What stands on the places: those of the view, but for changes that are still being shown.
    pub(super) pieces: Vec<&'a Piece>,
    /// Places to be pointed out. Of several marks on one, the first counts.
    pub(super) marks: Vec<(usize, Mark)>,
    /// The beginning of a move, to which the legal places belong; none if legal moves are not to be shown.
    pub(super) legal_after: Option<&'a [usize]>,
    pub(super) look: Look,
}

impl Picture<'_> {
    /// Draws it where the layout says.
    pub(super) fn draw(&self, layout: &Layout, buffer: &mut Buffer) {
        match self.geometry.ground {
            Ground::Squares => self.squares(layout, buffer),
            Ground::Lines => self.lines(layout, buffer),
            Ground::Hexagons => hexagons::draw(self, layout, buffer),
        }
        self.labels(layout, buffer);
        let legal = self.legal_places();
        for place in 0..self.pieces.len() {
            self.place(place, legal.contains(&place), layout, buffer);
        }
    }

    fn middle(&self, place: usize, layout: &Layout) -> (i32, i32) {
        layout.cell(self.geometry.ground, self.geometry.places[place].at)
    }

    fn squares(&self, layout: &Layout, buffer: &mut Buffer) {
        let (wall, roof) = (layout.scale().across / 2, layout.scale().down / 2);
        let mut grid = Grid::default();
        for place in 0..self.pieces.len() {
            let (column, row) = self.middle(place, layout);
            // At the smallest size there is room for signs beside the pieces, and none for lines.
            if roof > 0 {
                grid.rectangle((column - wall, row - roof), (column + wall, row + roof));
            }
            fill(
                buffer,
                (column - wall, row - roof),
                (column + wall, row + roof),
                self.look.ground(Ground::Squares),
            );
        }
        grid.draw(buffer);
        if roof > 0 {
            self.dots(layout, buffer);
        }
    }

    fn lines(&self, layout: &Layout, buffer: &mut Buffer) {
        let mut grid = Grid::default();
        for place in 0..self.pieces.len() {
            let (column, row) = self.middle(place, layout);
            let wall = layout.scale().across / 2;
            fill(buffer, (column - wall, row), (column + wall, row), self.look.ground(Ground::Lines));
        }
        for [from, to] in &self.geometry.lines {
            grid.line(self.middle(*from, layout), self.middle(*to, layout));
        }
        grid.draw(buffer);
        self.dots(layout, buffer);
    }

    fn dots(&self, layout: &Layout, buffer: &mut Buffer) {
        for &dot in &self.geometry.dots {
            put(buffer, layout.cell(self.geometry.ground, dot), "•", None);
        }
    }

    fn labels(&self, layout: &Layout, buffer: &mut Buffer) {
        for label in &self.geometry.labels {
            let (column, row) = layout.cell(self.geometry.ground, label.at);
            let first = column - text_before(self.geometry, label.at, &label.text);
            put(buffer, (first, row), &label.text, Some(self.look.faint()));
        }
    }

    // The places that a legal move goes on to; none where that says nothing, since every free place is one.
    fn legal_places(&self) -> Vec<usize> {
        let Some(picked) = self.legal_after else { return Vec::new() };
        let legal = |place: &usize| self.view.leads_to(picked, *place);
        let refused = |place: usize| self.view.refusals.iter().any(|refusal| refusal.place == place);
        let says_something = (0..self.pieces.len())
            .any(|place| self.pieces[place].look == Whose::Empty && !refused(place) && !legal(&place));
        let occupied = |place: &usize| self.pieces[*place].height > 0;
        (0..self.pieces.len()).filter(legal).filter(|place| says_something || occupied(place)).collect()
    }

    // What stands on a place, with its mark.
    fn place(&self, place: usize, legal: bool, layout: &Layout, buffer: &mut Buffer) {
        let (column, row) = self.middle(place, layout);
        let (wide, high) = layout.scale().reach(self.geometry.ground);
        let piece = self.pieces[place];
        let mark = self.marks.iter().find(|(marked, _)| *marked == place).map(|(_, mark)| *mark);
        // The last move is told by its signs alone: its piece is looked at more than any other.
        if let Some(mark) = mark.filter(|mark| *mark != Mark::Last) {
            fill(buffer, (column - wide, row - high), (column + wide, row + high), self.look.marked(mark));
        }
        self.piece(piece, (column, row), high, buffer);
        let refused = self.view.refusals.iter().any(|refusal| refusal.place == place);
        if refused && self.legal_after.is_some() {
            put(buffer, (column, row), "x", Some(self.look.refused()));
        }
        if legal {
            let dot = self.look.legal(self.geometry.ground);
            match piece.height {
                0 => put(buffer, (column, row), "·", Some(dot)),
                _ if self.geometry.ground == Ground::Hexagons => {
                    put(buffer, (column, row + high + 1), "·", Some(dot));
                }
                _ => {
                    let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
                    fill(buffer, (column, row), (column, row), underlined);
                }
            }
        }
        if let Some(mark) = mark {
            let written = self.geometry.ground == Ground::Hexagons || !piece.label.is_empty();
            let aside = if written { 2 } else { wide.max(1) };
            let [before, behind] = mark.signs();
            put(buffer, (column - aside, row), before, Some(self.look.marked(mark)));
            put(buffer, (column + aside, row), behind, Some(self.look.marked(mark)));
        }
    }

    fn piece(&self, piece: &Piece, (column, row): (i32, i32), high: i32, buffer: &mut Buffer) {
        if piece.height == 0 {
            return;
        }
        if !piece.label.is_empty() {
            let (text, style) = self.look.badge(piece);
            if self.look.coloured && high > 0 {
                fill(buffer, (column - 1, row - high), (column + 1, row + high), style);
            }
            return put(buffer, (column - 1, row), &text, Some(style));
        }
        let (sign, style) = self.look.sign(piece.look);
        if high == 0 {
            return put(buffer, (column, row), sign, Some(style.add_modifier(Modifier::BOLD)));
        }
        let shape = match (self.look.coloured, piece.look) {
            (true, _) => ["▄███▄", "█████", "▀███▀"],
            (false, Whose::Black) => ["X   X", "  X  ", "X   X"],
            (false, _) => [" OOO ", "O   O", " OOO "],
        };
        for (line, text) in (row - 1..).zip(shape) {
            put(buffer, (column - 2, line), text, Some(style));
        }
    }
}

/// Writes at a cell, as far as it is on the screen. Without a style the text takes that of its ground.
fn put(buffer: &mut Buffer, (column, row): (i32, i32), text: &str, style: Option<Style>) {
    for (at, sign) in (column..).zip(text.chars()) {
        if let Some(cell) = cell_at(buffer, at, row) {
            buffer[cell].set_char(sign);
            if let Some(style) = style {
                buffer[cell].set_style(style);
            }
        }
    }
}

/// Gives a rectangle, from its first cell to its last, a style and nothing else.
fn fill(buffer: &mut Buffer, from: (i32, i32), to: (i32, i32), style: Style) {
    for row in from.1..=to.1 {
        for column in from.0..=to.0 {
            if let Some(cell) = cell_at(buffer, column, row) {
                buffer[cell].set_style(style);
            }
        }
    }
}

fn cell_at(buffer: &Buffer, column: i32, row: i32) -> Option<Position> {
    let at = Position::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?);
    buffer.area.contains(at).then_some(at)
}
