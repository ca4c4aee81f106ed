//! What a window shows while something else than its own clicks happens to the game: in another window, in
//! the pool of searches, to the server.

use crate::board::{begin, choices, click, shown, text};
use crate::driver::Browser;
use crate::http;
use crate::server::{Game, Server, legal, moves};
use serde_json::json;
use std::time::Instant;

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
fn a_review_is_stopped_and_begun_anew_or_gone_on_with() {
    let server = Server::start();
    let game = played(&server, 6);
    let Some(browser) = open(&server, &game) else { return };
    let tells = |told: &str| {
        browser.wait(&format!(
            "return /{told}/.test(document.querySelector('.told').textContent) && !document.querySelector('[aria-disabled=true]')"
        ))
    };
    let may_begin_anew = || {
        let hidden = "return [...document.querySelectorAll('button')].find(made => made.textContent === 'Begin anew').hidden";
        browser.run(hidden) == false
    };
    // The button, if any, where *Stop looking* is or was: whoever was about to press it as the review came to
    // its end has not asked for another.
    let beneath = || {
        browser.run(
            "const { right, top } = document.querySelector('.looks').getBoundingClientRect(), [left, down] = window.stops;
             return document.elementFromPoint(right - left, top + down)?.closest('button')?.textContent ?? ''",
        )
    };
    let stop = || {
        tells("Looking through the game: [1-4] of 6 moves");
        assert!(!may_begin_anew());
        browser.run(
            "const stop = [...document.querySelectorAll('button')].find(made => made.textContent === 'Stop looking');
             const { right, top } = document.querySelector('.looks').getBoundingClientRect();
             const { x, y, width, height } = stop.getBoundingClientRect();
             window.stops = [right - x - width / 2, y + height / 2 - top]",
        );
        assert_eq!(beneath(), "Stop looking");
        press(&browser, "Stop looking");
        tells("Stopped after [1-5] of 6 moves");
        assert!(may_begin_anew());
        assert_eq!(beneath(), "");
    };
    browser.run("document.querySelector('[name=seconds]').value = '1'");
    press(&browser, "Find the mistakes");
    stop();
    // By keys: whoever begins anew can stop it with the next press.
    browser.run(
        "[...document.querySelectorAll('button')].find(made => made.textContent === 'Begin anew').focus()",
    );
    press(&browser, "Begin anew");
    tells("Looking through the game: 0 of 6 moves");
    browser.wait("return document.activeElement.textContent === 'Stop looking'");
    stop();
    browser.run("document.querySelector('[name=seconds]').value = '0.1'");
    let seen = game.state()["review"]["seen"].clone();
    press(&browser, &format!("Go on after {seen} of 6 moves"));
    tells("6 moves were looked at");
    assert!(!may_begin_anew());
    assert_eq!(beneath(), "");
    let state = game.state();
    let judged = state["judged"].as_array().expect("moves");
    assert!(judged.len() == 6 && judged.iter().all(|entry| !entry.is_null()), "{judged:?}");
}

#[test]
fn a_move_that_wins_like_the_best_is_said_to_be_as_good() {
    let server = Server::start();
    // Either end of the four.
    let mut told = Vec::new();
    for last in ["g8", "l8"] {
        let game = server.between("gomoku", "human", "human", "level 1");
        for mv in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", last] {
            game.play(mv);
        }
        let _looks_on = game.listen();
        game.order(&json!({ "do": "review", "seconds": 0.05 }));
        game.wait(|state| state["review"]["seen"] == 9);
        let Some(browser) = open(&server, &game) else { return };
        browser.click(".moves li:nth-child(9) button");
        browser.wait("return /^Here black played/.test(document.querySelector('.told').textContent)");
        told.push(text(&browser, ".told"));
    }
    let others: Vec<_> = told.iter().filter(|told| !told.contains("The best: ")).collect();
    assert!(!others.is_empty(), "{told:?}");
    for other in others {
        assert!(other.contains("As good as the best, ") && other.ends_with("8 (win in 1 ply)"), "{other}");
    }
}

