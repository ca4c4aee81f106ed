//! Mixing of bits, for keys and for lots: the same for good, on every machine.

/// The two halves of the full product, folded: every bit of the result depends on every bit of both factors.
/// Where a factor is 0 it swallows the other.
#[inline(always)]
pub const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The finaliser of [`SplitMix`]: one to one, and neighbours have nothing in common afterwards.
#[inline(always)]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// SplitMix64 (Steele, Lea and Flood 2014), from a seed: good bits from a counter, fixed unlike those of a
/// library, and drawn where the program is built as well.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Below `limit`; the bias, under `limit` in 2^64, shows in no number of games.
    #[inline]
    pub const fn below(&mut self, limit: u32) -> u32 {
        ((self.next() as u128 * limit as u128) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_that_of_its_authors() {
        let mut random = SplitMix(1_234_567);
        let drawn = [(); 3].map(|()| random.next());
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn both_halves_of_a_product_count() {
        assert_eq!(fold(1 << 63, 2), 1);
        assert_eq!(fold(3 << 32, 5 << 32 | 1), 3 << 32 ^ 15);
    }
}
