//! [`fitted`]: the weights with which sums of features come nearest to values.
//!
//! Both methods solve `(A'DA + penalty) x = g`, where the rows of `A` are positions and its columns weights,
//! by conjugate gradients (Hestenes and Stiefel 1952) with nearly the diagonal as preconditioner: `A'DA` is
//! never formed, so memory stays that of the rows. Least squares is one such system, with `D` the identity; a
//! step of Newton's method for logistic regression is another.

mod normal;
mod parts;
#[cfg(test)]
mod tests;

use super::recipe::Fit;
use super::rows::Rows;
use normal::Normal;

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

/// What weights keep to where rows say little: as if it had been told by so many rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prior<'a> {
    pub(super) weights: &'a [f64],
    pub(super) penalty: f64,
}

/// Weights for `rows` that differ from `prior` as little as its penalty asks. The result does not depend on
/// the number of threads.
pub(super) fn fitted(rows: &Rows, prior: Prior<'_>, method: Method, fit: &Fit, threads: usize) -> Fitted {
    let mut normal = Normal::new(rows, prior.weights.len(), threads);
    let seen = normal.occurrences().iter().filter(|&&count| count > 0.0).count();
    let mut fitted = Fitted { weights: prior.weights.to_vec(), seen, iterations: 0 };
    match method {
        Method::LeastSquares => {
            let gradient = normal.lacking(&fitted.weights, |sum, value| value - sum);
            step(&mut normal, &gradient, prior.penalty, fit, &mut fitted);
        }
        Method::Logistic => newton(&mut normal, prior, fit, &mut fitted),
    }
    fitted
}

/// Newton's steps at most: each doubles the digits.
const STEPS: usize = 12;

fn newton(normal: &mut Normal<'_>, prior: Prior<'_>, fit: &Fit, fitted: &mut Fitted) {
    let far = |weights: &[f64]| {
        weights.iter().zip(prior.weights).map(|(weight, prior)| (weight - prior).powi(2)).sum::<f64>()
    };
    let whole =
        |normal: &Normal<'_>, weights: &[f64]| normal.loss(weights) + prior.penalty / 2.0 * far(weights);
    let mut first = None;
    let mut before = whole(normal, &fitted.weights);
    for _ in 0..STEPS {
        let mut gradient = normal.gradient(&fitted.weights);
        for (slope, (weight, before)) in gradient.iter_mut().zip(fitted.weights.iter().zip(prior.weights)) {
            *slope -= prior.penalty * (weight - before);
        }
        let size = dot(&gradient, &gradient);
        if size <= fit.tolerance.powi(2) * *first.get_or_insert(size) {
            return;
        }
        normal.bend(&fitted.weights);
        let from = fitted.weights.clone();
        step(normal, &gradient, prior.penalty, fit, fitted);
        // Far from the minimum a whole step may lead too far.
        let mut now = whole(normal, &fitted.weights);
        for _ in 0..STEPS {
            if now <= before {
                break;
            }
            fitted.weights.iter_mut().zip(&from).for_each(|(weight, from)| *weight = weight.midpoint(*from));
            now = whole(normal, &fitted.weights);
        }
        before = now;
    }
}

// Adds the solution for the right-hand side `gradient` to the weights.
fn step(normal: &mut Normal<'_>, gradient: &[f64], penalty: f64, fit: &Fit, fitted: &mut Fitted) {
    let diagonal = normal.diagonal();
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
        let mut image = normal.image(&direction);
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

/// The share of a win that a value is.
pub(super) fn share(value: f64) -> f64 {
    f64::midpoint(value, 1.0)
}

/// The probability with these odds.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
