//! [`Features`]: what of a position can be weighed.

use crate::game::Game;
use crate::plugin::Plugin;
use std::fmt::Debug;

/// What an evaluator with learned weights looks at: the value of a position is the sum of the weights of its
/// features.
pub trait Features<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// The evaluator's name, as on the command line.
    const EVALUATOR: &'static str;

    /// In a game without margin, how many hundredths of a point make the odds of a win e times as long: in
    /// what is learned, and about so in what is made by hand and plays first. What searches see becomes
    /// shares of a win by it.
    const CENTS_OF_ODDS: u32 = 100;

    /// The tables of weights. Each exists once for every phase.
    fn tables(&self) -> &[FeatureTable];

    /// The parts of a game that have weights of their own, at least 1.
    fn phases(&self) -> usize;

    /// The part of the game, below [`Features::phases`]. It never goes back in the course of a game.
    fn phase(&self, game: &G, position: &G::Position) -> usize;

    /// Appends the features of a position, seen by the side to move: indices into all tables laid end to end.
    /// One that is there twice counts twice. A position and its images have the same ones.
    fn find(&self, game: &G, position: &G::Position, found: &mut Vec<u32>);

    /// The weights of one phase, all tables together.
    fn weights(&self) -> usize {
        self.tables().iter().map(|table| table.weights).sum()
    }
}

/// A table of weights: those of one kind of feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureTable {
    /// What its features are.
    pub name: &'static str,
    /// How many weights it has.
    pub weights: usize,
}

/// Something to be done with features of any type.
pub trait FeaturesVisitor<G: Plugin> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<F: Features<G>>(self, features: F) -> Self::Output;
}
