//! Threats and what answers them, for the search of forced wins.
//!
//! A four must be answered at once, an open three by a stone that takes the winning fours away or by a four
//! of one's own. Both are read off the classes of the squares, so a stone that makes either in any way, even
//! with a line it is not on, is found out after it was put.

use super::class::Class;
use super::moves::{At, Moves, four_wins, oblige, push_at_least, push_legal, stop_fives, winning_four};
use super::worth::Worth;
use super::{Patterns, PatternsState, Terms};
use crate::board::Square;
use crate::lines::CENTRE;
use anyply_framework::Side;
use smallvec::SmallVec;

/// A five takes one ply; a winning four two more; an answer stands before each.
const FIVE: u32 = 1;
const WINNING_FOUR: u32 = FIVE + 2;

/// A line is decided within so many squares on either side.
const REACH: i32 = CENTRE as i32;

/// See [`threats`](anyply_framework::Evaluator::threats).
pub(super) fn threats<const N: usize>(
    evaluator: &Patterns,
    at: At<'_, N>,
    moves: &mut Moves<N>,
) -> Option<u32> {
    let side = at.position.side();
    if oblige(at, moves) {
        return (at.state.count(side, Class::Five) > 0).then_some(FIVE);
    }
    if winning_four(at, moves) {
        return Some(WINNING_FOUR);
    }
    push_at_least(at, side, Class::Four, moves);
    if !three_is_threat(at, side) {
        return None;
    }
    let pressing = winning_fours(at.state, !side);
    for index in at.state.at_least(side, Class::Three) {
        let square = Square::from_index(index, N);
        // A three that leaves the opponent its winning four comes too late.
        if stops_all(evaluator, at.state, !side, &pressing, square) {
            push_legal(at, square, moves);
        }
    }
    None
}

/// See [`replies`](anyply_framework::Evaluator::replies).
pub(super) fn replies<const N: usize>(
    evaluator: &Patterns,
    at: At<'_, N>,
    moves: &mut Moves<N>,
) -> Option<u32> {
    let side = at.position.side();
    let count = |side, class| at.state.count(side, class);
    if count(side, Class::Five) > 0 {
        return None;
    }
    if count(!side, Class::Five) > 0 {
        stop_fives(at, moves);
        return Some(FIVE + 1);
    }
    if count(!side, Class::WinningFour) == 0 || !three_is_threat(at, !side) {
        return None;
    }
    if winning_four(at, moves) {
        moves.clear();
        return None;
    }
    push_at_least(at, side, Class::Four, moves);
    let fours = winning_fours(at.state, !side);
    let around = (0..4)
        .flat_map(|direction| (-REACH..=REACH).map(move |steps| (direction, steps)))
        .filter_map(|(direction, steps)| fours[0].step(direction, steps, N));
    for square in around {
        if at.position.is_free(square) && stops_all(evaluator, at.state, !side, &fours, square) {
            push_legal(at, square, moves);
        }
    }
    Some(WINNING_FOUR + 1)
}

/// See [`hardness`](anyply_framework::Evaluator::hardness): the less a position is worth to who wants to win,
/// by hand, the harder. The squares of who must answer matter half as much as in the evaluation. The figures
/// are the best of three dozen, on positions from games of the program's own. What looks easy was lowered
/// with what the evaluator gives for twos, to the best of ten on the positions of `tests/data/tactics.jsonl`.
///
/// What `fours` that come with more say beside is from a logistic regression: which nodes of proofs were won,
/// of 340,000 on 245 won positions, by how many squares are of each class. Of 647 other positions shortly
/// before a win was seen 388 were proven within 200,000 positions instead of 379, and those of either in 0.86
/// of the positions (geometric mean; 2^-0.21, standard error of the exponent 0.05).
pub(super) fn hardness(terms: &Terms, fours: Fours, wins: bool) -> u32 {
    /// Hundredths of a point with which it looks easy.
    const EASY: i32 = 2_800;
    /// Hundredths of a point that make it harder by a leaf.
    const LEAF: i32 = 100;
    /// In hundredths of a leaf: how much harder it is without such fours when the other side is to move, and
    /// when who wants to win is; and what each of them makes it easier or harder by. Those of the other side
    /// matter little to a reply, which has something else to stop.
    const BARE: [i32; 2] = [315, 143];
    const WINNER: i32 = -120;
    const LOSER: [i32; 2] = [0, 100];
    let Terms { own, opponent, situation, decided } = *terms;
    let [own, opponent] = if wins { [own, opponent / 2] } else { [own / 2, opponent] };
    let value = (own + opponent + situation) / Worth::PARTS + decided;
    let value = if wins { value } else { -value };
    let by_fours = WINNER * i32::from(fours.winner) + LOSER[usize::from(wins)] * i32::from(fours.loser);
    let by_value = (EASY - value).max(0) / LEAF * 100;
    ((by_value + BARE[usize::from(wins)] + by_fours) / 100).max(0).unsigned_abs()
}

/// At how many squares a stone would make a four and more, for who wants to win and for the other side.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Fours {
    /// With an open three, or one that wins by itself.
    pub(super) winner: u16,
    /// With an open three. One that wins by itself would be stopped first.
    pub(super) loser: u16,
}

impl Fours {
    pub(super) fn of<const N: usize>(at: At<'_, N>, wins: bool) -> Self {
        let side = at.position.side();
        let winner = if wins { side } else { !side };
        let count = |side, class| at.state.count(side, class);
        Self {
            winner: count(winner, Class::FourThree) + count(winner, Class::WinningFour),
            loser: count(!winner, Class::FourThree),
        }
    }
}

/// Whether the threat of a winning four is one: under caro it may be answered, under renju it may be
/// forbidden to Black when it comes to it.
fn three_is_threat<const N: usize>(at: At<'_, N>, side: Side) -> bool {
    four_wins(at, side) && !at.game.rule().forbids(side)
}

/// Few, and asked for often: see [`stops_all`].
fn winning_fours<const N: usize>(state: &PatternsState<N>, side: Side) -> SmallVec<[Square; 8]> {
    state.at_least(side, Class::WinningFour).map(|index| Square::from_index(index, N)).collect()
}

/// Whether a stone of the other side on the free `square` takes all of these winning `fours` from `side`,
/// which has no five to make.
fn stops_all<const N: usize>(
    evaluator: &Patterns,
    state: &PatternsState<N>,
    side: Side,
    fours: &[Square],
    square: Square,
) -> bool {
    debug_assert_eq!(state.count(side, Class::Five), 0, "a five is no four");
    fours.iter().all(|&four| match four.way_to(square) {
        None => four == square,
        // On a line that makes no four it takes none away.
        Some((direction, steps)) => {
            steps.abs() <= REACH
                && state.makes_four(side, four, direction)
                && state.class_against(evaluator, side, four, (direction, steps)) < Class::WinningFour
        }
    })
}
