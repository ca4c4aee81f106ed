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
    /// What a stone on a free square is worth for what it would make in each line.
    pub lines: LineValues,
    /// What is added for what it would make in all four lines together.
    pub classes: ClassValues,
    /// The weight of one's own squares, in percent, where the opponent's count 100: 0 to 400. The move is worth something.
    pub own: i32,
    /// The right to move: 0 to 100,000.
    pub tempo: i32,
    /// The opponent is about to make a winning four: 0 to 100,000.
    pub pressed: i32,
    /// A four with an open three can be made, or two open threes while the opponent presses with nothing: 0 to 100,000.
    pub combination: i32,
    /// How many quiet moves a selective search looks at: 1 to 400.
    pub breadth: usize,
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
    /// The largest sum of five figures, which must fit the value of a square.
    const LARGEST: i32 = 2_000;

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
        let lines = &self.lines;
        let classes = &self.classes;
        for (name, value) in [
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
            within(name, value, 0..=Self::LARGEST)?;
        }
        within("own", self.own, 0..=400)?;
        within("tempo", self.tempo, 0..=100_000)?;
        within("pressed", self.pressed, 0..=100_000)?;
        within("combination", self.combination, 0..=100_000)?;
        within("breadth", i32::try_from(self.breadth).unwrap_or(i32::MAX), 1..=400)
    }

    pub(super) const fn line_value(&self, pattern: Pattern) -> i32 {
        let lines = &self.lines;
        match pattern {
            Pattern::Dead | Pattern::Overline => 0,
            Pattern::One => lines.one,
            Pattern::OpenOne => lines.open_one,
            Pattern::Two => lines.two,
            Pattern::OpenTwo => lines.open_two,
            Pattern::BroadTwo => lines.broad_two,
            Pattern::Three => lines.three,
            Pattern::OpenThree => lines.open_three,
            Pattern::BroadThree => lines.broad_three,
            Pattern::Four => lines.four,
            Pattern::DoubleFour | Pattern::OpenFour => lines.open_four,
            Pattern::Five => lines.five,
        }
    }

    pub(super) const fn class_value(&self, class: Class) -> i32 {
        let classes = &self.classes;
        match class {
            Class::Taken | Class::Forbidden | Class::Quiet | Class::Three | Class::Four => 0,
            Class::ThreePlus => classes.three_plus,
            Class::DoubleThree => classes.double_three,
            Class::FourPlus => classes.four_plus,
            Class::FourThree => classes.four_three,
            Class::WinningFour => classes.winning_four,
            Class::Five => classes.five,
        }
    }
}
