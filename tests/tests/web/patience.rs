//! What a page keeps for who uses it, whatever comes from the server meanwhile, in a real browser.

use crate::board::{begin, choices, click, text};
use crate::driver::Browser;
use crate::http::{ask, json as post};
use crate::server::{Game, Server};
use serde_json::json;
use std::thread::sleep;
use std::time::Duration;

// A page that shows a game.
fn shows(browser: &Browser, game: &Game<'_>) {
    browser.go(&format!("{}#/game/{}", game.server.link, game.id));
    browser.wait("return document.querySelector('.board')");
}

// Presses the button that says so.
fn press(browser: &Browser, says: &str) {
    browser.wait(&format!(
        "const made = [...document.querySelectorAll('button')].find(made => made.textContent === '{says}' && !made.disabled && made.offsetParent);
         made?.click(); return !!made"
    ));
}

const LIVE: &str =
    "return /^Thinking along, for (Black|White): depth/.test(document.querySelector('.told')?.textContent)";

#[test]
fn thinking_along_comes_back_after_a_hint_a_reload_and_another_window() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game = server.between("gomoku", "human", "human", "level 1");
    game.play("h8");
    shows(&browser, &game);
    browser.click(".engine input[type=checkbox]");
    browser.wait(LIVE);
    press(&browser, "Hint");
    browser.wait("return document.querySelector('.ring.hint')");
    browser.wait(LIVE);
    browser.reload();
    browser.wait(LIVE);
    // As a browser does that shows another window: the page listens no more, and the server soon thinks no
    // more.
    let hide = |hidden: bool| {
        browser.run(&format!(
            "Object.defineProperty(document, 'hidden', {{ configurable: true, get: () => {hidden} }});
             document.dispatchEvent(new Event('visibilitychange'))"
        ))
    };
    hide(true);
    sleep(Duration::from_secs(5));
    game.listen().until("thought", |told| told["what"] == "watch" && told["done"] == true);
    hide(false);
    game.listen().until("thought", |told| told["what"] == "watch" && told["done"] == false);
    browser.click(".engine input[type=checkbox]");
    browser.wait("return /^Thought, for White: depth/.test(document.querySelector('.told')?.textContent)");
    browser.reload();
    browser.wait("return document.querySelector('.told p')");
    assert_eq!(browser.run(LIVE), false, "what was switched off stays off");
}

#[test]
fn who_looks_back_stays_there_and_is_told_of_new_moves() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 1");
    for mv in ["f5", "d6", "c3"] {
        game.play(mv);
    }
    shows(&browser, &game);
    browser.click(".moves li:nth-child(2) button");
    browser.wait("return document.querySelector('.banner.shown')");
    let focused = "return document.activeElement.getAttribute('aria-current') === 'step' && document.activeElement.textContent";
    assert_eq!(browser.run(focused), "1f5", "the keyboard stays among the moves");
    browser.type_into(".moves [aria-current]", "\u{e014}");
    browser.wait("return /Move 2 of 3/.test(document.querySelector('.banner').textContent)");
    assert_eq!(browser.run(focused), "2d6");
    game.play("d3");
    browser.wait(
        "return /Move 2 of 4; played meanwhile: d3/.test(document.querySelector('.banner').textContent)",
    );
    browser.wait("return document.querySelectorAll('.disc').length === 6");
    press(&browser, "Back to the end");
    browser.wait(
        "return !document.querySelector('.banner.shown') && document.querySelectorAll('.disc').length === 8",
    );
    assert_eq!(
        browser.run("return document.activeElement !== document.body"),
        true,
        "the keyboard is somewhere"
    );
    // What one looks at is no more once it is taken back.
    browser.click(".moves li:nth-child(4) button");
    browser.wait("return document.querySelector('.banner.shown')");
    for _ in 0..3 {
        game.order(&json!({ "do": "undo" }));
    }
    browser.wait(
        "return !document.querySelector('.banner.shown') && document.querySelectorAll('.disc').length === 5",
    );
}

#[test]
fn half_a_move_is_not_forgotten() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game =
        server.begin(&json!({ "game": "dvonn", "variant": "random", "black": "human", "white": "human" }));
    shows(&browser, &game);
    let from = choices(&browser).remove(0);
    click(&browser, &from);
    browser.wait("return document.querySelector('.ring.picked')");
    let before = game.state()["version"].clone();
    game.order(&json!({ "do": "strength", "text": "level 7" }));
    assert_ne!(game.state()["version"], before);
    browser.wait("return document.querySelector('select[name=strength]').value === 'level 7'");
    assert_eq!(browser.run("return document.querySelectorAll('.ring.picked').length"), 1);
    let to = choices(&browser).remove(0);
    click(&browser, &to);
    browser.wait("return document.querySelectorAll('.moves .move').length === 2 && !document.querySelector('.ring.picked')");
}

