//! Boards and moves as Dvonn's own world writes them.
//!
//! A position is recognised by its shape: the board line has `/`, the facts have `tabuleiro`, anything else
//! is taken for the drawing. Spaces in the numbering of Boardspace are never guessed at: see [`numbering`].

pub mod drawing;
pub mod facts;
pub mod games;
pub(crate) mod line;
pub(crate) mod mail;
pub mod numbering;

use crate::board::{DVONNS, PIECES, Position};
use crate::geometry::{SPACES, Space};
use crate::rules::Dvonn;
use anyply_framework::{ParseError, Side, Situation};

/// What is on top of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Top {
    /// Somebody's piece.
    Piece(Side),
    /// A Dvonn, alone.
    Dvonn,
}

/// A stack as the texts describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    pub(crate) top: Top,
    pub(crate) height: u32,
    pub(crate) dvonn: bool,
}

/// A stack read from a text, and where.
pub(crate) struct Found<'a> {
    pub(crate) space: Space,
    pub(crate) stack: Stack,
    pub(crate) token: &'a str,
}

/// The letter of a colour.
pub(crate) fn letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// The stack on a space, in absolute colours.
pub(crate) fn stack_at(at: &Situation<Dvonn>, space: Space) -> Option<Stack> {
    let position = &at.position;
    let top = if position.mine().contains(space) {
        Top::Piece(at.side)
    } else if position.theirs().contains(space) {
        Top::Piece(!at.side)
    } else if position.dvonns().contains(space) {
        Top::Dvonn
    } else {
        return None;
    };
    Some(Stack { top, height: position.height(space), dvonn: position.dvonns().contains(space) })
}

/// `.w2`, `*b3`, `*d1`.
pub(crate) fn cell_text(stack: Stack) -> String {
    let mark = if stack.dvonn { '*' } else { '.' };
    let top = match stack.top {
        Top::Piece(side) => letter(side),
        Top::Dvonn => 'd',
    };
    format!("{mark}{top}{}", stack.height)
}

/// Reads `.w2`; `None` inside for an empty space, written `.0.` or `-`.
pub(crate) fn read_cell(token: &str) -> Result<Option<Stack>, ParseError> {
    const EXPECTED: &str =
        "an empty space, or '.' or '*' (holds a Dvonn), the top colour w, b or d, and the height";
    if token == "-" || token == ".0." {
        return Ok(None);
    }
    let wrong = || ParseError::new(token, EXPECTED, ".w2");
    let mut letters = token.chars();
    let dvonn = match letters.next() {
        Some('.') => false,
        Some('*') => true,
        _ => return Err(wrong()),
    };
    let top = match letters.next() {
        Some('w' | 'W') => Top::Piece(Side::White),
        Some('b' | 'B') => Top::Piece(Side::Black),
        Some('d' | 'D') => Top::Dvonn,
        _ => return Err(wrong()),
    };
    let digits = letters.as_str();
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) || digits.starts_with('0') {
        return Err(wrong());
    }
    let height = digits.parse().map_err(|_| wrong())?;
    check_stack(Stack { top, height, dvonn }, token).map(Some)
}

/// Refuses a stack that no play can bring about.
pub(crate) fn check_stack(stack: Stack, token: &str) -> Result<Stack, ParseError> {
    let Stack { top, height, dvonn } = stack;
    if !(1..=SPACES as u32).contains(&height) {
        Err(ParseError::new(token, "a height of 1 to 49", ".w2"))
    } else if top == Top::Dvonn && height > 1 {
        Err(ParseError::new(token, "a Dvonn on top only alone, as it never moves by itself", "*d1"))
    } else if top == Top::Dvonn && !dvonn {
        Err(ParseError::new(token, "a Dvonn written with its star", "*d1"))
    } else if top != Top::Dvonn && dvonn && height == 1 {
        Err(ParseError::new(token, "a height of at least 2 where a piece lies on a Dvonn", "*w2"))
    } else {
        Ok(stack)
    }
}

