//! Which moves are worth a look: obligations first, then threats, then what lies near.

use super::class::Class;
use super::{Patterns, PatternsState, four_is_proof, threats};
use crate::board::{MAX_SQUARES, Position, Square, squares};
use crate::lines::{CENTRE, Goal, Line};
use crate::rules::Gomoku;
use anyply_framework::{Claim, Game, MoveList, Side, StandPat, View};
use smallvec::SmallVec;

/// A search weighs promise against its experience, which reaches 16,384: a difference of a good three counts
/// about as much.
const SCALE: i32 = 16;

pub(super) type At<'a, const N: usize> = View<'a, Gomoku<N>, PatternsState<N>>;
pub(super) type Moves<const N: usize> = MoveList<Gomoku<N>>;

/// How promising a stone of `side` on a free square is, by what it makes and by what it denies the other
/// side.
pub(super) fn promise<const N: usize>(
    evaluator: &Patterns,
    state: &PatternsState<N>,
    side: Side,
    index: usize,
) -> i32 {
    let urgency = match (state.class(side, index), state.class(!side, index)) {
        (Class::Five, _) => 5,
        (_, Class::Five) => 4,
        (Class::WinningFour, _) => 3,
        (Class::FourThree, _) => 2,
        (_, Class::WinningFour) => 1,
        _ => 0,
    };
    let own = state.promise(side, index) * evaluator.settings.promise.own / 100;
    SCALE * (10_000 * urgency + own + state.promise(!side, index))
}

/// The moves worth searching, and what leaving the others out means.
pub(super) fn generate<const N: usize>(
    evaluator: &Patterns,
    at: At<'_, N>,
    allowed: Claim,
    moves: &mut Moves<N>,
) -> Claim {
    let everything = |moves: &mut Moves<N>| {
        at.game.legal_moves(at.position, moves);
        Claim::All
    };
    if allowed < Claim::Sound || at.position.winner().is_some() {
        return everything(moves);
    }
    if oblige(at, moves) || winning_four(at, moves) {
        return Claim::Sound;
    }
    if threats::replies(evaluator, at, moves).is_some() && !moves.is_empty() {
        return Claim::Sound;
    }
    if allowed < Claim::Selective {
        let claim = everything(moves);
        // Whoever has no time for more than the first of equals plays in the middle of an empty board, and
        // beside the stones where nothing promises anything.
        let promises =
            |square: &Square| promise(evaluator, at.state, at.position.side(), square.index(N)) > 0;
        if at.position.stones() == 0 || !moves.iter().any(promises) {
            let off = |line: usize| line.abs_diff(N / 2).pow(2);
            let first = near(at.position).min_by_key(|square| off(square.x()) + off(square.y()));
            if let Some(place) = moves.iter().position(|&square| Some(square) == first) {
                moves.swap(0, place);
            }
        }
        return claim;
    }
    if !answer_threat(at, moves) {
        best_near(evaluator, at, moves);
    }
    if moves.is_empty() { everything(moves) } else { Claim::Selective }
}

/// The moves that must be looked at before a position is evaluated: fives, answers to them, one's own fours.
pub(super) fn noisy<const N: usize>(at: At<'_, N>, moves: &mut Moves<N>) -> StandPat {
    if oblige(at, moves) {
        return StandPat::Forbidden;
    }
    if !winning_four(at, moves) {
        push_at_least(at, at.position.side(), Class::FourPlus, moves);
    }
    StandPat::Allowed
}

/// Makes five, or else stops the opponent's five; says whether there was anything to do. What is left out
/// provably loses, or wins no sooner.
pub(super) fn oblige<const N: usize>(at: At<'_, N>, moves: &mut Moves<N>) -> bool {
    let side = at.position.side();
    if at.state.count(side, Class::Five) > 0 {
        // A five excuses every foul, so it is legal under every rule.
        moves.extend(at.state.at_least(side, Class::Five).take(1).map(|index| Square::from_index(index, N)));
        return true;
    }
    if at.state.count(!side, Class::Five) == 0 {
        return false;
    }
    stop_fives(at, moves);
    if moves.is_empty() {
        // Every stop is forbidden. The game is lost, whatever is played; something must be.
        let first = at.position.free_squares().find(|&square| at.game.allows(at.position, square));
        moves.extend(first);
    }
    true
}

/// Every legal move after which one of the opponent's fives is no more.
pub(super) fn stop_fives<const N: usize>(at: At<'_, N>, moves: &mut Moves<N>) {
    let enemy = !at.position.side();
    for index in at.state.at_least(enemy, Class::Five) {
        let five = Square::from_index(index, N);
        push_legal(at, five, moves);
        if at.game.rule().goal(enemy) == Goal::Unclosed {
            push_closing(at, five, moves);
        }
    }
}

