//! What is known of positions: how hard they are to prove and to disprove.

use crate::memory::{Memory, prefetch};
use bytemuck::Zeroable;

const BUCKET: usize = 4;
/// No index of a move.
const NO_MOVE: u16 = u16::MAX;

/// How many leaves must still be proven, at least, to answer a question with yes, and how many to answer it
/// with no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// Plies to the end of the longest line of the proof, where there is one.
    pub(crate) length: u16,
}

impl Numbers {
    /// No number of leaves is enough.
    pub(crate) const NEVER: u32 = u32::MAX;

    /// An answered question.
    pub(crate) fn answered(yes: bool, length: u16) -> Self {
        let [proof, disproof] = if yes { [0, Self::NEVER] } else { [Self::NEVER, 0] };
        Self { proof, disproof, length }
    }

    /// Nothing is known of it but how many moves there are: one may prove it, but every one must be refuted.
    pub(crate) fn open(moves: usize) -> Self {
        Self { proof: 1, disproof: moves as u32, length: 0 }
    }

    /// The same, where `more` leaves must be proven for a yes, or for a no. What is answered stays so.
    pub(crate) fn harder(mut self, yes: bool, more: u32) -> Self {
        let number = if yes { &mut self.proof } else { &mut self.disproof };
        if !matches!(*number, 0 | Self::NEVER) {
            *number = number.saturating_add(more).min(Self::NEVER - 1);
        }
        self
    }

    /// The answer, if there is one.
    pub(crate) fn answer(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// One question about a position.
#[derive(Clone, Copy, Zeroable, Debug)]
#[repr(C)]
struct Slot {
    key: u64,
    proof: u32,
    disproof: u32,
    length: u16,
    best: u16,
    /// The logarithm of the positions made for it, and one; 0 for an empty slot.
    effort: u8,
    age: u8,
}

/// A table of fixed size for one thread.
#[derive(Debug)]
pub(crate) struct ProofTable {
    slots: Memory<Slot>,
    age: u8,
    /// Something may have been stored.
    used: bool,
}

impl ProofTable {
    /// At most `bytes`, at least one bucket, and less where the system has not as much.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[Slot; BUCKET]>()).max(1);
        let fewer = std::iter::successors(Some(buckets), |&buckets| (buckets > 1).then_some(buckets / 2));
        let slots = fewer
            .map(|buckets| Memory::zeroed(buckets * BUCKET))
            .find_map(Result::ok)
            .expect("there is memory for a hundred bytes");
        Self { slots, age: 0, used: false }
    }

    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }

    /// Begins a new search: what older ones left stays true, but gives way first.
    pub(crate) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
        self.used = true;
    }

    /// Has the system provide the memory now.
    pub(crate) fn provide(&mut self) {
        self.slots.provide();
    }

    pub(crate) fn clear(&mut self) {
        // Clearing touches all of the memory.
        if self.used {
            self.slots.clear();
        }
        (self.age, self.used) = (0, false);
    }

    // Where the slots of a bucket begin.
    fn bucket(&self, place: u64) -> usize {
        let buckets = self.slots.len() / BUCKET;
        ((u128::from(place) * buckets as u128) >> 64) as usize * BUCKET
    }

    /// Asks the processor to fetch what [`ProofTable::probe`] will read.
    pub(crate) fn prefetch(&self, place: u64) {
        let slots = &self.slots[self.bucket(place)..][..BUCKET];
        prefetch(&slots[0]);
        prefetch(&slots[BUCKET - 1]);
    }

    /// What is known of a question, and the index of the best move. What was asked of one position in several
    /// ways shares a `place`.
    pub(crate) fn probe(&self, place: u64, key: u64) -> Option<(Numbers, Option<u16>)> {
        let slot = self.slots[self.bucket(place)..][..BUCKET]
            .iter()
            .find(|slot| slot.key == key && slot.effort > 0)?;
        let Slot { proof, disproof, length, best, .. } = *slot;
        Some((Numbers { proof, disproof, length }, (best != NO_MOVE).then_some(best)))
    }

    /// Keeps what `made` positions told about a question, in place of what was known of it or of what cost
    /// least.
    pub(crate) fn store(&mut self, (place, key): (u64, u64), numbers: Numbers, best: Option<u16>, made: u64) {
        let (age, first) = (self.age, self.bucket(place));
        let slot = self.slots[first..][..BUCKET]
            .iter_mut()
            .min_by_key(|slot| (slot.key != key, slot.effort > 0 && slot.age == age, slot.effort))
            .expect("a bucket has slots");
        let Numbers { proof, disproof, length } = numbers;
        let effort = made.max(1).ilog2() as u8 + 1;
        let best = best.unwrap_or(NO_MOVE);
        *slot = Slot { key, proof, disproof, length, best, effort, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_harder_is_still_open_and_what_is_answered_stays_so() {
        let open = Numbers::open(3);
        assert_eq!(open.harder(true, 4), Numbers { proof: 5, ..open });
        assert_eq!(open.harder(false, 4), Numbers { disproof: 7, ..open });
        assert_eq!(open.harder(true, Numbers::NEVER).answer(), None);
        for answered in [true, false].map(|yes| Numbers::answered(yes, 9)) {
            assert_eq!([true, false].map(|yes| answered.harder(yes, 4)), [answered; 2]);
        }
    }

    #[test]
    fn what_cost_most_stays_and_old_searches_give_way() {
        let mut table = ProofTable::new(0);
        let numbers = |proof| Numbers { proof, disproof: 1, length: 0 };
        for key in 1..=4 {
            table.store((0, key), numbers(key as u32), None, 1 << key);
        }
        table.store((0, 5), numbers(5), Some(9), 1 << 20);
        assert_eq!(table.probe(0, 1), None);
        assert_eq!(table.probe(0, 2), Some((numbers(2), None)));
        assert_eq!(table.probe(0, 5), Some((numbers(5), Some(9))));
        table.new_search();
        table.store((0, 6), numbers(6), None, 1);
        table.store((0, 7), numbers(7), None, 1);
        assert_eq!(
            [2, 3, 4, 5, 6, 7].map(|key| table.probe(0, key).is_some()),
            [false, false, true, true, true, true]
        );
        table.store((0, 5), Numbers::answered(true, 3), Some(1), 1);
        assert_eq!(table.probe(0, 5).and_then(|(numbers, _)| numbers.answer()), Some(true));
        table.clear();
        assert_eq!(table.probe(0, 5), None);
    }
}
