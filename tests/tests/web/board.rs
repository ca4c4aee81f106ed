//! The board on the page, as a person uses it.

use crate::driver::Browser;
use serde_json::Value;

/// Begins a game on the first page.
pub(crate) fn begin(browser: &Browser, link: &str, game: &str, side: &str, strength: &str) {
    browser.go(link);
    browser.wait("return document.querySelector('.starter')");
    browser.click(&format!(".game-card:has(input[value='{game}'])"));
    browser.run(&format!(
        "for (const [name, value] of [['side', '{side}'], ['strength', '{strength}']]) document.querySelector(`.starter [name=${{name}}]`).value = value"
    ));
    browser.click(".starter button.primary");
    browser.wait("return document.querySelector('.board')");
}

/// The places that can be clicked now, once it is the person's turn; nothing once the game is over.
pub(crate) fn choices(browser: &Browser) -> Vec<String> {
    let found = browser.wait(
        "if (document.querySelector('.turn.over')) return [];
         const can = [...document.querySelectorAll('.board:not([aria-busy]) .place.can')].map(place => place.dataset.place);
         return can.length ? can : null",
    );
    found.as_array().expect("places").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

/// Clicks on a place.
pub(crate) fn click(browser: &Browser, place: &str) {
    browser.click(&format!(".place[data-place='{place}']"));
}

/// How many moves the page shows.
pub(crate) fn shown(browser: &Browser) -> u64 {
    browser.run("return document.querySelectorAll('.moves .move').length - 1").as_u64().expect("a number")
}

/// What the page says of the game.
pub(crate) fn text(browser: &Browser, selector: &str) -> String {
    match browser.run(&format!("return document.querySelector('{selector}')?.textContent ?? ''")) {
        Value::String(text) => text,
        other => panic!("{selector}: {other}"),
    }
}
