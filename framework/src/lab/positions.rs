//! [`positions`]: the positions of a comparison.

use crate::game::Situation;
use crate::plugin::Plugin;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// `count` different positions of a game, the start first, then some from early, middle and late in games drawn at random.
pub fn positions<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<String> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut found: Vec<String> = Vec::new();
    // A game with few positions has no more than it has.
    for number in 0..10 * count {
        if found.len() == count {
            break;
        }
        let plies = number % 4 * 12 + number / 4 % 3 * 4;
        let text = game.position_text(&drawn(game, plies, &mut random));
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

// A situation after `plies` random moves; a game that ends before is begun again.
fn drawn<G: Plugin>(game: &G, plies: usize, random: &mut Pcg64Mcg) -> Situation<G> {
    loop {
        let mut at = game.start();
        for _ in 0..plies {
            let moves = at.moves(game);
            if moves.is_empty() {
                break;
            }
            at = at.after(game, moves[random.random_range(0..moves.len())]);
        }
        if at.outcome(game).is_none() {
            return at;
        }
    }
}
