//! [`Scratch`]: the memory that a thread writes to as it searches.

use super::by_ply::MAX_PLY;
use super::config::SearchConfig;
use super::evaluations::Evaluations;
use super::experience::Experience;
use crate::results::Results;

/// What one thread writes to as it searches. It goes on to a later search: the system takes longer to provide
/// such memory, page by page, than many a short search takes.
#[derive(Debug)]
pub(super) struct Scratch {
    /// Of earlier searches too: what was said of a position still holds.
    pub(super) evaluations: Evaluations,
    /// Of this search alone: without a table, an earlier search changes nothing in a later one.
    pub(super) results: Results,
    /// Of this search alone.
    pub(super) experience: Experience,
}

impl Scratch {
    /// For a game with so many different moves.
    pub(super) fn new(config: &SearchConfig, moves: usize) -> Self {
        Self {
            evaluations: Evaluations::new(config.evaluation_cache),
            results: Results::new(if config.endings { config.endings_cache } else { 0 }),
            experience: Experience::new(config, moves, MAX_PLY + 2),
        }
    }

    /// For a search that begins.
    pub(super) fn renewed(mut self) -> Self {
        self.results.forget();
        self.experience.forget();
        self
    }
}
