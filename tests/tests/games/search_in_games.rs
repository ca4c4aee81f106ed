//! The search in the games there are, with their own evaluators: held to plain alpha-beta, as with random
//! trees.

use anyply_dvonn::Dvonn;
use anyply_framework::search::{Limits, Method, Preset, ProbCut, Report, SearchConfig, Stop};
use anyply_framework::{
    Engine, EngineSettings, EvaluatorInfo, EvaluatorSource, Game, Plugin, Resources, Session, Situation,
};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_gomoku::{Gomoku, Rule};
use anyply_othello::Othello;
use anyply_tests::every::for_every_game;
use anyply_tests::settings::value_preserving;
use anyply_tests::{random_game, visitor};
use proptest::prelude::*;

/// A new engine with this evaluator.
pub(crate) fn engine<G: Plugin>(
    game: &G,
    evaluator: &'static EvaluatorInfo,
    (config, threads): (&SearchConfig, usize),
) -> Box<dyn Engine<G>> {
    let resources = Resources { hash: 1 << 20, threads, ..Resources::default() };
    game.engine(&EvaluatorSource::BuiltIn(evaluator), config.clone(), resources)
        .expect("a built-in evaluator, and memory")
}

/// A new search with this evaluator.
pub(crate) fn search<G: Plugin>(
    game: &G,
    evaluator: &'static EvaluatorInfo,
    settings: (&SearchConfig, usize),
    at: &Situation<G>,
    depth: Option<u32>,
) -> Report<G> {
    let limits = Limits { depth, ..Limits::default() };
    engine(game, evaluator, settings).search(at, &limits, &Stop::default(), &mut ())
}

#[test]
fn a_table_for_which_there_is_no_memory_is_told_in_the_size_that_was_asked_for() {
    let hash = usize::MAX >> 4;
    for mut game in AnyGame::all() {
        let resources = Resources { hash, ..Resources::default() };
        let refused = game.configure(EngineSettings { resources, ..game.default_settings() });
        let told = format!("no memory for a table of {} MiB", hash >> 20);
        assert_eq!(refused.expect_err("more than there is").to_string(), told, "{}", game.name());
    }
}

#[test]
fn no_error_model_that_comes_with_a_game_has_a_slope_at_a_limit() {
    let mut number = 0;
    for game in AnyGame::all() {
        for preset in game.presets() {
            let middle = preset.config.probcut.iter().flat_map(|probcut| &probcut.model);
            let end = preset.config.endgame.iter().flat_map(|endgame| &endgame.model);
            for forecast in middle.chain(end) {
                // 100 to 10,000 may be written down, but what is fitted ends there only if the fit has
                // failed.
                assert!(
                    (101..10_000).contains(&forecast.slope),
                    "{} {}: {forecast:?}",
                    game.name(),
                    preset.name
                );
                number += 1;
            }
        }
    }
    assert!(number > 0, "there are some");
}

#[test]
fn in_a_new_game_the_engine_draws_from_another_seed() {
    for mut game in AnyGame::all() {
        let resources = Resources { seed: 3, ..Resources::default() };
        game.configure(EngineSettings { resources, ..game.default_settings() }).expect("memory");
        assert_eq!(game.settings().resources.seed, 3, "{}", game.name());
        game.new_game(7);
        assert_eq!(game.settings().resources.seed, 7, "{}", game.name());
    }
}

/// Plain alpha-beta.
pub(crate) fn oracle() -> SearchConfig {
    SearchConfig { method: Method::AlphaBeta, ..SearchConfig::plain() }
}

pub(crate) fn full_sound() -> SearchConfig {
    Preset::named("full-sound").expect("a preset").config
}

/// As many plies as plain alpha-beta searches at once, and fewer than remain: there the depth of a pass is
/// another.
fn depth<G: Plugin>(game: &G, at: &Situation<G>) -> Option<u32> {
    let depth = match at.moves(game).len() {
        0..=12 => 5,
        13..=40 => 4,
        41..=80 => 3,
        81..=360 => 2,
        // On the largest boards two plies take as long as everything else together.
        _ => 1,
    };
    (depth < game.remaining(&at.position)).then_some(depth)
}

