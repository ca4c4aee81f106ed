//! [`Evaluator`]: what a position is worth, and what else the search may be told about it.

use crate::game::{Game, MoveList};
use crate::results::Results;
use crate::score::{Score, Window};
use smallvec::SmallVec;
use std::fmt::Debug;

/// Positions that together are one, see [`Evaluator::divide`]. More than fit here ask for memory.
pub type Parts<G> = SmallVec<[<G as Game>::Position; 8]>;

/// Knowledge of a game, apart from its rules.
///
/// [`Evaluator::evaluate`] is the only duty. Everything else has a neutral default that compiles away, so a
/// new game plays after a hundred lines and grows stronger by adding hooks. A hook that is implemented is
/// switched on by its constant.
pub trait Evaluator<G: Game>: Clone + Debug + Send + Sync {
    /// Features kept from move to move; `()` for none. The search owns a stack of them, one per ply.
    type State: Clone + Debug + Send;

    /// Whether [`Evaluator::advance`] and [`Evaluator::retreat`] work on a single state. Otherwise every ply
    /// has its own copy: right where copying is cheaper than taking back.
    const TAKES_BACK: bool = false;
    /// Whether [`Evaluator::order`] says anything.
    const ORDERS: bool = false;
    /// Whether [`Evaluator::generate`] ever leaves a legal move out.
    const GENERATES: bool = false;
    /// Whether [`Evaluator::noisy`] ever lists a move.
    const QUIESCES: bool = false;
    /// Whether [`Evaluator::threats`] ever lists a move.
    const THREATENS: bool = false;
    /// Whether the value of a position is that of all its [images](Game::image).
    const SYMMETRIC: bool = false;
    /// Whether [`Evaluator::bounds`] proves anything. Only in a game with margin.
    const BOUNDS: bool = false;
    /// Whether [`Evaluator::divide`] ever finds parts. Only in a game with margin.
    const DIVIDES: bool = false;
    /// Results of finished games are multiples of this many hundredths: an exact search may round its
    /// windows.
    const GRAIN: i32 = 1;
    /// With at most this many plies [remaining](Game::remaining), [`Evaluator::finish`] is asked; 0 for
    /// never. Only in a game with margin.
    const FINISHES: u32 = 0;

    /// The features of a position, from scratch. After any number of moves [`Evaluator::advance`] must have
    /// brought a state to the same evaluation as this.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Brings `state` from the position `before` to `after`, which `mv` leads to.
    fn advance(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        let _ = (game, state, before, mv, after);
    }

    /// Takes [`Evaluator::advance`] back. Called only if [`Evaluator::TAKES_BACK`].
    fn retreat(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        let _ = (game, state, before, mv, after);
    }

    /// Brings `state` from the position `before` to `after`, where only the turn has gone to the other side
    /// ([`Game::skip`]). Where [`Evaluator::TAKES_BACK`], called again with the two exchanged to take it
    /// back.
    fn skip(&self, game: &G, state: &mut Self::State, before: &G::Position, after: &G::Position) {
        let _ = (game, state, before, after);
    }

