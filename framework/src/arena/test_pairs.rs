//! Pairs of games that nobody played, for the tests of what is made of pairs.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The half points of a pair, where the five results have these chances.
pub(super) fn drawn(chances: &[f64; 5], random: &mut Pcg64Mcg) -> usize {
    let mut left: f64 = random.random();
    let result = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    result.unwrap_or(4)
}
