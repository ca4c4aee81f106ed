//! `anyply engine gtp`, driven as a GTP controller drives it.

use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{AT_ONCE, Running, in_time, run, text};
use std::time::{Duration, Instant};

/// An engine that thinks little.
fn engine(game: &str) -> Running {
    let home = std::env::temp_dir();
    Running::start(&["engine", "gtp", game, "--nodes", "200", "--hash", "1M"], &home)
}

/// The answer to a command, without its sign and its empty line.
fn asked(engine: &mut Running, command: &str) -> Result<String, String> {
    engine.say(command);
    let answer = engine.hear_until(&["\n\n"]);
    let answer = answer.trim_end();
    match answer.split_at_checked(1) {
        Some(("=", rest)) => Ok(rest.trim_start_matches(' ').to_owned()),
        Some(("?", rest)) => Err(rest.trim_start_matches(' ').to_owned()),
        _ => panic!("{command}: {answer}"),
    }
}

fn told(engine: &mut Running, command: &str) -> String {
    asked(engine, command).unwrap_or_else(|problem| panic!("{command}: {problem}"))
}

#[test]
fn every_command_that_is_listed_is_known_and_carried_out_or_refused() {
    let mut engine = engine("othello");
    let commands = told(&mut engine, "list_commands");
    for command in commands.lines().filter(|command| *command != "quit") {
        assert_eq!(told(&mut engine, &format!("known_command {command}")), "true");
        let bare = asked(&mut engine, command);
        assert!(
            bare.as_ref().is_err_and(|problem| problem != "unknown command") || bare.is_ok(),
            "{command}: {bare:?}"
        );
    }
    assert_eq!(told(&mut engine, "known_command fly"), "false");
    assert_eq!(asked(&mut engine, "fly"), Err("unknown command".to_owned()));
    engine.say("17 protocol_version # which?");
    assert_eq!(engine.hear_until(&["\n\n"]), "=17 2\n\n");
    engine.say("quit");
    assert_eq!(engine.end().0, "=\n\n");
}

#[test]
fn in_every_game_it_plays_both_colours_to_the_end_by_the_rules() {
    for name in AnyGame::names() {
        let mut engine = engine(name);
        let mut game = AnyGame::open(name, None, None).unwrap();
        while game.outcome().is_none() {
            let mv = told(&mut engine, &format!("genmove {}", game.side()));
            game.play_text(&mv).unwrap_or_else(|problem| panic!("{name}: {mv}: {problem}"));
        }
        let outcome = game.outcome().unwrap();
        let score = told(&mut engine, "final_score");
        let expected = outcome.winner.map_or("0".to_owned(), |winner| {
            format!("{}+{}", &winner.name()[..1], outcome.margin.unwrap_or(1))
        });
        assert_eq!(score, expected, "{name}");
        assert_eq!(
            told(&mut engine, &format!("genmove {}", game.side())),
            "pass",
            "{name}: nothing is left to play"
        );
    }
}

/// A game of Othello up to where a side must pass: the moves, and the colours that made them.
fn up_to_a_pass() -> (Vec<(String, String)>, AnyGame) {
    let mut random = anyply_tests::random(5);
    loop {
        let mut game = AnyGame::open("othello", None, None).unwrap();
        while game.outcome().is_none() {
            if game.forced_pass().is_some() {
                let made = game.moves_made();
                return (made.into_iter().map(|(side, mv)| (side.to_string(), mv)).collect(), game);
            }
            let mv = game.random_move(&mut random).unwrap();
            game.play_text(&mv).unwrap();
        }
    }
}