    /// The value for the side to move, within ±[`Score::MAX_VALUE`], in a position where the game goes on. In
    /// a game with margin it stays within the largest margin, so that it never outweighs a result. It depends
    /// on nothing but what [`Game::key`] tells apart: a search may recall what was said of the same position
    /// before.
    fn evaluate(&self, at: View<'_, G, Self::State>) -> Score;

    /// How promising each move is before anything was searched, larger is better; written to `priors`, which
    /// is as long as `moves` and holds zeros. Value-preserving: it changes the order, never the value. The
    /// unit is that of the search's history, none of which is beyond
    /// [`HISTORY_MAX`](crate::search::HISTORY_MAX) on either side of 0.
    fn order(&self, at: View<'_, G, Self::State>, moves: &[G::Move], priors: &mut [i32]) {
        let _ = (at, moves, priors);
    }

    /// Appends the moves worth searching to `moves`, which is empty, and says what leaving out the others
    /// means. At most what `allowed` permits may be claimed. At least one move where there is a legal one.
    fn generate(&self, at: View<'_, G, Self::State>, allowed: Claim, moves: &mut MoveList<G>) -> Claim {
        let _ = allowed;
        at.game.legal_moves(at.position, moves);
        Claim::All
    }

    /// Appends the moves that must be looked at before the position may be evaluated, and says whether the
    /// side to move may also stand on the evaluation. Selective.
    fn noisy(&self, at: View<'_, G, Self::State>, moves: &mut MoveList<G>) -> StandPat {
        let _ = (at, moves);
        StandPat::Allowed
    }

    /// Appends the moves that the other side must answer, and those that answer its own threat where there is
    /// one: what a search of threats looks at. The plies to the win if the first of them wins for certain;
    /// the others need not be listed then.
    fn threats(&self, at: View<'_, G, Self::State>, moves: &mut MoveList<G>) -> Option<u32> {
        let _ = (at, moves);
        None
    }

    /// Appends the replies that may hold against what the other side threatens, and gives the plies within
    /// which it provably wins against every other. None if nothing is threatened, or the side to move wins
    /// first.
    fn replies(&self, at: View<'_, G, Self::State>, moves: &mut MoveList<G>) -> Option<u32> {
        let _ = (at, moves);
        None
    }

    /// How hard it looks to prove that a side wins by threats: the side to move (`wins`), or else the other
    /// one. In leaves of the proof, beside those that are seen. Result-sound: it changes what is tried first,
    /// never what is proven.
    fn hardness(&self, at: View<'_, G, Self::State>, wins: bool) -> u32 {
        let _ = (at, wins);
        0
    }

    /// How promising a move is on the way to an exact result, larger is better: `after` is the position it
    /// leads to, of which no state is kept. Where many plies are left the evaluation is added, so it is in
    /// hundredths of the game's unit, and far from what an `i32` can hold: its least value marks what was
    /// searched. Value-preserving, as [`Evaluator::order`].
    fn rank(&self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) -> i32 {
        let _ = (game, before, mv, after);
        0
    }

    /// An interval, its lower end first, for the side to move, that provably holds the result of the game
    /// under any play from here; both ends are the result where the game is over. Only in a game with margin.
    /// `window` is what the search wants to know: a bound within it is not worth much work.
    fn bounds(&self, game: &G, position: &G::Position, window: Window) -> (Score, Score) {
        let _ = (game, position, window);
        (-Score::INFINITE, Score::INFINITE)
    }

    /// Appends the parts that a position falls apart into to `parts`, which is empty, and gives what is to be
    /// added to the sum of their results; fewer than two parts if it holds together. Each part is a position
    /// with the same side to move. The claim, for ever after:
    /// - a move of the whole is a move of one part, changes no other part, and hands the turn over;
    /// - who has a move in some part must move, and the game is over when nobody has one in any;
    /// - the result is what is added and the sum of the parts' results.
    ///
    /// Sides need not move in turn in a part, so there [`Game::skip`] is asked for, and [`Evaluator::bounds`]
    /// must hold whoever moves when.
    fn divide(&self, game: &G, position: &G::Position, parts: &mut Parts<G>) -> Score {
        let _ = (game, position, parts);
        Score::DRAW
    }

    /// The result of the game for the side to move, by straight-line code: fail-soft, so outside `window` a
    /// bound. Only in a game with margin. Every position made is put on `ledger`; nothing if that refuses one
    /// or has too little left, or if the evaluator finds the ending too large. Asked where at most
    /// [`Evaluator::FINISHES`] plies remain, or the game is over. No state is used below: the search does not
    /// advance it. What it finds out on the way may be kept in `results`, if they have room, and found there
    /// again in the same search.
    fn finish(
        &self,
        game: &G,
        position: &G::Position,
        window: Window,
        results: &mut Results,
        ledger: &mut Ledger,
    ) -> Option<Score> {
        let _ = (game, position, window, results, ledger);
        None
    }

    /// What the value is made of, for people: terms and their raw figures, from the side to move. The default
    /// names the value alone.
    fn explain(&self, at: View<'_, G, Self::State>) -> Vec<(String, f64)> {
        vec![("value".to_owned(), self.evaluate(at).units())]
    }
}

/// The positions that a hook makes on the search's account.
#[derive(Clone, Copy, Debug)]
pub struct Ledger {
    made: u64,
    limit: u64,
}

impl Ledger {
    /// At most `limit` positions may be made.
    pub const fn new(limit: u64) -> Self {
        Self { made: 0, limit }
    }

    /// Puts one more position on the account; `false` if it may not be made any more.
    #[inline(always)]
    pub fn pay(&mut self) -> bool {
        self.made += 1;
        self.made <= self.limit
    }

    /// Whether so many more positions may be made: if so, [`Ledger::charge`] puts them on the account without
    /// asking.
    #[inline(always)]
    pub fn affords(&self, positions: u64) -> bool {
        self.made + positions <= self.limit
    }

    /// Puts one of the positions on the account that [`Ledger::affords`] allowed.
    #[inline(always)]
    pub fn charge(&mut self) {
        self.made += 1;
        debug_assert!(self.made <= self.limit);
    }

    /// The positions made so far.
    pub fn made(&self) -> u64 {
        self.made.min(self.limit)
    }
}

/// A position as an [`Evaluator`] sees it.
#[derive(Debug)]
pub struct View<'a, G: Game, S> {
    /// The rules.
    pub game: &'a G,
    /// The position, seen by the side to move.
    pub position: &'a G::Position,
    /// The evaluator's own features of it.
    pub state: &'a S,
}

// Not derived: the derive would ask for `G: Copy` and `S: Copy`, which a view of references does not need.
impl<G: Game, S> Clone for View<'_, G, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, S> Copy for View<'_, G, S> {}

/// What it means that a move was not generated, from the most to the least certain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// Nothing was left out.
    All,
    /// What was left out provably cannot change the result.
    Sound,
    /// What was left out is thought to be worse.
    Selective,
}

/// Whether the side to move may do without a noisy move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandPat {
    /// The evaluation is a lower bound: there is a quiet move no worse.
    Allowed,
    /// It must make one of the noisy moves: every other provably loses no later. Not with an empty list.
    Forbidden,
}
