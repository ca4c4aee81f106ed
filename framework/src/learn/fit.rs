//! [`fitted`]: the weights with which sums of features come nearest to values.
//!
//! Both methods solve `(A'DA + penalty) x = g`, where the rows of `A` are positions and its columns weights, by conjugate gradients (Hestenes
//! and Stiefel 1952) with the diagonal as preconditioner: `A'DA` is never formed, so memory stays that of the rows. Least squares is one such
//! system, with `D` the identity; a step of Newton's method for logistic regression is another.

use super::recipe::Fit;
use super::rows::{Chunk, Rows, sum};
use std::thread;

/// What was fitted, and how far it got.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fitted {
    /// The weights.
    pub(super) weights: Vec<f64>,
    /// How many of them were seen in any row.
    pub(super) seen: usize,
    /// Steps of conjugate gradients.
    pub(super) iterations: u32,
}

/// How values are fitted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// The sum is the value.
    LeastSquares,
    /// The sum is the logarithm of the odds of a win; a value of 1 is one, -1 a loss.
    Logistic,
}

/// Weights for `rows` that differ from `prior` as little as `penalty` asks, in positions that would have told it. The result does not depend
/// on the number of threads.
pub(super) fn fitted(
    rows: &Rows,
    prior: &[f64],
    penalty: f64,
    method: Method,
    fit: &Fit,
    threads: usize,
) -> Fitted {
    let mut normal = Normal::new(rows, prior.len(), penalty, threads);
    let seen = normal.occurrences().iter().filter(|&&count| count > 0.0).count();
    let mut fitted = Fitted { weights: prior.to_vec(), seen, iterations: 0 };
    match method {
        Method::LeastSquares => {
            let gradient = normal.gradient(&fitted.weights, |sum, value| value - sum);
            normal.step(&gradient, fit, &mut fitted);
        }
        Method::Logistic => newton(&mut normal, prior, fit, &mut fitted),
    }
    fitted
}

/// Newton's steps at most: each doubles the digits.
const STEPS: usize = 12;

fn newton(normal: &mut Normal<'_>, prior: &[f64], fit: &Fit, fitted: &mut Fitted) {
    let mut first = None;
    for _ in 0..STEPS {
        let mut gradient = normal.gradient(&fitted.weights, |sum, value| share(value) - logistic(sum));
        for (slope, (weight, prior)) in gradient.iter_mut().zip(fitted.weights.iter().zip(prior)) {
            *slope -= normal.penalty * (weight - prior);
        }
        let size = dot(&gradient, &gradient);
        if size <= fit.tolerance.powi(2) * *first.get_or_insert(size) {
            return;
        }
        let before = normal.loss(&fitted.weights, prior);
        normal.bend(&fitted.weights);
        let from = fitted.weights.clone();
        normal.step(&gradient, fit, fitted);
        // Far from the minimum a whole step may lead too far.
        for _ in 0..STEPS {
            if normal.loss(&fitted.weights, prior) <= before {
                break;
            }
            fitted.weights.iter_mut().zip(&from).for_each(|(weight, from)| *weight = weight.midpoint(*from));
        }
    }
}

/// The share of a win that a value is.
pub(super) fn share(value: f64) -> f64 {
    f64::midpoint(value, 1.0)
}

/// The probability with these odds.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Sums are taken in so many parts, which are added up in their order: the number of threads makes no difference.
const PARTS: usize = 16;

/// The normal equations.
struct Normal<'a> {
    /// The chunks of rows of each part.
    parts: Vec<&'a [Chunk]>,
    /// The diagonal of `D` for each row of each part; empty where it is the identity.
    curvature: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    penalty: f64,
    threads: usize,
}

impl<'a> Normal<'a> {
    fn new(rows: &'a Rows, size: usize, penalty: f64, threads: usize) -> Self {
        let parts: Vec<&[Chunk]> = rows.0.chunks(rows.0.len().div_ceil(PARTS).max(1)).collect();
        let curvature = vec![Vec::new(); parts.len()];
        let sums = vec![vec![0.0; size]; parts.len()];
        Self { parts, curvature, sums, penalty, threads }
    }

