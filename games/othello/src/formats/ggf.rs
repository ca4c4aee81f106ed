//! GGF, the Generic Game Format of the GGS server and of NBoard: properties in brackets, one game between
//! `(;` and `;)`.
//!
//! `(;GM[Othello]PC[NBoard]PB[x]PW[y]TY[8]BO[8 ... *]B[F5//0.01]W[F6/1.50/2];)`: a move is its square, then
//! what its player thought of it and the seconds it took. Archives put a number before each game. Games by
//! other rules (anti, komi, preferred discs) are refused.

use crate::formats::lines;
use crate::plugin::NamedShape;
use crate::rules::Othello;
use crate::shape::{Eight, Six, Ten};
use anyply_framework::{FormatError, Found, Game, Notation, Record, Session, Side, decoded, quoted};
use std::time::Duration;

/// The properties of which a record keeps all there is to keep. (`PC` is the program that wrote the file.)
const KEPT: [&str; 9] = ["GM", "PC", "PB", "PW", "TY", "BO", "RE", "B", "W"];

const OF_WHOLE_GAMES: &str = "dates, ratings, clocks and comments of whole games";
const TIMES: &str = "times of moves that are no number of seconds";

/// Reads every game of a text.
///
/// # Errors
/// [`FormatError`] at the first that cannot be read.
pub fn read(bytes: &[u8]) -> Result<Found, FormatError> {
    let text = decoded(bytes);
    let found = games(&text).map_err(|error| error.of_decoded(&text, bytes))?;
    if found.records.is_empty() {
        return Err(FormatError::at(bytes, 0, "no game: expected one that begins with (;GM[Othello]"));
    }
    Ok(found)
}

