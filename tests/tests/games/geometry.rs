//! The boards as games describe them to front ends: every game is held to the laws, and a few are looked at.

use anyply_framework::{
    Direction, Geometry, Ground, Look, Marks, Piece, Place, Plugin, Side, Situation, Style,
};
use anyply_games::{AnyGame, TextGame, TextMove};
use anyply_tests::every::for_every_game;
use anyply_tests::{random_game, visitor};
use std::collections::BTreeSet;

/// The squared distance of two places.
fn distance(geometry: &Geometry, one: usize, other: usize) -> i32 {
    let (one, other) = (geometry.places[one].at, geometry.places[other].at);
    (one.x - other.x).pow(2) + (one.y - other.y).pow(2)
}

/// The places beside a place: as far away as neighbours in a row, give or take what a hundredth cannot tell.
fn neighbours(geometry: &Geometry, place: usize) -> Vec<usize> {
    let near = |&other: &usize| (9_900..10_100).contains(&distance(geometry, place, other));
    (0..geometry.places.len()).filter(near).collect()
}

fn place(geometry: &Geometry, name: &str) -> usize {
    geometry.places.iter().position(|place| place.name == name).unwrap()
}

#[test]
fn places_have_names_and_points_of_their_own_in_reading_order() {
    for game in AnyGame::all() {
        let geometry = game.geometry();
        let points: Vec<_> = geometry.places.iter().map(|place| (place.at.y, place.at.x)).collect();
        assert!(points.is_sorted_by(|one, next| one < next), "{}", game.name());
        // Moves are read in either case.
        let names: BTreeSet<_> = geometry.places.iter().map(|place| place.name.to_lowercase()).collect();
        assert_eq!(names.len(), geometry.places.len());
        assert!(names.iter().all(|name| !name.is_empty() && !name.contains(char::is_whitespace)));
        for place in 0..points.len() {
            let nearest = (0..points.len()).filter(|&other| other != place);
            let nearest = nearest.map(|other| distance(&geometry, place, other)).min().unwrap();
            // A store of Kalah lies halfway between two rows.
            assert!((9_900..=150 * 150).contains(&nearest), "{}: {:?}", game.name(), geometry.places[place]);
        }
    }
}

#[test]
fn what_is_drawn_around_the_places_is_where_it_belongs() {
    for game in AnyGame::all() {
        let Geometry { ground, places, labels, lines, dots } = game.geometry();
        assert_eq!(lines.is_empty(), ground != Ground::Lines);
        assert!(lines.iter().flatten().all(|&end| end < places.len()));
        let (last, right) = (places.last().unwrap().at, places.iter().map(|place| place.at.x).max().unwrap());
        assert!(dots.iter().all(|dot| (0..=right).contains(&dot.x) && (0..=last.y).contains(&dot.y)));
        for label in &labels {
            let free = |place: &Place| {
                (place.at.x - label.at.x).pow(2) + (place.at.y - label.at.y).pow(2) >= 75 * 75
            };
            assert!(!label.text.is_empty() && places.iter().all(free), "{}: {label:?}", game.name());
        }
        // The coordinates in names are the ones that stand at the edge, if there are any.
        for place in places.iter().filter(|_| !labels.is_empty()) {
            let (column, row) = place.name.split_at(1);
            for part in [column, row] {
                assert!(labels.iter().any(|label| label.text == part), "{}: {part}", game.name());
            }
        }
    }
}

#[test]
fn a_cursor_reaches_every_place() {
    for game in AnyGame::all() {
        let geometry = game.geometry();
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            for direction in Direction::ALL {
                if let Some(to) = geometry.beside(from, direction) {
                    assert_ne!(to, from);
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), geometry.places.len(), "{}", game.name());
    }
}

fn paths_tell_moves_apart<G: Plugin>(game: &G) {
    let places = game.geometry().places;
    for seed in 0..3 {
        for (at, _) in random_game(game, seed) {
            let moves = at.moves(game);
            let mut paths: Vec<(Vec<usize>, String)> =
                moves.iter().map(|&mv| (game.path(mv), game.move_text(mv))).collect();
            for (&mv, (path, text)) in moves.iter().zip(&paths) {
                assert_eq!(path.is_empty(), game.is_pass(mv), "{text}");
                let name = path.last().map_or("", |&last| &places[last].name);
                assert!(text.contains(name), "{text} goes to {name}");
            }
            // In order, a path is followed by those that it begins.
            paths.sort_unstable();
            for pair in paths.windows(2) {
                let [(path, text), (next, other)] = pair else { unreachable!("windows of two") };
                let apart = path.is_empty() && !next.is_empty() || !next.starts_with(path);
                assert!(apart, "{}: {text} and {other}", G::NAME);
            }
        }
    }
}

