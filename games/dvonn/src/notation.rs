//! Moves and positions as text.

use crate::draw;
use crate::formats::numbering::{Numbering, strip_word};
use crate::formats::{drawing, facts, line};
use crate::geometry::{LONGEST, SPACES, Space};
use crate::places;
use crate::rules::{Dvonn, Move};
use anyply_framework::{Drawing, Game, Geometry, Marks, Notation, ParseError, Piece, Side, Situation};

impl Notation for Dvonn {
    fn parse_move(&self, at: &Situation<Self>, text: &str) -> Result<Move, ParseError> {
        let begin = text.len() - text.trim_start().len();
        let shift = |error: ParseError| error.at_column(begin);
        let (mv, rest) = read_move(self, at, &text[begin..]).map_err(shift)?;
        if !rest.trim().is_empty() {
            let expected = format!("nothing more after {mv}");
            let column = text.len() - rest.trim_start().len();
            return Err(ParseError::new(rest.trim(), expected, "").at_column(column));
        }
        Ok(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_position(&self, text: &str, side: Option<Side>) -> Result<Situation<Self>, ParseError> {
        if text.contains(facts::KEYWORD) {
            facts::read(text, side)
        } else if text.contains('/') {
            line::read(text, side)
        } else {
            drawing::read(text, side)
        }
    }

    fn position_text(&self, at: &Situation<Self>) -> String {
        line::write(at)
    }

    fn check_score(&self, score: i64) -> Result<(), String> {
        let most = SPACES as i64;
        if (-most..=most).contains(&score) { Ok(()) } else { Err(format!("a score from -{most} to {most}")) }
    }

    fn draw(&self, at: &Situation<Self>, marks: &Marks<Self>) -> Drawing {
        draw::draw(at, marks)
    }

    fn geometry(&self) -> Geometry {
        places::geometry()
    }

    fn pieces(&self, at: &Situation<Self>) -> Vec<Piece> {
        places::pieces(at)
    }

    fn path(&self, mv: Move) -> Vec<usize> {
        places::path(mv)
    }

    fn counts(&self, at: &Situation<Self>) -> String {
        draw::counts(at)
    }

    /// Spaces and glued moves mean what the phase makes of them: `A1B2` is two placements or one move.
    fn parse_moves(
        &self,
        at: &Situation<Self>,
        text: &str,
    ) -> Result<(Vec<Move>, Situation<Self>), ParseError> {
        let mut at = *at;
        let mut moves = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() {
                return Ok((moves, at));
            }
            if strip_word(rest, "pass").is_none()
                && let [Move::Pass] = at.moves(self)[..]
            {
                moves.push(Move::Pass);
                at = at.after(self, Move::Pass);
            }
            let (mv, left) =
                read_move(self, &at, rest).map_err(|error| error.at_column(text.len() - rest.len()))?;
            moves.push(mv);
            at = at.after(self, mv);
            rest = left;
        }
    }
}

/// Reads the legal move that `text` begins with, and gives what follows it.
fn read_move<'a>(game: &Dvonn, at: &Situation<Dvonn>, text: &'a str) -> Result<(Move, &'a str), ParseError> {
    if let Some(rest) = strip_word(text, "pass") {
        return checked(game, at, Move::Pass, &text[..text.len() - rest.len()]).map(|mv| (mv, rest));
    }
    let (first, rest) = read_space(text).ok_or_else(|| no_space(game, at, text, None))?;
    if at.position.is_placing() {
        return checked(game, at, Move::Place(first), &text[..2]).map(|mv| (mv, rest));
    }
    let second = skip_joint(rest);
    // Where the second space is missing altogether, the first is what there is to quote.
    let (found, column) = if second.is_empty() { (text, 0) } else { (second, text.len() - second.len()) };
    let (to, rest) =
        read_space(second).ok_or_else(|| no_space(game, at, found, Some(first)).at_column(column))?;
    let token = &text[..text.len() - rest.len()];
    checked(game, at, Move::Step { from: first, to }, token).map(|mv| (mv, rest))
}

