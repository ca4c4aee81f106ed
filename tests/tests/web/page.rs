//! The page itself: how soon it is there, how large, and on which screens.

use crate::board::{begin, choices};
use crate::driver::Browser;
use crate::server::Server;
use serde_json::json;

// Milliseconds to the first paint, and from a click to the piece on the board. Alone on a machine they stay below 100 and 30; here other
// tests run beside.
const PAINT: f64 = 300.0;
const CLICK: f64 = 90.0;

// A time on a machine that is busy with something else says little: the best of several tries, and no more of them than it takes.
fn least(limit: f64, mut measured: impl FnMut() -> f64) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        least = least.min(measured());
        if least < limit {
            break;
        }
    }
    least
}

#[test]
fn it_is_there_at_once_and_a_click_is_answered_at_once() {
    let Some(browser) = Browser::open(1100, 900, false) else { return };
    let server = Server::start();
    browser.go(&server.link);
    let first = least(PAINT, || {
        browser.reload();
        browser.wait("return performance.getEntriesByType('paint')[0]?.startTime").as_f64().expect("a time")
    });
    assert!(first < PAINT, "the first paint takes {first} ms");
    let bytes = browser.wait(
        "return document.querySelector('.starter') && performance.getEntriesByType('resource').filter(entry => !entry.name.includes('/api/'))
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)",
    );
    assert!(bytes.as_u64().is_some_and(|bytes| bytes > 10_000 && bytes < 150 << 10), "{bytes} bytes");
    begin(&browser, &server.link, "othello", "two", "level 1");
    let answered = least(CLICK, || {
        choices(&browser);
        // From the click until the piece stands on the board.
        browser.run(
            "window.took = undefined;
             const place = document.querySelector('.place.can'), began = performance.now();
             new MutationObserver((_, watch) => { window.took ??= performance.now() - began; watch.disconnect(); })
                .observe(place.querySelector('.stand'), { childList: true });
             place.dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        );
        browser.wait("return window.took").as_f64().expect("a time")
    });
    assert!(answered < CLICK, "a click is answered after {answered} ms");
}

#[test]
fn it_fits_on_every_screen() {
    let server = Server::start();
    for (width, height, narrow) in [(320, 600, true), (390, 844, true), (820, 1180, true), (1280, 800, false)]
    {
        let Some(browser) = Browser::open(width, height, narrow) else { return };
        let mut links = vec![server.link.clone()];
        for name in ["othello", "gomoku", "dvonn"] {
            let game = server.begin(&json!({ "game": name, "black": "human", "white": "human" }));
            links.push(format!("{}#/game/{}", server.link, game.id));
        }
        for link in links {
            browser.go("about:blank");
            browser.go(&link);
            browser.wait("return document.querySelector('.board')");
            let (page, screen) = (
                browser.run("return document.documentElement.scrollWidth"),
                browser.run("return innerWidth"),
            );
            assert!(page.as_u64() <= screen.as_u64(), "{link} is {page} wide on a screen of {screen}");
        }
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
}
