//! The rules: [`Gomoku`] and [`Rule`].

use crate::board::{MAX_SQUARES, Position, Rows, Square, squares};
use crate::lines::{Goal, Line};
use crate::renju::{self, Foul};
use anyply_framework::{Game, MoveList, Score, Side, Situation, Turn, symmetry};
use serde::{Deserialize, Serialize};

/// Which line wins, and what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more win.
    #[default]
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for Black, who must not make a double three, a double four or an overline; White
    /// wins with five or more.
    Renju,
    /// Exactly five win, unless enemy stones close them at both ends. The edge of the board closes nothing.
    Caro,
}

impl Rule {
    /// What `side` has to make.
    pub(crate) const fn goal(self, side: Side) -> Goal {
        match (self, side) {
            (Self::Freestyle, _) | (Self::Renju, Side::White) => Goal::OrMore,
            (Self::Standard, _) | (Self::Renju, Side::Black) => Goal::Exactly,
            (Self::Caro, _) => Goal::Unclosed,
        }
    }

    /// Whether some moves are forbidden to `side`.
    pub(crate) const fn forbids(self, side: Side) -> bool {
        matches!((self, side), (Self::Renju, Side::Black))
    }
}

/// Gomoku on a board of `N` by `N` squares, 15, 19 or 20 as people play it. `N` is 5 to 20: with another it
/// does not compile.
///
/// A game in which nobody has won ends in a draw when the board is full; in renju also when every free square
/// is forbidden to Black, whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gomoku<const N: usize = 15> {
    rule: Rule,
}

impl<const N: usize> Gomoku<N> {
    /// The game under one of the rules. The size is named where nothing else says which it is:
    /// `Gomoku::<15>::new(Rule::Renju)`.
    pub const fn new(rule: Rule) -> Self {
        Self { rule }
    }

    /// The rule played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether the side to move may put a stone on `at`, the game being still on.
    pub fn allows(&self, position: &Position<N>, at: Square) -> bool {
        position.is_free(at) && self.foul(position, at).is_none()
    }

    /// Why a free square is forbidden to the side to move, if it is: only ever to Black, in renju.
    pub fn foul(&self, position: &Position<N>, at: Square) -> Option<Foul> {
        if !self.rule.forbids(position.side()) {
            return None;
        }
        renju::foul(position.rows(Side::Black), position.rows(Side::White), at)
    }

    /// Whether a stone of `side` on the free square `at` makes a winning line.
    pub fn wins(&self, position: &Position<N>, side: Side, at: Square) -> bool {
        let goal = self.rule.goal(side);
        (0..4).any(|direction| {
            runs_to_five(position.rows(side), at, direction)
                && Line::with_stone(position, side, at, direction).is_five(goal)
        })
    }

    /// Who has a winning line on the board.
    pub(crate) fn scan(&self, position: &Position<N>) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.has_won(position, side))
    }

    /// Whether a side has a winning line on the board.
    pub(crate) fn has_won(&self, position: &Position<N>, side: Side) -> bool {
        squares(*position.rows(side)).any(|at| self.wins(position, side, at))
    }

    /// Whether Black has an overline where that is forbidden.
    pub(crate) fn has_overline(&self, position: &Position<N>) -> bool {
        let through = |at: Square| {
            (0..4).any(|direction| Line::with_stone(position, Side::Black, at, direction).is_overline())
        };
        self.rule.forbids(Side::Black) && squares(*position.rows(Side::Black)).any(through)
    }

    /// Whether one stone of the winner can have been the last: the game went on until then. In caro it may
    /// have closed a five of the loser's.
    pub(crate) fn can_have_ended(&self, position: &Position<N>, winner: Side) -> bool {
        squares(*position.rows(winner)).any(|last| {
            let before = position.without(last, winner);
            self.scan(&before).is_none() && !self.has_overline(&before)
        })
    }

    /// Whether Black, to move, finds every free square forbidden.
    fn is_stuck(&self, position: &Position<N>) -> bool {
        self.rule.forbids(position.side()) && !position.free_squares().any(|at| self.allows(position, at))
    }
}

