//! [`Bits`]: a set of squares in one machine word.

use anyply_framework::hash::fold;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of squares: bit `column + size * row` stands for a square, so bit 0 is a1. The arithmetic is what
/// ray tricks need.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// No square.
    const EMPTY: Self;

    /// The set of one square. `square` is below the word's width.
    fn of(square: usize) -> Self;

    /// How many squares.
    fn count(self) -> u32;

    /// Whether there are none.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `square` is among them; no square at or above the word's width is.
    fn has(self, square: usize) -> bool;

    /// The first square; the word's width if there is none.
    fn first(self) -> usize;

    /// The set without its first square; the empty set stays empty.
    #[must_use]
    fn without_first(self) -> Self;

    /// The squares below the lowest member; none if the set is empty.
    #[must_use]
    fn below_lowest(self) -> Self;

    /// The squares above the lowest member; none if the set is empty.
    #[must_use]
    fn above_lowest(self) -> Self;

    /// The lowest member alone.
    #[must_use]
    fn lowest(self) -> Self;

    /// The highest member alone, or bit 0 if the set is empty: without a branch, and whoever asks masks it
    /// away.
    #[must_use]
    fn highest_or_zeroth(self) -> Self;

    /// A 64-bit key of a pair of sets, mixed over all bits.
    fn mix(self, other: Self) -> u64;
}

/// Odd constants with no pattern (digits of the fractions of square roots), so that small sets do not
/// collide.
const SALT: [u64; 4] =
    [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];

/// Two folds: a factor that happens to be zero in the first would swallow the other word, so its halves go on
/// apart.
fn mix_words(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ SALT[0]) * u128::from(b ^ SALT[1]);
    fold(product as u64 ^ SALT[2], (product >> 64) as u64 ^ a.rotate_left(32) ^ SALT[3])
}

macro_rules! bits {
    ($word:ty, |$a:ident, $b:ident| $mix:expr) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(square: usize) -> Self {
                debug_assert!(square < <$word>::BITS as usize);
                1 << square
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn has(self, square: usize) -> bool {
                square < <$word>::BITS as usize && self >> square & 1 != 0
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                self.lowest().saturating_sub(1)
            }
            #[inline(always)]
            fn above_lowest(self) -> Self {
                self.lowest().wrapping_neg() << 1
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn highest_or_zeroth(self) -> Self {
                (1 << (<$word>::BITS - 1)) >> (self | 1).leading_zeros()
            }
            #[inline(always)]
            fn mix(self, other: Self) -> u64 {
                let ($a, $b) = (self, other);
                $mix
            }
        }
    };
}

bits!(u64, |a, b| mix_words(a, b));
bits!(u128, |a, b| mix_words(mix_words(a as u64, (a >> 64) as u64), mix_words(b as u64, (b >> 64) as u64)));
