//! The laws of every evaluator of every game: what it keeps from move to move is what it would find from
//! scratch, what it says is within bounds, and the search with it has the value of plain minimax.

use anyply_framework::learn::{Recipe, Weights};
use anyply_framework::search::{
    Limits, Line, Method, Oracle, Preset, Replacement, Report, SearchConfig, Stop, Subsets,
};
use anyply_framework::{
    Certainty, Claim, Distance, Evaluator, EvaluatorSource, MoveList, Plugin, Resources, Score, Situation,
    StandPat, View,
};
use anyply_tests::every::{for_every_evaluator, for_every_game, opinion};
use anyply_tests::{check, random_game, visitor};

fn weights_have_their_recipe<G: Plugin>(_: &G) -> usize {
    if G::weights().is_empty() {
        return 0;
    }
    let weights = Weights::from_bytes(G::weights()).expect("they are whole");
    let recipe = |text: &str| Recipe::from_ron(G::NAME, text).expect("a recipe");
    assert_eq!(recipe(&weights.origin().recipe), recipe(G::recipe()), "{}", G::NAME);
    1
}

#[test]
fn the_weights_of_every_game_tell_the_recipe_that_it_has() {
    let number: usize = for_every_game(visitor!(weights_have_their_recipe -> usize)).into_iter().sum();
    assert!(number >= 3, "{number}");
}

