//! [`Results`]: what straight-line endings have found out about positions that they come to again.

use crate::cache::{Cache, MOST_LOG2};

/// Bounds on the results of positions, by key: a transposition table for
/// [`Evaluator::finish`](crate::Evaluator::finish), small enough to stay in the processor's cache. One
/// thread's own; what is kept may give way to something else at any time.
///
/// Values are in whatever unit the evaluator counts in. A key must tell all positions of a search apart that
/// may have different results.
#[derive(Debug)]
pub struct Results {
    cache: Cache<Bounds>,
    /// What is kept belongs to this one: a number above the bits that say which place a key has, so that what
    /// was forgotten fills no place.
    search: u64,
}

#[derive(Clone, Copy, Default, Debug)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Results {
    /// Room for two to the power of so many positions, at most 24; none at all for 0.
    pub fn new(log2: u8) -> Self {
        Self { cache: Cache::new(log2), search: 0 }
    }

    /// Whether anything is ever kept: if not, keys need not be made.
    pub fn has_room(&self) -> bool {
        self.cache.has_room()
    }

    /// The value of a position for the window from `alpha` to `beta`, fail-soft, if what is kept settles it.
    #[inline(always)]
    pub fn settled(&self, key: u64, alpha: i32, beta: i32) -> Option<i32> {
        let Bounds { low, high } = self.cache.get(key ^ self.search)?;
        if low >= beta || low == high { Some(low) } else { (high <= alpha).then_some(high) }
    }

    /// Keeps the value found for a position and that window, fail-soft.
    #[inline(always)]
    pub fn keep(&mut self, key: u64, alpha: i32, beta: i32, value: i32) {
        let low = if value > alpha { value } else { i32::MIN };
        let high = if value < beta { value } else { i32::MAX };
        self.cache.set(key ^ self.search, Bounds { low, high });
    }

    /// Forgets everything, as another search begins.
    pub(crate) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1 << MOST_LOG2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_settles_the_windows_that_it_bounds() {
        let mut results = Results::new(2);
        assert_eq!(results.settled(1, -50, 50), None);
        // Within its window a value is exact, at an edge or beyond it a bound.
        for (window, value, settled) in [
            ((-9, 9), 3, [Some(3), Some(3), Some(3)]),
            ((2, 3), 3, [None, Some(3), Some(3)]),
            ((3, 4), 3, [Some(3), None, None]),
        ] {
            results.keep(1, window.0, window.1, value);
            let asked = [(3, 5), (1, 3), (0, 2)].map(|(alpha, beta)| results.settled(1, alpha, beta));
            assert_eq!(asked, settled, "{window:?}");
            assert_eq!(results.settled(5, -50, 50), None, "of another position with its place");
        }
        results.forget();
        assert_eq!(results.settled(1, 3, 5), None);
    }
}
