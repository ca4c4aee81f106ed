//! Moves and positions as text, and the board as people see it.

use crate::board::{Position, Square, column_letter};
use crate::places::{self, fouls};
use crate::rules::{Gomoku, Rule};
use anyply_framework::{
    Drawing, Game, Geometry, Marks, Notation, ParseError, Piece, Refusal, Side, Situation, Style,
};

impl<const N: usize> Notation for Gomoku<N> {
    fn parse_move(&self, at: &Situation<Self>, text: &str) -> Result<Square, ParseError> {
        let fail = |expected: String| ParseError::new(text, expected, self.example(at));
        if self.terminal(&at.position).is_some() {
            return Err(fail("no move, for the game is over".to_owned()));
        }
        let square = parse_square::<N>(text)
            .ok_or_else(|| fail(format!("a square from a1 to {}", Square::new(N - 1, N - 1))))?;
        if let Some(side) = at.position.stone(square) {
            return Err(fail(format!("a free square ({} has a stone there)", side.name())));
        }
        if let Some(foul) = self.foul(&at.position, square) {
            return Err(fail(format!("a move that is not forbidden (this one makes {foul})")));
        }
        Ok(square)
    }

    fn move_text(&self, mv: Square) -> String {
        mv.to_string()
    }

    fn first_move_len(&self, text: &str) -> usize {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        if letters == 1 && digits > 0 { letters + digits } else { text.len() }
    }

    fn parse_position(&self, text: &str, side: Option<Side>) -> Result<Situation<Self>, ParseError> {
        match BoardText::of::<N>(text) {
            Some(board) => self.parse_board(&board, side),
            None => self.parse_moves(&self.start(), text).map(|(_, at)| at),
        }
    }

    /// The board text, which every position has; how it came about is the business of a record.
    fn position_text(&self, at: &Situation<Self>) -> String {
        let mut text = String::with_capacity(N * (N + 1) + 1);
        for y in (0..N).rev() {
            text.extend((0..N).map(|x| match at.position.stone(Square::new(x, y)) {
                Some(Side::Black) => 'X',
                Some(Side::White) => 'O',
                None => '.',
            }));
            text.push(if y > 0 { '/' } else { ' ' });
        }
        text.push(if at.side == Side::Black { 'X' } else { 'O' });
        text
    }

    /// Stones `X` and `O`, the last one in parentheses, possible moves `+`, points that are forbidden to the
    /// side to move `!`.
    fn draw(&self, at: &Situation<Self>, marks: &Marks<Self>) -> Drawing {
        let mut drawing = Drawing::default();
        let columns: String = (0..N).map(|x| format!(" {}", column_letter(x))).collect();
        let columns = format!("  {columns}");
        drawing.line().put(columns.clone(), Style::Frame);
        for y in (0..N).rev() {
            let number = (y + 1).to_string();
            drawing.line().put(format!("{number:>2}"), Style::Frame);
            let mut close = false;
            for square in (0..N).map(|x| Square::new(x, y)) {
                let last = marks.last == Some(square);
                drawing.put(
                    if last {
                        "("
                    } else if close {
                        ")"
                    } else {
                        " "
                    },
                    Style::Frame,
                );
                let (glyph, style) = self.glyph(at, marks, square);
                drawing.put(glyph, if last { Style::Last } else { style });
                close = last;
            }
            drawing.put(if close { ")" } else { " " }, Style::Frame).put(number, Style::Frame);
        }
        drawing.line().put(columns, Style::Frame);
        drawing
    }

    fn geometry(&self) -> Geometry {
        places::geometry::<N>()
    }

    fn pieces(&self, at: &Situation<Self>) -> Vec<Piece> {
        places::pieces(at)
    }

    fn path(&self, mv: Square) -> Vec<usize> {
        vec![places::place::<N>(mv)]
    }

    fn refusals(&self, at: &Situation<Self>) -> Vec<Refusal> {
        places::refusals(self, at)
    }

    fn counts(&self, at: &Situation<Self>) -> String {
        let [black, white] = Side::BOTH.map(|side| at.position.count(side));
        // The move that is next; none is once the game is over.
        let next = usize::from(self.terminal(&at.position).is_none());
        format!("Black {black}, White {white}, move {}", at.position.stones() + next)
    }
}

