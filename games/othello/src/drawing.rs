//! The board for people.

use crate::bits::Bits;
use crate::board::Move;
use crate::rules::Othello;
use crate::shape::Shape;
use crate::square::column_letter;
use anyply_framework::{Drawing, Marks, Side, Situation, Style};

/// Letters above, numbers to the left, `+` where one may move, brackets around the last disc placed.
pub(crate) fn draw<S: Shape>(at: &Situation<Othello<S>>, marks: &Marks<Othello<S>>) -> Drawing {
    let mut drawing = Drawing::default();
    let letters: String = (0..S::SIZE).flat_map(|column| [' ', column_letter(column)]).collect();
    drawing.line().put(format!("   {letters}"), Style::Frame);
    let cells = Cells::new(at, marks);
    for row in 0..S::SIZE {
        drawing.line().put(format!("{:>2} ", row + 1), Style::Frame);
        draw_row(&mut drawing, &cells, row);
    }
    drawing
}

/// One row of cells. The gaps between them hold the brackets, so that the columns stay straight.
fn draw_row<S: Shape>(drawing: &mut Drawing, cells: &Cells<S>, row: usize) {
    let mut after_last = false;
    for square in row * S::SIZE..(row + 1) * S::SIZE {
        let is_last = cells.last == Some(square);
        match (is_last, after_last) {
            (true, _) => drawing.put("[", Style::Last),
            (false, true) => drawing.put("]", Style::Last),
            (false, false) => drawing.put(" ", Style::Frame),
        };
        let (text, style) = cells.cell(square);
        drawing.put(text, style);
        after_last = is_last;
    }
    if after_last {
        drawing.put("]", Style::Last);
    }
}

/// What is drawn where.
struct Cells<S: Shape> {
    black: S::Bits,
    white: S::Bits,
    legal: S::Bits,
    last: Option<usize>,
}

impl<S: Shape> Cells<S> {
    fn new(at: &Situation<Othello<S>>, marks: &Marks<Othello<S>>) -> Self {
        let (black, white) = colours(at);
        let places = marks.legal.iter().filter(|mv| !mv.is_pass());
        let legal = places.fold(S::Bits::EMPTY, |set, mv| set | S::Bits::of(mv.square()));
        let last = marks.last.filter(|mv: &Move<S>| !mv.is_pass()).map(|mv| mv.square());
        Self { black, white, legal, last }
    }

    fn cell(&self, square: usize) -> (&'static str, Style) {
        if self.black.has(square) {
            ("X", Style::Black)
        } else if self.white.has(square) {
            ("O", Style::White)
        } else if self.legal.has(square) {
            ("+", Style::Legal)
        } else {
            ("-", Style::Empty)
        }
    }
}

/// The black and the white discs: where mover and opponent become colours.
pub(crate) fn colours<S: Shape>(at: &Situation<Othello<S>>) -> (S::Bits, S::Bits) {
    match at.side {
        Side::Black => (at.position.mover, at.position.opponent),
        Side::White => (at.position.opponent, at.position.mover),
    }
}
