//! The laws of what games and evaluators may offer beyond their duty: symmetries, skipped turns, bounds,
//! exact endings.

use anyply_framework::search::Oracle;
use anyply_framework::{
    Evaluator, EvaluatorSource, Game, Ledger, Plugin, Results, Score, Situation, View, Window,
};
use anyply_tests::every::{for_every_evaluator, for_every_game, opinion};
use anyply_tests::{check, random_game, visitor};

/// Some situations of random games, and the ends of these.
fn situations<G: Game>(game: &G, games: u64, step: usize) -> Vec<Situation<G>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let line = random_game(game, seed);
        let (last, mv) = line.last().expect("a game has moves");
        // From another place in each game, so that together they meet every phase.
        found.extend(line.iter().skip(seed as usize % step).step_by(step).map(|(at, _)| *at));
        found.push(last.after(game, *mv));
    }
    found
}

/// The game, and how the evaluator's own text begins.
fn name<G: Plugin, E: Evaluator<G>>(evaluator: &E) -> String {
    let text: String = format!("{evaluator:?}").chars().take(40).collect();
    format!("{} {text}", G::NAME)
}

fn images_play_alike<G: Plugin>(game: &G) {
    for at in situations(game, 4, 17) {
        assert_eq!(game.image(&at.position, 0), at.position);
        for symmetry in 0..G::SYMMETRIES {
            let image = game.image(&at.position, symmetry);
            let back = game.image(&image, G::inverse(symmetry));
            assert_eq!(back, at.position, "{} {symmetry}: {}", G::NAME, game.position_text(&at));
            assert_eq!(game.key(&back), game.key(&at.position));
            assert_eq!(game.terminal(&image), game.terminal(&at.position));
            assert_eq!(game.remaining(&image), game.remaining(&at.position));
            moves_are_images(game, &at, symmetry, &image);
        }
    }
}

/// The legal moves of an image are the images of the legal moves, and lead to the images of what these lead
/// to.
fn moves_are_images<G: Plugin>(game: &G, at: &Situation<G>, symmetry: usize, image: &G::Position) {
    let moves = at.moves(game);
    assert_eq!(game.count_moves(image), moves.len());
    for mv in moves {
        let index = game.image_of_index(game.index(mv), symmetry);
        let mirrored = game
            .decode(image, index)
            .unwrap_or_else(|| panic!("{} {symmetry}: {} has no image", G::NAME, game.move_text(mv)));
        let (mut after, mut image_after) = (at.position, *image);
        assert_eq!(game.play(&mut after, mv), game.play(&mut image_after, mirrored));
        assert_eq!(game.image(&after, symmetry), image_after, "{}: {}", G::NAME, game.move_text(mv));
        assert_eq!(game.key(&game.image(&after, symmetry)), game.key(&image_after));
    }
}

#[test]
fn images_are_played_like_what_they_are_images_of() {
    for_every_game(visitor!(images_play_alike));
}

fn symmetries_differ<G: Plugin>(game: &G) {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for symmetry in 0..G::SYMMETRIES {
        let inverse = G::inverse(symmetry);
        assert!(inverse < G::SYMMETRIES);
        let images: Vec<usize> =
            (0..G::MOVE_INDICES).map(|index| game.image_of_index(index, symmetry)).collect();
        for (index, &image) in images.iter().enumerate() {
            assert!(image < G::MOVE_INDICES);
            assert_eq!(game.image_of_index(image, inverse), index, "{} {symmetry}", G::NAME);
        }
        assert!(!all.contains(&images), "{}: symmetry {symmetry} is there twice", G::NAME);
        all.push(images);
    }
    assert!(all[0].iter().enumerate().all(|(index, &image)| index == image), "0 is the identity");
}

#[test]
fn symmetries_differ_and_are_taken_back() {
    for_every_game(visitor!(symmetries_differ));
}

fn skips_return<G: Plugin>(game: &G) {
    if !G::SKIPS {
        return;
    }
    for at in situations(game, 6, 3) {
        if game.terminal(&at.position).is_some() {
            continue;
        }
        let text = game.position_text(&at);
        let mut position = at.position;
        game.skip(&mut position);
        assert_ne!(game.key(&position), game.key(&at.position), "{}: {text}", G::NAME);
        let decided = game.terminal(&position).is_some_and(|result| result != Score::DRAW);
        assert!(!decided, "{}: nobody wins by not moving: {text}", G::NAME);
        game.skip(&mut position);
        assert_eq!(position, at.position, "{}: {text}", G::NAME);
        assert_eq!(game.key(&position), game.key(&at.position));
    }
}

#[test]
fn a_turn_skipped_twice_is_back() {
    for_every_game(visitor!(skips_return));
}

fn states_follow_skips<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    if !G::SKIPS {
        return;
    }
    for at in situations(game, 2, 5) {
        let mut skipped = Situation { side: !at.side, ..at };
        if game.terminal(&at.position).is_some() {
            continue;
        }
        game.skip(&mut skipped.position);
        let says = |at: &Situation<G>, state: &E::State| opinion(game, evaluator, at, state);
        let fresh = |at: &Situation<G>| says(at, &evaluator.state(game, &at.position));

        let mut state = evaluator.state(game, &at.position);
        evaluator.skip(game, &mut state, &at.position, &skipped.position);
        assert_eq!(says(&skipped, &state), fresh(&skipped), "{}", name::<G, E>(evaluator));
        if let Some(&mv) = skipped.moves(game).first() {
            let after = skipped.after(game, mv);
            let mut moved = state.clone();
            evaluator.advance(game, &mut moved, &skipped.position, mv, &after.position);
            assert_eq!(says(&after, &moved), fresh(&after), "{}", name::<G, E>(evaluator));
        }
        evaluator.skip(game, &mut state, &skipped.position, &at.position);
        assert_eq!(says(&at, &state), fresh(&at), "{}", name::<G, E>(evaluator));
    }
}

