//! Whoever means ill, or knows no better: refused or bounded, with a clear answer, and everybody else is
//! served.

use crate::http::{self, PATIENCE, SOON, ask, raw};
use crate::server::{MEMORY, Server, legal, moves};
use anyply_tests::program::done_in;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const JSON: (&str, &str) = ("content-type", "application/json");

// A connection on which so much was said.
fn said(server: &Server, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    stream.write_all(text.as_bytes()).expect("it is taken");
    stream
}

fn refused(answer: &http::Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(!answer.json()["error"].as_str().unwrap_or_default().is_empty(), "{}", answer.text());
}

#[test]
fn other_hosts_and_other_sites_are_refused() {
    let server = Server::start();
    let port = server.address.port();
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("192.0.2.1:{port}"),
        String::new(),
    ] {
        let answer = ask(server.address, "GET", "/api/games", &[("host", &host)], &[]).expect("an answer");
        refused(&answer, 421);
    }
    let own = format!("http://127.0.0.1:{port}");
    let begin = json!({ "game": "othello", "black": "human", "white": "human" }).to_string();
    let post = |headers: &[(&str, &str)]| {
        let headers = [&[JSON], headers].concat();
        ask(server.address, "POST", "/api/games", &headers, begin.as_bytes()).expect("an answer")
    };
    for foreign in ["http://evil.example", "null", "https://localhost", "http://127.0.0.1:1"] {
        refused(&post(&[("origin", foreign)]), 403);
    }
    for site in ["cross-site", "same-site"] {
        refused(&post(&[("sec-fetch-site", site)]), 403);
        let answer = ask(server.address, "GET", "/api/games", &[("sec-fetch-site", site)], &[]);
        refused(&answer.expect("an answer"), 403);
    }
    assert_eq!(post(&[("origin", &own), ("sec-fetch-site", "same-origin")]).status, 200);
    // A form of another site can send text, and no JSON.
    let form = ask(server.address, "POST", "/api/games", &[("content-type", "text/plain")], begin.as_bytes());
    refused(&form.expect("an answer"), 415);
    // A link from elsewhere leads to the page.
    let link =
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
    assert_eq!(ask(server.address, "GET", "/", &link, &[]).expect("an answer").status, 200);
    refused(&ask(server.address, "GET", "/api/games", &link, &[]).expect("an answer"), 403);
}

#[test]
fn pages_say_what_they_may_do_and_hold_nothing_inline() {
    let server = Server::start();
    for path in ["/", "/main.js", "/style.css", "/api/games", "/nothing", "/results/%ff"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        // Whoever opens an address is told by a page.
        let is_page = answer.header("content-type") == Some("text/html; charset=utf-8");
        assert_eq!(is_page, path == "/" || matches!(answer.status, 400 | 404), "{path}");
    }
    let page = server.get("/").text();
    for inline in ["<script>", "<style", " style=", " onclick=", "http://", "https://"] {
        assert!(!page.contains(inline), "{inline}");
    }
}

