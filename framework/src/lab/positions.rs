//! [`positions`]: the positions of a comparison.

use crate::plugin::Plugin;
use crate::positions::{Phase, built_in, drawn_moves};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// `count` different positions of a game, the start first, then those that come with the game, evenly over
/// its phases. Where these are not enough, the rest is drawn by lot: from early, middle and late in random
/// games.
pub fn positions<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<String> {
    let start = game.start();
    let mut found: Vec<String> = Vec::new();
    for text in std::iter::once(game.position_text(&start)).chain(evenly(game)).take(count) {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    // A game with few positions has no more than it has.
    for number in 0..10 * count {
        if found.len() == count {
            break;
        }
        let plies = number % 4 * 12 + number / 4 % 3 * 4;
        let drawn = drawn_moves(game, &start, plies, &mut random).map_or(start, |(_, at)| at);
        let text = game.position_text(&drawn);
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

// One of each phase, and again.
fn evenly<G: Plugin>(game: &G) -> Vec<String> {
    let all = built_in(game);
    let of = |phase: Phase| all.iter().filter(move |(of, _)| *of == phase).map(|(_, at)| at);
    let [mut opening, mut middle, mut late] = Phase::ALL.map(of);
    let rounds = std::iter::from_fn(|| {
        let round = [opening.next(), middle.next(), late.next()];
        round.iter().any(Option::is_some).then_some(round)
    });
    rounds.flatten().flatten().map(|at| game.position_text(at)).collect()
}
