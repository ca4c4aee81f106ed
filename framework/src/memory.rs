//! [`Memory`] for tables: zeroed, as large as asked, in large pages where the system has them.
//!
//! Tables are read at random. With pages of 4 KiB nearly every look misses the processor's memory of where
//! pages lie, which took longer than all the rest of an exact ending: with large pages those are three times
//! as fast.

use crate::search::NoMemory;
use bytemuck::Zeroable;
use memmap2::MmapMut;
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::slice;

/// A list of `T`, all zero at first. The system provides the memory as it is touched.
#[derive(Debug)]
pub struct Memory<T> {
    map: MmapMut,
    length: usize,
    /// All of it was.
    provided: bool,
    of: PhantomData<T>,
}

impl<T: Zeroable> Memory<T> {
    /// All zero.
    ///
    /// # Errors
    /// [`NoMemory`] if the system refuses.
    pub fn zeroed(length: usize) -> Result<Self, NoMemory> {
        // Pages are aligned to more than any of these.
        const { assert!(align_of::<T>() <= 4096) };
        let bytes = length.checked_mul(size_of::<T>()).ok_or(NoMemory { bytes: usize::MAX })?;
        let map = MmapMut::map_anon(bytes.max(1)).map_err(|_| NoMemory { bytes })?;
        // Without large pages it is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map, length, provided: false, of: PhantomData })
    }

    /// Has the system provide it now, page by page, and not while a clock runs; of more than a gigabyte the
    /// first one, which takes up to a second. Nothing in it changes.
    pub(crate) fn provide(&mut self) {
        const PAGE: usize = 4096;
        const MOST: usize = 1 << 30;
        for byte in self.map.iter_mut().take(MOST).step_by(PAGE) {
            // Only a write provides a page, and one of what is there already could be left out.
            *byte = black_box(*byte);
        }
        self.provided = self.map.len() <= MOST;
    }

    /// All zero again.
    pub(crate) fn clear(&mut self) {
        // Writing takes a third of the time that the system takes to provide fresh memory, page by page. But
        // of much perhaps little was ever touched, and fresh memory costs nothing until it is: where nobody
        // asked for it beforehand.
        const LITTLE: usize = 256 << 20;
        let length = self.length;
        if self.provided || self.map.len() <= LITTLE {
            self.map.fill(0);
        } else if let Ok(fresh) = Self::zeroed(length) {
            *self = fresh;
        } else {
            // There is no room for both.
            self.map.fill(0);
        }
    }
}

impl<T: Zeroable> Deref for Memory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the map holds at least `length` of them, aligned to a page, was zeroed by the system, which
        // `Zeroable` says is a value of `T`, belongs to nobody else, and lives as long as `self`.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast::<T>(), self.length) }
    }
}

impl<T: Zeroable> DerefMut for Memory<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; nobody else has it while it is borrowed here.
        unsafe { slice::from_raw_parts_mut(self.map.as_mut_ptr().cast::<T>(), self.length) }
    }
}

/// Asks the processor to fetch what will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on the cache, and the address is that of something alive.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providing_memory_changes_nothing_in_it() {
        let mut memory = Memory::<u64>::zeroed(10_000).unwrap();
        memory[..5_000].fill(u64::MAX);
        memory.provide();
        assert!(memory[..5_000].iter().all(|&word| word == u64::MAX));
        assert!(memory[5_000..].iter().all(|&word| word == 0));
        memory.clear();
        assert!(memory.iter().all(|&word| word == 0));
    }
}
