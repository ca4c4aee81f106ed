//! The openings of matches: drawn, built in, and read from files.

use anyply_dvonn::Dvonn;
use anyply_framework::arena::openings::{OpeningsRecipe, built_in, random, read};
use anyply_framework::arena::{Opening, openings};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Game, Notation, Plugin, Resources};
use anyply_games::{AnyGame, TextGame};
use anyply_gomoku::{Gomoku, Rule};
use anyply_othello::Othello;
use anyply_tests::every::for_every_game;
use anyply_tests::others::beside;
use anyply_tests::visitor;

/// They lead to different positions in which the game goes on, and are the same as data.
fn check<G: Plugin>(game: &G, found: &[Opening]) {
    let name = format!("{} {}", G::NAME, game.variant().name);
    let ends: Vec<_> = found.iter().map(|opening| opening.situation(game).expect(&name)).collect();
    for (number, (opening, end)) in found.iter().zip(&ends).enumerate() {
        assert!(ends[..number].iter().all(|other| other != end), "{name}: twice {opening:?}");
        assert!(game.count_moves(&end.position) > 0, "{name}: {opening:?}");
        let (start, moves) = opening.replay(game).unwrap();
        assert_eq!(moves.iter().fold(start, |at, &mv| at.after(game, mv)), *end);
        let json = serde_json::to_string(opening).unwrap();
        assert_eq!(serde_json::from_str::<Opening>(&json).unwrap(), *opening);
    }
}

fn drawn_differ<G: Plugin>(game: &G) {
    let found = random(game, 5, 30, 7);
    assert_eq!(found.len(), 30);
    assert!(found.iter().all(|opening| opening.moves.len() == 5));
    check(game, &found);
    assert_eq!(random(game, 5, 10, 7), found[..10]);
    assert_ne!(random(game, 5, 10, 8), found[..10]);
    assert!(random(game, 1_000_000, 3, 7).is_empty(), "no game is that long");
}

#[test]
fn random_openings_differ_and_repeat_in_every_variant() {
    for_every_game(visitor!(drawn_differ));
}

fn built_in_are_as_many<G: Plugin>(game: &G) {
    let found = built_in(game, 210, 7);
    assert_eq!(found.len(), 210, "{} {}", G::NAME, game.variant().name);
    check(game, &found);
    assert_eq!(built_in(game, 20, 7), found[..20]);
    assert_ne!(built_in(game, 20, 8), found[..20]);
    let set = openings::set(game);
    assert!(found.iter().zip(&set).all(|(opening, _)| set.contains(opening)), "the set comes first");
    assert_eq!(built_in(game, 0, 7), []);
}

#[test]
fn built_in_openings_are_as_many_as_wanted_in_every_variant() {
    for_every_game(visitor!(built_in_are_as_many));
}

#[test]
fn many_openings_are_hardly_longer_than_those_built_in() {
    let game: Othello = Othello::new();
    let set = openings::set(&game);
    let found = built_in(&game, 1000, 7);
    assert_eq!(found.len(), 1000);
    check(&game, &found);
    let is_longer_by_two = |opening: &Opening, own: &Opening| {
        opening.moves.starts_with(&own.moves) && opening.moves.len() == own.moves.len() + 2
    };
    for opening in &found[set.len()..] {
        assert!(set.iter().any(|own| is_longer_by_two(opening, own)), "{opening:?}");
    }
}

/// Whether it brings any.
fn balanced<G: Plugin>(game: &G) -> bool {
    let set = openings::set(game);
    if set.is_empty() {
        return false;
    }
    let recipe = OpeningsRecipe::of(G::openings()).unwrap().expect("the recipe stands in the file");
    assert!(G::openings().contains(&recipe.comment()), "{}: {}", G::NAME, recipe.comment());
    assert_eq!(set.len(), recipe.count, "{}", G::NAME);
    check(game, &set);
    let (fewest, most) = recipe.plies;
    assert!(set.iter().all(|opening| (fewest..=most).contains(&opening.moves.len())), "{}", G::NAME);
    assert!(set.iter().all(|opening| opening.start.is_none()), "{}", G::NAME);
    // As the search of today sees them, made without the maker.
    let resources = Resources { hash: 1 << 20, ..Resources::default() };
    let judges = recipe.judges::<G>().unwrap();
    for judge in &judges {
        let mut engine = game.engine(judge, recipe.config().unwrap(), resources).unwrap();
        for opening in &set[..2] {
            let mut value = |depth: u32| {
                engine.clear();
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let at = opening.situation(game).unwrap();
                let score = engine.search(&at, &limits, &Stop::default(), &mut ()).lines[0].score;
                assert_eq!(score.distance(), None, "{}: {opening:?}", G::NAME);
                score.cents()
            };
            let mean = value(recipe.depth - 1).midpoint(value(recipe.depth));
            assert!(mean.unsigned_abs() <= recipe.bound, "{}: {mean} after {opening:?}", G::NAME);
        }
    }
    // The second is drawn from a lot of its own and must be new. Where several judge, most lines are refused,
    // and two would take long.
    let again = if judges.len() > 1 { 1 } else { 2 };
    assert_eq!(
        recipe.openings(game, again, &Stop::default(), &mut |_| ()).unwrap(),
        set[..again],
        "{}: the rules or an evaluator that judges them have changed since; if they were meant to, make the openings anew with \
         cargo bench -p anyply-tests --bench openings {}",
        G::NAME,
        G::NAME,
    );
    true
}

