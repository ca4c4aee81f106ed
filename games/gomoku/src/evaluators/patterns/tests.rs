use super::*;
use crate::lines::CENTRE;
use crate::plugin::RULES;
use crate::rules::tests::in_corner;
use anyply_framework::learn::{Features, Origin};
use anyply_framework::{Game, Notation};
use proptest::prelude::*;

fn view<'a, const N: usize>(
    game: &'a Gomoku<N>,
    position: &'a Position<N>,
    state: &'a PatternsState<N>,
) -> View<'a, Gomoku<N>, PatternsState<N>> {
    View { game, position, state }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_class_five_is_what_the_rules_call_a_win(
        rule in 0..4usize, area in 5..12usize, picks in prop::collection::vec(any::<u16>(), 60),
    ) {
        let game = Gomoku::<15>::new(RULES[rule]);
        let evaluator = Patterns::built_in(RULES[rule]);
        let mut at = game.start();
        let mut state = PatternsState::new(&evaluator, &at.position);
        for pick in picks {
            let Some(mv) = in_corner(&game, &at, area, pick) else { break };
            state.put(&evaluator, at.side, mv);
            at = at.after(&game, mv);
            for side in Side::BOTH {
                for square in at.position.free_squares() {
                    let class = state.class(side, square.index(15));
                    prop_assert_eq!(class == Class::Five, game.wins(&at.position, side, square), "{} {}", side, square);
                    if class == Class::Forbidden && at.side == side && at.position.winner().is_none() {
                        prop_assert!(game.foul(&at.position, square).is_some(), "{}", square);
                    }
                }
            }
        }
    }
}

/// A winning four claims a proof: whatever the answer, a five follows.
fn check_winning_fours<const N: usize>(rule: Rule, picks: &[u16], area: usize) -> Result<(), TestCaseError> {
    let game = Gomoku::<N>::new(rule);
    let evaluator = Patterns::built_in(rule);
    let mut at = game.start();
    for &pick in picks {
        let Some(mv) = in_corner(&game, &at, area, pick) else { break };
        at = at.after(&game, mv);
        let state = PatternsState::new(&evaluator, &at.position);
        let mut listed = MoveList::<Gomoku<N>>::new();
        let claim = generate_sound(&evaluator, &game, &at.position, &state, &mut listed);
        let fives = state.count(at.side, Class::Five) + state.count(!at.side, Class::Five);
        let makes_four = |four: &Square| state.class(at.side, four.index(N)) == Class::WinningFour;
        if claim != Claim::Sound || fives > 0 || !listed.first().is_some_and(makes_four) {
            continue;
        }
        let four = at.after(&game, listed[0]);
        for answer in four.moves(&game) {
            let answered = four.after(&game, answer);
            prop_assert!(answered.position.winner().is_none());
            let wins = answered.moves(&game).into_iter().any(|mv| game.wins(&answered.position, at.side, mv));
            prop_assert!(wins, "{} then {}", listed[0], answer);
        }
    }
    Ok(())
}

