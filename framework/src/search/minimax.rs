//! Plain minimax and plain alpha-beta: the oracle that every other search is tested against, and the bottom
//! of the ladder. Kept simple for ever: nothing is remembered, ordered or left out, and features are computed
//! from scratch.

use super::account::{Account, Thrift};
use super::clock::Budget;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Turn};
use crate::score::{Score, Window};

/// A plain search of one game with one evaluator, and what it cost so far.
#[derive(Debug)]
pub struct Oracle<'a, G: Game, E: Evaluator<G>> {
    game: &'a G,
    evaluator: &'a E,
    account: Option<Account<'a>>,
    /// Whether branches that cannot matter are cut off.
    cuts: bool,
    /// Positions made.
    pub nodes: u64,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: u64,
    /// Those of the leaves where the game went on, so that the evaluator was asked. None: the value is the
    /// result.
    pub opinions: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Oracle<'a, G, E> {
    /// Every line to the full depth.
    pub fn minimax(game: &'a G, evaluator: &'a E) -> Self {
        Self { game, evaluator, account: None, cuts: false, nodes: 0, leaves: 0, opinions: 0 }
    }

    /// The same value with the branches left out that cannot change it.
    pub fn alpha_beta(game: &'a G, evaluator: &'a E) -> Self {
        Self { cuts: true, ..Self::minimax(game, evaluator) }
    }

    pub(super) fn within(self, budget: &'a Budget<'a>) -> Self {
        Self { account: Some(Account::new(budget, Thrift::None)), ..self }
    }

    /// The value of `position` at `depth`, and the first of the best moves; no move where the game is over or
    /// `depth` is 0. Nothing at all if a limit ended the search.
    pub fn search(&mut self, position: &G::Position, depth: u32) -> Option<(Score, Option<G::Move>)> {
        self.node(position, depth, 0, Window::FULL)
    }

    fn node(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<(Score, Option<G::Move>)> {
        if let Some(result) = self.game.terminal(position) {
            self.leaves += 1;
            return Some((result.seen_from(ply), None));
        }
        if depth == 0 {
            self.leaves += 1;
            self.opinions += 1;
            let state = &self.evaluator.state(self.game, position);
            return Some((self.evaluator.evaluate(View { game: self.game, position, state }), None));
        }
        let mut best = (-Score::INFINITE, None);
        for &mv in &self.game.moves(position) {
            let alpha = if self.cuts { window.alpha.max(best.0) } else { window.alpha };
            let value = self.child(position, mv, depth - 1, ply + 1, Window { alpha, ..window })?;
            // A tie never replaces the first of the best moves, and a cut-off is taken at equality.
            if value > best.0 {
                best = (value, Some(mv));
            }
            if self.cuts && value >= window.beta {
                break;
            }
        }
        Some(best)
    }

    fn child(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<Score> {
        if self.account.as_mut().is_some_and(|account| !account.pay()) {
            return None;
        }
        self.nodes += 1;
        let mut child = *position;
        match self.game.play(&mut child, mv) {
            Turn::Next => self.node(&child, depth, ply, -window).map(|(value, _)| -value),
            Turn::Again => self.node(&child, depth, ply, window).map(|(value, _)| value),
        }
    }
}
