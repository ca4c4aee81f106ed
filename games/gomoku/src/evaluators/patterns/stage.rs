//! [`Stage`]: what presses the side to move and what it could do itself, and what squares count then.

use super::class::Class;
use super::figures::count;
use super::state::PatternsState;
use anyply_framework::Side;

/// What presses the side to move, and what it could do itself. Squares count otherwise then: a point for a
/// four with a three is worth most to who has the move, and little to who must stop a five first.
///
/// Classes of about the same urgency share a level, of those tried on positions held out the ones with the
/// least error. As a pressure two open threes are among the worst; who is to move and could make them has the
/// opponent's fours to fear. A lone four or three presses nobody by itself. In renju Black's double threes
/// count too, though he may not make most of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    /// How much the opponent threatens, from nothing to a five.
    pressure: usize,
    /// How much the side to move could threaten, from nothing to a four and a three.
    initiative: usize,
}

impl Stage {
    const PRESSURES: [&[Class]; 4] = [
        &[Class::FourPlus, Class::ThreePlus],
        &[Class::FourThree, Class::DoubleThree],
        &[Class::WinningFour],
        &[Class::Five],
    ];
    const INITIATIVES: [&[Class]; 3] =
        [&[Class::ThreePlus], &[Class::FourPlus, Class::DoubleThree], &[Class::FourThree]];
    /// How many [`Stage::indices`] there are.
    pub(super) const INDICES: usize = Self::PRESSURES.len() + Self::INITIATIVES.len();

    pub(super) fn of<const N: usize>(state: &PatternsState<N>, side: Side) -> Self {
        let level = |own: bool, levels: &[&[Class]]| {
            let any = |classes: &[Class]| classes.iter().any(|&class| count(state, side, (own, class)) > 0);
            levels.iter().rposition(|classes| any(classes)).map_or(0, |level| level + 1)
        };
        Self { pressure: level(false, &Self::PRESSURES), initiative: level(true, &Self::INITIATIVES) }
    }

    /// One for the pressure and one for the initiative, of each if there is any.
    pub(super) fn indices(self) -> impl Iterator<Item = usize> {
        let pressure = self.pressure.checked_sub(1);
        let initiative = self.initiative.checked_sub(1).map(|level| Self::PRESSURES.len() + level);
        pressure.into_iter().chain(initiative)
    }
}

/// Whose squares they are, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Own,
    Opponents,
}

impl Role {
    pub(super) const BOTH: [Self; 2] = [Self::Own, Self::Opponents];
}

/// What squares add to the learned value of a position, by role: whatever the stage, and by index of a
/// [`Stage`]; in parts of a hundredth of a point.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(align(64))]
pub(crate) struct ByStage([i32; 2 * Self::LANES]);

impl ByStage {
    /// Both roles fill a vector.
    const LANES: usize = Stage::INDICES + 1;

    /// Of what counts at every stage, and of what counts at each index.
    pub(super) fn new(always: impl Fn(Role) -> i32, value: impl Fn(Role, usize) -> i32) -> Self {
        let mut values = Self::default();
        for role in Role::BOTH {
            values.0[Self::always(role)] = always(role);
            (0..Stage::INDICES).for_each(|index| values.0[Self::lane(role, index)] = value(role, index));
        }
        values
    }

    const fn lane(role: Role, index: usize) -> usize {
        role as usize * Self::LANES + index
    }

    const fn always(role: Role) -> usize {
        Self::lane(role, Stage::INDICES)
    }

    #[inline]
    pub(super) fn at(&self, role: Role, stage: Stage) -> i32 {
        let lanes = stage.indices().map(|index| Self::lane(role, index)).chain([Self::always(role)]);
        lanes.map(|lane| self.0[lane]).sum()
    }

    /// A square that added `before` adds something else now.
    #[inline(always)]
    pub(super) fn replace(&mut self, before: &Self, now: &Self) {
        let changes = before.0.iter().zip(now.0).map(|(before, now)| now - before);
        self.0.iter_mut().zip(changes).for_each(|(lane, change)| *lane += change);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::*;
    use crate::rules::{Gomoku, Rule};
    use anyply_framework::Notation;

    #[test]
    fn pressure_is_what_the_opponent_threatens_and_initiative_what_could_be_done() {
        let stage = |moves: &str| {
            let game = Gomoku::<15>::new(Rule::Freestyle);
            let at = game.parse_position(moves, None).expect("legal moves");
            let state = PatternsState::new(&Patterns::built_in(Rule::Freestyle), &at.position);
            let Stage { pressure, initiative } = Stage::of(&state, at.side);
            (pressure, initiative)
        };
        assert_eq!(stage("h8"), (0, 0));
        // Two open twos of Black's that cross in h8, seen by either side.
        assert_eq!(stage("i8 a1 j8 a15 h9 o1 h10 o15"), (0, 2));
        assert_eq!(stage("i8 a1 j8 a15 h9 o1 h10"), (2, 0));
        // One of them, and two stones that a third one would make a two.
        assert_eq!(stage("i8 a1 j8 a15 h10 o1"), (0, 1));
        assert_eq!(stage("i8 a1 j8 a15 h10"), (1, 0));
        // An open three, and a four closed at one end, the second time against one's own open three: its
        // winning four, which comes too late to decide at sight, is no less than a four and a three.
        assert_eq!(stage("h8 a1 i8 c1 j8"), (3, 0));
        assert_eq!(stage("h8 g8 i8 a1 j8 a3 k8"), (4, 0));
        assert_eq!(stage("h8 g8 i8 e5 j8 e6 k8 e7 o15"), (4, 3));
    }

    #[test]
    fn what_squares_add_is_summed_over_the_indices_of_the_stage() {
        let one = ByStage::new(
            |role| [1 << 20, 1 << 21][role as usize],
            |role, index| 1 << (role as usize * Stage::INDICES + index),
        );
        let mut sum = ByStage::default();
        sum.replace(&ByStage::default(), &one);
        sum.replace(&ByStage::default(), &one);
        sum.replace(&one, &ByStage::default());
        let at = |role, pressure, initiative| sum.at(role, Stage { pressure, initiative });
        assert_eq!(
            [(0, 0), (1, 0), (4, 0)].map(|(pressure, initiative)| at(Role::Own, pressure, initiative)),
            [0, 1, 8].map(|sum| sum + (1 << 20))
        );
        assert_eq!(
            [(0, 1), (0, 3), (2, 2)].map(|(pressure, initiative)| at(Role::Own, pressure, initiative)),
            [16, 64, 2 + 32].map(|sum| sum + (1 << 20))
        );
        assert_eq!(at(Role::Opponents, 4, 3), (8 + 64) << Stage::INDICES | 1 << 21);
    }
}