#[test]
fn a_large_board_is_hit_on_a_small_screen() {
    let Some(browser) = Browser::open(390, 844, true) else { return };
    let server = Server::start();
    let game = server.begin(&json!({ "game": "gomoku", "size": 20, "black": "human", "white": "human" }));
    shows(&browser, &game);
    let apart = "const [one, other] = ['j10', 'k10'].map(name => document.querySelector(`[data-place=${name}]`).getBoundingClientRect().x); return other - one";
    let small = browser.run(apart).as_f64().expect("a distance");
    assert!(small < 24.0, "{small}");
    press(&browser, "Zoom");
    let large = browser.run(apart).as_f64().expect("a distance");
    assert!(large > 35.0, "{large}");
    assert_eq!(browser.run("return document.documentElement.scrollWidth <= innerWidth"), true);
    // In the middle of what is to be seen, and at a corner that the board must be moved for.
    click(&browser, "k10");
    browser.wait("return document.querySelectorAll('.moves .move').length === 2");
    click(&browser, "a1");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
    press(&browser, "Zoom");
    assert_eq!(browser.run(apart).as_f64(), Some(small));
}

#[test]
fn a_search_that_fails_is_offered_again_and_not_tried_for_ever() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    begin(&browser, &server.link, "othello", "black", "level 1");
    choices(&browser);
    // Two others leave no room, with searches that do not end soon: of one address 384 wait, and at most 4
    // are searched at once.
    let order = json!({ "do": "move", "text": "h8" }).to_string();
    let others: Vec<Game<'_>> = (0..400)
        .map(|number| {
            let game = server.between("gomoku", "human", "computer", "time 60s");
            let visitor = if number % 2 == 0 { "one" } else { "other" };
            let headers = [("content-type", "application/json"), ("x-anyply-visitor", visitor)];
            ask(server.address, "POST", &game.path(), &headers, order.as_bytes()).expect("an answer");
            game
        })
        .collect();
    browser.type_into(".type input", "f5\u{e007}");
    browser.wait("return /too many searches/i.test(document.querySelector('.told').textContent)");
    sleep(Duration::from_secs(4));
    assert!(text(&browser, ".told").contains("Try again"), "it waits for the person");
    for game in &others[..300] {
        assert_eq!(ask(server.address, "DELETE", &game.path(), &[], &[]).expect("an answer").status, 200);
    }
    press(&browser, "Try again");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
}

#[test]
fn every_game_is_found_and_none_is_deleted_by_one_press() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let wanted = json!({ "game": "othello", "black": "human", "white": "human" });
    for _ in 0..70 {
        assert_eq!(post(server.address, "POST", "/api/games", &wanted).expect("an answer").status, 200);
    }
    browser.go(&server.link);
    browser.wait("return document.querySelectorAll('.kept li').length === 60");
    press(&browser, "Show all 70 games");
    browser.wait("return document.querySelectorAll('.kept li').length === 70");
    browser.click(".kept li:nth-child(1) button");
    browser.wait("return document.querySelector('.kept button').textContent === 'Really?'");
    browser.click(".kept li:nth-child(2) button");
    browser.wait("return document.querySelector('.kept button').textContent === 'Delete'");
    assert_eq!(server.get("/api/games").json().as_array().map(Vec::len), Some(70));
    browser.click(".kept li:nth-child(2) button");
    browser.wait("return document.querySelectorAll('.kept li').length === 69");
    assert_eq!(server.get("/api/games").json().as_array().map(Vec::len), Some(69));
}

#[test]
fn a_window_that_does_not_think_along_leaves_another_alone() {
    let (Some(one), Some(other)) = (Browser::open(1100, 900, false), Browser::open(1100, 900, false)) else {
        return;
    };
    let server = Server::start();
    let game = server.between("gomoku", "human", "human", "level 1");
    game.play("h8");
    shows(&one, &game);
    one.click(".engine input[type=checkbox]");
    one.wait(LIVE);
    shows(&other, &game);
    other.wait(LIVE);
    game.play("i9");
    for browser in [&one, &other] {
        browser.wait("return document.querySelectorAll('.moves .move').length === 3");
    }
    one.wait(LIVE);
    // Whoever would end it has long done so.
    sleep(Duration::from_secs(1));
    assert_eq!(one.run(LIVE), true);
}