#[test]
fn a_forced_pass_may_be_announced_or_left_out_and_is_taken_back_with_its_move() {
    let (moves, mut game) = up_to_a_pass();
    let passer = game.side().to_string();
    game.play_text("pass").unwrap();
    let (other, mv) = (game.side().to_string(), game.legal_moves()[0].clone());
    let mut engine = engine("othello");
    for (color, mv) in &moves {
        told(&mut engine, &format!("play {color} {mv}"));
    }
    let board = told(&mut engine, "gogui-rules_board");
    assert_eq!(told(&mut engine, "gogui-rules_legal_moves"), "pass");
    assert_eq!(told(&mut engine, &format!("reg_genmove {passer}")), "pass");
    // Announced.
    told(&mut engine, &format!("play {passer} PASS"));
    told(&mut engine, &format!("play {other} {mv}"));
    let after = told(&mut engine, "gogui-rules_board");
    told(&mut engine, "undo");
    told(&mut engine, "undo");
    assert_eq!(told(&mut engine, "gogui-rules_board"), board);
    // Left out.
    told(&mut engine, &format!("play {other} {mv}"));
    assert_eq!(told(&mut engine, "gogui-rules_board"), after);
    told(&mut engine, "undo");
    assert_eq!(told(&mut engine, "gogui-rules_board"), board);
    assert_eq!(told(&mut engine, "gogui-rules_side_to_move"), passer);
    // Nor may the engine's own move be asked for any sooner.
    let reply = told(&mut engine, &format!("genmove {other}"));
    game.play_text(&reply).unwrap();
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut engine = engine("othello");
    let before = told(&mut engine, "showboard");
    for (command, problem) in [
        ("play black a1", "illegal move: expected a legal move for Black"),
        ("play black z9", "illegal move: expected a square a1..h8, or pass"),
        ("play black pass", "illegal move: expected a move, because Black has one"),
        ("play white f5", "it is black's turn"),
        ("play red f5", "'red': expected black or white"),
        ("play", "syntax error"),
        ("genmove", "syntax error"),
        ("genmove white", "it is black's turn"),
        ("undo", "cannot undo"),
        ("boardsize 7", "unacceptable size"),
        ("boardsize x", "unacceptable size"),
        ("komi much", "komi not a float"),
        ("time_settings 1 2", "syntax error"),
        ("time_left black -1 0", "syntax error"),
        ("final_score", "the game is not over"),
    ] {
        assert_eq!(asked(&mut engine, command), Err(problem.to_owned()), "{command}");
    }
    assert!(asked(&mut engine, "set_game chess").unwrap_err().contains("unknown game 'chess'"));
    assert_eq!(told(&mut engine, "showboard"), before);
}

#[test]
fn boards_are_offered_where_they_are_square() {
    for (game, square) in [("gomoku", "true"), ("dvonn", "false")] {
        let mut engine = engine(game);
        assert_eq!(told(&mut engine, "known_command gogui-rules_board"), square, "{game}");
        assert_eq!(told(&mut engine, "known_command gogui-rules_side_to_move"), "true");
    }
}

#[test]
fn a_forbidden_move_is_refused_with_its_reason() {
    let home = std::env::temp_dir();
    let options = ["engine", "gtp", "gomoku", "--variant", "renju", "--nodes", "200", "--hash", "1M"];
    let mut engine = Running::start(&options, &home);
    for (black, white) in [("h7", "a15"), ("h6", "a1"), ("i8", "o15"), ("j8", "o1")] {
        told(&mut engine, &format!("play black {black}"));
        told(&mut engine, &format!("play white {white}"));
    }
    let foul = "illegal move: expected a move that is not forbidden (this one makes a double three)";
    for (command, problem) in
        [("h8", foul), ("h7", "illegal move: expected a free square (Black has a stone there)")]
    {
        assert_eq!(asked(&mut engine, &format!("play black {command}")), Err(problem.to_owned()));
    }
    told(&mut engine, "play black h9");
}

