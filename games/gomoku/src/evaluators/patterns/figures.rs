//! [`Figures`]: what positions are valued by, made by hand or learned, and moves ordered by.

use super::class::Class;
use super::features::WeightsByTable;
use super::settings::PatternsSettings;
use super::state::PatternsState;
use super::worth::{Worth, WorthTable};
use crate::rules::Rule;
use anyply_framework::Side;
use std::sync::Arc;

/// The figures of [`Patterns`](super::Patterns) under one rule.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// For each colour.
    pub(super) worths: [WorthTable; 2],
    /// For the side to move, by [`Situation`], in parts of a hundredth of a point as [`Worth::adds`].
    majors: Arc<[i32]>,
    minors: Arc<[i32]>,
    crossings: Arc<[i32]>,
}

impl Figures {
    /// Those of the settings, made by hand.
    pub(super) fn by_hand(settings: &PatternsSettings, rule: Rule) -> Self {
        let adds = |_, worth: i32| [settings.worth.own * worth, -Worth::PARTS * worth];
        let major = |place| Worth::PARTS * by_hand(settings, |threat| Situation::has(place, threat));
        Self {
            worths: worths(settings, rule, adds),
            majors: (0..Situation::MAJORS).map(major).collect(),
            minors: [0; Situation::MINORS].into(),
            crossings: [0; Situation::PAIRS_OF_CROSSINGS].into(),
        }
    }

    /// Those learned. What is promising is still told by hand: ordered by weights under which the moves that were played are the likeliest (Coulom 2007),
    /// which put them first in 36 % instead of 31 %, the search lost 67 Elo [-113, -22] to `patterns` in 200 games, with this order 9 [-59, +41].
    pub(super) fn learned(settings: &PatternsSettings, weights: &WeightsByTable, rule: Rule) -> Self {
        let WeightsByTable { squares, majors, minors, crossings } = weights;
        let adds = |number: usize, _| squares.each_ref().map(|weights| weights[number]);
        Self {
            worths: worths(settings, rule, adds),
            majors: majors.as_slice().into(),
            minors: minors.as_slice().into(),
            crossings: crossings.as_slice().into(),
        }
    }

    /// What the side to move can do at once, and what it has to fear.
    pub(super) fn situation(&self, situation: Situation) -> i32 {
        let Situation { major, minor, crossings } = situation;
        self.majors[major] + self.minors[minor] + self.crossings[crossings]
    }
}

// `adds` is told the number of the combination, and its worth by hand.
fn worths(settings: &PatternsSettings, rule: Rule, adds: impl Fn(usize, i32) -> [i32; 2]) -> [WorthTable; 2] {
    let table = |fouls| {
        WorthTable::new(|number, patterns| {
            let class = Class::of(patterns, fouls);
            if class == Class::Forbidden {
                return Worth { class, promise: 0, adds: [0; 2], by_hand: 0 };
            }
            let [worth, promise] =
                [&settings.worth, &settings.promise].map(|values| values.of(patterns, class));
            Worth { class, promise: promise as i16, adds: adds(number, worth), by_hand: worth }
        })
    };
    let white = table(false);
    let black = if rule.forbids(Side::Black) { table(true) } else { white.clone() };
    [black, white]
}

/// How many threats of each kind the sides could make at once, and what they could build on, as places in three tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    /// In the table of what weighs most, each kind counted up to two; in its second half where a five must be stopped first.
    pub(super) major: usize,
    /// In the table of the rest, and of what stands in both, counted up to three.
    pub(super) minor: usize,
    /// In the table of squares where two lines or more are, or may become, threats; for each side counted up to fifteen.
    pub(super) crossings: usize,
}

/// Whether it is the side to move that could make it, and what.
pub(super) type Threat = (bool, Class);

