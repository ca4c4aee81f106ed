//! GGF, the Generic Game Format of the GGS server and of NBoard: properties in brackets, one game between `(;` and `;)`.
//!
//! `(;GM[Othello]PC[NBoard]PB[x]PW[y]TY[8]BO[8 ... *]B[F5//0.01]W[F6/1.50/2];)`: a move is its square, then what its player thought of
//! it and the seconds it took. Archives put a number before each game. Games by other rules (anti, komi, preferred discs) are refused.

use crate::plugin::NamedShape;
use crate::rules::Othello;
use crate::shape::{Eight, Six, Ten};
use anyply_framework::{FormatError, Found, Game, Notation, Record, Session, Side, decoded, quoted};
use std::time::Duration;

/// The properties of which a record keeps all there is to keep. (`PC` is the program that wrote the file.)
const KEPT: [&str; 9] = ["GM", "PC", "PB", "PW", "TY", "BO", "RE", "B", "W"];

const OF_WHOLE_GAMES: &str = "dates, ratings, clocks and comments of whole games";

/// Reads every game of a text.
///
/// # Errors
/// [`FormatError`] at the first that cannot be read.
pub fn read(bytes: &[u8]) -> Result<Found, FormatError> {
    let text = decoded(bytes);
    let mut found = Found::default();
    let mut from = 0;
    while let Some(begin) = text[from..].find("(;") {
        let begin = from + begin;
        let (properties, end) = properties(&text, begin + 2)?;
        let record = game(&text, begin, &properties)?;
        let said = property(&properties, "RE").map_or("", |property| property.1.trim());
        if record.result.is_none() && !matches!(said, "" | "?") {
            found.leave_out(Found::RESULTS);
        }
        if !properties.iter().all(|(name, ..)| KEPT.iter().any(|kept| kept.eq_ignore_ascii_case(name))) {
            found.leave_out(OF_WHOLE_GAMES);
        }
        found.records.push(record);
        from = end;
    }
    if found.records.is_empty() {
        return Err(FormatError::at(bytes, 0, "no game: expected one that begins with (;GM[Othello]"));
    }
    Ok(found)
}

/// A name, its value, and where that begins.
type Property<'a> = (&'a str, &'a str, usize);

// The properties of the game that begins at `from`, and where it ends.
fn properties(text: &str, from: usize) -> Result<(Vec<Property<'_>>, usize), FormatError> {
    let wrong = |at: usize, problem: &str| FormatError::at(text.as_bytes(), at, problem);
    let mut found = Vec::new();
    let mut at = from;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with(";)") {
            return Ok((found, at + 2));
        }
        let open = text[at..]
            .find('[')
            .ok_or_else(|| wrong(at, "expected NAME[value] or the end of the game, ;)"))?;
        let name = text[at..at + open].trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err(wrong(at, "expected NAME[value] or the end of the game, ;)"));
        }
        let begin = at + open + 1;
        let close = text[begin..].find(']').ok_or_else(|| wrong(begin, "a value without its end, ]"))?;
        found.push((name, &text[begin..begin + close], begin));
        at = begin + close + 1;
    }
}

fn property<'a, 'b>(properties: &'b [Property<'a>], name: &str) -> Option<&'b Property<'a>> {
    properties.iter().find(|property| property.0.eq_ignore_ascii_case(name))
}

