//! The laws of every game in the enum. No game is named here: a new one is held to them on the day it is
//! added.

use anyply_framework::search::{Clock, Limits, Stop};
use anyply_framework::{EvaluatorInfo, MoveList, Plugin, Record, Session, Side, Situation, Turn};
use anyply_games::{AnyGame, TextGame};
use anyply_tests::every::for_every_game;
use anyply_tests::{random_game, visitor};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// What a game comes to.
fn end_of<G: Plugin>(game: &G, line: &[(Situation<G>, G::Move)]) -> Situation<G> {
    let (last, mv) = line.last().expect("a game has moves");
    last.after(game, *mv)
}

fn rules_agree<G: Plugin>(game: &G) {
    for seed in 0..6 {
        let line = random_game(game, seed);
        let mut stale: Vec<G::Move> = Vec::new();
        for (number, (at, mv)) in line.iter().enumerate() {
            let moves = at.moves(game);
            assert!(moves.contains(mv));
            assert_eq!(game.terminal(&at.position), None, "{} goes on at {number}", G::NAME);
            assert_eq!(game.count_moves(&at.position), moves.len());
            visited_as_listed(game, &at.position, &moves);
            listed_moves_are_exactly_the_legal_ones(game, at, &moves);
            stale.retain(|old| !moves.contains(old));
            for &old in &stale {
                let refused = game.try_play(&at.position, old).expect_err("not legal now");
                assert_eq!(refused.0, old);
            }
            stale.truncate(20);
            stale.push(*mv);
            let left = line[number..].iter().filter(|(_, mv)| !game.is_pass(*mv)).count();
            assert!(game.remaining(&at.position) as usize >= left, "{} at {number}", G::NAME);
        }
        let end = end_of(game, &line);
        assert!(end.moves(game).is_empty());
        assert_eq!(game.count_moves(&end.position), 0);
        visited_as_listed(game, &end.position, &[]);
        assert!(end.outcome(game).is_some());
        assert!(line.len() <= G::MAX_PLIES as usize, "{} took {} plies", G::NAME, line.len());
        assert!((0..G::MOVE_INDICES).all(|index| game.decode(&end.position, index).is_none()));
    }
}

