//! PSQ, the records of Piskvork, the Gomocup manager (P. Lasovský): `Piskvorky 15x15, 7:7, 0`, then `x,y,milliseconds` a move from 1 and from the
//! top, the names of both programs, and how it ended.

use crate::plugin::RULES;
use crate::rules::Gomoku;
use anyply_framework::{FormatError, Notation, Plugin, Record, Session, quoted};
use std::time::Duration;

const NAME: &str = "Piskvorky ";

/// Reads the game of a file. The rules are not told: the first of the variants is taken that allows the moves.
///
/// # Errors
/// [`FormatError`] with the place.
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    let text = String::from_utf8_lossy(bytes);
    let first = text.lines().next().unwrap_or("");
    let wrong = |problem: &str| FormatError { line: 1, column: 1, problem: problem.to_owned() };
    let size = first.strip_prefix(NAME).and_then(|rest| rest.split('x').next()).map(str::trim);
    let record = match size {
        Some("15") => game::<15>(&text),
        Some("19") => game::<19>(&text),
        Some("20") => game::<20>(&text),
        Some(_) => Err(wrong("expected a board of 15, 19 or 20 lines")),
        None => Err(wrong("expected Piskvorky 15x15, or another size")),
    };
    record.map(|record| vec![record])
}

fn game<const N: usize>(text: &str) -> Result<Record, FormatError> {
    let mut first = None;
    for rule in RULES {
        match replayed(Gomoku::<N>::new(rule), text) {
            Ok(record) => return Ok(record),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.expect("one rule at least was tried"))
}

fn replayed<const N: usize>(game: Gomoku<N>, text: &str) -> Result<Record, FormatError> {
    let mut session = Session::new(game);
    let mut lines = (1..).zip(text.lines().map(str::trim)).skip(1).peekable();
    while let Some((line, text)) = lines.next_if(|(_, text)| text.split(',').count() == 3) {
        let wrong = |problem: String| FormatError { line, column: 1, problem };
        let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some([x @ (1..), y @ (1..), milliseconds]) = numbers.as_deref() else {
            return Err(wrong(format!("{}: expected x,y,milliseconds", quoted(text))));
        };
        if *x > N || *y > N {
            return Err(wrong(format!("{}: not on the board", quoted(text))));
        }
        let square = format!("{}{}", char::from(b'a' + (x - 1) as u8), N + 1 - y);
        let mv =
            session.game().parse_move(session.at(), &square).map_err(|problem| wrong(problem.to_string()))?;
        session.play(mv).expect("a parsed move is legal");
        session.annotate(Duration::from_millis(*milliseconds as u64), "");
    }
    let mut player = || lines.next().map_or_else(String::new, |(_, name)| name.to_owned());
    let (black, white) = (player(), player());
    Ok(session.record([&black, &white]))
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

fn written<const N: usize>(record: &Record) -> Result<String, String> {
    let variants = Gomoku::<N>::variants();
    let rule = variants.iter().position(|variant| variant.name == record.variant);
    let rule = RULES[rule.ok_or_else(|| format!("{}: no variant of this game", quoted(&record.variant)))?];
    let mut session = Session::new(Gomoku::<N>::new(rule));
    session.load(record).map_err(|problem| problem.to_string())?;
    let mut text = format!("{NAME}{N}x{N}, 7:7, 0\r\n");
    for played in session.played() {
        let square = session.game().move_text(played.mv);
        let (letter, row) = square.split_at(1);
        let x = letter.bytes().next().map_or(0, |letter| letter - b'a' + 1);
        let row: usize = row.parse().expect("the game's own notation");
        text += &format!("{x},{},{:.0}\r\n", N + 1 - row, played.seconds * 1000.0);
    }
    let name =
        |name: &str| if name.is_empty() { "?".to_owned() } else { name.replace(['\n', ',', '\r'], " ") };
    // The code of a game that ended by the rules; -1 of one that did not end.
    let code = if record.result.is_some() { 0 } else { -1 };
    Ok(text + &format!("{}\r\n{}\r\n{code}\r\n", name(&record.black), name(&record.white)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("Piskvorky 7x7, 1:1, 0", "1:1: expected a board"),
            ("Piskvorky 15x15, 7:7, 0\n0,1,1", "2:1: '0,1,1': expected x,y"),
            ("Piskvorky 15x15, 7:7, 0\n16,1,1", "2:1: '16,1,1': not on the board"),
            ("Piskvorky 15x15, 7:7, 0\n1,1,1\n1,1,1", "3:1: "),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
