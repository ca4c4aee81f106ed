//! From an evaluator's raw figures to scores.

use crate::shape::Shape;
use anyply_framework::Score;
use anyply_framework::settings::within;

/// The largest weight that settings may hold, either sign. With it no sum can overflow: ten terms of at most
/// a hundred squares, each counting a weight of a square table times a weight, stay below 10^16.
pub(super) const MAX_WEIGHT: i32 = 1_000_000;

/// The score for `raw` where `per_disc` of it is worth a disc, strictly within the largest margin.
///
/// Up to half of that margin the value is exact; what is beyond is pressed together ever more, without
/// changing its order, as no evaluation may outweigh a result.
pub(super) fn score<S: Shape>(raw: i64, per_disc: i32) -> Score {
    let limit = 100 * S::CELLS as i64;
    let knee = limit / 2;
    let room = limit - knee;
    // A bound so that the products below fit; no order that matters is lost out there.
    let cents =
        (raw.saturating_mul(100) / i64::from(per_disc.max(1))).clamp(-1_000_000_000_000, 1_000_000_000_000);
    let excess = (cents.abs() - knee).max(0);
    let pressed = cents.abs().min(knee) + (room - 1) * excess / (excess + room);
    Score::from_cents((pressed * cents.signum()) as i32)
}

/// A disc's worth of raw figures, from one on.
pub(super) fn check_per_disc(per_disc: i32) -> Result<(), String> {
    within("per_disc", per_disc, 1..=MAX_WEIGHT)
}
