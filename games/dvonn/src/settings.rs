//! Ranges of what settings files say.

/// Settings whose figures have ranges; within them nothing overflows.
pub(crate) trait Checked {
    /// Names the first figure out of its range.
    fn check(&self) -> Result<(), String>;
}
