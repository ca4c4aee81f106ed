//! Moves and positions as text.

use crate::bits::Bits;
use crate::board::{Move, Position};
use crate::drawing::{colours, draw};
use crate::formats::obf;
use crate::places;
use crate::rules::Othello;
use crate::shape::Shape;
use crate::square::{column_letter, parse_square, square_text};
use anyply_framework::{Drawing, Game, Geometry, Marks, Notation, ParseError, Piece, Side, Situation};

impl<S: Shape> Notation for Othello<S> {
    fn parse_move(&self, at: &Situation<Self>, text: &str) -> Result<Move<S>, ParseError> {
        let lead = text.len() - text.trim_start().len();
        let token = text.trim();
        let index = if is_pass_word(token) { Some(S::CELLS) } else { parse_square::<S>(token) };
        index
            .and_then(|index| self.decode(&at.position, index))
            .ok_or_else(|| self.refuse(at, token, index).at_column(lead))
    }

    fn move_text(&self, mv: Move<S>) -> String {
        if mv.is_pass() { "pass".to_owned() } else { square_text::<S>(mv.square()) }
    }

    fn first_move_len(&self, text: &str) -> usize {
        // Columns end at j, so no square begins like a pass.
        if let Some(word) = PASS_WORDS.iter().find(|word| starts_with(text, word)) {
            return word.len();
        }
        match text.as_bytes() {
            [letter, rest @ ..] if letter.is_ascii_alphabetic() => {
                1 + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
            }
            _ => text.len(),
        }
    }

    fn parse_position(&self, text: &str, side: Option<Side>) -> Result<Situation<Self>, ParseError> {
        // What follows the first semicolon of an OBF line is no part of the position, but only what belongs
        // there may follow.
        obf::parse(self, text, side).map(|(at, _)| at)
    }

    fn check_score(&self, score: i64) -> Result<(), String> {
        let max = S::CELLS as i64;
        // A board of even size is divided into two even or two odd numbers of discs.
        let exists = (-max..=max).contains(&score) && score % 2 == 0;
        if exists { Ok(()) } else { Err(format!("an even score from -{max} to {max}")) }
    }

    fn position_text(&self, at: &Situation<Self>) -> String {
        let (black, white) = colours(at);
        let cell = |square| match (black.has(square), white.has(square)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        };
        let side = if at.side == Side::Black { 'X' } else { 'O' };
        (0..S::CELLS).map(cell).chain([' ', side]).collect()
    }

    fn draw(&self, at: &Situation<Self>, marks: &Marks<Self>) -> Drawing {
        draw(at, marks)
    }

    fn geometry(&self) -> Geometry {
        places::geometry::<S>()
    }

    fn pieces(&self, at: &Situation<Self>) -> Vec<Piece> {
        places::pieces(at)
    }

    fn path(&self, mv: Move<S>) -> Vec<usize> {
        if mv.is_pass() { Vec::new() } else { vec![mv.square()] }
    }

    fn counts(&self, at: &Situation<Self>) -> String {
        let (black, white) = colours(at);
        format!("Black {}, White {}", black.count(), white.count())
    }
}

/// A game begins with so many, and none is ever taken away.
const START_DISCS: u32 = 4;

/// The longest first, so that `pass` is not read as `pa`.
const PASS_WORDS: [&str; 4] = ["pass", "pa", "ps", "--"];

fn is_pass_word(token: &str) -> bool {
    PASS_WORDS.iter().any(|word| token.eq_ignore_ascii_case(word))
}

/// In either case.
fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

pub(crate) fn parse_side(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "x" | "b" | "black" | "*" => Some(Side::Black),
        "o" | "w" | "white" => Some(Side::White),
        _ => None,
    }
}

