//! `anyply engine gomocup`, driven as a manager drives it.

mod announced;
mod wrong;

use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{AT_ONCE, Running, in_time};
use std::time::{Duration, Instant};

fn engine(more: &[&str]) -> Running {
    Running::start(&[&["engine", "gomocup", "--hash", "1M"], more].concat(), &std::env::temp_dir())
}

fn quick() -> Running {
    engine(&["--nodes", "300"])
}

/// The next line that is an answer.
fn heard(engine: &mut Running) -> String {
    loop {
        let line = engine.hear_until(&["\n"]);
        if !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ") {
            return line.trim_end().to_owned();
        }
    }
}

fn asked(engine: &mut Running, command: &str) -> String {
    engine.say(command);
    heard(engine)
}

/// A point of the protocol's in the game's notation, on a board of 15.
fn square(point: &str) -> String {
    let (x, y) = point.split_once(',').unwrap_or_else(|| panic!("{point}"));
    let (x, y): (u8, u8) = (x.parse().unwrap(), y.parse().unwrap());
    format!("{}{}", char::from(b'a' + x), 15 - y)
}

#[test]
fn without_any_time_the_first_stone_lies_in_the_middle_and_one_in_a_corner_is_answered_there() {
    let mut engine = engine(&[]);
    for (size, middle) in [("15", "7,7"), ("19", "9,9")] {
        assert_eq!(asked(&mut engine, &format!("START {size}")), "OK");
        engine.say("INFO timeout_turn 0");
        assert_eq!(asked(&mut engine, "BEGIN"), middle);
    }
    // Nor is the opposite corner as good as any other point.
    asked(&mut engine, "START 15");
    assert_eq!(asked(&mut engine, "TURN 14,14"), "12,12");
}

#[test]
fn two_engines_play_a_game_to_the_end() {
    let mut engines = [quick(), quick()];
    let mut game = AnyGame::open("gomoku", None, None).unwrap();
    for engine in &mut engines {
        assert_eq!(asked(engine, "START 15"), "OK");
    }
    let mut point = asked(&mut engines[0], "BEGIN");
    game.play_text(&square(&point)).unwrap();
    let mut turn = 1;
    while game.outcome().is_none() {
        point = asked(&mut engines[turn], &format!("TURN {point}"));
        game.play_text(&square(&point)).unwrap_or_else(|problem| panic!("{point}: {problem}"));
        turn = 1 - turn;
    }
    // The loser is told no more, the winner begins anew.
    assert_eq!(asked(&mut engines[1 - turn], "RESTART"), "OK");
    assert!(asked(&mut engines[1 - turn], "BEGIN").contains(','));
    for mut engine in engines {
        engine.say("END");
        assert_eq!(engine.end().1.code(), Some(0));
    }
}

#[test]
fn a_board_is_taken_over_whatever_the_order_and_a_win_is_seen() {
    let mut engine = quick();
    assert_eq!(asked(&mut engine, "START 15"), "OK");
    // Four of the engine's own in a row, four of the opponent's apart from them: it is the engine's move.
    for (own, theirs, wins) in [(1, 2, ["2,7", "7,7"]), (2, 1, ["2,0", "7,0"])] {
        engine.say("BOARD");
        for i in [5, 3, 6, 4] {
            engine.say(&format!("{i},7,{own}"));
            engine.say(&format!("{i},0,{theirs}"));
        }
        let point = asked(&mut engine, "DONE");
        assert!(wins.contains(&point.as_str()), "{point}");
    }
    // A board without a move, and then one.
    engine.say("YXBOARD\n7,7,2\nDONE");
    let reply = asked(&mut engine, "TAKEBACK 7,7");
    assert_eq!(reply, "OK");
    assert!(asked(&mut engine, "BEGIN").contains(','));
}

#[test]
fn what_was_learned_of_a_board_stays_until_the_next_game() {
    let mut engine = engine(&[]);
    asked(&mut engine, "START 15");
    engine.say("INFO max_depth 5");
    let nodes = |engine: &mut Running| {
        engine.say("BOARD\n7,7,1\n8,8,2\nDONE");
        let mut nodes: Option<u64> = None;
        loop {
            let line = engine.hear_until(&["\n"]);
            let Some(told) = line.strip_prefix("MESSAGE ") else {
                square(line.trim_end());
                return nodes.expect("a search tells of itself");
            };
            let words: Vec<&str> = told.split(' ').collect();
            let at = words.iter().position(|word| *word == "n").expect("nodes are told");
            nodes = Some(words[at + 1].parse().expect("a number"));
        }
    };
    let fresh = nodes(&mut engine);
    assert!(nodes(&mut engine) < fresh);
    assert_eq!(asked(&mut engine, "RESTART"), "OK");
    assert_eq!(nodes(&mut engine), fresh);
}

