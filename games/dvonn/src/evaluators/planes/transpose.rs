//! [`transposed`] and [`transposed_bytes`]: from words with a bit for each place to a number for each place.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "gfni"))]
pub(crate) use matrices::{transposed, transposed_bytes};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use portable::{transposed, transposed_bytes};
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512vbmi", target_feature = "gfni"))
))]
pub(crate) use vectors::{transposed, transposed_bytes};

/// In plain words.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable {
    /// Number s holds, from the lowest bit on, bit s of every word.
    #[inline(always)]
    pub(crate) fn transposed(words: &[u64; 32]) -> [u32; 64] {
        std::array::from_fn(|place| number(words, place))
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        std::array::from_fn(|place| number(words, place) as u8)
    }

    #[inline(always)]
    fn number(words: &[u64], place: usize) -> u32 {
        let bits = words.iter().enumerate();
        bits.fold(0, |number, (bit, word)| number | ((word >> place & 1) as u32) << bit)
    }
}

/// With AVX2: eight words at a time, half a register of places each.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[cfg(any(test, not(all(target_feature = "avx512vbmi", target_feature = "gfni"))))]
mod vectors {
    use std::arch::x86_64::*;

    /// Number s holds, from the lowest bit on, bit s of every word; at the end the four bytes of each place are brought together.
    #[inline(always)]
    pub(crate) fn transposed(words: &[u64; 32]) -> [u32; 64] {
        let mut numbers = [0_u32; 64];
        // SAFETY: compiled only where the whole build has these instructions; stores lie within `numbers`, eight numbers each, and need not be aligned.
        unsafe {
            let mut bytes = [[_mm256_setzero_si256(); 2]; 4];
            for (byte, words) in bytes.iter_mut().zip(words.as_chunks().0) {
                *byte = by_place(words);
            }
            for half in 0..2 {
                let [a, b, c, d] = bytes.map(|byte| byte[half]);
                let halves = |low: __m256i, high: __m256i| {
                    [_mm256_unpacklo_epi16(low, high), _mm256_unpackhi_epi16(low, high)]
                };
                let [q0, q1] = halves(_mm256_unpacklo_epi8(a, b), _mm256_unpacklo_epi8(c, d));
                let [q2, q3] = halves(_mm256_unpackhi_epi8(a, b), _mm256_unpackhi_epi8(c, d));
                // Each has four places of the lower sixteen and four of the upper.
                let to = numbers.as_mut_ptr().add(32 * half);
                let store = |place: usize, eight: __m256i| _mm256_storeu_si256(to.add(place).cast(), eight);
                store(0, _mm256_permute2x128_si256::<0x20>(q0, q1));
                store(8, _mm256_permute2x128_si256::<0x20>(q2, q3));
                store(16, _mm256_permute2x128_si256::<0x31>(q0, q1));
                store(24, _mm256_permute2x128_si256::<0x31>(q2, q3));
            }
        }
        numbers
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        let mut numbers = [0; 64];
        for (numbers, half) in numbers.as_chunks_mut::<32>().0.iter_mut().zip(by_place(words)) {
            // SAFETY: compiled only where the whole build has these instructions; 32 bytes are written, which need not be aligned.
            unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), half) };
        }
        numbers
    }

    /// A byte for each place, half of them in each register: the bytes of the words are brought together by place, then the bits of every eight bytes.
    #[inline(always)]
    fn by_place(words: &[u64; 8]) -> [__m256i; 2] {
        // SAFETY: compiled only where the whole build has these instructions; loads lie within `words`, four each, and need not be aligned.
        unsafe {
            // Of two words side by side: the first bytes of both, their second ones, and so on.
            let side_by_side = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,
            ));
            let in_turn = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            let load = |first: usize| {
                _mm256_shuffle_epi8(_mm256_loadu_si256(words.as_ptr().add(first).cast()), side_by_side)
            };
            let (one, other) = (load(0), load(4));
            let (first, second) = (
                _mm256_permute2x128_si256::<0x20>(one, other),
                _mm256_permute2x128_si256::<0x31>(one, other),
            );
            let fours = [_mm256_unpacklo_epi16(first, second), _mm256_unpackhi_epi16(first, second)];
            fours.map(|fours| turned(_mm256_permutevar8x32_epi32(fours, in_turn)))
        }
    }

    /// Each eight bytes as a matrix of bits, turned about its diagonal (after H. S. Warren, *Hacker's Delight*, 2002).
    #[inline(always)]
    fn turned(bits: __m256i) -> __m256i {
        let bits = swapped::<7>(bits, 0x00aa_00aa_00aa_00aa);
        let bits = swapped::<14>(bits, 0x0000_cccc_0000_cccc);
        swapped::<28>(bits, 0x0000_0000_f0f0_f0f0)
    }

    /// The bits of `mask` exchanged with those so many places above, in each eight bytes.
    #[inline(always)]
    fn swapped<const ABOVE: i32>(bits: __m256i, mask: i64) -> __m256i {
        // SAFETY: compiled only where the whole build has these instructions.
        unsafe {
            let above = _mm256_srli_epi64::<ABOVE>(bits);
            let differ = _mm256_and_si256(_mm256_xor_si256(bits, above), _mm256_set1_epi64x(mask));
            _mm256_xor_si256(bits, _mm256_xor_si256(differ, _mm256_slli_epi64::<ABOVE>(differ)))
        }
    }
}

