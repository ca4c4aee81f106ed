//! What is drawn by lot: where games begin, and moves from there.

use crate::game::Situation;
use crate::plugin::Plugin;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Whether no two games need begin alike.
pub(crate) fn begins_by_lot<G: Plugin>(game: &G) -> bool {
    // Of eight draws, two differ for any lot worth the name.
    (1..8).any(|seed| drawn_start(game, seed) != drawn_start(game, 0))
}

/// So many plies of a game set the board up: none where the lot has done so.
pub(crate) fn setup_plies<G: Plugin>(game: &G) -> usize {
    if begins_by_lot(game) { 0 } else { G::SETUP_PLIES }
}

/// A start that is drawn from `seed`, where it is drawn at all.
pub(crate) fn drawn_start<G: Plugin>(game: &G, seed: u64) -> Situation<G> {
    G::open(game.variant(), seed).start()
}

/// `plies` random moves after `from` and the situation after them, where the game goes on; a line that ends
/// before is begun again. None where no game is that long.
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
