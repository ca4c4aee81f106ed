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
        // A number that the file breaks off with, right behind the moves, is no code of how the game ended.
        let is_cut = |line: &str| rest.len() == 1 && !text.ends_with('\n') && is_number(line);
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
        let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some(&[x @ (1..), y @ (1..), milliseconds]) = numbers.as_deref() else {
            return Err(no_move(line, text));
        };
        let (x, y) = (x as usize, y as usize);
        if x > N || y > N {
            return Err(wrong(format!("{}: not on the board", quoted(text))));
        }
        let square = Square::new(x - 1, N - y).to_string();
        let parsed = session.game().parse_move(session.at(), &square);
        let mv =
            parsed.map_err(|problem| wrong(format!("{}: expected {}", quoted(text), problem.expected())))?;
        session.play(mv).expect("a parsed move is legal");
        session.annotate(Duration::from_millis(milliseconds.into()), "");
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
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        super::read(bytes, Asked::default()).map(|found| found.records)
    }

    #[test]
    fn points_count_from_one_and_from_the_top() {
        let text = "Piskvorky 15x15, 7:7, 0\r\n8,8,456\r\n1,1,4500\r\nengine.exe\r\nother.zip\r\n0\r\n";
        let records = read(text.as_bytes()).unwrap();
        let moves: Vec<(&str, f64)> =
            records[0].moves.iter().map(|played| (played.text.as_str(), played.seconds)).collect();
        assert_eq!(moves, [("h8", 0.456), ("a15", 4.5)]);
        assert_eq!((records[0].black.as_str(), records[0].white.as_str()), ("engine.exe", "other.zip"));
        assert_eq!(read(&write(&records).unwrap()).unwrap(), records);
    }

    #[test]
    fn what_is_no_record_is_told_with_its_place() {
        for (text, told) in [
            ("", "1:1: expected Piskvorky"),
            ("Piskvorky", "1:1: expected Piskvorky"),
            ("Piskvorky 7x7, 1:1, 0", "1:1: expected a board"),
            ("Piskvorky 15x15, 7:7, 0\n0,1,1", "2:1: '0,1,1': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n16,1,1", "2:1: '16,1,1': not on the board"),
            ("Piskvorky 15x15, 7:7, 0\n1,1,1\n1,1,1", "3:1: '1,1,1': expected a free square"),
            ("Piskvorky 15x16, 7:7, 0", "1:1: expected a board"),
            ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,x,0\nA\nB\n0", "3:1: '9,x,0': expected x,y"),
            // A move without its time is no name, and what follows a damaged one is not lost.
            ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9\nA\nB\n0", "3:1: '9,9': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n8,8", "2:1: '8,8': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,9\n7,7,0\nA\nB\n0", "3:1: '9,9': expected x,y"),
            // Neither is one that the file breaks off within, nor is it a code.
            ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9,", "3:1: '9,': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n8,8,0\n9", "3:1: '9': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n8", "2:1: '8': expected x,y"),
            (
                "Piskvorky 15x15, 7:7, 0\n8,8,18446744073709551615",
                "2:1: '8,8,18446744073709551615': expected x,y",
            ),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn the_rule_comes_back_on_every_board() {
        fn comes_back<const N: usize>()
        where
            Gomoku<N>: NamedSize,
        {
            for rule in RULES {
                let mut session = Session::new(Gomoku::<N>::new(rule));
                let (moves, _) = session.game().parse_moves(session.at(), "h8h9i8i9").unwrap();
                moves.into_iter().for_each(|mv| session.play(mv).unwrap());
                let record = session.record(["a", "b"]);
                let written = write(std::slice::from_ref(&record)).unwrap();
                assert_eq!(read(&written).unwrap(), [record]);
                for end in 0..written.len() {
                    let _ = read(&written[..end]);
                }
            }
        }
        comes_back::<15>();
        comes_back::<19>();
        comes_back::<20>();
    }

    #[test]
    fn the_rule_of_an_archive_is_believed() {
        let file = |division: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n0,{division}\n");
        for (division, variant) in
            [("Freestyle15_1", "freestyle"), ("Renju", "renju"), ("caro", "caro"), ("Fastgame", "freestyle")]
        {
            assert_eq!(read(file(division).as_bytes()).unwrap()[0].variant, variant, "{division}");
        }
        // An overline is forbidden there, and no other rule is tried.
        let stones = "1,1,0\n1,3,0\n2,1,0\n3,3,0\n3,1,0\n5,3,0\n5,1,0\n7,3,0\n6,1,0\n9,3,0\n4,1,0\n";
        let renju = file("Renju").replace("8,8,0\n", stones);
        assert!(read(renju.as_bytes()).unwrap_err().to_string().starts_with("12:1: "));
        assert_eq!(read(renju.replace("0,Renju\n", "").as_bytes()).unwrap()[0].variant, "freestyle");
    }

    #[test]
    fn empty_lines_among_the_moves_are_passed_over() {
        let file = "Piskvorky 15x15, 7:7, 0\n\n8,8,0\n \n9,9,0\na\nb\n-1\n0,Renju\n";
        let record = &read(file.as_bytes()).unwrap()[0];
        assert_eq!((record.moves.len(), record.black.as_str(), record.variant.as_str()), (2, "a", "renju"));
    }

    #[test]
    fn names_may_have_commas_but_no_numbers_between_them_as_moves_have() {
        let file = "Piskvorky 15x15, 7:7, 0\n8,8,0\nDoe, J., Prague\nRoe, 7, Brno\n-1\n0,Renju\n";
        let record = &read(file.as_bytes()).unwrap()[0];
        let names = |record: &Record| [record.black.clone(), record.white.clone()];
        assert_eq!(record.moves.len(), 1);
        assert_eq!(names(record), ["Doe, J., Prague", "Roe, 7, Brno"]);
        let back = |black: &str, white: &str| {
            let record = Record { black: black.to_owned(), white: white.to_owned(), ..record.clone() };
            names(&read(&write(&[record]).unwrap()).unwrap()[0])
        };
        for (written, told) in [
            (["Doe, J., Prague", "Roe, 7, Brno"], ["Doe, J., Prague", "Roe, 7, Brno"]),
            (["Smith, J.", "1,2,3,4"], ["Smith, J.", "1,2,3,4"]),
            (["Roe,7,Brno", "1,2,3"], ["Roe 7 Brno", "1 2 3"]),
            (["9,9", "9,9"], ["9 9", "9,9"]),
            (["9,", "9,"], ["9", "9,"]),
            (["a\nb", "1,\n2,3"], ["a b", "1  2 3"]),
        ] {
            assert_eq!(back(written[0], written[1]), told, "{written:?}");
        }
    }

    #[test]
    fn whoever_began_is_black() {
        let file = "Piskvorky 15x15, 7:7, 1\n8,8,0\nfirst\nsecond\n-1\n";
        let record = &read(file.as_bytes()).unwrap()[0];
        assert_eq!((record.black.as_str(), record.white.as_str()), ("second", "first"));
        let unnamed = &read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n0\n").unwrap()[0];
        assert_eq!((unnamed.black.as_str(), unnamed.white.as_str()), ("", ""));
    }

    #[test]
    fn names_may_be_numbers_or_not_known() {
        let end = |lines: &str| {
            let file = format!("Piskvorky 15x15, 7:7, 0\n8,8,0\n{lines}");
            let records = read(file.as_bytes()).unwrap();
            assert_eq!(read(&write(&records).unwrap()).unwrap(), records);
            [&records[0].black, &records[0].white, &records[0].variant].map(String::clone)
        };
        for (lines, told) in [
            ("7\n8\n-1\n0,Renju\n", ["7", "8", "renju"]),
            ("?\n?\n-1\n", ["", "", "freestyle"]),
            ("\nb\n-1\n0,Renju\n", ["", "b", "renju"]),
            ("a\nb", ["a", "b", "freestyle"]),
            ("a", ["a", "", "freestyle"]),
            ("-1\n0,Renju\n", ["", "", "renju"]),
        ] {
            assert_eq!(end(lines), told, "{lines}");
        }
    }

    #[test]
    fn the_rule_that_is_asked_for_holds_where_none_is_told() {
        let asked = Asked { variant: Some("caro"), size: None };
        let variant = |file: &str| super::read(file.as_bytes(), asked).unwrap().records.remove(0).variant;
        let file = "Piskvorky 15x15, 7:7, 0\n8,8,0\na\nb\n-1\n";
        assert_eq!([variant(file), variant(&format!("{file}0,Renju\n"))], ["caro", "renju"]);
    }

    #[test]
    fn a_winner_that_the_moves_do_not_lead_to_is_told_to_be_left_out() {
        const STONES: [&str; 9] = ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2", "4,1", "4,2", "5,1"];
        let left_out = |stones: usize, began: u8, winner: &str| {
            let moves: String = STONES[..stones].iter().map(|point| format!("{point},0\n")).collect();
            let file = format!("Piskvorky 15x15, 7:7, {began}\n{moves}a\nb\n0\n{winner},Freestyle\n");
            let found = super::read(file.as_bytes(), Asked::default()).unwrap();
            assert_eq!(found.records.len(), 1);
            found.left_out == [Found::RESULTS]
        };
        for (stones, began, winner, told) in [
            (9, 0, "1", false),
            (9, 0, "2", true),
            (8, 0, "1", true),
            (8, 0, "2", true),
            (8, 0, "0", false),
            // Who is named second began and has won.
            (9, 1, "2", false),
            (9, 1, "1", true),
        ] {
            assert_eq!(left_out(stones, began, winner), told, "{stones} {began} {winner}");
        }
    }
}