#[test]
fn what_is_changed_while_a_record_is_read_is_not_taken_for_it() {
    let Some(browser) = Browser::open(1280, 900, false) else { return };
    let server = Server::start();
    browser.go(&server.link);
    browser.wait("return document.querySelector('textarea')");
    let types = |record: &str| {
        browser.run(&format!(
            "const text = document.querySelector('textarea');
             text.value = '{record}';
             text.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ));
    };
    // The server hears of a record once it is released.
    browser.run(
        "const game = document.querySelector('select[name=game]');
         game.value = [...game.options].find(made => made.textContent === 'othello 8x8').value;
         const ask = window.fetch;
         window.fetch = async (path, ...more) => {
            if (path.startsWith('/api/records')) await new Promise(done => { window.release = done; });
            if (more[0]?.method === 'DELETE') window.forgotten = true;
            return ask(path, ...more);
         }",
    );
    for (record, forgotten) in [("hello", false), ("f5d6c3\\nf5d6\\n", true)] {
        types(record);
        press(&browser, "Open");
        types("f5d6c3d3");
        browser.run("document.getElementById('toast').textContent = ''; window.release()");
        let told = browser.wait("return document.getElementById('toast').textContent || null");
        assert_eq!(told, "Changed meanwhile: press Open again.", "{record}");
        assert_eq!(
            browser
                .run("return [!!window.forgotten, !!document.querySelector('[name=number]'), location.hash]"),
            json!([forgotten, false, ""])
        );
    }
    // Which of several games is meant may change, too.
    types("f5d6c3\\nf5d6\\n");
    press(&browser, "Open");
    browser.run("window.release()");
    browser.wait("return document.querySelector('[name=number]')");
    press(&browser, "Study this one");
    browser.run(
        "const which = document.querySelector('[name=number]');
         which.value = '2';
         which.dispatchEvent(new Event('input', { bubbles: true }));
         document.getElementById('toast').textContent = '';
         window.release()",
    );
    let told = browser.wait("return document.getElementById('toast').textContent || null");
    assert_eq!(told, "Changed meanwhile: press Study this one again.");
    press(&browser, "Study this one");
    browser.run("window.release()");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
    // Another page has no such button, and is told of none.
    browser.run("location.hash = '#/'");
    browser.wait("return document.querySelector('textarea')");
    types("hello");
    press(&browser, "Open");
    types("f5d6c3d3");
    browser.run("location.hash = '#/rules/othello'");
    browser.wait("return document.querySelector('.rules')");
    browser.run("document.getElementById('toast').textContent = ''; window.release()");
    browser.wait("return new Promise(done => setTimeout(() => done(true), 200))");
    assert_eq!(browser.run("return document.getElementById('toast').textContent"), "");
}

#[test]
fn what_is_typed_while_a_move_is_on_its_way_stays() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game = server.between("othello", "human", "human", "level 1");
    shows(&browser, &game);
    browser.wait("return document.querySelector('.place.can')");
    // The page hears of an answer once it is released, and has done with it before a timer runs.
    browser.run(
        "const ask = window.fetch;
         window.fetch = async (...wanted) => {
            const answer = await ask(...wanted);
            if (wanted[1]?.method !== 'POST') return answer;
            const { ok, status } = answer, told = await answer.text();
            await new Promise(done => { window.release = done; });
            const text = async () => { setTimeout(() => { window.answered = true; }); return told; };
            return { ok, status, text };
         }",
    );
    // What stands there once `text` is answered, where something else was typed meanwhile.
    let plays = |text: &str, meanwhile: &str| {
        let left = browser.run(&format!(
            "[window.release, window.answered] = [];
             const input = document.querySelector('.type input');
             input.value = '{text}';
             document.querySelector('.type').requestSubmit();
             const left = input.value;
             input.value = '{meanwhile}';
             return left"
        ));
        assert_eq!(left, "", "it is on its way");
        browser.wait("window.release?.(); return window.answered");
        browser.run("return document.querySelector('.type input').value")
    };
    assert_eq!(plays("f5", "f5"), "f5", "it is typed once more");
    assert_eq!(plays("f5", ""), "f5", "it is no move there");
    assert_eq!(plays("f5", "d6"), "d6");
    assert_eq!(plays("d6", ""), "");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
}
