//! Games as text: a paragraph each, empty lines between them, `%` at the beginning of a comment line.
//!
//! ```text
//! Black: Ann
//! White: Bob
//! Variant: full
//! Start: -,-,-,-,-,-,-,-,-/... w p
//! Result: Black resigned
//! C3 I3 F3 ... A1B2 PASS
//! ```
//!
//! The lines with a name and a colon may be left out, as they are where nothing else than usual is to be
//! said; `Start` is a board line, `Result` that of the moves, or who resigned where they end nothing. The
//! moves may go on over several lines, with or without numbers (`1.`) before them, in all the ways that the
//! game reads: `A1B2`, `a1-b2`, `A1 to B2`, `A1 B2`, and Little Golem's letters. A forced pass may be left
//! out.
//!
//! In which [`Numbering`] the spaces are is never guessed: it is the format's. Board lines have no names of
//! spaces and are the same in all.

use super::column_of;
use super::numbering::Numbering;
use crate::rules::{Dvonn, Move};
use anyply_framework::{
    Asked, FormatError, Game, Notation, ParseError, Plugin, Record, Session, Side, Variant, quoted,
};

/// The board by lot that games begin with everywhere, where no other is asked for.
const SEED: u64 = 1;

const EXPECTED: &str = "Black, White, Variant, Start or Result before a colon";

/// Reads every game of a text.
///
/// # Errors
/// [`FormatError`] at the first thing that cannot be read.
pub fn read(bytes: &[u8], numbering: Numbering, asked: Asked<'_>) -> Result<Vec<Record>, FormatError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| FormatError::at(bytes, error.valid_up_to(), "it is not text"))?;
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with('%'));
    let mut games = Vec::new();
    loop {
        let mut blank = lines.by_ref().skip_while(|(_, line)| line.trim().is_empty());
        let Some(first) = blank.next() else { return Ok(games) };
        let rest = lines.by_ref().take_while(|(_, line)| !line.trim().is_empty());
        let paragraph: Vec<Line<'_>> = std::iter::once(first).chain(rest).collect();
        games.push(game(&paragraph, numbering, asked)?);
    }
}

/// A line and its number.
type Line<'a> = (usize, &'a str);

fn game(paragraph: &[Line<'_>], numbering: Numbering, asked: Asked<'_>) -> Result<Record, FormatError> {
    let (named, moves): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        paragraph.iter().partition(|(_, line)| line.contains(':'));
    let said = Said::read(&named)?;
    let mut session = Session::new(said.rules(asked));
    if let Some((line, column, start)) = said.start {
        let start = session.game().parse_position(start, None).map_err(|problem| problem.at_column(column));
        session.restart(Some(start.map_err(|problem| wrong(line, problem.column(), problem.to_string()))?));
    }
    for &&(line, text) in &moves {
        play(&mut session, &unnumbered(text), numbering)
            .map_err(|(column, problem)| wrong(line, column, problem))?;
    }
    let mut record = session.record([said.black, said.white]);
    record.result = said.result(record.result)?;
    Ok(record)
}

fn wrong(line: usize, column: usize, problem: String) -> FormatError {
    FormatError { line, column: column + 1, problem }
}

/// What a name is given, with its line and column.
type Value<'a> = (usize, usize, &'a str);

/// What is said of a game before its moves.
#[derive(Default)]
struct Said<'a> {
    black: &'a str,
    white: &'a str,
    variant: Option<&'static Variant>,
    start: Option<Value<'a>>,
    /// Not empty.
    result: Option<Value<'a>>,
}

