//! What is fast here against what is slow and plain.

use super::super::playouts::playout;
use super::codes::Codes;
use super::contacts::Contacts;
use super::*;
use crate::geometry::{Space, Spaces};
use anyply_framework::learn::Origin;
use anyply_framework::{Game, Notation};
use proptest::prelude::*;

const GAME: Dvonn = Dvonn::full();

/// Weights that differ, each drawn from its number.
fn weights(scale: u32, largest: i64) -> Weights {
    let value = |number: u64| {
        let drawn = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        (drawn as i64 % (2 * largest + 1) - largest) as i16
    };
    let values = (0..(PHASES * WEIGHTS) as u64).map(value).collect();
    let origin = Origin {
        game: Dvonn::NAME.to_owned(),
        variant: "full".to_owned(),
        size: None,
        evaluator: StackFeatures::EVALUATOR.to_owned(),
        recipe: "()".to_owned(),
        seed: 1,
        games: 0,
        positions: 0,
        held_out: Vec::new(),
        adapted: None,
    };
    Weights::new(origin, &TABLES, PHASES, scale, values)
}

fn found(position: &Position) -> Vec<u32> {
    let mut found = Vec::new();
    StackFeatures.find(&GAME, position, &mut found);
    found
}

/// Steps from stack to stack to the nearest of `goals`.
fn steps_to(position: &Position, from: Space, goals: Spaces) -> usize {
    let (mut reached, mut steps) = (from.set(), 0);
    while !reached.meets(goals) {
        let next = reached.iter().fold(reached, |all, space| all | space.neighbours() & position.occupied());
        if next == reached {
            return usize::MAX;
        }
        (reached, steps) = (next, steps + 1);
    }
    steps
}

/// Where a stack can land, whoever owns it.
fn landings(position: &Position, from: Space) -> Spaces {
    let surrounded = (from.neighbours() & position.occupied()).count() == 6;
    let lands = |to: &Space| {
        position.occupied().contains(*to) && from.in_line(*to) && from.distance(*to) == position.height(from)
    };
    if surrounded { Spaces::EMPTY } else { Space::ALL.into_iter().filter(lands).collect() }
}

/// The numbers of a stack as one would tell them looking at the board: what it does and what is done to it,
/// where it stands, its neighbours.
fn slow_codes(position: &Position, space: Space) -> [usize; 3] {
    let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
    let height = match position.height(space) {
        height @ 1..=5 => height as usize - 1,
        6 | 7 => 5,
        8..=10 => 6,
        _ => 7,
    };
    let friends = if mine.contains(space) { mine } else { theirs };
    let around = space.neighbours() & position.occupied();
    let to = landings(position, space);
    let moves = to.count().min(3) as usize;
    let captures = [0, 1, 3][to.without(friends).count().min(2) as usize];
    let distance = match steps_to(position, space, dvonns) {
        0 | 1 => 3,
        2 => 2,
        3 => 1,
        _ => 0,
    };
    let whose = usize::from(theirs.contains(space)) | distance << 1;
    let near = dvonns.iter().filter(|dvonn| steps_to(position, space, dvonn.set()) <= 2).count();
    let tied = usize::from(around.count() == 6) | usize::from(near >= 2) << 1;
    let within_two = |set: Spaces| set.iter().filter(|other| space.distance(*other) <= 2).count() / 2;
    let beside = |set: Spaces| (space.neighbours() & set).count() as usize;
    let stack = height | moves << 3 | captures << 5 | slow_lone(position, space) << 7 | whose << 11;
    let holds = usize::from(dvonns.contains(space));
    let ground = whose | tied << 3 | holds << 5 | within_two(mine) << 6 | within_two(theirs) << 10;
    [stack, ground, beside(mine) | beside(theirs) << 3 | whose << 6]
}

/// How many own stacks can land on a space, and how many of the opponent's.
fn slow_lone(position: &Position, space: Space) -> usize {
    let of = |owner: Spaces| owner.iter().filter(|from| landings(position, *from).contains(space)).count();
    let [own, enemy] = [position.mine(), position.theirs()].map(|owner| [0, 1, 3][of(owner).min(2)]);
    own | enemy << 2
}

