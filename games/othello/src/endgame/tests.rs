//! Endings by straight-line code and bounds, held against plain search.

use super::{FINISHES, GRAIN, bounds, finish};
use crate::bits::Bits;
use crate::board::Position;
use crate::evaluators::Discs;
use crate::rules::Othello;
use crate::shape::{Eight, Shape, Six, Ten};
use anyply_framework::search::{Limits, Oracle, Preset, Report, Stop};
use anyply_framework::{
    Certainty, EvaluatorSource, Game, Ledger, Notation, Plugin, Resources, Score, Situation, Window,
};

/// Positions with a few empty squares: from random games, and composed ones, which no game could bring and
/// where passes abound.
fn positions<S: Shape>(most_empty: u32, games: u64) -> Vec<Position<S>> {
    let game = Othello::<S>::new();
    let mut found = Vec::new();
    for seed in 0..games {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
        let mut position = game.start().position;
        loop {
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            if position.empty().count() <= most_empty {
                found.push(position);
            }
            game.play(&mut position, moves[next(&mut random) as usize % moves.len()]);
        }
        let empty: Vec<usize> = (0..most_empty).map(|_| next(&mut random) as usize % S::CELLS).collect();
        let mut composed = Position { mover: S::Bits::EMPTY, opponent: S::Bits::EMPTY };
        for square in (0..S::CELLS).filter(|square| !empty.contains(square)) {
            if next(&mut random) % 5 < seed % 5 {
                composed.mover |= S::Bits::of(square);
            } else {
                composed.opponent |= S::Bits::of(square);
            }
        }
        if game.terminal(&composed).is_none() {
            found.push(composed);
        }
    }
    found
}

/// Marsaglia's xorshift (2003).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

/// The result by plain minimax, and the positions it made.
fn result<S: Shape>(position: &Position<S>, cuts: bool) -> (Score, u64) {
    let game = Othello::<S>::new();
    let mut oracle =
        if cuts { Oracle::alpha_beta(&game, &Discs {}) } else { Oracle::minimax(&game, &Discs {}) };
    let (value, _) = oracle.search(position, 2 * position.empty().count() + 1).expect("no limits");
    assert_eq!(oracle.opinions, 0);
    (value, oracle.nodes)
}

fn finishes<S: Shape>() {
    let (mut passes, mut by_empty) = (0, [0; FINISHES as usize + 1]);
    for position in positions::<S>(FINISHES, 700) {
        let (value, nodes) = result(&position, false);
        assert_eq!(value.cents() % GRAIN, 0);
        passes += u32::from(position.moves().is_empty());
        by_empty[position.empty().count() as usize] += 1;

        let mut ledger = Ledger::new(u64::MAX);
        assert_eq!(finish(&position, Window::FULL, &mut ledger), Some(value), "{position:?}");
        assert!((1..=nodes).contains(&ledger.made()));
        if position.empty().count() <= 4 {
            // With every result asked for nothing is saved: each disc is paid for, and each pass.
            assert_eq!(ledger.made(), nodes, "{position:?}");
        }
        refuses_what_is_not_paid(&position, ledger.made());

        // Edges that are no whole discs, and some that no result reaches, among them.
        let most = 100 * S::CELLS as i32;
        for offset in [-most, -650, -400, -150, -100, -1, 0, 1, 99, 100, 250, 600, most] {
            let alpha = Score::from_cents(value.cents() + offset);
            for beta in [alpha.next(), alpha.offset(100), alpha.offset(333), Score::INFINITE] {
                within(&position, Window { alpha, beta }, value);
            }
            within(&position, Window { alpha: -Score::INFINITE, beta: alpha }, value);
        }
    }
    assert!(passes > 100, "{passes}");
    assert!(by_empty[1..].iter().all(|&count| count > 100), "{by_empty:?}");
}

/// Fail-soft: inside the window it is the result, outside it a bound on it.
fn within<S: Shape>(position: &Position<S>, window: Window, value: Score) {
    let found = finish(position, window, &mut Ledger::new(u64::MAX)).expect("unlimited");
    assert!(window.admits(found, value), "{position:?} {window:?}: {found} for {value}");
}

fn refuses_what_is_not_paid<S: Shape>(position: &Position<S>, made: u64) {
    for limit in [0, 1, made / 2, made - 1, made] {
        let mut ledger = Ledger::new(limit);
        let value = finish(position, Window::FULL, &mut ledger);
        assert!(value.is_none() || limit >= made, "{position:?}: {made} positions for {limit}");
        assert!(ledger.made() <= limit);
    }
    // What it may keep in reserve is little.
    assert!(finish(position, Window::FULL, &mut Ledger::new(made + 200)).is_some());
}

#[test]
fn the_last_squares_are_played_as_by_minimax() {
    finishes::<Eight>();
    finishes::<Six>();
    finishes::<Ten>();
}

#[test]
fn a_full_board_and_a_finished_one_have_their_margin() {
    let full = Position::<Eight> { mover: 0xffff_ffff_ffff_ff00, opponent: 0xff };
    let wiped_out = Position::<Eight> { mover: 0, opponent: !0xf };
    for (position, discs) in [(full, 48), (full.swapped(), -48), (wiped_out, -64)] {
        let mut ledger = Ledger::new(1000);
        assert_eq!(finish(&position, Window::FULL, &mut ledger), Some(Score::from_units(discs)));
        assert_eq!(ledger.made(), 0);
    }
}

