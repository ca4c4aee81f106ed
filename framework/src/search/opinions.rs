//! [`Opinions`]: what the evaluator said, kept for when it is asked again.

use crate::score::Score;

/// Evaluations by position, few enough to stay in the processor's cache: an evaluation cache. One thread's own.
///
/// A place of 64 bits holds the upper bits of a key and an ordinary value; the lower bits of the key say which place it is. What comes later takes the place of what
/// was there.
#[derive(Debug)]
pub(super) struct Opinions(Box<[u64]>);

/// The bits of a place that are the value's.
const VALUE_BITS: u32 = 20;
const VALUE: u64 = (1 << VALUE_BITS) - 1;
/// Larger values, in hundredths, are not kept.
const LARGEST: i32 = (1 << (VALUE_BITS - 1)) - 1;

impl Opinions {
    /// Room for two to the power of so many; none at all for 0.
    pub(super) fn new(log2: u8) -> Self {
        Self(if log2 == 0 { Box::default() } else { vec![0; 1 << log2].into() })
    }

    /// The value kept for the position with this key, else that of `evaluate`, which is kept.
    #[inline(always)]
    pub(super) fn recall(&mut self, key: impl FnOnce() -> u64, evaluate: impl FnOnce() -> Score) -> Score {
        if self.0.is_empty() {
            return evaluate();
        }
        let key = key();
        let last = self.0.len() - 1;
        let place = &mut self.0[key as usize & last];
        if (*place ^ key) & !VALUE == 0 {
            // Shifted up and down again, the value's sign fills the bits above it.
            let unused = u32::BITS - VALUE_BITS;
            return Score::from_cents(((*place as u32) << unused) as i32 >> unused);
        }
        let value = evaluate();
        if (-LARGEST..=LARGEST).contains(&value.cents()) {
            *place = key & !VALUE | u64::from(value.cents() as u32) & VALUE;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value recalled, and whether the evaluator was asked for it.
    fn recalled(opinions: &mut Opinions, key: u64, cents: i32) -> (i32, bool) {
        let mut asked = false;
        let value = opinions.recall(
            || key,
            || {
                asked = true;
                Score::from_cents(cents)
            },
        );
        (value.cents(), asked)
    }

    #[test]
    fn what_was_said_last_at_a_place_is_recalled() {
        let mut opinions = Opinions::new(4);
        let (key, rival) = (0x9e37_79b9_7f4a_7c15, 0x1234_5678_9abc_def5);
        for cents in [-LARGEST, -1, 0, 17, LARGEST] {
            assert_eq!(recalled(&mut opinions, key, cents), (cents, true));
            assert_eq!(recalled(&mut opinions, key, 99), (cents, false));
            assert_eq!(recalled(&mut opinions, rival, 5), (5, true), "the same place, another position");
        }
    }

    #[test]
    fn what_has_no_room_is_asked_again() {
        let mut opinions = Opinions::new(4);
        assert_eq!(recalled(&mut opinions, 1 << 40, LARGEST + 1), (LARGEST + 1, true));
        assert_eq!(recalled(&mut opinions, 1 << 40, 3), (3, true));
        let mut none = Opinions::new(0);
        assert_eq!(recalled(&mut none, 1 << 40, 1), (1, true));
        assert_eq!(recalled(&mut none, 1 << 40, 2), (2, true));
    }
}