fn generate_sound<const N: usize>(
    evaluator: &Patterns,
    game: &Gomoku<N>,
    position: &Position<N>,
    state: &PatternsState<N>,
    moves: &mut MoveList<Gomoku<N>>,
) -> Claim {
    evaluator.generate(view(game, position, state), Claim::Sound, moves)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_winning_four_wins_against_every_answer(
        rule in 0..4usize, area in 5..9usize, picks in prop::collection::vec(any::<u16>(), 40),
    ) {
        check_winning_fours::<15>(RULES[rule], &picks, area)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_an_enemy_stone_leaves_is_told_without_putting_it(
        rule in 0..4usize, picks in prop::collection::vec(0..15 * 15usize, 10..60),
    ) {
        let evaluator = Patterns::built_in(RULES[rule]);
        let mut state = PatternsState::<15>::new(&evaluator, &Position::empty(Side::Black));
        let is_free = |state: &PatternsState<15>, square: Square| state.class(Side::Black, square.index(15)) != Class::Taken;
        for (pick, side) in picks.into_iter().zip(Side::BOTH.into_iter().cycle()) {
            let square = Square::from_index(pick, 15);
            if is_free(&state, square) {
                state.put(&evaluator, side, square);
            }
        }
        let squares = (0..15 * 15).map(|index| Square::from_index(index, 15));
        let free: Vec<Square> = squares.filter(|&square| is_free(&state, square)).collect();
        for (&stone, side) in free.iter().zip(Side::BOTH.into_iter().cycle()) {
            let told: Vec<Class> = free.iter().map(|&at| match at.way_to(stone) {
                None if at == stone => Class::Taken,
                Some(way) if way.1.abs() <= CENTRE as i32 => {
                    let class = state.class_against(&evaluator, side, at, way);
                    let wins = state.class(side, at.index(15)) == Class::WinningFour;
                    // Nor does it on a line that makes no four.
                    assert!(!wins || state.makes_four(side, at, way.0) || class >= Class::WinningFour);
                    class
                }
                _ => state.class(side, at.index(15)),
            }).collect();
            state.put(&evaluator, !side, stone);
            let left: Vec<Class> = free.iter().map(|&at| state.class(side, at.index(15))).collect();
            state.take(!side, stone);
            prop_assert_eq!(told, left, "{} for {}", stone, side);
        }
    }
}

#[test]
fn of_the_equals_on_an_empty_board_the_middle_is_the_first() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let evaluator = Patterns::built_in(Rule::Freestyle);
    let at = game.start();
    let state = PatternsState::new(&evaluator, &at.position);
    let mut moves = MoveList::<Gomoku<15>>::new();
    generate_sound(&evaluator, &game, &at.position, &state, &mut moves);
    let mut priors = vec![0; moves.len()];
    evaluator.order(view(&game, &at.position, &state), &moves, &mut priors);
    assert_eq!((moves.len(), moves[0].to_string()), (225, "h8".to_owned()));
    assert_eq!(priors.iter().max(), Some(&priors[0]));
}

#[test]
fn what_must_be_stopped_is_stopped() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let evaluator = Patterns::built_in(Rule::Freestyle);
    let listed = |text: &str, allowed| {
        let at = game.parse_position(text, None).expect("a position");
        let state = PatternsState::new(&evaluator, &at.position);
        let mut moves = MoveList::<Gomoku<15>>::new();
        let claim = evaluator.generate(view(&game, &at.position, &state), allowed, &mut moves);
        (claim, moves.iter().map(Square::to_string).collect::<Vec<_>>().join(" "))
    };
    // Black's four is closed at one end.
    assert_eq!(listed("h8g8i8a1j8a3k8", Claim::Selective), (Claim::Sound, "l8".to_owned()));
    assert_eq!(listed("h8g8i8a1j8a3k8", Claim::Sound), (Claim::Sound, "l8".to_owned()));
    assert_eq!(listed("h8g8i8a1j8a3k8", Claim::All).0, Claim::All);
    // Black's own five comes before anything else.
    assert_eq!(listed("h8g8i8a1j8a3k8a5", Claim::Selective), (Claim::Sound, "l8".to_owned()));
    // An open three with room on both sides leaves two answers, one with room on one side three.
    assert_eq!(listed("h8a1i8a3j8", Claim::Sound), (Claim::Sound, "g8 k8".to_owned()));
    assert_eq!(listed("h8f8i8a3j8", Claim::Sound), (Claim::Sound, "g8 k8 l8".to_owned()));
}

#[test]
fn a_five_in_caro_is_stopped_at_its_open_end_too() {
    let game = Gomoku::<15>::new(Rule::Caro);
    let evaluator = Patterns::built_in(Rule::Caro);
    let at = game.parse_position("h8g8i8a1j8a3k8", None).expect("a position");
    let state = PatternsState::new(&evaluator, &at.position);
    let mut moves = MoveList::<Gomoku<15>>::new();
    let claim = generate_sound(&evaluator, &game, &at.position, &state, &mut moves);
    let mut listed: Vec<String> = moves.iter().map(Square::to_string).collect();
    listed.sort_unstable();
    assert_eq!((claim, listed.join(" ")), (Claim::Sound, "l8 m8".to_owned()));
}

#[test]
fn a_winning_four_that_black_may_not_make_decides_nothing() {
    let game = Gomoku::<15>::new(Rule::Renju);
    // A straight four and two threes at h8; then the threes are closed, and it is allowed.
    for (text, expected) in [
        ("e8c8f8a1g8o1h10a15h11o15j10a4k11o4", None),
        ("e8c8f8a1g8o1h10h12h11h9j10a4k11o4", Some(Decided::Won)),
    ] {
        let at = game.parse_position(text, None).expect("a position");
        let evaluator = Patterns::built_in(Rule::Renju);
        let state = PatternsState::new(&evaluator, &at.position);
        let at = view(&game, &at.position, &state);
        assert!(state.count(Side::Black, Class::WinningFour) > 0);
        assert_eq!(Decided::of(at), expected, "{text}");
        assert_eq!(evaluator.evaluate(at).cents() > Patterns::WON / 2, expected.is_some(), "{text}");
    }
}