#[test]
fn moves_are_taken_back_in_any_order() {
    let mut engine = quick();
    asked(&mut engine, "START 15");
    let reply = asked(&mut engine, "TURN 7,7");
    assert_eq!(asked(&mut engine, "TAKEBACK 7,7"), "OK", "not the last one");
    let answer = asked(&mut engine, "TURN 3,3");
    assert!(answer.starts_with("ERROR ") && answer.ends_with("what is left"), "{answer}");
    engine.say("YXSTOP");
    engine.say("INFO rule 1");
    assert_eq!(asked(&mut engine, &format!("TAKEBACK {reply}")), "OK");
    assert!(asked(&mut engine, &format!("TAKEBACK {reply}")).starts_with("ERROR "), "it is gone");
    assert!(asked(&mut engine, "TURN 7,7").contains(','));
}

/// The answer to a swap2 board.
fn swap2(engine: &mut Running, points: &[&str]) -> String {
    engine.say("SWAP2BOARD");
    points.iter().for_each(|point| engine.say(point));
    asked(engine, "DONE")
}

#[test]
fn swap2_takes_the_colour_that_is_better_off() {
    let mut engine = quick();
    asked(&mut engine, "START 15");
    let opening = swap2(&mut engine, &[]);
    let points: Vec<&str> = opening.split(' ').collect();
    let mut game = AnyGame::open("gomoku", None, None).unwrap();
    points.iter().for_each(|point| drop(game.play_text(&square(point)).unwrap()));
    assert_eq!(points.len(), 3, "{opening}");
    let answer = swap2(&mut engine, &points);
    if answer != "SWAP" {
        game.play_text(&square(&answer)).unwrap();
    }
    // Black has three in a row in the middle and White nothing: nobody stays White.
    assert_eq!(swap2(&mut engine, &["6,7", "0,0", "7,7", "14,0", "8,7"]), "SWAP");
    // White has two together in the middle and the move, Black is scattered along the edge: White stays, and
    // moves.
    assert!(swap2(&mut engine, &["0,0", "7,7", "14,0", "7,8", "0,14"]).contains(','));
    assert!(swap2(&mut engine, &["7,7"]).starts_with("ERROR 1 stone: "));
    assert!(swap2(&mut engine, &["7,7", "7,7", "8,8"]).starts_with("ERROR 7,7: two stones"));
}

#[test]
fn swap2_keeps_the_time_of_a_turn() {
    let mut engine = engine(&[]);
    asked(&mut engine, "START 15");
    for milliseconds in [0, 60, 400] {
        engine.say(&format!("INFO timeout_turn {milliseconds}"));
        for points in [&[][..], &["7,7", "8,8", "0,0"], &["7,7", "8,8", "0,0", "9,9", "14,14"]] {
            let limit = Duration::from_millis(milliseconds.max(50));
            let kept = in_time(limit, || drop(swap2(&mut engine, points)));
            assert!(kept, "{milliseconds} ms, {} stones", points.len());
        }
    }
    engine.say("INFO timeout_turn 60000\nINFO time_left 400");
    let kept = in_time(Duration::from_millis(100), || drop(swap2(&mut engine, &[])));
    assert!(kept, "three stones take little of a match");
}

#[test]
fn a_search_ends_at_once_for_stop_and_for_end() {
    for (command, ends) in [("YXSTOP", false), ("END", true)] {
        let mut engine = engine(&["--time", "1h"]);
        asked(&mut engine, "START 15");
        engine.say("TURN 7,7");
        std::thread::sleep(Duration::from_millis(200));
        let began = Instant::now();
        engine.say(command);
        assert!(heard(&mut engine).contains(','));
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
        if ends {
            assert_eq!(engine.end().1.code(), Some(0));
        } else {
            assert!(asked(&mut engine, "ABOUT").starts_with("name="));
        }
    }
}
