//! [`Figures`]: what positions are valued and moves ordered by, made by hand or learned.

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
        let adds = |_, promise: i32| [settings.own * promise, -Worth::PARTS * promise];
        let situation = |number| Worth::PARTS * Situation(number).by_hand(settings);
        let promises = |_, _, promise| by_hand(promise);
        Self { worths: worths(settings, rule, promises, adds), situations: std::array::from_fn(situation) }
    }

    /// Those learned.
    pub(super) fn learned(settings: &PatternsSettings, weights: &WeightsByTable, rule: Rule) -> Self {
        let WeightsByTable { squares, situations, moves } = weights;
        let adds = |number: usize, _| squares.each_ref().map(|weights| weights[number]);
        let learned = |number: usize| moves.each_ref().map(|weights| weights[number]);
        let promises = |number, class, promise| match class {
            // Where somebody is about to win there was no choice to learn from.
            Class::WinningFour | Class::Five => by_hand(promise),
            // As much as a square on which nothing can be made.
            Class::Forbidden => learned(0),
            _ => learned(number),
        };
        Self { worths: worths(settings, rule, promises, adds), situations: *situations }
    }

    /// What the side to move can do at once, and what it has to fear.
    pub(super) const fn situation(&self, situation: Situation) -> i32 {
        self.situations[situation.0]
    }
}

// Whether the colour may not play two fours and overlines.
pub(super) const fn has_fouls(rule: Rule, side: Side) -> bool {
    matches!((rule, side), (Rule::Renju, Side::Black))
}

// How promising a move is for one's own square, and for the opponent's, from its lines and its class.
const fn by_hand(promise: i32) -> [i16; 2] {
    [(promise * 5 / 4) as i16, promise as i16]
}

// `promises` and `adds` are told the number of the combination, and its lines and its class by hand.
fn worths(
    settings: &PatternsSettings,
    rule: Rule,
    promises: impl Fn(usize, Class, i32) -> [i16; 2],
    adds: impl Fn(usize, i32) -> [i32; 2],
) -> [WorthTable; 2] {
    let table = |fouls| {
        WorthTable::new(|number, patterns| {
            let class = Class::of(patterns, fouls);
            if class == Class::Forbidden {
                return Worth { class, promise: promises(number, class, 0), adds: [0; 2] };
            }
            let lines: i32 = patterns.into_iter().map(|pattern| settings.line_value(pattern)).sum();
            let promise = lines + settings.class_value(class);
            Worth { class, promise: promises(number, class, promise), adds: adds(number, promise) }
        })
    };
    let white = table(false);
    let black = if has_fouls(rule, Side::Black) { table(true) } else { white.clone() };
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
        let own = Self::OWN.map(|class| has(side, class));
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