#[test]
fn forbidden_points_take_up_no_breadth() {
    let game = Gomoku::<15>::new(Rule::Renju);
    // h8 and more are forbidden, and promise most.
    let at = game.parse_position("e8c8f8a1g8o1h10a15h11o15j10a4k11o4", None).expect("a position");
    for breadth in [1, 2, 20] {
        let settings = PatternsSettings { breadth, ..PatternsSettings::built_in().clone() };
        let evaluator = Patterns::new(settings, Rule::Renju).expect("in range");
        let state = PatternsState::new(&evaluator, &at.position);
        let mut moves = MoveList::<Gomoku<15>>::new();
        let claim = evaluator.generate(view(&game, &at.position, &state), Claim::Selective, &mut moves);
        assert_eq!((claim, moves.len()), (Claim::Selective, breadth));
        assert!(moves.iter().all(|&square| game.allows(&at.position, square)), "{moves:?}");
    }
}

#[test]
fn where_nothing_promises_anything_a_square_beside_the_stones_comes_first() {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let evaluator = Patterns::built_in(Rule::Freestyle);
    for (stones, first) in [("", "h8"), ("o1", "m3"), ("a1", "c3"), ("a15", "c13")] {
        let (_, at) = game.parse_moves(&game.start(), stones).expect("legal moves");
        let state = PatternsState::new(&evaluator, &at.position);
        let mut moves = MoveList::<Gomoku<15>>::new();
        let claim = evaluator.generate(view(&game, &at.position, &state), Claim::Sound, &mut moves);
        assert_eq!((claim, moves.len()), (Claim::All, at.moves(&game).len()), "{stones}");
        assert_eq!(moves[0].to_string(), first, "{stones}");
    }
}

#[test]
fn at_sight_caro_is_decided_by_a_five_alone() {
    let decided = |rule, text: &str| {
        let game = Gomoku::<15>::new(rule);
        let at = game.parse_position(text, None).expect("a position");
        let state = PatternsState::new(&Patterns::built_in(rule), &at.position);
        Decided::of(view(&game, &at.position, &state))
    };
    for (text, freestyle, caro) in [
        // White stops the five at d8 and the one at i8 with one stone.
        ("e8c8f8a1g8a3h8", Some(Decided::Lost), None),
        // Black makes a straight four, which White closes from two points away.
        ("f8a1g8a3h8a5", Some(Decided::Won), None),
        ("f8a1g8a3h8a5i8a7", Some(Decided::Won), Some(Decided::Won)),
    ] {
        assert_eq!(
            [Rule::Freestyle, Rule::Caro].map(|rule| decided(rule, text)),
            [freestyle, caro],
            "{text}"
        );
    }
}

/// Weights by the number of their feature.
fn some_weights(scale: u32, weight: impl Fn(i64) -> i64) -> Weights {
    let features = PatternFeatures::new(Rule::Freestyle);
    let (tables, count) = (Features::<Gomoku>::tables(&features), Features::<Gomoku>::weights(&features));
    let origin = Origin {
        game: "gomoku".to_owned(),
        variant: "freestyle".to_owned(),
        size: None,
        evaluator: <PatternFeatures as Features<Gomoku>>::EVALUATOR.to_owned(),
        recipe: String::new(),
        seed: 1,
        games: 1,
        positions: 1,
        held_out: Vec::new(),
        adapted: None,
    };
    let values = (0..count as i64).map(|number| weight(number) as i16).collect();
    Weights::new(origin, tables, 1, scale, values)
}