fn bounded<S: Shape>(games: u64) {
    let (mut narrow, mut decided) = (0, 0);
    for position in positions::<S>(8, games) {
        let (value, _) = result(&position, true);
        let most = Score::from_units(S::CELLS as i32);
        for discs in (-(S::CELLS as i32)..S::CELLS as i32).step_by(3) {
            let window = Window::null(Score::from_units(discs));
            let (low, high) = bounds(&position, window);
            assert!(low <= value && value <= high, "{position:?}: {value} is not within {low} and {high}");
            narrow += u32::from(low > -most || high < most);
            decided += u32::from(high <= window.alpha || low >= window.beta);
        }
        assert_eq!(bounds(&position, Window::FULL), (-most, most));
    }
    assert!(narrow > 100 && decided > 100, "{narrow} bounds, {decided} of them decide");
}

#[test]
fn bounds_hold_the_result_and_are_worth_something() {
    bounded::<Eight>(60);
    bounded::<Six>(60);
    bounded::<Ten>(30);
}

/// Cut off by a forecast, a search with a window between two results still ends with one of them.
#[test]
fn results_that_are_only_likely_are_possible_ones() {
    let game = Othello::<Eight>::new();
    let solve = Othello::<Eight>::preset(Preset::SOLVE).expect("every game has it").config;
    let likely = solve.set("endgame.selectivity", "87").expect("a level");
    let patterns = EvaluatorSource::BuiltIn(&Othello::<Eight>::evaluators()[0]);
    let resources = Resources { hash: 4 << 20, ..Resources::default() };
    let mut engine = game.engine(&patterns, likely, resources).expect("a built-in evaluator");
    let asked = positions::<Eight>(21, 10).into_iter().filter(|position| position.empty().count() == 21);
    for position in asked {
        let at = Situation { position, ..game.start() };
        let report = engine.search(&at, &Limits::default(), &Stop::default(), &mut ());
        assert_eq!(report.lines[0].certainty, Certainty::Selective(87));
        assert_eq!(report.lines[0].score.cents() % GRAIN, 0, "{position:?}");
    }
}

/// The levels of certainty that come with the game: a sure result is seldom wrong, and what is less sure
/// takes less. (How often each is right is measured by the benchmark of endings, on a thousand positions of
/// better games, and fails it where that is not as said.)
#[test]
fn the_surer_a_result_is_asked_the_more_often_it_is_exact() {
    let game = Othello::<Eight>::new();
    let solve = Othello::<Eight>::preset(Preset::SOLVE).expect("every game has it").config;
    let patterns = EvaluatorSource::BuiltIn(&Othello::<Eight>::evaluators()[0]);
    let asked = positions::<Eight>(20, 16).into_iter().filter(|position| position.empty().count() == 20);
    let asked: Vec<_> = asked.map(|position| Situation { position, ..game.start() }).collect();
    let search = |percent: &str| {
        let config = solve.set("endgame.selectivity", percent).expect("a level");
        let resources = Resources { hash: 4 << 20, ..Resources::default() };
        let mut engine = game.engine(&patterns, config, resources).expect("a built-in evaluator");
        let found = asked.iter().map(|at| {
            engine.clear();
            let report = engine.search(at, &Limits::default(), &Stop::default(), &mut ());
            (report.lines[0].score, report.nodes)
        });
        found.collect::<Vec<_>>()
    };
    let exact = search("100");
    let of = |percent: &str| {
        let found = search(percent);
        let right = found.iter().zip(&exact).filter(|(one, other)| one.0 == other.0).count();
        (100 * right / exact.len(), found.iter().map(|(_, nodes)| nodes).sum::<u64>())
    };
    let (likely, sure) = (of("73"), of("98"));
    assert!(exact.len() >= 12, "{}", exact.len());
    assert!((50..95).contains(&likely.0) && sure.0 >= 90 && likely.0 < sure.0, "{likely:?}, {sure:?}");
    assert!(likely.1 < sure.1, "{likely:?}, {sure:?}");
}

#[test]
fn a_search_that_is_cut_off_claims_what_it_has_finished() {
    let game = Othello::<Eight>::new();
    let solve = Othello::<Eight>::preset(Preset::SOLVE).expect("every game has it").config;
    let patterns = EvaluatorSource::BuiltIn(&Othello::<Eight>::evaluators()[0]);
    let mut engine = game.engine(&patterns, solve, Resources::default()).expect("a built-in evaluator");
    let (mut kept, mut corrected) = (0, 0);
    for (text, outcome_only) in [
        ("--O-----X-OOOO--XXOXOOOOXXOOXXXXXXOXXOX--OOOOXO---OOOO-O--OOOO-- X", false),
        ("--OOOO----OOOOX--XXOOXOOXXXXXOOO--XXOOOO--XXOOOO--OOOO---OOOO--- X", true),
    ] {
        let at = game.parse_position(text, None).expect("a position");
        for nodes in (20_000..600_000).step_by(20_000) {
            engine.clear();
            let mut finished = (Score::DRAW, Certainty::Heuristic, None);
            let first = |report: &Report<_>| {
                let line = &report.lines[0];
                (line.score, line.certainty, Some(line.moves[0]))
            };
            let limits = Limits { nodes: Some(nodes), outcome_only, ..Limits::default() };
            let mut hear = |report: &Report<_>| finished = first(report);
            let report = engine.search(&at, &limits, &Stop::default(), &mut hear);
            let told = first(&report);
            if told.1 > Certainty::Heuristic {
                assert_eq!(told, finished, "{text}, {nodes} nodes");
                kept += 1;
            } else if finished.1 > Certainty::Heuristic {
                let more_or_other = told.0 > finished.0 || told.2 != finished.2;
                assert!(more_or_other, "{text}, {nodes} nodes: {told:?} after {finished:?}");
                corrected += 1;
            }
        }
    }
    assert!(kept > 10 && corrected > 0, "{kept} kept, {corrected} corrected");
}
