//! What a search learns on the way about which moves cut off: killers, history, countermoves, continuation
//! history.

use super::config::SearchConfig;
use super::worker::{NO_MOVE, Node};
use crate::game::Game;

/// The history of a move stays within ± this. An evaluator's prior counts in the same unit, killers are worth
/// a quarter and an eighth of it, a countermove an eighth: a difference in prior of more than five times this
/// is never overturned by experience.
pub const HISTORY_MAX: i32 = 1 << 14;
const KILLER: [i32; 2] = [HISTORY_MAX / 4, HISTORY_MAX / 8];
/// Killers and the countermove.
pub(super) const EARLY: usize = KILLER.len() + 1;
const COUNTERMOVE: i32 = HISTORY_MAX / 8;
// Continuation histories are square in the moves; where that would be more than this (in Dvonn, and in Gomoku
// on 20 lines), previous moves share rows: what is asked at every node should lie in the processor's cache.
// In Dvonn that is worth 3 % of the time beside eight times as many, at as many positions to a depth.
const CONTINUATIONS: usize = 1 << 17;

/// What history and continuation together must say of a move for it to be tried before the others are listed.
/// In Dvonn, to depths 14 and 15 of 200 full boards, that takes as many positions as without such moves, 4 %
/// more of them a second; two thirds of it 4 to 6 % more positions, twice as much 2 % more a second instead
/// of 4.
const PROMISING: i32 = HISTORY_MAX * 3 / 8;

/// Which moves cut off, by side: at the same ply (killers), anywhere (history), and after the same move of
/// the opponent.
#[derive(Debug)]
pub(super) struct Experience {
    kinds: Kinds,
    /// Whether any of it is switched on.
    pub(super) learns: bool,
    moves: usize,
    rows: usize,
    killers: [Vec<[usize; 2]>; 2],
    history: [Vec<i16>; 2],
    countermoves: [Vec<u16>; 2],
    continuation: [Vec<i16>; 2],
}

#[derive(Clone, Copy, Debug)]
struct Kinds {
    killers: usize,
    history: bool,
    countermoves: bool,
    continuation: bool,
}

impl Experience {
    pub(super) fn new(config: &SearchConfig, moves: usize, plies: usize) -> Self {
        let SearchConfig { killers, history, countermoves, continuation, .. } = *config;
        let kinds = Kinds { killers: killers.into(), history, countermoves, continuation };
        let rows = moves.min(CONTINUATIONS / moves).max(1);
        let cells = if continuation { rows * moves } else { 0 };
        Self {
            kinds,
            learns: config.learns(),
            moves,
            rows,
            killers: [vec![[NO_MOVE; 2]; plies], vec![[NO_MOVE; 2]; plies]],
            history: [vec![0; moves], vec![0; moves]],
            countermoves: [vec![u16::MAX; moves], vec![u16::MAX; moves]],
            continuation: [vec![0; cells], vec![0; cells]],
        }
    }

    /// Knows nothing any more, as a new one.
    pub(super) fn forget(&mut self) {
        let Self { kinds: _, learns: _, moves: _, rows: _, killers, history, countermoves, continuation } =
            self;
        killers.iter_mut().for_each(|side| side.fill([NO_MOVE; 2]));
        history.iter_mut().chain(continuation).for_each(|side| side.fill(0));
        countermoves.iter_mut().for_each(|side| side.fill(u16::MAX));
    }

    /// `best` cut off after all of `tried` had not. `previous` is the index of the move that led to the node.
    pub(super) fn learn<G: Game>(
        &mut self,
        game: &G,
        node: &Node<G>,
        best: G::Move,
        previous: usize,
        tried: impl Iterator<Item = G::Move>,
    ) {
        let side = node.side.index();
        let best = game.index(best);
        let killers = &mut self.killers[side][node.ply];
        if self.kinds.killers > 0 && killers[0] != best {
            *killers = [best, if self.kinds.killers > 1 { killers[0] } else { NO_MOVE }];
        }
        if self.kinds.countermoves && previous != NO_MOVE {
            self.countermoves[side][previous] = best as u16;
        }
        if self.kinds.history || self.kinds.continuation {
            let bonus = (node.depth * node.depth).min(400) as i32 * 32;
            self.update(side, best, previous, bonus);
            // With moves put off, the best one need not be the last that was picked.
            for index in tried.map(|mv| game.index(mv)).filter(|&index| index != best) {
                self.update(side, index, previous, -bonus);
            }
        }
    }

    #[inline(always)]
    fn update(&mut self, side: usize, index: usize, previous: usize, bonus: i32) {
        if self.kinds.history {
            pull(&mut self.history[side][index], bonus);
        }
        if self.kinds.continuation && previous != NO_MOVE {
            let row = previous % self.rows * self.moves;
            pull(&mut self.continuation[side][row + index], bonus);
        }
    }

    /// The index of a killer, or of the countermove after all of them, for which history speaks so much that
    /// few moves will come before it. `number` counts from 0.
    #[inline(always)]
    pub(super) fn promising<G: Game>(&self, node: &Node<G>, previous: usize, number: usize) -> Option<usize> {
        let side = node.side.index();
        let index = match self.killers[side][node.ply].get(number) {
            Some(&killer) => killer,
            None => self.countermoves[side].get(previous).map_or(NO_MOVE, |&reply| reply.into()),
        };
        // Without one, an index is larger than any.
        let figure = i32::from(*self.history[side].get(index)?);
        let row = previous % self.rows * self.moves;
        let after = self.continuation[side].get(row + index).filter(|_| previous != NO_MOVE);
        (figure + after.map_or(0, |&after| i32::from(after)) >= PROMISING).then_some(index)
    }

    /// Adds to the figure of each move what is known of it. `previous` is the index of the move that led to
    /// the node.
    #[inline(always)]
    pub(super) fn judge<G: Game>(
        &self,
        game: &G,
        node: &Node<G>,
        previous: usize,
        moves: &[G::Move],
        figures: &mut [i32],
    ) {
        let side = node.side.index();
        let [first, second] = self.killers[side][node.ply];
        let history = &self.history[side][..];
        let follows = previous != NO_MOVE && (self.kinds.countermoves || self.kinds.continuation);
        let counter = if follows { usize::from(self.countermoves[side][previous]) } else { NO_MOVE };
        let after = match follows && self.kinds.continuation {
            true => &self.continuation[side][previous % self.rows * self.moves..][..self.moves],
            false => &[],
        };
        for (figure, &mv) in figures.iter_mut().zip(moves) {
            let index = game.index(mv);
            let killer = if index == second { KILLER[1] } else { 0 };
            let killer = if index == first { KILLER[0] } else { killer };
            let reply = if index == counter { COUNTERMOVE } else { 0 };
            let after = after.get(index).map_or(0, |&after| i32::from(after));
            *figure += i32::from(history[index]) + killer + reply + after;
        }
    }

    /// The history of a move, for reductions.
    pub(super) fn of(&self, side: usize, index: usize) -> i32 {
        i32::from(self.history[side][index])
    }
}

/// Gravity: the nearer an entry is to its limit, the less more of the same moves it.
fn pull(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let now = i32::from(*entry);
    *entry = (now + bonus - now * bonus.abs() / HISTORY_MAX) as i16;
}
