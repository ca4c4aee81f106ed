//! [`Notation`]: text for moves and positions, both ways, and what is to be seen of them on a board.

use crate::format::place;
use crate::game::{Game, Side, Situation};
use crate::geometry::Geometry;
use crate::piece::{Piece, Refusal};
use std::cmp::Ordering;
use std::fmt;

/// How people and files write a game down. Whatever is printed is read back as the same thing, in every
/// phase.
///
/// Everything read here comes from outside: any text at all gives a value or a [`ParseError`], never a panic.
pub trait Notation: Game {
    /// Reads one legal move, such as `f5`. Upper and lower case, and the other spellings usual for the
    /// game, are accepted.
    ///
    /// # Errors
    /// [`ParseError`] for text that is no move, or no legal move here; it names legal ones as the example.
    fn parse_move(&self, at: &Situation<Self>, text: &str) -> Result<Self::Move, ParseError>;

    /// The move as text, without spaces.
    fn move_text(&self, mv: Self::Move) -> String;

    /// How many bytes of `text`, which begins with a move and may go on with more, glued on, belong to the
    /// first move. `text` is not empty and contains no white space or comma.
    fn first_move_len(&self, text: &str) -> usize {
        text.len()
    }

    /// Reads a position from one line. `side` is the side to move where the text does not say it.
    ///
    /// # Errors
    /// [`ParseError`] with the offending token.
    fn parse_position(&self, text: &str, side: Option<Side>) -> Result<Situation<Self>, ParseError>;

    /// The position on one line.
    fn position_text(&self, at: &Situation<Self>) -> String;

    /// The board for people, with coordinates. Its lines are the board's from top to bottom, as it may be
    /// shown the other way up; what else there is to say is its [legend](Drawing::legend). All words but
    /// those of [`Style::Frame`] stand for places, in the order of the [geometry](Notation::geometry).
    fn draw(&self, at: &Situation<Self>, marks: &Marks<Self>) -> Drawing;

    /// The board for front ends that draw it themselves and take clicks on it. The same for as long as the
    /// game goes.
    fn geometry(&self) -> Geometry;

    /// What stands on each place of the [geometry](Notation::geometry), in the order of the places.
    fn pieces(&self, at: &Situation<Self>) -> Vec<Piece>;

    /// The numbers of the places that one points at to make a move, in that order: where a piece is put, or
    /// from where it goes and where it lands. Of a move that touches no place, a pass, nothing.
    ///
    /// Paths tell the legal moves of a position apart as they are pointed at: unless it is empty, none begins
    /// another's. What the board does not tell (a piece to promote to) is a place beside it.
    fn path(&self, mv: Self::Move) -> Vec<usize>;

    /// The empty places that the side to move may not play on, though one might think so, and why: renju's
    /// forbidden points. Not those that the rules of moving leave out anyway.
    fn refusals(&self, at: &Situation<Self>) -> Vec<Refusal> {
        let _ = at;
        Vec::new()
    }

    /// The counts worth showing under a board (`Black 12, White 8`), or nothing.
    fn counts(&self, at: &Situation<Self>) -> String {
        let _ = at;
        String::new()
    }

    /// Refuses a score, in the game's unit, that no game ends with: files of positions say what theirs are.
    ///
    /// # Errors
    /// What completes "expected ...".
    fn check_score(&self, score: i64) -> Result<(), String> {
        if Self::HAS_MARGIN || (-1..=1).contains(&score) {
            return Ok(());
        }
        Err("1, 0 or -1: a win, a draw or a loss".to_owned())
    }

    /// Reads moves that follow one another from `at`: apart by white space or commas, or glued, and gives
    /// them with the situation after the last. A forced pass may be left out.
    ///
    /// # Errors
    /// [`ParseError`] at the first text that is no legal move, with its column in `text`.
    fn parse_moves(
        &self,
        at: &Situation<Self>,
        text: &str,
    ) -> Result<(Vec<Self::Move>, Situation<Self>), ParseError> {
        let mut at = *at;
        let mut moves = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() {
                return Ok((moves, at));
            }
            let word = &rest[..rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len())];
            let len = self.first_move_len(word);
            let token = word.get(..len).filter(|token| !token.is_empty()).unwrap_or(word);
            let mut mv = self.parse_move(&at, token);
            if mv.is_err()
                && let Some(pass) = at.forced_pass(self)
            {
                moves.push(pass);
                at = at.after(self, pass);
                mv = self.parse_move(&at, token);
            }
            let mv = mv.map_err(|error| error.at_column(text.len() - rest.len()))?;
            moves.push(mv);
            at = at.after(self, mv);
            rest = &rest[token.len()..];
        }
    }
}

/// Text that could not be read: what was found and where, what was expected, and what would have been right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.line())]
pub struct ParseError {
    found: String,
    column: usize,
    expected: String,
    example: String,
}

impl ParseError {
    /// `found` is the offending text itself, `expected` completes "expected ...", `example` is text that
    /// would have been read.
    pub fn new(found: impl Into<String>, expected: impl Into<String>, example: impl Into<String>) -> Self {
        Self { found: found.into(), column: 0, expected: expected.into(), example: example.into() }
    }

