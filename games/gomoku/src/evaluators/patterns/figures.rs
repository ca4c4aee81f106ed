//! [`Figures`]: what positions are valued by, made by hand or learned, and moves ordered by.

use super::class::Class;
use super::features::WeightsByTable;
use super::settings::PatternsSettings;
use super::state::PatternsState;
use super::worth::{Worth, WorthTable};
use crate::rules::Rule;
use anyply_framework::Side;

/// The figures of [`Patterns`](super::Patterns) under one rule.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// For each colour.
    pub(super) worths: [WorthTable; 2],
    /// For the side to move, by [`Situation`], in parts of a hundredth of a point as [`Worth::adds`].
    situations: [i32; Situation::COUNT],
}

impl Figures {
    /// Those of the settings, made by hand.
    pub(super) fn by_hand(settings: &PatternsSettings, rule: Rule) -> Self {
        let adds = |_, worth: i32| [settings.worth.own * worth, -Worth::PARTS * worth];
        let situation = |number| Worth::PARTS * Situation(number).by_hand(settings);
        Self { worths: worths(settings, rule, adds), situations: std::array::from_fn(situation) }
    }

    /// Those learned. What is promising is still told by hand: ordered by weights under which the moves that were played are the likeliest (Coulom 2007),
    /// which put them first in 36 % instead of 31 %, the search lost 67 Elo [-113, -22] to `patterns` in 200 games, with this order 9 [-59, +41].
    pub(super) fn learned(settings: &PatternsSettings, weights: &WeightsByTable, rule: Rule) -> Self {
        let WeightsByTable { squares, situations } = weights;
        let adds = |number: usize, _| squares.each_ref().map(|weights| weights[number]);
        Self { worths: worths(settings, rule, adds), situations: *situations }
    }

    /// What the side to move can do at once, and what it has to fear.
    pub(super) const fn situation(&self, situation: Situation) -> i32 {
        self.situations[situation.0]
    }
}

// `adds` is told the number of the combination, and its worth by hand.
fn worths(settings: &PatternsSettings, rule: Rule, adds: impl Fn(usize, i32) -> [i32; 2]) -> [WorthTable; 2] {
    let table = |fouls| {
        WorthTable::new(|number, patterns| {
            let class = Class::of(patterns, fouls);
            if class == Class::Forbidden {
                return Worth { class, promise: 0, adds: [0; 2] };
            }
            let [worth, promise] =
                [&settings.worth, &settings.promise].map(|values| values.of(patterns, class));
            Worth { class, promise: promise as i16, adds: adds(number, worth) }
        })
    };
    let white = table(false);
    let black = if rule.forbids(Side::Black) { table(true) } else { white.clone() };
    [black, white]
}

/// Which of the threats that weigh something each side could make at once, as a number below [`Situation::COUNT`]; none where a five must be
/// stopped first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation(pub(super) usize);

impl Situation {
    const OWN: [Class; 4] = [Class::FourThree, Class::DoubleThree, Class::FourPlus, Class::ThreePlus];
    const OPPONENTS: [Class; 3] = [Class::WinningFour, Class::FourThree, Class::DoubleThree];
    /// Neither side threatens anything.
    pub(super) const NOTHING: Self = Self(0);
    /// How many there are.
    pub(super) const COUNT: usize = 1 << (Self::OWN.len() + Self::OPPONENTS.len());

    pub(super) fn of<const N: usize>(state: &PatternsState<N>, side: Side) -> Self {
        if state.count(!side, Class::Five) > 0 {
            return Self::NOTHING;
        }
        let has = |side, class| usize::from(state.count(side, class) > 0);
        let mut own = Self::OWN.map(|class| has(side, class));
        // One that need not win, or it would be decided: no less than a four and a three.
        own[0] |= has(side, Class::WinningFour);
        let opponents = Self::OPPONENTS.map(|class| has(!side, class));
        Self(own.into_iter().chain(opponents).fold(0, |number, bit| 2 * number + bit))
    }

    fn has(self, bit: usize) -> bool {
        self.0 >> (Self::OWN.len() + Self::OPPONENTS.len() - 1 - bit) & 1 != 0
    }

    // In hundredths of a point.
    fn by_hand(self, settings: &PatternsSettings) -> i32 {
        let (four_three, double_three, pressed) = (self.has(0), self.has(1), self.has(Self::OWN.len()));
        let mut value = settings.tempo;
        if pressed {
            value -= settings.pressed;
        }
        if four_three || !pressed && double_three {
            value += settings.combination;
        }
        value
    }
}
