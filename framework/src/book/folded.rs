//! [`Folded`]: one position for all its images.

use crate::game::Game;
use crate::symmetry::{image_keys, least_image};

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
        let (key, symmetry) = least_image(game, position);
        Self { key, position: game.image(position, symmetry) }
    }
}

/// The smallest key, and the symmetries that lead to the image that has it: several where the position is its
/// own image.
pub(super) fn ways<G: Game>(game: &G, position: &G::Position) -> (u64, Vec<usize>) {
    let mut images: Vec<(u64, usize)> = image_keys(game, position).collect();
    let &(least, _) = images.iter().min().expect("the identity is a symmetry");
    images.retain(|(key, _)| *key == least);
    (least, images.into_iter().map(|(_, way)| way).collect())
}
