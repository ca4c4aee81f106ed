//! Games for tests.

use crate::board::Position;
use crate::rules::Dvonn;
use anyply_framework::Game;

/// Shows every position of a game in which each choice is taken modulo the number of moves.
pub(super) fn playout(seed: Option<u64>, choices: &[usize], mut show: impl FnMut(&Position)) {
    let game = seed.map_or(Dvonn::full(), Dvonn::with_seed);
    let mut at = game.start();
    for choice in choices {
        let moves = at.moves(&game);
        if moves.is_empty() {
            return;
        }
        show(&at.position);
        at = at.after(&game, moves[choice % moves.len()]);
    }
}