#[test]
fn paths_tell_legal_moves_apart() {
    for_every_game(visitor!(paths_tell_moves_apart));
}

/// What is drawn on the places, in order.
fn drawn<G: Plugin>(game: &G, at: &Situation<G>) -> Vec<Style> {
    let drawing = game.draw(at, &Marks::default());
    let cells = drawing.lines().flatten().filter(|(_, style)| *style != Style::Frame);
    cells.flat_map(|(text, style)| text.split_whitespace().map(|_| *style)).collect()
}

fn pieces_are_what_is_drawn<G: Plugin>(game: &G) {
    for (at, mv) in random_game(game, 4) {
        let pieces = game.pieces(&at);
        assert_eq!(pieces.len(), game.geometry().places.len());
        let refusals = game.refusals(&at);
        let styles = drawn(game, &at);
        assert_eq!(styles.len(), pieces.len());
        for (place, (piece, style)) in pieces.iter().zip(styles).enumerate() {
            let refused = refusals.iter().any(|refusal| refusal.place == place);
            let expected = match piece.look {
                Look::Black => Style::Black,
                Look::White => Style::White,
                Look::Neutral => Style::Neutral,
                Look::Empty if refused => Style::Neutral,
                Look::Empty | Look::Gone => Style::Empty,
            };
            assert_eq!(style, expected, "{}: {}, {piece:?}", G::NAME, game.position_text(&at));
            well_described(piece);
        }
        let after = game.pieces(&at.after(game, mv));
        for place in game.path(mv) {
            assert_ne!(pieces[place], after[place], "{}: {}", G::NAME, game.move_text(mv));
        }
    }
}

fn well_described(piece: &Piece) {
    let is_piece = !matches!(piece.look, Look::Empty | Look::Gone);
    assert_eq!(piece.height > 0, is_piece, "{piece:?}");
    assert!(is_piece || (piece.label.is_empty() && !piece.special), "{piece:?}");
    assert!(!piece.spoken.is_empty());
    for side in Side::BOTH {
        let told = piece.spoken.split(' ').any(|word| word == side.to_string());
        assert_eq!(told, piece.side() == Some(side), "{piece:?}");
    }
}

#[test]
fn pieces_are_what_is_drawn_and_every_place_of_a_move_changes() {
    for_every_game(visitor!(pieces_are_what_is_drawn));
}

#[test]
fn in_text_paths_stand_beside_the_moves() {
    let mut passes = 0;
    for mut game in AnyGame::all() {
        let mut random = anyply_tests::random(2);
        let mut last = Vec::new();
        assert_eq!(game.last_path(), last);
        loop {
            let legal = game.legal_paths();
            let texts: Vec<_> = legal.iter().map(|mv| mv.text.clone()).collect();
            assert_eq!(texts, game.legal_moves());
            for refusal in game.refusals() {
                assert_eq!(game.pieces()[refusal.place].look, Look::Empty);
                assert!(legal.iter().all(|mv| !mv.path.contains(&refusal.place)));
            }
            let Some(text) = game.random_move(&mut random) else { break };
            game.play_text(&text).unwrap();
            let made = legal.into_iter().find(|mv| mv.text == text).unwrap();
            // A pass leaves the move before it to be seen.
            if made.path.is_empty() {
                passes += 1;
                let marked = game.draw(false).lines().flatten().any(|(_, style)| *style == Style::Last);
                assert_eq!(marked, !last.is_empty(), "{}", game.draw(false));
            } else {
                last = made.path;
            }
            assert_eq!(game.last_path(), last);
        }
    }
    assert!(passes > 0, "nobody passed");
}