#[test]
fn tricks_with_paths_lead_nowhere() {
    let server = Server::start();
    let dots = [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/page/index.html",
        "/%00",
        "/style.css/..",
        "/index.html",
    ];
    let ids = ["..", "..%2f..%2flock", "%2e%2e", "lock", "a/../b", "aaaaaaaaaaaaaaaa", &"a".repeat(4000)];
    let games = ids.iter().flat_map(|id| {
        ["", "/events", "/at/0", "/exports/record"].map(|end| format!("/api/games/{id}{end}"))
    });
    for path in dots.iter().map(|path| (*path).to_owned()).chain(games) {
        let answer = server.get(&path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
    }
    let game = server.between("othello", "human", "human", "level 1");
    for format in ["..", "%2e%2e%2frecord", "nothing", "psq"] {
        refused(&server.get(&format!("{}/exports/{format}", game.path())), 404);
    }
    for ply in ["-1", "x", "1.5", "99999999999999999999"] {
        refused(&server.get(&format!("{}/at/{ply}", game.path())), 400);
    }
    // The number of a move that never will be is that of the last one, and costs no more to look at.
    for ply in [99_999_999_999_u64, u64::MAX] {
        assert_eq!(server.get(&format!("{}/at/{ply}", game.path())).status, 200);
    }
}

#[test]
fn what_asks_for_nothing_that_can_be_done_is_refused() {
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 1");
    let deep = format!("{{\"x\":{}", "[".repeat(20_000));
    let wrong = [
        "",
        "{",
        "null",
        "[]",
        "[\"resign\"]",
        "{\"do\":\"fly\"}",
        "{\"do\":\"undo\",\"x\":1}",
        "{\"do\":\"resign\",\"version\":3}",
        "{\"do\":\"move\"}",
        "{\"do\":\"move\",\"text\":3}",
        &deep,
        "{\"do\":\"watch\",\"lines\":-1,\"ply\":0}",
        "\u{fffd}{",
    ];
    for body in wrong {
        let answer = ask(server.address, "POST", &game.path(), &[JSON], body.as_bytes()).expect("an answer");
        refused(&answer, 400);
    }
    for order in [
        json!({ "do": "watch", "lines": 0, "ply": 0 }),
        json!({ "do": "watch", "lines": 99, "ply": 0 }),
        json!({ "do": "review", "seconds": 1e9 }),
        json!({ "do": "review", "seconds": -1 }),
        json!({ "do": "move", "text": "x".repeat(50_000) }),
    ] {
        refused(&game.try_order(&order), 422);
    }
    for begin in [
        json!({ "game": "chess", "black": "human", "white": "human" }),
        json!({ "game": "othello", "black": "dog", "white": "human" }),
        json!({ "game": "othello", "black": "human", "white": "human", "position": "X".repeat(30_000) }),
        json!({ "game": "othello", "black": "human", "white": "human", "side": "white" }),
        json!({ "game": "gomoku", "size": 4_000_000_000_u32, "black": "human", "white": "human" }),
        json!({ "game": "othello", "black": "human", "white": "computer", "strength": "depth 99999999999" }),
        json!({ "game": "othello", "black": "human", "white": "computer", "strength": "level 5 level 6" }),
        json!(["othello", null, null, "human", "human", null, null, null, null, null, null]),
    ] {
        refused(&server.post("/api/games", &begin), 400);
    }
    refused(&server.get("/api/games/%ff"), 400);
    let kind = [("content-type", "application/json; charset=utf-8")];
    assert_eq!(
        ask(server.address, "POST", &game.path(), &kind, b"{\"do\":\"stop\"}").expect("an answer").status,
        200
    );
    refused(&ask(server.address, "PUT", "/api/games", &[], b"x").expect("an answer"), 405);
    assert!(legal(&game.state()).len() == 4, "all is as it was");
}

#[test]
fn bodies_that_are_too_large_are_refused() {
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 1");
    refused(&server.post(&game.path(), &json!({ "do": "move", "text": "x".repeat(100_000) })), 413);
    let large = format!(
        "POST {} HTTP/1.1\r\nhost: {}\r\n{}: {}\r\ncontent-length: 9999999999\r\n\r\n",
        game.path(),
        server.address,
        JSON.0,
        JSON.1
    );
    refused(&raw(server.address, large.as_bytes()).expect("an answer"), 413);
    let chunk = format!("{:x}\r\n{}\r\n", 60_000, "x".repeat(60_000)).repeat(3);
    let chunked = format!(
        "POST {} HTTP/1.1\r\nhost: {}\r\n{}: {}\r\ntransfer-encoding: chunked\r\n\r\n{chunk}0\r\n\r\n",
        game.path(),
        server.address,
        JSON.0,
        JSON.1
    );
    refused(&raw(server.address, chunked.as_bytes()).expect("an answer"), 413);
    assert!(legal(&game.state()).len() == 4, "all is as it was");
}

#[test]
fn headers_that_are_too_large_are_refused() {
    let server = Server::start();
    // As many headers as are read, and not one byte more: then the answer is the last that is heard. Of more,
    // some are never read, and the system may end such a connection before the answer has come.
    let mut headers = format!("GET / HTTP/1.1\r\nhost: {}\r\nx: ", server.address);
    headers.extend(std::iter::repeat_n('y', (64 << 10) - headers.len()));
    assert_eq!(raw(server.address, headers.as_bytes()).expect("an answer").status, 431);
    headers.extend(std::iter::repeat_n('y', 200_000));
    match raw(server.address, headers.as_bytes()) {
        Ok(answer) => assert_eq!(answer.status, 431),
        Err(error) => assert!(
            matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::InvalidData),
            "shut, and nothing else: {error}"
        ),
    }
}

