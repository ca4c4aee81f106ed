//! What a search found and what it cost: [`Report`], and [`Observer`] to hear of it on the way.

use crate::game::Game;
use crate::score::{Certainty, Score};
use std::time::Duration;

/// The result of a search, or of one of its depths.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The plies searched in full; 0 if not even one was finished.
    pub depth: u32,
    /// The best lines, best first; empty only if the game is over.
    pub lines: Vec<Line<G>>,
    /// Positions made, by all threads.
    pub nodes: u64,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl<G: Game> Report<G> {
    /// The move to play; `None` only if the game is over.
    pub fn best(&self) -> Option<G::Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// A principal variation and its value.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// How sure that is.
    pub certainty: Certainty,
    /// The moves, at least one.
    pub moves: Vec<G::Move>,
}

/// Hears of a search while it runs, on the search's own thread.
pub trait Observer<G: Game>: Send {
    /// A depth is finished.
    fn depth_finished(&mut self, report: &Report<G>);
}

/// Hears nothing.
impl<G: Game> Observer<G> for () {
    fn depth_finished(&mut self, _: &Report<G>) {}
}

impl<G: Game, F: FnMut(&Report<G>) + Send> Observer<G> for F {
    fn depth_finished(&mut self, report: &Report<G>) {
        self(report);
    }
}
