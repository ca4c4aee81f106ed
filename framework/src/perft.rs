//! Perft: leaf counts, the test and the speed of a rule set.

use crate::game::{Game, MoveList};

/// The number of leaves `depth` plies below `position`. A forced pass is one ply; a finished game counts as one leaf at
/// every remaining depth. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // A finished game has no moves and counts as one leaf.
        1 => game.count_moves(position).max(1) as u64,
        _ => {
            let mut moves = MoveList::<G>::new();
            game.legal_moves(position, &mut moves);
            if moves.is_empty() {
                return 1;
            }
            let mut leaves = 0;
            for &mv in &moves {
                let mut child = *position;
                game.play(&mut child, mv);
                leaves += perft(game, &child, depth - 1);
            }
            leaves
        }
    }
}
