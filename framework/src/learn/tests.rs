//! The whole of it on a small game: games, positions, weights.

use super::positions::{DataSet, KnownGame, is_held_out};
use super::toy::{Pairs, Toy, exact, recipe};
use super::*;
use crate::game::Game;
use crate::lab::Work;
use crate::search::Stop;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

type Lines = Vec<(u32, GameLine)>;

fn games(recipe: &Recipe, number: u32, before: Option<&Arc<Weights>>) -> Lines {
    let before = before.map(|weights| (Path::new("before"), weights));
    let play = SelfPlay::new(&Toy, recipe, number, before, 1).unwrap();
    let line = |job| (number, play.play(&job, &Stop::default()).unwrap().unwrap());
    play.plan().jobs().into_iter().map(line).collect()
}

fn round(recipe: &Recipe, number: u32, games: &Lines, threads: usize) -> (Weights, RoundReport) {
    let round = RoundToLearn { game: &Toy, recipe, number, games, seed: 1, threads };
    learned(&round, &Stop::default(), &mut |_| ()).unwrap().unwrap()
}

#[test]
fn each_round_learns_from_the_one_before_and_beats_what_was_made_by_hand() {
    let recipe = recipe();
    let mut all = games(&recipe, 1, None);
    let (first, _) = round(&recipe, 1, &all, 2);
    let first = Arc::new(first);
    all.extend(games(&recipe, 2, Some(&first)));
    let mut heard = Vec::new();
    let whole = RoundToLearn { game: &Toy, recipe: &recipe, number: 2, games: &all, seed: 1, threads: 2 };
    let (weights, report) =
        learned(&whole, &Stop::default(), &mut |phase| heard.push(phase.phase)).unwrap().unwrap();
    assert_eq!(heard, [4, 3, 2, 1, 0]);
    let total = report.total();
    assert!(total.held_out > 50 && total.train > 5 * total.held_out / 2, "{total:?}");
    assert!(total.mean_absolute < 0.5 * total.hand_made && total.hand_made < total.nothing, "{total:?}");
    assert_eq!(weights.origin().held_out.len(), 5);
    assert_eq!((weights.origin().positions, weights.origin().games), (total.train, 260));
    assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    // Played by other weights, the games are others.
    assert_ne!(all[60..120], games(&recipe, 1, None)[..]);
}

#[test]
fn any_number_of_threads_and_any_memory_learn_the_same() {
    let recipe = recipe();
    let games = games(&recipe, 1, None);
    let one = round(&recipe, 1, &games, 1);
    assert_eq!(one, round(&recipe, 1, &games, 3));
    // Too little for more than a phase at a time.
    let mut tight = recipe;
    tight.fit.memory = 1;
    assert_eq!(one.1, round(&tight, 1, &games, 2).1);
}

fn known(lines: &Lines, one_in: u32) -> Vec<KnownGame<Toy>> {
    let read = |(round, line): &(u32, GameLine)| {
        let held_out = is_held_out(1, *round, line.number().unwrap(), one_in);
        KnownGame::read(&Toy, line, 0, held_out).unwrap()
    };
    lines.iter().map(read).collect()
}

#[test]
fn no_position_is_there_twice_and_none_on_both_sides() {
    let games = known(&games(&recipe(), 1, None), 3);
    let set = DataSet::new(&Toy, &Pairs, &games, 2);
    let mut kept = 0;
    let mut seen = HashSet::new();
    for data in set.phases(0..5) {
        kept += (data.train.len() + data.held_out.len()) as u64;
        assert!(data.held_out.len() == data.positions.len());
        for position in &data.positions {
            let images = [0, 1].map(|symmetry| Toy.key(&Toy.image(position, symmetry)));
            assert!(images.into_iter().all(|key| seen.insert(key) || images[0] == images[1]));
        }
    }
    // What is held out is in no game that is not.
    let rest: Vec<_> = games.iter().filter(|game| !game.is_held_out()).cloned().collect();
    let alone = DataSet::new(&Toy, &Pairs, &rest, 2).phases(0..5);
    let fitted_to: usize = alone.iter().map(|data| data.train.len()).sum();
    let together: usize = set.phases(0..5).iter().map(|data| data.train.len()).sum();
    assert_eq!(fitted_to, together);
    assert!(kept < (0..5).map(|phase| set.count(phase)).sum(), "some positions are in several games");
}