/// The space that `text` begins with, in our numbering or in Little Golem's.
fn read_space(text: &str) -> Option<(Space, &str)> {
    let numbering = match text.as_bytes() {
        [_, b'1'..=b'5', ..] => Numbering::Standard,
        _ => Numbering::LittleGolem,
    };
    numbering.read(text).ok().map(|space| (space, &text[2..]))
}

/// What may stand between the two spaces of a move: white space, `-`, `to`.
fn skip_joint(text: &str) -> &str {
    let text = text.trim_start();
    let joint = text.strip_prefix('-').or_else(|| strip_word(text, "to"));
    joint.unwrap_or(text).trim_start()
}

/// `mv` if it is legal, else why it is not.
fn checked(game: &Dvonn, at: &Situation<Dvonn>, mv: Move, token: &str) -> Result<Move, ParseError> {
    let legal = game.decode(&at.position, game.index(mv));
    legal.filter(|&legal| legal == mv).ok_or_else(|| {
        let expected = format!("{} ({})", expected_move(game, at), why_not(game, at, mv));
        ParseError::new(token, expected, example(game, at))
    })
}

/// No space where one was due: at the beginning, or to land on after `from`.
fn no_space(game: &Dvonn, at: &Situation<Dvonn>, text: &str, from: Option<Space>) -> ParseError {
    // A comma ends a move, and so is wrong itself where one has only begun.
    let end = text.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(text.len());
    let word = if text.starts_with(',') { "," } else { &text[..end] };
    let hint = match (word.as_bytes(), from) {
        // Only a misspelt space of the right shape deserves the long answer.
        ([letter, digit, ..], _)
            if letter.is_ascii_alphabetic() && digit.is_ascii_digit() && read_space(word).is_none() =>
        {
            " (no such space: the rows are A1 to I1, A2 to J2, A3 to K3, B4 to K4 and C5 to K5)".to_owned()
        }
        (_, Some(from)) => format!(" (no space to land on after {from})"),
        _ => String::new(),
    };
    ParseError::new(word, format!("{}{hint}", expected_move(game, at)), example(game, at))
}

fn expected_move(game: &Dvonn, at: &Situation<Dvonn>) -> &'static str {
    if at.position.is_placing() {
        "an empty space to place a piece on"
    } else if game.terminal(&at.position).is_some() {
        "nothing: the game is over"
    } else {
        "a legal move"
    }
}

fn example(game: &Dvonn, at: &Situation<Dvonn>) -> String {
    at.moves(game).first().map(Move::to_string).unwrap_or_default()
}

/// Why a move is illegal.
fn why_not(game: &Dvonn, at: &Situation<Dvonn>, mv: Move) -> String {
    let position = &at.position;
    let must_pass = matches!(at.moves(game)[..], [Move::Pass]);
    match mv {
        Move::Pass => "one passes only when one cannot move and the other can".to_owned(),
        Move::Place(space) => format!("{space} is taken"),
        Move::Step { .. } if must_pass => format!("{} cannot move and must pass", at.side.name()),
        Move::Step { from, to } => {
            let height = position.height(from);
            if height == 0 {
                format!("{from} is empty")
            } else if position.lone_dvonns().contains(from) {
                "a lone Dvonn cannot move".to_owned()
            } else if !position.mine().contains(from) {
                format!("the stack on {from} is not {}'s", at.side.name())
            } else if position.blocked().contains(from) {
                format!("{from} is blocked by its six neighbours")
            } else if height as usize > LONGEST {
                format!("the stack on {from} is {height} high and never moves")
            } else if !from.in_line(to) || from.distance(to) != height {
                format!("the stack on {from} moves exactly {height} in a straight line")
            } else {
                format!("{to} is empty, and a stack lands only on another")
            }
        }
    }
}
