//! Which move is played, as something to learn: the moves of positions as rows, and how often weights put the one that was played first.

use super::features::Features;
use super::fit::each_choice;
use super::positions::ordered;
use super::rows::{Chunk, Rows, sum};
use crate::evaluator::{Evaluator, View};
use crate::game::Game;
use crate::plugin::{EvaluatorVisitor, Plugin};

/// Moves that are compared, at positions where one was played.
#[derive(Clone, Debug)]
pub(super) struct Compared<G: Game> {
    /// As [`Choices`](super::fit::Choices) reads them.
    pub(super) rows: Rows,
    /// The same, as positions and moves, that which was played first.
    pub(super) positions: Vec<(G::Position, Vec<G::Move>)>,
}

/// So many positions make a chunk of rows.
const POSITIONS: usize = 64;

impl<G: Game> Compared<G> {
    /// Of positions, each with the [index](Game::index) of what was played. They are kept if `keep` says so.
    pub(super) fn new<F: Features<G>>(
        (game, features): (&G, &F),
        played: &[(G::Position, u16)],
        keep: bool,
        threads: usize,
    ) -> Self {
        let pieces: Vec<_> = played.chunks(POSITIONS).collect();
        let piece = |number: usize| {
            let (mut chunk, mut positions) = (Chunk::default(), Vec::new());
            for (position, index) in pieces[number] {
                let moves = compared((game, features), position, *index, &mut chunk);
                if keep && !moves.is_empty() {
                    positions.push((*position, moves));
                }
            }
            assert!(chunk.is_within(features.move_weights()), "features are indices into the tables");
            (chunk, positions)
        };
        let (chunks, positions): (Vec<Chunk>, Vec<_>) =
            ordered(pieces.len(), threads, piece).into_iter().unzip();
        Self { rows: Rows(chunks), positions: positions.into_iter().flatten().collect() }
    }

    /// Of how many positions.
    pub(super) fn len(&self) -> u64 {
        let mut positions = 0;
        each_choice(&self.rows.0, |_| positions += 1);
        positions
    }

    /// How often the move that was played has the largest sum of weights. Of equal ones each counts for its part.
    pub(super) fn first(&self, weights: &[f64]) -> f64 {
        let mut first = Mean::default();
        each_choice(&self.rows.0, |moves| {
            first.add(part_of_first(moves.iter().map(|row| sum(row, weights))))
        });
        first.mean()
    }

    /// How often one drawn by lot is it.
    pub(super) fn by_lot(&self) -> f64 {
        let mut first = Mean::default();
        each_choice(&self.rows.0, |moves| first.add(1.0 / moves.len() as f64));
        first.mean()
    }
}

// Appends the moves of a position to the rows, and returns them, unless there is no choice or what was played is not among them.
fn compared<G: Game, F: Features<G>>(
    (game, features): (&G, &F),
    position: &G::Position,
    played: u16,
    chunk: &mut Chunk,
) -> Vec<G::Move> {
    let mut rows: Vec<(G::Move, Vec<u32>)> = Vec::new();
    features.find_moves(game, position, &mut |mv, features| rows.push((mv, features.to_vec())));
    let Some(first) = rows.iter().position(|(mv, _)| game.index(*mv) == usize::from(played)) else {
        return Vec::new();
    };
    if rows.len() < 2 {
        return Vec::new();
    }
    rows.swap(0, first);
    for (number, (_, features)) in rows.iter().enumerate() {
        chunk.push(if number == 0 { 1.0 } else { 0.0 }, |found| found.extend(features));
    }
    rows.into_iter().map(|(mv, _)| mv).collect()
}

/// How often an evaluator's order puts first what was played; nothing if it does not order moves.
pub(super) struct FirstInOrder<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) positions: &'a [(G::Position, Vec<G::Move>)],
}

impl<G: Plugin> EvaluatorVisitor<G> for FirstInOrder<'_, G> {
    type Output = Option<f64>;

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Option<f64> {
        if !E::ORDERS {
            return None;
        }
        let mut first = Mean::default();
        for (position, moves) in self.positions {
            let state = &evaluator.state(self.game, position);
            let mut priors = vec![0; moves.len()];
            evaluator.order(View { game: self.game, position, state }, moves, &mut priors);
            first.add(part_of_first(priors.into_iter().map(f64::from)));
        }
        Some(first.mean())
    }
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        (self.sum, self.count) = (self.sum + value, self.count + 1.0);
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}

// 1 if the first of these is the largest, its part if others are as large.
fn part_of_first(values: impl Iterator<Item = f64>) -> f64 {
    let mut values = values;
    let first = values.next().unwrap_or_default();
    let mut equal = 1.0;
    for other in values {
        if other > first {
            return 0.0;
        }
        if other == first {
            equal += 1.0;
        }
    }
    1.0 / equal
}

#[cfg(test)]
mod tests {
    use super::part_of_first;

    #[test]
    fn equal_moves_share_the_first_place() {
        let part = |values: &[f64]| part_of_first(values.iter().copied());
        assert_eq!(
            (part(&[2.0, 1.0]), part(&[1.0, 2.0]), part(&[2.0, 1.0, 2.0, 2.0])),
            (1.0, 0.0, 1.0 / 3.0)
        );
    }
}
