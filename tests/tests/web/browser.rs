//! Whole games by clicks, and what else is done with a board, in a real browser.

use crate::board::{begin, choices, click, shown, text};
use crate::driver::Browser;
use crate::server::Server;
use anyply_tests::program::done_in;
use serde_json::{Value, json};
use std::collections::BTreeSet;

// A whole game by clicks on whatever is offered first.
fn whole_game(name: &str, strength: &str) {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    begin(&browser, &server.link, name, "black", strength);
    let (mut clicks, mut reloaded) = (0, false);
    loop {
        let choices = choices(&browser);
        let Some(place) = choices.get(clicks % 7 % choices.len().max(1)) else { break };
        click(&browser, place);
        clicks += 1;
        assert!(clicks < 400, "the game goes on for ever");
        if clicks == 5 && !reloaded {
            reloaded = true;
            choices_after_reload(&browser);
        }
    }
    assert!(clicks > 4, "{name}");
    assert!(text(&browser, ".turn").contains("win") || text(&browser, ".turn").contains("draw"), "{name}");
    browser.click(".acts .primary");
    browser.wait("return document.querySelectorAll('.moves .move').length <= 2 && !document.querySelector('.turn.over')");
    assert!(text(&browser, ".player:first-child").contains("computer"), "colours are swapped");
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{name}");
}

fn choices_after_reload(browser: &Browser) {
    choices(browser);
    let before = shown(browser);
    browser.reload();
    browser.wait("return document.querySelector('.board') && document.querySelector('.place.can')");
    assert_eq!(shown(browser), before, "a reload goes on where it was");
}

#[test]
fn a_game_of_othello_is_played_by_clicks() {
    whole_game("othello", "level 2");
}

#[test]
fn a_game_of_gomoku_is_played_by_clicks() {
    whole_game("gomoku", "level 4");
}

#[test]
fn a_game_of_dvonn_is_played_by_clicks() {
    whole_game("dvonn", "level 2");
}

#[test]
fn colours_are_chosen_by_clicks() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    browser.go(&server.link);
    browser.wait("return document.querySelector('.starter')");
    browser.click(".game-card:has(input[value='gomoku'])");
    let chosen = "const form = document.querySelector('.starter'); form.opening.value = 'swap2'; form.side.value = 'white'; form.strength.value = 'level 2'";
    browser.run(chosen);
    // Whoever presses twice begins one game.
    browser.run("for (let i = 0; i < 2; i++) document.querySelector('.starter button.primary').click()");
    browser.wait("return document.querySelector('[data-choice=more]')");
    assert_eq!(server.get("/api/games").json().as_array().expect("games").len(), 1);
    assert!(text(&browser, ".turn").starts_with("Your choice"), "{}", text(&browser, ".turn"));
    assert_eq!(
        browser.run("return document.querySelectorAll('.place.can').length"),
        json!(0),
        "a stone is no choice"
    );
    browser.click("[data-choice=more]");
    for _ in 0..2 {
        let choices = choices(&browser);
        click(&browser, &choices[0]);
    }
    // The computer takes a colour, and White moves.
    browser.wait("return document.querySelector('.turn').textContent === 'Your move'");
    assert!(!choices(&browser).is_empty());
    assert!(text(&browser, "#toast").contains("You play"));
    assert!(shown(&browser) >= 5);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn moves_are_taken_back_hinted_typed_and_announced() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    begin(&browser, &server.link, "othello", "black", "level 3");
    choices(&browser);
    browser.type_into(".type input", "f5\u{e007}");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
    browser.wait("return /White plays .*Black to move/.test(document.getElementById('said').textContent)");
    let seats = browser.run(
        "return [...document.querySelectorAll('.player .stone')].map(stone => stone.getAttribute('aria-label'))",
    );
    assert_eq!(seats, json!(["Black", "White"]), "which is whose is not told by colour alone");
    let stops = browser.run("return [...document.querySelectorAll('.move')].map(chip => chip.tabIndex)");
    assert_eq!(stops, json!([-1, -1, 0]), "Tab does not go through all moves");
    let last = browser.run("return document.querySelectorAll('.place[aria-label$=\", last move\"]').length");
    assert_eq!(last, 1);
    browser.type_into(".place[data-place=a1]", "\u{e007}");
    browser.wait("return document.getElementById('said').textContent === 'a1 cannot be played.'");
    browser.click(".acts button:nth-child(1)");
    browser.wait("return document.querySelectorAll('.moves .move').length === 1");
    browser.click(".acts button:nth-child(2)");
    browser.wait("return document.querySelectorAll('.moves .move').length === 3");
    browser.click(".acts button:nth-child(3)");
    browser.wait("return document.querySelector('.ring.hint')");
    // It is said with the next frame, a moment after the ring is drawn.
    browser.wait("return document.getElementById('said').textContent.startsWith('A good move is')");
    browser.type_into(".type input", "a1\u{e007}");
    browser.wait("return !document.getElementById('toast').hidden");
    // By keys alone: a place that has the keyboard is played with Enter.
    let place = browser
        .run("const place = document.querySelector('.place.can'); place.focus(); return place.dataset.place");
    browser.type_into(&format!(".place[data-place={place}]"), "\u{e007}");
    browser.wait("return document.querySelectorAll('.moves .move').length === 5");
    browser.click(".acts button[title^='Give']");
    browser.wait("return document.querySelector('.turn.over')");
    assert!(text(&browser, ".turn").contains("You lose"));
}

