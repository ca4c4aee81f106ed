//! WTHOR (S. Quin), the base of Othello tournament games: a header of 16 bytes, then 68 bytes a game, little
//! endian.
//!
//! Players and tournaments are numbers into files of their own, which are not read: what is kept is the
//! moves, without passes.

use crate::board::Move;
use crate::rules::Othello;
use anyply_framework::{FormatError, Found, Game, Record, Session, Side, Situation, quoted};

const HEADER: usize = 16;
const GAME: usize = 68;
/// Where in a game its moves begin: after the tournament, both players and two counts of discs.
const MOVES: usize = 8;
/// Black's discs at the end, and what they would have been with the best play.
const DISCS: usize = 6;
const DISCS_AT_BEST: usize = 7;
const BOARD_SIZE: usize = 12;

/// Reads every game of a file.
///
/// # Errors
/// [`FormatError`] for a file that was cut short or is of another kind, or a move that is not legal. The line
/// is 1, the column counts bytes.
pub fn read(bytes: &[u8]) -> Result<Found, FormatError> {
    let wrong = |offset: usize, problem: String| FormatError { line: 1, column: offset + 1, problem };
    let header = bytes
        .get(..HEADER)
        .ok_or_else(|| wrong(bytes.len(), "cut short: expected a header of 16 bytes".to_owned()))?;
    if ![0, 8].contains(&header[BOARD_SIZE]) {
        return Err(wrong(BOARD_SIZE, format!("a board of size {}: expected 8", header[BOARD_SIZE])));
    }
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    let games = &bytes[HEADER..];
    if games.len() != count.saturating_mul(GAME) {
        let found = games.len();
        return Err(wrong(
            4,
            format!("{found} bytes of games, expected {count} x 68: cut short, or no WTHOR file"),
        ));
    }
    let mut found = Found::default();
    for (number, game) in games.chunks_exact(GAME).enumerate() {
        let begin = HEADER + number * GAME + MOVES;
        let session = replayed(&game[MOVES..])
            .map_err(|(at, problem)| wrong(begin + at, format!("game {}: {problem}", number + 1)))?;
        if game[DISCS] != discs_of_black(session.at()) {
            found.leave_out(Found::RESULTS);
        }
        found.records.push(session.record(["", ""]));
    }
    let any = |has: fn(&[u8]) -> bool| games.chunks_exact(GAME).any(has);
    for (what, there) in [
        ("dates", header[..4].iter().chain(&header[10..BOARD_SIZE]).any(|&byte| byte != 0)),
        ("numbers of players and tournaments", any(|game| game[..6].iter().any(|&byte| byte != 0))),
        ("theoretical results", any(|game| game[DISCS_AT_BEST] != game[DISCS])),
    ] {
        if there {
            found.leave_out(what);
        }
    }
    Ok(found)
}

// With the empty squares given to the winner, as the base has it.
fn discs_of_black(at: &Situation<Othello>) -> u8 {
    let own = at.position.margin();
    let black = 32 + if at.side == Side::Black { own / 2 } else { -own / 2 };
    u8::try_from(black).expect("at most 64")
}

fn replayed(squares: &[u8]) -> Result<Session<Othello>, (usize, String)> {
    let mut session = Session::<Othello>::new(Othello::new());
    // Zeros fill up what a game has no moves for.
    let moves = squares.iter().rposition(|&square| square != 0).map_or(0, |last| last + 1);
    for (at, &square) in squares[..moves].iter().enumerate() {
        if let Some(pass) = session.at().forced_pass(session.game()) {
            session.play(pass).expect("the only move is legal");
        }
        let (row, column) = (usize::from(square / 10), usize::from(square % 10));
        let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
        let played = on_board && session.play(Move::new(column - 1 + 8 * (row - 1))).is_ok();
        if !played {
            return Err((
                at,
                format!("{}: no legal move (10 times the row, and the column)", quoted(&square.to_string())),
            ));
        }
    }
    // A pass that ends nothing is not written down, and none follows the last move.
    Ok(session)
}

