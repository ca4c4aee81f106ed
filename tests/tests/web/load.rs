//! Two hundred sessions at once, on a machine that has other things to do.

use crate::http::{self, Events};
use crate::server::{MEMORY, Server, legal, moves};
use anyply_games::AnyGame;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::thread;

const SESSIONS: usize = 200;

// What somebody does who opens a page: looks at it, begins a game, listens, makes two moves and waits for the
// answers.
fn session(address: SocketAddr, game: &str) {
    for path in ["/", "/main.js", "/api/about"] {
        assert_eq!(http::ask(address, "GET", path, &[], &[]).expect("an answer").status, 200);
    }
    let wanted = json!({ "game": game, "black": "human", "white": "computer", "strength": "level 5" });
    let begun = http::json(address, "POST", "/api/games", &wanted).expect("an answer").json();
    let path = format!("/api/games/{}", begun["id"].as_str().expect("an id"));
    let mut events = Events::listen(address, &format!("{path}/events")).expect("events");
    let own = |state: &Value| state["computers"] == false;
    let mut state = events.until("state", own);
    for _ in 0..2 {
        let order = json!({ "do": "move", "text": legal(&state)[0] });
        let answer = http::json(address, "POST", &path, &order).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        let made = moves(&answer.json()).len();
        state = events.until("state", |state| own(state) && moves(state).len() >= made);
    }
}

#[test]
fn two_hundred_sessions_are_answered_and_searched_for_in_turn() {
    let server = Server::start();
    // One that would have the machine for himself.
    let greedy = server.between("othello", "human", "human", "level 5");
    let _looks_on = greedy.listen();
    greedy.order(&json!({ "do": "watch", "lines": 5, "ply": 0 }));
    let (address, names) = (server.address, AnyGame::names());
    let sessions: Vec<_> = (0..SESSIONS)
        .map(|number| {
            let name = names[number % names.len()];
            let builder = thread::Builder::new().stack_size(256 << 10);
            builder.spawn(move || session(address, name)).expect("a thread")
        })
        .collect();
    let failed = sessions.into_iter().filter_map(|session| session.join().err()).count();
    assert_eq!(failed, 0, "every request is answered");
    assert_eq!(server.get("/api/games").json().as_array().map(Vec::len), Some(SESSIONS + 1));
    if let Some(used) = server.most_memory() {
        assert!(used < MEMORY, "{used} KiB");
    }
}
