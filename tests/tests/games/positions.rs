//! The built-in positions of every game.

use crate::search_in_games::engine;
use anyply_framework::Plugin;
use anyply_framework::positions::{self, Phase, built_in};
use anyply_framework::search::{Limits, SearchConfig, Stop};
use anyply_tests::every::{for_default_games, for_every_game};
use anyply_tests::{POSITIONS_EACH, POSITIONS_MADE, visitor};

/// Whether it brings any.
fn enough<G: Plugin>(game: &G) -> bool {
    let all = built_in(game);
    if all.is_empty() {
        return false;
    }
    for phase in Phase::ALL {
        assert_eq!(all.iter().filter(|(of, _)| *of == phase).count(), POSITIONS_EACH, "{} {phase}", G::NAME);
    }
    for (i, (phase, at)) in all.iter().enumerate() {
        let text = game.position_text(at);
        assert!(all[..i].iter().all(|(_, other)| other != at), "{} {phase}: twice {text}", G::NAME);
        assert!(game.count_moves(&at.position) > 1, "{} {phase}: nothing to choose in {text}", G::NAME);
    }
    true
}

#[test]
fn games_that_bring_positions_have_some_of_each_phase_all_different_and_none_finished() {
    let brought = for_every_game(visitor!(enough -> bool));
    assert!(brought.iter().filter(|&&brings| brings).count() >= 3, "{brought:?}");
}

fn undecided<G: Plugin>(game: &G) {
    let mut engine = engine(game, &G::evaluators()[0], (&SearchConfig::default(), 1));
    let limits = Limits { depth: Some(POSITIONS_MADE.depth), ..Limits::default() };
    for (phase, at) in built_in(game).iter().filter(|(phase, _)| *phase != Phase::Late) {
        engine.clear();
        let score = engine.search(at, &limits, &Stop::default(), &mut ()).lines[0].score;
        assert_eq!(score.distance(), None, "{} {phase}: {}", G::NAME, game.position_text(at));
    }
}

#[test]
fn no_opening_or_middle_game_is_won_within_a_few_plies() {
    for_default_games(visitor!(undecided));
}

fn remade<G: Plugin>(game: &G) {
    let all = built_in(game);
    for phase in Phase::ALL {
        let Some((_, first)) = all.iter().find(|(of, _)| *of == phase) else { continue };
        let made = POSITIONS_MADE.position(game, phase, 0).unwrap().unwrap();
        assert_eq!(
            game.position_text(&made),
            game.position_text(first),
            "{} {phase}: the rules or the default evaluator have changed since; if they were meant to, make the \
             positions anew with cargo bench -p anyply-tests --bench positions {}",
            G::NAME,
            G::NAME,
        );
    }
}

#[test]
fn the_first_of_each_phase_is_what_self_play_makes_again() {
    for_default_games(visitor!(remade));
}

#[test]
fn what_is_no_phase_and_no_position_is_quoted() {
    let game = anyply_othello::Othello::new();
    for (text, found) in [("[endgame]", "'endgame'"), ("% note\nXO X", "'XO X'"), ("[late]\nnonsense", "'n'")]
    {
        let error = positions::read::<anyply_othello::Othello>(&game, text).unwrap_err();
        assert!(error.to_string().contains(found), "{error}");
    }
}
