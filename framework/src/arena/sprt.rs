//! [`Sprt`]: a test of two hypotheses that ends a match as soon as its pairs have decided between them.

use super::elo::{Pairs, expected_share};
use serde::{Deserialize, Serialize};

/// A sequential probability ratio test: after each pair, is the first player `elo0` stronger or `elo1`?
///
/// The test itself is that of A. Wald, "Sequential Tests of Statistical Hypotheses" (Annals of Mathematical
/// Statistics 16, 1945). How often each of the five results of a pair occurs is not known beforehand; so both
/// likelihoods are taken at their greatest for the mean score in question, as in M. Van den Bergh's notes on
/// the generalised test for fishtest ("Comments on Normalized Elo", "The generalized maximum likelihood ratio
/// for the expectation value of a distribution").
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference under the null hypothesis, in logistic Elo points: "no better than this".
    pub elo0: f64,
    /// The difference under the alternative: "at least this much better"; above `elo0`.
    pub elo1: f64,
    /// How often at most the alternative may be accepted where the null hypothesis holds; between 0 and 0.5.
    pub alpha: f64,
    /// How often at most the null hypothesis may be accepted where the alternative holds; between 0 and 0.5.
    pub beta: f64,
}

/// What a test that is over has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The null hypothesis is accepted: no more than `elo0`.
    H0,
    /// The alternative is accepted: `elo1` or more.
    H1,
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A difference that is no number, or outside of what a match could show.
    #[error("{name} is {value}, but a difference is a number between -{MOST} and {MOST} Elo points")]
    Difference {
        /// The name of the field.
        name: &'static str,
        /// What it holds.
        value: f64,
    },
    /// The hypotheses are the same or the wrong way round.
    #[error("elo0 is {elo0} and elo1 is {elo1}, but elo0 must be less than elo1")]
    Order {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// A chance of error that is none, or that a coin would better.
    #[error("{name} is {value}, but a chance of error lies between 0 and 0.5, both excluded")]
    Chance {
        /// The name of the field.
        name: &'static str,
        /// What it holds.
        value: f64,
    },
}

// The greatest difference of a hypothesis, in Elo points: one point in 100,000 games.
const MOST: f64 = 2000.0;

// Counts for a result that did not occur, as in fishtest: were it held to be impossible, pairs that were all
// won or all drawn could not be explained by a mean score that differs from theirs.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// An error, where the fields describe no test.
    pub fn check(&self) -> Result<(), SprtError> {
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if value.is_nan() || value.abs() > MOST {
                return Err(SprtError::Difference { name, value });
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order { elo0: self.elo0, elo1: self.elo1 });
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if value.is_nan() || value <= 0.0 || value >= 0.5 {
                return Err(SprtError::Chance { name, value });
            }
        }
        Ok(())
    }

    /// Where the test ends: H0 is accepted at the first and below, H1 at the second and above. In natural
    /// logarithms, as [`llr`](Self::llr); -2.94 and 2.94 for two chances of 5 %.
    ///
    /// Wald's approximation: as the last pair goes beyond a bound, errors are somewhat rarer than asked for.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the pairs are under `elo1` than under `elo0`; 0 of no pairs.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        log_likelihood(counts, expected_share(self.elo1)) - log_likelihood(counts, expected_share(self.elo0))
    }

    /// Which hypothesis the pairs have decided for; none as long as more are needed.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Some(Verdict::H1),
            llr if llr <= lower => Some(Verdict::H0),
            _ => None,
        }
    }
}