/// In caro a five is stopped also by closing its second end.
fn push_closing<const N: usize>(at: At<'_, N>, five: Square, moves: &mut Moves<N>) {
    let enemy = !at.position.side();
    let goal = at.game.rule().goal(enemy);
    for direction in 0..4 {
        let line = Line::with_stone(at.position, enemy, five, direction);
        if !line.is_five(goal) {
            continue;
        }
        let below = (0..CENTRE).rev().find(|bit| line.own >> bit & 1 == 0);
        let above = (CENTRE + 1..).find(|bit| line.own >> bit & 1 == 0);
        for bit in [below, above].into_iter().flatten() {
            if line.empty() >> bit & 1 != 0 {
                let end = five.step(direction, bit as i32 - CENTRE as i32, N);
                push_legal(at, end.expect("an empty cell is on the board"), moves);
            }
        }
    }
}

/// Whether a winning four of `side` wins. In renju Black may be out of legal moves before White makes five,
/// and the game drawn, unless he has points that stay harmless whatever White does: more of them than are
/// taken meanwhile, and than a stone of his own can turn into fouls, one on either side of it in each line.
pub(super) fn four_wins<const N: usize>(at: At<'_, N>, side: Side) -> bool {
    let rule = at.game.rule();
    let may_be_stuck = rule.forbids(!side)
        && at.state.count(!side, Class::Quiet) + at.state.count(!side, Class::DoubleTwo) < 4 + 8;
    four_is_proof(rule.goal(side)) && !may_be_stuck
}

/// A four that wins against every answer, where the opponent has no five to make: nothing else need be looked
/// at.
pub(super) fn winning_four<const N: usize>(at: At<'_, N>, moves: &mut Moves<N>) -> bool {
    let side = at.position.side();
    if at.state.count(side, Class::WinningFour) == 0 || !four_wins(at, side) {
        return false;
    }
    let four = allowed_winning_four(at);
    moves.extend(four);
    four.is_some()
}

/// The first winning four that the rules allow.
pub(super) fn allowed_winning_four<const N: usize>(at: At<'_, N>) -> Option<Square> {
    let fours = at.state.at_least(at.position.side(), Class::WinningFour);
    { fours }.map(|index| Square::from_index(index, N)).find(|&four| at.game.allows(at.position, four))
}

/// The opponent is about to make a winning four that may not be one: one's own fours, and every square that
/// takes part in the threat.
fn answer_threat<const N: usize>(at: At<'_, N>, moves: &mut Moves<N>) -> bool {
    let side = at.position.side();
    if at.state.count(!side, Class::WinningFour) == 0 {
        return false;
    }
    push_at_least(at, side, Class::Four, moves);
    push_at_least(at, !side, Class::Four, moves);
    true
}

pub(super) fn push_at_least<const N: usize>(at: At<'_, N>, side: Side, class: Class, moves: &mut Moves<N>) {
    for index in at.state.at_least(side, class) {
        push_legal(at, Square::from_index(index, N), moves);
    }
}

pub(super) fn push_legal<const N: usize>(at: At<'_, N>, square: Square, moves: &mut Moves<N>) {
    if !moves.contains(&square) && at.game.allows(at.position, square) {
        moves.push(square);
    }
}

/// The most promising squares near the stones, as many as the settings say at most.
fn best_near<const N: usize>(evaluator: &Patterns, at: At<'_, N>, moves: &mut Moves<N>) {
    let (side, breadth) = (at.position.side(), evaluator.settings.breadth);
    // Smaller is better, and the square settles ties: as one number they are compared at once.
    let mut found = SmallVec::<[i64; MAX_SQUARES]>::new();
    near(at.position).for_each(|square| {
        let index = square.index(N);
        found.push(i64::from(-promise(evaluator, at.state, side, index)) << 16 | index as i64);
    });
    // Where points are forbidden, more than the first may be needed: what a double three promises is much.
    if !at.game.rule().forbids(side) && found.len() > breadth {
        found.select_nth_unstable(breadth);
        found.truncate(breadth);
    }
    found.sort_unstable();
    let squares = found.iter().map(|&found| Square::from_index((found & 0xffff) as usize, N));
    moves.extend(squares.filter(|&square| at.game.allows(at.position, square)).take(breadth));
}

/// The free squares within two of a stone, or the middle of an empty board.
fn near<const N: usize>(position: &Position<N>) -> impl Iterator<Item = Square> {
    let (black, white) = (position.rows(Side::Black), position.rows(Side::White));
    let mut wide = [0; N];
    for y in 0..N {
        let row = black[y] | white[y];
        wide[y] = row | row << 1 | row << 2 | row >> 1 | row >> 2;
    }
    let mut near = [0; N];
    for y in 0..N {
        for row in &wide[y.saturating_sub(2)..(y + 3).min(N)] {
            near[y] |= row;
        }
        near[y] &= !(black[y] | white[y]) & Position::<N>::FULL_ROW;
    }
    if position.stones() == 0 {
        near[N / 2] = 1 << (N / 2);
    }
    squares(near)
}