impl<'a> Said<'a> {
    fn read(lines: &[&Line<'a>]) -> Result<Self, FormatError> {
        let mut said = Self::default();
        let mut names = Vec::new();
        for &&(line, text) in lines {
            let (name, value) = text.split_once(':').unwrap_or((text, ""));
            let column = text.len() - text.trim_start().len();
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            let wrong =
                |expected: &str| wrong(line, column, format!("{}: expected {expected}", quoted(text)));
            if names.contains(&name) {
                return Err(wrong("each name once in a game, and an empty line before the next game"));
            }
            match name.as_str() {
                "black" => said.black = value,
                "white" => said.white = value,
                "start" => said.start = Some((line, column_of(text, value), value)),
                "variant" => {
                    let known = Dvonn::variants().iter().find(|known| known.name.eq_ignore_ascii_case(value));
                    said.variant = Some(known.ok_or_else(|| wrong("the variant full or random"))?);
                }
                "result" if value.is_empty() => {}
                "result" => said.result = Some((line, column_of(text, value), value)),
                _ => return Err(wrong(EXPECTED)),
            }
            names.push(name);
        }
        Ok(said)
    }

    // How the game ended: as its moves did, or, where they end nothing, because somebody gave up.
    fn result(&self, of_moves: Option<String>) -> Result<Option<String>, FormatError> {
        let Some((line, column, said)) = self.result else { return Ok(of_moves) };
        let possible =
            of_moves.map_or_else(|| Side::BOTH.map(Record::resignation).to_vec(), |result| vec![result]);
        let known = possible.iter().find(|result| result.eq_ignore_ascii_case(said)).cloned();
        let expected = possible.join(" or ");
        let problem = || format!("{}: expected {expected}, after these moves", quoted(said));
        known.map(Some).ok_or_else(|| wrong(line, column, problem()))
    }

    fn rules(&self, asked: Asked<'_>) -> Dvonn {
        let variants = Dvonn::variants();
        let variant = asked.variant.and_then(|name| variants.iter().find(|known| known.name == name));
        // Where it is another board than that which is always drawn, the text says so.
        Dvonn::open(self.variant.or(variant).unwrap_or(&variants[0]), SEED)
    }
}

/// The line with spaces in place of the numbers of moves, so that all else stays in its column.
fn unnumbered(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for word in line.split_inclusive(char::is_whitespace) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
        let number = if digits > 0 && dots > 0 { digits + dots } else { 0 };
        text.extend(std::iter::repeat_n(' ', number));
        text += &word[number..];
    }
    text
}

fn play(session: &mut Session<Dvonn>, line: &str, numbering: Numbering) -> Result<(), (usize, String)> {
    let told = |problem: ParseError, hint: &str| (problem.column(), format!("{problem}{hint}"));
    let (ours, hint) = match numbering {
        // The game's notation has it, and Little Golem's letters too, which nobody can take for anything
        // else.
        Numbering::Standard => (line.to_owned(), ""),
        // A space is two letters in every numbering, so that columns stay.
        _ => (
            numbering.translate(line).map_err(|problem| told(problem, ""))?,
            " (spaces as in A1 to K5, not as in the file)",
        ),
    };
    let (moves, _) =
        session.game().parse_moves(session.at(), &ours).map_err(|problem| told(problem, hint))?;
    for mv in moves {
        session.play(mv).expect("a parsed move is legal");
    }
    Ok(())
}

/// Writes games, a paragraph each.
///
/// # Errors
/// [`FormatError`] whose line is the number of the game, for one of another game or that is not legal.
pub fn write(records: &[Record], numbering: Numbering) -> Result<Vec<u8>, FormatError> {
    let mut paragraphs = Vec::new();
    for (number, record) in (1..).zip(records) {
        paragraphs.push(written(record, numbering).map_err(|problem| wrong(number, 0, problem))?);
    }
    Ok(paragraphs.join("\n").into_bytes())
}

fn written(record: &Record, numbering: Numbering) -> Result<String, String> {
    let variant = Dvonn::variants().iter().find(|known| known.name == record.variant);
    let mut session = Session::new(Dvonn::open(variant.unwrap_or(&Dvonn::variants()[0]), SEED));
    session.load(record).map_err(|problem| problem.to_string())?;
    let result = record.result.as_deref().unwrap_or_default();
    let game = session.game();
    let start = game.parse_position(&record.start, None).map_err(|problem| problem.to_string())?;
    // A board that was drawn by lot is not left to be drawn again.
    let full = Dvonn::full();
    let is_usual = record.variant == full.variant().name && start == full.start();
    // As it is usually written, whatever the record has: that may be several lines.
    let start = if is_usual { String::new() } else { game.position_text(&start) };
    let mut text = String::new();
    for (name, value) in [
        ("Black", record.black.as_str()),
        ("White", &record.white),
        // Never empty, so that a game without moves is a paragraph too.
        ("Variant", &record.variant),
        ("Start", &start),
        ("Result", result),
    ] {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if !value.is_empty() {
            text += &format!("{name}: {value}\n");
        }
    }
    let moves: Vec<String> = session.played().iter().map(|played| move_text(played.mv, numbering)).collect();
    if !moves.is_empty() {
        text += &(moves.join(" ") + "\n");
    }
    Ok(text)
}

fn move_text(mv: Move, numbering: Numbering) -> String {
    match mv {
        Move::Place(space) => numbering.write(space),
        Move::Step { from, to } => numbering.write(from) + &numbering.write(to),
        Move::Pass => mv.to_string(),
    }
}

#[cfg(test)]
mod tests;
