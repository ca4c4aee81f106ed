//! [`Elo`]: how much stronger one player is, and how sure that is, from pairs of games.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Pairs of games by what the first player made of them: 0, a half, 1, one and a half, or 2 points.
///
/// Two games from one opening depend on each other, pairs do not: an interval from single games would be
/// wrong.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pairs(pub [u64; 5]);

// Pairs that are added to those played, for the interval only. The amount is from trial: with a whole pair
// the interval of 20 pairs with many draws holds the truth in more than 97 % of matches, with a quarter of
// one that of very unequal players in less than 90 %.
const EXTRA: f64 = 0.75;

impl Pairs {
    /// Counts a pair in which the first player made so many half points, 4 at most.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    // Mean and variance of a pair's share of its points, from weights of the five results.
    fn moments(weights: [f64; 5]) -> (f64, f64) {
        let share = |i: usize| i as f64 / 4.0;
        let total: f64 = weights.iter().sum();
        let expect = |f: &dyn Fn(usize) -> f64| (0..5).map(|i| weights[i] * f(i)).sum::<f64>() / total;
        let mean = expect(&share);
        (mean, expect(&|i| (share(i) - mean).powi(2)))
    }

    /// How much stronger the first player is; none of no pair.
    ///
    /// The interval is that of a mean of independent pairs by Student's t, as in the error bars of fishtest
    /// and fastchess, but one that holds for few pairs too: from 20 pairs on it covers the truth in 93 to 97
    /// % of matches (from tests, for differences up to 150). Where hardly a pair differs from the others it
    /// does so only if both players win as much: with 96 % of pairs drawn 50 pairs cover it in 99.7 % then,
    /// but in 87 % where all other pairs are won by one player, and 200 pairs in 92 %.
    pub fn elo(&self) -> Option<Elo> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let counts = self.0.map(|count| count as f64);
        let (score, _) = Self::moments(counts);
        // A part of a pair more, spread evenly: without it equal pairs, such as ten that were won, would be
        // taken for certainty.
        let (mean, variance) = Self::moments(counts.map(|count| count + EXTRA / 5.0));
        let error = (variance / (count + EXTRA)).sqrt();
        let student = StudentsT::new(0.0, 1.0, count).expect("at least one degree of freedom");
        let half = student.inverse_cdf(0.975) * error;
        Some(Elo {
            score,
            elo: difference(score),
            low: difference(mean - half),
            high: difference(mean + half),
            superiority: student.cdf((mean - 0.5) / error),
        })
    }
}

/// A difference in strength. A player 100 points stronger scores 64 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    /// The share of the points that the first player made.
    pub score: f64,
    /// The difference that this share stands for; none, where all or no points were made.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; without one the pairs set no limit.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How likely it is that the first player is the stronger one.
    pub superiority: f64,
}