/// Puts stacks together and checks what they are together. `whole` is the text that they were read from.
pub(crate) fn assemble(
    whole: &str,
    found: &[Found<'_>],
    side: Side,
    placing: bool,
) -> Result<Situation<Dvonn>, ParseError> {
    let mut position = Position::empty();
    let (mut white, mut black, mut dvonns, mut pieces, mut without_dvonn) = (0, 0, 0, 0, 0);
    for &Found { space, stack, token } in found {
        let count = match stack.top {
            Top::Piece(Side::White) => &mut white,
            Top::Piece(Side::Black) => &mut black,
            Top::Dvonn => &mut 0,
        };
        *count += 1;
        let refuse = |expected: &str, example: &str| {
            Err(ParseError::new(token, expected, example).at_column(column_of(whole, token)))
        };
        if *count > PIECES {
            return refuse("at most 23 stacks of each colour", "-");
        }
        dvonns += u8::from(stack.dvonn);
        if dvonns > DVONNS {
            return refuse("at most 3 stacks that hold a Dvonn", "-");
        }
        pieces += stack.height;
        if pieces > SPACES as u32 {
            return refuse("at most 49 pieces in all stacks together", "-");
        }
        without_dvonn += if stack.dvonn { 0 } else { stack.height };
        if without_dvonn > 2 * u32::from(PIECES) {
            return refuse("at most 46 pieces in all stacks without a Dvonn together", "-");
        }
        if placing && stack.height > 1 {
            return refuse("single pieces while pieces are still being placed", ".w1");
        }
        position.heights.put(space, stack.height);
        match stack.top {
            Top::Piece(owner) if owner == side => position.mine |= space.set(),
            Top::Piece(_) => position.theirs |= space.set(),
            Top::Dvonn => {}
        }
        if stack.dvonn {
            position.dvonns |= space.set();
        }
    }
    if placing {
        let placed = found.len() as u8;
        check_placed(placed, white, black, dvonns).map_err(|what| ParseError::new(whole, what, EXAMPLE))?;
        position.placed = placed;
    } else {
        if dvonns == 0 {
            let expected =
                "a stack that holds a Dvonn ('*'); while pieces are being placed, a 'p' after the side";
            return Err(ParseError::new(whole, expected, EXAMPLE));
        }
        position.placed = SPACES as u8;
        let kept = position.occupied().connected_to(position.dvonns);
        if let Some(Found { token, .. }) = found.iter().find(|found| !kept.contains(found.space)) {
            let expected =
                "every stack connected to one that holds a Dvonn: what is cut off leaves the board at once";
            return Err(ParseError::new(*token, expected, "-").at_column(column_of(whole, token)));
        }
    }
    Ok(Situation { position, side })
}

/// A board line.
const EXAMPLE: &str =
    "-,-,*d1,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- b p";

/// Whether so many pieces can lie on the board while pieces are being placed.
fn check_placed(placed: u8, white: u8, black: u8, dvonns: u8) -> Result<(), String> {
    if usize::from(placed) >= SPACES {
        return Err("no 'p' once all 49 pieces are placed".to_owned());
    }
    let rest = placed.saturating_sub(DVONNS);
    let due = (rest / 2, rest - rest / 2, placed.min(DVONNS));
    if (white, black, dvonns) == due {
        return Ok(());
    }
    Err(format!(
        "{} white and {} black pieces and {} Dvonns after {placed} placements (three Dvonns first, then Black begins), \
         not {white}, {black} and {dvonns}",
        due.0, due.1, due.2
    ))
}

/// The side that places piece number `placed` (from 0).
pub(crate) fn placer(placed: u32) -> Side {
    if placed.is_multiple_of(2) { Side::White } else { Side::Black }
}

/// Where `part`, a piece of `whole` itself, begins in it.
pub(crate) fn column_of(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len())
}

/// The spaces of one row, in order.
pub(crate) fn row_spaces(row: u8) -> impl Iterator<Item = Space> {
    Space::ALL.into_iter().filter(move |space| space.row() == row)
}
