//! The openings of the Gomocup, one a line: `x,y, x,y, ...`, each stone's distance from the middle of the
//! board in columns to the right and rows down, Black's first. On a board without a middle it counts from the
//! point right of it and below, as Piskvork does.

use crate::board::Square;
use crate::rules::Gomoku;
use anyply_framework::{Game, Notation, ParseError};

const EXAMPLE: &str = "0,0, 1,-2, -3,0";

/// Reads the moves of a line; nothing for a line that is not of this kind.
///
/// # Errors
/// [`ParseError`] for what is no number, is not on the board, or is not legal.
pub fn read<const N: usize>(game: &Gomoku<N>, line: &str) -> Option<Result<Vec<Square>, ParseError>> {
    // No square and no board begins with a number.
    let numbers = line.trim_start().trim_start_matches(['-', '+']);
    (numbers.starts_with(|first: char| first.is_ascii_digit()) && !line.contains('/'))
        .then(|| replay(game, line))
}

fn replay<const N: usize>(game: &Gomoku<N>, line: &str) -> Result<Vec<Square>, ParseError> {
    let mut at = game.start();
    let mut moves = Vec::new();
    let mut fields = line.split(',').peekable();
    while let Some(x) = fields.next() {
        // A comma at the end ends the last stone.
        if x.trim().is_empty() && fields.peek().is_none() && !moves.is_empty() {
            break;
        }
        let wrong = |error: ParseError| error.at_column(column(line, x));
        let y = fields.next();
        let y = y.ok_or_else(|| wrong(ParseError::new(x.trim(), "a row after each column", EXAMPLE)))?;
        let square = Square::new(coordinate::<N>(line, x)?, N - 1 - coordinate::<N>(line, y)?);
        let parsed = game.parse_move(&at, &square.to_string());
        let mv = parsed.map_err(|error| {
            let found = format!("{},{}", x.trim(), y.trim());
            wrong(ParseError::new(found, error.expected(), EXAMPLE))
        })?;
        moves.push(mv);
        at = at.after(game, mv);
    }
    Ok(moves)
}

// Where what is written in `field`, a part of `line`, begins.
fn column(line: &str, field: &str) -> usize {
    field.trim_start().as_ptr() as usize - line.as_ptr() as usize
}

// From 0, at the left and at the top.
fn coordinate<const N: usize>(line: &str, field: &str) -> Result<usize, ParseError> {
    let middle = N / 2;
    let offset = field.trim().parse::<i64>().ok();
    let place = offset.and_then(|offset| usize::try_from(offset.checked_add(middle as i64)?).ok());
    place.filter(|&place| place < N).ok_or_else(|| {
        let expected = format!("a number from -{middle} to {}", N - 1 - middle);
        ParseError::new(field.trim(), expected, EXAMPLE).at_column(column(line, field))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    fn read_on<const N: usize>(line: &str) -> String {
        let read = read(&Gomoku::<N>::new(Rule::Freestyle), line);
        match read {
            None => "another kind".to_owned(),
            Some(Err(error)) => error.to_string(),
            Some(Ok(moves)) => moves.iter().map(Square::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn stones_are_told_from_the_middle_and_rows_go_down() {
        assert_eq!(read_on::<15>("0,0, 1,-2, -3,0"), "h8 i10 e8");
        assert_eq!(read_on::<15>("-7,-7,7,7\t,+7, -7,"), "a15 o1 o15");
        assert_eq!(read_on::<20>("0,0, -10,-10, 9,9"), "k10 a20 t1");
        for line in ["h8 i9", "", "...../.....", "-/1", "- 1,1", "x,1"] {
            assert_eq!(read_on::<15>(line), "another kind", "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_quoted_with_its_column() {
        for (line, told) in [
            ("0,0, 1", "'1' at column 6: expected a row after each column"),
            ("0,0, 8,0", "'8' at column 6: expected a number from -7 to 7"),
            ("0,0, 1,99999999999999999999", "'99999999999999999999' at column 8: expected a number"),
            ("0,0,,", "nothing at column 5: expected a number"),
            ("0,0, 0,0", "'0,0' at column 6: expected a free square"),
            ("1,1 2,2", "'1 2' at column 3: expected a number"),
        ] {
            let error = read_on::<15>(line);
            assert!(error.starts_with(told), "{line}: {error}");
        }
    }
}