impl Situation {
    const MAJOR: [Threat; 9] = [
        (true, Class::FourThree),
        (true, Class::DoubleThree),
        (true, Class::FourPlus),
        (true, Class::ThreePlus),
        (false, Class::WinningFour),
        (false, Class::FourThree),
        (false, Class::DoubleThree),
        (false, Class::FourPlus),
        (false, Class::ThreePlus),
    ];
    const MINOR: [Threat; 7] = [
        (true, Class::ThreePlus),
        (true, Class::Three),
        (true, Class::Four),
        (false, Class::ThreePlus),
        (false, Class::Three),
        (false, Class::Four),
        (false, Class::FourPlus),
    ];
    const CROSSINGS: [Class; 6] = [
        Class::DoubleTwo,
        Class::ThreePlus,
        Class::DoubleThree,
        Class::FourPlus,
        Class::FourThree,
        Class::WinningFour,
    ];
    const MAJOR_LEVELS: usize = 3;
    const MINOR_LEVELS: usize = 4;
    const CROSSING_LEVELS: usize = 16;
    /// Neither side threatens anything.
    pub(super) const NOTHING: Self = Self { major: 0, minor: 0, crossings: 0 };
    const WHERE_FIVES_PRESS: usize = Self::MAJOR_LEVELS.pow(Self::MAJOR.len() as u32);
    /// The size of the table.
    pub(super) const MAJORS: usize = 2 * Self::WHERE_FIVES_PRESS;
    /// The size of the table.
    pub(super) const MINORS: usize = Self::MINOR_LEVELS.pow(Self::MINOR.len() as u32);
    /// The size of the table.
    pub(super) const PAIRS_OF_CROSSINGS: usize = Self::CROSSING_LEVELS.pow(2);

    pub(super) fn of<const N: usize>(state: &PatternsState<N>, side: Side) -> Self {
        let count = |&threat: &Threat| usize::from(count(state, side, threat));
        let place = |threats: &[Threat], levels: usize| {
            threats.iter().fold(0, |place, threat| place * levels + count(threat).min(levels - 1))
        };
        let crossings = |side| -> usize {
            let counts = Self::CROSSINGS.iter().map(|&class| usize::from(state.count(side, class)));
            counts.sum::<usize>().min(Self::CROSSING_LEVELS - 1)
        };
        let pressed = state.count(!side, Class::Five) > 0;
        Self {
            major: place(&Self::MAJOR, Self::MAJOR_LEVELS)
                + if pressed { Self::WHERE_FIVES_PRESS } else { 0 },
            minor: place(&Self::MINOR, Self::MINOR_LEVELS),
            crossings: crossings(side) * Self::CROSSING_LEVELS + crossings(!side),
        }
    }

    // Whether that place in the table of major threats has one of these.
    fn has(major: usize, threat: Threat) -> bool {
        if threat == (false, Class::Five) {
            return major >= Self::WHERE_FIVES_PRESS;
        }
        let after = Self::MAJOR.iter().rev().take_while(|&&other| other != threat).count();
        !(major / Self::MAJOR_LEVELS.pow(after as u32)).is_multiple_of(Self::MAJOR_LEVELS)
    }
}

/// How many there are of a threat. A winning four of one's own that need not win, or it would be decided, is no less than a four and a three.
pub(super) fn count<const N: usize>(state: &PatternsState<N>, to_move: Side, (own, class): Threat) -> u16 {
    let side = if own { to_move } else { !to_move };
    let more = if own && class == Class::FourThree { state.count(side, Class::WinningFour) } else { 0 };
    state.count(side, class) + more
}

/// What the side to move can do at once and has to fear is worth by hand, in hundredths of a point.
pub(super) fn by_hand(settings: &PatternsSettings, has: impl Fn(Threat) -> bool) -> i32 {
    let mut value = settings.tempo;
    if has((false, Class::Five)) {
        return value;
    }
    let pressed = has((false, Class::WinningFour));
    if pressed {
        value -= settings.pressed;
    }
    if has((true, Class::FourThree)) || !pressed && has((true, Class::DoubleThree)) {
        value += settings.combination;
    }
    value
}
