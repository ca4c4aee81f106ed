//! Checks a claimed win by the rules alone: [`refute`].

use crate::game::{Game, MoveList, Side, Situation};
use crate::score::Distance;
use std::collections::HashMap;

/// How a claimed win fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation<G: Game> {
    /// The moves to where it does.
    pub moves: Vec<G::Move>,
    /// What is wrong there.
    pub problem: &'static str,
}

/// The problem where `strategy` gave up: the claim is neither held up nor refuted.
const UNKNOWN: &str = "no move is known";
/// The same where there was more to be looked at than was allowed.
const TOO_MANY: &str = "there are too many positions";

impl<G: Game> Refutation<G> {
    /// Whether it was only that no move was known, or that there was no end to it.
    pub fn is_open(&self) -> bool {
        [UNKNOWN, TOO_MANY].contains(&self.problem)
    }
}

/// Looks for a way out of a win or a loss that is claimed for the side to move: every legal reply to every move of `strategy`, which moves
/// for the winner, is played to the end. If there is none, the plies that the longest defence lasts.
///
/// Nothing is asked but the rules, and `strategy` for its moves, which is told how many plies are left. A move that has won soon after
/// another reply is tried before it is asked: most replies to a threat do not matter. It gives up after `most` positions.
///
/// # Errors
/// The first refutation found.
pub fn refute<G: Game>(
    game: &G,
    at: &Situation<G>,
    claim: Distance,
    most: u64,
    strategy: impl FnMut(&Situation<G>, u32) -> Option<G::Move>,
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
    refuter.node(at, plies)
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

impl<G: Game, S: FnMut(&Situation<G>, u32) -> Option<G::Move>> Refuter<'_, G, S> {
    fn node(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        if let Some(outcome) = at.outcome(self.game) {
            return if outcome.winner == Some(self.winner) {
                Ok(0)
            } else {
                self.fails("the game ends otherwise")
            };
        }
        if plies == 0 {
            return self.fails("the game goes on");
        }
        let key = self.game.key(&at.position);
        if let Some(&lasts) = self.lasts.get(&key) {
            return if lasts <= plies { Ok(lasts) } else { self.fails("it takes longer") };
        }
        let Some(left) = self.left.checked_sub(1) else { return self.fails(TOO_MANY) };
        self.left = left;
        let lasts = if at.side == self.winner { self.win(at, plies)? } else { self.hold(at, plies)? };
        // What ends at once is seen at once again, and most positions are of that kind: without them the others fit into memory.
        if lasts > 1 {
            self.lasts.insert(key, lasts);
        }
        Ok(lasts)
    }

    fn win(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        let slot = self.line.len();
        self.tried.resize(self.tried.len().max(slot + 1), None);
        let tried = self.tried[slot].filter(|&mv| self.game.try_play(&at.position, mv).is_ok());
        if let Some(lasts) = tried.and_then(|mv| self.play(at, mv, plies.min(CLOSE)).ok()) {
            return Ok(lasts);
        }
        let Some(mv) = (self.strategy)(at, plies) else { return self.fails(UNKNOWN) };
        if self.game.try_play(&at.position, mv).is_err() {
            return self.fails("an illegal move was to be made");
        }
        let lasts = self.play(at, mv, plies)?;
        if lasts <= CLOSE {
            self.tried[slot] = Some(mv);
        }
        Ok(lasts)
    }

    fn hold(&mut self, at: &Situation<G>, plies: u32) -> Result<u32, Refutation<G>> {
        let mut moves = MoveList::<G>::new();
        self.game.legal_moves(&at.position, &mut moves);
        moves.into_iter().try_fold(0, |longest, mv| Ok(longest.max(self.play(at, mv, plies)?)))
    }

    // The plies that the game lasts from here if `mv` is played.
    fn play(&mut self, at: &Situation<G>, mv: G::Move, plies: u32) -> Result<u32, Refutation<G>> {
        self.line.push(mv);
        let lasts = self.node(&at.after(self.game, mv), plies - 1);
        self.line.pop();
        Ok(lasts? + 1)
    }

    fn fails<T>(&self, problem: &'static str) -> Result<T, Refutation<G>> {
        Err(Refutation { moves: self.line.clone(), problem })
    }
}