/// Writes games as one file, of no year and by nobody known.
///
/// # Errors
/// [`FormatError`] for a record of another game or board, or whose moves are not legal.
pub fn write(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let count = u32::try_from(records.len()).expect("records fit in memory");
    let mut bytes = vec![0; HEADER];
    bytes[4..8].copy_from_slice(&count.to_le_bytes());
    bytes[BOARD_SIZE] = 8;
    for (number, record) in (1..).zip(records) {
        let wrong = |problem: String| FormatError { line: number, column: 1, problem };
        let mut session = Session::<Othello>::new(Othello::new());
        session.load(record).map_err(|problem| wrong(problem.to_string()))?;
        let game = session.game();
        let squares = session.played().iter().filter(|played| !game.is_pass(played.mv)).map(|played| {
            let square = played.mv.square();
            (10 * (square / 8 + 1) + square % 8 + 1) as u8
        });
        let mut line = [0; GAME];
        // Who gave up has lost, whoever has more discs so far.
        line[DISCS] = match record.resigned() {
            Some(Side::Black) => 0,
            Some(Side::White) => 64,
            None => discs_of_black(session.at()),
        };
        // The best play is told from a number of empty squares on that the header has, which here is none:
        // from the end on.
        line[DISCS_AT_BEST] = line[DISCS];
        line[MOVES..].iter_mut().zip(squares).for_each(|(byte, square)| *byte = square);
        bytes.extend(line);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of one game that begins so.
    fn file(squares: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER + GAME];
        bytes[4] = 1;
        bytes[BOARD_SIZE] = 8;
        bytes[HEADER + MOVES..][..squares.len()].copy_from_slice(squares);
        bytes
    }

    #[test]
    fn moves_are_ten_times_the_row_and_the_column() {
        // f5 d6 c3.
        let records = read(&file(&[56, 64, 33])).unwrap().records;
        let moves: Vec<&str> = records[0].moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(moves, ["f5", "d6", "c3"]);
        let mut written = write(&records).unwrap();
        assert_eq!(read(&written), Ok(Found::from(records.clone())));
        for byte in [0, HEADER, HEADER + 7] {
            written[byte] += 1;
        }
        let left_out = read(&written).unwrap().left_out;
        assert_eq!(left_out, ["dates", "numbers of players and tournaments", "theoretical results"]);
        let mut given_up = write(&records).unwrap();
        given_up[HEADER + DISCS] += 1;
        given_up[HEADER + DISCS_AT_BEST] += 1;
        assert_eq!(read(&given_up).unwrap().left_out, [Found::RESULTS]);
    }

    #[test]
    fn passes_are_left_out_and_come_back() {
        let record = crate::formats::with_a_pass();
        let bytes = write(std::slice::from_ref(&record)).unwrap();
        assert!(bytes[HEADER + MOVES..].iter().all(|square| *square <= 88), "{bytes:?}");
        assert_eq!(read(&bytes), Ok(Found::from(vec![record])));
    }

    #[test]
    fn who_gave_up_has_no_discs() {
        // They leave Black five discs and White two.
        let record = &read(&file(&[56, 64, 33])).unwrap().records[0];
        let written = |resigned| {
            let result = Some(Record::resignation(resigned));
            let bytes = write(&[Record { result, ..record.clone() }]).unwrap();
            assert_eq!(read(&bytes).unwrap().left_out, [Found::RESULTS]);
            [bytes[HEADER + DISCS], bytes[HEADER + DISCS_AT_BEST]]
        };
        assert_eq!([written(Side::Black), written(Side::White)], [[0, 0], [64, 64]]);
        // Of whoever is ahead all empty squares are.
        let bytes = write(std::slice::from_ref(record)).unwrap();
        assert_eq!(bytes[HEADER + DISCS], 62);
    }

    #[test]
    fn what_is_no_base_is_told_with_its_place() {
        for (bytes, told) in [
            (Vec::new(), "cut short"),
            (file(&[])[..40].to_vec(), "1:5: 24 bytes of games, expected 1 x 68: cut short"),
            (file(&[11]), "1:25: game 1: '11': no legal move"),
            (file(&[56, 99]), "1:26: game 1: '99'"),
            (file(&[56, 64, 33, 0, 56]), "1:28: game 1: '0'"),
        ] {
            let error = read(&bytes).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        let mut ten = file(&[]);
        ten[BOARD_SIZE] = 10;
        assert!(read(&ten).unwrap_err().to_string().contains("size 10"));
    }
}
