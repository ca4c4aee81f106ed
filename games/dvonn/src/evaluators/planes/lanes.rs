//! [`Lanes`]: four words side by side, in a vector register where the whole build has them.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use portable::Lanes;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use vectors::Lanes;

use crate::geometry::STEPS;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

/// How many words.
pub(crate) const LANES: usize = 4;

impl Lanes {
    /// The same word in all of them.
    #[inline(always)]
    pub(crate) fn all(word: u64) -> Self {
        Self::of([word; LANES])
    }

    /// Each moved up by so many bits.
    #[inline(always)]
    pub(crate) fn up_by(self, bits: u32) -> Self {
        self.up(Self::all(bits.into()))
    }

    /// Each moved down by so many bits.
    #[inline(always)]
    pub(crate) fn down_by(self, bits: u32) -> Self {
        self.down(Self::all(bits.into()))
    }

    /// Each a set of spaces, with all around them; may hold bits beside the board.
    #[inline(always)]
    pub(crate) fn with_neighbours(self) -> Self {
        STEPS.into_iter().fold(self, |all, step| all | self.up_by(step) | self.down_by(step))
    }

    /// The bits that any of them has.
    #[inline(always)]
    pub(crate) fn any(self) -> u64 {
        let pairs = self | self.turned::<2>();
        (pairs | pairs.turned::<1>()).first()
    }

    /// The bits that any of them has or any of `twos`, and those that two of them have or any of `twos`.
    #[inline(always)]
    pub(crate) fn any_and_two(self, twos: Self) -> [u64; 2] {
        let half = self.turned::<2>();
        let (one, two) = (self | half, twos | twos.turned::<2>() | self & half);
        let half = one.turned::<1>();
        [(one | half).first(), (two | two.turned::<1>() | one & half).first()]
    }
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Operators of each way, from how it does them.
macro_rules! operators {
    ($($operator:ident $name:ident $does:expr;)*) => {
        $(impl $operator for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                $does(self, other)
            }
        })*
    };
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vectors {
    // All of it is compiled only where the whole build has these instructions, which is what most of them ask
    // for.
    use super::{BitAnd, BitOr, BitXor, LANES};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(crate) struct Lanes(__m256i);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn of(words: [u64; LANES]) -> Self {
            // SAFETY: four words are read, which need not be aligned.
            Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }

        #[inline(always)]
        pub(crate) fn words(self) -> [u64; LANES] {
            let mut words = [0; LANES];
            // SAFETY: four words are written, which need not be aligned.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
            words
        }

        /// The first of them.
        #[inline(always)]
        pub(crate) fn first(self) -> u64 {
            // SAFETY: see above.
            unsafe { _mm256_extract_epi64::<0>(self.0) as u64 }
        }

        /// Each so many places before where it was, in a ring.
        #[inline(always)]
        pub(crate) fn turned<const PLACES: usize>(self) -> Self {
            const { assert!(PLACES == 1 || PLACES == 2) };
            // SAFETY: see above.
            Self(unsafe {
                if PLACES == 1 {
                    _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0)
                } else {
                    _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)
                }
            })
        }

        /// Each moved up by a number of bits of its own.
        #[inline(always)]
        pub(crate) fn up(self, bits: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm256_sllv_epi64(self.0, bits.0) })
        }

        /// Each moved down by a number of bits of its own.
        #[inline(always)]
        pub(crate) fn down(self, bits: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm256_srlv_epi64(self.0, bits.0) })
        }
    }

    operators! {
        // SAFETY: see above.
        BitAnd bitand |a: Self, b: Self| Self(unsafe { _mm256_and_si256(a.0, b.0) });
        // SAFETY: see above.
        BitOr bitor |a: Self, b: Self| Self(unsafe { _mm256_or_si256(a.0, b.0) });
        // SAFETY: see above.
        BitXor bitxor |a: Self, b: Self| Self(unsafe { _mm256_xor_si256(a.0, b.0) });
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable {
    use super::{BitAnd, BitOr, BitXor, LANES};
    use std::array::from_fn;

    #[derive(Clone, Copy)]
    pub(crate) struct Lanes([u64; LANES]);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn of(words: [u64; LANES]) -> Self {
            Self(words)
        }

        #[inline(always)]
        pub(crate) fn words(self) -> [u64; LANES] {
            self.0
        }

        /// The first of them.
        #[inline(always)]
        pub(crate) fn first(self) -> u64 {
            self.0[0]
        }

        /// Each so many places before where it was, in a ring.
        #[inline(always)]
        pub(crate) fn turned<const PLACES: usize>(self) -> Self {
            Self(from_fn(|lane| self.0[(lane + PLACES) % LANES]))
        }

        /// Each moved up by a number of bits of its own.
        #[inline(always)]
        pub(crate) fn up(self, bits: Self) -> Self {
            Self(from_fn(|lane| self.0[lane].unbounded_shl(bits.0[lane] as u32)))
        }

        /// Each moved down by a number of bits of its own.
        #[inline(always)]
        pub(crate) fn down(self, bits: Self) -> Self {
            Self(from_fn(|lane| self.0[lane].unbounded_shr(bits.0[lane] as u32)))
        }
    }

    operators! {
        BitAnd bitand |a: Self, b: Self| Self(from_fn(|lane| a.0[lane] & b.0[lane]));
        BitOr bitor |a: Self, b: Self| Self(from_fn(|lane| a.0[lane] | b.0[lane]));
        BitXor bitxor |a: Self, b: Self| Self(from_fn(|lane| a.0[lane] ^ b.0[lane]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree(a: [u64; LANES], b: [u64; LANES], bits in prop::array::uniform4(0..70_u64)) {
            let here = [Lanes::of(a), Lanes::of(b), Lanes::of(bits)];
            let there = [a, b, bits].map(portable::Lanes::of);
            prop_assert_eq!((here[0] & here[1]).words(), (there[0] & there[1]).words());
            prop_assert_eq!((here[0] | here[1]).words(), (there[0] | there[1]).words());
            prop_assert_eq!((here[0] ^ here[1]).words(), (there[0] ^ there[1]).words());
            prop_assert_eq!(here[0].first(), there[0].first());
            prop_assert_eq!(here[0].turned::<1>().words(), there[0].turned::<1>().words());
            prop_assert_eq!(here[0].turned::<2>().words(), there[0].turned::<2>().words());
            prop_assert_eq!(here[0].up(here[2]).words(), there[0].up(there[2]).words());
            prop_assert_eq!(here[0].down(here[2]).words(), there[0].down(there[2]).words());
        }
    }
}
