//! The drawing of a position taken apart: its cells, which of them the last move touched, and the words around them.

use anyply_framework::{Drawing, Style};
use std::collections::BTreeSet;

/// A drawing taken apart.
pub(super) struct Picture {
    pub(super) cells: Vec<Cell>,
    /// The words of the frame by line, each with the column it begins in.
    pub(super) frame: Vec<Vec<(usize, String)>>,
}

/// Something on the board, be it an empty place.
pub(super) struct Cell {
    pub(super) place: Place,
    /// The number of what stands there.
    pub(super) glyph: usize,
    /// Whether the last move touched it.
    pub(super) is_last: bool,
}

/// The line, and twice the column of the middle: both from 0.
pub(super) type Place = (usize, usize);

/// What stands on a cell.
pub(super) struct Glyph {
    pub(super) style: Style,
    pub(super) text: String,
}

/// All that stands on the cells of a game, each kept once: there are few, and many thousands of cells.
#[derive(Default)]
pub(super) struct Glyphs {
    pub(super) all: Vec<Glyph>,
}

/// A label of the frame is no longer; longer words are told below the board.
const LABEL: usize = 3;

impl Glyphs {
    fn number(&mut self, style: Style, text: &str) -> usize {
        let known = self.all.iter().position(|glyph| glyph.style == style && glyph.text == text);
        known.unwrap_or_else(|| {
            self.all.push(Glyph { style, text: text.to_owned() });
            self.all.len() - 1
        })
    }
}

impl Picture {
    /// `marked` shows the same position as `plain` with the last move pointed out: where they differ, it was played.
    /// What a mark looks like is each game's own affair, and may hide whose piece it stands on.
    pub(super) fn new(plain: &Drawing, marked: &Drawing, glyphs: &mut Glyphs) -> Self {
        let mut picture = Self { cells: Vec::new(), frame: Vec::new() };
        for (number, line) in plain.lines().iter().enumerate() {
            let other = marked.lines().get(number).filter(|other| *other != line);
            let both = other.map(|other| (letters(line), letters(other)));
            let differs = |column: usize| {
                both.as_ref().is_some_and(|(one, other)| one.get(column) != other.get(column))
            };
            for (start, width, style, text) in pieces(line) {
                let end = start + width;
                // Brackets may stand beside the cell rather than in it; one alone belongs to the neighbour.
                let is_between = start > 0 && differs(start - 1) && differs(end);
                let is_last = is_between || (start..end).any(differs);
                let glyph = glyphs.number(style, text);
                picture.cells.push(Cell { place: (number, start + end), glyph, is_last });
            }
            picture.frame.push(frame(line));
        }
        picture
    }

    /// Lines that are neither cells nor labels of them, if the game draws any.
    pub(super) fn remarks(&self) -> String {
        let rows: BTreeSet<usize> = self.cells.iter().map(|cell| cell.place.0).collect();
        let says =
            |words: &[(usize, String)]| words.iter().any(|(_, word)| word.contains(char::is_alphanumeric));
        let apart = self
            .frame
            .iter()
            .enumerate()
            .filter(|(line, words)| !rows.contains(line) && !is_labels(words) && says(words));
        apart.flat_map(|(_, words)| words).map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a word of the frame is a coordinate.
pub(super) fn is_label(word: &str) -> bool {
    word.chars().count() <= LABEL && word.chars().all(char::is_alphanumeric)
}

/// Whether the words of a line are coordinates.
pub(super) fn is_labels(words: &[(usize, String)]) -> bool {
    words.iter().all(|(_, word)| is_label(word))
}

fn letters(line: &[(String, Style)]) -> Vec<(char, Style)> {
    line.iter().flat_map(|(text, style)| text.chars().map(|letter| (letter, *style))).collect()
}

// The cells of a line: where each begins, its width, and what it says. Space around a word belongs to its cell.
fn pieces(line: &[(String, Style)]) -> Vec<(usize, usize, Style, &str)> {
    let mut column = 0;
    let mut pieces = Vec::new();
    for (text, style) in line {
        let width = text.chars().count();
        if *style != Style::Frame {
            match words(text)[..] {
                [(_, word)] => pieces.push((column, width, *style, word)),
                ref apart => pieces.extend(
                    apart.iter().map(|&(start, word)| (column + start, word.chars().count(), *style, word)),
                ),
            }
        }
        column += width;
    }
    pieces
}

fn frame(line: &[(String, Style)]) -> Vec<(usize, String)> {
    let mut text = String::new();
    for (piece, style) in line {
        match style {
            Style::Frame => text += piece,
            _ => text.extend(piece.chars().map(|_| ' ')),
        }
    }
    words(&text).into_iter().map(|(column, word)| (column, word.to_owned())).collect()
}

// The words of a text, each with the column it begins in.
fn words(text: &str) -> Vec<(usize, &str)> {
    let column = |word: &str| text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count();
    text.split_whitespace().map(|word| (column(word), word)).collect()
}
