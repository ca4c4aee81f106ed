//! Searches to the end in the games there are: exact where they say so, right about who wins, and frank where
//! they guess.

use crate::search_in_games::{engine, full_sound, oracle, search};
use anyply_framework::search::{
    ConfidenceLevel, Endgame, Forecast, Limits, Preset, Report, SearchConfig, Stop,
};
use anyply_framework::{Certainty, Plugin, Situation};
use anyply_tests::every::for_every_game;
use anyply_tests::{random_game, visitor};

/// Searches to the end of the game that guess, wildly, until they are to be `selectivity` percent sure.
fn guesses(selectivity: u8) -> Endgame {
    let forecast =
        |remaining, shallow| Forecast { deep: 0, shallow, remaining, slope: 1000, offset: 0, sigma: 300 };
    let levels = [(50, 10), (80, 100)].map(|(percent, deviations)| ConfidenceLevel {
        percent,
        deviations,
        per_ply: 0,
    });
    Endgame {
        selectivity,
        levels: levels.to_vec(),
        measured: 0,
        counted_to: 0,
        evaluator: String::new(),
        model: vec![forecast(2, 1), forecast(5, 1), forecast(5, 2)],
    }
}

/// Played to the end, with all that the evaluator can prove; how many positions that was done in.
fn endings_are_exact<G: Plugin>(game: &G) -> usize {
    const PLIES: u32 = 7;
    let sound = SearchConfig { bounds: true, endings: true, endings_cache: 6, ..full_sound() };
    let bare =
        SearchConfig { endings: false, bare_endings: 9, enhanced_cutoffs: 2, parts_from: 1, ..sound.clone() };
    let weighed = SearchConfig {
        order_by_evaluation: 1,
        order_by_search: 3,
        bare_endings: 2,
        near_table_from: 1,
        endings_table_from: 3,
        ..bare.clone()
    };
    let configs = [
        (SearchConfig { near_table_from: 2, table_from_depth: 4, ..bare.clone() }, 2),
        (SearchConfig { endgame: Some(guesses(100)), bare_endings: 3, ..bare.clone() }, 1),
        (SearchConfig { order_by_evaluation: 4, leap_to_end: 4, ..bare.clone() }, 1),
        (weighed.clone(), 2),
        (SearchConfig { endings: true, ..weighed.clone() }, 2),
        (SearchConfig { near_table_from: 0, endgame: Some(guesses(100)), ..weighed }, 1),
        (SearchConfig { endings: false, ..sound.clone() }, 1),
        (SearchConfig { bounds: false, ..sound.clone() }, 1),
        (SearchConfig { mtdf: true, symmetry: 3, enhanced_cutoffs: 2, ..sound.clone() }, 1),
        (SearchConfig { aspiration: 150, deeper_entries: true, ..sound.clone() }, 1),
        (sound, 2),
    ];
    let lines = (0..5).map(|seed| random_game(game, seed));
    let late = lines.filter_map(|line| {
        line.into_iter().map(|(at, _)| at).find(|at| game.remaining(&at.position) <= PLIES)
    });
    let mut number = 0;
    for at in late {
        for evaluator in G::evaluators() {
            let plain = search(game, evaluator, (&oracle(), 1), &at, None);
            assert_eq!(plain.lines[0].certainty, Certainty::Exact);
            for (config, threads) in &configs {
                let found = search(game, evaluator, (config, *threads), &at, None);
                let text = game.position_text(&at);
                assert_eq!(found.lines[0].certainty, Certainty::Exact, "{}: {text}", G::NAME);
                // A sound search may find a longer way to the same win.
                let known = |report: &Report<G>| {
                    let score = report.lines[0].score;
                    if G::HAS_MARGIN { score.cents() } else { score.cents().signum() }
                };
                assert_eq!(known(&found), known(&plain), "{}: {text}\n{config:?}", G::NAME);
            }
        }
        number += 1;
    }
    number
}

#[test]
fn bounds_and_endings_give_the_result_in_late_positions_of_every_game() {
    let number: usize = for_every_game(visitor!(endings_are_exact -> usize)).into_iter().sum();
    assert!(number >= 12, "{number}");
}