#[test]
fn boards_and_games_are_changed_as_asked() {
    let mut engine = engine("othello");
    told(&mut engine, "boardsize 6");
    assert_eq!(told(&mut engine, "gogui-rules_board_size"), "6");
    // Othello has row 1 on top, GoGui at the bottom.
    assert!(told(&mut engine, "gogui-rules_legal_moves").contains("C2"));
    told(&mut engine, "play black C2");
    let board = told(&mut engine, "gogui-rules_board");
    assert_eq!(board.lines().nth(4), Some(". . X . . ."), "{board}");
    let games = told(&mut engine, "list_games");
    assert_eq!(games.to_lowercase().lines().collect::<Vec<_>>(), AnyGame::names());
    assert!(games.starts_with("Othello"), "as windows know it");
    told(&mut engine, "set_game Gomoku");
    told(&mut engine, "boardsize 19");
    assert_eq!(told(&mut engine, "gogui-rules_game_id"), "Gomoku");
    // GoGui has no letter I.
    let legal = told(&mut engine, "gogui-rules_legal_moves");
    assert_eq!((legal.split(' ').count(), legal.contains('I'), legal.contains("T19")), (361, false, true));
    told(&mut engine, "play black J10");
    let shown = told(&mut engine, "showboard");
    let letters = shown.lines().find(|line| line.trim_start().starts_with(['A', 'a']));
    assert_eq!(letters.map(str::trim), Some("A B C D E F G H J K L M N O P Q R S T"), "{shown}");
    let board = told(&mut engine, "gogui-rules_board");
    assert_eq!(board.lines().nth(9).map(|row| row.split(' ').nth(8) == Some("X")), Some(true), "{board}");
    assert_eq!(told(&mut engine, "gogui-rules_side_to_move"), "white");
    let outside = "illegal move: expected a square from A1 to T19";
    assert_eq!(asked(&mut engine, "play white Z99"), Err(outside.to_owned()));
}

#[test]
fn gogui_keeps_its_letters_whatever_board_it_asks_for() {
    let mut engine = engine("gomoku");
    told(&mut engine, "gogui-rules_legal_moves");
    told(&mut engine, "boardsize 19");
    told(&mut engine, "play black T19");
    // A board that it cannot show has its own.
    told(&mut engine, "set_game dvonn");
    let turn = told(&mut engine, "gogui-rules_side_to_move");
    told(&mut engine, &format!("play {turn} I3"));
    told(&mut engine, "set_game gomoku");
    told(&mut engine, "boardsize 19");
    told(&mut engine, "play black T19");
}

#[test]
fn a_game_that_is_come_back_to_has_the_engine_it_had() {
    let home = std::env::temp_dir();
    let mut engine = Running::start(&["engine", "gtp", "--eval", "discs", "--hash", "1M"], &home);
    let discs = told(&mut engine, "anyply-evaluation");
    told(&mut engine, "set_game gomoku");
    assert_ne!(told(&mut engine, "anyply-evaluation"), discs);
    told(&mut engine, "set_game othello");
    assert_eq!(told(&mut engine, "anyply-evaluation"), discs);
}

#[test]
fn a_record_is_loaded_up_to_a_move() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.sgf");
    std::fs::write(&path, "(;GM[2]SZ[8];B[fe];W[df];B[cc])").unwrap();
    let mut engine = engine("othello");
    let file = path.display();
    told(&mut engine, &format!("loadsgf {file}"));
    let whole = told(&mut engine, "gogui-rules_board");
    told(&mut engine, "undo");
    let two = told(&mut engine, "gogui-rules_board");
    assert_ne!(whole, two);
    told(&mut engine, &format!("loadsgf {file} 3"));
    assert_eq!(told(&mut engine, "gogui-rules_board"), two);
    std::fs::write(&path, "(;GM[2]SZ[8];B[fe];W[fe])").unwrap();
    assert!(
        asked(&mut engine, &format!("loadsgf {file}")).unwrap_err().contains("F5: illegal move: expected ")
    );
    assert!(asked(&mut engine, "loadsgf nowhere.sgf").unwrap_err().starts_with("cannot load file"));
}