fn game(text: &str, begin: usize, properties: &[Property<'_>]) -> Result<Record, FormatError> {
    let wrong = |at: usize, problem: String| FormatError::at(text.as_bytes(), at, problem);
    if let Some(&(_, value, at)) = property(properties, "GM")
        && !value.eq_ignore_ascii_case("othello")
    {
        return Err(wrong(at, format!("a game of {}, not of Othello", quoted(value))));
    }
    let &(_, board, at) =
        property(properties, "BO").ok_or_else(|| wrong(begin, "no board: expected BO[8 ...]".to_owned()))?;
    let size = board.split_whitespace().next().unwrap_or("");
    let kind = property(properties, "TY");
    if let Some(&(_, kind, at)) = kind
        && kind.chars().any(|c| matches!(c, 'a' | 'k' | 'p'))
    {
        return Err(wrong(at, format!("{}: a game by other rules", quoted(kind))));
    }
    let read = match size {
        "8" => replayed::<Eight>,
        "6" => replayed::<Six>,
        "10" => replayed::<Ten>,
        _ => return Err(wrong(at, format!("{}: expected a board of size 6, 8 or 10", quoted(size)))),
    };
    if let Some(&(_, kind, at)) = kind {
        // `s8r18` is eight by eight.
        let said: String = kind.trim_start_matches('s').chars().take_while(char::is_ascii_digit).collect();
        if !said.is_empty() && said != size {
            return Err(wrong(at, format!("{}: another size than that of the board", quoted(kind))));
        }
    }
    read(text, properties, (board, at))
}

fn replayed<S: NamedShape>(
    text: &str,
    properties: &[Property<'_>],
    (board, at): (&str, usize),
) -> Result<Record, FormatError> {
    let wrong = |at: usize, problem: String| FormatError::at(text.as_bytes(), at, problem);
    let rules = Othello::<S>::new();
    let cells: String = board.split_whitespace().skip(1).collect();
    // The side to move is the last mark.
    let (cells, mover) = cells.split_at_checked(cells.len().saturating_sub(1)).unwrap_or((&cells, ""));
    let start = rules.parse_position(&format!("{cells} {mover}"), None);
    let start = start.map_err(|problem| wrong(at, problem.to_string()))?;
    let mut session = Session::new(rules);
    session.restart(Some(start));
    for &(name, value, at) in properties {
        let side = match name {
            "B" | "b" => Side::Black,
            "W" | "w" => Side::White,
            _ => continue,
        };
        one_move(&mut session, side, value).map_err(|problem| wrong(at, problem))?;
    }
    let player = |name: &str| property(properties, name).map_or("", |property| property.1);
    let mut record = session.record([player("PB"), player("PW")]);
    if record.result.is_none()
        && let Some(&(_, result, _)) = property(properties, "RE")
    {
        record.result = given_up(result);
    }
    Ok(record)
}

// `+64.00:r`: who resigned has lost.
fn given_up(result: &str) -> Option<String> {
    let (score, how) = result.split_once(':')?;
    let loser = if score.trim().parse::<f64>().ok()? < 0.0 { Side::Black } else { Side::White };
    how.trim().eq_ignore_ascii_case("r").then(|| Record::resignation(loser))
}

fn one_move<S: NamedShape>(session: &mut Session<Othello<S>>, side: Side, value: &str) -> Result<(), String> {
    let mut parts = value.split('/');
    let (square, eval, seconds) = (parts.next().unwrap_or(""), parts.next(), parts.next());
    // A pass may have been left out.
    if session.at().side != side
        && let Some(pass) = session.at().forced_pass(session.game())
    {
        session.play(pass).expect("the only move is legal");
    }
    if session.at().side != side {
        return Err(format!("it is {}'s turn", (!side).name()));
    }
    let mv = session.game().parse_move(session.at(), square).map_err(|problem| problem.to_string())?;
    session.play(mv).expect("a parsed move is legal");
    let seconds = seconds.and_then(|seconds| seconds.trim().parse().ok()).unwrap_or(0.0);
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    session.annotate(time, eval.unwrap_or("").trim());
    Ok(())
}

/// Writes games, a line each.
///
/// # Errors
/// [`FormatError`] for a record of another game, or whose moves are not legal.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for (line, record) in (1..).zip(records) {
        let wrong = |problem| FormatError { line, column: 1, problem };
        let one = match record.variant.as_str() {
            "8x8" => written::<Eight>(record),
            "6x6" => written::<Six>(record),
            "10x10" => written::<Ten>(record),
            other => Err(format!("{}: expected 8x8, 6x6 or 10x10", quoted(other))),
        };
        text += &one.map_err(wrong)?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}

fn written<S: NamedShape>(record: &Record) -> Result<String, String> {
    let mut session = Session::new(Othello::<S>::new());
    session.load(record).map_err(|problem| problem.to_string())?;
    let start = session.game().parse_position(&record.start, None).map_err(|problem| problem.to_string())?;
    // As it is usually written, whatever the record has.
    let start = session.game().position_text(&start);
    let (cells, mover) = start.split_once(' ').unwrap_or((&start, "X"));
    let ggf = |text: &str| text.replace('X', "*");
    let rows: Vec<&str> = (0..S::SIZE).map(|row| &cells[row * S::SIZE..(row + 1) * S::SIZE]).collect();
    let size = S::SIZE;
    let bare = |text: &str| text.replace(['[', ']'], " ");
    let mut text = format!(
        "(;GM[Othello]PC[anyply]PB[{}]PW[{}]RE[{}]TY[{size}]BO[{size} {} {}]",
        bare(&record.black),
        bare(&record.white),
        result(&session, record),
        ggf(&rows.join(" ")),
        ggf(mover),
    );
    for played in session.played() {
        let side = if played.before.side == Side::Black { 'B' } else { 'W' };
        let square = match session.game().is_pass(played.mv) {
            true => "PA".to_owned(),
            false => session.game().move_text(played.mv).to_uppercase(),
        };
        // Only what looks like a score stands where one is expected.
        let is_score = |eval: &&str| eval.parse().is_ok_and(f64::is_finite);
        let eval = Some(played.comment.as_str()).filter(is_score).unwrap_or("");
        let seconds = if played.seconds > 0.0 { format!("/{:.2}", played.seconds) } else { String::new() };
        let eval = if eval.is_empty() && seconds.is_empty() { String::new() } else { format!("/{eval}") };
        text += &format!("{side}[{square}{eval}{seconds}]");
    }
    Ok(text + ";)")
}

// Black's discs less White's; `?` as long as the game goes on.
fn result<S: NamedShape>(session: &Session<Othello<S>>, record: &Record) -> String {
    match (session.at().outcome(session.game()), record.resigned()) {
        (Some(outcome), _) => {
            let margin = f64::from(outcome.margin.unwrap_or(0));
            format!("{:+.2}", if outcome.winner == Some(Side::White) { -margin } else { margin })
        }
        (None, Some(Side::Black)) => "-64.00:r".to_owned(),
        (None, Some(Side::White)) => "+64.00:r".to_owned(),
        (None, None) => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
        BO[8 --------\n--------\n--------\n---O*---\n---*O---\n--------\n--------\n--------\n *]B[F5]W[F6]B[D3//0.01]W[C5/2.39/0.01];)";

    #[test]
    fn a_game_of_nboard_is_read_whole() {
        let records = read(NBOARD.as_bytes()).unwrap().records;
        let [record] = &records[..] else { panic!("{records:?}") };
        assert_eq!((record.black.as_str(), record.white.as_str()), ("./mEdax", "chris"));
        let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(moves, ["f5", "f6", "d3", "c5"]);
        assert_eq!((record.moves[3].seconds, record.moves[3].comment.as_str()), (0.01, "2.39"));
        assert_eq!(record.moves[2].seconds, 0.01);
    }

    #[test]
    fn what_was_read_is_written_and_read_again() {
        let records = read(format!("1 {NBOARD}\n2 {NBOARD}").as_bytes()).unwrap().records;
        assert_eq!(records.len(), 2);
        let text = write(&records).unwrap();
        assert_eq!(read(&text).unwrap().records, records);
        assert!(
            String::from_utf8(text)
                .unwrap()
                .starts_with("(;GM[Othello]PC[anyply]PB[./mEdax]PW[chris]RE[?]TY[8]BO[8 ")
        );
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        for (text, told) in [
            ("", "1:1: no game"),
            ("hello", "1:1: no game"),
            ("(;GM[Go];)", "1:6: a game of 'Go'"),
            ("(;GM[Othello];)", "1:1: no board"),
            ("(;GM[Othello", "a value without its end"),
            ("(;GM[Othello]\nBO[8 -- *];)", "2:4: "),
            ("(;BO[9 - *];)", "1:6: '9': expected a board of size"),
            ("(;TY[8a]BO[8 - *];)", "1:6: '8a': a game by other rules"),
            ("(;TY[8]BO[9 - *];)", "1:11: '9': expected a board of size"),
            ("(;TY[s10r18]BO[8 - *];)", "1:6: 's10r18': another size than that of the board"),
            ("(;]", "expected NAME[value]"),
            ("(;é[]", "expected NAME[value]"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
        let illegal = NBOARD.replace("F6", "A1");
        assert!(read(illegal.as_bytes()).unwrap_err().to_string().contains("'A1'"));
        let out_of_turn = NBOARD.replace("W[F6]", "B[F6]");
        assert!(read(out_of_turn.as_bytes()).unwrap_err().to_string().contains("White's turn"));
    }

    #[test]
    fn what_is_said_of_the_whole_game_is_told_to_be_left_out() {
        let own = String::from_utf8(write(&read(NBOARD.as_bytes()).unwrap().records).unwrap()).unwrap();
        assert!(read(own.as_bytes()).unwrap().left_out.is_empty(), "{own}");
        let more = own.replacen("BO[", "TI[15:00]BO[", 1);
        assert_eq!(read(more.as_bytes()).unwrap().left_out, [OF_WHOLE_GAMES]);
    }

    #[test]
    fn a_result_that_moves_do_not_lead_to_is_told_to_be_left_out() {
        for (result, left_out) in [("?", false), ("+64.00:r", false), ("+64.00:t", true), ("-2.00:s", true)] {
            let found = read(NBOARD.replace("RE[?]", &format!("RE[{result}]")).as_bytes()).unwrap();
            assert_eq!(found.left_out.contains(&Found::RESULTS), left_out, "{result}");
        }
    }

    #[test]
    fn names_may_be_in_latin_1() {
        let file: Vec<u8> = NBOARD.replace("chris", "J\u{fc}rgen").chars().map(|c| c as u8).collect();
        assert_eq!(read(&file).unwrap().records[0].white, "J\u{fc}rgen");
    }
}