#[test]
fn a_pass_is_made_by_itself_and_told() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let position = format!("XO{}XO{} X", "-".repeat(54), "-".repeat(6));
    let game =
        server.begin(&json!({ "game": "othello", "position": position, "black": "human", "white": "human" }));
    browser.go(&format!("{}#/game/{}", server.link, game.id));
    browser.wait("return document.querySelector('.place.can')");
    click(&browser, "c1");
    browser.wait("return /White has no move and passes/.test(document.getElementById('toast').textContent)");
    assert_eq!(shown(&browser), 2, "the move and the pass");
    browser.wait("return document.getElementById('said').textContent.startsWith('Black plays c1. White passes. Black to move.')");
    assert_eq!(choices(&browser), ["c8"]);
    click(&browser, "c8");
    browser.wait("return /Black wins/.test(document.querySelector('.turn.over')?.textContent)");
}

#[test]
fn a_pass_is_told_although_a_move_has_followed() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let position = format!("XO{}O{}XO{} X", "-".repeat(16), "-".repeat(5), "-".repeat(38));
    let game =
        server.begin(&json!({ "game": "othello", "position": position, "black": "human", "white": "human" }));
    browser.go(&format!("{}#/game/{}", server.link, game.id));
    browser.wait("return document.querySelector('.place.can')");
    // A page that nobody sees hears of it all at once later.
    let seen = |hidden: bool| {
        browser.run(&format!(
            "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});
             document.dispatchEvent(new Event('visibilitychange'))"
        ))
    };
    seen(true);
    ["c1", "c4"].into_iter().for_each(|text| drop(game.play(text)));
    seen(false);
    browser.wait("return /White has no move and passes/.test(document.getElementById('toast').textContent)");
    assert_eq!(shown(&browser), 3, "two moves and the pass between them");
}

