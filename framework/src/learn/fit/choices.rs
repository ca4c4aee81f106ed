//! [`Choices`]: which of several moves was played.
//!
//! A move is played with a probability of `e` to the sum of its weights, over the sum of that for all moves that it is compared with: the
//! conditional logit of McFadden (1974), used for moves of Go by Coulom (2007).

use super::super::rows::{Chunk, Rows, sum};
use super::Loss;
use super::parts::Parts;

/// Rows for the moves of positions, those of one position one after another: the move played first, with a value of 1, then the others, with 0.
pub(in super::super) struct Choices<'a> {
    /// A chunk has whole positions.
    parts: Parts<'a>,
    /// The probability of each row of each part.
    shares: Vec<Vec<f64>>,
}

/// Visits the moves of each position.
pub(in super::super) fn each_choice<'a>(
    chunks: impl IntoIterator<Item = &'a Chunk>,
    mut visit: impl FnMut(&[&'a [u32]]),
) {
    let mut moves = Vec::new();
    for (features, value) in chunks.into_iter().flat_map(Chunk::iter) {
        if value > 0.0 && !moves.is_empty() {
            visit(&moves);
            moves.clear();
        }
        moves.push(features);
    }
    if !moves.is_empty() {
        visit(&moves);
    }
}

impl<'a> Choices<'a> {
    /// Of `rows` with features below `size`.
    pub(super) fn new(rows: &'a Rows, size: usize, threads: usize) -> Self {
        let parts = Parts::new(rows, size, threads);
        let shares = vec![Vec::new(); parts.chunks().len()];
        Self { parts, shares }
    }
}

// Appends the probability of each move; returns the logarithm of that of the first.
fn push_shares(moves: &[&[u32]], weights: &[f64], shares: &mut Vec<f64>) -> f64 {
    let begin = shares.len();
    shares.extend(moves.iter().map(|features| sum(features, weights)));
    let shares = &mut shares[begin..];
    let (first, largest) = (shares[0], shares.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    shares.iter_mut().for_each(|share| *share = (*share - largest).exp());
    let all: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    first - largest - all.ln()
}

fn add(sums: &mut [f64], features: &[u32], factor: f64) {
    features.iter().for_each(|&feature| sums[feature as usize] += factor);
}

impl Loss for Choices<'_> {
    fn loss(&self, weights: &[f64]) -> f64 {
        let (mut loss, mut shares) = (0.0, Vec::new());
        each_choice(self.parts.chunks().iter().copied().flatten(), |moves| {
            shares.clear();
            loss -= push_shares(moves, weights, &mut shares);
        });
        loss
    }

    fn gradient(&mut self, weights: &[f64]) -> Vec<f64> {
        self.parts.summed(|_, chunks, sums| {
            let mut shares = Vec::new();
            each_choice(chunks, |moves| {
                shares.clear();
                push_shares(moves, weights, &mut shares);
                add(sums, moves[0], 1.0);
                moves.iter().zip(&shares).for_each(|(features, share)| add(sums, features, -share));
            });
        })
    }

    fn bend(&mut self, weights: &[f64]) {
        self.parts.each(&mut self.shares, |_, chunks, shares| {
            shares.clear();
            each_choice(chunks, |moves| _ = push_shares(moves, weights, shares));
        });
    }

    // For each position the covariance of its rows, as they are played.
    fn image(&mut self, along: &[f64]) -> Vec<f64> {
        let shares = &self.shares;
        self.parts.summed(|part, chunks, sums| {
            let mut shares = shares[part].as_slice();
            let mut lengths = Vec::new();
            each_choice(chunks, |moves| {
                let (own, rest) = shares.split_at(moves.len());
                shares = rest;
                lengths.clear();
                lengths.extend(moves.iter().map(|features| sum(features, along)));
                let mean: f64 = lengths.iter().zip(own).map(|(length, share)| length * share).sum();
                for ((features, length), share) in moves.iter().zip(&lengths).zip(own) {
                    add(sums, features, share * (length - mean));
                }
            });
        })
    }

    // That of the covariance, as if no two moves of a position had a feature in common.
    fn diagonal(&mut self) -> Vec<f64> {
        let shares = &self.shares;
        self.parts.summed(|part, chunks, sums| {
            let rows = chunks.iter().flat_map(Chunk::iter);
            for ((features, _), share) in rows.zip(&shares[part]) {
                add(sums, features, share * (1.0 - share));
            }
        })
    }
}
