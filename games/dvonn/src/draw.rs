//! The board for people.

use crate::board::{DVONNS, Position};
use crate::formats::{Top, row_spaces, stack_at};
use crate::geometry::{SPACES, Space, Spaces};
use crate::rules::{Dvonn, Move};
use anyply_framework::{Drawing, Marks, Side, Situation, Style};

/// Characters from one space to the next in its row; the rows are set off by half of it.
const PITCH: usize = 6;
/// The row number at the left.
const MARGIN: usize = 3;

/// Draws the hexagonal board as the books print it, row 5 on top: a column runs down to the right, to its
/// letter.
pub(crate) fn draw(at: &Situation<Dvonn>, marks: &Marks<Dvonn>) -> Drawing {
    let pointers = Pointers::new(marks);
    let mut drawing = Drawing::default();
    (0..5).rev().for_each(|row| draw_row(&mut drawing, at, row, &pointers));
    draw_letters(&mut drawing);
    let legend = pointers.legend();
    if !legend.is_empty() {
        drawing.legend(legend);
    }
    drawing
}

fn draw_letters(drawing: &mut Drawing) {
    let letters: String = (0..9).map(column_letter).collect();
    drawing.line().put(" ".repeat(indent(-1)), Style::Frame).put(letters, Style::Frame);
}

/// Where the leftmost space of a row begins. A row starts half a space further left for each row from 1 on,
/// and its first column counts back.
fn indent(row: i32) -> usize {
    let first = row_spaces(row.max(0) as u8).next().map_or(0, |space| i32::from(space.column()));
    let half = PITCH as i32 / 2;
    (MARGIN as i32 + 2 * half + first * 2 * half - row * half) as usize
}

fn column_letter(column: u8) -> String {
    let letter = char::from(b'A' + column);
    format!("{letter:^PITCH$}")
}

fn draw_row(drawing: &mut Drawing, at: &Situation<Dvonn>, row: u8, pointers: &Pointers) {
    drawing.line();
    let indent = indent(i32::from(row));
    drawing.put(format!("{:<indent$}", row + 1), Style::Frame);
    for space in row_spaces(row) {
        draw_space(drawing, at, space, pointers);
    }
    // The letters of columns J and K are beside these rows.
    let ending = match row {
        0 => Some(9),
        1 => Some(10),
        _ => None,
    };
    if let Some(column) = ending {
        drawing.put(column_letter(column), Style::Frame);
    }
}

fn draw_space(drawing: &mut Drawing, at: &Situation<Dvonn>, space: Space, pointers: &Pointers) {
    let (text, style) = match stack_at(at, space) {
        None => (".".to_owned(), Style::Empty),
        Some(stack) => {
            let mark = if stack.dvonn { "*" } else { "" };
            match stack.top {
                Top::Piece(Side::White) => (format!("{mark}w{}", stack.height), Style::White),
                Top::Piece(Side::Black) => (format!("{mark}b{}", stack.height), Style::Black),
                Top::Dvonn => ("*d1".to_owned(), Style::Neutral),
            }
        }
    };
    let (open, close, style) = pointers.around(space).unwrap_or((' ', ' ', style));
    let text = format!("{open}{text}{close}");
    drawing.put(format!("{text:^PITCH$}"), style);
}

/// What to point out.
#[derive(Default)]
struct Pointers {
    last: Spaces,
    sources: Spaces,
    targets: Spaces,
}

impl Pointers {
    fn new(marks: &Marks<Dvonn>) -> Self {
        let mut pointers = Self::default();
        match marks.last {
            Some(Move::Step { from, to }) => pointers.last = from.set() | to.set(),
            Some(Move::Place(space)) => pointers.last = space.set(),
            Some(Move::Pass) | None => {}
        }
        for mv in &marks.legal {
            match *mv {
                Move::Place(space) => pointers.targets |= space.set(),
                Move::Step { from, to } => {
                    pointers.sources |= from.set();
                    pointers.targets |= to.set();
                }
                Move::Pass => {}
            }
        }
        // Targets say something only once one knows from where; while pieces are placed there are only
        // targets.
        if pointers.sources.count() > 1 {
            pointers.targets = Spaces::EMPTY;
        }
        pointers
    }

    fn around(&self, space: Space) -> Option<(char, char, Style)> {
        if self.targets.contains(space) {
            Some(('{', '}', Style::Legal))
        } else if self.sources.contains(space) {
            Some(('(', ')', Style::Legal))
        } else if self.last.contains(space) {
            Some(('[', ']', Style::Last))
        } else {
            None
        }
    }

    fn legend(&self) -> String {
        let mut parts = Vec::new();
        if !self.sources.is_empty() {
            parts.push("( ) may move");
        }
        if !self.targets.is_empty() {
            parts.push(if self.sources.is_empty() { "{ } may be filled" } else { "{ } may be landed on" });
        }
        if !self.last.is_empty() {
            parts.push("[ ] last move");
        }
        parts.join("   ")
    }
}

/// `White 12, Black 9`, and what is left to place.
pub(crate) fn counts(at: &Situation<Dvonn>) -> String {
    let position = &at.position;
    let seen_by_white = if at.side == Side::White { *position } else { position.swapped() };
    let (white, black) =
        (seen_by_white.pieces(seen_by_white.mine()), seen_by_white.pieces(seen_by_white.theirs()));
    let mut text = format!("White {white}, Black {black}");
    if position.is_placing() {
        let (white, black, dvonns) = in_hand(position);
        text += &format!("; to place: White {white}, Black {black}, Dvonns {dvonns}");
    }
    text
}

/// White and black pieces and Dvonns not yet placed.
fn in_hand(position: &Position) -> (u32, u32, u32) {
    let dvonns = u32::from(DVONNS);
    let left = SPACES as u32 - position.placed().max(dvonns);
    // White places last, so an odd piece over is White's.
    (left.div_ceil(2), left / 2, dvonns.saturating_sub(position.placed()))
}