#[test]
fn states_follow_a_skipped_turn_there_and_back() {
    for_every_evaluator(check!(states_follow_skips));
}

fn images_are_worth_the_same<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    if !E::SYMMETRIC {
        return;
    }
    let value = |position: &G::Position| {
        let state = &evaluator.state(game, position);
        evaluator.evaluate(View { game, position, state })
    };
    for at in situations(game, 3, 7) {
        if game.terminal(&at.position).is_some() {
            continue;
        }
        for symmetry in 0..G::SYMMETRIES {
            let image = game.image(&at.position, symmetry);
            let text = game.position_text(&at);
            assert_eq!(value(&image), value(&at.position), "{}: {text}", name::<G, E>(evaluator));
        }
    }
}

#[test]
fn images_are_worth_the_same_to_whom_claims_it() {
    for_every_evaluator(check!(images_are_worth_the_same));
}

/// Late situations with at most `most` plies to come, and their results.
fn endings<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, most: u32) -> Vec<(Situation<G>, Score)> {
    let mut found = Vec::new();
    for seed in 0..12 {
        let line = random_game(game, seed);
        let late = line.iter().map(|(at, _)| at).filter(|at| game.remaining(&at.position) <= most);
        for at in late {
            let mut oracle = Oracle::alpha_beta(game, evaluator);
            // As many plies as could be left if every other one were a pass.
            let (value, _) = oracle.search(&at.position, 2 * most + 1).expect("no limits");
            found.push((*at, value));
        }
    }
    found
}

/// Ends of games, and their results.
fn finished<G: Game>(game: &G) -> impl Iterator<Item = (Situation<G>, Score)> {
    (0..12).map(|seed| {
        let (at, mv) = *random_game(game, seed).last().expect("a move");
        let at = at.after(game, mv);
        (at, game.terminal(&at.position).expect("the game is over"))
    })
}

/// The full window, and windows around a value.
fn windows(value: Score) -> Vec<Window> {
    let mut windows = vec![Window::FULL];
    for offset in [-4000, -1250, -400, -100, -1, 0, 50, 100, 250, 900, 3000] {
        let alpha = value.offset(offset);
        windows.extend([Window::null(alpha), Window { alpha, beta: alpha.offset(700) }]);
    }
    windows.retain(|window| window.alpha < window.beta);
    windows
}

fn bounds_hold<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    if !E::BOUNDS {
        return;
    }
    for (at, value) in endings(game, evaluator, 8).into_iter().chain(finished(game)) {
        for window in windows(value) {
            let (low, high) = evaluator.bounds(game, &at.position, window);
            let text = game.position_text(&at);
            assert!(
                low <= value && value <= high,
                "{} {window:?}: {value} is not within {low} and {high}: {text}",
                G::NAME
            );
        }
    }
}

#[test]
fn bounds_hold_the_result() {
    for_every_evaluator(check!(bounds_hold));
}

fn finished_as_by_minimax<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, evaluator: &E) {
    let (mut asked, mut finished) = (0, 0);
    let (mut unkept, mut kept) = (Results::new(0), Results::new(6));
    for (at, value) in endings(game, evaluator, E::FINISHES.min(8)) {
        asked += 1;
        let finish = |window, results: &mut Results, ledger: &mut Ledger| {
            evaluator.finish(game, &at.position, window, results, ledger)
        };
        // A game may leave the larger endings to the search, whatever the window.
        if finish(Window::FULL, &mut unkept, &mut Ledger::new(u64::MAX)).is_none() {
            continue;
        }
        finished += 1;
        let text = game.position_text(&at);
        for window in windows(value) {
            let mut made = 0;
            for results in [&mut kept, &mut unkept] {
                let mut ledger = Ledger::new(u64::MAX);
                let found = finish(window, results, &mut ledger).expect("unlimited");
                made = ledger.made();
                let holds = window.admits(found, value);
                assert!(holds, "{} {window:?}: {found} for {value}: {text}", G::NAME);
            }
            // Where nothing is kept, as many are made again.
            let mut short = Ledger::new(made.saturating_sub(1));
            let found = finish(window, &mut unkept, &mut short);
            assert!(made == 0 || found.is_none(), "{}: {text}", G::NAME);
        }
    }
    assert!(2 * finished >= asked, "{}: {finished} of {asked} are finished", G::NAME);
}

#[test]
fn endings_are_finished_as_by_minimax_and_paid_for() {
    for_every_evaluator(check!(finished_as_by_minimax));
}

fn results_are_in_steps<G: Plugin, E: Evaluator<G>>(game: &G, _: &EvaluatorSource, _: &E) {
    assert!(E::GRAIN >= 1);
    for at in situations(game, 12, 1000) {
        if let Some(result) = game.terminal(&at.position) {
            assert_eq!(result.cents() % E::GRAIN, 0, "{}: {result}", G::NAME);
        }
    }
}

#[test]
fn results_come_in_steps_of_the_grain() {
    for_every_evaluator(check!(results_are_in_steps));
}
