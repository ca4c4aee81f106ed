//! The whole of it on a small game: games, positions, weights.

use super::positions::{DataSet, KnownGame, in_order, is_held_out};
use super::toy::{Pairs, Toy, exact, recipe};
use super::*;
use crate::game::{Game, Side};
use crate::lab::Work;
use crate::notation::Notation;
use crate::search::Stop;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

type Lines = Vec<(u32, GameLine)>;

fn games(recipe: &Recipe, number: u32, before: Option<&Arc<Weights>>) -> Lines {
    let before = before.map(|weights| (Path::new("before"), weights));
    let play = SelfPlay::new(&Toy, recipe, number, before, 1).unwrap();
    let line = |job| (number, play.play(&job, &Stop::default()).unwrap().unwrap());
    play.plan().jobs().into_iter().map(line).collect()
}

fn to_learn<'a>(recipe: &'a Recipe, number: u32, games: &'a Lines, threads: usize) -> RoundToLearn<'a, Toy> {
    RoundToLearn { game: &Toy, recipe, number, games, adapts: None, seed: 1, threads }
}

fn round(recipe: &Recipe, number: u32, games: &Lines, threads: usize) -> (Weights, RoundReport) {
    learned(&to_learn(recipe, number, games, threads), &Stop::default(), &mut |_| ()).unwrap().unwrap()
}

