//! Games to be played through on a page, move by move, on a drawn board.
//!
//! The script of the page knows no rules: it is told what every move changes.

mod film;

use crate::drawing;
use askama::Template;
use film::{Film, Stock};
use serde::Serialize;

/// What the viewer looks like, its board aside.
pub(super) const STYLE: &str = include_str!("replay.css");

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Replay {
    /// Which one it is and who plays: `1. alpha - beta`.
    pub(crate) title: String,
    /// How it ended: `alpha wins by 12 discs`.
    pub(crate) result: String,
    /// What else is known of it.
    pub(crate) facts: Vec<(String, String)>,
    /// The game's name, its variant and the size of its board.
    pub(crate) game: (String, String, Option<u32>),
    /// The position before the first move, where it is not the game's own.
    pub(crate) start: Option<String>,
    /// The moves, passes included.
    pub(crate) moves: Vec<ReplayMove>,
    /// What was said between the program and an engine, of a game that was forfeited.
    pub(crate) transcript: Vec<String>,
}

/// A move of a [`Replay`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ReplayMove {
    /// The move.
    pub(crate) text: String,
    /// What was said of it: `depth 8, +2.30, 12 ms`.
    pub(crate) note: String,
    /// What the mover's search made of it: for Black, in the game's unit.
    pub(crate) score: Option<f64>,
}

/// The viewer, and what is read where there is no script.
#[derive(Template)]
#[template(path = "replay/viewer.html")]
struct Viewer {
    games: Vec<Shown>,
    data: String,
    script: String,
}

/// A game with all its texts fit for the page.
#[derive(Serialize)]
struct Shown {
    title: String,
    result: String,
    facts: Vec<(String, String)>,
    moves: Vec<String>,
    notes: Vec<String>,
    scores: Vec<Option<f64>>,
    transcript: Vec<String>,
    #[serde(flatten)]
    film: Film,
}

/// Everything the script is told.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    stock: Stock,
    games: &'a [Shown],
}

/// The part of a page that shows the games.
pub(super) fn viewer(replays: &[Replay]) -> askama::Result<String> {
    let (games, data) = told(replays);
    Viewer { games, data, script: script() }.render()
}

// A page has no other files: what its two scripts export and import is found by the second within the first.
fn script() -> String {
    let parts = [drawing::SCRIPT, include_str!("replay.js")];
    let [drawing, replay] = parts.map(|part| {
        let lines = part.lines().filter(|line| !line.starts_with("import "));
        lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
    });
    format!("(() => {{\n'use strict';\n{drawing}\n{{\n{replay}\n}}\n}})();\n")
}

fn told(replays: &[Replay]) -> (Vec<Shown>, String) {
    let mut stock = Stock::new();
    let games: Vec<Shown> = replays.iter().map(|replay| Shown::new(replay, &mut stock)).collect();
    let data = serde_json::to_string(&Data { stock, games: &games }).expect("text and numbers are JSON");
    (games, harmless(&data))
}

impl Shown {
    fn new(replay: &Replay, stock: &mut Stock) -> Self {
        let facts = replay.facts.iter().map(|(name, fact)| (clean(name), clean(fact)));
        Self {
            title: clean(&replay.title),
            result: clean(&replay.result),
            facts: facts.collect(),
            moves: replay.moves.iter().map(|mv| clean(&mv.text)).collect(),
            notes: replay.moves.iter().map(|mv| clean(&mv.note)).collect(),
            scores: replay.moves.iter().map(|mv| mv.score.and_then(short)).collect(),
            transcript: replay.transcript.iter().map(|line| clean(line)).collect(),
            film: Film::new(replay, stock),
        }
    }
}

// What neither HTML nor XML can hold, or what nobody could see, is shown as unreadable.
fn clean(text: &str) -> String {
    let held = |letter: char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if held(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect()
}

// Hundredths are enough for a graph; JSON has no infinity, and the script takes the most for a win.
fn short(score: f64) -> Option<f64> {
    const MOST: f64 = 1e9;
    (!score.is_nan()).then(|| (score.clamp(-MOST, MOST) * 100.0).round() / 100.0)
}

// JSON in which no reader of HTML or XML finds anything to obey. The three signs occur in strings only.
fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests;