#[test]
fn a_board_is_turned_and_stays_so() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game =
        server.begin(&json!({ "game": "dvonn", "variant": "random", "black": "human", "white": "human" }));
    browser.go(&format!("{}#/game/{}", server.link, game.id));
    let movable = || BTreeSet::from_iter(choices(&browser));
    let before = movable();
    // The places as they are seen, row by row, and as they are read out.
    let rows = || {
        browser.run(
            "const told = [...document.querySelectorAll('.place')], at = place => place.getBoundingClientRect();
             const seen = [...told].sort((one, other) => Math.round(at(one).y - at(other).y) || at(one).x - at(other).x);
             return [seen, told].map(places => places.map(place => place.dataset.place))",
        )
    };
    let ends = |rows: &Value| json!([rows[0][0], rows[0][48], rows[1] == rows[0]]);
    // How far the marks are from the places that they are for, at most, in pixels.
    let apart = |marks: &str, places: &str| {
        let apart = browser.run(&format!(
            "const middle = it => {{ const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }};
             const [marks, places] = ['{marks}', '{places} .hit'].map(them => [...document.querySelectorAll(them)].map(middle));
             if (!marks.length || marks.length !== places.length) return null;
             return Math.max(...marks.map(([x, y]) => Math.min(...places.map(place => Math.hypot(place[0] - x, place[1] - y)))))"
        ));
        apart.as_f64().expect("as many marks as places")
    };
    let turned = || {
        let pressed = browser.run("return document.querySelector('.upside').getAttribute('aria-pressed')");
        json!([ends(&rows()), pressed])
    };
    let (upright, other) = (json!([["C5", "I1", true], "false"]), json!([["A1", "K5", true], "true"]));
    assert_eq!(turned(), upright);
    browser.click(".upside");
    assert_eq!(turned(), other);
    assert_eq!(movable(), before);
    assert!(apart(".ring.movable", ".place.can") < 1.0);
    browser.reload();
    browser.wait("return document.querySelector('.place.can')");
    assert_eq!(turned(), other, "the window remembers");
    // Arrows go where they point.
    browser.type_into(".place[data-place=F3]", "\u{e015}");
    assert_eq!(browser.run("return document.activeElement.dataset.place.slice(1)"), json!("4"));
    let picked = choices(&browser).remove(0);
    click(&browser, &picked);
    browser.click(".upside");
    assert_eq!(turned(), upright);
    let place = format!(".place[data-place={picked}]");
    let label = browser.run(&format!("return document.querySelector('{place}').ariaLabel"));
    assert!(label.as_str().is_some_and(|label| label.contains(", picked")), "{label}");
    assert!(apart(".ring.picked", &place) < 1.0, "what is picked stays so");
    // Not even the first move can be made from the middle.
    click(&browser, "F3");
    browser.wait("return document.getElementById('said').textContent === 'F3 cannot be played. Nothing is picked any more.'");
    click(&browser, &picked);
    // A piece that has come does not come again.
    let to = choices(&browser).remove(0);
    click(&browser, &to);
    browser.wait("return document.querySelector('.stand .comes, .stand .goes')");
    let seen = browser.run("return getComputedStyle(document.querySelector('.place.gone')).opacity");
    assert_eq!(seen, "1", "the keyboard's place shows on a space that was left, too");
    browser.click(".upside");
    assert_eq!(browser.run("return document.querySelectorAll('.comes, .goes').length"), json!(0));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_forbidden_point_is_crossed_and_says_why() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    let game = server.begin(&json!({
        "game": "gomoku", "variant": "renju", "moves": "i8a1j8a3h9c1h10o1", "black": "human", "white": "human"
    }));
    browser.go(&format!("{}#/game/{}", server.link, game.id));
    browser.wait("return document.querySelector('.refused')");
    click(&browser, "h8");
    browser.wait("return /h8: a double three/.test(document.getElementById('toast').textContent)");
    assert_eq!(shown(&browser), 8, "nothing is played");
}