fn games(text: &str) -> Result<Found, FormatError> {
    let mut found = Found::default();
    let mut from = 0;
    while let Some(begin) = text[from..].find("(;") {
        let begin = from + begin;
        let (properties, end) = properties(text, begin + 2)?;
        game(text, begin, &properties, &mut found)?;
        if !properties.iter().all(|(name, ..)| KEPT.iter().any(|kept| kept.eq_ignore_ascii_case(name))) {
            found.leave_out(OF_WHOLE_GAMES);
        }
        from = end;
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

fn game(text: &str, begin: usize, properties: &[Property<'_>], found: &mut Found) -> Result<(), FormatError> {
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
    read(text, properties, (board, at), found)
}

fn replayed<S: NamedShape>(
    text: &str,
    properties: &[Property<'_>],
    (board, at): (&str, usize),
    found: &mut Found,
) -> Result<(), FormatError> {
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
        let time = one_move(&mut session, side, value).map_err(|problem| wrong(at, problem))?;
        if time.is_none() {
            found.leave_out(TIMES);
        }
    }
    let value_of = |name: &str| property(properties, name).map_or("", |property| property.1);
    let mut record = session.record([value_of("PB"), value_of("PW")]);
    let said = value_of("RE").trim();
    let (score, how) = said.split_once(':').unwrap_or((said, ""));
    let score = score.trim().parse().ok();
    let holds = match margin(&session) {
        None => {
            record.result = given_up(score, how);
            record.result.is_some()
        }
        margin => score == margin,
    };
    if !holds && !matches!(said, "" | "?") {
        found.leave_out(Found::RESULTS);
    }
    found.records.push(record);
    Ok(())
}

// Black's discs less White's, once the game is over.
fn margin<S: NamedShape>(session: &Session<Othello<S>>) -> Option<f64> {
    session.at().outcome(session.game()).map(|outcome| outcome.score(Side::Black).units())
}

// `+64.00:r`: who resigned has lost, and whether the score is above or below 0 says who that is.
fn given_up(score: Option<f64>, how: &str) -> Option<String> {
    let score = score.filter(|score| score.is_finite() && *score != 0.0)?;
    let loser = if score < 0.0 { Side::Black } else { Side::White };
    how.trim().eq_ignore_ascii_case("r").then(|| Record::resignation(loser))
}

// The time that the move took, nothing if that cannot be read.
fn one_move<S: NamedShape>(
    session: &mut Session<Othello<S>>,
    side: Side,
    value: &str,
) -> Result<Option<Duration>, String> {
    let mut parts = value.split('/');
    let [square, eval, seconds] = [(); 3].map(|()| parts.next().unwrap_or("").trim());
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
    let time = match seconds {
        "" => Some(Duration::ZERO),
        seconds => seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
    };
    session.annotate(time.unwrap_or_default(), eval);
    Ok(time)
}

/// Writes games, a line each.
///
/// # Errors
/// [`FormatError`] for a record of another game, or whose moves are not legal.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    lines(records, [written::<Eight>, written::<Six>, written::<Ten>])
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
        // Times are kept to the nanosecond.
        let digits = format!("/{:.9}", played.seconds);
        let seconds = match played.seconds > 0.0 {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => "",
        };
        let eval = if eval.is_empty() && seconds.is_empty() { String::new() } else { format!("/{eval}") };
        text += &format!("{side}[{square}{eval}{seconds}]");
    }
    Ok(text + ";)")
}

// Black's discs less White's; `?` as long as the game goes on.
fn result<S: NamedShape>(session: &Session<Othello<S>>, record: &Record) -> String {
    let cells = S::CELLS;
    match (margin(session), record.resigned()) {
        (Some(margin), _) => format!("{margin:+.2}"),
        (None, Some(Side::Black)) => format!("-{cells}.00:r"),
        (None, Some(Side::White)) => format!("+{cells}.00:r"),
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
    fn passes_may_be_left_out() {
        let record = crate::formats::with_a_pass();
        let text = String::from_utf8(write(std::slice::from_ref(&record)).unwrap()).unwrap();
        let without = text.replace("B[PA]", "").replace("W[PA]", "");
        assert_ne!(without, text);
        for text in [text, without] {
            assert_eq!(read(text.as_bytes()).unwrap().records, std::slice::from_ref(&record));
        }
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
        let check = |game: &str, results: &[(&str, bool)]| {
            for &(result, left_out) in results {
                let found = read(game.replace("RE[?]", &format!("RE[{result}]")).as_bytes()).unwrap();
                assert_eq!(found.left_out.contains(&Found::RESULTS), left_out, "{result}: {game}");
            }
        };
        let results = [("", false), ("?", false), ("+64.00:r", false), ("+64.00:t", true), ("-2.00:s", true)];
        check(NBOARD, &results);
        // What is neither above nor below 0 does not say who resigned.
        check(NBOARD, &[("64:r", false), ("0:r", true), ("nan:r", true), ("-inf:r", true)]);
        let over = |disc: &str| format!("(;GM[Othello]RE[?]TY[8]BO[8 {} *];)", disc.repeat(64));
        check(&over("*"), &[("", false), ("?", false), ("+64.00", false), ("64", false)]);
        check(&over("*"), &[("+10.00", true), ("-64.00:r", true), ("nan", true), ("black", true)]);
        check(&over("O"), &[("-64.00", false), ("+64.00", true)]);
    }

    #[test]
    fn a_resignation_loses_the_whole_board() {
        fn check<S: NamedShape>(told: &str) {
            let mut record = Session::new(Othello::<S>::new()).record(["", ""]);
            for (side, sign) in [(Side::Black, '-'), (Side::White, '+')] {
                record.result = Some(Record::resignation(side));
                let text = write(std::slice::from_ref(&record)).unwrap();
                assert_eq!(read(&text), Ok(Found::from(vec![record.clone()])));
                let text = String::from_utf8(text).unwrap();
                assert!(text.contains(&format!("RE[{sign}{told}:r]")), "{text}");
            }
        }
        check::<Six>("36.00");
        check::<Eight>("64.00");
        check::<Ten>("100.00");
    }

    #[test]
    fn times_keep_every_digit_and_those_that_are_none_are_told_to_be_left_out() {
        for time in ["2.345", "0.001", "0.000000001", "150"] {
            let found = read(NBOARD.replace("2.39/0.01", &format!("2.39/{time}")).as_bytes()).unwrap();
            assert_eq!(found.left_out, [OF_WHOLE_GAMES]);
            let text = write(&found.records).unwrap();
            assert_eq!(read(&text), Ok(Found::from(found.records)));
            assert!(String::from_utf8(text).unwrap().contains(&format!("W[C5/2.39/{time}]")));
        }
        for time in ["2:30", "1e-5x", "-1", "nan", "1e30"] {
            let found = read(NBOARD.replace("2.39/0.01", &format!("2.39/{time}")).as_bytes()).unwrap();
            assert_eq!(found.left_out, [TIMES, OF_WHOLE_GAMES], "{time}");
            let played = &found.records[0].moves[3];
            assert_eq!((played.seconds, played.comment.as_str()), (0.0, "2.39"), "{time}");
        }
        assert_eq!(read(NBOARD.replace("2.39/0.01", "2.39/").as_bytes()).unwrap().left_out, [OF_WHOLE_GAMES]);
    }

    #[test]
    fn names_may_be_in_latin_1() {
        let file: Vec<u8> = NBOARD.replace("chris", "J\u{fc}rgen").chars().map(|c| c as u8).collect();
        assert_eq!(read(&file).unwrap().records[0].white, "J\u{fc}rgen");
        // A letter is one byte there, too, before a place that is told.
        let torn = read(b"(;PB[\xFC\xFC]PW[x").unwrap_err();
        assert_eq!(torn.to_string(), "1:12: a value without its end, ]");
    }
}