/// Every move is visited in the order of the list, none beside these, and none after the visitor has broken
/// off.
fn visited_as_listed<G: Plugin>(game: &G, position: &G::Position, moves: &[G::Move]) {
    for wanted in [usize::MAX, moves.len(), moves.len().div_ceil(2)] {
        let mut visited = Vec::new();
        game.each_move(position, |mv| {
            visited.push(mv);
            if visited.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(visited, moves[..wanted.min(moves.len())]);
    }
}

fn listed_moves_are_exactly_the_legal_ones<G: Plugin>(game: &G, at: &Situation<G>, moves: &MoveList<G>) {
    let mut listed = 0;
    for index in 0..G::MOVE_INDICES + 3 {
        if let Some(mv) = game.decode(&at.position, index) {
            assert_eq!(game.index(mv), index);
            assert!(moves.contains(&mv), "{}: {} is not listed", G::NAME, game.move_text(mv));
            listed += 1;
        }
    }
    assert_eq!(listed, moves.len(), "{}: {}", G::NAME, game.position_text(at));
    for &mv in moves {
        let (position, turn) = game.try_play(&at.position, mv).expect("a listed move is legal");
        let mut played = at.position;
        assert_eq!(game.play(&mut played, mv), turn);
        assert_eq!(played, position);
        assert!(!G::ALTERNATES || turn == Turn::Next);
    }
}

#[test]
fn rules_agree_with_themselves() {
    for_every_game(visitor!(rules_agree));
}

fn keys_tell<G: Plugin>(game: &G) {
    let mut seen: HashMap<u64, String> = HashMap::new();
    for seed in 0..40 {
        let line = random_game(game, seed);
        for at in line.iter().map(|(at, _)| *at).chain([end_of(game, &line)]) {
            let key = game.key(&at.position);
            let text = game.position_text(&at);
            let again = game.parse_position(&text, None).expect("what is printed is read back");
            assert_eq!(game.key(&again.position), key, "{}: {text}", G::NAME);
            // A key speaks of the relative position, so both sides may share one.
            let relative = format!("{:?}", again.position);
            let before = seen.entry(key).or_insert_with(|| relative.clone());
            assert_eq!(*before, relative, "{}: two positions, one key", G::NAME);
        }
    }
}

#[test]
fn the_key_is_the_key_from_scratch_and_no_other_positions() {
    for_every_game(visitor!(keys_tell));
}

fn text_returns<G: Plugin>(game: &G) {
    for seed in 0..4 {
        let line = random_game(game, seed);
        for (at, mv) in &line {
            let text = game.position_text(at);
            let again = game.parse_position(&text, None).expect("what is printed is read back");
            assert_eq!(again, *at, "{text}");
            for &legal in &at.moves(game) {
                let word = game.move_text(legal);
                for spelling in [word.to_lowercase(), word.to_uppercase(), word.clone()] {
                    assert_eq!(game.parse_move(at, &spelling), Ok(legal), "{} {spelling}", G::NAME);
                }
            }
            let drawn = game.draw(at, &anyply_framework::Marks { last: Some(*mv), legal: vec![*mv] });
            assert!(drawn.lines().next().is_some());
        }
        let end = end_of(game, &line);
        let text = game.position_text(&end);
        assert_eq!(game.parse_position(&text, None), Ok(end), "{text}");
        let words: Vec<String> = line.iter().map(|(_, mv)| game.move_text(*mv)).collect();
        let moves: Vec<G::Move> = line.iter().map(|(_, mv)| *mv).collect();
        for glue in ["", " ", ", ", "\n"] {
            let (read, after) =
                game.parse_moves(&line[0].0, &words.join(glue)).expect("a transcript is read back");
            assert_eq!(read, moves);
            assert_eq!(after, end);
        }
        let no_passes: String =
            line.iter().filter(|(_, mv)| !game.is_pass(*mv)).map(|(_, mv)| game.move_text(*mv)).collect();
        let (read, after) = game.parse_moves(&line[0].0, &no_passes).expect("passes may be left out");
        assert_eq!(read, moves[..read.len()]);
        assert_eq!(after, line.get(read.len()).map_or(end, |(at, _)| *at));
        assert!(moves[read.len()..].iter().all(|mv| game.is_pass(*mv)));
    }
}

#[test]
fn text_returns_as_what_it_was() {
    for_every_game(visitor!(text_returns));
}

fn undo_restores<G: Plugin>(game: &G) {
    let session = &mut Session::new(game.clone());
    let line = random_game(game, 3);
    for (at, mv) in &line {
        assert_eq!(session.at(), at);
        session.play(*mv).expect("legal");
    }
    let end = *session.at();
    for (at, mv) in line.iter().rev() {
        assert_eq!(Session::undo(session), Some(*mv));
        assert_eq!(session.at(), at);
    }
    assert_eq!(Session::undo(session), None);
    while Session::redo(session).is_some() {}
    assert_eq!(*session.at(), end);
}

#[test]
fn undo_and_redo_restore() {
    for_every_game(visitor!(undo_restores));
}

/// A clock lasts to the end of every game, with something for the way to it and back, and is not kept for
/// nothing.
fn clocks_last<G: Plugin>(game: &G) {
    for seed in 0..5 {
        let full = Clock { left: Duration::from_secs(60), increment: Duration::ZERO };
        let mut clocks = [full; 2];
        for (at, _) in random_game(game, seed) {
            let clock = &mut clocks[at.side.index()];
            let share = clock.share(game.moves_to_go(&at.position));
            assert!(share < clock.left, "{}: {share:?} of {clock:?}", G::NAME);
            clock.left -= share;
        }
        let rest = full.left / 1000..full.left / 2;
        assert!(clocks.iter().all(|clock| rest.contains(&clock.left)), "{}: {clocks:?}", G::NAME);
    }
}

#[test]
fn a_clock_lasts_to_the_end_and_most_of_it_is_used() {
    for_every_game(visitor!(clocks_last));
}

#[test]
fn after_the_end_nothing_moves_and_nothing_breaks() {
    for mut game in AnyGame::all() {
        let mut legal = game.legal_moves();
        let mut random = anyply_tests::random(1);
        while let Some(mv) = game.random_move(&mut random) {
            game.play_text(&mv).expect("legal");
            legal.push(mv);
        }
        for mv in &legal {
            let error = game.play_text(mv).expect_err("the game is over").to_string();
            assert!(error.contains(&format!("'{mv}'")), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
        assert!(game.outcome().is_some());
        let report = game.search(&Limits::default(), &Stop::default(), &mut |_| ());
        assert_eq!(report.best(), None);
        assert_eq!(game.perft(3), 1);
        assert!(game.divide(3).is_empty());
    }
}

#[test]
fn a_saved_game_is_resumed_and_a_damaged_one_refused() {
    for mut game in AnyGame::all() {
        let mut random = anyply_tests::random(7);
        for _ in 0..20 {
            let Some(mv) = game.random_move(&mut random) else { break };
            game.play_text(&mv).expect("legal");
        }
        let text = game.record(["human", "computer"]).to_text();
        let record = Record::from_text("save", &text).expect("what is written is read");
        let resumed = AnyGame::resume(&record).expect("what is read is resumed");
        assert_eq!(resumed.position_text(), game.position_text());
        assert_eq!(resumed.moves_made(), game.moves_made());

        let before = game.position_text();
        for cut in (0..text.trim_end().len()).step_by(7) {
            let error = Record::from_text("save", &text[..cut]).expect_err("truncated").to_string();
            assert!(error.contains("save:"), "{error}");
        }
        for i in 0..record.moves.len() {
            let mut edited = record.clone();
            edited.moves.remove(i);
            let error = game.load(&edited).expect_err("a move is missing").to_string();
            assert!(error.starts_with("move ") || error.starts_with("field end"), "{error}");
            assert_eq!(error.lines().count(), 1);
            edited = record.clone();
            edited.moves[i].text = "nonsense".to_owned();
            let error = game.load(&edited).expect_err("a move is nonsense").to_string();
            assert!(error.starts_with(&format!("move {}: 'nonsense'", i + 1)), "{error}");
        }
        let mut edited = record.clone();
        edited.start = "?".to_owned();
        assert!(game.load(&edited).expect_err("no start").to_string().starts_with("field start: '?'"));
        edited = record.clone();
        edited.game = "chess".to_owned();
        assert!(game.load(&edited).is_err());
        assert_eq!(game.position_text(), before, "a refused file changes nothing");
    }
}

#[test]
fn every_game_says_what_it_is() {
    for game in AnyGame::all() {
        assert!(game.name().chars().all(|c| c.is_ascii_lowercase()));
        assert!(game.readme().len() > 1000, "{} has a README worth reading", game.name());
        for EvaluatorInfo { name, summary, settings } in game.evaluators() {
            assert!(game.readme().contains(&format!("`{name}`")), "{}'s README explains {name}", game.name());
            assert!(!summary.is_empty() && !settings.is_empty());
        }
        assert!(Side::BOTH.contains(&game.side()));
    }
}
