//! Mobility, flips and stable discs of the 8x8 board in vector registers, a direction or an axis a lane.
//!
//! Compiled only where the whole build may use the instructions; [`crate::portable`] and [`crate::stability`]
//! say the same in plain words, and a test holds them equal.

use crate::shape::{Eight, Shape};
use std::arch::x86_64::*;

/// Where the mover brackets at least one disc: [`crate::portable::moves`], one axis a lane. (All eight
/// directions in one 512-bit register were measured, and were no faster.)
#[inline(always)]
pub(crate) fn moves(mover: u64, opponent: u64) -> u64 {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s).
    unsafe {
        let step = _mm256_setr_epi64x(1, 7, 8, 9);
        let two_steps = _mm256_setr_epi64x(2, 14, 16, 18);
        let across = Eight::INNER_COLUMNS as i64;
        let along = Eight::INNER_ROWS as i64;
        let inner = _mm256_setr_epi64x(across, across & along, along, across & along);
        let through = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), inner);
        let from = _mm256_set1_epi64x(mover as i64);

        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(from, step));
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(from, step));
        up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
        down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
        let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
            down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
        }
        let beyond = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        any(beyond) & !(mover | opponent)
    }
}

/// The union of the four lanes.
#[inline(always)]
fn any(lanes: __m256i) -> u64 {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s).
    unsafe {
        let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        (_mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)) as u64
    }
}

/// Discs of `own` that are certainly stable: [`crate::stability::stable`], one axis a lane.
#[inline(always)]
pub(crate) fn stable(own: u64, empty: u64) -> u64 {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s).
    unsafe {
        let step = _mm256_setr_epi64x(1, 7, 8, 9);
        // Where all squares from here to the upper end of the line are taken, and to the lower one, in
        // doubling steps.
        let mut up = _mm256_set1_epi64x(!empty as i64);
        let mut down = up;
        for (doubled, ends) in ENDS.iter().enumerate() {
            let steps = _mm256_sllv_epi64(step, _mm256_set1_epi64x(doubled as i64));
            up = _mm256_and_si256(up, _mm256_or_si256(_mm256_srlv_epi64(up, steps), ends.upper.load()));
            down = _mm256_and_si256(down, _mm256_or_si256(_mm256_sllv_epi64(down, steps), ends.lower.load()));
        }
        let ends = _mm256_or_si256(ENDS[0].upper.load(), ENDS[0].lower.load());
        let safe = _mm256_or_si256(_mm256_and_si256(up, down), ends);
        let discs = _mm256_set1_epi64x(own as i64);
        // In every lane, so that it need not leave the registers from step to step.
        let mut stable = everywhere(_mm256_and_si256(safe, discs));
        loop {
            // What these shifts wrap around comes to lie at the end of a line, where it is safe anyway.
            let beside = _mm256_or_si256(_mm256_sllv_epi64(stable, step), _mm256_srlv_epi64(stable, step));
            let more = everywhere(_mm256_and_si256(_mm256_or_si256(safe, beside), discs));
            // Nothing of it is new.
            if _mm256_testc_si256(stable, more) != 0 {
                return _mm_cvtsi128_si64(_mm256_castsi256_si128(stable)) as u64;
            }
            stable = more;
        }
    }
}

/// The intersection of the four lanes, in each.
#[inline(always)]
fn everywhere(lanes: __m256i) -> __m256i {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s).
    unsafe {
        let pairs = _mm256_and_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
        _mm256_and_si256(pairs, _mm256_shuffle_epi32::<0b01_00_11_10>(pairs))
    }
}

/// A set of squares for each axis.
#[repr(align(32))]
struct Axes([u64; 4]);

impl Axes {
    #[inline(always)]
    fn load(&self) -> __m256i {
        // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s); 32 bytes,
        // aligned to as many.
        unsafe { _mm256_load_si256(self.0.as_ptr().cast()) }
    }
}

/// The squares near the ends of their lines.
struct Ends {
    upper: Axes,
    lower: Axes,
}

/// Those from which 1, 2 and 4 steps lead beyond the end.
static ENDS: [Ends; 3] = {
    const fn beyond(steps: isize) -> Axes {
        const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
        let mut axes = Axes([0; 4]);
        let mut square = 0;
        while square < 64 {
            let mut axis = 0;
            while axis < 4 {
                let (dx, dy) = DIRECTIONS[axis];
                let (x, y) = (square % 8 + steps * dx, square / 8 + steps * dy);
                if x < 0 || x > 7 || y < 0 || y > 7 {
                    axes.0[axis] |= 1 << square;
                }
                axis += 1;
            }
            square += 1;
        }
        axes
    }
    const fn ends(steps: isize) -> Ends {
        Ends { upper: beyond(steps), lower: beyond(-steps) }
    }
    [ends(1), ends(2), ends(4)]
};

/// What the mover turns by a disc on the empty `square`: [`crate::portable::flips`], four rays a register.
#[inline(always)]
pub(crate) fn flips(mover: u64, opponent: u64, square: usize) -> u64 {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s); `Rays` is 64 bytes
    // long and aligned to 64, so both loads lie within it and are aligned to 32.
    unsafe {
        let rays = Eight::rays(square).0.as_ptr();
        let (rising, falling) = (_mm256_load_si256(rays.cast()), _mm256_load_si256(rays.add(4).cast()));
        let mover = _mm256_set1_epi64x(mover as i64);
        let opponent = _mm256_set1_epi64x(opponent as i64);
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));

        let open = _mm256_andnot_si256(opponent, rising);
        let first = _mm256_and_si256(open, _mm256_sub_epi64(zero, open));
        let end = _mm256_and_si256(first, mover);
        // Without an end the lane must come out empty: the comparison adds back what the subtraction
        // borrowed.
        let before = _mm256_sub_epi64(_mm256_sub_epi64(end, one), _mm256_cmpeq_epi64(end, zero));
        let up = _mm256_and_si256(before, rising);

        let first = nearest_below(_mm256_andnot_si256(opponent, falling));
        let end = _mm256_and_si256(first, mover);
        let beyond = _mm256_slli_epi64::<1>(_mm256_sub_epi64(zero, end));
        any(_mm256_or_si256(up, _mm256_and_si256(beyond, falling)))
    }
}

/// The highest bit of each lane, where that holds the squares of one falling ray: the one nearest to the
/// placed disc.
#[inline(always)]
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
fn nearest_below(open: __m256i) -> __m256i {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s). Without a bit the
    // shift is by 64, which leaves none.
    unsafe { _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open)) }
}

/// The same where leading zeros cannot be counted: every square is smeared away from the placed disc, up to
/// seven steps in doubling ones; the first is then the only one whose neighbour on the near side is bare.
#[inline(always)]
#[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
fn nearest_below(open: __m256i) -> __m256i {
    // SAFETY: compiled only where the whole build has these instructions (see the `cfg`s).
    unsafe {
        let step = _mm256_setr_epi64x(1, 7, 8, 9);
        let mut open = open;
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, step));
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, _mm256_slli_epi64::<1>(step)));
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, _mm256_slli_epi64::<2>(step)));
        _mm256_andnot_si256(_mm256_srlv_epi64(open, step), open)
    }
}
