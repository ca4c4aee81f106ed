//! The files of the page, which are part of the program.

use super::answer::No;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Where a file is found, what it is, and what stands in it.
type Asset = (&'static str, &'static str, &'static [u8]);

macro_rules! assets {
    ($($path:literal $kind:ident $file:literal),+ $(,)?) => {
        const ASSETS: &[Asset] = &[$(($path, $kind, include_bytes!(concat!("page/", $file)))),+];
    };
}

const SVG: &str = "image/svg+xml";

assets! {
    "/" HTML "index.html",
    "/style.css" CSS "style.css",
    "/board.css" CSS "board.css",
    "/icon.svg" SVG "icon.svg",
    "/main.js" SCRIPT "main.js",
    "/server.js" SCRIPT "server.js",
    "/dom.js" SCRIPT "dom.js",
    "/home.js" SCRIPT "home.js",
    "/game.js" SCRIPT "game.js",
    "/board.js" SCRIPT "board.js",
    "/pieces.js" SCRIPT "pieces.js",
    "/thought.js" SCRIPT "thought.js",
    "/moves.js" SCRIPT "moves.js",
    "/opening.js" SCRIPT "opening.js",
    "/graph.js" SCRIPT "graph.js",
    "/records.js" SCRIPT "records.js",
    "/status.js" SCRIPT "status.js",
    "/strength.js" SCRIPT "strength.js",
    "/players.js" SCRIPT "players.js",
    "/clock.js" SCRIPT "clock.js",
    "/kept.js" SCRIPT "kept.js",
    "/turner.js" SCRIPT "turner.js",
    "/zoom.js" SCRIPT "zoom.js",
    "/markdown.js" SCRIPT "markdown.js",
}

/// A file by its exact path. There is no other way to one: no folder is looked into.
pub(super) async fn asset(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return No(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here".to_owned()).into_response();
    }
    match ASSETS.iter().find(|(path, ..)| *path == request.uri().path()) {
        Some((_, kind, bytes)) => ([(header::CONTENT_TYPE, *kind)], *bytes).into_response(),
        None => No::nothing(format!("there is no {}", anyply_framework::quoted(request.uri().path())))
            .into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_and_scripts_are_small() {
        let bytes: usize = ASSETS.iter().map(|(.., bytes)| bytes.len()).sum();
        assert!(bytes < 150 << 10, "{bytes} bytes");
    }

    #[test]
    fn the_page_names_every_script_so_that_none_waits_for_another() {
        let (.., page) = ASSETS[0];
        let page = String::from_utf8_lossy(page);
        for (path, ..) in ASSETS.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"{path}\">")), "{path}");
        }
    }
}