fn states_agree<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    for seed in 0..2 {
        let line = random_game(game, seed);
        let mut state = evaluator.state(game, &line[0].0.position);
        let mut states = Vec::new();
        for (i, (at, mv)) in line.iter().enumerate() {
            let scratch = evaluator.state(game, &at.position);
            if i % 3 == 0 {
                assert_eq!(
                    opinion(game, evaluator, at, &state),
                    opinion(game, evaluator, at, &scratch),
                    "{} {evaluator:.60?} at {i}",
                    G::NAME
                );
            }
            states.push(state.clone());
            evaluator.advance(game, &mut state, &at.position, *mv, &at.after(game, *mv).position);
        }
        if E::TAKES_BACK {
            for (i, (at, mv)) in line.iter().enumerate().rev() {
                evaluator.retreat(game, &mut state, &at.position, *mv, &at.after(game, *mv).position);
                if i % 7 == 0 {
                    assert_eq!(
                        opinion(game, evaluator, at, &state),
                        opinion(game, evaluator, at, &states[i])
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_kept_from_move_to_move_is_what_is_found_from_scratch() {
    for_every_evaluator(check!(states_agree));
}

fn says_what_is_allowed<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    // In a game with margin no opinion may outweigh a result.
    let largest = if G::HAS_MARGIN { Score::from_units(150) } else { Score::MAX_VALUE };
    for (at, _) in random_game(game, 5).iter().step_by(2) {
        let state = &evaluator.state(game, &at.position);
        let view = View { game, position: &at.position, state };
        let value = evaluator.evaluate(view);
        assert!(value <= largest && -value <= largest, "{} {evaluator:.60?}: {value}", G::NAME);
        assert!(!evaluator.explain(view).is_empty());
        let legal = at.moves(game);
        for allowed in [Claim::All, Claim::Sound, Claim::Selective] {
            let mut subset = MoveList::<G>::new();
            let claim = evaluator.generate(view, allowed, &mut subset);
            assert!(claim <= allowed, "{} {evaluator:.60?} claims {claim:?} of {allowed:?}", G::NAME);
            assert!(!subset.is_empty() && subset.iter().all(|mv| legal.contains(mv)));
            assert!(claim != Claim::All || subset.len() == legal.len());
            assert!(E::GENERATES || claim == Claim::All);
        }
        let mut noisy = MoveList::<G>::new();
        let stand_pat = evaluator.noisy(view, &mut noisy);
        assert!(noisy.iter().all(|mv| legal.contains(mv)));
        assert!(stand_pat == StandPat::Allowed || !noisy.is_empty());
        assert!(E::QUIESCES || noisy.is_empty());
    }
}

#[test]
fn evaluators_say_what_they_are_allowed_to_say() {
    for_every_evaluator(check!(says_what_is_allowed));
}

/// A random situation with `left` plies of its game to come, roughly: late ones are narrow, and games end
/// inside the search.
fn late<G: Plugin>(game: &G, seed: u64, left: usize) -> Situation<G> {
    let line = random_game(game, seed);
    line[line.len().saturating_sub(left)].0
}

fn find<G: Plugin>(
    game: &G,
    source: &EvaluatorSource,
    config: SearchConfig,
    at: &Situation<G>,
    depth: u32,
) -> Report<G> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let resources = Resources { hash: 1 << 18, ..Resources::default() };
    let mut engine = game.engine(source, config, resources).expect("a built-in evaluator");
    engine.search(at, &limits, &Stop::default(), &mut ())
}

fn same_as_minimax<G: Plugin, E: Evaluator<G>>(game: &G, source: &EvaluatorSource, evaluator: &E) {
    let settings = value_preserving();
    for (turn, (seed, left)) in [(1, 4), (2, 9), (3, 14), (4, 60)].into_iter().enumerate() {
        let at = late(game, seed, left);
        // As deep as some tens of thousands of leaves allow.
        let width = at.moves(game).len().max(2) as f64;
        let depth = (20_000f64.ln() / width.ln()).floor().clamp(1.0, 4.0) as u32;
        let (value, _) = Oracle::alpha_beta(game, evaluator).search(&at.position, depth).expect("no limits");
        // Each position takes every fourth setting; together they take all.
        for config in settings.iter().skip(turn).step_by(4) {
            let report = find(game, source, config.clone(), &at, depth);
            let text = game.position_text(&at);
            assert_eq!(
                report.lines[0].score,
                value,
                "{} {evaluator:.60?} {depth} {text} {config:?}",
                G::NAME
            );
        }
    }
}

/// Every value-preserving technique, left out or put in one at a time.
fn value_preserving() -> Vec<SearchConfig> {
    let full = Preset::named("full-sound").expect("a preset").config;
    vec![
        SearchConfig { iterative_deepening: false, ..full.clone() },
        SearchConfig { principal_variation: false, ..full.clone() },
        SearchConfig { aspiration: 1, ..full.clone() },
        SearchConfig { aspiration: 100, ..full.clone() },
        SearchConfig { table: false, ..full.clone() },
        SearchConfig { replacement: Replacement::Always, ..full.clone() },
        SearchConfig { replacement: Replacement::DeeperStays, ..full.clone() },
        SearchConfig { table_from_depth: 3, ..full.clone() },
        SearchConfig { killers: 0, ..full.clone() },
        SearchConfig { killers: 1, ..full.clone() },
        SearchConfig { history: false, ..full.clone() },
        SearchConfig { prior: false, ..full.clone() },
        SearchConfig { internal_deepening: 1, ..full.clone() },
        SearchConfig { internal_deepening: 2, table: false, ..full.clone() },
        SearchConfig { method: Method::AlphaBeta, ..full.clone() },
        SearchConfig { killers: 0, history: false, prior: false, table: false, ..full.clone() },
        full,
    ]
}

#[test]
fn the_search_has_the_value_of_plain_minimax_in_every_game() {
    for_every_evaluator(check!(same_as_minimax));
}

fn generated<G: Plugin, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &Situation<G>,
    allowed: Claim,
) -> MoveList<G> {
    let state = &evaluator.state(game, &at.position);
    let mut moves = MoveList::<G>::new();
    evaluator.generate(View { game, position: &at.position, state }, allowed, &mut moves);
    moves
}

fn sound_subsets_agree<G: Plugin, E: Evaluator<G>>(game: &G, source: &EvaluatorSource, evaluator: &E) {
    if !E::GENERATES {
        return;
    }
    let all = SearchConfig { deeper_entries: true, ..Preset::named("full-sound").expect("a preset").config };
    let sound = SearchConfig { subsets: Subsets::Sound, ..all.clone() };
    let mut narrower = 0;
    for seed in 0..6 {
        let line = random_game(game, seed);
        for left in [2, 3, 4, 5] {
            let (at, _) = line[line.len().saturating_sub(left)];
            let class = |config| {
                let line = find(game, source, config, &at, 3).lines.remove(0);
                (line.certainty == Certainty::Exact).then(|| match line.score.distance() {
                    Some(Distance::Win(_)) => Score::WIN,
                    Some(Distance::Loss(_)) => Score::LOSS,
                    None => line.score,
                })
            };
            if let Some(result) = class(all.clone()) {
                assert_eq!(class(sound.clone()), Some(result), "{} {}", G::NAME, game.position_text(&at));
                let subset = generated(game, evaluator, &at, Claim::Sound);
                narrower += usize::from(subset.len() < at.moves(game).len());
            }
        }
    }
    assert!(narrower > 0, "{} {evaluator:.60?}: no results with fewer moves", G::NAME);
}

#[test]
fn sound_subsets_keep_the_result() {
    for_every_evaluator(check!(sound_subsets_agree));
}

fn several_lines<G: Plugin, E: Evaluator<G>>(game: &G, source: &EvaluatorSource, evaluator: &E) {
    let best = Preset::named("best").expect("a preset").config;
    let mut narrow = 0;
    // From the last move: where it wins, a subset need hold nothing else.
    for (at, _) in random_game(game, 6).iter().rev().step_by(17) {
        let limits = Limits { depth: Some(1), lines: 5, ..Limits::default() };
        let resources = Resources { hash: 1 << 16, ..Resources::default() };
        let mut engine = game.engine(source, best.clone(), resources).expect("a built-in evaluator");
        let report = engine.search(at, &limits, &Stop::default(), &mut ());
        let legal = at.moves(game);
        let firsts: Vec<G::Move> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), legal.len().min(5), "{} {evaluator:.60?}", game.position_text(at));
        let subset = generated(game, evaluator, at, Claim::Selective);
        narrow += usize::from(subset.len() < firsts.len());
        assert!(firsts.iter().enumerate().all(|(i, mv)| legal.contains(mv) && !firsts[..i].contains(mv)));
        // What is proven to win comes before what is only believed to, and what is proven to lose after
        // it.
        let rank = |line: &Line<G>| match line.score.claim(line.certainty) {
            Some(Distance::Win(_)) => (1, line.score),
            Some(Distance::Loss(_)) => (-1, line.score),
            None => (0, line.score),
        };
        assert!(report.lines.is_sorted_by(|a, b| rank(a) >= rank(b)));
    }
    assert!(!E::GENERATES || narrow > 0, "{} {evaluator:.60?}: it looked at as many moves", G::NAME);
}

#[test]
fn several_lines_are_of_several_moves_even_where_the_evaluator_would_look_at_one() {
    for_every_evaluator(check!(several_lines));
}

fn exact_at_the_end<G: Plugin, E: Evaluator<G>>(game: &G, source: &EvaluatorSource, evaluator: &E) {
    for seed in 0..6 {
        let at = late(game, seed, 6);
        if game.remaining(&at.position) > 8 {
            continue;
        }
        let report = find(game, source, Preset::named("best").expect("a preset").config, &at, 40);
        let line = &report.lines[0];
        // As many plies as could be left if every other one were a pass.
        let (value, _) = Oracle::alpha_beta(game, evaluator).search(&at.position, 17).expect("no limits");
        assert_eq!((line.score, line.certainty), (value, Certainty::Exact), "{}", game.position_text(&at));
    }
}

#[test]
fn endings_are_exact() {
    for_every_evaluator(check!(exact_at_the_end));
}
