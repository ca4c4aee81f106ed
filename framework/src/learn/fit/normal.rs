//! [`Normal`]: the normal equations of rows.

use super::super::rows::{Chunk, Rows, sum};
use super::parts::Parts;
use super::{logistic, share};

/// The normal equations, of least squares or of a step of logistic regression.
pub(super) struct Normal<'a> {
    parts: Parts<'a>,
    /// The diagonal of `D` for each row of each part; empty where it is the identity.
    curvature: Vec<Vec<f64>>,
}

impl<'a> Normal<'a> {
    pub(super) fn new(rows: &'a Rows, size: usize, threads: usize) -> Self {
        let parts = Parts::new(rows, size, threads);
        let curvature = vec![Vec::new(); parts.chunks().len()];
        Self { parts, curvature }
    }

    // For each row `of` gives a factor, from its features, its value and its curvature; the sums are of the
    // factors of all rows with that feature.
    fn accumulate(&mut self, of: impl Fn(&[u32], f64, f64) -> f64 + Sync) -> Vec<f64> {
        let curvature = &self.curvature;
        self.parts.summed(|part, chunks, sums| {
            let bends = curvature[part].iter().copied().chain(std::iter::repeat(1.0));
            for ((features, value), bend) in chunks.iter().flat_map(Chunk::iter).zip(bends) {
                let factor = of(features, f64::from(value), bend);
                features.iter().for_each(|&feature| sums[feature as usize] += factor);
            }
        })
    }

    /// How often each feature is there.
    pub(super) fn occurrences(&mut self) -> Vec<f64> {
        self.accumulate(|_, _, _| 1.0)
    }

    /// What each row lacks, told by its sum and its value, by feature.
    pub(super) fn lacking(&mut self, weights: &[f64], lacks: impl Fn(f64, f64) -> f64 + Sync) -> Vec<f64> {
        self.accumulate(|features, value, _| lacks(sum(features, weights), value))
    }

    /// The loss of logistic regression with these weights.
    pub(super) fn loss(&self, weights: &[f64]) -> f64 {
        let of = |(features, value): (&[u32], f32)| {
            let odds = sum(features, weights);
            // The logarithm of 1 + e^odds, which is odds itself where that overflows.
            odds.max(0.0) + (-odds.abs()).exp().ln_1p() - share(f64::from(value)) * odds
        };
        let mut losses = vec![Vec::new(); self.parts.chunks().len()];
        self.parts.each(&mut losses, |_, chunks, loss| {
            loss.push(chunks.iter().flat_map(Chunk::iter).map(of).sum());
        });
        losses.iter().flatten().sum()
    }

    /// Its gradient, downwards.
    pub(super) fn gradient(&mut self, weights: &[f64]) -> Vec<f64> {
        self.lacking(weights, |sum, value| share(value) - logistic(sum))
    }

    /// Takes its curvature at these weights; before, it is that of least squares.
    pub(super) fn bend(&mut self, weights: &[f64]) {
        self.parts.each(&mut self.curvature, |_, chunks, curvature| {
            curvature.clear();
            curvature.extend(chunks.iter().flat_map(Chunk::iter).map(|(features, _)| {
                let share = logistic(sum(features, weights));
                share * (1.0 - share)
            }));
        });
    }

    /// That curvature times a vector.
    pub(super) fn image(&mut self, along: &[f64]) -> Vec<f64> {
        self.accumulate(|features, _, bend| bend * sum(features, along))
    }

    /// Its diagonal, but that what is there `k` times in a position counts `k` times, not `k * k` times.
    pub(super) fn diagonal(&mut self) -> Vec<f64> {
        self.accumulate(|_, _, bend| bend)
    }
}
