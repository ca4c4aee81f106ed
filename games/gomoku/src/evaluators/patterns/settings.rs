//! The figures of `patterns`.

use super::class::Class;
use super::table::Pattern;
use crate::evaluators::Settings;
use anyply_framework::settings::{self, within};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The figures of [`Patterns`](super::Patterns), in hundredths of a point. All are ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternsSettings {
    /// What free squares add to the value of a position.
    pub worth: SquareValues,
    /// How soon a move to them is tried. What leads to nothing by itself may be worth something, and is no
    /// move to look at first.
    pub promise: SquareValues,
    /// The right to move: 0 to 100,000.
    pub tempo: i32,
    /// The opponent is about to make a winning four: 0 to 100,000.
    pub pressed: i32,
    /// A four with an open three can be made, or two open threes while the opponent presses with nothing: 0
    /// to 100,000.
    pub combination: i32,
    /// How many quiet moves a selective search looks at: 1 to 400.
    pub breadth: usize,
}

/// What a free square counts for one side, by what a stone would make there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareValues {
    /// The weight of the squares of the side to move, in percent, where the opponent's count 100: 0 to 400.
    pub own: i32,
    /// For what it would make in each line.
    pub lines: LineValues,
    /// Added for what it would make in all four lines together.
    pub classes: ClassValues,
}

/// Values of patterns in one line: 0 to 2,000 each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each names the pattern that the stone would make")]
pub struct LineValues {
    pub one: i32,
    pub open_one: i32,
    pub two: i32,
    pub open_two: i32,
    pub broad_two: i32,
    pub three: i32,
    pub open_three: i32,
    pub broad_three: i32,
    pub four: i32,
    pub open_four: i32,
    pub five: i32,
}

/// Values of what four lines come to together: 0 to 2,000 each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each names what the stone would make")]
pub struct ClassValues {
    pub three_plus: i32,
    pub double_three: i32,
    pub four_plus: i32,
    pub four_three: i32,
    pub winning_four: i32,
    pub five: i32,
}

impl PatternsSettings {
    /// Those that come with the game.
    pub(super) fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Box<PatternsSettings>> = LazyLock::new(|| {
            let text = include_str!("../../../config/patterns.ron");
            match settings::from_ron("patterns", text) {
                Ok(Settings::Patterns(settings)) => settings,
                other => panic!("the built-in figures are {other:?}"),
            }
        });
        &BUILT_IN
    }

    pub(super) fn check(&self) -> Result<(), String> {
        self.worth.check("worth")?;
        self.promise.check("promise")?;
        within("tempo", self.tempo, 0..=100_000)?;
        within("pressed", self.pressed, 0..=100_000)?;
        within("combination", self.combination, 0..=100_000)?;
        within("breadth", i32::try_from(self.breadth).unwrap_or(i32::MAX), 1..=400)
    }
}

impl SquareValues {
    /// The largest of its figures: a sum of five must fit the value of a square.
    const LARGEST: i32 = 2_000;

    /// A square where a stone would make these, which together are of that class.
    pub(super) fn of(&self, patterns: [Pattern; 4], class: Class) -> i32 {
        let lines: i32 = patterns.into_iter().map(|pattern| self.lines.of(pattern)).sum();
        lines + self.classes.of(class)
    }

    fn check(&self, name: &str) -> Result<(), String> {
        let Self { own, lines, classes } = self;
        within(format!("{name}.own"), *own, 0..=400)?;
        for (part, value) in [
            ("lines.one", lines.one),
            ("lines.open_one", lines.open_one),
            ("lines.two", lines.two),
            ("lines.open_two", lines.open_two),
            ("lines.broad_two", lines.broad_two),
            ("lines.three", lines.three),
            ("lines.open_three", lines.open_three),
            ("lines.broad_three", lines.broad_three),
            ("lines.four", lines.four),
            ("lines.open_four", lines.open_four),
            ("lines.five", lines.five),
            ("classes.three_plus", classes.three_plus),
            ("classes.double_three", classes.double_three),
            ("classes.four_plus", classes.four_plus),
            ("classes.four_three", classes.four_three),
            ("classes.winning_four", classes.winning_four),
            ("classes.five", classes.five),
        ] {
            within(format!("{name}.{part}"), value, 0..=Self::LARGEST)?;
        }
        Ok(())
    }
}

impl LineValues {
    const fn of(&self, pattern: Pattern) -> i32 {
        match pattern {
            Pattern::Dead | Pattern::Overline => 0,
            Pattern::One => self.one,
            Pattern::OpenOne => self.open_one,
            Pattern::Two => self.two,
            Pattern::OpenTwo => self.open_two,
            Pattern::BroadTwo => self.broad_two,
            Pattern::Three => self.three,
            Pattern::OpenThree => self.open_three,
            Pattern::BroadThree => self.broad_three,
            Pattern::Four => self.four,
            Pattern::DoubleFour | Pattern::OpenFour => self.open_four,
            Pattern::Five => self.five,
        }
    }
}

impl ClassValues {
    const fn of(&self, class: Class) -> i32 {
        match class {
            Class::Taken
            | Class::Forbidden
            | Class::Quiet
            | Class::DoubleTwo
            | Class::Three
            | Class::Four => 0,
            Class::ThreePlus => self.three_plus,
            Class::DoubleThree => self.double_three,
            Class::FourPlus => self.four_plus,
            Class::FourThree => self.four_three,
            Class::WinningFour => self.winning_four,
            Class::Five => self.five,
        }
    }
}
