//! The transposition table: what is known of positions already searched.
//!
//! Lock-free by Hyatt and Mann's exclusive-or (2002): an entry is two words, the data and the key mixed with
//! the data, so a torn write by two threads fails the comparison of all 64 bits and reads as a miss.

use super::config::Replacement;
use crate::memory::{Memory, prefetch};
use crate::score::{Bound, Score};
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const BUCKET: usize = 4;
const AGES: u8 = 32;

/// A table of fixed size, shared by threads.
#[derive(Debug)]
pub struct Table {
    buckets: Memory<Bucket>,
    age: u8,
    /// Something may have been stored.
    used: bool,
}

/// A cache line.
#[derive(Debug, Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; BUCKET]);

#[derive(Debug, Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// There is no memory for a table of that size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {} MiB", bytes >> 20)]
pub struct NoMemory {
    pub(crate) bytes: usize,
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value, with distances counted from this position.
    pub value: Score,
    /// What the value says.
    pub bound: Bound,
    /// The plies it was searched.
    pub depth: u8,
    /// How sure it is, if it comes from a search to the end of the game: 0 to [`Entry::SURE`]. What is surer
    /// serves in a search that asks for less.
    pub level: u8,
    /// Whether no evaluator's opinion went into the bound: it holds at every depth.
    pub proven: bool,
    /// The best move's index.
    pub best: Option<u16>,
}

impl Entry {
    /// The highest level: a search to the end that leaves nothing out.
    pub const SURE: u8 = 7;
    /// Move indices are below this.
    pub const MOVES: usize = 0x1fff;
    const NO_MOVE: u16 = Self::MOVES as u16;

    // Bits: value 32, move 13, level 3, depth 8, age 5, proven 1, bound 2 (0 = the slot is empty).
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value.cents() as u32)
            | u64::from(self.best.unwrap_or(Self::NO_MOVE)) << 32
            | u64::from(self.level) << 45
            | u64::from(self.depth) << 48
            | u64::from(age) << 56
            | u64::from(self.proven) << 61
            | bound << 62
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 62 {
            0 => return None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let best = (data >> 32) as u16 & Self::NO_MOVE;
        Some(Self {
            value: Score::DRAW.offset(data as u32 as i32),
            bound,
            level: (data >> 45) as u8 & Self::SURE,
            depth: (data >> 48) as u8,
            proven: data >> 61 & 1 == 1,
            best: (best != Self::NO_MOVE).then_some(best),
        })
    }
}

impl Table {
    /// The smallest table: one bucket.
    pub const MIN_BYTES: usize = size_of::<Bucket>();

    /// The largest table that fits in `bytes`, but at least one bucket. The memory is only reserved; the
    /// system provides it as it is written.
    ///
    /// # Errors
    /// [`NoMemory`] if the system refuses.
    pub fn new(bytes: usize) -> Result<Self, NoMemory> {
        let buckets = (bytes / Self::MIN_BYTES).max(1);
        Ok(Self { buckets: Memory::zeroed(buckets)?, age: 0, used: false })
    }

    /// Begins a new search, before anything is stored: what older ones left gives way first.
    pub fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
        self.used = true;
    }

    /// Has the system provide the memory now: see [`Engine::prepare`](crate::Engine::prepare).
    pub fn provide(&mut self) {
        self.buckets.provide();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // Clearing touches all of the memory.
        if self.used {
            self.buckets.clear();
        }
        (self.age, self.used) = (0, false);
    }

    /// How large it is.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * Self::MIN_BYTES
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        // The high half of the product spreads the key over any number of buckets (Lemire 2016).
        let buckets = &*self.buckets;
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize].0
    }

    /// Asks the processor to fetch what [`Table::probe`] will read.
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) == key ^ data).then(|| Entry::unpack(data)).flatten()
        })
    }

    /// Stores what was found out about a position, unless what is known of it stays by that policy.
    pub fn store(&self, key: u64, mut entry: Entry, replacement: Replacement) {
        let slots = self.bucket(key);
        let mut place = &slots[key as usize % BUCKET];
        let mut least = i32::MAX;
        for slot in slots {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) == key ^ data {
                if replacement == Replacement::DeeperStays && self.outlasts(data, entry) {
                    return;
                }
                place = slot;
                // A search that found no best move keeps the one known.
                entry.best = entry.best.or(Entry::unpack(data).and_then(|old| old.best));
                break;
            }
            let worth = self.worth(data);
            if replacement != Replacement::Always && worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = entry.pack(self.age);
        place.data.store(data, Relaxed);
        place.check.store(key ^ data, Relaxed);
    }

    // Whether what a slot has of a position tells more than a new entry. A win that is only believed in may
    // be waited for, to be proven.
    fn outlasts(&self, data: u64, new: Entry) -> bool {
        let (depth, age) = depth_and_age(data);
        let is_result = new.proven || new.value.distance().is_some();
        !is_result && age == self.age && depth > new.depth.saturating_add(1)
    }

    // How much would be lost with this slot: its depth, less the price of eight plies for each search it is
    // old.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let (depth, age) = depth_and_age(data);
        let searches = (AGES + self.age - age) % AGES;
        i32::from(depth) - 8 * i32::from(searches)
    }
}

