//! Gomoku: how fast stones are put and taken back with all patterns kept, and valued in between; positions a
//! second in search, and the depth reached in a second.
//!
//! `cargo bench -p anyply-tests --bench gomoku [eval=NAME]`, on the positions of the middle game that come
//! with it.

use anyply_framework::positions::{Phase, built_in};
use anyply_framework::search::Preset;
use anyply_framework::{
    Claim, Evaluator, EvaluatorSource, EvaluatorVisitor, Game, MoveList, Plugin, Resources, Situation, View,
};
use anyply_gomoku::{Gomoku, Rule};
use anyply_tests::benches::{arguments, evaluator, fastest, second_on_each, value};
use std::hint::black_box;

type Fifteen = Gomoku<15>;

fn main() {
    let source = EvaluatorSource::BuiltIn(evaluator::<Fifteen>(value(&arguments(&["eval="]), "eval=")));
    let game = Fifteen::new(Rule::Freestyle);
    let middle: Vec<_> =
        built_in(&game).into_iter().filter(|(phase, _)| *phase == Phase::Middle).map(|(_, at)| at).collect();
    let put = |valued| {
        let put = PutAndTakeBack { game: &game, positions: &middle, valued };
        game.with_evaluator(&source, put).expect("it is built in") / 1e6
    };
    println!("stones put and taken back: {:.1} M/s, asked at least 3", put(false));
    println!("and each position valued in between: {:.1} M/s", put(true));
    let config = Fifteen::preset(Preset::BEST).expect("a preset").config;
    let mut engine = game.engine(&source, config, Resources::default()).expect("an engine");
    second_on_each(&mut *engine, &middle, 1);
}

/// Stones put on every space that the evaluator would search, and taken back, a second.
struct PutAndTakeBack<'a> {
    game: &'a Fifteen,
    positions: &'a [Situation<Fifteen>],
    /// Whether the evaluator is asked for its value in between, as in search and not in proofs.
    valued: bool,
}

impl EvaluatorVisitor<Fifteen> for PutAndTakeBack<'_> {
    type Output = f64;

    fn visit<E: Evaluator<Fifteen> + 'static>(self, evaluator: E) -> f64 {
        const ROUNDS: usize = 500;
        let Self { game, positions, valued } = self;
        let mut prepared: Vec<_> = positions
            .iter()
            .map(|Situation { position, .. }| {
                let state = evaluator.state(game, position);
                let mut moves = MoveList::<Fifteen>::new();
                evaluator.generate(View { game, position, state: &state }, Claim::Selective, &mut moves);
                (position, state, moves)
            })
            .collect();
        let put: usize = prepared.iter().map(|(.., moves)| moves.len()).sum();
        let seconds = fastest(|| {
            for _ in 0..ROUNDS {
                for (before, state, moves) in &mut prepared {
                    for &mv in moves.iter() {
                        let mut after = **before;
                        game.play(&mut after, mv);
                        evaluator.advance(game, state, before, mv, &after);
                        black_box(&state);
                        if valued {
                            black_box(evaluator.evaluate(View { game, position: &after, state }));
                        }
                        if E::TAKES_BACK {
                            evaluator.retreat(game, state, before, mv, &after);
                        } else {
                            *state = evaluator.state(game, before);
                        }
                    }
                }
            }
        });
        (ROUNDS * put) as f64 / seconds
    }
}
