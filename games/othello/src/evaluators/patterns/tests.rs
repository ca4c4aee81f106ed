//! What is fast here against what is slow and plain.

use super::places::PHASES;
use super::*;
use crate::bits::Bits;
use crate::twin::playout;
use anyply_framework::learn::{Features, Origin};
use anyply_framework::{Game, Plugin, symmetry};
use proptest::prelude::*;

fn found(position: &Position) -> Vec<u32> {
    let mut found = Vec::new();
    PatternFeatures.find(&Othello::new(), position, &mut found);
    found
}

/// Weights that differ, each drawn from its number.
fn weights(scale: u32, largest: i64) -> Weights {
    let value = |number: u64| {
        let drawn = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        (drawn as i64 % (2 * largest + 1) - largest) as i16
    };
    let values = (0..(PHASES * PatternFeatures.weights()) as u64).map(value).collect();
    let origin = Origin {
        game: Othello::<Eight>::NAME.to_owned(),
        variant: "8x8".to_owned(),
        size: None,
        evaluator: PatternFeatures::EVALUATOR.to_owned(),
        recipe: "()".to_owned(),
        seed: 1,
        games: 0,
        positions: 0,
        held_out: Vec::new(),
        adapted: None,
    };
    Weights::new(origin, PatternFeatures.tables(), PHASES, scale, values)
}

fn value(evaluator: &PatternEvaluator, position: &Position) -> Score {
    let state = &Indices::of(position);
    evaluator.evaluate(View { game: &Othello::new(), position, state })
}

/// The value as whoever learns sees it.
fn slow_value(weights: &Weights, position: &Position) -> Score {
    let of_phase = weights.phase(PatternFeatures.phase(&Othello::new(), position));
    let sum: i64 = found(position).into_iter().map(|weight| i64::from(of_phase[weight as usize])).sum();
    let scale = i64::from(weights.scale());
    let cents = (200 * sum + scale).div_euclid(2 * scale);
    Score::from_cents(cents.clamp(-6399, 6399) as i32)
}

fn agree(evaluator: &PatternEvaluator, weights: &Weights, choices: &[u8]) {
    playout::<Eight>(choices, |position| {
        assert_eq!(value(evaluator, position), slow_value(weights, position), "{position:?}");
        let state = &Indices::of(position);
        let explained = evaluator.explain(View { game: &Othello::new(), position, state });
        let (value, parts) = explained.split_last().expect("the value comes last");
        let sum: f64 = parts.iter().map(|(_, part)| part).sum();
        assert!((sum.clamp(-63.99, 63.99) - value.1).abs() < 0.006, "{explained:?}");
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn indices_kept_from_move_to_move_are_those_from_scratch(
        choices in prop::collection::vec(any::<u8>(), 1..130),
    ) {
        let evaluator = PatternEvaluator::new(&weights(256, 0)).expect("they fit");
        let game: Othello = Othello::new();
        let mut state = None;
        let mut before = game.start().position;
        playout::<Eight>(&choices, |&after| {
            if let Some(state) = &mut state {
                let placed = (before.empty() & !after.empty()).first();
                let mv = if placed < 64 { Move::new(placed) } else { Move::PASS };
                evaluator.advance(&game, state, &before, mv, &after);
                assert_eq!(*state, Indices::of(&after));
                let mut skipped = *state;
                evaluator.skip(&game, &mut skipped, &after, &after.swapped());
                assert_eq!(skipped, Indices::of(&after.swapped()));
            }
            state = Some(Indices::of(&after));
            before = after;
        });
    }

    #[test]
    fn all_images_of_a_position_have_the_same_features(choices in prop::collection::vec(any::<u8>(), 1..130)) {
        playout::<Eight>(&choices, |position| {
            let sorted = |position: &Position| {
                let mut features = found(position);
                features.sort_unstable();
                features
            };
            for symmetry in 1..symmetry::SQUARE {
                let image = Othello::new().image(position, symmetry);
                assert_eq!(sorted(&image), sorted(position), "{position:?} {symmetry}");
            }
        });
    }

    #[test]
    fn values_are_the_sums_of_the_weights_of_what_is_found(
        choices in prop::collection::vec(any::<u8>(), 1..130),
        small in 1..300_i64,
        scale in 0..12_u32,
    ) {
        for weights in [weights(256, 30), weights(100, 32767), weights(1 << scale, small)] {
            agree(&PatternEvaluator::new(&weights).expect("they fit"), &weights, &choices);
        }
    }
}

#[test]
fn indices_that_a_symmetry_exchanges_are_one_feature() {
    // Half of all fillings, and half of those that are their own image: 3 to the number of squares that stay
    // or pairs that change places.
    let halved = |squares: u32, own: u32| (3_usize.pow(squares) + 3_usize.pow(own)) / 2;
    let counted: Vec<_> = PatternFeatures.tables().iter().map(|table| table.weights).collect();
    let lines = [halved(8, 4); 3];
    let diagonals = [halved(8, 4), halved(7, 4), halved(6, 3), halved(5, 3), halved(4, 2)];
    let blocks = [halved(9, 6), 3_usize.pow(10), halved(10, 6), halved(10, 5)];
    assert_eq!(counted, [&blocks[..], &lines, &diagonals, &[32, 32]].concat());
}

#[test]
fn every_feature_has_a_place() {
    let places = places::Places::all();
    let mut seen = vec![false; PatternFeatures.weights()];
    for &number in places.numbers() {
        seen[number as usize] = true;
    }
    assert!(seen.into_iter().all(|seen| seen));
}

#[test]
fn the_built_in_weights_are_whole() {
    let evaluator = PatternEvaluator::built_in();
    let start = Othello::<Eight>::new().start().position;
    assert!(value(&evaluator, &start).cents().abs() < 1000);
}

#[test]
fn weights_for_something_else_are_refused() {
    let good = weights(256, 1);
    let other = Origin { evaluator: "sums".to_owned(), ..good.origin().clone() };
    let values = (0..PHASES).flat_map(|phase| good.phase(phase).iter().copied()).collect();
    let other = Weights::new(other, PatternFeatures.tables(), PHASES, 256, values);
    assert!(PatternEvaluator::new(&other).is_err());
}