fn depth_and_age(data: u64) -> (u8, u8) {
    ((data >> 48) as u8, (data >> 56) as u8 % AGES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            value: Score::from_cents(-250),
            bound: Bound::Exact,
            level: 3,
            depth,
            proven: false,
            best: Some(7),
        }
    }

    proptest! {
        #[test]
        fn an_entry_survives_packing(
            cents in -1_000_000_000..=1_000_000_000i32, bound in 0..3usize, depth: u8, proven: bool,
            level in 0..=Entry::SURE, best in proptest::option::of(0..Entry::NO_MOVE), age in 0..AGES,
        ) {
            let bound = [Bound::Upper, Bound::Lower, Bound::Exact][bound];
            let entry = Entry { value: Score::from_cents(cents), bound, level, depth, proven, best };
            prop_assert_eq!(Entry::unpack(entry.pack(age)), Some(entry));
        }
    }

    #[test]
    fn a_bucket_keeps_the_deepest_and_drops_the_oldest() {
        for replacement in [Replacement::DepthAndAge, Replacement::DeeperStays] {
            let mut table = Table::new(Table::MIN_BYTES).unwrap();
            for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 5)] {
                table.store(key, entry(depth), replacement);
            }
            assert_eq!(table.probe(2), None);
            assert_eq!(table.probe(1), Some(entry(9)));
            table.new_search();
            table.store(6, entry(1), replacement);
            table.store(7, entry(1), replacement);
            assert_eq!(table.probe(5), None);
            assert_eq!(table.probe(6), Some(entry(1)), "old entries go before new shallow ones");
        }
    }

    #[test]
    fn a_search_that_went_less_far_leaves_what_is_known_unless_it_is_old_or_proof_came() {
        let mut table = Table::new(Table::MIN_BYTES).unwrap();
        let kept = |table: &Table, new: Entry, replacement| {
            table.store(1, entry(6), Replacement::Always);
            table.store(1, new, replacement);
            table.probe(1) == Some(entry(6))
        };
        assert!(kept(&table, entry(4), Replacement::DeeperStays));
        assert!(!kept(&table, entry(5), Replacement::DeeperStays), "a ply more is too little to keep it for");
        assert!(!kept(&table, Entry { proven: true, ..entry(1) }, Replacement::DeeperStays));
        assert!(!kept(&table, Entry { value: Score::win_in(3), ..entry(1) }, Replacement::DeeperStays));
        assert!(!kept(&table, entry(4), Replacement::DepthAndAge));
        assert!(!kept(&table, entry(4), Replacement::Always));
        table.store(1, entry(6), Replacement::Always);
        table.new_search();
        table.store(1, entry(1), Replacement::DeeperStays);
        assert_eq!(table.probe(1), Some(entry(1)), "what older searches left gives way");
    }

    #[test]
    fn the_table_is_as_large_as_asked() {
        let table = Table::new(1 << 20).unwrap();
        assert_eq!(table.bytes(), 1 << 20);
        assert!(
            std::ptr::from_ref(table.bucket(0)).addr().is_multiple_of(Table::MIN_BYTES),
            "a bucket is a cache line"
        );
        assert!(std::ptr::eq(table.bucket(u64::MAX), &table.buckets.last().unwrap().0));
    }

    #[test]
    fn too_large_a_table_is_an_error() {
        assert!(Table::new(usize::MAX / 2).unwrap_err().to_string().contains("no memory"));
    }

    /// An entry that only this key can have.
    fn entry_of(key: u64) -> Entry {
        let half = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Entry {
            value: Score::from_cents((half % 1_000_000) as i32),
            bound: Bound::Exact,
            level: (half >> 9) as u8 & Entry::SURE,
            depth: half as u8,
            proven: half & 256 != 0,
            best: Some((half % 8_000) as u16),
        }
    }

    #[test]
    fn threads_that_write_the_same_buckets_read_only_what_belongs_to_the_key() {
        const KEYS: u64 = 64;
        let table = Table::new(2 * Table::MIN_BYTES).unwrap();
        // Multiples of this fall into both buckets and all places of them.
        let key = |number: u64| (number % KEYS + 1).wrapping_mul(0xd134_2543_de82_ef95);
        let hammer = |thread: u64| {
            (0..100_000).fold(0, |hits, round| {
                let all = [Replacement::DepthAndAge, Replacement::DeeperStays, Replacement::Always];
                let replacement = all[(round % 3) as usize];
                let written = key(round * (thread + 3));
                table.store(written, entry_of(written), replacement);
                let asked = key(round * 7 + thread);
                let found = table.probe(asked);
                assert!(found.is_none_or(|found| found == entry_of(asked)), "{asked}: {found:?}");
                hits + u64::from(found.is_some())
            })
        };
        let hits: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || hammer(thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(hits > 1000, "{hits}");
    }

    #[test]
    fn a_torn_entry_reads_as_a_miss() {
        let table = Table::new(Table::MIN_BYTES).unwrap();
        table.store(1, entry(4), Replacement::DepthAndAge);
        table.bucket(1)[0].data.fetch_xor(1 << 40, Relaxed);
        assert_eq!(table.probe(1), None);
    }
}
