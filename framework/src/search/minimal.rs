//! The minimal tree: the least that alpha-beta must look at, to compare searches with.

use super::clock::{Budget, Limits, Stop};
use super::config::SearchConfig;
use super::deepen::Deepening;
use super::forecasts::Forecasts;
use super::scratch::Scratch;
use super::table::{NoMemory, Table};
use super::worker::Worker;
use crate::evaluator::Evaluator;
use crate::game::{Game, Situation};

/// The leaves of the tree that alpha-beta visits at `depth` if the best move known is tried first everywhere:
/// what Knuth and Moore (1975) counted as `b^ceil(d/2) + b^floor(d/2) - 1` for a tree of even width, here for
/// the real one; 1 if the game is over. The depth is that of `limits`, at least 1, and 1 where none is given;
/// nothing if another limit, or `stop`, ends one of the searches.
///
/// The best moves come from searches before, kept in a table of `hash` bytes that names moves and settles
/// nothing; so lines that meet again are counted again, which a search with a table spares itself.
///
/// # Errors
/// [`NoMemory`] if there is none for the table.
pub fn minimal_leaves<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &Situation<G>,
    limits: &Limits,
    stop: &Stop,
    hash: usize,
) -> Result<Option<u64>, NoMemory> {
    /// Searches that may improve the order before the one that counts: few moves change after the second.
    const ROUNDS: usize = 3;
    if at.outcome(game).is_some() {
        return Ok(Some(1));
    }
    let table = Table::new(hash)?;
    let learning = SearchConfig { table_from_depth: 1, ..SearchConfig::default() };
    // Without a window of its own for each move, the first move's value is all that the others are measured
    // by.
    let plain = SearchConfig {
        principal_variation: false,
        iterative_deepening: false,
        killers: 0,
        history: false,
        ..learning.clone()
    };
    let depth = limits.depth.unwrap_or(1).max(1);
    let remaining = game.remaining(&at.position).max(1);
    let mut last = None;
    for round in 0..ROUNDS {
        let budget = Budget::new(limits, game.moves_to_go(&at.position), stop);
        let config = if round == 0 { &learning } else { &plain };
        let forecasts = Forecasts::new(config);
        let scratch = Scratch::new(config, G::MOVE_INDICES);
        let settings = (config, &forecasts);
        let mut worker = Worker::new(game, evaluator, settings, scratch, Some(&table), &budget, &at.position);
        worker.moves_only = round > 0;
        let mut deepening =
            Deepening { worker, root: *at, remaining, lines: 1, outcome_only: false, proven: None };
        let depths = if round == 0 { 1..=depth } else { depth..=depth };
        if !deepening.finishes(depths) {
            return Ok(None);
        }
        last = Some(deepening.worker.leaves());
    }
    Ok(last)
}