#[test]
fn a_board_or_a_record_that_is_refused_leaves_the_game_in_progress() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("game.sgf");
    std::fs::write(&path, "(;GM[2]SZ[8];B[fe];W[fe])").unwrap();
    let arguments = ["engine", "gtp", "--eval", "patterns", "--nodes", "200", "--hash", "1M"];
    let mut engine = Running::start(&arguments, home.path());
    told(&mut engine, "play black d3");
    let state =
        |engine: &mut Running| ["showboard", "anyply-evaluation"].map(|command| told(engine, command));
    let before = state(&mut engine);
    for command in ["boardsize 6", &format!("loadsgf {}", path.display())] {
        assert!(asked(&mut engine, command).is_err(), "{command}");
        assert_eq!(state(&mut engine), before, "{command}");
    }
    told(&mut engine, "undo");
    assert_eq!(asked(&mut engine, "undo"), Err("cannot undo".to_owned()));
}

#[test]
fn a_clock_given_by_option_runs_down() {
    let home = std::env::temp_dir();
    let kept = in_time(Duration::from_millis(3000), || {
        let mut engine =
            Running::start(&["engine", "gtp", "--clock", "1s", "--hash", "1M", "--margin", "0"], &home);
        for number in 0..60 {
            told(&mut engine, &format!("genmove {}", ["black", "white"][number % 2]));
        }
    });
    assert!(kept, "a second for each side");
}

#[test]
fn a_search_ends_at_once_when_the_controller_leaves_and_what_was_asked_before_is_answered() {
    let home = std::env::temp_dir();
    for end in ["quit", ""] {
        let mut engine = Running::start(&["engine", "gtp", "--time", "1h"], &home);
        engine.say("1 genmove black\n2 name");
        std::thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        if end.is_empty() {
            engine.close()
        } else {
            engine.say(&format!("3 {end}"))
        }
        let (rest, status) = engine.end();
        let took = began.elapsed();
        assert!(rest.starts_with("=1 ") && rest.contains("=2 anyply\n\n"), "{rest}");
        assert_eq!(rest.contains("=3"), !end.is_empty(), "{rest}");
        assert_eq!(status.code(), Some(0));
        assert!(took < AT_ONCE, "{took:?}");
    }
}

#[test]
fn time_limits_are_kept() {
    let home = std::env::temp_dir();
    let mut engine = Running::start(&["engine", "gtp", "--hash", "1M"], &home);
    told(&mut engine, "time_settings 0 1 1");
    for color in ["black", "white", "black"] {
        let mut mv = String::new();
        let kept = in_time(Duration::from_secs(1), || {
            let began = Instant::now();
            mv = told(&mut engine, &format!("genmove {color}"));
            assert!(began.elapsed() > Duration::from_millis(300), "the time is used");
            told(&mut engine, "undo");
        });
        assert!(kept, "{color} has a second for a move");
        told(&mut engine, &format!("play {color} {mv}"));
    }
    let kept = in_time(Duration::from_millis(300), || {
        for command in ["time_left white 0 1", "genmove white", "undo"] {
            told(&mut engine, command);
        }
    });
    assert!(kept, "nothing is left");
}

#[test]
fn a_protocol_is_spoken_only_for_its_games() {
    for (arguments, problem) in [
        (&["engine", "gomocup", "othello"][..], "error: gomocup is not spoken for 'othello' (known: gomoku)"),
        (&["engine", "gtp", "chess"], "error: gtp is not spoken for 'chess'"),
        (&["engine", "gomocup", "--moves", "h8"], "error: --moves: gomocup says itself where a game begins"),
        (&["engine", "gomocup", "--position", "h8"], "error: --position: gomocup says itself"),
        (&["engine", "line", "--file", "board.txt"], "error: --file: line says itself"),
        (&["engine", "uci"], "error: invalid value 'uci'"),
        (&["engine", "gtp", "--level", "auto"], "error: invalid value 'auto' for '--level'"),
        (&["engine", "gtp", "--margin", "-1s"], "error: "),
        (&["engine", "gtp", "--listen", "x"], "error: cannot listen at 'x': expected PORT or HOST:PORT"),
        (&["engine", "gtp", "--listen", "99999"], "error: cannot listen at '99999'"),
    ] {
        let output = run(arguments, "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with(problem), "{arguments:?}: {said}");
    }
}