#[test]
fn a_new_game_begins_where_the_last_one_did() {
    let server = Server::start();
    let start = played(&server, 4).state()["board"]["position"].clone();
    let game =
        server.begin(&json!({ "game": "othello", "position": start, "black": "human", "white": "human" }));
    let legal = legal(&game.state());
    game.play(&legal[0]);
    let Some(browser) = open(&server, &game) else { return };
    // The new page comes late: whoever presses again meanwhile wants no second game.
    browser.run(
        "const ask = window.fetch;
         window.fetch = async (path, ...more) => {
            if (path.endsWith('/geometry')) await new Promise(done => { window.show = done; });
            return ask(path, ...more);
         }",
    );
    press(&browser, "New game");
    browser.wait("return !!window.show");
    press(&browser, "New game");
    browser.run("window.show()");
    browser.wait("return document.querySelectorAll('.moves .move').length === 1");
    assert_eq!(server.get("/api/games").json().as_array().map(Vec::len), Some(3));
    let id = browser
        .wait(&format!("return !location.hash.endsWith('{}') && location.hash.split('/').pop()", game.id));
    let begun = server.get(&format!("/api/games/{}", id.as_str().expect("an id"))).json();
    assert_eq!((&begun["board"]["position"], moves(&begun).len()), (&start, 0));
}

#[test]
fn a_computer_that_stands_still_is_not_said_to_think() {
    let server = Server::start();
    let game = server.between("othello", "computer", "computer", "time 20s");
    let Some(browser) = open(&server, &game) else { return };
    browser
        .wait("return /^The computer is thinking, for Black: depth/.test(document.querySelector('.told').textContent)");
    assert_eq!(text(&browser, ".turn"), "The computer (black) is thinking…");
    click(&browser, "a1");
    browser.wait("return document.getElementById('said').textContent === 'It is the computer’s turn.'");
    browser.wait("return document.querySelector('.clock').textContent !== '0:00'");
    game.order(&json!({ "do": "stop" }));
    browser.wait("return document.querySelector('.turn').textContent === 'Black to move'");
    assert_eq!(text(&browser, ".clock"), "0:00", "nor does its clock run: it begins anew");
    press(&browser, "Think on");
    browser.wait("return /is thinking/.test(document.querySelector('.turn').textContent)");
    assert!(moves(&game.state()).is_empty());
}

#[test]
fn the_computers_clock_begins_anew_with_another_strength_as_its_thinking_does() {
    let server = Server::start();
    let game = server.between("othello", "computer", "human", "time 60s");
    let Some(browser) = open(&server, &game) else { return };
    browser.wait("return /^0:(0[4-9]|[1-5]\\d)$/.test(document.querySelector('.clock').textContent)");
    let set = Instant::now();
    game.order(&json!({ "do": "strength", "text": "clock 1m" }));
    let left =
        browser.wait("return document.querySelector('.clock').textContent.match(/^0:(\\d\\d) left$/)?.[1]");
    let left: u64 = left.as_str().and_then(|left| left.parse().ok()).expect("seconds");
    assert!(60 - left <= set.elapsed().as_secs() + 1, "{left}");
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
    let said = |text: &str| {
        browser.wait(&format!("return document.getElementById('said').textContent.startsWith('{text}')"))
    };
    said("The server does not answer");
    let server = Server::start_at(port, home.path(), &[]);
    browser.wait("return document.getElementById('connection').hidden");
    said("The server answers again.");
    let place = choices(&browser).remove(0);
    browser.click(&format!(".place[data-place='{place}']"));
    browser.wait("return document.querySelectorAll('.moves .move').length === 4");
    assert_eq!((shown(&browser), moves(&server.get(&path).json()).len()), (3, 3));
    // A page that cannot be shown is asked for once more without a link to where one is.
    drop(server);
    browser.click(".brand");
    browser.wait("return /The server does not answer/.test(document.querySelector('main').textContent)");
    assert_eq!(browser.run("return document.querySelectorAll('main a').length"), 0);
    let _server = Server::start_at(port, home.path(), &[]);
    browser.click("main button");
    browser.wait("return document.querySelector('.starter')");
    // Which game would be deleted is said to whoever hears the button alone.
    let button = || {
        browser.run(
            "const { textContent, ariaLabel } = document.querySelector('.kept button');
             return [textContent, ariaLabel.split(',')[0]]",
        )
    };
    assert_eq!(button(), json!(["Delete", "Delete this game of othello"]));
    browser.click(".kept button");
    assert_eq!(button(), json!(["Really?", "Really? Delete this game of othello"]));
}

