//! [`Figures`]: what positions are valued by, made by hand or learned, and moves ordered by.

use super::class::Class;
use super::features::LearnedWeights;
use super::settings::PatternsSettings;
use super::stage::ByStage;
use super::state::PatternsState;
use super::worth::{Standing, Worth, WorthTable};
use crate::rules::Rule;
use anyply_framework::Side;
use std::sync::Arc;

/// The figures of [`Patterns`](super::Patterns) under one rule.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// For each colour.
    pub(super) worths: [WorthTable; 2],
    /// What was learned beside what squares add; nothing if they are all made by hand.
    pub(super) threats: Option<ThreatWeights>,
}

/// Learned weights by [`Situation`].
#[derive(Clone, Debug)]
pub(super) struct ThreatWeights {
    pub(super) major: Arc<[i32]>,
    pub(super) minor: Arc<[i32]>,
    pub(super) crossings: Arc<[i32]>,
}

impl Figures {
    /// Those of the settings, made by hand.
    pub(super) fn by_hand(settings: &PatternsSettings, rule: Rule) -> Self {
        Self { worths: worths(settings, rule, |_| ByStage::default()), threats: None }
    }

    /// Those learned. What is promising is still told by hand: ordered by weights under which the moves that
    /// were played are the likeliest (Coulom 2007), which put them first in 36 % instead of 31 %, the search
    /// lost 67 Elo [-113, -22] to `patterns` in 200 games, with this order 9 [-59, +41].
    pub(super) fn learned(settings: &PatternsSettings, weights: LearnedWeights, rule: Rule) -> Self {
        let LearnedWeights { squares, threats } = weights;
        Self { worths: worths(settings, rule, |number| squares[number]), threats: Some(threats) }
    }
}

impl ThreatWeights {
    pub(super) fn of(&self, situation: Situation) -> i32 {
        let Situation { major, minor, crossings } = situation;
        self.major[major] + self.minor[minor] + self.crossings[crossings]
    }
}

// `learned` is told the number of the combination.
fn worths(settings: &PatternsSettings, rule: Rule, learned: impl Fn(usize) -> ByStage) -> [WorthTable; 2] {
    let table = |fouls| {
        WorthTable::new(|number, patterns| {
            let class = Class::of(patterns, fouls);
            if class == Class::Forbidden {
                let standing = Standing { class, promise: 0 };
                return Worth { standing, by_hand: 0, learned: ByStage::default() };
            }
            let [by_hand, promise] =
                [&settings.worth, &settings.promise].map(|values| values.of(patterns, class));
            let standing = Standing { class, promise: promise as i16 };
            Worth { standing, by_hand, learned: learned(number) }
        })
    };
    let white = table(false);
    let black = if rule.forbids(Side::Black) { table(true) } else { white.clone() };
    [black, white]
}

/// How many threats of each kind the sides could make at once, and what they could build on, as places in
/// three tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    /// In the table of what weighs most, each kind counted up to two; in its second half where a five must be
    /// stopped first.
    pub(super) major: usize,
    /// In the table of the rest, and of what stands in both, counted up to three.
    pub(super) minor: usize,
    /// In the table of squares where two lines are threats or may become some, or one is that wins; for each
    /// side counted up to fifteen.
    pub(super) crossings: usize,
}

/// Whether it is the side to move that could make it, and what.
pub(super) type Threat = (bool, Class);

impl Situation {
    const MAJOR_KINDS: [Threat; 9] = [
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
    const MINOR_KINDS: [Threat; 7] = [
        (true, Class::ThreePlus),
        (true, Class::Three),
        (true, Class::Four),
        (false, Class::ThreePlus),
        (false, Class::Three),
        (false, Class::Four),
        (false, Class::FourPlus),
    ];
    const CROSSING_KINDS: [Class; 6] = [
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
    const WHERE_FIVES_PRESS: usize = Self::MAJOR_LEVELS.pow(Self::MAJOR_KINDS.len() as u32);
    /// The sizes of the tables.
    pub(super) const MAJOR_PLACES: usize = 2 * Self::WHERE_FIVES_PRESS;
    pub(super) const MINOR_PLACES: usize = Self::MINOR_LEVELS.pow(Self::MINOR_KINDS.len() as u32);
    pub(super) const CROSSING_PLACES: usize = Self::CROSSING_LEVELS.pow(2);

    pub(super) fn of<const N: usize>(state: &PatternsState<N>, side: Side) -> Self {
        let count = |&threat: &Threat| usize::from(count(state, side, threat));
        let place = |threats: &[Threat], levels: usize| {
            threats.iter().fold(0, |place, threat| place * levels + count(threat).min(levels - 1))
        };
        let crossings = |side| -> usize {
            let counts = Self::CROSSING_KINDS.iter().map(|&class| usize::from(state.count(side, class)));
            counts.sum::<usize>().min(Self::CROSSING_LEVELS - 1)
        };
        let pressed = state.count(!side, Class::Five) > 0;
        Self {
            major: place(&Self::MAJOR_KINDS, Self::MAJOR_LEVELS)
                + if pressed { Self::WHERE_FIVES_PRESS } else { 0 },
            minor: place(&Self::MINOR_KINDS, Self::MINOR_LEVELS),
            crossings: crossings(side) * Self::CROSSING_LEVELS + crossings(!side),
        }
    }
}

/// How many there are of a threat. A winning four of one's own that need not win, or it would be decided, is
/// no less than a four and a three.
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

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::*;
    use crate::rules::Gomoku;
    use anyply_framework::Notation;

    fn situation(moves: &str) -> Situation {
        let game = Gomoku::<15>::new(Rule::Freestyle);
        let at = game.parse_position(moves, None).expect("legal moves");
        Situation::of(&PatternsState::new(&Patterns::built_in(Rule::Freestyle), &at.position), at.side)
    }

    fn counted(situation: Situation, threat: Threat) -> usize {
        let places_after = Situation::MAJOR_KINDS.iter().rev().take_while(|&&kind| kind != threat).count();
        situation.major / Situation::MAJOR_LEVELS.pow(places_after as u32) % Situation::MAJOR_LEVELS
    }

    #[test]
    fn threats_are_counted_by_kind_and_for_either_side() {
        assert_eq!(situation("h8"), Situation { major: 0, minor: 0, crossings: 0 });
        let fours = |own, moves| counted(situation(moves), (own, Class::WinningFour));
        // White is to move, and Black has two ways to a straight four; then he has one, and a four that must
        // be stopped.
        assert_eq!(fours(false, "h8 a1 i8 c1 j8"), 2);
        assert_eq!(fours(false, "h8 a1 i8 f8 j8"), 1);
        assert!(situation("h8 a1 i8 c1 j8").major < Situation::WHERE_FIVES_PRESS);
        assert!(situation("h8 a1 i8 g8 j8 c1 k8").major >= Situation::WHERE_FIVES_PRESS);
        // Two twos that cross in h8, seen by either side.
        let crossings = |moves| {
            let Situation { crossings, .. } = situation(moves);
            (crossings / Situation::CROSSING_LEVELS, crossings % Situation::CROSSING_LEVELS)
        };
        let (own, opponents) = crossings("i8 a1 j8 a15 h9 o1 h10 o15");
        assert!(own > 0 && opponents == 0, "{own} and {opponents}");
        assert_eq!(crossings("i8 a1 j8 a15 h9 o1 h10"), (0, own));
    }
}
