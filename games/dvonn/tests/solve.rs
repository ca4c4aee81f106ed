//! What the preset `solve` proves after depths that leave moves out.

use anyply_dvonn::Dvonn;
use anyply_framework::search::{Limits, Preset, Report, SearchConfig, Soundness, Stop};
use anyply_framework::{Certainty, EvaluatorSource, Game, Notation, Plugin, Resources, Situation};

const GAME: Dvonn = Dvonn::full();

fn search(config: &SearchConfig, at: &Situation<Dvonn>, limits: &Limits) -> Report<Dvonn> {
    let evaluator = EvaluatorSource::BuiltIn(&Dvonn::evaluators()[0]);
    let resources = Resources { hash: 1 << 22, threads: 1, seed: 1 };
    let mut engine = GAME.engine(&evaluator, config.clone(), resources).expect("it is built");
    engine.search(at, limits, &Stop::default(), &mut ())
}

/// The game from a board on, three plies deep.
fn played(start: Situation<Dvonn>, best: &SearchConfig) -> Vec<Situation<Dvonn>> {
    let depth = Limits { depth: Some(3), ..Limits::default() };
    let next = |at: &Situation<Dvonn>| Some(at.after(&GAME, search(best, at, &depth).best()?));
    std::iter::successors(Some(start), next).collect()
}

#[test]
fn results_are_those_of_a_search_that_leaves_nothing_out() {
    let [best, solve] =
        [Preset::BEST, Preset::SOLVE].map(|name| Dvonn::preset(name).expect("a preset").config);
    let off = ["reductions", "late_move_pruning", "reverse_futility", "probcut"];
    let all = off.iter().fold(solve.clone(), |config, key| config.set(key, "off").expect("a setting"));
    assert!(all.soundness() < Soundness::Selective, "more is selective than {off:?}");
    let boards = include_str!("data/boards.txt");
    let mut compared = 0;
    for board in boards.lines().take(12) {
        let game = played(GAME.parse_position(board, None).expect("a board"), &best);
        // Late enough to be proven soon, and so many plies from where play may end that several depths are
        // searched first.
        for at in game.iter().rev().skip(10).take(3) {
            if GAME.remaining(&at.position) < 20 {
                continue;
            }
            let [found, whole] = [&solve, &all].map(|config| {
                let report = search(config, at, &Limits { nodes: Some(2_000_000), ..Limits::default() });
                (report.lines[0].certainty == Certainty::Exact).then_some(report.lines[0].score)
            });
            if let (Some(found), Some(whole)) = (found, whole) {
                assert_eq!(found, whole, "{}", GAME.position_text(at));
                compared += 1;
            }
        }
    }
    assert!(compared >= 10, "{compared} results compared");
}
