//! What the four patterns of a square come to together.

use super::table::Pattern;

/// What a stone on a square would do for its colour, all four lines taken together; from the least to the
/// most.
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
        Kinds::of(patterns).class(fouls)
    }
}

/// How many of the four lines are of each kind that matters to the class, and of faint ones beside.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Kinds {
    fives: u8,
    straight_fours: u8,
    fours: u8,
    threes: u8,
    promising: u8,
    faint: u8,
    overlines: u8,
}

impl Kinds {
    const LEVELS: usize = 3;
    /// The size of a table by [`Kinds::index`]. Four lines do not come to all of them.
    pub(super) const INDICES: usize = 1 + Self::LEVELS.pow(4);

    /// Of the four lines of a square.
    pub(super) fn of(patterns: [Pattern; 4]) -> Self {
        patterns.into_iter().map(Self::of_line).fold(Self::default(), Self::plus)
    }

    /// A number for how many fours (a straight one is one of them), open threes, promising and faint lines
    /// there are, counted up to two; a five is one of its own.
    pub(super) fn index(self) -> usize {
        if self.fives > 0 {
            return Self::INDICES - 1;
        }
        let counts = [self.fours, self.threes, self.promising, self.faint];
        let level = |count: u8| usize::from(count).min(Self::LEVELS - 1);
        counts.into_iter().fold(0, |index, count| index * Self::LEVELS + level(count))
    }

    fn of_line(pattern: Pattern) -> Self {
        let none = Self::default();
        match pattern {
            Pattern::Five => Self { fives: 1, ..none },
            Pattern::OpenFour => Self { straight_fours: 1, fours: 1, ..none },
            Pattern::DoubleFour => Self { fours: 2, ..none },
            Pattern::Four => Self { fours: 1, ..none },
            Pattern::OpenThree | Pattern::BroadThree => Self { threes: 1, ..none },
            Pattern::Three | Pattern::OpenTwo | Pattern::BroadTwo => Self { promising: 1, ..none },
            Pattern::OpenOne | Pattern::Two => Self { faint: 1, ..none },
            Pattern::Overline => Self { overlines: 1, ..none },
            Pattern::Dead | Pattern::One => none,
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            fives: self.fives + other.fives,
            straight_fours: self.straight_fours + other.straight_fours,
            fours: self.fours + other.fours,
            threes: self.threes + other.threes,
            promising: self.promising + other.promising,
            faint: self.faint + other.faint,
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

#[cfg(test)]
mod tests {
    use super::super::worth::combinations;
    use super::*;

    #[test]
    fn kinds_are_counted_up_to_two_and_a_five_is_one_of_its_own() {
        assert!(combinations().all(|patterns| Kinds::of(patterns).index() < Kinds::INDICES));
        let index = |patterns| Kinds::of(patterns).index();
        let dead = [Pattern::Dead; 4];
        assert_eq!((index(dead), index([Pattern::One; 4])), (0, 0));
        assert_eq!(index([Pattern::Five, Pattern::Four, Pattern::Dead, Pattern::Dead]), Kinds::INDICES - 1);
        let twos = |count: usize| {
            std::array::from_fn(|at| if at < count { Pattern::OpenTwo } else { Pattern::Dead })
        };
        assert!(index(twos(1)) < index(twos(2)) && index(twos(2)) == index(twos(4)));
    }
}
