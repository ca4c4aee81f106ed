//! Games of a toy, played and recorded.

use super::super::games::{GameLine, GameNumber, GamesPlan};
use super::super::recipe::Recipe;
use super::SelfPlay;
use super::transcript::{share_of_win, value};
use crate::game::{Game, Side};
use crate::lab::{Work, runner};
use crate::learn::toy::{Toy, exact, recipe};
use crate::notation::Notation;
use crate::search::Stop;
use std::ops::ControlFlow;

fn played(threads: usize, jobs: &[GameNumber], play: &SelfPlay<'_, Toy>) -> Vec<GameLine> {
    let mut order = runner::InOrder::default();
    let mut lines = Vec::new();
    let one = |index: usize| play.play(&jobs[index], &Stop::default()).unwrap().unwrap();
    runner::run(jobs.len(), threads, one, |index, line| {
        lines.extend(order.insert(index, line));
        ControlFlow::Continue(())
    });
    lines
}

#[test]
fn games_depend_on_their_numbers_alone() {
    let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
    let jobs = play.plan().jobs();
    let one = played(1, &jobs, &play);
    assert_eq!(one, played(2, &jobs, &play));
    // Gone on with in the middle, by someone else.
    let again = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
    assert_eq!(one[9..], played(2, &jobs[9..], &again));
    let other = SelfPlay::new(&Toy, &recipe(), 1, None, 8).unwrap();
    assert_ne!(one, played(2, &jobs, &other));
    // Another round begins otherwise, whoever plays it.
    let next = SelfPlay::new(&Toy, &recipe(), 2, None, 7).unwrap();
    let begun = |lines: &[GameLine]| lines.iter().map(|line| line.moves.clone()).collect::<Vec<_>>();
    assert_ne!(begun(&one[..9]), begun(&played(2, &next.plan().jobs()[..9], &next)));
    let different: std::collections::HashSet<&str> = one.iter().map(|line| line.moves.as_str()).collect();
    assert!(different.len() > one.len() / 2, "{} of {}", different.len(), one.len());
}

#[test]
fn what_searches_saw_is_kept_where_it_is_asked_for() {
    let play = SelfPlay::new(&Toy, &Recipe { by_search: 50, ..recipe() }, 1, None, 7).unwrap();
    let lines = played(2, &play.plan().jobs(), &play);
    let mut player = play.player().unwrap();
    for line in &lines {
        let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
        let mut at = Toy.start();
        for (ply, mv) in (0_u32..).zip(moves) {
            let kept = ply.checked_sub(line.from).and_then(|place| *line.scores.get(place as usize)?);
            let searched = ply >= line.from && ply < line.exact.unwrap() && at.moves(&Toy).len() > 1;
            let seen = searched.then(|| {
                player.plays.clear();
                value::<Toy>(
                    player.search(&at, &play.plan, &Stop::default()).lines[0].score,
                    at.side,
                    &play.plan,
                )
            });
            assert_eq!(kept, seen.flatten(), "{line:?} ply {ply}");
            at = at.after(&Toy, mv);
        }
    }
    assert!(lines.iter().any(|line| line.scores.iter().flatten().any(|score| *score < 0)));
    let without = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
    assert!(played(2, &without.plan().jobs(), &without).iter().all(|line| line.scores.is_empty()));
}

#[test]
fn scores_are_odds_where_there_is_no_margin() {
    let share = |cents| share_of_win(cents, 200);
    assert_eq!([0, 200, -200].map(share), [0, 46, -46]);
    // Three to one, as the logarithm of 3 is 1.0986.
    assert_eq!([220, -220].map(share), [50, -50]);
    assert_eq!([2_000_000, -2_000_000].map(share), [100, -100]);
}

#[test]
fn games_begin_where_neither_side_is_ahead() {
    let balanced = Recipe { balance: 200, ..recipe() };
    for (recipe, all) in [(balanced, true), (recipe(), false)] {
        let play = SelfPlay::new(&Toy, &recipe, 1, None, 7).unwrap();
        let mut player = play.player().unwrap();
        let mut is_even = |line: &GameLine| {
            let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
            let drawn = moves.into_iter().take(line.from as usize);
            let at = drawn.fold(Toy.start(), |at, mv| at.after(&Toy, mv));
            player.plays.clear();
            player.search(&at, &play.plan, &Stop::default()).lines[0].score.cents().abs() <= 200
        };
        let lines = played(1, &play.plan().jobs(), &play);
        assert_eq!(lines, played(2, &play.plan().jobs(), &play));
        assert_eq!(lines.iter().all(&mut is_even), all);
        assert!(lines.iter().any(&mut is_even));
    }
}

#[test]
fn a_line_is_short_and_read_as_it_was_written() {
    let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
    let jobs = play.plan().jobs();
    for (job, line) in jobs.iter().zip(played(1, &jobs, &play)) {
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(serde_json::from_str::<GameLine>(&text).unwrap(), line, "{text}");
        assert!(GamesPlan::is_plausible(job, &line) && line.number() == Some(job.number));
        assert!(text.len() < 200, "{text}");
    }
}

#[test]
fn from_some_point_on_results_are_exact() {
    let play = SelfPlay::new(&Toy, &recipe(), 1, None, 7).unwrap();
    let jobs = play.plan().jobs();
    for line in played(2, &jobs, &play) {
        let (moves, _) = Toy.parse_moves(&Toy.start(), &line.moves).unwrap();
        let begin = line.exact.expect("all end so") as usize;
        assert!(begin >= line.from as usize);
        let mut at = Toy.start();
        for (ply, mv) in moves.into_iter().enumerate() {
            if ply >= begin {
                let value = line.values.iter().find(|(last, _)| *last as usize >= ply).unwrap().1;
                let own = exact(&at.position);
                let black = if at.side == Side::Black { own } else { -own };
                assert_eq!(value, Some(100 * black), "{line:?} ply {ply}");
            }
            at = at.after(&Toy, mv);
        }
    }
}

#[test]
fn what_a_recipe_names_must_be_there() {
    let refused = |recipe: Recipe, said: &str| {
        let error = SelfPlay::new(&Toy, &recipe, 1, None, 7).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    };
    refused(Recipe { beside: Some("conut".to_owned()), ..recipe() }, "'conut'");
    refused(Recipe { play: "bets".to_owned(), ..recipe() }, "'bets'");
}
