//! Ranges of what settings files say.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Settings whose figures have ranges; within them nothing overflows.
pub(crate) trait Checked {
    /// Names the first figure out of its range.
    fn check(&self) -> Result<(), String>;
}

/// Checks one figure.
pub(crate) fn within<T: PartialOrd + Display>(
    name: impl Display,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(format!("{name} is {value}, not within {} to {}", range.start(), range.end()))
    }
}
