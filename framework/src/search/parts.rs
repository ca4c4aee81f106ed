//! What the parts of a position prove, where it falls apart: each is searched alone, so that their sizes add
//! up instead of multiplying.
//!
//! In a sum of games the one who answers every move in the part where it was made keeps the parts from mixing
//! (Berlekamp, Conway and Guy, Winning Ways, 1982); here everybody must move, so he may have to go where
//! nothing was done. Hence a part is played by two sides one of which is favoured: it is always its turn; it
//! moves, and is answered if the other has a move there; or it lets the other move, as if that had no answer
//! elsewhere. The sum of the results at best play is what the favoured side gets of the whole at most: the
//! other, who answers where there is an answer and else makes his best move in any part, sees that sum never
//! grow, whatever the favoured side does, and at the end it is the result. A part in which only one side can
//! move has the same result whoever is favoured.

use super::table::Entry;
use super::worker::Worker;
use crate::evaluator::{Evaluator, Parts};
use crate::game::{Game, Turn};
use crate::score::{Bound, Score, Window};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Positions after a move, the most promising first.
type Nexts<P> = SmallVec<[(i32, P); 32]>;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether there are independent parts.
    pub(super) fn falls_apart(&self, position: &G::Position) -> bool {
        let mut parts = Parts::<G>::new();
        self.evaluator.divide(self.game, position, &mut parts);
        parts.len() > 1
    }

    /// The value of a position, or a bound of it, where its parts prove that it lies outside the window.
    #[cold]
    pub(super) fn proven_by_parts(
        &mut self,
        position: &G::Position,
        ply: usize,
        window: Window,
    ) -> Option<Score> {
        let mut parts = Parts::<G>::new();
        let added = self.evaluator.divide(self.game, position, &mut parts).cents();
        let (mut sum, mut largest) = (0, 0);
        for part in &parts {
            let left = self.game.remaining(part);
            (sum, largest) = (sum + left, largest.max(left));
        }
        if parts.len() < 2 || sum - largest < u32::from(self.config.parts_from) {
            return None;
        }
        let mut asked = Asked { ply, added, parts };
        let most = self.at_most(&mut asked, window.alpha);
        let value = if most <= window.alpha { most } else { self.at_least(&mut asked, window.beta)? };
        (!self.stopped).then_some(value)
    }

    // A bound from above, with the side to move favoured; of interest only if it is no more than `alpha`.
    fn at_most(&mut self, asked: &mut Asked<G>, alpha: Score) -> Score {
        self.sort(&mut asked.parts);
        let Some((last, others)) = asked.parts.split_last() else { return Score::INFINITE };
        let others: i32 = others.iter().map(|part| self.exact(part, asked.ply).cents()).sum();
        let known = asked.added + others;
        self.favoured(last, asked.ply, Window::null(alpha.offset(-known))).offset(known)
    }

    // A bound from below, with the opponent favoured, if there is one of at least `beta`: it takes a move to
    // hand him the turn.
    fn at_least(&mut self, asked: &mut Asked<G>, beta: Score) -> Option<Score> {
        asked.parts.iter_mut().for_each(|part| self.game.skip(part));
        self.sort(&mut asked.parts);
        let mut passes = true;
        for number in (0..asked.parts.len()).rev() {
            let mut own = asked.parts[number];
            self.game.skip(&mut own);
            let nexts = self.nexts(&own);
            if nexts.is_empty() {
                continue;
            }
            passes = false;
            let known = asked.added - self.sum_but(asked, number);
            for (_, next) in &nexts {
                self.count(asked.ply);
                let value = -self.favoured(next, asked.ply, -Window::null(beta.offset(-known - 1)));
                if value.offset(known) >= beta {
                    return Some(value.offset(known));
                }
                if self.stopped {
                    return None;
                }
            }
        }
        let value = Score::from_cents(asked.added - self.sum_but(asked, usize::MAX));
        (passes && value >= beta).then_some(value)
    }

    // What the favoured side gets of all parts but one.
    fn sum_but(&mut self, asked: &Asked<G>, without: usize) -> i32 {
        let others = asked.parts.iter().enumerate().filter(|&(number, _)| number != without);
        others.map(|(_, part)| self.exact(part, asked.ply).cents()).sum()
    }

    // What is known already comes first, and what is largest last: of the last one only a bound is asked.
    fn sort(&self, parts: &mut Parts<G>) {
        parts.sort_by_cached_key(|part| {
            let (low, high) = self.recall(part);
            (low < high, self.game.remaining(part))
        });
    }

    // The result of a part, if its side to move is favoured, by null windows alone (MTD(f), Plaat et al.
    // 1996).
    fn exact(&mut self, part: &G::Position, ply: usize) -> Score {
        let (mut low, mut high) = self.recall(part);
        let mut value = if low > Score::WORST { low } else { high.min(Score::DRAW) };
        while low < high && !self.stopped {
            let alpha = if value == low { value } else { value.offset(-1) };
            value = self.favoured(part, ply, Window::null(alpha));
            if value <= alpha {
                high = value;
            } else {
                low = value;
            }
        }
        value
    }

    // The bounds that the table knows.
    fn recall(&self, part: &G::Position) -> (Score, Score) {
        let Some(table) = self.parts else { return (Score::WORST, Score::INFINITE) };
        let key = self.game.key(part);
        let of = |key, none: Score| table.probe(key).map_or(none, |entry| entry.value);
        (of(key, Score::WORST), of(upper(key), Score::INFINITE))
    }

    fn learn(&self, part: &G::Position, value: Score, bound: Bound) {
        let Some(table) = self.parts.filter(|_| !self.stopped) else { return };
        let key = self.game.key(part);
        let key = if bound == Bound::Lower { key } else { upper(key) };
        let entry = Entry { value, bound, level: Entry::SURE, depth: 0, proven: true, best: None };
        table.store(key, entry, self.config.replacement);
    }

    /// The result of a part for the side to move, if that is favoured: fail-soft, of a null window.
    fn favoured(&mut self, part: &G::Position, ply: usize, window: Window) -> Score {
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(result) = self.game.terminal(part) {
            return result;
        }
        if E::BOUNDS {
            let (low, high) = self.evaluator.bounds(self.game, part, window);
            if low >= window.beta || low == high {
                return low;
            }
            if high <= window.alpha {
                return high;
            }
        }
        let (low, high) = self.recall(part);
        if low >= window.beta {
            return low;
        }
        if high <= window.alpha {
            return high;
        }
        let best = self.best_favoured(part, ply, window);
        self.learn(part, best, window.bound(best));
        best
    }

    fn best_favoured(&mut self, part: &G::Position, ply: usize, window: Window) -> Score {
        let mut best = Score::WORST;
        for (_, next) in self.nexts(part) {
            self.count(ply);
            let theirs = -Window { alpha: window.alpha.max(best), ..window };
            let value = match self.answered(&next, ply, theirs) {
                Some(value) => -value,
                None => -self.unanswered(next, ply, theirs),
            };
            best = best.max(value);
            if best >= window.beta || self.stopped {
                return best;
            }
        }
        let mut other = *part;
        self.game.skip(&mut other);
        let theirs = -Window { alpha: window.alpha.max(best), ..window };
        self.answered(&other, ply, theirs).map_or(best, |value| best.max(-value))
    }

    // The best answer to the favoured side, if there is any, for the side that gives it.
    fn answered(&mut self, part: &G::Position, ply: usize, window: Window) -> Option<Score> {
        let mut best = None;
        for (_, next) in self.nexts(part) {
            self.count(ply);
            let alpha = best.map_or(window.alpha, |best| window.alpha.max(best));
            let value = -self.favoured(&next, ply, -Window { alpha, ..window });
            best = best.max(Some(value));
            if value >= window.beta || self.stopped {
                break;
            }
        }
        best
    }

    // The favoured side moves on, or the part is played out; the value is for the side that has no answer.
    fn unanswered(&mut self, mut part: G::Position, ply: usize, window: Window) -> Score {
        self.game.skip(&mut part);
        -self.favoured(&part, ply, -window)
    }

    // A position of a part was made.
    fn count(&mut self, ply: usize) {
        self.pay();
        self.made[ply] += 1;
    }

    // Where the moves of a part lead to, passes left out.
    fn nexts(&self, part: &G::Position) -> Nexts<G::Position> {
        let (game, evaluator) = (self.game, self.evaluator);
        let mut nexts = Nexts::new();
        game.each_move(part, |mv| {
            if !game.is_pass(mv) {
                let mut next = *part;
                let turn = game.play(&mut next, mv);
                debug_assert_eq!(turn, Turn::Next, "a move of a part hands the turn over");
                nexts.push((evaluator.rank(game, part, mv, &next), next));
            }
            ControlFlow::Continue(())
        });
        nexts.sort_by_key(|&(figure, _)| -figure);
        nexts
    }
}

// Both bounds of a part are kept: the windows it is asked with move with the other parts.
fn upper(key: u64) -> u64 {
    !key
}

/// A position of which its parts are asked.
struct Asked<G: Game> {
    ply: usize,
    /// What is added to the sum of the parts' results, in hundredths.
    added: i32,
    parts: Parts<G>,
}
