//! `kill -9` in the middle of a move, twenty times: no game is lost, none is damaged.
#![cfg(unix)]

use crate::http;
use crate::server::{Server, legal, moves};
use anyply_tests::random;
use rand::RngExt;
use serde_json::json;
use std::thread;
use std::time::Duration;

#[test]
fn no_game_is_lost_or_damaged_by_a_sudden_end() {
    let home = tempfile::tempdir().expect("a folder");
    let mut random = random(3);
    let mut server = Server::start_in(home.path(), &[]);
    let names = ["othello", "gomoku", "dvonn"];
    let mut games = names.map(|name| (server.between(name, "human", "human", "level 1").id, Vec::new()));
    for round in 0..20 {
        let number = round % games.len();
        let (id, known) = &mut games[number];
        let path = format!("/api/games/{id}");
        let state = server.get(&path).json();
        let choices = legal(&state);
        let order = json!({ "do": "move", "text": choices[random.random_range(0..choices.len())] });
        let (address, to) = (server.address, path.clone());
        let move_made = thread::spawn(move || http::json(address, "POST", &to, &order));
        thread::sleep(Duration::from_micros(random.random_range(0..6000)));
        server.running.signal("KILL");
        let answered = move_made.join().expect("the thread ends").is_ok_and(|answer| answer.status == 200);
        server = Server::start_in(home.path(), &[]);
        let now = moves(&server.get(&path).json());
        if answered {
            assert_eq!(now.len(), known.len() + 1, "what was answered is kept");
        }
        assert!(now.starts_with(known) && now.len() <= known.len() + 1, "{known:?} became {now:?}");
        *known = now;
    }
    for (id, known) in &games {
        assert_eq!(moves(&server.get(&format!("/api/games/{id}")).json()), *known);
    }
    let files = std::fs::read_dir(home.path().join("web")).expect("the folder").count();
    assert_eq!(files, games.len() + 1, "the games and the lock, and nothing half written");
}