#[test]
fn other_machines_need_the_token() {
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(home.path(), &["--address", "0.0.0.0"]);
    let token = server.link.rsplit("token=").next().expect("a token").to_owned();
    assert!(token.len() >= 20, "{}", server.link);
    for path in ["/api/games", "/api/games?token=wrong"] {
        refused(&server.get(path), 401);
    }
    for path in ["/", "/?token=wrong"] {
        let page = server.get(path);
        assert_eq!((page.status, page.header("content-type")), (401, Some("text/html; charset=utf-8")));
        assert!(page.text().contains("<p>Open the link that anyply serve has printed"), "{}", page.text());
    }
    let welcome = server.get(&format!("/?token={token}"));
    let cookie = welcome
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next())
        .expect("a cookie")
        .to_owned();
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let seen = ask(server.address, "GET", "/api/games", &[("cookie", &cookie)], &[]).expect("an answer");
    assert_eq!(seen.status, 200);
    let elsewhere = [("cookie", cookie.as_str()), ("host", "evil.example")];
    refused(&ask(server.address, "GET", "/api/games", &elsewhere, &[]).expect("an answer"), 421);
}

// So many visitors may have searches wait; and one of them, half as many.
const ROOM: usize = 512;

// One's turn comes by then; all that others wait for takes twice as long and more.
const TURN: Duration = Duration::from_secs(15);

#[test]
fn a_flood_of_searches_is_bounded_and_everybody_else_is_answered() {
    let server = Server::start();
    let mut busy = 0;
    for _ in 0..ROOM / 2 + 100 {
        let game = server.between("gomoku", "human", "human", "level 1");
        game.play("h8");
        let answer = game.try_order(&json!({ "do": "hint" }));
        match answer.status {
            200 => {}
            503 => busy += 1,
            _ => panic!("{}", answer.text()),
        }
    }
    assert!((1..100).contains(&busy), "{busy} were refused");
    let began = Instant::now();
    let game = server.between("othello", "human", "human", "level 1");
    assert_eq!(moves(&game.play("f5")), ["f5"]);
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    // Another visitor has his turn next, and not after all those.
    let other = server.between("othello", "human", "human", "level 1");
    let mut events = other.listen();
    let began = Instant::now();
    let order = json!({ "do": "hint" }).to_string();
    let headers = [JSON, ("x-anyply-visitor", "other")];
    let asked = ask(server.address, "POST", &other.path(), &headers, order.as_bytes()).expect("an answer");
    assert_eq!(asked.status, 200, "{}", asked.text());
    events.until("thought", |told| told["what"] == "hint" && told["done"] == true);
    assert!(began.elapsed() < TURN, "{:?}", began.elapsed());
}

#[test]
fn a_long_move_lets_another_visitor_have_his_turn() {
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(home.path(), &["--threads", "1"]);
    let long = server.between("othello", "computer", "human", "time 30s");
    let mut events = long.listen();
    events.until("thought", |told| told["depth"].as_u64() > Some(3));
    let began = Instant::now();
    let order = json!({ "do": "hint" }).to_string();
    let other = server.between("gomoku", "human", "human", "level 1");
    other.play("h8");
    let mut hints = other.listen();
    let headers = [JSON, ("x-anyply-visitor", "other")];
    ask(server.address, "POST", &other.path(), &headers, order.as_bytes()).expect("an answer");
    hints.until("thought", |told| told["what"] == "hint" && told["done"] == true);
    assert!(began.elapsed() < TURN, "{:?}", began.elapsed());
    assert!(moves(&long.state()).is_empty(), "it has not moved yet");
    events.until("thought", |told| told["what"] == "move" && told["depth"].as_u64() > Some(3));
}