    /// The offending text begins at `column`, in bytes from 0, of what was read.
    #[must_use]
    pub fn at_column(mut self, column: usize) -> Self {
        self.column += column;
        self
    }

    /// Where the offending text begins, in bytes from 0.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The number of the line of `text`, which was read, from 0, with the column counted in that line.
    #[must_use]
    pub fn in_line(mut self, text: &str) -> (usize, Self) {
        let (line, column) = place(text.as_bytes(), self.column);
        self.column = column;
        (line, self)
    }

    /// What was expected: for whoever was sent other text than the one that was read.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// Of two ways to read the same text, the one that came further; both, where they end at the same place.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        match self.column.cmp(&other.column) {
            Ordering::Greater => self,
            Ordering::Less => other,
            Ordering::Equal if self == other => self,
            Ordering::Equal => Self {
                expected: format!("{}, or {}", self.expected, other.expected),
                example: if self.example.is_empty() { other.example } else { self.example },
                ..self
            },
        }
    }

    fn line(&self) -> String {
        let found = quoted(&self.found);
        let column = self.column + 1;
        let mut line = format!("{found} at column {column}: expected {}", self.expected);
        if !self.example.is_empty() {
            line += &format!(", for example {}", self.example);
        }
        line
    }
}

/// Quotes foreign text on one line: control characters escaped, cut after 40 characters.
pub fn quoted(text: &str) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    let dots = if text.chars().nth(40).is_some() { "..." } else { "" };
    format!("'{short}{dots}'")
}

/// What to point out on a drawn board.
#[derive(Clone, Debug)]
pub struct Marks<G: Game> {
    /// The last move that is to be seen on the board.
    pub last: Option<G::Move>,
    /// Moves to show as possible.
    pub legal: Vec<G::Move>,
}

impl<G: Game> Default for Marks<G> {
    fn default() -> Self {
        Self { last: None, legal: Vec::new() }
    }
}

/// A board as lines of styled text. A front end that has colours shows the styles; without them the text
/// alone says it all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    lines: Vec<Vec<(String, Style)>>,
    legend: Option<Vec<(String, Style)>>,
}

/// What a piece of a drawing stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Coordinates and frame.
    Frame,
    /// An empty place.
    Empty,
    /// A black piece.
    Black,
    /// A white piece.
    White,
    /// A piece that is nobody's.
    Neutral,
    /// The last move.
    Last,
    /// A legal move.
    Legal,
}

impl Drawing {
    /// Begins a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds text to the current line.
    pub fn put(&mut self, text: impl Into<String>, style: Style) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        self.lines.last_mut().expect("a line was just begun").push((text.into(), style));
        self
    }

    /// Says below the board what its signs mean.
    pub fn legend(&mut self, text: impl Into<String>) {
        self.legend = Some(vec![(text.into(), Style::Frame)]);
    }

    /// The board the other way up: what was its lowest row is its highest. Rows and columns keep their names.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.lines.reverse();
        self
    }

    /// The lines, each a row of pieces of text; the last is the legend, if there is one.
    pub fn lines(&self) -> impl Iterator<Item = &[(String, Style)]> {
        self.lines.iter().chain(&self.legend).map(Vec::as_slice)
    }
}

/// The text alone.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            let text: String = line.iter().map(|(text, _)| text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_with_the_text_its_place_what_was_due_and_an_example() {
        let error = ParseError::new("z9", "a square", "f5").at_column(3).at_column(1);
        assert_eq!(error.to_string(), "'z9' at column 5: expected a square, for example f5");
        assert_eq!(error.column(), 4);
        for (column, place) in [(0, (0, 0)), (2, (0, 2)), (3, (1, 0)), (5, (1, 2)), (6, (2, 0))] {
            let (line, error) = ParseError::new("z9", "a square", "").at_column(column).in_line("ab\ncd\n");
            assert_eq!((line, error.column()), place, "{column}");
        }
        let bare = ParseError::new("", "a side", "");
        assert_eq!(bare.to_string(), "nothing at column 1: expected a side");
    }

    #[test]
    fn foreign_text_is_quoted_on_one_line() {
        assert_eq!(quoted("a\nb\u{7}"), "'a\\nb\\u{7}'");
        assert_eq!(quoted(&"x".repeat(41)), format!("'{}...'", "x".repeat(40)));
    }

    #[test]
    fn a_drawing_is_its_text_without_trailing_space() {
        let mut drawing = Drawing::default();
        drawing.put("X", Style::Black).put("  ", Style::Empty).line().put("O", Style::White);
        assert_eq!(drawing.to_string(), "X\nO\n");
        assert_eq!(drawing.lines().count(), 2);
        drawing.legend("X is yours");
        assert_eq!(drawing.to_string(), "X\nO\nX is yours\n");
        assert_eq!(drawing.turned().to_string(), "O\nX\nX is yours\n");
    }
}
