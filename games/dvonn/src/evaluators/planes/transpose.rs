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
    pub(crate) fn transposed(words: &[u64; 16]) -> [u16; 64] {
        std::array::from_fn(|place| number(words, place))
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        std::array::from_fn(|place| number(words, place) as u8)
    }

    #[inline(always)]
    fn number(words: &[u64], place: usize) -> u16 {
        let bits = words.iter().enumerate();
        bits.fold(0, |number, (bit, word)| number | ((word >> place & 1) as u16) << bit)
    }
}

/// With AVX2: eight words at a time, half a register of places each.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[cfg(any(test, not(all(target_feature = "avx512vbmi", target_feature = "gfni"))))]
mod vectors {
    use std::arch::x86_64::*;

    /// Number s holds, from the lowest bit on, bit s of every word; at the end the two bytes of each place
    /// are brought together.
    #[inline(always)]
    pub(crate) fn transposed(words: &[u64; 16]) -> [u16; 64] {
        let [low, high] = words.as_chunks().0 else { unreachable!("twice eight words") };
        let mut numbers = [0; 64];
        for ((numbers, low), high) in
            numbers.as_chunks_mut::<32>().0.iter_mut().zip(by_place(low)).zip(by_place(high))
        {
            // SAFETY: compiled only where the whole build has these instructions; stores lie within the 32
            // numbers, 16 each, and need not be aligned.
            unsafe {
                // Each has eight places of the first sixteen and eight of the others.
                let (q0, q1) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
                let to = numbers.as_mut_ptr();
                _mm256_storeu_si256(to.cast(), _mm256_permute2x128_si256::<0x20>(q0, q1));
                _mm256_storeu_si256(to.add(16).cast(), _mm256_permute2x128_si256::<0x31>(q0, q1));
            }
        }
        numbers
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        let mut numbers = [0; 64];
        for (numbers, half) in numbers.as_chunks_mut::<32>().0.iter_mut().zip(by_place(words)) {
            // SAFETY: compiled only where the whole build has these instructions; 32 bytes are written, which
            // need not be aligned.
            unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), half) };
        }
        numbers
    }

    /// A byte for each place, half of them in each register: the bytes of the words are brought together by
    /// place, then the bits of every eight bytes.
    #[inline(always)]
    fn by_place(words: &[u64; 8]) -> [__m256i; 2] {
        // SAFETY: compiled only where the whole build has these instructions; loads lie within `words`, four
        // each, and need not be aligned.
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

    /// Each eight bytes as a matrix of bits, turned about its diagonal (after H. S. Warren, *Hacker's
    /// Delight*, 2002).
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

/// With the newest processors' bit matrices, in builds for the processor at hand: 3 to 4 % of Dvonn's search,
/// when it was a number of 32 bits for each place.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi", target_feature = "gfni"))]
mod matrices {
    use std::arch::x86_64::*;

    /// Number s holds, from the lowest bit on, bit s of every word; at the end the two bytes of each place
    /// are brought together.
    #[inline(always)]
    pub(crate) fn transposed(words: &[u64; 16]) -> [u16; 64] {
        // The lower halves of what is brought together are the lower eight bytes of every sixteen, so those
        // hold the first 32 places.
        const ORDER: [u8; 64] = places([0, 4, 1, 5, 2, 6, 3, 7]);
        let [low, high] = words.as_chunks().0 else { unreachable!("twice eight words") };
        let (low, high) = (by_place(low, &ORDER), by_place(high, &ORDER));
        let mut numbers = [0; 64];
        // SAFETY: compiled only where the whole build has these instructions; stores lie within `numbers`, 32
        // each, and need not be aligned.
        unsafe {
            let to = numbers.as_mut_ptr();
            _mm512_storeu_si512(to.cast(), _mm512_unpacklo_epi8(low, high));
            _mm512_storeu_si512(to.add(32).cast(), _mm512_unpackhi_epi8(low, high));
        }
        numbers
    }

    /// The same for eight words.
    #[inline(always)]
    pub(crate) fn transposed_bytes(words: &[u64; 8]) -> [u8; 64] {
        const ORDER: [u8; 64] = places([0, 1, 2, 3, 4, 5, 6, 7]);
        let mut numbers = [0; 64];
        // SAFETY: compiled only where the whole build has these instructions; 64 bytes are written, which
        // need not be aligned.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), by_place(words, &ORDER)) };
        numbers
    }

    /// Which byte of eight words goes where, for every eight places in this order. The last word's byte
    /// first: the instruction counts rows from the last.
    const fn places(eights: [u8; 8]) -> [u8; 64] {
        let mut bytes = [0; 64];
        let mut at = 0;
        while at < 64 {
            bytes[at] = (7 - at as u8 % 8) * 8 + eights[at / 8];
            at += 1;
        }
        bytes
    }

    /// A byte for each place: the bytes of the words are brought together by place, in this order, then each
    /// eight bytes, as a matrix of bits, are multiplied by the unit matrix: as the instruction counts rows
    /// and columns, that turns them about their diagonal.
    #[inline(always)]
    fn by_place(words: &[u64; 8], order: &[u8; 64]) -> __m512i {
        const UNIT: i64 = 0x8040_2010_0804_0201_u64 as i64;
        // SAFETY: compiled only where the whole build has these instructions; loads lie within `words` and
        // `order`, 64 bytes each, and need not be aligned.
        unsafe {
            let (order, unit) = (_mm512_loadu_si512(order.as_ptr().cast()), _mm512_set1_epi64(UNIT));
            let rows = _mm512_permutexvar_epi8(order, _mm512_loadu_si512(words.as_ptr().cast()));
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
        fn all_ways_agree(words: [u64; 16]) {
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
