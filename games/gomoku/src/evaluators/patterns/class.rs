//! What the four patterns of a square come to together.

use super::table::Pattern;

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
    /// No threat, but two lines or more that may become threats: open twos, or threes closed at one end.
    DoubleTwo,
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
    pub(crate) const COUNT: usize = 12;

    /// Of what a stone would make in its four lines. With `fouls` two fours and overlines are forbidden.
    pub(super) fn of(patterns: [Pattern; 4], fouls: bool) -> Self {
        patterns.into_iter().map(Kinds::of).fold(Kinds::default(), Kinds::plus).class(fouls)
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
            (0, 0) if self.promising > 1 => Class::DoubleTwo,
            (0, 0) => Class::Quiet,
        }
    }
}