// By the logistic curve; none where it knows no finite one.
pub(super) fn difference(score: f64) -> Option<f64> {
    // No difference is 0, not -0.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// The share of the points that a player so many Elo points stronger is expected to make: the logistic curve,
/// base 10, 400 points.
pub(super) fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::test_pairs::drawn;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    fn close(found: Option<f64>, expected: f64, within: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < within)
    }

    #[test]
    fn the_difference_is_that_of_the_logistic_curve() {
        assert!(close(difference(0.5), 0.0, 1e-9));
        assert!(close(difference(10.0 / 11.0), 400.0, 1e-9));
        assert_eq!((difference(0.0), difference(1.0)), (None, None));
    }

    #[test]
    fn many_pairs_give_the_interval_of_the_normal_distribution() {
        // Mean 0.55, variance 0.035 by hand; 1.96 standard errors of 10,000 pairs are 0.003667.
        let elo = Pairs([0, 1500, 5500, 2500, 500]).elo().unwrap();
        assert!((elo.score - 0.55).abs() < 1e-9);
        assert!(close(elo.elo, 34.86, 0.01), "{elo:?}");
        assert!(close(elo.low, difference(0.55 - 0.003667).unwrap(), 0.1), "{elo:?}");
        assert!(close(elo.high, difference(0.55 + 0.003667).unwrap(), 0.1), "{elo:?}");
        assert!(elo.superiority > 0.999_999);
    }

    #[test]
    fn exchanging_the_players_exchanges_the_signs() {
        let pairs = Pairs([3, 1, 7, 2, 9]);
        let mut back = pairs;
        back.0.reverse();
        let (one, other) = (pairs.elo().unwrap(), back.elo().unwrap());
        assert!(close(one.elo, -other.elo.unwrap(), 1e-9) && close(one.low, -other.high.unwrap(), 1e-9));
        assert!((one.superiority + other.superiority - 1.0).abs() < 1e-9);
    }

    #[test]
    fn equal_pairs_are_no_certainty() {
        let won = Pairs([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((won.elo, won.high), (None, None));
        // 20 games won have a chance of 5 % at a share of 0.86.
        assert!(close(won.low, difference(0.86).unwrap(), 5.0), "{won:?}");
        let drawn = Pairs([0, 0, 10, 0, 0]).elo().unwrap();
        assert!(drawn.low.unwrap() < -20.0 && drawn.high.unwrap() > 20.0, "{drawn:?}");
        assert_eq!(Pairs::default().elo(), None);
    }

    #[test]
    fn published_differences_are_met() {
        // From the tests of fastchess (app/tests/elo_test.cpp), which gives the error as half the width of
        // the interval.
        let published = [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ];
        for (pairs, expected, error) in published {
            let elo = Pairs(pairs).elo().unwrap();
            assert!(close(elo.elo, expected, 0.005), "{elo:?}");
            let half = elo.low.zip(elo.high).map(|(low, high)| (high - low) / 2.0);
            assert!(close(half, error, 0.02 * error), "{elo:?}");
        }
        let elo = Pairs([332, 433, 498, 333, 334]).elo().unwrap();
        assert!((elo.superiority - 0.0505).abs() < 5e-4, "{elo:?}");
    }

    // In what share of 2,000 matches of `count` pairs the interval holds the truth, where the pairs have
    // these chances.
    fn coverage(chances: [f64; 5], count: usize, random: &mut Pcg64Mcg) -> f64 {
        let truth = difference(Pairs::moments(chances).0).unwrap();
        let covered = |_: &usize| {
            let mut pairs = Pairs::default();
            for _ in 0..count {
                pairs.add(drawn(&chances, random));
            }
            let elo = pairs.elo().unwrap();
            elo.low.is_none_or(|low| low <= truth) && elo.high.is_none_or(|high| truth <= high)
        };
        (0..2000).filter(covered).count() as f64 / 2000.0
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        // Openings that favour a colour make pairs of one point more frequent than two independent games
        // would.
        let scenarios = [
            ("equal, many draws", [0.018, 0.168, 0.628, 0.168, 0.018]),
            ("equal, few draws", [0.158, 0.033, 0.618, 0.033, 0.158]),
            ("30 Elo", [0.053, 0.164, 0.434, 0.253, 0.096]),
            ("30 Elo, few draws", [0.056, 0.013, 0.74, 0.085, 0.106]),
            ("150 Elo", [0.013, 0.069, 0.253, 0.42, 0.245]),
            ("150 Elo, few draws", [0.067, 0.008, 0.436, 0.025, 0.464]),
        ];
        let mut random = Pcg64Mcg::seed_from_u64(95);
        for (name, chances) in scenarios {
            for count in [20, 50, 200] {
                let coverage = coverage(chances, count, &mut random);
                assert!((0.93..=0.97).contains(&coverage), "{name}, {count} pairs: {coverage}");
            }
        }
        // With hardly a pair that is not drawn, what is added to them is much: the interval is too wide, and
        // must not be too narrow.
        for count in [20, 50, 200] {
            let coverage = coverage([0.005, 0.015, 0.96, 0.015, 0.005], count, &mut random);
            assert!(coverage >= 0.95, "{count} pairs: {coverage}");
        }
        // Where only one player wins any, it often is too narrow: many matches have no pair that shows it, or
        // only one.
        for count in [50, 200] {
            let coverage = coverage([0.0, 0.0, 0.96, 0.02, 0.02], count, &mut random);
            assert!(coverage >= 0.84, "{count} pairs: {coverage}");
        }
    }
}
