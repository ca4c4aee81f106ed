//! Bits of several words gathered by their place: byte s holds, from the lowest bit on, bit s of every word.

/// With 8 words at most.
#[inline(always)]
pub(super) fn bytes<const N: usize>(words: [u64; N]) -> [u8; 64] {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return in_vectors(words);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    portable(words)
}

/// In plain words.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
fn portable<const N: usize>(words: [u64; N]) -> [u8; 64] {
    std::array::from_fn(|space| {
        words.iter().enumerate().fold(0, |byte, (bit, word)| byte | ((word >> space & 1) as u8) << bit)
    })
}

/// 32 places in a register: each byte of a word eight times over, and of each of these its own bit. A node takes a tenth less time than with bits looked up by
/// eight in a table.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
fn in_vectors<const N: usize>(words: [u64; N]) -> [u8; 64] {
    use std::arch::x86_64::*;
    let mut bytes = [0; 64];
    // SAFETY: compiled only where the whole build has these instructions; both stores, of 32 bytes each, lie within `bytes` and need not be aligned.
    unsafe {
        let own_bit = _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
        let places = [
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303),
            _mm256_setr_epi64x(
                0x0404_0404_0404_0404,
                0x0505_0505_0505_0505,
                0x0606_0606_0606_0606,
                0x0707_0707_0707_0707,
            ),
        ];
        for (half, place) in places.into_iter().enumerate() {
            let mut gathered = _mm256_setzero_si256();
            for (bit, &word) in words.iter().enumerate() {
                let repeated = _mm256_shuffle_epi8(_mm256_set1_epi64x(word as i64), place);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(repeated, own_bit), own_bit);
                let value = _mm256_set1_epi8((1_u8 << bit) as i8);
                gathered = _mm256_or_si256(gathered, _mm256_and_si256(set, value));
            }
            _mm256_storeu_si256(bytes.as_mut_ptr().add(32 * half).cast(), gathered);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree(words: [u64; 8]) {
            prop_assert_eq!(bytes(words), portable(words));
            let [six @ .., _, _] = words;
            prop_assert_eq!(bytes::<6>(six), portable(six));
        }
    }
}