#[test]
fn the_learned_value_is_the_sum_of_the_weights_of_the_features() {
    let weights = some_weights(1 << 11, |number| number * number * 31 % 401 - 200);
    for (seed, rule) in (1..).zip(RULES) {
        let game = Gomoku::<15>::new(rule);
        let (evaluator, features) =
            (Patterns::learned(&weights, rule).expect("weights for it"), PatternFeatures::new(rule));
        let sizes: Vec<usize> =
            Features::<Gomoku>::tables(&features).iter().map(|table| table.weights).collect();
        let by_stage = sizes[..2].iter().sum::<usize>()..sizes[..4].iter().sum();
        let mut at_stages = 0;
        let mut at = game.start();
        for ply in 0..60_usize {
            let state = PatternsState::new(&evaluator, &at.position);
            let value = evaluator.evaluate(view(&game, &at.position, &state)).units();
            let mut found = Vec::new();
            features.find(&game, &at.position, &mut found);
            at_stages += usize::from(found.iter().any(|&feature| by_stage.contains(&(feature as usize))));
            let odds: f64 = found.iter().map(|&feature| f64::from(weights.phase(0)[feature as usize])).sum();
            // What is decided at sight has one feature alone; else two points are odds of e. Renju's fouls
            // weigh nothing.
            if found.len() > 1 && rule != Rule::Renju {
                let learned = 2.0 * odds / f64::from(weights.scale());
                assert!((value - learned).abs() < 0.02, "{rule:?} {ply}: {value}, learned {learned}");
            }
            let moves = at.moves(&game);
            if moves.is_empty() {
                break;
            }
            at = at.after(&game, moves[(ply * 97 + seed * 13) % moves.len()]);
        }
        assert!(at_stages > 5, "{rule:?}: {at_stages}");
    }
}

#[test]
fn how_hard_a_position_looks_is_told_by_hand_whatever_was_learned() {
    let weights = some_weights(1 << 11, |number| number * number * 31 % 401 - 200);
    for rule in RULES {
        let game = Gomoku::<15>::new(rule);
        let (learned, by_hand) =
            (Patterns::learned(&weights, rule).expect("weights for it"), Patterns::built_in(rule));
        let mut at = game.start();
        let mut different = 0;
        for ply in 0..60_usize {
            let [one, other] = [&learned, &by_hand].map(|evaluator| {
                let state = PatternsState::new(evaluator, &at.position);
                let view = || view(&game, &at.position, &state);
                let hardness = [true, false].map(|wins| evaluator.hardness(view(), wins));
                (hardness, evaluator.evaluate(view()))
            });
            assert_eq!(one.0, other.0, "{rule:?} {ply}");
            different += usize::from(one.1 != other.1);
            let moves = at.moves(&game);
            if moves.is_empty() {
                break;
            }
            at = at.after(&game, moves[ply * 97 % moves.len()]);
        }
        assert!(different > 0);
    }
}

/// Sums that are too large for their numbers end a test.
#[test]
fn no_weights_that_a_file_may_hold_are_too_large() {
    let (game, rule) = (Gomoku::<20>::new(Rule::Caro), Rule::Caro);
    for largest in [i16::MAX, i16::MIN] {
        let weights = some_weights(1, |_| largest.into());
        let evaluator = Patterns::learned(&weights, rule).expect("weights for it");
        let mut at = game.start();
        let mut stages = Vec::new();
        for ply in 0..200_usize {
            let state = PatternsState::new(&evaluator, &at.position);
            let value = evaluator.evaluate(view(&game, &at.position, &state));
            assert!(value.distance().is_none(), "{value}");
            let undecided = Decided::of(view(&game, &at.position, &state)).is_none();
            if undecided && ply > 1 {
                assert_eq!(value.cents().signum(), i32::from(largest.signum()), "{value}");
                stages.push(Stage::of(&state, at.side).indices().count());
            }
            // Five in a row takes long where stones are put far apart.
            let moves = at.moves(&game);
            if moves.is_empty() {
                break;
            }
            at = at.after(&game, moves[ply * 97 % moves.len()]);
        }
        assert!(stages.len() > 50 && stages.contains(&2), "{stages:?}");
    }
}

#[test]
fn what_is_worth_more_to_the_winner_looks_easier_and_who_must_answer_counts_half() {
    let points = 100 * Worth::PARTS;
    let with = |own, opponent, fours, wins| {
        let terms = Terms { own: own * points, opponent: opponent * points, situation: 0, decided: 0 };
        threats::hardness(&terms, fours, wins)
    };
    let hardness = |own, opponent, wins| with(own, opponent, Fours::default(), wins);
    assert_eq!([true, false].map(|wins| hardness(0, 0, wins)), [29, 31]);
    assert_eq!([true, false].map(|wins| hardness(10, 0, wins)), [19, 36]);
    assert_eq!([true, false].map(|wins| hardness(0, -10, wins)), [34, 21]);
    assert_eq!(hardness(100, 0, true), 1);
    let [winner, loser] = [Fours { winner: 2, loser: 0 }, Fours { winner: 0, loser: 2 }];
    assert_eq!([true, false].map(|wins| with(0, 0, winner, wins)), [27, 28]);
    assert_eq!([true, false].map(|wins| with(0, 0, loser, wins)), [31, 31]);
}