#[test]
fn openings_that_games_bring_are_balanced_and_made_again_by_their_recipe() {
    let brought = for_every_game(visitor!(balanced -> bool));
    assert!(brought.iter().filter(|&&brings| brings).count() >= 3, "{brought:?}");
}

fn only_the_default_brings_some<G: Plugin>(game: &G) {
    let default = AnyGame::open(G::NAME, None, None).expect("a known game");
    let variant = game.variant();
    assert!(openings::set(game).is_empty() || variant == default.variant(), "{} {variant:?}", G::NAME);
}

#[test]
fn no_variant_but_the_default_one_brings_openings() {
    for_every_game(visitor!(only_the_default_brings_some));
}

#[test]
fn larger_boards_of_gomoku_make_openings_by_the_recipe_of_the_first_with_a_shorter_search() {
    fn check_size<const N: usize>()
    where
        Gomoku<N>: Plugin,
    {
        let game = Gomoku::<N>::new(Rule::Freestyle);
        assert!(openings::set(&game).is_empty());
        let recipe =
            OpeningsRecipe::of(<Gomoku<N>>::openings()).unwrap().expect("the recipe stands there alone");
        assert_eq!(Some(&recipe), OpeningsRecipe::of(<Gomoku<15>>::openings()).unwrap().as_ref());
        // At its own depth that takes long. That there are openings is tested, not which.
        let short = OpeningsRecipe { depth: 4, ..recipe };
        let found = short.openings(&game, 1, &Stop::default(), &mut |_| ()).unwrap();
        assert_eq!(found.len(), 1);
        check(&game, &found);
    }
    check_size::<19>();
    check_size::<20>();
}

#[test]
fn a_recipe_reads_as_it_was_written_and_bad_ones_are_refused() {
    let recipe = OpeningsRecipe {
        set: vec![("subsets".to_owned(), "Selective".to_owned())],
        ..OpeningsRecipe::default()
    };
    for evaluators in [Vec::new(), vec!["patterns".to_owned(), "mobility".to_owned()]] {
        let recipe = OpeningsRecipe { evaluators, ..recipe.clone() };
        let text = format!("% some\n{}\nf5\n", recipe.comment());
        assert_eq!(OpeningsRecipe::of(&text).unwrap(), Some(recipe));
    }
    assert_eq!(OpeningsRecipe::of("f5\n").unwrap(), None);
    assert!(OpeningsRecipe::of("% recipe: (count: 1)").is_err());
    let game: Othello = Othello::new();
    let bad = OpeningsRecipe { set: vec![("nothing".to_owned(), "1".to_owned())], ..recipe };
    assert!(
        bad.openings(&game, 1, &Stop::default(), &mut |_| ()).unwrap_err().to_string().contains("nothing")
    );
    let unknown = OpeningsRecipe { evaluators: vec!["nobody".to_owned()], ..OpeningsRecipe::default() };
    assert!(
        unknown
            .openings(&game, 1, &Stop::default(), &mut |_| ())
            .unwrap_err()
            .to_string()
            .contains("'nobody'")
    );
    // Nothing is balanced, and nothing goes on for ever.
    let strict = OpeningsRecipe { plies: (1, 1), bound: 0, depth: 2, ..OpeningsRecipe::default() };
    assert!(strict.openings(&game, 1, &Stop::default(), &mut |_| ()).unwrap().len() <= 1);
    // Each game is over before: that is seen once.
    let (long, mut looks) = (OpeningsRecipe { plies: (80, 80), ..OpeningsRecipe::default() }, 0);
    assert!(long.openings(&game, 5, &Stop::default(), &mut |_| looks += 1).unwrap().is_empty());
    assert_eq!(looks, 1);
    // Once it is stopped, nothing more is searched, however long that would take.
    let (deep, stop) = (OpeningsRecipe { depth: 60, ..OpeningsRecipe::default() }, Stop::default());
    stop.stop();
    assert!(deep.openings(&game, 1, &stop, &mut |_| ()).unwrap().is_empty());
}

#[test]
fn a_game_has_no_more_openings_than_it_has() {
    let game: Othello = Othello::new();
    // All four first moves are images of one.
    assert_eq!(random(&game, 1, 10, 1).len(), 1);
    assert_eq!(random(&game, 0, 10, 1), [Opening::default()]);
    // Parallel, diagonal and perpendicular.
    assert_eq!(random(&game, 2, 10, 1).len(), 3);
    // One of eight triangles of the board, with its edges.
    assert_eq!(random(&Gomoku::<15>::new(Rule::Freestyle), 1, 300, 1).len(), 36);
}

