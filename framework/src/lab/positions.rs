//! [`positions`]: the positions of a comparison.

use crate::game::Situation;
use crate::plugin::Plugin;
use crate::positions::{Phase, built_in};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// `count` different positions of a game, the start first, then those that come with the game, evenly over its phases. Where these are
/// not enough, the rest is drawn by lot: from early, middle and late in random games.
pub fn positions<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<String> {
    let start = game.position_text(&game.start());
    let mut found: Vec<String> = Vec::new();
    for text in std::iter::once(start).chain(evenly(game)).take(count) {
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
        let text = game.position_text(&drawn(game, &game.start(), plies, &mut random));
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

/// A situation `plies` random moves after `from`, where the game goes on; one that ends before is begun again. `from` itself where
/// no game is that long.
pub(crate) fn drawn<G: Plugin>(
    game: &G,
    from: &Situation<G>,
    plies: usize,
    random: &mut Pcg64Mcg,
) -> Situation<G> {
    drawn_moves(game, from, plies, random).map_or(*from, |(_, at)| at)
}

/// The moves to such a situation, and the situation; none where no game is that long.
pub(crate) fn drawn_moves<G: Plugin>(
    game: &G,
    from: &Situation<G>,
    plies: usize,
    random: &mut Pcg64Mcg,
) -> Option<(Vec<G::Move>, Situation<G>)> {
    const ATTEMPTS: usize = 1000;
    for _ in 0..ATTEMPTS {
        let mut at = *from;
        let mut line = Vec::new();
        for _ in 0..plies {
            let moves = at.moves(game);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            line.push(mv);
            at = at.after(game, mv);
        }
        if at.outcome(game).is_none() {
            return Some((line, at));
        }
    }
    None
}