// The greatest logarithm of the likelihood that five chances with the mean `score` give to `counts`, less
// that of their own shares.
//
// By Lagrange's rule a result of share a has the chance count / total / (1 + x (a - score)), with the x that
// makes the mean right. The condition falls steadily in x between two poles, beyond which a chance would be
// negative: halving finds its zero.
fn log_likelihood(counts: [f64; 5], score: f64) -> f64 {
    let offsets: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - score);
    let excess =
        |x: f64| -> f64 { counts.iter().zip(offsets).map(|(count, a)| count * a / (1.0 + x * a)).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    // As often as there are bits that matter: a zero at 0 would be halved a thousand times.
    for _ in 0..64 {
        let x = low.midpoint(high);
        match excess(x) > 0.0 {
            true => low = x,
            false => high = x,
        }
    }
    let x = low.midpoint(high);
    -counts.iter().zip(offsets).map(|(count, a)| count * (x * a).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::test_pairs::drawn;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((lower + 2.9444).abs() < 1e-4 && (upper - 2.9444).abs() < 1e-4);
        let (lower, upper) = Sprt { alpha: 0.01, beta: 0.1, ..TEST }.bounds();
        assert!((lower - (0.1f64 / 0.99).ln()).abs() < 1e-12 && (upper - 90f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn published_ratios_are_met() {
        // From the tests of fastchess (app/tests/sprt_test.cpp), which give two decimals.
        let ratio = |elo0, elo1, pairs| Sprt { elo0, elo1, ..TEST }.llr(&Pairs(pairs));
        assert!((ratio(0.5, 2.5, [223, 9863, 21279, 10037, 246]) + 3.07).abs() < 0.03);
        assert!((ratio(0.0, 2.0, [871, 26175, 55983, 26678, 821]) + 4.98).abs() < 0.05);
    }

    #[test]
    fn many_pairs_have_the_ratio_of_the_normal_distribution() {
        // Pairs x (s1 - s0) x (2 mean - s0 - s1) / (2 variance), for hypotheses near to the mean.
        let (pairs, test) = (Pairs([900, 5000, 11_000, 5600, 1000]), Sprt { elo0: 4.0, elo1: 12.0, ..TEST });
        let (s0, s1) = (expected_share(4.0), expected_share(12.0));
        let shares = pairs.0.map(|count| count as f64 / pairs.count() as f64);
        let mean: f64 = (0..5).map(|i| shares[i] * i as f64 / 4.0).sum();
        let variance: f64 = (0..5).map(|i| shares[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
        let normal = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let found = test.llr(&pairs);
        assert!((found / normal - 1.0).abs() < 0.01, "{found} {normal}");
    }

    #[test]
    fn single_results_have_the_ratio_that_can_be_worked_out() {
        // Won pairs only: their chance under a mean of s is s itself, all else being lost pairs.
        let won = TEST.llr(&Pairs([0, 0, 0, 0, 100]));
        assert!((won - 100.0 * (expected_share(40.0) / 0.5).ln()).abs() < 0.05, "{won}");
        // Drawn pairs only: a mean of 1/2 explains them wholly; else (s - 1/2) / (1/2) of all pairs should
        // have been won.
        let drawn = TEST.llr(&Pairs([0, 0, 100, 0, 0]));
        let share = 2.0 * expected_share(40.0) - 1.0;
        assert!((drawn - 100.0 * (1.0 - share).ln()).abs() < 0.05, "{drawn}");
        assert_eq!((TEST.llr(&Pairs::default()), TEST.verdict(&Pairs::default())), (0.0, None));
    }

    #[test]
    fn exchanging_the_players_exchanges_the_hypotheses() {
        let test = Sprt { elo0: -7.0, elo1: 12.0, ..TEST };
        let back = Sprt { elo0: -12.0, elo1: 7.0, ..TEST };
        for pairs in [[3, 1, 7, 2, 9], [0, 0, 5, 0, 0], [40, 30, 20, 1, 0], [0, 0, 0, 0, 1]] {
            let mut reversed = pairs;
            reversed.reverse();
            let (one, other) = (test.llr(&Pairs(pairs)), back.llr(&Pairs(reversed)));
            assert!((one + other).abs() < 1e-9 * one.abs().max(1.0), "{pairs:?}: {one} {other}");
        }
        assert_eq!(TEST.verdict(&Pairs([0, 0, 20, 0, 200])), Some(Verdict::H1));
        assert_eq!(TEST.verdict(&Pairs([200, 0, 20, 0, 0])), Some(Verdict::H0));
    }

    #[test]
    fn what_is_no_test_is_refused() {
        assert_eq!(TEST.check(), Ok(()));
        let refused = [
            (Sprt { elo1: 0.0, ..TEST }, "elo0 is 0 and elo1 is 0, but elo0 must be less than elo1"),
            (
                Sprt { alpha: 0.5, ..TEST },
                "alpha is 0.5, but a chance of error lies between 0 and 0.5, both excluded",
            ),
            (
                Sprt { beta: 0.0, ..TEST },
                "beta is 0, but a chance of error lies between 0 and 0.5, both excluded",
            ),
            (
                Sprt { elo1: 1e9, ..TEST },
                "elo1 is 1000000000, but a difference is a number between -2000 and 2000 Elo points",
            ),
        ];
        for (test, message) in refused {
            assert_eq!(test.check().map_err(|error| error.to_string()), Err(message.to_owned()));
        }
        assert!(Sprt { elo0: f64::NAN, ..TEST }.check().is_err());
    }

    // Of a thousand tests, the share that accepts H1, where the pairs have these chances, and the mean length
    // in pairs.
    fn accepted(test: &Sprt, chances: [f64; 5]) -> (f64, f64) {
        const TESTS: usize = 1000;
        let mut random = Pcg64Mcg::seed_from_u64(20);
        let (mut alternative, mut length) = (0, 0);
        for _ in 0..TESTS {
            let mut pairs = Pairs::default();
            let verdict = loop {
                pairs.add(drawn(&chances, &mut random));
                if let Some(verdict) = test.verdict(&pairs) {
                    break verdict;
                }
            };
            alternative += usize::from(verdict == Verdict::H1);
            length += pairs.count();
        }
        (alternative as f64 / TESTS as f64, length as f64 / TESTS as f64)
    }

    // Openings that favour a colour: many pairs in which each wins a game. Their mean is that of `elo`.
    fn chances(elo: f64) -> [f64; 5] {
        let more = expected_share(elo) - 0.5;
        [0.06 - more / 2.0, 0.17 - more, 0.54, 0.17 + more, 0.06 + more / 2.0]
    }

    #[test]
    fn errors_are_as_rare_as_asked_for() {
        // Three standard errors of a thousand tests at 5 % are 2 %.
        for (elo0, elo1) in [(0.0, 40.0), (10.0, 60.0)] {
            let test = Sprt { elo0, elo1, ..TEST };
            let (wrong, _) = accepted(&test, chances(elo0));
            let (right, _) = accepted(&test, chances(elo1));
            assert!(wrong <= 0.07, "H1 in {wrong} of the tests at elo0 {elo0}");
            assert!(1.0 - right <= 0.07, "H0 in {} of the tests at elo1 {elo1}", 1.0 - right);
        }
    }
}
