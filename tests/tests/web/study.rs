//! Records in and out, reviews, positions, and pages of comparisons.

use crate::http::Answer;
use crate::server::{Game, Server, legal, moves};
use anyply_games::AnyGame;
use anyply_tests::program::done_in;
use anyply_tests::random;
use rand::RngExt;
use serde_json::{Value, json};
use std::fs;

fn played<'a>(server: &'a Server, name: &str, plies: usize) -> Game<'a> {
    let game = server.between(name, "human", "human", "level 1");
    let mut random = random(11);
    let mut state = game.state();
    while state["result"].is_null() && moves(&state).len() < plies {
        let legal = legal(&state);
        state = game.play(&legal[random.random_range(0..legal.len())]);
    }
    game
}

fn loaded(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn a_game_comes_back_from_every_format_it_can_be_written_in() {
    let server = Server::start();
    for name in AnyGame::names() {
        let game = played(&server, name, 500);
        let before = moves(&game.state());
        let exports = server.get(&format!("{}/exports", game.path())).json();
        let formats = exports.as_array().expect("formats");
        assert!(formats.len() >= 4, "{name}: {exports}");
        for format in formats {
            let (format, extension) =
                (format["name"].as_str().unwrap_or(""), format["extension"].as_str().unwrap_or(""));
            let file = server.get(&format!("{}/exports/{format}", game.path()));
            assert_eq!(file.status, 200, "{format}");
            assert!(file.header("content-disposition").is_some_and(|said| said.starts_with("attachment")));
            // Positions alone have no moves to come back.
            if matches!(format, "obf") {
                continue;
            }
            for told in [format!("name=a.{extension}&game={name}"), format!("format={format}&game={name}")] {
                let back = loaded(&server.upload(&format!("/api/records?{told}"), &file.body));
                assert_eq!(moves(&back["state"]), before, "{format} {told}");
            }
        }
    }
}

#[test]
fn a_pasted_record_is_known_for_what_it_is() {
    let server = Server::start();
    // A file of text, too, in which Dvonn's own format would take the moves of another game for placements.
    assert_eq!(server.upload("/api/records?name=game.txt", b"d3c3c4e3").status, 422);
    let dvonn = loaded(&server.upload("/api/records", b"Variant: full\nD3 C3 C4 E3"));
    assert_eq!((&dvonn["format"], moves(&dvonn["state"]).len()), (&json!("dvonn"), 4));
    let game = loaded(&server.upload("/api/records?name=game.txt", b"(;GM[2]FF[4];B[fe];W[df])"));
    assert_eq!((game["format"].as_str(), moves(&game["state"]).len()), (Some("sgf"), 2));
    let text = "f5d6c3d3c4f4\nf5f6e6f4\n";
    let first = loaded(&server.upload("/api/records?game=othello", text.as_bytes()));
    assert_eq!(first["state"]["studied"], true, "nobody's time runs");
    assert_eq!((first["games"].as_u64(), moves(&first["state"]).len()), (Some(2), 6));
    let second = loaded(&server.upload("/api/records?game=othello&number=2", text.as_bytes()));
    assert_eq!(moves(&second["state"]), ["f5", "f6", "e6", "f4"]);
    let sgf = loaded(&server.upload("/api/records", b"(;GM[4]SZ[15]PB[<b>Ann</b>]PW[Bob];B[hh];W[ii])"));
    assert_eq!(
        (sgf["format"].as_str(), sgf["state"]["names"][0].as_str()),
        (Some("sgf"), Some("<b>Ann</b>"))
    );
    for (query, wrong) in [
        ("", "f5d6"),
        ("game=othello", "f5f5"),
        ("game=othello&number=3", text),
        ("name=a.ron", "text"),
        ("", ""),
        ("name=a.wtb", "\u{1}\u{2}"),
        ("game=othello", "(;GM[2]"),
    ] {
        let answer = server.upload(&format!("/api/records?{query}"), wrong.as_bytes());
        assert_eq!(answer.status, 422, "{query} {wrong}: {}", answer.text());
    }
    // What would be a game of Dvonn, too, is of the game that was named, or of none.
    let othello = loaded(&server.upload("/api/records?game=othello", b"c4c3d3c5b4"));
    assert_eq!((&othello["format"], &othello["state"]["game"]), (&json!("transcript"), &json!("othello")));
    let renju = loaded(&server.upload("/api/records?game=gomoku&variant=renju", b"h8h9j9"));
    assert_eq!(renju["state"]["variant"], "renju");
    assert_eq!(server.upload("/api/records?game=gomoku&format=dvonn", b"D3 E3").status, 422);
    let talkative = format!("(;GM[4]SZ[15]PB[{}];B[hh]C[{}])", "n".repeat(5000), "c".repeat(200_000));
    let answer = server.upload("/api/records", talkative.as_bytes());
    assert_eq!(answer.status, 422, "{}", answer.text());
    for unknown in ["game=chess", "format=docx", "colour=red", "number=x"] {
        assert_eq!(server.upload(&format!("/api/records?{unknown}"), b"f5").status, 400, "{unknown}");
    }
    assert_eq!(server.upload("/api/records", &vec![b'x'; 5 << 20]).status, 413);
}

#[test]
fn what_is_wrong_with_a_record_is_told_of_the_format_that_it_is_meant_in() {
    let server = Server::start();
    for (text, told) in [
        ("f5d6c3d3c4", "moves of othello or of gomoku: say of which game they are"),
        ("d3c3c4e3", "moves of othello or of gomoku or of dvonn: say of which game they are"),
        ("hello", "as moves: it does not say which game it is of: name it"),
        ("(;GM[4]SZ[15];B[hh];W[hh])", "sgf: move 2, h8: 'h8' at column 1: expected a free square"),
        ("(;GM[Othello]PC[x]PB[a", "ggf: 1:22: a value without its end"),
        ("---------------------------OX------XO-------------------------Q- X;", "obf: 1:63: 'Q'"),
        ("{\"anyply_record\":1}", "json: 1:19: missing field"),
        ("(anyply_record: 1, moves: 3)", "record: "),
    ] {
        let answer = server.upload("/api/records", text.as_bytes());
        assert_eq!(answer.status, 422, "{text}");
        let error = answer.json()["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.starts_with(told) || told.starts_with("as moves") && error.ends_with(told), "{error}");
    }
    let gomoku = loaded(&server.upload("/api/records", b"h8j9k10"));
    assert_eq!((&gomoku["state"]["game"], moves(&gomoku["state"]).len()), (&json!("gomoku"), 3));
    let record = String::from_utf8(
        server.get(&format!("{}/exports/record", played(&server, "othello", 2).path())).body,
    );
    let swapped = record.expect("text").replacen("moves:", "opening: Some(\"swap2\"), moves:", 1);
    let answer = server.upload("/api/records?format=record", swapped.as_bytes()).text();
    assert!(answer.contains("expected none in othello"), "{answer}");
}

#[test]
fn a_review_tells_what_each_move_lost() {
    let server = Server::start();
    let game = played(&server, "othello", 500);
    let mut events = game.listen();
    game.order(&json!({ "do": "review", "seconds": 0.05 }));
    events.until("thought", |told| told["what"] == "review" && told["done"] == true);
    let state = game.state();
    let judged = state["judged"].as_array().expect("moves");
    let known: Vec<&Value> = judged.iter().filter(|entry| !entry.is_null()).collect();
    assert!(known.len() > moves(&state).len() / 2, "{}", known.len());
    let bad: Vec<&&Value> = known.iter().filter(|entry| entry["mark"] != "fine").collect();
    assert!(!bad.is_empty() && bad.len() < known.len(), "moves by lot are partly bad");
    for entry in &bad {
        assert!(entry["loss"].as_f64().is_none_or(|loss| loss > 0.0) && entry["lost"] != "", "{entry}");
        assert!(entry["best"].as_array().is_some_and(|line| !line.is_empty()), "{entry}");
    }
    // A game that is gone on with elsewhere keeps what is still true.
    game.order(&json!({ "do": "undo" }));
    assert_eq!(game.state()["judged"].as_array().map(Vec::len), Some(judged.len()));
}

#[test]
fn a_thrown_win_is_told_as_one() {
    let server = Server::start();
    let wanted =
        json!({ "game": "gomoku", "moves": "h8i8h9i9h10i10h11h12", "black": "human", "white": "human" });
    let game = server.begin(&wanted);
    game.play("d4");
    let _looks_on = game.listen();
    game.order(&json!({ "do": "review", "seconds": 0.1 }));
    let state = game.wait(|state| !state["judged"][0].is_null());
    let thrown = &state["judged"][8];
    assert_eq!(
        (thrown["mark"].as_str(), thrown["lost"].as_str()),
        (Some("blunder"), Some("a win")),
        "{thrown}"
    );
}

#[test]
fn a_position_is_begun_with_and_branched_off() {
    let server = Server::start();
    for name in AnyGame::names() {
        let game = played(&server, name, 20);
        let state = game.state();
        let from_text = server.begin(&json!({
            "game": name, "variant": state["variant"], "size": state["size"], "position": state["board"]["position"],
            "side": state["board"]["side"], "black": "human", "white": "human"
        }));
        let again = from_text.state();
        assert_eq!(again["board"]["position"], state["board"]["position"], "{name}");
        assert_eq!(legal(&again), legal(&state), "{name}");
        let branch = server.begin(&json!({
            "game": name, "variant": state["variant"], "size": state["size"], "from": { "id": game.id, "ply": 7 },
            "black": "human", "white": "human"
        }));
        assert_eq!(moves(&branch.state()), moves(&state)[..7], "{name}");
    }
}

#[test]
fn files_of_results_are_shown_as_their_pages() {
    let home = tempfile::tempdir().expect("a folder");
    done_in("compare othello --depth 3 --positions 2 --out c.jsonl", home.path());
    done_in("match othello --player a=1 --player b=2 --games 2 --out m.jsonl", home.path());
    let server = Server::start();
    for file in ["c.jsonl", "m.jsonl"] {
        let bytes = fs::read(home.path().join(file)).expect("it was written");
        let answer = loaded(&server.upload("/api/results", &bytes));
        let page = server.get(answer["page"].as_str().expect("a page"));
        let policy = page.header("content-security-policy").unwrap_or_default().to_owned();
        assert!(
            policy.starts_with("sandbox allow-scripts; default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        let nonce = policy
            .split("'nonce-")
            .nth(1)
            .and_then(|rest| rest.split('\'').next())
            .expect("a nonce")
            .to_owned();
        let text = page.text().to_lowercase();
        assert!(text.contains(&format!("<style nonce=\"{nonce}\">")) && text.contains("<table>"), "{file}");
        assert!(!text.contains(" style="), "{file}: a style that the policy forbids");
    }
    // One of the two games is missing in this file.
    let bytes = fs::read_to_string(home.path().join("m.jsonl")).expect("it was written");
    let part: Vec<&str> = bytes.lines().take(2).collect();
    let answer = loaded(&server.upload("/api/results", (part.join("\n") + "\n").as_bytes()));
    let page = server.get(answer["page"].as_str().expect("a page")).text();
    assert!(page.contains("<dt>Incomplete</dt><dd>1 of 2 games are missing</dd>"), "{page}");
    for wrong in ["", "text", "{}", "{\"anyply_comparison\":1}"] {
        let answer = server.upload("/api/results", wrong.as_bytes());
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert!(!answer.text().contains("/tmp"), "{}", answer.text());
    }
    // Whoever opens a window again that has shown one is told by a page, too.
    let gone = server.get("/results/nothing");
    assert_eq!((gone.status, gone.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(gone.text().contains("<p>These results are no longer here: open their file again.</p>"));
}