/// With the newest processors' bit matrices, in builds for the processor at hand: 3 to 4 % of Dvonn's search.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "gfni"))]
mod matrices {
    use std::arch::x86_64::*;

    /// Number s holds, from the lowest bit on, bit s of every word; at the end the four bytes of each place are brought together.
    #[inline(always)]
    pub(crate) fn transposed(words: &[u64; 32]) -> [u32; 64] {
        let mut numbers = [0_u32; 64];
        // SAFETY: compiled only where the whole build has these instructions; stores lie within `numbers`, sixteen each, and need not be aligned.
        unsafe {
            let mut bytes = [_mm512_setzero_si512(); 4];
            for (byte, words) in bytes.iter_mut().zip(words.as_chunks().0) {
                *byte = by_place(words);
            }
            let [a, b, c, d] = bytes;
            let halves = |low, high| [_mm512_unpacklo_epi16(low, high), _mm512_unpackhi_epi16(low, high)];
            let [q0, q1] = halves(_mm512_unpacklo_epi8(a, b), _mm512_unpacklo_epi8(c, d));
            let [q2, q3] = halves(_mm512_unpackhi_epi8(a, b), _mm512_unpackhi_epi8(c, d));
            // Each has four places of every sixteen.
            let lower = [_mm512_shuffle_i32x4::<0x44>(q0, q1), _mm512_shuffle_i32x4::<0x44>(q2, q3)];
            let upper = [_mm512_shuffle_i32x4::<0xee>(q0, q1), _mm512_shuffle_i32x4::<0xee>(q2, q3)];
            for (half, [q01, q23]) in [lower, upper].into_iter().enumerate() {
                let to = numbers.as_mut_ptr().add(32 * half);
                _mm512_storeu_si512(to.cast(), _mm512_shuffle_i32x4::<0x88>(q01, q23));
                _mm512_storeu_si512(to.add(16).cast(), _mm512_shuffle_i32x4::<0xdd>(q01, q23));
            }
        }
        numbers
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        let mut numbers = [0; 64];
        // SAFETY: compiled only where the whole build has these instructions; 64 bytes are written, which need not be aligned.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), by_place(words)) };
        numbers
    }

    /// A byte for each place: the bytes of the words are brought together by place, then each eight bytes, as a matrix of bits, are multiplied by the unit matrix: as the
    /// instruction counts rows and columns, that turns them about their diagonal.
    #[inline(always)]
    fn by_place(words: &[u64; 8]) -> __m512i {
        // The last word's byte first: the instruction counts rows from the last.
        const BY_PLACE: [u8; 64] = {
            let mut bytes = [0; 64];
            let mut at = 0;
            while at < 64 {
                bytes[at] = (7 - at as u8 % 8) * 8 + at as u8 / 8;
                at += 1;
            }
            bytes
        };
        const UNIT: i64 = 0x8040_2010_0804_0201_u64 as i64;
        // SAFETY: compiled only where the whole build has these instructions; loads lie within `words` and `BY_PLACE`, 64 bytes each, and need not be aligned.
        unsafe {
            let (by_place, unit) = (_mm512_loadu_si512(BY_PLACE.as_ptr().cast()), _mm512_set1_epi64(UNIT));
            let rows = _mm512_permutexvar_epi8(by_place, _mm512_loadu_si512(words.as_ptr().cast()));
            _mm512_gf2p8affine_epi64_epi8::<0>(unit, rows)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_ways_agree(words: [u64; 32]) {
            prop_assert_eq!(transposed(&words), portable::transposed(&words));
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            prop_assert_eq!(vectors::transposed(&words), portable::transposed(&words));
        }

        #[test]
        fn all_ways_agree_on_bytes(words: [u64; 8]) {
            prop_assert_eq!(transposed_bytes(&words), portable::transposed_bytes(&words));
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            prop_assert_eq!(vectors::transposed_bytes(&words), portable::transposed_bytes(&words));
        }
    }
}
