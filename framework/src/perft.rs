//! Perft: leaf counts, the test and the speed of a rule set.

use crate::game::Game;
use std::ops::ControlFlow;

/// The number of leaves `depth` plies below `position`. A forced pass is one ply; a finished game counts as
/// one leaf at every remaining depth. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // A finished game has no moves and counts as one leaf.
        1 => game.count_moves(position).max(1) as u64,
        _ => {
            let mut leaves = 0;
            game.each_move(position, |mv| {
                let mut child = *position;
                game.play(&mut child, mv);
                leaves += perft(game, &child, depth - 1);
                ControlFlow::Continue(())
            });
            // Every move leads to a leaf at least, so there was none.
            if leaves == 0 { 1 } else { leaves }
        }
    }
}
