//! [`Estimate`]: a mean, and how far it can be trusted.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean over positions with the interval that holds the true one with 95 %, by Student's t.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean: arithmetic for quantities, geometric for ratios.
    pub mean: f64,
    /// The lower end of the interval; none of a single value.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How many values it is the mean of.
    pub n: usize,
}

impl Estimate {
    /// The arithmetic mean; none of nothing.
    pub fn mean(values: &[f64]) -> Option<Self> {
        let n = values.len();
        let mean = values.iter().sum::<f64>() / n as f64;
        let half = half_width(values, mean);
        let ends = |end: f64| half.map(|half| mean + end * half);
        (n > 0).then(|| Self { mean, low: ends(-1.0), high: ends(1.0), n })
    }

    /// The arithmetic mean of shares of a whole: its interval holds nothing below 0 and above 1, which no
    /// share can be.
    pub fn share(values: &[f64]) -> Option<Self> {
        let Self { mean, low, high, n } = Self::mean(values)?;
        let within = |end: Option<f64>| end.map(|end| end.clamp(0.0, 1.0));
        Some(Self { mean, low: within(low), high: within(high), n })
    }

    /// The geometric mean, for ratios; none of nothing, or where a value is not above 0.
    pub fn geometric(values: &[f64]) -> Option<Self> {
        if values.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        let Self { mean, low, high, n } = Self::mean(&logarithms)?;
        Some(Self { mean: mean.exp(), low: low.map(f64::exp), high: high.map(f64::exp), n })
    }
}

// Half the width of the 95 % interval of the mean.
fn half_width(values: &[f64], mean: f64) -> Option<f64> {
    let freedom = values.len().checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / freedom;
    let student = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    Some(student.inverse_cdf(0.975) * (variance / values.len() as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-3 * expected.abs())
    }

    #[test]
    fn the_interval_is_students() {
        // Five values, standard deviation 1.5811; t(0.975, 4) = 2.7764 (any table).
        let five = Estimate::mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((five.mean, five.n), (3.0, 5));
        assert!(close(five.low, 3.0 - 1.9632) && close(five.high, 3.0 + 1.9632), "{five:?}");
        // Two values: t(0.975, 1) = 12.7062.
        let two = Estimate::mean(&[10.0, 12.0]).unwrap();
        assert!(close(two.high, 11.0 + 12.7062), "{two:?}");
    }

    #[test]
    fn ratios_are_averaged_by_their_logarithms() {
        let ratios = Estimate::geometric(&[0.5, 2.0]).unwrap();
        assert!(close(Some(ratios.mean), 1.0) && close(ratios.low.zip(ratios.high).map(|(a, b)| a * b), 1.0));
        let same = Estimate::geometric(&[0.25; 8]).unwrap();
        assert!(close(same.low, 0.25) && close(same.high, 0.25));
    }

    #[test]
    fn the_interval_of_a_share_holds_shares_alone() {
        let wide = Estimate::share(&[0.2, 0.9]).unwrap();
        assert_eq!((wide.mean, wide.low, wide.high, wide.n), (0.55, Some(0.0), Some(1.0), 2));
        let narrow = [0.4, 0.5, 0.6];
        assert_eq!(Estimate::share(&narrow), Estimate::mean(&narrow));
    }

    #[test]
    fn one_value_has_no_interval_and_none_no_mean() {
        let one = Estimate::mean(&[7.0]).unwrap();
        assert_eq!((one.mean, one.low, one.high, one.n), (7.0, None, None, 1));
        assert_eq!(Estimate::mean(&[]), None);
        assert_eq!(Estimate::geometric(&[1.0, 0.0]), None);
    }
}