#[test]
fn pages_of_results_show_charts_and_games_under_their_policy() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let home = tempfile::tempdir().expect("a folder");
    done_in("match othello --player a=1 --player b=2 --games 2 --out m.jsonl", home.path());
    let server = Server::start();
    let bytes = std::fs::read(home.path().join("m.jsonl")).expect("it was written");
    let page = server.upload("/api/results", &bytes).json()["page"].as_str().expect("a page").to_owned();
    browser.go(&format!("{}{page}#game=1&ply=3", server.link.trim_end_matches('/')));
    // Pieces as they lie on the board of a game, and the last move.
    browser.wait("return document.querySelector('#replay .board .disc .face')");
    assert_eq!(browser.run("return document.querySelectorAll('.board .ring.last, .board .spot').length"), 2);
    let stands = || {
        browser.run(
            "const [moves, played] = ['.moves button', '.played'].map(name => document.querySelectorAll(name));
             const buttons = ['Next move', 'End'].map(name => document.querySelector(`.controls [aria-label='${name}']`));
             return [played[0].textContent.split('. ')[0] - moves.length + 1, ...buttons.map(made => made.disabled)]",
        )
    };
    let moves = browser.run("return document.querySelectorAll('.moves button').length - 1");
    let moves = moves.as_i64().expect("a number");
    assert_eq!(stands(), json!([3 - moves, false, false]));
    browser.click(".controls [aria-label='Next move']");
    assert_eq!(stands(), json!([4 - moves, false, false]));
    browser.click(".controls [aria-label=End]");
    assert_eq!(stands(), json!([0, true, true]));
    let focus = browser.run("return document.activeElement.className");
    assert_eq!(focus, "frame", "a button that cannot be pressed any more hears no keys");
    assert_eq!(
        browser.run("return getComputedStyle(document.querySelector('table')).borderCollapse"),
        "collapse"
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_win_that_was_seen_does_not_flatten_the_scores_before_it() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let home = tempfile::tempdir().expect("a folder");
    let line = "match gomoku --player a=best --player b=greedy --nodes 500 --games 2 --out m.jsonl";
    done_in(line, home.path());
    let server = Server::start();
    let bytes = std::fs::read(home.path().join("m.jsonl")).expect("it was written");
    let page = server.upload("/api/results", &bytes).json()["page"].as_str().expect("a page").to_owned();
    browser.go(&format!("{}{page}", server.link.trim_end_matches('/')));
    let said = browser.wait("return document.querySelector('#replay .graph')?.getAttribute('aria-label')");
    let said = said.as_str().expect("text");
    assert!(said.ends_with(" Last: win.") || said.ends_with(" Last: loss."), "{said}");
    let edge = browser.run("return document.querySelector('#replay .graph text').textContent");
    let edge: f64 = edge.as_str().expect("text").trim_start_matches('+').parse().expect("a number");
    assert!(edge < 1e6, "{edge}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_game_beyond_those_that_are_listed_is_chosen_by_its_number() {
    let Some(browser) = Browser::open(1280, 900, false) else { return };
    let server = Server::start();
    browser.go(&server.link);
    browser.wait("return document.querySelector('textarea')");
    browser.run("document.querySelector('textarea').value = 'f5d6\\n'.repeat(1100) + 'f5d6c3\\n'");
    browser.run(
        "const game = document.querySelector('select[name=game]');
         game.value = [...game.options].find(made => made.textContent === 'othello 8x8').value",
    );
    let press = |says: &str| {
        browser.run(&format!(
            "[...document.querySelectorAll('button')].find(made => made.textContent === '{says}').click()"
        ))
    };
    press("Open");
    browser.wait(
        "return /The first 1000 of 1101 games in the file/.test(document.querySelector('main').textContent)",
    );
    assert_eq!(browser.run("return document.activeElement.name"), "number", "there is more to be chosen");
    let says = |control: &str, value: &str, event: &str| {
        browser.run(&format!(
            "const [which, beyond] = ['number', 'beyond'].map(name => document.querySelector(`[name=${{name}}]`));
             {control}.value = '{value}';
             {control}.dispatchEvent(new Event('{event}', {{ bubbles: true }}));
             return [which.value, beyond.value]"
        ))
    };
    let types = |number: &str| says("beyond", number, "input");
    assert_eq!(types("1101"), json!(["", "1101"]), "no row is chosen beside it");
    assert_eq!(says("which", "1", "change"), json!(["1", ""]), "what is chosen later is meant");
    assert_eq!(types("7"), json!(["7", "7"]));
    assert_eq!(types(""), json!(["1", ""]));
    types("1101");
    press("Study this one");
    browser.wait("return document.querySelectorAll('.moves .move').length === 4");
}

#[test]
fn a_record_is_loaded_walked_through_and_reviewed() {
    let Some(browser) = Browser::open(1280, 900, false) else { return };
    let server = Server::start();
    browser.go(&server.link);
    browser.wait("return document.querySelector('textarea')");
    // A name that would be a script, were it read as HTML.
    let record = "(;GM[2]SZ[8]PB[<img src=x onerror=alert(1)>]PW[<script>alert(2)</script>];B[fe];W[df];B[cc];W[dc];B[cd];W[fd])";
    let pasted = serde_json::Value::String(record.to_owned());
    browser.run(&format!("document.querySelector('textarea').value = {pasted}"));
    browser.run("[...document.querySelectorAll('button')].find(made => made.textContent === 'Open').click()");
    browser.wait("return document.querySelectorAll('.moves .move').length > 6");
    assert!(text(&browser, ".players").contains("<img src=x onerror=alert(1)>"));
    assert_eq!(browser.run("return document.querySelectorAll('.players img, main script').length"), 0);
    let plies = shown(&browser);
    browser.click(".walk button:nth-child(1)");
    browser.wait(
        "return document.querySelector('.banner.shown') && document.querySelectorAll('.disc').length === 4",
    );
    browser.click(".walk button:nth-child(4)");
    browser.wait("return document.querySelectorAll('.disc').length === 5");
    browser.click(".walk button:nth-child(5)");
    browser.run("document.querySelector('[name=seconds]').value = '0.1'");
    browser.run("[...document.querySelectorAll('button')].find(made => made.textContent === 'Find the mistakes').click()");
    browser.wait(&format!("return document.querySelector('.graph') && /{} moves were looked at/.test(document.querySelector('.told').textContent)", plies));
    let said = format!(
        "return document.getElementById('said').textContent === '{plies} of {plies} moves were looked at.'"
    );
    browser.wait(&said);
    // A link that carries the position begins with it.
    browser.run("[...document.querySelectorAll('summary')].find(made => made.textContent === 'Save and share').click()");
    let link = browser.wait("return document.querySelector('[aria-label^=\"Link\"]').value || null");
    let counts = text(&browser, ".counts");
    browser.go("about:blank");
    browser.go(link.as_str().expect("a link"));
    browser.wait("return location.hash.startsWith('#/game/') && document.querySelector('.counts')");
    assert_eq!(text(&browser, ".counts"), counts);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
