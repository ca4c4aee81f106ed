//! [`Cache`]: what was found out about positions, by key, as long as nothing else takes its place.

/// The logarithm of the most places there may be.
pub(crate) const MOST_LOG2: u8 = 24;

/// Values by key, few enough to stay in the processor's cache. One thread's own.
///
/// The lower bits of a key say which place it has; what comes later takes the place of what was there.
#[derive(Debug)]
pub(crate) struct Cache<V>(Box<[Kept<V>]>);

#[derive(Clone, Copy, Debug)]
struct Kept<V> {
    key: u64,
    value: V,
}

impl<V: Copy + Default> Cache<V> {
    /// Room for two to the power of so many; none at all for 0.
    pub(crate) fn new(log2: u8) -> Self {
        debug_assert!(log2 <= MOST_LOG2);
        let places: u64 = if log2 == 0 { 0 } else { 1 << log2 };
        // At first a key stands at every place that does not belong there.
        Self((0..places).map(|place| Kept { key: !place, value: V::default() }).collect())
    }

    pub(crate) fn has_room(&self) -> bool {
        !self.0.is_empty()
    }

    /// What is kept under `key`.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<V> {
        let kept = self.0.get(self.place(key))?;
        (kept.key == key).then_some(kept.value)
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, key: u64, value: V) {
        let place = self.place(key);
        if let Some(kept) = self.0.get_mut(place) {
            *kept = Kept { key, value };
        }
    }

    // There are a power of two of them, so each is reached; of none the last one, which is refused.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & self.0.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_at_a_place_is_found() {
        let mut cache = Cache::new(4);
        // The last differs from the first in one bit alone, and has its place.
        for (key, value) in [(0, 1), (7, 2), (u64::MAX, 3), (0x9e37_79b9_7f4a_7c15, 4), (1 << 4, 5)] {
            assert_eq!(cache.get(key), None, "{key:x}");
            cache.set(key, value);
            assert_eq!(cache.get(key), Some(value), "{key:x}");
        }
        assert_eq!((cache.get(0), cache.get(7)), (None, Some(2)));
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut cache = Cache::new(0);
        cache.set(5, 1);
        assert_eq!(cache.get(5), None);
        assert!(!cache.has_room() && Cache::<i32>::new(1).has_room());
    }
}
