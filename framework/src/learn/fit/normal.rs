//! [`Normal`]: rows with a value each.

use super::super::rows::{Chunk, Rows, sum};
use super::{Loss, in_parts, logistic, share, summed};

/// The normal equations, of least squares or of a step of logistic regression.
pub(super) struct Normal<'a> {
    /// The chunks of rows of each part.
    parts: Vec<&'a [Chunk]>,
    /// The diagonal of `D` for each row of each part; empty where it is the identity.
    curvature: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    size: usize,
    threads: usize,
}

impl<'a> Normal<'a> {
    pub(super) fn new(rows: &'a Rows, size: usize, threads: usize) -> Self {
        let parts = in_parts(rows);
        let curvature = vec![Vec::new(); parts.len()];
        let sums = vec![vec![0.0; size]; parts.len()];
        Self { parts, curvature, sums, size, threads }
    }

    // For each row `of` gives a factor, from its features, its value and its curvature; the sums are of the factors of all rows with that feature.
    fn accumulate(&mut self, of: impl Fn(&[u32], f64, f64) -> f64 + Sync) -> Vec<f64> {
        let (parts, curvature) = (&self.parts, &self.curvature);
        summed(&mut self.sums, self.size, self.threads, |part, sums| {
            let bends = curvature[part].iter().copied().chain(std::iter::repeat(1.0));
            for ((features, value), bend) in parts[part].iter().flat_map(Chunk::iter).zip(bends) {
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
}

/// Of logistic regression; the curvature that of least squares before it is bent.
impl Loss for Normal<'_> {
    fn loss(&self, weights: &[f64]) -> f64 {
        let mut loss = 0.0;
        for (features, value) in self.parts.iter().flat_map(|part| part.iter()).flat_map(Chunk::iter) {
            let odds = sum(features, weights);
            // The logarithm of 1 + e^odds, which is odds itself where that overflows.
            loss += odds.max(0.0) + (-odds.abs()).exp().ln_1p() - share(f64::from(value)) * odds;
        }
        loss
    }

    fn gradient(&mut self, weights: &[f64]) -> Vec<f64> {
        self.lacking(weights, |sum, value| share(value) - logistic(sum))
    }

    fn bend(&mut self, weights: &[f64]) {
        for (part, curvature) in self.parts.iter().zip(&mut self.curvature) {
            curvature.clear();
            curvature.extend(part.iter().flat_map(Chunk::iter).map(|(features, _)| {
                let share = logistic(sum(features, weights));
                share * (1.0 - share)
            }));
        }
    }

    fn image(&mut self, along: &[f64]) -> Vec<f64> {
        self.accumulate(|features, _, bend| bend * sum(features, along))
    }

    fn diagonal(&mut self) -> Vec<f64> {
        self.accumulate(|_, _, bend| bend)
    }
}
