//! What the tests of anyply share: random games, a way to visit all games, a dummy game to test the search
//! with, and the program as people run it.

pub mod benches;
pub mod discs_and_moves;
pub mod every;
pub mod making;
pub mod others;
pub mod program;
pub mod prompt;
pub mod settings;
pub mod spsa;
pub mod tree;

pub use tree::{Tree, TreeEvaluator, TreeMove, TreeNode};

use anyply_framework::positions::PositionMaker;
use anyply_framework::search::{Limits, Report, Search, SearchConfig, Stop};
use anyply_framework::{Engine, Evaluator, Game, Resources, Score, Situation, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How the built-in positions of every game were made, and how many there are of each phase.
pub const POSITIONS_MADE: PositionMaker = PositionMaker { seed: 1, depth: 3 };
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

/// A search from the start of a game, with a small table.
///
/// # Panics
/// If there is no memory for it.
pub fn search<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    evaluator: &E,
    config: &SearchConfig,
    threads: usize,
    depth: Option<u32>,
) -> Report<G> {
    let resources = Resources { hash: 1 << 16, threads, ..Resources::default() };
    let limits = Limits { depth, ..Limits::default() };
    Search::new(game.clone(), evaluator.clone(), config.clone(), resources).expect("memory").search(
        &game.start(),
        &limits,
        &Stop::default(),
        &mut (),
    )
}

/// Wins claimed are played out by the rules alone: whatever the loser does, the winner's moves win in time.
pub fn verify_win<G: Game>(game: &G, position: &G::Position, plies: u32, winner_moves: bool) -> bool {
    if let Some(result) = game.terminal(position) {
        return result == if winner_moves { Score::WIN } else { Score::LOSS };
    }
    let moves = game.moves(position);
    let leads = |&mv: &G::Move| {
        let mut child = *position;
        let turn = game.play(&mut child, mv);
        plies > 0 && verify_win(game, &child, plies - 1, winner_moves == (turn == Turn::Again))
    };
    if winner_moves { moves.iter().any(leads) } else { moves.iter().all(leads) }
}