/// Holds what is told all at once of a position to what one sees.
fn assert_seen(position: &Position) {
    let contacts = Contacts::of(position);
    let codes = Codes::of(position, &contacts);
    for space in (position.mine() | position.theirs()).iter() {
        let fast = [codes.stack(space), codes.ground(space), codes.neighbours(space)];
        assert_eq!(fast, slow_codes(position, space), "{space} of {position:?}");
    }
    for space in position.lone_dvonns().iter() {
        assert_eq!(codes.lone(space), slow_lone(position, space), "{space} of {position:?}");
    }
    for (side, owner) in [position.mine(), position.theirs()].into_iter().enumerate() {
        let reach = position.reach(owner);
        assert_eq!(contacts.moves[side], reach.moves);
        assert_eq!((contacts.targets[side], contacts.with_moves[0] & owner), (reach.targets, reach.stacks));
    }
}

#[test]
fn codes_tell_high_stacks_too() {
    // Stacks of 5 to 10 that reach along the longest row, stacks too high for any, and heights that differ
    // from small ones in their upper bits alone.
    let rows = [
        "*w10,.b9,.w8,.b5,.w1,*d1,.b1,.w5,.b1,.w1,.b4",
        ".w7,.b6,.w1,*d1,.b9,.w1,.b8,*b2,.w4,.w1,.b7",
        ".w16,.b15,.b11,*d1,.w1,.b1,-,-,-,-,-",
        "*b17,.w12,.b13,.w1,.b1,.w1,.b1,-,-,-,-",
        ".w33,.b1,.w2,*d1,.w9,.b1,-,-,-,-,-",
    ];
    for row in rows {
        for side in ["w", "b"] {
            let text = format!(
                "-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/{row}/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- {side}"
            );
            let at = GAME.parse_position(&text, None).expect("a position that can be");
            assert_seen(&at.position);
            for mv in at.moves(&GAME) {
                assert_seen(&at.after(&GAME, mv).position);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn codes_tell_what_one_sees(seed: u64, choices in prop::collection::vec(any::<usize>(), 1..60)) {
        playout(Some(seed), &choices, assert_seen);
    }

    #[test]
    fn all_images_of_a_position_have_the_same_features(
        seed: Option<u64>,
        choices in prop::collection::vec(any::<usize>(), 1..100),
    ) {
        playout(seed, &choices, |position| {
            let sorted = |position: &Position| {
                let mut features = found(position);
                features.sort_unstable();
                features
            };
            for symmetry in 1..Dvonn::SYMMETRIES {
                assert_eq!(sorted(&GAME.image(position, symmetry)), sorted(position), "{position:?} {symmetry}");
            }
        });
    }

    #[test]
    fn values_are_the_sums_of_the_weights_of_what_is_found(
        seed: Option<u64>,
        choices in prop::collection::vec(any::<usize>(), 1..100),
        small in 1..300_i64,
        scale in 1..2000_u32,
    ) {
        for weights in [weights(256, 30), weights(100, 32767), weights(scale, small)] {
            let evaluator = StackEvaluator::new(&weights).expect("they fit");
            playout(seed, &choices, |position| {
                let of_phase = weights.phase(phase(position));
                let sum: i64 = found(position).into_iter().map(|place| i64::from(of_phase[place as usize])).sum();
                let units = (sum as f64 / f64::from(weights.scale())).clamp(-48.99, 48.99);
                let explained = evaluator.explain(View { game: &GAME, position, state: &() });
                let (value, parts) = explained.split_last().expect("the value comes last");
                assert!((value.1 - units).abs() < 0.01, "{units} {explained:?}");
                let parts: f64 = parts.iter().map(|(_, part)| part).sum();
                assert!((parts.clamp(-48.99, 48.99) - value.1).abs() < 0.06, "{explained:?}");
            });
        }
    }
}

#[test]
fn phases_follow_one_another() {
    let mut before = 0;
    let choices: Vec<usize> = (0..120).map(|ply| ply * 7).collect();
    playout(None, &choices, |position| {
        assert!((before..PHASES).contains(&phase(position)));
        before = phase(position);
    });
    assert!(before > 6);
}