/// The value of `config` is that of plain alpha-beta, and its line is legal.
fn has_the_value<G: Plugin>(
    game: &G,
    evaluator: &'static EvaluatorInfo,
    at: &Situation<G>,
    config: &SearchConfig,
    threads: usize,
) {
    let Some(depth) = depth(game, at) else { return };
    // The evaluator begins anew at each leaf of plain alpha-beta: on boards of more than 15 lines two plies
    // take as long as all else.
    let depth = if at.moves(game).len() > 225 { 1 } else { depth };
    let plain = search(game, evaluator, (&oracle(), 1), at, Some(depth));
    let found = search(game, evaluator, (config, threads), at, Some(depth));
    let text = format!("{} {}, depth {depth}: {}", G::NAME, evaluator.name, game.position_text(at));
    assert_eq!(found.lines[0].score, plain.lines[0].score, "{text}, {threads} threads\n{config:?}");
    found.lines[0].moves.iter().fold(*at, |at, &mv| {
        assert!(at.moves(game).contains(&mv), "{} is illegal: {text}\n{config:?}", game.move_text(mv));
        at.after(game, mv)
    });
}

/// Where the evaluation lies beyond the window, a shallow search often finds that the value does.
#[test]
fn probcut_asks_about_the_side_that_the_evaluation_speaks_for() {
    let game = <Othello>::new();
    let best = <Othello>::preset(Preset::BEST).expect("every game has it").config;
    let nodes = |probcut| {
        // Alone: together with it, static cut-offs leave little to foretell at this depth.
        let config = SearchConfig { probcut, reverse_futility: None, ..best.clone() };
        search(&game, &<Othello>::evaluators()[0], (&config, 1), &game.start(), Some(12)).nodes
    };
    let model = best.probcut.as_ref().expect("it is selective");
    let (none, one) = (nodes(None), nodes(Some(ProbCut { reach: 0, ..model.clone() })));
    assert!(2 * one < none, "{one} positions, and {none} without ProbCut");
}

#[test]
fn plain_searches_make_as_many_positions_as_they_may() {
    let game = <Othello>::new();
    let at = game.start();
    for method in [Method::Minimax, Method::AlphaBeta] {
        let settings = (&SearchConfig { method, ..oracle() }, 1);
        let mut engine = engine(&game, &<Othello>::evaluators()[0], settings);
        let mut within = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = engine.search(&at, &limits, &Stop::default(), &mut ());
            (report.depth, report.nodes)
        };
        // Four moves lead to as many positions.
        assert_eq!(within(4), (1, 4), "{method:?}");
        assert_eq!(within(3), (0, 3), "{method:?}");
    }
}

fn threads_agree<G: Plugin>(game: &G) {
    let together = SearchConfig { defer_from_depth: 2, ..full_sound() };
    let mut line = random_game(game, 3).into_iter();
    for (at, _) in [line.next(), line.nth(9)].into_iter().flatten() {
        let depth = depth(game, &at);
        let evaluator = &G::evaluators()[0];
        let alone = search(game, evaluator, (&full_sound(), 1), &at, depth);
        for config in [&full_sound(), &together] {
            let found = search(game, evaluator, (config, 2), &at, depth);
            assert_eq!(found.lines[0].score, alone.lines[0].score, "{}", game.position_text(&at));
            assert_eq!(found.depth, alone.depth);
        }
    }
}

#[test]
fn threads_do_not_change_the_value_in_any_game() {
    for_every_game(visitor!(threads_agree));
}

fn forgets_once_cleared<G: Plugin>(game: &G) {
    let evaluator = &G::evaluators()[0];
    let config = G::best().config;
    let mut used = engine(game, evaluator, (&config, 1));
    used.prepare();
    for (at, _) in random_game(game, 5).into_iter().step_by(7).take(4) {
        let depth = depth(game, &at);
        let limits = Limits { depth, ..Limits::default() };
        used.clear();
        let again = used.search(&at, &limits, &Stop::default(), &mut ());
        let new = search(game, evaluator, (&config, 1), &at, depth);
        let text = game.position_text(&at);
        assert_eq!(again.nodes, new.nodes, "{} {text}", G::NAME);
        assert_eq!(again.lines[0].score, new.lines[0].score, "{} {text}", G::NAME);
        assert_eq!(again.best(), new.best(), "{} {text}", G::NAME);
    }
}

#[test]
fn an_engine_that_was_prepared_used_and_cleared_searches_as_a_new_one() {
    for_every_game(visitor!(forgets_once_cleared));
}