#[test]
fn othello_lies_on_squares_with_four_dots() {
    let mut game = AnyGame::open("othello", None, None).unwrap();
    let geometry = game.geometry();
    let d3 = place(&geometry, "d3");
    assert_eq!(
        (geometry.ground, geometry.places[d3].at.x, geometry.places[d3].at.y),
        (Ground::Squares, 300, 200)
    );
    let dots: Vec<_> = geometry.dots.iter().map(|dot| (dot.x, dot.y)).collect();
    assert_eq!(dots, [(150, 150), (550, 150), (150, 550), (550, 550)]);
    let before = game.pieces();
    game.play_text("d3").unwrap();
    let after = game.pieces();
    let changed: Vec<_> = (0..64).filter(|&place| before[place] != after[place]).collect();
    assert_eq!(changed, [d3, place(&geometry, "d4")], "one new, one turned");
    assert_eq!(after[d3].spoken, "black disc");
}

#[test]
fn gomoku_has_its_star_points_and_renju_says_what_is_forbidden_and_why() {
    let stars = |size| {
        let geometry = AnyGame::open("gomoku", None, Some(size)).unwrap().geometry();
        let on = |dot| geometry.places.iter().find(|place| place.at == dot).unwrap().name.clone();
        geometry.dots.iter().map(|&dot| on(dot)).collect::<Vec<_>>()
    };
    assert_eq!(stars(15), ["d4", "l4", "h8", "d12", "l12"]);
    assert_eq!(stars(19), ["d4", "j4", "p4", "d10", "j10", "p10", "d16", "j16", "p16"]);
    assert_eq!(stars(20), ["d4", "q4", "d17", "q17"]);

    let mut game = AnyGame::open("gomoku", Some("renju"), None).unwrap();
    game.play_moves("f8a1g8a3h6a5h7a7").unwrap();
    let geometry = game.geometry();
    let told = |game: &AnyGame| -> Vec<String> {
        let name = |place: usize| &geometry.places[place].name;
        game.refusals().iter().map(|refusal| format!("{}: {}", name(refusal.place), refusal.reason)).collect()
    };
    assert_eq!(told(&game), ["h8: a double three"]);
    assert_eq!(Ok(told(&game).join("\n")), game.tell("forbidden", ""));
    game.play_text("a8").unwrap();
    assert!(told(&game).is_empty(), "nothing is forbidden to White");
}

#[test]
fn dvonn_is_played_in_one_click_while_pieces_are_placed_and_in_two_after() {
    let mut game = AnyGame::open("dvonn", Some("full"), None).unwrap();
    let geometry = game.geometry();
    let inner = (0..49).filter(|&place| neighbours(&geometry, place).len() == 6).count();
    assert_eq!((geometry.ground, inner), (Ground::Hexagons, 49 - 24));
    let near: Vec<_> = neighbours(&geometry, place(&geometry, "A1"))
        .iter()
        .map(|&near| geometry.places[near].name.clone())
        .collect();
    assert_eq!(near, ["A2", "B2", "B1"]);
    assert_eq!(game.pieces()[0], Piece::empty());
    assert!(game.legal_paths().iter().all(|mv| mv.path.len() == 1));

    let line = "-,-,*b3,-,-,-,-,-,-/-,-,.w1,-,-,-,-,-,-,-/-,-,*d1,.b1,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    game.set_position(line, None).unwrap();
    let spoken = |game: &AnyGame, name| game.pieces()[place(&geometry, name)].spoken.clone();
    for (name, words) in [
        ("C1", "black stack of 3 with a Dvonn"),
        ("C2", "white piece"),
        ("C3", "Dvonn"),
        ("D3", "black piece"),
        ("A1", "out of play"),
    ] {
        assert_eq!(spoken(&game, name), words);
    }
    let clicked = [place(&geometry, "C2")];
    let left: Vec<TextMove> =
        game.legal_paths().into_iter().filter(|mv| mv.path.starts_with(&clicked)).collect();
    assert_eq!(left.len(), 3);
    let target = place(&geometry, "C3");
    let chosen = left.iter().find(|mv| mv.path[1] == target).unwrap();
    assert_eq!(chosen.text, "C2C3");
    game.play_text(&chosen.text).unwrap();
    assert_eq!(spoken(&game, "C3"), "white stack of 2 with a Dvonn");
    assert_eq!(game.last_path(), [clicked[0], target]);
}
