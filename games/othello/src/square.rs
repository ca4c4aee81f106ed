//! Squares as text: column letter, then row number, a1 top left.

use crate::shape::Shape;

/// The square `column + size * row` as text, `f5`.
pub(crate) fn square_text<S: Shape>(square: usize) -> String {
    format!("{}{}", column_letter(square % S::SIZE), square / S::SIZE + 1)
}

/// `a` for column 0.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The square that `text` names, in either case; none if it names none of this board.
pub(crate) fn parse_square<S: Shape>(text: &str) -> Option<usize> {
    let (letter, number) = text.split_at_checked(1)?;
    let column = usize::from(letter.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')?);
    // The parser of the standard library would also take `+5` and `05`.
    if !number.bytes().all(|byte| byte.is_ascii_digit()) || number.starts_with('0') {
        return None;
    }
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    (column < S::SIZE && row < S::SIZE).then(|| column + S::SIZE * row)
}