#[test]
fn files_as_large_as_may_be_take_little_time_and_memory() {
    let server = Server::start();
    let lines = |line: &str, bytes: usize| line.repeat(bytes / line.len()).into_bytes();
    // Many games, one that never ends, nothing at all; and results that are none.
    for (path, bytes) in [
        ("/api/records?game=othello", lines("f5d6c3d3c4f4\n", 1 << 20)),
        ("/api/records?game=gomoku", lines("h8", 1 << 20)),
        ("/api/records?format=sgf", lines("(;GM[4]SZ[15];B[hh];W[ii])\n", 1 << 20)),
        ("/api/records?name=a.wtb", vec![0; 1 << 20]),
        ("/api/records", lines("(;", 1 << 20)),
        ("/api/records", vec![0xff; 1 << 20]),
        ("/api/results", lines("{\"a\":[1,2,3]}\n", 4 << 20)),
    ] {
        let began = Instant::now();
        let answer = server.upload(path, &bytes);
        assert!(matches!(answer.status, 200 | 422), "{path}: {} {}", answer.status, answer.text());
        assert!(began.elapsed() < Duration::from_secs(20), "{path}: {:?}", began.elapsed());
    }
    for (path, most) in [("/api/records", 1 << 20), ("/api/results", 4 << 20)] {
        refused(&server.upload(path, &vec![b'x'; most + 1]), 413);
    }
    if let Some(used) = server.most_memory() {
        assert!(used < MEMORY, "{used} KiB");
    }
}

#[test]
fn a_large_page_of_results_is_held_once_whoever_asks_for_it() {
    let home = tempfile::tempdir().expect("a folder");
    done_in(
        "match othello --player a=best --player b=best --depth 1 --hash 1M --games 400 --random-plies 20 --out m.jsonl",
        home.path(),
    );
    let bytes = std::fs::read(home.path().join("m.jsonl")).expect("it was written");
    assert!(bytes.len() > 1 << 20, "{} bytes are not much", bytes.len());
    let server = Server::start();
    let path = server.upload("/api/results", &bytes).json()["page"].as_str().expect("a page").to_owned();
    // Who asks for it and does not read it.
    let asked = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let deaf: Vec<TcpStream> = (0..100).map(|_| said(&server, &asked)).collect();
    let began = Instant::now();
    assert_eq!(server.get("/api/about").status, 200);
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    if let Some(used) = server.most_memory() {
        assert!(used < MEMORY, "{used} KiB");
    }
    drop(deaf);
}

#[test]
fn two_who_send_next_to_nothing_keep_nobody_from_loading_a_record() {
    let server = Server::start();
    let head = format!(
        "POST /api/records?game=othello HTTP/1.1\r\nhost: {}\r\ncontent-type: application/octet-stream\r\ncontent-length: 9000\r\n\r\nf",
        server.address
    );
    let _slow: Vec<TcpStream> = (0..4).map(|_| said(&server, &head)).collect();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.upload("/api/records?game=othello", b"f5d6c3").status, 200);
}

#[test]
fn who_is_slow_is_shown_out_and_keeps_nobody_waiting() {
    let server = Server::start();
    let path = server.between("othello", "human", "human", "level 1").path();
    let slow = |text: String| said(&server, &text);
    let host = server.address;
    let mut slow = [
        slow(String::new()),
        slow(format!("GET / HTTP/1.1\r\nhost: {host}\r\nx-")),
        slow(format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{{"
        )),
    ];
    for _ in 0..300 {
        // They come in crowds.
        let _ = TcpStream::connect(host).map(std::mem::forget);
    }
    // One who asks and asks, and takes no answer.
    let mut deaf = TcpStream::connect(host).expect("a connection");
    deaf.set_write_timeout(Some(PATIENCE)).expect("a limit");
    let question = format!("GET /api/about HTTP/1.1\r\nhost: {host}\r\n\r\n").repeat(1000);
    let hung_up = (0..1000).map(|_| deaf.write_all(question.as_bytes())).find_map(Result::err);
    assert!(hung_up.is_some_and(|error| error.kind() != ErrorKind::WouldBlock), "it is not waited for");
    assert!(crowded(host) < SOON);
    for stream in &mut slow {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("it is closed, not forgotten");
    }
    assert!(crowded(host) < SOON);
}

fn crowded(address: SocketAddr) -> Duration {
    let began = Instant::now();
    let about: Value = ask(address, "GET", "/api/about", &[], &[]).expect("an answer").json();
    assert!(about["games"].is_array());
    began.elapsed()
}
