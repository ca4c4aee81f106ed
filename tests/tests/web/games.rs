//! Games over the wire: whole ones of each kind, taken back, gone on with, thought about.

use crate::server::{Game, Server, legal, moves};
use anyply_games::AnyGame;
use anyply_tests::random;
use rand::RngExt;
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_whole_game_of_each_kind_is_played_against_the_computer() {
    let server = Server::start();
    for name in AnyGame::names() {
        let game = server.between(name, "human", "computer", "level 2");
        let mut random = random(7);
        let end = loop {
            let state = game.wait(|state| state["computers"] == false);
            if !state["result"].is_null() {
                break state;
            }
            let legal = legal(&state);
            assert_eq!(state["board"]["side"], "black");
            game.play(&legal[random.random_range(0..legal.len())]);
        };
        assert!(moves(&end).len() > 4, "{name}: {end}");
        assert_eq!(game.try_order(&json!({ "do": "move", "text": "a1" })).status, 422);
        assert!(game.order(&json!({ "do": "undo" }))["result"].is_null());
    }
    let list = server.get("/api/games").json();
    assert_eq!(list.as_array().map(Vec::len), Some(AnyGame::names().len()));
}

#[test]
fn colours_are_found_by_swap2() {
    let server = Server::start();
    let wanted = |black: &str, white: &str| json!({ "game": "gomoku", "black": black, "white": white, "strength": "level 2", "opening": "swap2" });
    // A person makes the opening, and the computer takes a colour.
    let game = server.begin(&wanted("human", "computer"));
    let state = game.play("h8");
    assert_eq!(state["opening"]["due"]["question"], "Your opening, White 2 of 3");
    assert_eq!(game.try_order(&json!({ "do": "hint" })).status, 422);
    assert_eq!(game.try_order(&json!({ "do": "swap" })).status, 422);
    game.play("j8");
    game.play("h9");
    let state = game.wait(|state| state["computers"] == false);
    assert!(state["opening"]["due"].is_null(), "{state}");
    let taken = if state["seats"] == json!(["human", "computer"]) { 4 } else { 3 };
    assert_eq!(moves(&state).len(), taken, "as White it has moved: {state}");
    assert_eq!(game.try_order(&json!({ "do": "undo" })).status, 422, "what led to the choice stays");
    // The computer makes it, and a person has the computer choose after two stones more.
    let game = server.begin(&wanted("computer", "human"));
    let state = game.wait(|state| state["computers"] == false);
    assert_eq!(moves(&state).len(), 3);
    assert_eq!(state["opening"]["due"]["choices"], json!(["black", "white", "more"]));
    let from = |moves: &Value| {
        let mut wanted = wanted("human", "human");
        wanted["opening"] = Value::Null;
        (wanted["from"], wanted["moves"]) = (json!({ "id": game.id, "ply": 3 }), moves.clone());
        server.begin(&wanted).state()["opening"].clone()
    };
    assert_eq!(
        from(&Value::Null)["due"]["choices"],
        json!(["black", "white", "more"]),
        "it goes on elsewhere"
    );
    let legal = legal(&state);
    assert!(from(&legal[0].clone().into()).is_null(), "a move is no choice");
    let refused = game.try_order(&json!({ "do": "move", "text": legal[0] }));
    assert!(
        refused.status == 422 && refused.text().contains("expected black, white or more"),
        "{}",
        refused.text()
    );
    game.play("more");
    game.play(&legal[0]);
    game.play(&legal[1]);
    let state = game.wait(|state| state["computers"] == false);
    assert!(state["opening"]["due"].is_null() && moves(&state).len() >= 5, "{state}");
    // It begins on a free board, in games that have it.
    for wrong in [json!({ "moves": "h8" }), json!({ "opening": "swap3" }), json!({ "game": "othello" })] {
        let mut wanted = wanted("human", "human");
        wanted.as_object_mut().expect("one").extend(wrong.as_object().expect("one").clone());
        let answer = server.post("/api/games", &wanted);
        assert!(answer.status == 400 && answer.text().contains("opening"), "{wrong}: {}", answer.text());
    }
}