/// Whether five or more stand in a row through `at`, a stone there included: what a win takes under every
/// rule, and cheap to refuse.
fn runs_to_five<const N: usize>(rows: &Rows<N>, at: Square, direction: usize) -> bool {
    let run = |sign: i32| {
        (1..5)
            .take_while(|&steps| {
                at.step(direction, sign * steps, N)
                    .is_some_and(|square| rows[square.y()] >> square.x() & 1 != 0)
            })
            .count()
    };
    let forward = run(1);
    forward == 4 || forward + run(-1) >= 4
}

impl<const N: usize> Game for Gomoku<N> {
    type Position = Position<N>;
    type Move = Square;
    type MoveArray = [Square; MAX_SQUARES];

    const UNIT: &'static str = "points";
    const HAS_MARGIN: bool = false;
    const ALTERNATES: bool = true;
    const MAX_PLIES: u32 = (N * N) as u32;
    const MOVE_INDICES: usize = N * N;
    /// In freestyle one more stone never harms whom it belongs to. Where exactly five win, or some points are
    /// forbidden, it may, but only by spoiling that very five: a player short of a harmless point is a case
    /// for composers.
    const SKIPS: bool = true;
    const SYMMETRIES: usize = symmetry::SQUARE;

    fn start(&self) -> Situation<Self> {
        Situation { position: Position::empty(Side::Black), side: Side::Black }
    }

    fn legal_moves(&self, position: &Position<N>, moves: &mut MoveList<Self>) {
        if position.winner().is_some() {
            return;
        }
        if self.rule.forbids(position.side()) {
            moves.extend(position.free_squares().filter(|&at| self.allows(position, at)));
        } else {
            moves.extend(position.free_squares());
        }
    }

    fn count_moves(&self, position: &Position<N>) -> usize {
        if position.winner().is_some() {
            return 0;
        }
        if self.rule.forbids(position.side()) {
            position.free_squares().filter(|&at| self.allows(position, at)).count()
        } else {
            position.free()
        }
    }

    fn play(&self, position: &mut Position<N>, at: Square) -> Turn {
        let side = position.side();
        position.put(at, side);
        if self.wins(position, side, at) {
            position.set_winner(Some(side));
        }
        position.turn();
        Turn::Next
    }

    fn terminal(&self, position: &Position<N>) -> Option<Score> {
        match position.winner() {
            Some(side) if side == position.side() => Some(Score::WIN),
            Some(_) => Some(Score::LOSS),
            None if position.free() == 0 || self.is_stuck(position) => Some(Score::DRAW),
            None => None,
        }
    }

    fn key(&self, position: &Position<N>) -> u64 {
        position.key()
    }

    fn skip(&self, position: &mut Position<N>) {
        position.turn();
    }

    fn image(&self, position: &Position<N>, symmetry: usize) -> Position<N> {
        position.image(symmetry)
    }

    fn image_of_index(&self, index: usize, symmetry: usize) -> usize {
        if index < N * N { Square::from_index(index, N).image(N, symmetry).index(N) } else { index }
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry::inverse(symmetry)
    }

    fn index(&self, at: Square) -> usize {
        at.index(N)
    }

    fn decode(&self, position: &Position<N>, index: usize) -> Option<Square> {
        if index >= N * N || position.winner().is_some() {
            return None;
        }
        let at = Square::from_index(index, N);
        self.allows(position, at).then_some(at)
    }

    fn remaining(&self, position: &Position<N>) -> u32 {
        if position.winner().is_some() { 0 } else { position.free() as u32 }
    }

    /// Games are decided in the first dozen moves of either side; one that lasts longer may last as long
    /// again. On a clock of 3 s, from positions with a few stones put by lot, 15 moves had +64 Elo
    /// [+15, +117] against the 30 that games have by default, and 10 against 15 +53 [-1, +108], in 120 games
    /// each. (With 12 in long games too, the program lost 12 of 120 games by time, as nothing was left for
    /// the way to the clock and back.)
    fn moves_to_go(&self, position: &Position<N>) -> u32 {
        const DOZEN: usize = 12;
        DOZEN.max((N * N - position.free()) / 2) as u32
    }
}

#[cfg(test)]
pub(crate) mod tests;
