//! [`Errors`]: what learned weights, and the hand-made evaluator, are measured by.

use super::fit::{Method, logistic, share};

/// How far values are from labels.
pub(super) struct Errors {
    pub(super) mean_absolute: f64,
    pub(super) root_mean_square: f64,
    /// The mean absolute error of who knows nothing.
    pub(super) nothing: f64,
}

impl Errors {
    /// Of values with their labels. Of wins, as shares; odds are made `steepness` times as long for that.
    pub(super) fn of(pairs: &[(f64, f64)], method: Method, steepness: f64) -> Self {
        let error = |&(value, label): &(f64, f64)| match method {
            Method::LeastSquares => value - label,
            Method::Logistic => logistic(steepness * value) - share(label),
        };
        let half = if method == Method::Logistic { 0.5 } else { 1.0 };
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
            pairs.iter().map(of).fold(0.0, |sum, of| sum + of) / (pairs.len() as f64).max(1.0)
        };
        Self {
            mean_absolute: figure(mean(&|pair| error(pair).abs())),
            root_mean_square: figure(mean(&|pair| error(pair).powi(2)).sqrt()),
            nothing: figure(mean(&|(_, label)| half * label.abs())),
        }
    }
}

// Six decimals, which every file gives back as they were.
fn figure(error: f64) -> f64 {
    (error * 1e6).round() / 1e6
}

/// A hand-made value is no logarithm of odds, but may grow as one does: this is how fast, as the very
/// positions say that it is measured by. That favours it.
pub(super) fn steepness(pairs: &[(f64, f64)], method: Method) -> f64 {
    const STEPS: usize = 30;
    if method == Method::LeastSquares {
        return 1.0;
    }
    // Of any unit: what it is measured in does not matter.
    let typical = pairs.iter().map(|(value, _)| value.abs()).sum::<f64>() / (pairs.len() as f64).max(1.0);
    let unit = typical.max(1e-9);
    let mut steepness = 0.0;
    for _ in 0..STEPS {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for (value, label) in pairs {
            let (value, probability) = (value / unit, logistic(steepness * value / unit));
            slope += value * (share(*label) - probability);
            bend += value * value * probability * (1.0 - probability);
        }
        steepness = (steepness + (slope / bend).clamp(-1.0, 1.0)).clamp(0.0, 100.0);
    }
    steepness / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_values_are_in_their_unit_and_those_of_wins_in_shares() {
        let of = |pairs: &[(f64, f64)], method, steepness| {
            let errors = Errors::of(pairs, method, steepness);
            [errors.mean_absolute, errors.root_mean_square, errors.nothing]
        };
        let pairs = [(3.0, 2.0), (-1.0, 6.0)];
        assert_eq!(of(&pairs, Method::LeastSquares, 9.0), [4.0, 5.0, 4.0]);
        // Even odds of what was won and what was lost; then odds of three to one, and of nine to one.
        assert_eq!(of(&[(0.0, 1.0), (0.0, -1.0)], Method::Logistic, 1.0), [0.5; 3]);
        let three_to_one = [(3_f64.ln(), 1.0), (3_f64.ln(), -1.0)];
        assert_eq!(of(&three_to_one, Method::Logistic, 1.0), [0.5, 0.559_017, 0.5]);
        assert_eq!(of(&three_to_one[..1], Method::Logistic, 2.0), [0.1, 0.1, 0.5]);
    }

    #[test]
    fn the_hand_made_value_is_made_as_steep_as_wins_say() {
        // Three of four are won at 200, one of four at -200.
        let pairs: Vec<(f64, f64)> = [(200.0, 1.0), (200.0, 1.0), (200.0, 1.0), (200.0, -1.0)]
            .into_iter()
            .flat_map(|(value, label)| [(value, label), (-value, -label)])
            .collect();
        let found = steepness(&pairs, Method::Logistic);
        assert!((logistic(200.0 * found) - 0.75).abs() < 1e-6, "{found}");
    }
}