#[test]
fn every_variant_can_be_begun_and_shown() {
    let server = Server::start();
    let about = server.get("/api/about").json();
    for game in about["games"].as_array().expect("games") {
        for variant in game["variants"].as_array().expect("variants") {
            let wanted = json!({
                "game": game["name"], "variant": variant["name"], "size": variant["size"], "black": "human", "white": "human"
            });
            let begun = server.begin(&wanted);
            let list = server.get("/api/games").json();
            let entry =
                list.as_array().and_then(|list| list.iter().find(|entry| entry["id"] == begun.id.as_str()));
            assert_eq!(entry.map(|entry| &entry["size"]), Some(&variant["size"]));
            let (state, geometry) = (begun.state(), server.get(&format!("{}/geometry", begun.path())).json());
            let pieces = state["board"]["pieces"].as_array().map(Vec::len);
            assert_eq!(pieces, geometry["places"].as_array().map(Vec::len), "{wanted}");
        }
    }
}

#[test]
fn another_game_begins_as_one_did_and_what_is_drawn_by_lot_is_drawn_anew() {
    let server = Server::start();
    let like = |game: &str, variant: &str, other: &Game<'_>| {
        let from = json!({ "id": other.id });
        let wanted =
            json!({ "game": game, "variant": variant, "black": "human", "white": "human", "from": from });
        server.begin(&wanted).state()
    };
    let first = server.between("othello", "human", "human", "level 1");
    let start = first.play("f5")["board"]["position"].clone();
    let second =
        server.begin(&json!({ "game": "othello", "position": start, "black": "human", "white": "human" }));
    second.play("d6");
    let third = like("othello", "8x8", &second);
    assert_eq!((&third["board"]["position"], moves(&third).len()), (&start, 0));
    let dvonn = json!({ "game": "dvonn", "variant": "random", "black": "human", "white": "human" });
    let dvonn = server.begin(&dvonn);
    assert_ne!(like("dvonn", "random", &dvonn)["board"]["position"], dvonn.state()["board"]["position"]);
}

#[test]
fn orders_do_what_they_say() {
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 3");
    game.play("f5");
    let state = game.play("d6");
    assert_eq!(moves(&state), ["f5", "d6"]);
    // A page that shows an older state is told so, and changes nothing.
    let stale = server.post(&format!("{}?version=1", game.path()), &json!({ "do": "undo" }));
    assert_eq!((stale.status, moves(&game.state()).len()), (409, 2));
    let fresh = format!("{}?version={}", game.path(), state["version"]);
    assert_eq!(server.post(&fresh, &json!({ "do": "undo" })).status, 200);
    assert_eq!(moves(&game.state()), ["f5"]);
    assert_eq!(moves(&game.order(&json!({ "do": "redo" }))), ["f5", "d6"]);
    assert_eq!(game.try_order(&json!({ "do": "redo" })).status, 422);
    let state = game.order(&json!({ "do": "strength", "text": "time 200ms" }));
    assert_eq!(state["strength"], "time 200ms");
    for text in ["level 13", "level auto", "clock soon", "time 2h", "fast"] {
        assert_eq!(game.try_order(&json!({ "do": "strength", "text": text })).status, 422, "{text}");
    }
    assert_eq!(game.try_order(&json!({ "do": "move", "text": "a1" })).status, 422);
    let over = game.order(&json!({ "do": "resign" }));
    assert_eq!((over["winner"].as_str(), over["board"]["side"].as_str()), (Some("white"), Some("black")));
    let seats = game.order(&json!({ "do": "seats", "black": "computer", "white": "human" }));
    assert_eq!(seats["seats"], json!(["computer", "human"]));
    // The board as it was, without a change of what it is.
    let before = server.get(&format!("{}/at/1", game.path())).json();
    assert_eq!((before["ply"].as_u64(), before["side"].as_str()), (Some(1), Some("white")));
    assert_eq!(moves(&game.state()).len(), 2);
}

#[test]
fn a_page_that_is_opened_later_hears_for_how_long_it_has_been_somebodys_turn() {
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 3");
    let heard = || game.listen().until("thinking", |_| true).as_f64().expect("seconds");
    thread::sleep(Duration::from_millis(300));
    assert!((0.3..60.0).contains(&heard()));
    let answered = |state: &Value| state["running"].as_f64().expect("seconds");
    assert!((0.3..60.0).contains(&answered(&game.state())));
    // How strong the computer is to be makes nobody begin to think anew.
    game.order(&json!({ "do": "strength", "text": "level 4" }));
    assert!(heard() >= 0.3);
    let before = Instant::now();
    let state = game.play("f5");
    assert!(state["moves"][0][2].as_f64().is_some_and(|seconds| seconds >= 0.3));
    assert!(answered(&state) <= before.elapsed().as_secs_f64());
    assert!(heard() <= before.elapsed().as_secs_f64());
    // Nor does giving up take back the time until then.
    let over = game.order(&json!({ "do": "resign" }));
    assert!(over["times"][1]["taken"].as_f64() > Some(0.0), "{over}");
}

