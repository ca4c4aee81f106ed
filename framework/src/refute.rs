//! Checks a claimed win by the rules alone: [`refute`].

use crate::game::{Game, Side, Situation};
use crate::score::Distance;
use crate::stack;
use std::collections::HashMap;

/// How a claimed win fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation<G: Game> {
    /// The moves to where it does.
    pub moves: Vec<G::Move>,
    /// What is wrong there.
    pub flaw: Flaw,
}

/// What is wrong with a claimed win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The game is drawn there, or won by the other side.
    #[error("the game ends otherwise")]
    EndsOtherwise,
    /// All the plies that were claimed are played.
    #[error("the game goes on")]
    GoesOn,
    /// The strategy says a move that is not legal.
    #[error("an illegal move was to be made")]
    IllegalMove,
    /// The strategy gave up.
    #[error("no move is known soon enough")]
    NoMoveKnown,
    /// There is more to be looked at than was allowed.
    #[error("there are too many positions")]
    TooManyPositions,
    /// The strategy gave up because it was stopped, as only those who gave it can tell.
    #[error("interrupted")]
    Stopped,
}

impl<G: Game> Refutation<G> {
    /// Whether the claim is neither held up nor refuted: it was only that no move was known, that there was
    /// no end to it, or that it was stopped.
    pub fn is_open(&self) -> bool {
        matches!(self.flaw, Flaw::NoMoveKnown | Flaw::TooManyPositions | Flaw::Stopped)
    }
}

/// Looks for a way out of a win or a loss that is claimed for the side to move: every legal reply to every
/// move of `strategy`, which moves for the winner, is played to the end. If there is none, the plies that the
/// longest defence lasts.
///
/// Nothing is asked but the rules, and `strategy` for its moves, which is told how many plies are left. A
/// move that has won soon after another reply is tried before it is asked: most replies to a threat do not
/// matter. It gives up after `most` positions.
///
/// # Errors
/// The first refutation found.
///
/// # Panics
/// With [`Refused`](crate::Refused), where the system has no thread for it.
pub fn refute<G: Game>(
    game: &G,
    at: &Situation<G>,
    claim: Distance,
    most: u64,
    strategy: impl FnMut(&Situation<G>, u32) -> Option<G::Move> + Send,
) -> Result<u32, Refutation<G>> {
    let (winner, plies) = match claim {
        Distance::Win(plies) => (at.side, plies),
        Distance::Loss(plies) => (!at.side, plies),
    };
    let mut refuter = Refuter {
        game,
        winner,
        left: most,
        strategy,
        lasts: HashMap::new(),
        line: Vec::new(),
        tried: Vec::new(),
    };
    // A strategy that searches would otherwise begin a thread for each of many short searches.
    stack::with_room(|| refuter.node(at, plies))
}

struct Refuter<'g, G: Game, S> {
    game: &'g G,
    winner: Side,
    /// So many positions more may be looked at.
    left: u64,
    strategy: S,
    /// How long positions last that were looked at, by their keys.
    lasts: HashMap<u64, u32>,
    line: Vec<G::Move>,
    /// The last move that won soon, by its place in the line: it beats most replies that change nothing.
    tried: Vec<Option<G::Move>>,
}

/// Soon: within so many plies.
const CLOSE: u32 = 3;
/// A position is seen by whoever moves: where the winner does is kept apart from where the other does.
const WINNER: u64 = 0x9e37_79b9_7f4a_7c15;