impl<const N: usize> Gomoku<N> {
    fn glyph(&self, at: &Situation<Self>, marks: &Marks<Self>, square: Square) -> (&'static str, Style) {
        match at.position.stone(square) {
            Some(Side::Black) => ("X", Style::Black),
            Some(Side::White) => ("O", Style::White),
            None if marks.legal.contains(&square) => ("+", Style::Legal),
            None if at.position.winner().is_none() && self.foul(&at.position, square).is_some() => {
                ("!", Style::Neutral)
            }
            None => (".", Style::Empty),
        }
    }

    /// A few legal moves, for errors.
    fn example(&self, at: &Situation<Self>) -> String {
        // From the middle on, where people play.
        let mut squares: Vec<Square> = at.position.free_squares().collect();
        let middle = N as i32 - 1;
        let distance = |v: usize| (2 * v as i32 - middle).abs();
        squares.sort_by_key(|square| distance(square.x()).max(distance(square.y())));
        let legal = squares.iter().filter(|&&square| self.decode(&at.position, square.index(N)).is_some());
        legal.take(2).map(Square::to_string).collect::<Vec<_>>().join(" or ")
    }

    fn parse_board(
        &self,
        &BoardText { text, board, ref rows, ref rest }: &BoardText<'_>,
        side: Option<Side>,
    ) -> Result<Situation<Self>, ParseError> {
        let column = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut words = rest.iter().copied();
        if rows.len() != N {
            let expected = format!("{N} rows from the top with / between them, not {}", rows.len());
            return Err(ParseError::new(board, expected, self.board_example()).at_column(column(board)));
        }
        let mut position = self.parse_stones(rows).map_err(|(row, error)| error.at_column(column(row)))?;
        let by_count = side_by_count(&position).ok_or_else(|| {
            let [black, white] = Side::BOTH.map(|side| position.count(side));
            let expected =
                format!("as many stones of White as of Black, or one fewer, not {black} X and {white} O");
            ParseError::new(board, expected, self.board_example()).at_column(column(board))
        })?;
        let word = words.next();
        let asked =
            word.map(|word| parse_side(word).map_err(|error| error.at_column(column(word)))).transpose()?;
        if let Some(asked) = asked.or(side).filter(|&asked| asked != by_count) {
            let expected = format!("{} to move, by the numbers of stones", by_count.name());
            let example = if by_count == Side::Black { "X" } else { "O" };
            let error = ParseError::new(word.unwrap_or(asked.name()), expected, example);
            return Err(error.at_column(word.map_or(text.len(), column)));
        }
        if let Some(word) = words.next() {
            let expected = "nothing after the side to move";
            return Err(ParseError::new(word, expected, self.board_example()).at_column(column(word)));
        }
        if by_count == Side::White {
            position.turn();
        }
        if let Some(expected) = self.cannot_be(&position) {
            return Err(ParseError::new(board, expected, self.board_example()).at_column(column(board)));
        }
        position.set_winner(self.scan(&position));
        Ok(Situation { position, side: by_count })
    }

    /// What no game that ends with its first winning line can come to: what was expected instead. In which
    /// order the stones came is not known, so that other fouls than an overline are not seen.
    fn cannot_be(&self, position: &Position<N>) -> Option<&'static str> {
        let last = !position.side();
        if self.has_won(position, !last) {
            return Some("one winner at most, the last to move, for the game ends with the first");
        }
        let won = self.has_won(position, last);
        // A five excuses an overline that the same stone makes.
        if self.has_overline(position) && !(won && last == Side::Black) {
            return Some("no overline of Black, six or more in a row, for renju forbids it");
        }
        (won && !self.can_have_ended(position, last))
            .then_some("winning lines through one stone, the last, for the game ends with the first")
    }

    /// The stones on a board, whatever their numbers: nobody has won yet, and Black is to move. An error, and
    /// the part that it is about.
    pub(crate) fn parse_stones<'t>(&self, rows: &[&'t str]) -> Result<Position<N>, (&'t str, ParseError)> {
        let mut position = Position::<N>::empty(Side::Black);
        for (&row, y) in rows.iter().zip((0..N).rev()) {
            parse_row(&mut position, row, y).map_err(|error| (row, error))?;
        }
        Ok(position)
    }

    fn board_example(&self) -> String {
        self.position_text(&self.start())
    }
}