#[test]
fn a_page_hears_that_somebody_begins_anew_whatever_the_reason() {
    let server = Server::start();
    for (who, orders) in [
        ("human", [json!({ "do": "swap" }), json!({ "do": "seats", "black": "human", "white": "computer" })]),
        ("computer", [json!({ "do": "think" }), json!({ "do": "review", "seconds": 0.05 })]),
    ] {
        let game = server.between("othello", who, who, "time 20s");
        let mut events = game.listen();
        events.until("thinking", |_| true);
        for order in orders {
            thread::sleep(Duration::from_millis(200));
            let asked = Instant::now();
            game.order(&order);
            events.until("thinking", |_| true);
            // Whoever looks on from now on hears how long it has been: not since before, nor since he looks
            // on.
            let heard = Instant::now();
            thread::sleep(Duration::from_millis(50));
            let least = heard.elapsed().as_secs_f64();
            let seconds = game.listen().until("thinking", |_| true).as_f64().expect("seconds");
            assert!((least..=asked.elapsed().as_secs_f64()).contains(&seconds), "{order}: {seconds}");
        }
    }
}

#[test]
fn swapping_sides_makes_the_computer_move() {
    let server = Server::start();
    let game = server.between("gomoku", "human", "computer", "level 4");
    game.order(&json!({ "do": "swap" }));
    let state = game.wait(|state| moves(state).len() == 1);
    assert_eq!((state["seats"][0].as_str(), state["computers"].as_bool()), (Some("computer"), Some(false)));
}

#[test]
fn what_is_thought_is_told_as_it_is_thought() {
    let server = Server::start();
    let game = server.between("othello", "human", "computer", "level 6");
    let mut events = game.listen();
    assert_eq!(events.until("state", |_| true)["id"], game.id.as_str());
    game.order(&json!({ "do": "watch", "lines": 3, "ply": 0 }));
    let three = |told: &Value| told["lines"].as_array().is_some_and(|lines| lines.len() == 3);
    let first = events.until("thought", |told| three(told) && told["depth"].as_u64() > Some(1));
    let deeper = events.until("thought", |told| told["depth"].as_u64() > first["depth"].as_u64());
    assert_eq!((deeper["what"].as_str(), deeper["done"].as_bool()), (Some("watch"), Some(false)));
    game.order(&json!({ "do": "stop" }));
    events.until("thought", |told| told["done"] == true);
    game.order(&json!({ "do": "hint" }));
    let hint = events.until("thought", |told| told["what"] == "hint" && told["done"] == true);
    assert!(legal(&game.state()).iter().any(|mv| hint["lines"][0]["moves"][0] == mv.as_str()));
    game.play("f5");
    events.until("state", |state| moves(state).len() == 2);
}

#[test]
fn a_search_ends_when_nobody_looks_on() {
    let server = Server::start();
    let game = server.between("gomoku", "human", "human", "level 1");
    game.play("h8");
    let mut events = game.listen();
    game.order(&json!({ "do": "watch", "lines": 1, "ply": 1 }));
    events.until("thought", |told| told["depth"].as_u64() > Some(1));
    drop(events);
    // A page that is gone is noticed when it is written to.
    std::thread::sleep(std::time::Duration::from_secs(7));
    game.listen().until("thought", |told| told["done"] == true);
}

#[test]
fn another_strength_leaves_what_is_thought_along_alone() {
    let server = Server::start();
    let game = server.between("gomoku", "human", "computer", "level 1");
    let mut events = game.listen();
    game.order(&json!({ "do": "watch", "lines": 1, "ply": 0 }));
    let before = events.until("thought", |told| told["depth"].as_u64() > Some(1));
    game.order(&json!({ "do": "strength", "text": "level 3" }));
    events.until("state", |state| state["strength"] == "level 3");
    let next = events.until("thought", |_| true);
    assert_eq!((&next["what"], &next["done"]), (&"watch".into(), &false.into()), "{next}");
    assert!(next["depth"].as_u64() >= before["depth"].as_u64(), "it goes on: {next}");
}

