//! [`Folded`]: one position for all its images.

use crate::game::Game;

/// The image of a position that has the smallest key.
#[derive(Debug)]
pub(super) struct Folded<G: Game> {
    pub(super) key: u64,
    pub(super) position: G::Position,
}

// Not derived: the derives would ask the same of `G` itself.
impl<G: Game> Clone for Folded<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Folded<G> {}

impl<G: Game> Folded<G> {
    pub(super) fn new(game: &G, position: &G::Position) -> Self {
        let images = (0..G::SYMMETRIES).map(|symmetry| game.image(position, symmetry));
        let keyed = images.map(|position| Self { key: game.key(&position), position });
        keyed.min_by_key(|folded| folded.key).expect("the identity is a symmetry")
    }
}

/// The smallest key, and the symmetries that lead to the image that has it: several where the position is its
/// own image.
pub(super) fn ways<G: Game>(game: &G, position: &G::Position) -> (u64, Vec<usize>) {
    let keys: Vec<u64> =
        (0..G::SYMMETRIES).map(|symmetry| game.key(&game.image(position, symmetry))).collect();
    let least = *keys.iter().min().expect("the identity is a symmetry");
    (least, (0..G::SYMMETRIES).filter(|&symmetry| keys[symmetry] == least).collect())
}