/// How many positions near the end were searched.
fn keeps_evaluations_alone<G: Plugin>(game: &G) -> usize {
    let evaluator = &G::evaluators()[0];
    // Few places, so that what is kept is also replaced.
    let config = SearchConfig {
        table: false,
        evaluation_cache: 8,
        endings: true,
        endings_cache: 8,
        threats: 0,
        ..G::best().config
    };
    let mut alone = engine(game, evaluator, (&config, 1));
    let both = SearchConfig { evaluation_cache: 8, ..full_sound() };
    let mut together = engine(game, evaluator, (&both, 2));
    let line: Vec<_> = random_game(game, 6).into_iter().map(|(at, _)| at).collect();
    // To the end too, from the last positions backwards: what is kept of one would spare the one before it a
    // search.
    let ends = line.iter().rev().filter(|at| game.remaining(&at.position) <= 12).take(12);
    let number = ends.clone().count();
    let early = line.iter().step_by(5).take(4).map(|at| (at, depth(game, at)));
    for (at, depth) in early.chain(ends.map(|at| (at, None))) {
        let limits = Limits { depth, ..Limits::default() };
        let text = game.position_text(at);
        let again = alone.search(at, &limits, &Stop::default(), &mut ());
        let new = search(game, evaluator, (&config, 1), at, depth);
        assert_eq!(again.nodes, new.nodes, "{} {text}", G::NAME);
        assert_eq!(again.lines[0].score, new.lines[0].score, "{} {text}", G::NAME);
        let again = together.search(at, &limits, &Stop::default(), &mut ());
        let new = search(game, evaluator, (&full_sound(), 1), at, depth);
        assert_eq!(again.lines[0].score, new.lines[0].score, "{} {text}", G::NAME);
    }
    number
}

#[test]
fn of_earlier_searches_a_thread_without_a_table_keeps_evaluations_alone() {
    let number: usize = for_every_game(visitor!(keeps_evaluations_alone -> usize)).into_iter().sum();
    assert!(number >= 25, "{number}");
}

/// One technique after the other on top of `full-sound`.
fn switched() -> Vec<SearchConfig> {
    let full = SearchConfig { aspiration: 0, ..full_sound() };
    let change = |keys: &[(&str, &str)]| {
        keys.iter().try_fold(full.clone(), |config, (key, value)| config.set(key, value)).expect("settings")
    };
    vec![
        full.clone(),
        change(&[("symmetry", "4")]),
        change(&[("enhanced_cutoffs", "2")]),
        change(&[("mtdf", "on"), ("symmetry", "2")]),
        change(&[("order_by_evaluation", "2"), ("aspiration", "100")]),
        change(&[("countermoves", "on"), ("continuation", "on"), ("mate_distance", "on")]),
    ]
}

fn switches_keep_the_value<G: Plugin>(game: &G) {
    // At the start most positions have images that are reached as well.
    has_the_value(game, &G::evaluators()[0], &game.start(), &switched()[1], 1);
    for (seed, config) in switched().iter().enumerate() {
        let line = random_game(game, seed as u64);
        let (at, _) = line[(2 + seed * line.len() / 8).min(line.len() - 1)];
        let evaluator = &G::evaluators()[seed % G::evaluators().len()];
        has_the_value(game, evaluator, &at, config, 1 + seed % 2);
    }
}

#[test]
fn each_value_preserving_switch_keeps_the_value_in_every_game() {
    for_every_game(visitor!(switches_keep_the_value));
}

/// From the start, deep enough for history to speak for some moves.
fn early_moves_keep_the_value_in<G: Plugin>(game: &G, depth: u32) {
    let searched = |early_moves: bool| {
        let config = SearchConfig { countermoves: true, continuation: true, early_moves, ..full_sound() };
        search(game, &G::evaluators()[0], (&config, 1), &game.start(), Some(depth))
    };
    let (early, listed) = (searched(true), searched(false));
    assert_eq!(early.lines[0].score, listed.lines[0].score, "{}", G::NAME);
    assert_ne!(early.nodes, listed.nodes, "{}: no move was early", G::NAME);
}

#[test]
fn early_moves_keep_the_value() {
    early_moves_keep_the_value_in(&<Othello>::new(), 9);
    early_moves_keep_the_value_in(&Gomoku::<15>::new(Rule::Freestyle), 4);
    early_moves_keep_the_value_in(&Dvonn::full(), 5);
}

#[derive(Clone)]
struct AnySettings<'a> {
    config: &'a SearchConfig,
    seed: u64,
    threads: usize,
}

impl GameVisitor for AnySettings<'_> {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let line = random_game(game, self.seed);
        let (at, _) = line[self.seed as usize % line.len()];
        let evaluators = G::evaluators();
        let evaluator = &evaluators[self.seed as usize / line.len() % evaluators.len()];
        has_the_value(game, evaluator, &at, self.config, self.threads);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_value_preserving_settings_have_the_value_of_alpha_beta_in_any_game(
        seed: u32, config in value_preserving(), threads in 1..=2usize, variant: prop::sample::Index,
    ) {
        let mut games: Vec<_> = AnyGame::all().collect();
        let game = &mut games[variant.index(AnyGame::all().count())];
        game.accept(AnySettings { config: &config, seed: seed.into(), threads });
    }
}
