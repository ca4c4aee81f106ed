//! PSQ, the records of Piskvork, the Gomocup manager (P. Lasovský): `Piskvorky 15x15, 7:7, 0`, then
//! `x,y,milliseconds` a move from 1 and from the top, the names of both programs, and how it ended.
//!
//! The last number of the first line is no rule: Piskvork writes there which of the two players began, 0 or
//! 1, and opens no file that has another number. The rule stands where the Gomocup's archives have it, in a
//! line after the rest: `1,Renju`, the winner (0 for nobody, 1 the first player, 2 the second) and the
//! division. Piskvork does not read that far.

use super::{rule_name, rule_named};
use crate::board::Square;
use crate::plugin::{NamedSize, RULES};
use crate::rules::{Gomoku, Rule};
use anyply_framework::{Asked, FormatError, Found, Notation, Record, Session, Side, decoded, quoted};
use std::time::Duration;

const NAME: &str = "Piskvorky ";
/// What stands for a name that is not known.
const NOBODY: &str = "?";

/// What a file says, before a board is known to play it on.
struct File<'a> {
    /// The moves, each with the number of its line.
    moves: Vec<(usize, &'a str)>,
    /// Of Black and White; empty where they are not known.
    names: [&'a str; 2],
    /// Who won, where somebody did. A draw says no more than a game that did not end: both have no winner.
    winner: Option<Side>,
    rule: Option<Rule>,
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Result<Self, FormatError> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).collect();
        // Empty lines stand for names, but not among the moves.
        let end = lines.iter().rposition(|(_, line)| is_move(line)).map_or(1, |last| last + 1);
        let (moves, rest) = lines.split_at(end.min(lines.len()));
        let moves: Vec<_> = moves.iter().skip(1).filter(|(_, line)| !line.is_empty()).copied().collect();
        if let Some(&(line, text)) = moves.iter().find(|(_, line)| !is_move(line)) {
            return Err(no_move(line, text));
        }
        // A number that the file breaks off with, right behind the moves, begins one more: that is no code of
        // how the game ended. No place is called 0.
        let is_cut = |line: &str| rest.len() == 1 && !text.ends_with('\n') && is_number(line) && line != "0";
        if let Some(&(line, text)) = rest.first().filter(|(_, line)| is_nearly_move(line) || is_cut(line)) {
            return Err(no_move(line, text));
        }
        let rest: Vec<&str> = rest.iter().map(|(_, line)| *line).collect();
        let is_code = |place: &usize| rest.get(*place).is_some_and(|line| line.parse::<i32>().is_ok());
        // The code stands after the names; a game between people has none.
        let code = [2, 0].into_iter().find(is_code);
        let mut names = match rest[..] {
            [black, white, ..] if code != Some(0) => [black, white],
            [black] if code.is_none() => [black, ""],
            _ => [""; 2],
        };
        names = names.map(|name| if name == NOBODY { "" } else { name });
        let second_began = lines[0].1.rsplit(',').next().is_some_and(|last| last.trim() == "1");
        if second_began {
            names.swap(0, 1);
        }
        let (winner, division) =
            code.and_then(|code| rest.get(code + 1)?.split_once(',')).unwrap_or_default();
        let first = if second_began { Side::White } else { Side::Black };
        let winner = match winner.trim() {
            "1" => Some(first),
            "2" => Some(!first),
            _ => None,
        };
        Ok(Self { moves, names, winner, rule: rule_named(division) })
    }
}

// Three numbers: names may have commas.
fn is_move(line: &str) -> bool {
    fields(line) == (3, 3)
}

// What would be a move, but for what is no number there, for the time, or for all behind the first comma:
// right behind the moves it is one that was damaged, and no name.
fn is_nearly_move(line: &str) -> bool {
    matches!(fields(line), (2, 2) | (3, 1..)) || line.strip_suffix(',').is_some_and(is_number)
}

// How many there are, and how many of them are numbers.
fn fields(line: &str) -> (usize, usize) {
    let fields = line.split(',').map(str::trim);
    (fields.clone().count(), fields.filter(|field| is_number(field)).count())
}

