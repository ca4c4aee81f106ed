//! Gomoku: how fast stones are put and taken back with all patterns kept, positions a second in search, and the depth reached in a second.
//!
//! `cargo bench -p anyply-tests --bench gomoku [eval=NAME]`, on the positions of the middle game that come with it.

use anyply_framework::positions::{Phase, built_in};
use anyply_framework::search::{Limits, Preset, Stop};
use anyply_framework::{
    Claim, Evaluator, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Game, MoveList, Plugin, Resources,
    Situation, View,
};
use anyply_gomoku::{Gomoku, Rule};
use anyply_tests::benches::{arguments, fastest, value};
use std::hint::black_box;
use std::time::Duration;

type Fifteen = Gomoku<15>;

fn main() {
    let name: Option<String> = value(&arguments(), "eval=");
    let all = Fifteen::evaluators();
    let named = |name: String| all.iter().find(|info| info.name == name).expect("an evaluator of this name");
    let evaluator = name.map_or(&all[0], named);
    let game = Fifteen::new(Rule::Freestyle);
    let middle: Vec<_> =
        built_in(&game).into_iter().filter(|(phase, _)| *phase == Phase::Middle).map(|(_, at)| at).collect();
    let source = EvaluatorSource::BuiltIn(evaluator);
    let rate = game.with_evaluator(&source, PutAndTakeBack(&game, &middle)).expect("it is built in");
    println!("stones put and taken back: {:.1} M/s, asked at least 3", rate / 1e6);
    seconds(&game, evaluator, &middle);
}

/// Stones put on every space that the evaluator would search, and taken back, a second.
struct PutAndTakeBack<'a>(&'a Fifteen, &'a [Situation<Fifteen>]);

impl EvaluatorVisitor<Fifteen> for PutAndTakeBack<'_> {
    type Output = f64;

    fn visit<E: Evaluator<Fifteen> + 'static>(self, evaluator: E) -> f64 {
        const ROUNDS: usize = 500;
        let Self(game, positions) = self;
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

/// A second of search on each position.
fn seconds(game: &Fifteen, evaluator: &'static EvaluatorInfo, positions: &[Situation<Fifteen>]) {
    let config = Fifteen::preset(Preset::BEST).expect("a preset").config;
    let mut engine =
        game.engine(&EvaluatorSource::BuiltIn(evaluator), config, Resources::default()).expect("an engine");
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let (mut depths, mut nodes, mut time) = (Vec::new(), 0, 0.0);
    for at in positions {
        engine.clear();
        let report = engine.search(at, &limits, &Stop::default(), &mut ());
        // What is decided says nothing of depth.
        if report.lines[0].score.distance().is_none() {
            depths.push(report.depth);
            nodes += report.nodes;
            time += report.elapsed.as_secs_f64();
        }
    }
    depths.sort_unstable();
    let mean = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
    println!("positions a second: {:.2} M, asked at least 1", nodes as f64 / time / 1e6);
    println!("depth in 1 s on {} quiet positions: {mean:.1} on average, {depths:?}", depths.len());
}
