//! `anyply engine` with the protocols of a single game each: NBoard, CodeCup, the line adapter, the Dvonn
//! agent.

use anyply_framework::Side;
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{AT_ONCE, Running, refused, run_in, text};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Running {
    Running::start(&[&["engine"], arguments, &["--hash", "1M"]].concat(), &std::env::temp_dir())
}

fn line(engine: &mut Running) -> String {
    engine.hear_until(&["\n"]).trim_end().to_owned()
}

const GGF: &str = "(;GM[Othello]PC[NBoard]PB[x]PW[y]RE[?]TI[15:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
    -------- *]B[F5]W[F6]B[D3//0.01]W[C5/2.39/0.01];)";

#[test]
fn nboard_sets_games_hints_goes_and_pings() {
    let mut engine = start(&["nboard", "--nodes", "500"]);
    engine.say("nboard 2");
    assert_eq!(line(&mut engine), "set myname anyply");
    engine.say(&format!("set depth 6\nset contempt 3\nset game {GGF}\nhint 3\nping 1"));
    let heard = engine.hear_until(&["pong 1\n"]);
    let searches: Vec<&str> = heard.lines().filter(|line| line.starts_with("search ")).collect();
    assert!(searches.len() >= 3, "{heard}");
    let mut game = AnyGame::open("othello", None, None).unwrap();
    game.play_moves("f5f6d3c5").unwrap();
    for search in searches {
        let words: Vec<&str> = search.split(' ').collect();
        assert_eq!((words.len(), words[3]), (5, "0"), "{search}");
        assert!(words[2].parse::<f64>().is_ok() && words[4].parse::<u32>().is_ok(), "{search}");
        assert!(game.legal_moves().contains(&words[1][..2].to_lowercase()), "{search}");
    }
    engine.say("go");
    let heard = engine.hear_until(&["status \n"]);
    let answer = heard.lines().find_map(|line| line.strip_prefix("=== ")).expect("a move");
    game.play_text(&answer[..2]).unwrap();
    assert!(heard.contains("nodestats "), "{heard}");
    // It is not on the board until a move puts it there.
    engine.say(&format!("move {answer}\nlearn\nfly\nping 2"));
    assert_eq!(engine.hear_until(&["pong 2\n"]), "learned\npong 2\n");
    engine.say("set depth \u{1b}[31m\nping 0");
    let heard = engine.hear_until(&["pong 0\n"]);
    assert!(heard.starts_with(r"status '\u{1b}[31m': expected a depth"), "{heard}");
    engine.say("move a1\nping 3");
    let heard = engine.hear_until(&["pong 3\n"]);
    assert_eq!(heard.lines().filter(|line| line.starts_with("status ")).count(), 1, "{heard}");
    // Without a game that could be read there is nothing to speak of, until the next one.
    engine.say(&format!("set game (;GM[Go];)\ngo\nhint 2\nping 4\nset game {GGF}\ngo\nping 5"));
    let heard = engine.hear_until(&["pong 4\n"]);
    assert!(!heard.contains("===") && !heard.contains("search "), "{heard}");
    assert!(engine.hear_until(&["pong 5\n"]).contains("=== "));
}

#[test]
fn nboard_takes_the_board_that_a_game_names() {
    let mut engine = start(&["nboard", "--nodes", "500"]);
    for (number, variant) in (1..).zip(["10x10", "6x6", "8x8"]) {
        let mut game = AnyGame::open("othello", Some(variant), None).unwrap();
        game.play_text(&game.legal_moves()[0]).unwrap();
        let ggf = game.formats().iter().find(|format| format.name == "ggf").unwrap();
        let ggf = String::from_utf8((ggf.write)(&[game.record(["", ""])]).unwrap()).unwrap();
        engine.say(&format!("set game {}\ngo\nping {number}", ggf.trim()));
        let heard = engine.hear_until(&[&format!("pong {number}\n")]);
        let answer = heard.lines().find_map(|line| line.strip_prefix("=== "));
        let answer = answer.unwrap_or_else(|| panic!("{variant}: {heard}"));
        game.play_text(answer.split('/').next().unwrap())
            .unwrap_or_else(|problem| panic!("{variant}: {problem}"));
    }
}

#[test]
fn nboard_stops_thinking_for_a_ping() {
    let mut engine = start(&["nboard", "--time", "1h"]);
    engine.say("nboard 2\ngo");
    engine.hear_until(&["status Thinking\n"]);
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    engine.say("ping 7");
    let heard = engine.hear_until(&["pong 7\n"]);
    assert!(heard.contains("=== ") && began.elapsed() < AT_ONCE, "{heard}");
}

#[test]
fn codecup_plays_a_whole_game_through_both_phases() {
    let mut players = [start(&["codecup", "--nodes", "100"]), start(&["codecup", "--nodes", "100"])];
    let mut game = AnyGame::open("dvonn", None, None).unwrap();
    let first = game.side();
    players[0].say("Start");
    while game.outcome().is_none() {
        let turn = usize::from(game.side() != first);
        let mv = line(&mut players[turn]);
        game.play_text(&mv).unwrap_or_else(|problem| panic!("{mv}: {problem}"));
        players[1 - turn].say(&mv);
    }
    for mut player in players {
        player.say("Quit");
        assert_eq!(player.end().1.code(), Some(0));
    }
}

#[test]
fn the_line_adapter_answers_every_position_by_itself() {
    let mut engine = start(&["line", "--nodes", "100"]);
    let mut game = AnyGame::open("dvonn", None, None).unwrap();
    let mut random = anyply_tests::random(3);
    while game.outcome().is_none() {
        engine.say(&format!("go {} 10000", game.position_text()));
        let mv = line(&mut engine);
        game.play_text(&mv).unwrap_or_else(|problem| panic!("{mv}: {problem}"));
        if let Some(mv) = game.random_move(&mut random) {
            game.play_text(&mv).unwrap();
        }
    }
    game.restart();
    engine.say(&format!("go {} -5", game.position_text()));
    game.play_text(&line(&mut engine)).expect("who is late moves at once");
    engine.say("go nonsense w 1000\ngo\nfly\nquit");
    assert_eq!(engine.end().0, "");
}

#[test]
fn the_line_adapter_quotes_what_it_does_not_know_without_its_control_characters() {
    let board = AnyGame::open("dvonn", None, None).unwrap().position_text();
    for (said, quoted) in [
        ("fly\u{1b}[31m".to_owned(), r"'fly\u{1b}[31m': expected go"),
        (format!("go {board} soon\u{7}"), r"'soon\u{7}': expected milliseconds"),
        ("x".repeat(99), "xxx...': expected go"),
    ] {
        let output = run_in(&["engine", "line", "--hash", "1M"], &(said + "\n"), &std::env::temp_dir());
        assert!(text(&output.stderr).contains(quoted), "{}", text(&output.stderr));
    }
}

/// The full board of the agent's paper.
const BOARD: &str = "5  .w1 .w1 .w1 .w1 .b1 .b1 .w1 .b1 .b1\n4  .b1 .b1 *d1 .w1 .b1 *d1 .b1 .b1 .w1 *d1\n\
    3  .w1 .b1 .w1 .b1 .w1 .w1 .b1 .w1 .w1 .w1 .b1\n2  .b1 .b1 .w1 .b1 .b1 .w1 .b1 .w1 .w1 .w1\n\
    1  .w1 .b1 .b1 .w1 .b1 .b1 .w1 .w1 .b1\n";

/// `jogada(pc,(3,2),(4,2))` in the game's notation.
fn played(message: &str) -> String {
    if message == "jogada(pc,passa)" {
        return "PASS".to_owned();
    }
    let numbers: Vec<u8> =
        message.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [from, row, to, other] = numbers[..] else { panic!("{message}") };
    format!("{}{row}{}{other}", char::from(b'A' + from - 1), char::from(b'A' + to - 1))
}

#[test]
fn the_dvonn_agent_moves_in_its_turn_and_only_what_is_confirmed_stands() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("board.txt"), BOARD).unwrap();
    let arguments =
        ["engine", "dvonn-agent", "--file", "board.txt", "--side", "white", "--nodes", "100", "--hash", "1M"];
    let mut agent = Running::start(&arguments, home.path());
    let mut game = AnyGame::open("dvonn", None, None).unwrap();
    game.set_position(BOARD, Some(Side::White)).unwrap();
    let mut random = anyply_tests::random(4);
    agent.say("id(servidor,4000)\nola\ncor(servidor,w)\nsua_vez");
    let refused = line(&mut agent);
    assert!(game.legal_moves().contains(&played(&refused)), "{refused}");
    agent.say(&format!("confirma_jogada{},invalida)", &refused["jogada".len()..refused.len() - 1]));
    while game.outcome().is_none() {
        let mover = if game.side() == Side::White { "pc" } else { "jogador" };
        let message = if mover == "pc" {
            agent.say("sua_vez");
            line(&mut agent)
        } else {
            let mv = game.random_move(&mut random).unwrap();
            let number = |at: usize| u32::from(mv.as_bytes()[at] - b'A' + 1);
            match mv.as_str() {
                "PASS" => "jogada(jogador,passa)".to_owned(),
                _ => format!("jogada(jogador,({},{}),({},{}))", number(0), &mv[1..2], number(2), &mv[3..4]),
            }
        };
        let mv = played(&message.replace("jogador", "pc"));
        game.play_text(&mv).unwrap_or_else(|problem| panic!("{message}: {problem}"));
        agent.say(&format!("confirma_jogada{},aceite)", &message["jogada".len()..message.len() - 1]));
    }
}