#[test]
fn each_round_learns_from_the_one_before_and_beats_what_was_made_by_hand() {
    let recipe = recipe();
    let mut all = games(&recipe, 1, None);
    let (first, _) = round(&recipe, 1, &all, 2);
    let first = Arc::new(first);
    all.extend(games(&recipe, 2, Some(&first)));
    let mut heard = Vec::new();
    let whole = to_learn(&recipe, 2, &all, 2);
    let (weights, report) =
        learned(&whole, &Stop::default(), &mut |phase| heard.push(phase.phase)).unwrap().unwrap();
    assert_eq!(heard, [4, 3, 2, 1, 0]);
    let total = report.total();
    assert!(total.held_out > 50 && total.train > 5 * total.held_out / 2, "{total:?}");
    assert!(total.mean_absolute < 0.5 * total.hand_made && total.hand_made < total.nothing, "{total:?}");
    assert_eq!(weights.origin().held_out.len(), 5);
    assert!(report.phases.iter().map(|phase| phase.phase).eq(0..5), "{report:?}");
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

#[test]
fn a_phase_differs_from_the_one_after_as_much_as_a_recipe_says() {
    let games = games(&recipe(), 1, None);
    let equal = |change: f64| {
        let recipe = Recipe { fit: Fit { change, ..recipe().fit }, ..recipe() };
        let (weights, _) = round(&recipe, 1, &games, 2);
        (0..4).filter(|&phase| weights.phase(phase) == weights.phase(4)).count()
    };
    assert_eq!((equal(1e-6), equal(10.0)), (4, 0));
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
        values: vec![(1, Some(value)), (2, None)],
        scores: Vec::new(),
    };
    // The second begins as the mirror image of the first.
    let lines = [line(1, "a b", 100), line(2, "j c", 400), line(3, "b a", -700)];
    // For White, who is to move: what weights are fitted to, and what is held out.
    let values = |held_out: [bool; 3]| {
        let read = |(line, held_out)| KnownGame::read(&Toy, line, 0, held_out).unwrap();
        let games: Vec<_> = lines.iter().zip(held_out).map(read).collect();
        let set = DataSet::new(&Toy, &Pairs, &games, 1);
        assert_eq!([0, 1, 2, 3, 4].map(|phase| set.count(phase)), [3, 0, 0, 0, 0]);
        let data = &set.phases(0..1)[0];
        [&data.train, &data.held_out].map(|rows| {
            let mut values: Vec<f32> = rows.iter().map(|(_, value)| value).collect();
            values.sort_unstable_by(f32::total_cmp);
            values
        })
    };
    assert_eq!(values([false; 3]), [vec![-2.5, 7.0], vec![]]);
    assert_eq!(values([true; 3]), [vec![], vec![-2.5, 7.0]]);
    // What it was worth in a game that is held out is not looked at.
    assert_eq!(values([false, true, true]), [vec![-1.0], vec![7.0]]);
    assert_eq!(values([true, false, false]), [vec![-4.0, 7.0], vec![]]);
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
        scores: vec![None, Some(-200), Some(9_900), Some(9_900)],
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
fn a_line_that_does_not_belong_to_its_moves_is_refused() {
    let games = games(&recipe(), 1, None);
    let (_, line) = &games[0];
    let read = |line: &GameLine| KnownGame::read(&Toy, line, 0, false).map(drop);
    assert_eq!(read(line), Ok(()));
    let (last, result) = *line.values.last().unwrap();
    let others = |change: &dyn Fn(&mut GameLine)| {
        let mut other = line.clone();
        change(&mut other);
        read(&other)
    };
    for other in [
        others(&|line| line.values.push((last + 1, result))),
        others(&|line| line.values.last_mut().unwrap().1 = result.map(|result| result + 100)),
        others(&|line| line.from = 4_000_000_000),
        others(&|line| line.moves = line.moves.rsplit_once(' ').unwrap().0.to_owned()),
        others(&|line| line.scores = vec![None; 500]),
    ] {
        assert_eq!(other, Err(GameError::Contradiction));
    }
    assert!(matches!(others(&|line| line.moves = "a a".to_owned()), Err(GameError::Move(_))));
}

#[test]
fn results_are_taken_as_they_come_and_do_not_pile_up() {
    let (taken, began) = (AtomicUsize::new(0), Instant::now());
    // Two threads: all but the one that the other may be at.
    let work = |number: usize| {
        while taken.load(Relaxed) + 1 < number && began.elapsed() < Duration::from_secs(60) {
            thread::yield_now();
        }
        taken.load(Relaxed) + 1 >= number
    };
    let mut in_time = Vec::new();
    in_order(20, 2, work, |was| {
        in_time.push(was);
        taken.fetch_add(1, Relaxed);
    });
    assert_eq!(in_time, [true; 20]);
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
    // Others in each round, and by each seed.
    let of = |seed: u64, round: u32| {
        (0..1000).filter(|&number| is_held_out(seed, round, number, 20)).collect::<Vec<_>>()
    };
    assert!(of(1, 1) != of(1, 2) && of(1, 1) != of(2, 1) && of(1, 1) == of(1, 1));
}

#[test]
fn a_line_that_is_no_game_is_refused() {
    let recipe = recipe();
    let mut games = games(&recipe, 1, None);
    games[3].1.moves = "a a".to_owned();
    let whole = to_learn(&recipe, 1, &games, 2);
    let error = learned(&whole, &Stop::default(), &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("game 1-4: 'a' at column 3"), "{error}");
}

#[test]
fn what_is_stopped_comes_to_nothing() {
    let recipe = recipe();
    let games = games(&recipe, 1, None);
    let stop = Stop::default();
    stop.stop();
    let whole = to_learn(&recipe, 1, &games, 2);
    assert_eq!(learned(&whole, &stop, &mut |_| ()), Ok(None));
}

#[test]
fn exact_values_are_those_of_the_rules() {
    // Nine is taken first, then nine; four and four; three and three; two and two; one and one.
    assert_eq!(exact(&Toy.start().position), 0);
}

// Gone through with these weights, which see what positions are worth.
fn recorded(recipe: &Recipe, weights: &Arc<Weights>, texts: &[&str]) -> (String, Lines) {
    won(recipe, weights, texts, None)
}

// The same, where all were won by a side, as the other one gave up.
fn won(recipe: &Recipe, weights: &Arc<Weights>, texts: &[&str], winner: Option<Side>) -> (String, Lines) {
    let game = |text: &&str| {
        let (moves, _) = Toy.parse_moves(&Toy.start(), text).unwrap();
        RecordedGame { start: Toy.start(), moves, winner }
    };
    let games = texts.iter().map(game).collect();
    let play = SelfPlay::of_recorded(&Toy, recipe, (Path::new("before"), weights), games, 1).unwrap();
    let line = |job| (1, play.play(&job, &Stop::default()).unwrap().unwrap());
    (play.plan().recorded.clone().unwrap(), play.plan().jobs().into_iter().map(line).collect())
}

#[test]
fn recorded_games_are_gone_through_as_they_are() {
    let first = games(&recipe(), 1, None);
    let weights = Arc::new(round(&recipe(), 1, &first, 2).0);
    // The second was left.
    let texts = ["a b c d e f g h i j", "d a"];
    let recipe = Recipe { by_search: 50, balance: 1, ..recipe() }.for_recorded(2);
    let (_, lines) = recorded(&recipe, &weights, &texts);
    let [(_, whole), (_, left)] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!([&whole.moves, &left.moves], texts);
    assert_eq!((whole.from, whole.exact, whole.scores.len()), (0, Some(6), 6));
    let mut at = Toy.start();
    for (ply, mv) in (0..).zip(Toy.parse_moves(&at, texts[0]).unwrap().0) {
        let value = whole.values.iter().find(|(last, _)| *last >= ply).unwrap().1;
        let own = exact(&at.position);
        // Before, as it was with four plies left: what the players spoiled later does not count.
        let black = if at.side == Side::Black { own } else { -own };
        if ply >= 6 {
            assert_eq!(value, Some(100 * black), "ply {ply}");
        } else {
            assert_eq!(value, whole.values[0].1, "ply {ply}");
        }
        at = at.after(&Toy, mv);
    }
    assert!(
        (left.exact, left.values.len(), left.values[0].0, left.scores.len()) == (None, 1, 2, 2),
        "{left:?}"
    );
}

#[test]
fn who_gave_up_is_not_ahead_whatever_a_search_sees() {
    let first = games(&recipe(), 1, None);
    let weights = Arc::new(round(&recipe(), 1, &first, 2).0);
    let recipe = recipe().for_recorded(1);
    // Black takes what is worth most and White what is worth least, and the other way round.
    for text in ["d a", "a d b g"] {
        let value = |winner: Option<Side>| {
            let (_, lines) = won(&recipe, &weights, &[text], winner);
            lines[0].1.values[0].1.unwrap()
        };
        let seen = value(None);
        assert_ne!(seen, 0, "{text}");
        assert_eq!(
            (value(Some(Side::Black)), value(Some(Side::White))),
            (seen.max(0), seen.min(0)),
            "{text}"
        );
    }
}

#[test]
fn weights_are_adapted_as_far_as_a_recipe_says() {
    let games = games(&recipe(), 1, None);
    let learned_before = Arc::new(round(&recipe(), 1, &games, 2).0);
    // Who knows nothing yet.
    let nothing = vec![0; 5 * Pairs.weights()];
    let before = Weights::new(learned_before.origin().clone(), Pairs.tables(), 5, 256, nothing);
    let before = Arc::new(before);
    let texts: Vec<&str> = games.iter().map(|(_, line)| line.moves.as_str()).collect();
    let adapted = |before: &Arc<Weights>, adapt: f64, texts: &[&str]| {
        let recipe = recipe().for_recorded(texts.len() as u32);
        let recipe = Recipe { fit: Fit { adapt, ..recipe.fit }, ..recipe };
        let (digest, lines) = recorded(&recipe, before, texts);
        let adapts = Some(Adapting { weights: before, games: &digest });
        let whole = RoundToLearn { adapts, ..to_learn(&recipe, 1, &lines, 2) };
        learned(&whole, &Stop::default(), &mut |_| ()).unwrap().unwrap()
    };
    let (far, report) = adapted(&before, 10.0, &texts);
    let total = report.total();
    assert!(total.mean_absolute < 0.5 * total.before.unwrap(), "{total:?}");
    assert_eq!(total.before, Some(total.nothing));
    // Those of each phase, where they know something.
    for before in [&before, &learned_before] {
        let (near, report) = adapted(before, 1e-6, &texts);
        assert_eq!(report.total().before, Some(report.total().mean_absolute));
        assert!((0..5).all(|phase| near.phase(phase) == before.phase(phase)));
    }
    // They tell of what, and to which games.
    let origin = far.origin().adapted.as_ref().unwrap();
    assert_eq!(origin.weights, before.digest());
    assert_ne!(origin.games, adapted(&before, 10.0, &texts[1..]).0.origin().adapted.as_ref().unwrap().games);
}