/// The cell a letter stands for: a disc of that side, or empty.
fn parse_cell(letter: char) -> Option<Option<Side>> {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Side::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Side::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

impl<S: Shape> Othello<S> {
    /// Cells and the side to move.
    pub(crate) fn parse_board(&self, text: &str, side: Option<Side>) -> Result<Situation<Self>, ParseError> {
        let (black, white, rest) = self.parse_cells(text)?;
        if black.count() + white.count() < START_DISCS {
            let cells = text[..text.len() - rest.len()].trim();
            let expected = format!("at least {START_DISCS} discs, with which every game begins");
            return Err(ParseError::new(cells, expected, self.example()));
        }
        let start = text.len() - rest.trim_start().len();
        let side = match rest.trim() {
            "" => side.ok_or_else(|| {
                ParseError::new("", "the side to move, X or O, after the cells", self.example())
                    .at_column(start)
            })?,
            word => parse_side(word).ok_or_else(|| {
                let expected = "the side to move (X, O, black, white, b, w or *) after the cells";
                ParseError::new(word, expected, self.example()).at_column(start)
            })?,
        };
        let (mover, opponent) = match side {
            Side::Black => (black, white),
            Side::White => (white, black),
        };
        Ok(Situation { position: Position { mover, opponent }, side })
    }

    /// Why `token`, which stands for the move of that index if for any, cannot be played.
    fn refuse(&self, at: &Situation<Self>, token: &str, index: Option<usize>) -> ParseError {
        let side = at.side.name();
        let moves = at.moves(self);
        let (corner, size) = (column_letter(S::SIZE - 1), S::SIZE);
        let expected = match (&moves[..], index) {
            ([], _) => "no more moves, the game is over".to_owned(),
            ([only], _) if only.is_pass() => format!("pass, because {side} has no move"),
            (_, None) => format!("a square a1..{corner}{size}, or pass"),
            (_, Some(index)) if index == S::CELLS => format!("a move, because {side} has one"),
            (_, Some(_)) => format!("a legal move for {side}"),
        };
        let legal: Vec<_> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        ParseError::new(token, expected, legal.join(" "))
    }

    fn example(&self) -> String {
        self.position_text(&self.start())
    }

    /// Reads the cells: all in one word, or in several of one length, cells or rows apart. (Were any spacing
    /// allowed, the side after a board that lacks a cell would be taken for that cell.) Gives black and white
    /// discs and the text that remains.
    fn parse_cells<'a>(&self, text: &'a str) -> Result<(S::Bits, S::Bits, &'a str), ParseError> {
        let (mut black, mut white) = (S::Bits::EMPTY, S::Bits::EMPTY);
        let mut rest = text;
        let (mut square, mut word_len, mut wanted) = (0, 0, None);
        while square < S::CELLS {
            let column = text.len() - rest.len();
            let letter = rest.chars().next();
            let at_gap = letter.is_none_or(char::is_whitespace);
            if at_gap && word_len > 0 {
                if *wanted.get_or_insert(word_len) != word_len || S::CELLS % word_len != 0 {
                    return Err(self.wrong_length(square, column));
                }
                word_len = 0;
            }
            let Some(letter) = letter else {
                return Err(self.wrong_length(square, column));
            };
            rest = &rest[letter.len_utf8()..];
            if at_gap {
                continue;
            }
            match parse_cell(letter) {
                Some(Some(Side::Black)) => black |= S::Bits::of(square),
                Some(Some(Side::White)) => white |= S::Bits::of(square),
                Some(None) => {}
                None => {
                    let expected = "a cell (X or O for a disc, - for an empty square)";
                    let token: String = letter.into();
                    return Err(ParseError::new(token, expected, self.example()).at_column(column));
                }
            }
            square += 1;
            word_len += 1;
        }
        if wanted.is_some_and(|wanted| wanted != word_len) {
            return Err(self.wrong_length(square, text.len() - rest.len()));
        }
        Ok((black, white, rest))
    }

    fn wrong_length(&self, cells: usize, column: usize) -> ParseError {
        let expected = format!("{} cells in all, or rows of {} (so far {cells})", S::CELLS, S::SIZE);
        ParseError::new("", expected, self.example()).at_column(column)
    }
}