#[test]
fn the_dvonn_agent_has_no_words_for_placing() {
    let mut agent = start(&["dvonn-agent", "--nodes", "100"]);
    agent.say("cor(servidor,w)\nsua_vez");
    agent.close();
    assert_eq!(agent.end().0, "");
}

#[test]
fn a_weak_level_still_answers_hints() {
    let mut engine = start(&["nboard", "--level", "1"]);
    for number in 0..4 {
        engine.say(&format!("hint 2\nping {number}"));
        let heard = engine.hear_until(&[&format!("pong {number}\n")]);
        assert!(heard.contains("search "), "{heard}");
    }
}

#[test]
fn an_engine_can_be_connected_to() {
    // Any free port: the system names one, which is then used again at once.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let port = port.to_string();
    let engine = start(&["gtp", "--listen", &port]);
    let began = Instant::now();
    let mut stream = loop {
        match TcpStream::connect(format!("127.0.0.1:{port}")) {
            Ok(stream) => break stream,
            Err(_) if began.elapsed() < Duration::from_secs(10) => {
                std::thread::sleep(Duration::from_millis(10))
            }
            Err(problem) => panic!("{problem}"),
        }
    };
    stream.write_all(b"name\nquit\n").unwrap();
    let lines: Vec<String> = BufReader::new(stream).lines().map_while(Result::ok).collect();
    assert_eq!(lines, ["= anyply", "", "=", ""]);
    assert_eq!(engine.end().1.code(), Some(0));
    let home = tempfile::tempdir().unwrap();
    refused("engine gtp --listen nowhere:x", home.path(), 2, &["error: cannot listen at 'nowhere:x'"]);
}
