//! What a free square is worth for what a stone would make there in its four lines.

use super::class::Class;
use super::stage::ByStage;
use super::table::Pattern;
use std::sync::{Arc, LazyLock};

/// The four patterns of a square in 16 bits, by direction.
pub(crate) type Key = u16;

/// The pattern of one direction.
pub(crate) const fn nibble(key: Key, direction: usize) -> u8 {
    (key >> (4 * direction) & 15) as u8
}

/// The key with another pattern in one direction.
pub(super) const fn with_nibble(key: Key, direction: usize, pattern: u8) -> Key {
    key & !(15 << (4 * direction)) | (pattern as Key) << (4 * direction)
}

/// The patterns of all four.
pub(super) fn patterns(key: Key) -> [Pattern; 4] {
    [0, 1, 2, 3].map(|direction| Pattern::from_nibble(nibble(key, direction).into()))
}

/// Whether a square counts in what is learned: most squares of a board have no stone near, and weigh nothing.
pub(super) fn tells(patterns: [Pattern; 4]) -> bool {
    patterns.into_iter().any(|pattern| pattern > Pattern::OpenOne)
}

/// The combinations of four patterns whose directions make no difference.
pub(super) const COMBINATIONS: usize = {
    const N: usize = Pattern::COUNT;
    N * (N + 1) * (N + 2) * (N + 3) / (2 * 3 * 4)
};

/// The patterns of every combination, each with the smallest first, in the order of their numbers.
pub(super) fn combinations() -> impl Iterator<Item = [Pattern; 4]> {
    let from = |least: usize| least..Pattern::COUNT;
    from(0)
        .flat_map(move |a| from(a).map(move |b| [a, b]))
        .flat_map(move |[a, b]| from(b).map(move |c| [a, b, c]))
        .flat_map(move |[a, b, c]| from(c).map(move |d| [a, b, c, d]))
        .map(|nibbles| nibbles.map(Pattern::from_nibble))
}

/// The number of a key's combination, below [`COMBINATIONS`].
pub(super) fn combination(key: Key) -> usize {
    usize::from(NUMBERS[usize::from(key)])
}

static NUMBERS: LazyLock<Box<[Number; 1 << Key::BITS]>> = LazyLock::new(|| {
    let sorted = |mut patterns: [Pattern; 4]| {
        patterns.sort_unstable();
        patterns
    };
    let all: Vec<[Pattern; 4]> = combinations().collect();
    let number = |key| all.binary_search(&sorted(patterns(key))).expect("every combination is there") as u16;
    let numbers: Box<[u16]> = (0..=Key::MAX).map(number).collect();
    numbers.try_into().expect("one for each key")
});

/// What a free square is at sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) class: Class,
    /// How promising a stone there is, in hundredths of a point.
    pub(crate) promise: i16,
}

impl Standing {
    /// Of a square that is not free.
    pub(super) const TAKEN: Self = Self { class: Class::Taken, promise: 0 };
}

/// All that is said of a combination, for a [`WorthTable`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Worth {
    pub(crate) standing: Standing,
    /// What it is worth by hand, in hundredths of a point: how hard a position looks is told by that,
    /// whatever was learned.
    pub(crate) by_hand: i32,
    pub(crate) learned: ByStage,
}

impl Worth {
    /// In so many parts of a hundredth of a point learned values are counted.
    pub(crate) const PARTS: i32 = 100;
}

/// The number of a combination, or [`WorthTable::TAKEN`].
pub(crate) type Number = u16;

/// The worth of every key. A move asks only for standings, and of dozens of squares: they have a table of
/// their own, which stays in the nearest cache.
#[derive(Clone, Debug)]
pub(crate) struct WorthTable {
    /// The one there is, at hand: asked by its name it would be looked after each time whether it is made.
    numbers: &'static [Number; 1 << Key::BITS],
    standings: Arc<[Standing; Self::PLACES]>,
    by_hand: Arc<[i32; Self::PLACES]>,
    /// Without places that are no combination: they would take a quarter of a megabyte.
    learned: Arc<[ByStage]>,
}

impl WorthTable {
    /// As many as the bits of a combination's number can tell, so that nobody need ask whether there is such
    /// a one.
    const PLACES: usize = (COMBINATIONS + 1).next_power_of_two();
    /// Of a square that is not free: it comes to nothing.
    pub(super) const TAKEN: Number = COMBINATIONS as Number;

    /// From the worth of each combination, in the order of their numbers.
    pub(super) fn new(worth: impl Fn(usize, [Pattern; 4]) -> Worth) -> Self {
        let worths: Vec<Worth> =
            combinations().enumerate().map(|(number, patterns)| worth(number, patterns)).collect();
        let (mut standings, mut by_hand) =
            (Arc::new([Standing::TAKEN; Self::PLACES]), Arc::new([0; Self::PLACES]));
        let places = Arc::make_mut(&mut standings).iter_mut().zip(Arc::make_mut(&mut by_hand));
        places.zip(&worths).for_each(|(place, worth)| (*place.0, *place.1) = (worth.standing, worth.by_hand));
        let learned = worths.iter().map(|worth| worth.learned).chain([ByStage::default()]).collect();
        Self { numbers: &NUMBERS, standings, by_hand, learned }
    }

    #[inline]
    pub(crate) fn number(&self, key: Key) -> Number {
        self.numbers[usize::from(key)]
    }

    #[inline]
    pub(crate) fn standing(&self, number: Number) -> Standing {
        self.standings[usize::from(number) % Self::PLACES]
    }

    /// See [`Worth::by_hand`].
    #[inline]
    pub(crate) fn by_hand(&self, number: Number) -> i32 {
        self.by_hand[usize::from(number) % Self::PLACES]
    }

    /// What it adds to the learned value.
    #[inline]
    pub(crate) fn learned(&self, number: Number) -> &ByStage {
        &self.learned[usize::from(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_make_no_difference_and_patterns_do() {
        assert_eq!(combinations().count(), COMBINATIONS);
        assert_eq!(combination(0x1234), combination(0x4312));
        assert_ne!(combination(0x1234), combination(0x1233));
        let patterns = combinations().nth(combination(0x5200)).map(|all| all.map(|pattern| pattern as u8));
        assert_eq!(patterns, Some([0, 0, 2, 5]));
    }
}
