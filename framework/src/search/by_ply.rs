//! [`ByPly`]: something for each ply of a line, found without a check.

use std::ops::{Index, IndexMut};

/// No line in the tree is longer than this; what goes on is evaluated.
pub(super) const MAX_PLY: usize = 254;

/// Something for each ply of a line.
#[derive(Clone, Debug)]
pub(super) struct ByPly<T>(Box<[T; MAX_PLY + 2]>);

impl<T> ByPly<T> {
    pub(super) fn new(each: impl FnMut(usize) -> T) -> Self {
        Self(Box::new(std::array::from_fn(each)))
    }

    /// What belongs to a ply, and to the one below it.
    pub(super) fn with_next(&mut self, ply: usize) -> (&mut T, &mut T) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        (&mut above[ply], &mut below[0])
    }
}

impl ByPly<u64> {
    /// The sum of the counts.
    pub(super) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts down to the last ply that has any.
    pub(super) fn until_last(&self) -> Vec<u64> {
        let end = self.0.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        self.0[..end].to_vec()
    }
}

// Plies are below the length, which is a power of two: the mask spares the check.
impl<T> Index<usize> for ByPly<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, ply: usize) -> &T {
        debug_assert!(ply < MAX_PLY + 2);
        &self.0[ply & (MAX_PLY + 1)]
    }
}

impl<T> IndexMut<usize> for ByPly<T> {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut T {
        debug_assert!(ply < MAX_PLY + 2);
        &mut self.0[ply & (MAX_PLY + 1)]
    }
}