#[test]
fn a_server_that_asks_for_another_token_is_not_said_to_be_away() {
    let home = tempfile::tempdir().expect("a folder");
    let open = ["--address", "0.0.0.0"];
    let server = Server::start_in(home.path(), &open);
    let port = server.address.port();
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    begin(&browser, &server.link, "othello", "two", "level 1");
    browser.wait("return document.querySelector('.place.can')");
    drop(server);
    browser.wait("return !document.getElementById('connection').hidden");
    let _server = Server::start_at(port, home.path(), &open);
    browser.wait("return /asks for its token/.test(document.querySelector('h1')?.textContent)");
    browser.wait(
        "return document.getElementById('said').textContent.startsWith('The server asks for its token. ')",
    );
    assert_eq!(browser.run("return document.getElementById('connection').hidden"), true);
}

#[test]
fn what_is_shared_is_what_is_shown_while_the_menu_stays_open() {
    let server = Server::start();
    let game = played(&server, 2);
    let Some(browser) = open(&server, &game) else { return };
    browser.run("[...document.querySelectorAll('summary')].find(made => made.textContent === 'Save and share').click()");
    let link = "return document.querySelector('[aria-label^=Link]').value";
    let first = browser.wait(&format!("{link} || null"));
    game.play(&legal(&game.state())[0]);
    browser.wait("return document.querySelectorAll('.moves .move').length === 4");
    assert_ne!(browser.run(link), first);
    // Without https, another machine's page has no clipboard.
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    browser.click(".field button");
    browser.wait(
        "return [...document.querySelectorAll('.field button')].some(made => made.textContent === 'Copied')",
    );
    browser.wait("return document.getElementById('said').textContent === 'Copied'");
}

#[test]
fn the_bar_knows_what_was_found_before_and_how_the_game_has_ended() {
    let server = Server::start();
    let game = played(&server, 4);
    let Some(browser) = open(&server, &game) else { return };
    game.order(&json!({ "do": "review", "seconds": 0.05 }));
    browser.wait("return /4 moves were looked at/.test(document.querySelector('.told').textContent)");
    (0..2).for_each(|_| drop(game.play(&legal(&game.state())[0])));
    browser.wait("return document.querySelectorAll('.moves .move').length === 7");
    let said = "return document.querySelector('.bar').getAttribute('aria-label')";
    assert_ne!(browser.run(said), "Evaluation: not known");
    game.order(&json!({ "do": "resign" }));
    browser.wait("return document.querySelector('.turn.over')");
    assert_eq!(browser.run(said), "Evaluation: White is ahead");
    assert_eq!(browser.run("return document.querySelector('.bar .of-black').style.inlineSize"), "0%");
}

#[test]
fn a_resignation_is_read_out_and_taken_back_and_nothing_hidden_is_seen() {
    let server = Server::start();
    let game = played(&server, 0);
    let Some(browser) = open(&server, &game) else { return };
    assert_eq!(browser.run("return document.querySelector('.acts button').disabled"), true);
    browser.click(".acts button[title^='Give']");
    browser.wait("return /^Black resigned, White wins\\./.test(document.getElementById('said').textContent)");
    let seen = browser.run("return document.getElementById('said').getBoundingClientRect().width <= 1");
    assert_eq!(seen, true, "it is for readers alone");
    browser.click(".acts button:nth-child(1)");
    browser.wait("return /^Black to move/.test(document.getElementById('said').textContent)");
}

#[test]
fn an_answer_that_comes_late_does_not_take_the_place_of_another_page() {
    let server = Server::start();
    let game = played(&server, 2);
    let Some(browser) = open(&server, &game) else { return };
    // The list of games comes late.
    browser.run(
        "const ask = window.fetch;
         window.fetch = async (path, ...more) => {
            if (path === '/api/games') { await new Promise(done => setTimeout(done, 300)); window.late = true; }
            return ask(path, ...more);
         };
         location.hash = '#/'",
    );
    browser.run("setTimeout(() => history.back(), 50)");
    browser.wait("return window.late");
    browser.wait("return new Promise(done => setTimeout(() => done(true), 200))");
    assert!(browser.run("return location.hash").as_str().is_some_and(|hash| hash.contains(&game.id)));
    assert_eq!(browser.run("return !!document.querySelector('.starter')"), false);
}
