use super::*;
use crate::board::Position;
use anyply_framework::Side;

fn square(text: &str) -> Square {
    let (letter, row) = text.split_at(1);
    let x = usize::from(letter.as_bytes()[0] - b'a');
    Square::new(x, row.parse::<usize>().expect("a row") - 1)
}

/// What is wrong with a black stone on `at` among these stones.
fn foul_at(black: &str, white: &str, at: &str) -> Option<Foul> {
    let mut position = Position::<15>::empty(Side::Black);
    for text in black.split_whitespace() {
        position.put(square(text), Side::Black);
    }
    for text in white.split_whitespace() {
        position.put(square(text), Side::White);
    }
    foul(position.rows(Side::Black), position.rows(Side::White), square(at))
}

#[test]
fn two_open_threes_are_forbidden() {
    assert_eq!(foul_at("f8 g8 h6 h7", "", "h8"), Some(Foul::DoubleThree));
    // With a gap, and on diagonals.
    assert_eq!(foul_at("f6 g7 f10 i7", "", "h8"), Some(Foul::DoubleThree));
    assert_eq!(foul_at("f8 g8", "", "h8"), None);
}

#[test]
fn a_three_that_cannot_become_a_straight_four_is_none() {
    // Room for a five, but not for a straight four.
    assert_eq!(foul_at("f8 g8 h6 h7", "d8 j8", "h8"), None);
    // Closed at one end.
    assert_eq!(foul_at("f8 g8 h6 h7", "e8", "h8"), None);
    // One way is closed, the other would need a sixth stone.
    assert_eq!(foul_at("f8 g8 k8 h6 h7", "d8", "h8"), None);
    assert_eq!(foul_at("f8 g8 k8 h6 h7", "", "h8"), Some(Foul::DoubleThree));
    assert_eq!(foul_at("i8 j8 e8 h6 h7", "l8", "h8"), None);
    assert_eq!(foul_at("i8 j8 e8 h6 h7", "", "h8"), Some(Foul::DoubleThree));
}

#[test]
fn two_fours_are_forbidden() {
    // In two lines.
    assert_eq!(foul_at("e8 f8 g8 h5 h6 h7", "", "h8"), Some(Foul::DoubleFour));
    // Closed fours count as well.
    assert_eq!(foul_at("e8 f8 g8 h5 h6 h7", "d8 h4", "h8"), Some(Foul::DoubleFour));
    // In one line.
    assert_eq!(foul_at("e8 g8 i8 k8", "", "h8"), Some(Foul::DoubleFour));
    assert_eq!(foul_at("d8 f8 g8 j8", "", "h8"), Some(Foul::DoubleFour));
    assert_eq!(foul_at("e8 f8 i8 k8 l8", "", "h8"), Some(Foul::DoubleFour));
    // Only one place completes five.
    assert_eq!(foul_at("e8 f8 i8 k8 l8", "", "g8"), None);
    assert_eq!(foul_at("d8 e8 g8 j8 k8", "", "h8"), Some(Foul::DoubleFour));
    assert_eq!(foul_at("d8 e8 f8 j8 k8 l8", "", "h8"), Some(Foul::DoubleFour));
    // A straight four is one four.
    assert_eq!(foul_at("e8 f8 g8", "", "h8"), None);
    // A four and a three are allowed.
    assert_eq!(foul_at("e8 f8 g8 h6 h7", "", "h8"), None);
}

#[test]
fn a_four_that_would_grow_to_six_is_none() {
    // e8 to h8 could be completed at i8 only to six, and d8 is closed.
    assert_eq!(foul_at("e8 f8 g8 j8 h5 h6 h7", "d8", "h8"), None);
}

#[test]
fn six_in_a_row_are_forbidden() {
    assert_eq!(foul_at("d8 e8 f8 h8 i8", "", "g8"), Some(Foul::Overline));
    assert_eq!(foul_at("d8 e8 f8 h8 i8 j8 k8", "", "g8"), Some(Foul::Overline));
}

#[test]
fn a_five_excuses_every_foul() {
    // Five and double three.
    assert_eq!(foul_at("d8 e8 f8 g8 h6 h7 f6 g7", "", "h8"), None);
    // Five and six.
    assert_eq!(foul_at("d8 e8 f8 g8 h3 h4 h5 h6 h7", "", "h8"), None);
}

/// h8 makes threes along row 8 and column h; the column is closed at h10, so only h5 makes a straight four of
/// it.
const THREES: &str = "f8 g8 h6 h7";

#[test]
fn a_three_is_real_only_if_its_straight_four_is_allowed() {
    assert_eq!(foul_at(THREES, "h10", "h8"), Some(Foul::DoubleThree));
    // h5 would make six along row 5.
    assert_eq!(foul_at(&format!("{THREES} e5 f5 g5 i5 j5"), "h10", "h8"), None);
    // h5 would make five along row 5 at the same time.
    assert_eq!(foul_at(&format!("{THREES} d5 e5 f5 g5"), "h10", "h8"), None);
    // h5 would make a second four, along row 5.
    assert_eq!(foul_at(&format!("{THREES} i5 j5 k5"), "h10 l5", "h8"), None);
    // h5 would make a double three: along row 5 and the diagonal to j7.
    assert_eq!(foul_at(&format!("{THREES} i5 j5 i6 j7"), "h10", "h8"), None);
    // The row is closed, so h5 makes no double three, and h8 does.
    assert_eq!(foul_at(&format!("{THREES} i5 j5 i6 j7"), "h10 k5", "h8"), Some(Foul::DoubleThree));
}

#[test]
fn the_recursion_goes_on_below_the_first_level() {
    // h5 would make threes along row 5 and the diagonal from f7, so it is forbidden and h8 is not.
    let black = format!("{THREES} i5 j5 g6 f7");
    assert_eq!(foul_at(&black, "h10 l5", "h8"), None);
    // Row 5 becomes a straight four only at g5. Where that would make six in column g, h5 is allowed, and h8
    // is not.
    assert_eq!(foul_at(&format!("{black} g1 g2 g3 g4"), "h10 l5", "h8"), Some(Foul::DoubleThree));
}
