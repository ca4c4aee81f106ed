//! What the tests of anyply share: random games, a way to visit all games, and a dummy game to test the search with.

pub mod every;
pub mod program;
pub mod tree;

pub use tree::{Tree, TreeEvaluator, TreeMove, TreeNode};

use anyply_framework::positions::SelfPlay;
use anyply_framework::{Game, Situation};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How the built-in positions of every game were made, and how many there are of each phase.
pub const POSITIONS_MADE: SelfPlay = SelfPlay { seed: 1, depth: 3 };
/// See [`POSITIONS_MADE`].
pub const POSITIONS_EACH: usize = 24;

/// A stream of random numbers, the same for the same seed everywhere.
pub fn random(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A whole game of random moves: each situation with the move made in it.
///
/// # Panics
/// If it is longer than the game says it can be.
pub fn random_game<G: Game>(game: &G, seed: u64) -> Vec<(Situation<G>, G::Move)> {
    let mut random = random(seed);
    let mut at = game.start();
    let mut line = Vec::new();
    loop {
        let moves = at.moves(game);
        if moves.is_empty() {
            return line;
        }
        let mv = moves[random.random_range(0..moves.len())];
        line.push((at, mv));
        assert!(line.len() <= G::MAX_PLIES as usize, "the game must end within {} plies", G::MAX_PLIES);
        at = at.after(game, mv);
    }
}