#[test]
fn the_same_position_has_the_mean_of_its_values() {
    let line = |number: u32, moves: &str, value: i32| GameLine {
        job: format!("1-{number}"),
        start: None,
        moves: moves.to_owned(),
        from: 1,
        exact: None,
        values: vec![(1, Some(value)), (10, None)],
        scores: Vec::new(),
    };
    // The second begins as the mirror image of the first.
    let lines = vec![(1, line(1, "a b", 100)), (1, line(2, "j c", 400)), (1, line(3, "b a", -700))];
    let games = known(&lines, 1_000_000);
    let set = DataSet::new(&Toy, &Pairs, &games, 1);
    assert_eq!([0, 1, 2, 3, 4].map(|phase| set.count(phase)), [3, 0, 0, 0, 0]);
    let data = &set.phases(0..1)[0];
    // For White, who is to move.
    let mut values: Vec<f32> = data.train.iter().map(|(_, value)| value).collect();
    values.sort_unstable_by(f32::total_cmp);
    assert_eq!(values, [-2.5, 7.0]);
}

#[test]
fn searches_and_results_are_mixed_but_for_what_is_exact() {
    let line = |exact: Option<u32>| GameLine {
        job: "1-1".to_owned(),
        start: None,
        moves: "a b c d e".to_owned(),
        from: 1,
        exact,
        values: vec![(4, Some(400))],
        scores: [vec![None, Some(-200)], vec![Some(9_900); 9]].concat(),
    };
    // From ply 1 on, for who is to move: White, Black, White, Black.
    for (exact, by_search, expected) in [
        (Some(3), 0, [-4.0, 4.0, -4.0, 4.0]),
        (Some(3), 25, [-4.0, 2.5, -4.0, 4.0]),
        (Some(3), 100, [-4.0, -2.0, -4.0, 4.0]),
        (Some(0), 100, [-4.0, 4.0, -4.0, 4.0]),
        (None, 100, [-4.0, -2.0, -99.0, 99.0]),
    ] {
        let mut values = Vec::new();
        let game = KnownGame::read(&Toy, &line(exact), by_search, false).unwrap();
        game.each(&Toy, |_, value| values.push(value));
        assert_eq!(values, expected, "exact from {exact:?}, {by_search} %");
    }
}

#[test]
fn groups_of_phases_keep_to_the_memory() {
    let games = known(&games(&recipe(), 1, None), 3);
    let set = DataSet::new(&Toy, &Pairs, &games, 1);
    assert_eq!(set.groups(u64::MAX), vec![0..5; 1]);
    assert_eq!(set.groups(0), [4..5, 3..4, 2..3, 1..2, 0..1]);
}

#[test]
fn one_game_in_so_many_is_held_out() {
    let held_out = (0..10_000).filter(|&number| is_held_out(1, 2, number, 20)).count();
    assert!((400..600).contains(&held_out), "{held_out}");
}

#[test]
fn a_line_that_is_no_game_is_refused() {
    let recipe = recipe();
    let mut games = games(&recipe, 1, None);
    games[3].1.moves = "a a".to_owned();
    let whole = RoundToLearn { game: &Toy, recipe: &recipe, number: 1, games: &games, seed: 1, threads: 2 };
    let error = learned(&whole, &Stop::default(), &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("game 1-4: 'a' at column 3"), "{error}");
}

#[test]
fn what_is_stopped_comes_to_nothing() {
    let recipe = recipe();
    let games = games(&recipe, 1, None);
    let stop = Stop::default();
    stop.stop();
    let whole = RoundToLearn { game: &Toy, recipe: &recipe, number: 1, games: &games, seed: 1, threads: 2 };
    assert_eq!(learned(&whole, &stop, &mut |_| ()), Ok(None));
}

#[test]
fn exact_values_are_those_of_the_rules() {
    // Nine is taken first, then nine; four and four; three and three; two and two; one and one.
    assert_eq!(exact(&Toy.start().position), 0);
}