#[test]
fn a_start_drawn_by_lot_is_part_of_the_opening() {
    let game = Dvonn::with_seed(1);
    for opening in random(&game, 2, 5, 1) {
        let other = Dvonn::with_seed(2);
        assert_eq!(opening.situation(&game), opening.situation(&other));
        assert!(opening.start.is_some());
    }
    let start = game.position_text(&game.start());
    let mv = game.move_text(game.start().moves(&game)[0]);
    assert_eq!(read(&game, &mv).unwrap(), [Opening { start: Some(start), moves: vec![mv] }]);
    assert!(random(&Dvonn::full(), 2, 5, 1).iter().all(|opening| opening.start.is_none()));
}

const BOARD: &str = "--------------------------XOOO----XXOOO----XXO-----XXO---------- O";

#[test]
fn moves_positions_and_comments_are_read() {
    let game: Othello = Othello::new();
    let text =
        format!("\u{feff}% a comment\r\n\r\nf5d6c3\r\n  F5, d6 C3 \n{BOARD}; b3:+2; b4:-4\n   % end\n");
    let found = read(&game, &text).unwrap();
    let moves = ["f5", "d6", "c3"].map(str::to_owned).to_vec();
    assert_eq!(found[0], Opening { start: None, moves });
    assert_eq!(found[1], found[0]);
    assert_eq!(found[2], Opening { start: Some(BOARD.to_owned()), moves: Vec::new() });
    let start = game.position_text(&game.start());
    assert_eq!(read(&game, &start).unwrap(), [Opening::default()], "the start by another name");
}

#[test]
fn what_is_no_opening_is_quoted_with_line_and_column() {
    let game: Othello = Othello::new();
    let error = |text: &str| read(&game, text).unwrap_err().to_string();
    assert!(error("f5\n f5d6a1\n").starts_with("line 2: 'a1' at column 6: expected a legal move for Black"));
    let both = error("\n\nzz");
    assert!(
        both.starts_with("line 3: 'z' at column 1: expected a square a1..h8, or pass, or a cell"),
        "{both}"
    );
    assert!(error(&BOARD[1..]).starts_with("line 1: nothing at column 64: expected 64 cells"));
    let full = format!("{} X", "X".repeat(64));
    assert!(error(&full).contains("expected an opening after which the game goes on"));
    let gomoku = Gomoku::<15>::new(Rule::Freestyle);
    let error = read(&gomoku, "h8i9\nh8h9 i8i9 j8j9 k8k9 l8").unwrap_err();
    assert_eq!(error.line, 2);
    assert!(error.to_string().contains("'h8h9 i8i9 j8j9 k8k9 l8' at column 1: expected an opening after"));
    let error = read(&gomoku, "% offsets\n0,0, 1,1, 0,0").unwrap_err().to_string();
    assert!(error.starts_with("line 2: '0,0' at column 11: expected a free square"), "{error}");
}

#[test]
fn an_opening_from_elsewhere_is_checked() {
    let game: Othello = Othello::new();
    let opening = |start: Option<&str>, moves: &[&str]| Opening {
        start: start.map(str::to_owned),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    };
    assert!(opening(None, &["f5", "a1"]).situation(&game).unwrap_err().to_string().starts_with("'a1'"));
    assert!(opening(Some("XO"), &[]).situation(&game).is_err());
    let full = format!("{} X", "X".repeat(64));
    let error = opening(Some(&full), &[]).replay(&game).unwrap_err();
    assert!(error.to_string().contains("after which the game goes on"), "{error}");
    assert!(serde_json::from_str::<Opening>(r#"{"start":null,"moves":[],"more":1}"#).is_err());
}

/// The openings of a file that lies beside the project.
fn read_beside<G: Plugin>(game: &G, file: &str) -> Option<Vec<Opening>> {
    let text = std::fs::read_to_string(beside(file)?).expect(file);
    let found = read(game, &text).unwrap_or_else(|error| panic!("{file}: {error}"));
    check(game, &found);
    Some(found)
}

#[test]
fn the_files_of_others_are_read() {
    let lengths = |found: Option<Vec<Opening>>| {
        found.map(|found| found.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>())
    };
    if let Some(lengths) = lengths(read_beside(&Gomoku::<15>::new(Rule::Freestyle), "gomoku/openings.txt")) {
        assert!(lengths.len() == 20 && lengths.iter().all(|stones| (3..=8).contains(stones)), "{lengths:?}");
    }
    let othello: Othello = Othello::new();
    let boards =
        [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("fforum-40-59.obf", 20), ("mid44.txt", 20)];
    for (file, count) in boards {
        if let Some(lengths) = lengths(read_beside(&othello, &format!("othello/{file}"))) {
            assert_eq!(lengths, vec![0; count], "{file}");
        }
    }
    if let Some(lengths) = lengths(read_beside(&Dvonn::full(), "dvonn/boards.txt")) {
        assert_eq!(lengths, [0; 50]);
    }
}