fn is_number(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

fn no_move(line: usize, text: &str) -> FormatError {
    FormatError { line, column: 1, problem: format!("{}: expected x,y,milliseconds", quoted(text)) }
}

/// Reads the game of a file. Where the rule is neither told nor asked for, the first of the variants is taken
/// that allows the moves.
///
/// # Errors
/// [`FormatError`] with the place.
pub fn read(bytes: &[u8], asked: Asked<'_>) -> Result<Found, FormatError> {
    let text = decoded(bytes);
    let first = text.lines().next().unwrap_or("");
    let wrong = |problem: &str| FormatError { line: 1, column: 1, problem: problem.to_owned() };
    let sides = first.strip_prefix(NAME).and_then(|rest| rest.split(',').next()?.split_once('x'));
    let game = match sides.map(|(width, height)| (width.trim(), height.trim())) {
        Some(("15", "15")) => game::<15>,
        Some(("19", "19")) => game::<19>,
        Some(("20", "20")) => game::<20>,
        Some(_) => return Err(wrong("expected a board of 15, 19 or 20 lines both ways")),
        None => return Err(wrong("expected Piskvorky 15x15, or another size")),
    };
    game(&File::read(&text)?, asked)
}

fn game<const N: usize>(file: &File<'_>, asked: Asked<'_>) -> Result<Found, FormatError>
where
    Gomoku<N>: NamedSize,
{
    if let Some(rule) = file.rule.or_else(|| rule_named(asked.variant?)) {
        return replayed(Gomoku::<N>::new(rule), file);
    }
    let mut first = None;
    for rule in RULES {
        match replayed(Gomoku::<N>::new(rule), file) {
            Ok(found) => return Ok(found),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.expect("one rule at least was tried"))
}

fn replayed<const N: usize>(game: Gomoku<N>, file: &File<'_>) -> Result<Found, FormatError>
where
    Gomoku<N>: NamedSize,
{
    let mut session = Session::new(game);
    for &(line, text) in &file.moves {
        let wrong = |problem: String| FormatError { line, column: 1, problem };
        let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some(&[x @ (1..), y @ (1..), milliseconds]) = numbers.as_deref() else {
            return Err(no_move(line, text));
        };
        if x.max(y) > N as u64 {
            return Err(wrong(format!("{}: not on the board", quoted(text))));
        }
        let square = Square::new(x as usize - 1, N - y as usize).to_string();
        let parsed = session.game().parse_move(session.at(), &square);
        let mv =
            parsed.map_err(|problem| wrong(format!("{}: expected {}", quoted(text), problem.expected())))?;
        session.play(mv).expect("a parsed move is legal");
        session.annotate(Duration::from_millis(milliseconds), "");
    }
    let mut found = Found::from(vec![session.record(file.names)]);
    if file.winner.is_some_and(|told| winner(&session) != Some(told)) {
        found.leave_out(Found::RESULTS);
    }
    Ok(found)
}

fn winner<const N: usize>(session: &Session<Gomoku<N>>) -> Option<Side>
where
    Gomoku<N>: NamedSize,
{
    session.at().outcome(session.game()).and_then(|outcome| outcome.winner)
}

/// Writes a game; a file has room for one.
///
/// # Errors
/// [`FormatError`] for several games, or one that is not legal.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let wrong = |problem: String| FormatError { line: 1, column: 1, problem };
    let [record] = records else {
        return Err(wrong(format!("{} games: a file of this kind has one", records.len())));
    };
    let text = match record.size {
        Some(15) => written::<15>(record),
        Some(19) => written::<19>(record),
        Some(20) => written::<20>(record),
        size => Err(format!("size {size:?}: expected 15, 19 or 20")),
    };
    text.map(String::into_bytes).map_err(wrong)
}

fn written<const N: usize>(record: &Record) -> Result<String, String>
where
    Gomoku<N>: NamedSize,
{
    let rule = RULES.into_iter().find(|&rule| rule_name(rule) == record.variant);
    let rule = rule.ok_or_else(|| format!("{}: no variant of this game", quoted(&record.variant)))?;
    let mut session = Session::new(Gomoku::<N>::new(rule));
    session.load(record).map_err(|problem| problem.to_string())?;
    let mut text = format!("{NAME}{N}x{N}, 7:7, 0\r\n");
    for played in session.played() {
        let (square, milliseconds) = (played.mv, played.seconds * 1000.0);
        text += &format!("{},{},{milliseconds:.0}\r\n", square.x() + 1, N - square.y());
    }
    // Commas stay, but in what would be taken for a move.
    let name = |name: &str, is_taken: fn(&str) -> bool| match name.replace(['\n', '\r'], " ") {
        name if name.is_empty() => NOBODY.to_owned(),
        name if is_taken(&name) => name.replace(',', " "),
        name => name,
    };
    // The code of a game that ended by the rules; -1 of one that did not end.
    let code = if record.result.is_some() { 0 } else { -1 };
    let winner = match winner(&session).or(record.resigned().map(|side| !side)) {
        None => 0,
        Some(Side::Black) => 1,
        Some(Side::White) => 2,
    };
    let (black, white) = (name(&record.black, is_nearly_move), name(&record.white, is_move));
    Ok(text + &format!("{black}\r\n{white}\r\n{code}\r\n{winner},{}\r\n", division(rule)))
}

// As the Gomocup writes it.
fn division(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "Freestyle",
        Rule::Standard => "Standard",
        Rule::Renju => "Renju",
        Rule::Caro => "Caro",
    }
}

#[cfg(test)]
mod tests;
