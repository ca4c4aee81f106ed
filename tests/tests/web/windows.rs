//! What a window shows while something else than its own clicks happens to the game: in another window, in the pool of searches, to the
//! server.

use crate::board::{choices, shown, text};
use crate::driver::Browser;
use crate::http;
use crate::server::{Game, Server, legal, moves};
use serde_json::json;

// A window that shows a game, once it does.
fn open(server: &Server, game: &Game<'_>) -> Option<Browser> {
    let browser = Browser::open(1100, 900, false)?;
    browser.go(&format!("{}#/game/{}", server.link, game.id));
    browser.wait("return document.querySelector('.board')");
    Some(browser)
}

fn played(server: &Server, plies: usize) -> Game<'_> {
    let game = server.between("othello", "human", "human", "level 1");
    for ply in 0..plies {
        let legal = legal(&game.state());
        game.play(&legal[ply % legal.len()]);
    }
    game
}

fn press(browser: &Browser, button: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('button')].find(made => made.textContent === '{button}').click()"
    ));
}

#[test]
fn thinking_along_waits_for_a_review_that_was_begun_before_the_page_was_loaded() {
    let server = Server::start();
    let game = played(&server, 6);
    let Some(browser) = open(&server, &game) else { return };
    browser.click(".engine input[type=checkbox]");
    browser.wait("return /Thinking along/.test(document.querySelector('.told').textContent)");
    browser.run("document.querySelector('[name=seconds]').value = '1'");
    press(&browser, "Find the mistakes");
    browser.wait(
        "return /Looking through the game: [1-6] of/.test(document.querySelector('.told').textContent)",
    );
    browser.reload();
    browser.wait("return /Thinking along/.test(document.querySelector('.told')?.textContent)");
    let state = game.state();
    let judged = state["judged"].as_array().expect("moves").iter().filter(|entry| !entry.is_null());
    assert_eq!(judged.count(), 6, "the review has come to its end");
}

#[test]
fn a_computer_that_stands_still_is_not_said_to_think() {
    let server = Server::start();
    let game = server.between("othello", "computer", "computer", "time 20s");
    let Some(browser) = open(&server, &game) else { return };
    browser
        .wait("return /^The computer is thinking: depth/.test(document.querySelector('.told').textContent)");
    assert_eq!(text(&browser, ".turn"), "The computer (black) is thinking…");
    game.order(&json!({ "do": "stop" }));
    browser.wait("return document.querySelector('.turn').textContent === 'Black to move'");
    press(&browser, "Think on");
    browser.wait("return /is thinking/.test(document.querySelector('.turn').textContent)");
    assert!(moves(&game.state()).is_empty());
}

#[test]
fn the_graph_shows_the_game_and_not_what_was_taken_back() {
    let server = Server::start();
    let game = played(&server, 12);
    let Some(browser) = open(&server, &game) else { return };
    game.order(&json!({ "do": "review", "seconds": 0.05 }));
    browser.wait("return /12 moves were looked at/.test(document.querySelector('.told').textContent)");
    (0..8).for_each(|_| drop(game.order(&json!({ "do": "undo" }))));
    browser.wait("return document.querySelectorAll('.moves .move').length === 5");
    let farthest = browser.run(
        "return Math.max(...document.querySelector('.curve').getAttribute('points').split(' ').map(point => Number(point.split(',')[0])))",
    );
    assert_eq!(farthest.as_f64(), Some(300.0), "the curve ends where the picture does");
    let said = browser.run("return document.querySelector('.graph').getAttribute('aria-label')");
    let state = game.state();
    let bad = state["judged"].as_array().expect("moves")[..4]
        .iter()
        .filter(|entry| entry["mark"] != "fine")
        .count();
    assert_eq!(said, format!("Evaluation over 4 moves; {bad} moves are marked as mistakes"));
    assert_eq!(browser.run("return document.querySelectorAll('.graph .mark').length"), bad);
}

#[test]
fn a_game_that_was_deleted_elsewhere_is_said_to_be_gone() {
    let server = Server::start();
    let game = played(&server, 2);
    let Some(browser) = open(&server, &game) else { return };
    let gone = http::ask(server.address, "DELETE", &game.path(), &[], &[]).expect("an answer");
    assert_eq!(gone.status, 200);
    browser.wait("return /no more/.test(document.querySelector('h1')?.textContent) && !document.querySelector('.board')");
    assert_eq!(
        browser.run("return document.getElementById('connection').hidden"),
        true,
        "the server is there"
    );
}

#[test]
fn a_page_goes_on_with_a_server_that_was_started_anew() {
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start_in(home.path(), &[]);
    let port = server.address.port();
    let game = played(&server, 2);
    let Some(browser) = open(&server, &game) else { return };
    let path = game.path();
    drop(server);
    browser.wait("return !document.getElementById('connection').hidden");
    let server = Server::start_at(port, home.path(), &[]);
    browser.wait("return document.getElementById('connection').hidden");
    let place = choices(&browser).remove(0);
    browser.click(&format!(".place[data-place='{place}']"));
    browser.wait("return document.querySelectorAll('.moves .move').length === 4");
    assert_eq!((shown(&browser), moves(&server.get(&path).json()).len()), (3, 3));
}