/// A text that is a board, right or wrong: its rows, with slashes between them or each on a line of its own,
/// and the words behind them.
struct BoardText<'t> {
    text: &'t str,
    /// From the first row to the last.
    board: &'t str,
    rows: Vec<&'t str>,
    rest: Vec<&'t str>,
}

impl<'t> BoardText<'t> {
    fn of<const N: usize>(text: &'t str) -> Option<Self> {
        // Most of it cells, or as long as a row and no moves, which begin with a letter and a figure.
        let is_row = |word: &str| {
            let cells = word.chars().count();
            let drawn = word.chars().filter(|&cell| "XxOo*.-".contains(cell)).count();
            let is_moves = word.starts_with(|first: char| first.is_ascii_alphabetic())
                && word[1..].starts_with(|second: char| matches!(second, '1'..='9'));
            cells > 1 && (2 * drawn > cells || cells == N && !is_moves)
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let lines = words.iter().take_while(|word| word.contains('/') || is_row(word)).count();
        let (lines, rest) = words.split_at(lines);
        let rows: Vec<&str> =
            lines.iter().flat_map(|line| line.strip_suffix('/').unwrap_or(line).split('/')).collect();
        if rows.len() < 2 {
            return None;
        }
        let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let end = rows.last().map(|row| offset(row) + row.len())?;
        Some(Self { text, board: &text[offset(rows[0])..end], rows, rest: rest.to_vec() })
    }
}

fn parse_square<const N: usize>(text: &str) -> Option<Square> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let x = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
    if digits.is_empty() || digits.len() > 2 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let row = digits.iter().fold(0, |row, digit| row * 10 + usize::from(digit - b'0'));
    (x < N && (1..=N).contains(&row)).then(|| Square::new(x, row - 1))
}

fn parse_row<const N: usize>(position: &mut Position<N>, row: &str, y: usize) -> Result<(), ParseError> {
    let cells = row.chars().count();
    if cells != N {
        let expected = format!("row {} to have {N} cells, not {cells}", y + 1);
        return Err(ParseError::new(row, expected, ".".repeat(N)));
    }
    for (x, (column, cell)) in row.char_indices().enumerate() {
        match cell {
            'X' | 'x' | '*' => position.put(Square::new(x, y), Side::Black),
            'O' | 'o' => position.put(Square::new(x, y), Side::White),
            '.' | '-' => {}
            _ => {
                let expected = "X for Black, O for White or . for a free square";
                return Err(ParseError::new(cell, expected, "..X.O").at_column(column));
            }
        }
    }
    Ok(())
}

fn parse_side(word: &str) -> Result<Side, ParseError> {
    match word.to_ascii_lowercase().as_str() {
        "x" | "*" | "b" | "black" => Ok(Side::Black),
        "o" | "w" | "white" => Ok(Side::White),
        _ => Err(ParseError::new(word, "the side to move, X or O", "X")),
    }
}

/// Who is to move if the game began with Black and nobody missed a turn.
fn side_by_count<const N: usize>(position: &Position<N>) -> Option<Side> {
    match position.count(Side::Black).checked_sub(position.count(Side::White))? {
        0 => Some(Side::Black),
        1 => Some(Side::White),
        _ => None,
    }
}

/// The points that renju forbids Black, in a renju game with Black to move.
pub(crate) fn forbidden_points<const N: usize>(game: &Gomoku<N>, at: &Situation<Gomoku<N>>) -> String {
    if game.rule() != Rule::Renju {
        return "nothing is forbidden: only renju knows forbidden points".to_owned();
    }
    if at.side == Side::White {
        return "nothing is forbidden to White".to_owned();
    }
    let fouls: Vec<String> = fouls(game, at).map(|(square, foul)| format!("{square}: {foul}")).collect();
    if fouls.is_empty() { "nothing is forbidden here".to_owned() } else { fouls.join("\n") }
}