impl<G: Game, S: FnMut(&Situation<G>, u32) -> Option<G::Move>> Refuter<'_, G, S> {
    fn node(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        if let Some(outcome) = at.outcome(self.game) {
            return if outcome.winner == Some(self.winner) { Ok(0) } else { self.fails(Flaw::EndsOtherwise) };
        }
        if plies == 0 {
            return self.fails(Flaw::GoesOn);
        }
        let key = self.key(at);
        // What took longer before is asked for anew: told that fewer plies are left, the strategy may know a
        // quicker win.
        if let Some(&lasts) = self.lasts.get(&key).filter(|&&lasts| lasts <= plies) {
            return Ok(lasts);
        }
        let Some(left) = self.left.checked_sub(1) else { return self.fails(Flaw::TooManyPositions) };
        self.left = left;
        let lasts = if at.side == self.winner { self.win(at, plies)? } else { self.hold(at, plies)? };
        // What ends at once is seen at once again, and most positions are of that kind: without them the
        // others fit into memory.
        if lasts > 1 {
            self.lasts.insert(key, lasts);
        }
        Ok(lasts)
    }

    fn win(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        let slot = self.line.len();
        self.tried.resize(self.tried.len().max(slot + 1), None);
        let soon = plies.min(CLOSE);
        // What took longer before is not worth a trial: the strategy is asked here first.
        let tried = self.tried[slot].filter(|&mv| {
            self.game.try_play(&at.position, mv).is_ok()
                && self.lasts.get(&self.key(&at.after(self.game, mv))).is_none_or(|&lasts| lasts < soon)
        });
        if let Some(lasts) = tried.and_then(|mv| self.play(at, mv, soon).ok()) {
            return Ok(lasts);
        }
        let Some(mv) = (self.strategy)(at, plies) else { return self.fails(Flaw::NoMoveKnown) };
        if self.game.try_play(&at.position, mv).is_err() {
            return self.fails(Flaw::IllegalMove);
        }
        let lasts = self.play(at, mv, plies)?;
        if lasts <= CLOSE {
            self.tried[slot] = Some(mv);
        }
        Ok(lasts)
    }

    fn hold(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        at.moves(self.game).into_iter().try_fold(0, |longest, mv| Ok(longest.max(self.play(at, mv, plies)?)))
    }

    // The plies that the game lasts from here if `mv` is played.
    fn play(&mut self, at: &Situation<G>, mv: G::Move, plies: u32) -> Result<u32, Refutation<G>> {
        self.line.push(mv);
        let lasts = self.node(&at.after(self.game, mv), plies - 1);
        self.line.pop();
        Ok(lasts? + 1)
    }

    fn key(&self, at: &Situation<G>) -> u64 {
        self.game.key(&at.position) ^ if at.side == self.winner { WINNER } else { 0 }
    }

    fn fails<T>(&self, flaw: Flaw) -> Result<T, Refutation<G>> {
        Err(Refutation { moves: self.line.clone(), flaw })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveList, Turn};
    use crate::score::Score;

    /// Where each position leads to: Black, who begins at 0, has won at 7 and 8, and 2 is come to after two
    /// plies or four.
    const WAYS: [&[u8]; 9] = [&[1], &[2, 3], &[5, 8], &[4], &[2], &[6], &[7], &[], &[]];

    /// A move is the position that it leads to.
    #[derive(Clone, PartialEq, Debug)]
    struct Ways;

    impl Game for Ways {
        type Position = u8;
        type Move = u8;
        type MoveArray = [u8; 2];

        const UNIT: &'static str = "points";
        const HAS_MARGIN: bool = false;
        const ALTERNATES: bool = true;
        const MAX_PLIES: u32 = 7;
        const MOVE_INDICES: usize = WAYS.len();

        fn start(&self) -> Situation<Self> {
            Situation { position: 0, side: Side::Black }
        }

        fn legal_moves(&self, &at: &u8, moves: &mut MoveList<Self>) {
            moves.extend_from_slice(WAYS[usize::from(at)]);
        }

        fn play(&self, at: &mut u8, to: u8) -> Turn {
            *at = to;
            Turn::Next
        }

        fn terminal(&self, &at: &u8) -> Option<Score> {
            (at >= 7).then_some(Score::LOSS)
        }

        fn key(&self, &at: &u8) -> u64 {
            at.into()
        }

        fn index(&self, to: u8) -> usize {
            to.into()
        }

        fn decode(&self, &at: &u8, index: usize) -> Option<u8> {
            WAYS[usize::from(at)].iter().copied().find(|&to| usize::from(to) == index)
        }

        fn remaining(&self, _: &u8) -> u32 {
            Self::MAX_PLIES
        }
    }

    #[test]
    fn a_position_met_again_with_fewer_plies_left_may_be_won_more_quickly() {
        let first = |at: &Situation<Ways>| WAYS[usize::from(at.position)][0];
        let in_time =
            |at: &Situation<Ways>, plies| Some(if at.position == 2 && plies < 3 { 8 } else { first(at) });
        let at = Ways.start();
        assert_eq!(refute(&Ways, &at, Distance::Win(6), 100, in_time), Ok(5));
        let refuted = Refutation { moves: vec![1, 3, 4, 2, 5, 6], flaw: Flaw::GoesOn };
        assert_eq!(refute(&Ways, &at, Distance::Win(6), 100, |at, _| Some(first(at))), Err(refuted));
    }
}