/// How sure the searches to the end say that they are, and how often they are wrong.
fn guesses_say_what_they_are<G: Plugin>(game: &G) -> (u32, u32) {
    let exact = SearchConfig { bounds: true, endings: true, bare_endings: 2, ..full_sound() };
    let (mut guessed, mut wrong) = (0, 0);
    for line in (20..40).map(|seed| random_game(game, seed)) {
        let late = line.into_iter().map(|(at, _)| at).find(|at| game.remaining(&at.position) <= 9);
        let Some(at) = late.filter(|_| G::HAS_MARGIN) else { continue };
        let evaluator = &G::evaluators()[0];
        let known = search(game, evaluator, (&exact, 1), &at, None);
        let unsure = SearchConfig { endgame: Some(guesses(50)), ..exact.clone() };
        let found = search(game, evaluator, (&unsure, 1), &at, None);
        match found.lines[0].certainty {
            Certainty::Selective(percent) => {
                assert_eq!(percent, 50);
                guessed += 1;
                wrong += u32::from(found.lines[0].score != known.lines[0].score);
            }
            certainty => {
                assert_eq!(certainty, Certainty::Exact);
                assert_eq!(found.lines[0].score, known.lines[0].score);
            }
        }
    }
    (guessed, wrong)
}

#[test]
fn searches_that_guess_the_end_say_so() {
    let found = for_every_game(visitor!(guesses_say_what_they_are -> (u32, u32)));
    let (guessed, wrong) = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(guessed >= 10 && wrong >= 1, "{found:?}");
}

fn outcome_has_the_sign<G: Plugin>(game: &G, at: &Situation<G>, (config, threads): (&SearchConfig, usize)) {
    let evaluator = &G::evaluators()[0];
    let plain = search(game, evaluator, (&oracle(), 1), at, None);
    let limits = Limits { outcome_only: true, ..Limits::default() };
    let found = engine(game, evaluator, (config, threads)).search(at, &limits, &Stop::default(), &mut ());
    let text = format!("{} {}, {threads} threads\n{config:?}", G::NAME, game.position_text(at));
    let [wanted, line] = [&plain, &found].map(|report| &report.lines[0]);
    assert_eq!(line.certainty, Certainty::Exact, "{text}");
    assert_eq!(line.score.cents().signum(), wanted.score.cents().signum(), "{text}");
    // The move named first leads to that result.
    let after = at.after(game, line.moves[0]);
    let end = match after.outcome(game) {
        Some(_) => game.terminal(&after.position).expect("it is over"),
        None => search(game, evaluator, (&oracle(), 1), &after, None).lines[0].score,
    };
    let seen = if after.side == at.side { end } else { -end };
    assert_eq!(seen.cents().signum(), wanted.score.cents().signum(), "{text}");
}

/// Asked only who wins, in positions that are searched to the end; how many that was done in.
fn outcomes_have_the_sign<G: Plugin>(game: &G) -> usize {
    const PLIES: u32 = 7;
    let solve = G::preset(Preset::SOLVE).expect("every game has it").config;
    let at_once = SearchConfig { iterative_deepening: false, ..full_sound() };
    let configs = [
        (SearchConfig { mtdf: true, aspiration: 0, ..solve.clone() }, 1),
        (SearchConfig { fail_soft: false, mtdf: false, ..solve.clone() }, 1),
        (SearchConfig { iterative_deepening: false, ..solve.clone() }, 2),
        (at_once, 2),
        (oracle(), 1),
        (solve, 1),
    ];
    let mut number = 0;
    for seed in 20..30 {
        let line = random_game(game, seed);
        let late = line.iter().map(|(at, _)| at).find(|at| game.remaining(&at.position) <= PLIES);
        let Some(at) = late else { continue };
        configs.iter().for_each(|(config, threads)| outcome_has_the_sign(game, at, (config, *threads)));
        number += 1;
    }
    number
}

#[test]
fn whoever_only_asks_who_wins_is_told_that_in_every_game() {
    let number: usize = for_every_game(visitor!(outcomes_have_the_sign -> usize)).into_iter().sum();
    assert!(number >= 20, "{number}");
}