    // For each row `of` gives a factor, from its features, its value and its curvature; the sums are of the factors of all rows with that feature.
    fn accumulate(&mut self, size: usize, of: impl Fn(&[u32], f64, f64) -> f64 + Sync) -> Vec<f64> {
        let each = self.parts.len().div_ceil(self.threads.max(1)).max(1);
        let (parts, curvature, of) = (&self.parts, &self.curvature, &of);
        thread::scope(|scope| {
            for (number, sums) in self.sums.chunks_mut(each).enumerate() {
                let (parts, curvature) = (&parts[number * each..], &curvature[number * each..]);
                scope.spawn(move || {
                    for ((sums, part), curvature) in sums.iter_mut().zip(parts).zip(curvature) {
                        sums.fill(0.0);
                        let bends = curvature.iter().copied().chain(std::iter::repeat(1.0));
                        for ((features, value), bend) in part.iter().flat_map(Chunk::iter).zip(bends) {
                            let factor = of(features, f64::from(value), bend);
                            features.iter().for_each(|&feature| sums[feature as usize] += factor);
                        }
                    }
                });
            }
        });
        let mut total = vec![0.0; size];
        for sums in &self.sums {
            total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        }
        total
    }

    fn occurrences(&mut self) -> Vec<f64> {
        self.accumulate(self.size(), |_, _, _| 1.0)
    }

    fn size(&self) -> usize {
        self.sums.first().map_or(0, Vec::len)
    }

    // What each row lacks, by feature.
    fn gradient(&mut self, weights: &[f64], lacks: impl Fn(f64, f64) -> f64 + Sync) -> Vec<f64> {
        self.accumulate(weights.len(), |features, value, _| lacks(sum(features, weights), value))
    }

    // Takes the curvature of the logistic loss at `weights`.
    fn bend(&mut self, weights: &[f64]) {
        for (part, curvature) in self.parts.iter().zip(&mut self.curvature) {
            curvature.clear();
            curvature.extend(part.iter().flat_map(Chunk::iter).map(|(features, _)| {
                let share = logistic(sum(features, weights));
                share * (1.0 - share)
            }));
        }
    }

    fn loss(&self, weights: &[f64], prior: &[f64]) -> f64 {
        let mut loss = 0.0;
        for (features, value) in self.parts.iter().flat_map(|part| part.iter()).flat_map(Chunk::iter) {
            let odds = sum(features, weights);
            // The logarithm of 1 + e^odds, which is odds itself where that overflows.
            loss += odds.max(0.0) + (-odds.abs()).exp().ln_1p() - share(f64::from(value)) * odds;
        }
        let far = weights.iter().zip(prior).map(|(weight, prior)| (weight - prior).powi(2)).sum::<f64>();
        loss + self.penalty / 2.0 * far
    }

    // Adds the solution for the right-hand side `gradient` to the weights.
    fn step(&mut self, gradient: &[f64], fit: &Fit, fitted: &mut Fitted) {
        let size = gradient.len();
        let penalty = self.penalty;
        let diagonal = self.accumulate(size, |_, _, bend| bend);
        let scaled = |rest: &[f64]| -> Vec<f64> {
            rest.iter().zip(&diagonal).map(|(rest, diagonal)| rest / (diagonal + penalty)).collect()
        };
        let mut rest = gradient.to_vec();
        let mut direction = scaled(&rest);
        let mut size_of_rest = dot(&rest, &direction);
        let enough = fit.tolerance.powi(2) * size_of_rest;
        for _ in 0..fit.iterations {
            if size_of_rest <= enough {
                return;
            }
            fitted.iterations += 1;
            let mut image = self.accumulate(size, |features, _, bend| bend * sum(features, &direction));
            image.iter_mut().zip(&direction).for_each(|(image, along)| *image += penalty * along);
            let length = size_of_rest / dot(&direction, &image);
            for (weight, along) in fitted.weights.iter_mut().zip(&direction) {
                *weight += length * along;
            }
            rest.iter_mut().zip(&image).for_each(|(rest, image)| *rest -= length * image);
            let next = scaled(&rest);
            let size_of_next = dot(&rest, &next);
            let turn = size_of_next / size_of_rest;
            size_of_rest = size_of_next;
            direction.iter_mut().zip(next).for_each(|(along, next)| *along = next + turn * *along);
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
