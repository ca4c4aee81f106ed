//! The files of the page, which are part of the program.

use super::answer::No;
use crate::drawing;
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
        const ASSETS: &[Asset] = &[
            $(($path, $kind, include_bytes!(concat!("page/", $file))),)+
            ("/drawing.css", CSS, drawing::SHEET.as_bytes()),
            ("/drawing.js", SCRIPT, drawing::SCRIPT.as_bytes()),
        ];
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
    "/analysis.js" SCRIPT "analysis.js",
    "/board.js" SCRIPT "board.js",
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
    let wanted = request.uri().path();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return No(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here".to_owned()).at(wanted);
    }
    match ASSETS.iter().find(|(path, ..)| *path == wanted) {
        Some((_, kind, bytes)) => ([(header::CONTENT_TYPE, *kind)], *bytes).into_response(),
        None => No::nothing(format!("there is no {}", anyply_framework::quoted(wanted))).at(wanted),
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

    // The relative luminance of `#rrggbb`, by WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two digits")) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn marks_stand_out_on_every_board_light_and_dark() {
        let sheets = [drawing::SHEET, include_str!("page/board.css")];
        let [drawing, marks] =
            sheets.map(|css| css.split_once("(prefers-color-scheme: dark)").expect("both"));
        let (light, dark) = ([drawing.0, marks.0], [drawing.1, marks.1, drawing.0, marks.0]);
        for (ground, base) in [("squares", "cell"), ("lines", "wood"), ("hexagons", "cell")] {
            // What is not said of dark boards is as on light ones.
            let colour = |parts: &[&str], name: &str| {
                let found = parts.iter().find_map(|part| {
                    let (_, rule) = part.split_once(&format!(".board.{ground} {{"))?;
                    let (rule, _) = rule.split_once('}')?;
                    let (_, colour) = rule.split_once(&format!("--{name}: "))?;
                    Some(luminance(&colour[..7]))
                });
                found.expect("a colour")
            };
            for (parts, name) in [&light[..], &dark].into_iter().flat_map(|parts| {
                ["picked", "hint", "movable", "last", "refused", "legal"].map(|name| (parts, name))
            }) {
                let (board, mark) = (colour(parts, base), colour(parts, name));
                let contrast = (board.max(mark) + 0.05) / (board.min(mark) + 0.05);
                assert!(contrast >= 3.0, "{name} on {ground}: {contrast}, as WCAG 2 has it");
            }
        }
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