#[test]
fn two_computers_play_only_while_somebody_looks_on() {
    let server = Server::start();
    let game = server.between("othello", "computer", "computer", "level 1");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(moves(&game.state()).is_empty());
    let mut events = game.listen();
    events.until("state", |state| moves(state).len() > 4);
}

#[test]
fn a_new_start_goes_on_where_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(home.path(), &[]);
    let id = {
        let game = server.between("dvonn", "human", "human", "level 3");
        for _ in 0..12 {
            game.play(&legal(&game.state())[0]);
        }
        game.order(&json!({ "do": "undo" }));
        game.id
    };
    let before = server.get(&format!("/api/games/{id}")).json();
    let refused = anyply_tests::program::run_in(&["serve", "--port", "0"], "", home.path());
    assert_eq!(refused.status.code(), Some(1), "the folder is in use");
    drop(server);
    std::fs::write(home.path().join("web").join("abcdefghijkmnpqr.ron"), "torn").expect("it can be written");
    let server = Server::start_in(home.path(), &[]);
    let mut after = server.get(&format!("/api/games/{id}")).json();
    assert!(after["running"].as_f64().is_some_and(|running| running < 60.0), "its turn begins anew: {after}");
    for told_anew in ["version", "running"] {
        after[told_anew] = before[told_anew].clone();
    }
    assert_eq!(after, before);
    assert_eq!(moves(&server.post(&format!("/api/games/{id}"), &json!({ "do": "redo" })).json()).len(), 12);
    assert!(
        home.path().join("web").join("abcdefghijkmnpqr.ron").exists(),
        "a file that is no game is left alone"
    );
    let gone =
        crate::http::ask(server.address, "DELETE", &format!("/api/games/{id}"), &[], &[]).expect("an answer");
    assert_eq!((gone.status, server.get(&format!("/api/games/{id}")).status), (200, 404));
}

#[test]
fn a_game_that_was_given_up_goes_on_only_when_that_is_taken_back() {
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 1");
    game.play("f5");
    game.play("d6");
    game.order(&json!({ "do": "undo" }));
    game.order(&json!({ "do": "resign" }));
    assert_eq!(game.try_order(&json!({ "do": "redo" })).status, 422);
    assert_eq!(moves(&game.state()), ["f5"]);
    assert!(game.order(&json!({ "do": "undo" }))["result"].is_null());
    assert_eq!(moves(&game.order(&json!({ "do": "redo" }))), ["f5", "d6"]);
}

#[test]
fn two_computers_play_on_after_their_game_was_looked_through() {
    let server = Server::start();
    let game = server.between("othello", "computer", "computer", "time 100ms");
    let _looks_on = game.listen();
    game.wait(|state| moves(state).len() >= 2);
    game.order(&json!({ "do": "review", "seconds": 0.05 }));
    let before = moves(&game.state()).len();
    game.wait(|state| moves(state).len() >= before + 2);
}

#[test]
fn two_computers_play_on_after_looking_through_their_game_was_stopped() {
    let server = Server::start();
    let game = server.between("othello", "computer", "computer", "time 100ms");
    let _looks_on = game.listen();
    game.wait(|state| moves(state).len() >= 2);
    game.order(&json!({ "do": "review", "seconds": 10 }));
    let before = moves(&game.order(&json!({ "do": "stop" }))).len();
    game.wait(|state| moves(state).len() >= before + 2);
}

#[test]
fn the_computer_plays_by_a_clock() {
    let server = Server::start();
    let game = server.between("gomoku", "human", "computer", "clock 10s+1s");
    assert_eq!(game.state()["times"], json!([{ "taken": 0.0 }, { "left": 10.0 }]));
    game.play("h8");
    let state = game.wait(|state| moves(state).len() == 2);
    let taken = state["moves"][1][2].as_f64().expect("seconds");
    assert!((0.05..3.4).contains(&taken), "a third of the clock at most: {taken}");
    let left = state["times"][1]["left"].as_f64().expect("seconds");
    assert!((left + taken - 11.0).abs() < 0.01, "{left} s are left of 11 after {taken}");
}

#[test]
fn what_was_thought_of_a_move_that_is_made_is_over() {
    let server = Server::start();
    let game = server.between("gomoku", "human", "computer", "level 4");
    let mut events = game.listen();
    game.play("h8");
    game.wait(|state| moves(state).len() == 2);
    events.until("thought", |thought| thought["what"] == "move" && thought["done"] == true);
}
