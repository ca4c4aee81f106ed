//! What the four patterns of a square come to together.

use super::settings::PatternsSettings;
use super::table::Pattern;
use std::sync::Arc;

/// What a stone on a square would do for its colour, all four lines taken together; from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Class {
    /// The square is not free.
    Taken,
    /// Certainly forbidden (renju, Black): an overline or two fours. Double threes are left to the rules.
    Forbidden,
    /// No threat.
    Quiet,
    /// One open three.
    Three,
    /// An open three, and something that may become a threat.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// One four.
    Four,
    /// A four, and something that may become a threat.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// Five next move wherever the opponent answers: a straight four, or two fours.
    WinningFour,
    /// The game is won.
    Five,
}

impl Class {
    pub(crate) const COUNT: usize = 11;
}

/// The class of a square, and its value in hundredths of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) class: Class,
    pub(crate) value: i16,
}

/// The four patterns of a square in 16 bits, by direction.
pub(crate) type Key = u16;

/// The pattern of one direction.
pub(crate) const fn nibble(key: Key, direction: usize) -> u8 {
    (key >> (4 * direction) & 15) as u8
}

/// The worth of every key.
#[derive(Clone, Debug)]
pub(crate) struct WorthTable(Arc<[Worth]>);

impl WorthTable {
    /// With `fouls` two fours and overlines are forbidden.
    pub(crate) fn new(settings: &PatternsSettings, fouls: bool) -> Self {
        let kinds: [Kinds; 16] = std::array::from_fn(|nibble| Kinds::of(Pattern::from_nibble(nibble)));
        let values: [i32; 16] =
            std::array::from_fn(|nibble| settings.line_value(Pattern::from_nibble(nibble)));
        let worth = |key: Key| {
            let nibbles = [0, 1, 2, 3].map(|direction| usize::from(nibble(key, direction)));
            let class =
                nibbles.iter().fold(Kinds::default(), |sum, &nibble| sum.plus(kinds[nibble])).class(fouls);
            let lines: i32 = nibbles.iter().map(|&nibble| values[nibble]).sum();
            let value = if class == Class::Forbidden { 0 } else { lines + settings.class_value(class) };
            Worth { class, value: value as i16 }
        };
        Self((0..=Key::MAX).map(worth).collect())
    }

    pub(crate) fn get(&self, key: Key) -> Worth {
        self.0[usize::from(key)]
    }
}

/// How many of the four lines are of each kind that matters to the class.
#[derive(Clone, Copy, Default, Debug)]
struct Kinds {
    fives: u8,
    straight_fours: u8,
    fours: u8,
    threes: u8,
    promising: u8,
    overlines: u8,
}

impl Kinds {
    fn of(pattern: Pattern) -> Self {
        let none = Self::default();
        match pattern {
            Pattern::Five => Self { fives: 1, ..none },
            Pattern::OpenFour => Self { straight_fours: 1, fours: 1, ..none },
            Pattern::DoubleFour => Self { fours: 2, ..none },
            Pattern::Four => Self { fours: 1, ..none },
            Pattern::OpenThree | Pattern::BroadThree => Self { threes: 1, ..none },
            Pattern::Three | Pattern::OpenTwo | Pattern::BroadTwo => Self { promising: 1, ..none },
            Pattern::Overline => Self { overlines: 1, ..none },
            Pattern::Dead | Pattern::One | Pattern::OpenOne | Pattern::Two => none,
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            fives: self.fives + other.fives,
            straight_fours: self.straight_fours + other.straight_fours,
            fours: self.fours + other.fours,
            threes: self.threes + other.threes,
            promising: self.promising + other.promising,
            overlines: self.overlines + other.overlines,
        }
    }

    const fn class(self, fouls: bool) -> Class {
        if self.fives > 0 {
            return Class::Five;
        }
        if fouls && (self.fours >= 2 || self.overlines > 0) {
            return Class::Forbidden;
        }
        match (self.fours, self.threes) {
            _ if self.straight_fours > 0 => Class::WinningFour,
            (2.., _) => Class::WinningFour,
            (1, 1..) => Class::FourThree,
            (1, 0) if self.promising > 0 => Class::FourPlus,
            (1, 0) => Class::Four,
            (0, 2..) => Class::DoubleThree,
            (0, 1) if self.promising > 0 => Class::ThreePlus,
            (0, 1) => Class::Three,
            (0, 0) => Class::Quiet,
        }
    }
}
