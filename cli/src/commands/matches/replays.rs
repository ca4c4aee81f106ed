//! The games of a match, to be played through on its page.

use crate::commands::work::opened;
use crate::report;
use crate::report::html::replay::{Replay, ReplayMove};
use anyply_framework::arena::{EndedBy, GameResult, MoveLine};
use anyply_framework::{Score, Side};
use anyply_games::{AnyGame, TextGame};

/// A game by its number in the match, from 1.
pub(super) fn replay(number: usize, result: &GameResult) -> Replay {
    let mut moves: Vec<ReplayMove> = Vec::new();
    let opening = result.opening.moves.iter().map(|mv| (mv.as_str(), None));
    let played = result.moves.iter().map(|mv| (mv.text.as_str(), Some(mv)));
    let mut game = opened(&result.game, &result.variant, result.size);
    // What cannot be played again is shown as far as it goes; its scores have no side then.
    let mut known = result.opening.start.as_ref().is_none_or(|start| game.set_position(start, None).is_ok());
    for (text, line) in opening.chain(played) {
        let side = game.side();
        known = known && game.play_text(text).is_ok();
        let score = line.filter(|_| known).and_then(|line| score(line, side));
        let note = line.map_or_else(|| "opening".to_owned(), note);
        moves.push(ReplayMove { text: text.to_owned(), note, score });
    }
    let mut facts = vec![
        ("Opening".to_owned(), (result.round + 1).to_string()),
        ("Time of Black".to_owned(), report::span(result.seconds[0])),
        ("Time of White".to_owned(), report::span(result.seconds[1])),
    ];
    facts.extend(result.note.as_ref().map(|note| ("Fault".to_owned(), note.clone())));
    Replay {
        title: format!("{number}. {} – {}", result.black, result.white),
        result: ended(result, game.unit()),
        facts,
        game: (result.game.clone(), result.variant.clone(), result.size),
        start: result.opening.start.clone(),
        moves,
        transcript: result.transcript.clone(),
    }
}

/// Whether the moves of a game are moves, and its end is theirs where the rules ended it.
pub(super) fn check(result: &GameResult) -> Result<(), String> {
    let mut game = AnyGame::open(&result.game, Some(&result.variant), result.size)?;
    if let Some(start) = &result.opening.start {
        game.set_position(start, None).map_err(|problem| problem.to_string())?;
    }
    let opening = result.opening.moves.iter();
    for mv in opening.chain(result.moves.iter().map(|mv| &mv.text)) {
        game.play_text(mv).map_err(|problem| problem.to_string())?;
    }
    match (result.by, game.outcome()) {
        (EndedBy::Rules, None) => Err("the game goes on after its last move".to_owned()),
        (EndedBy::Rules, Some(outcome))
            if (outcome.winner, outcome.margin) != (result.winner, result.margin) =>
        {
            Err(format!("the moves lead to '{outcome}', not to what is written"))
        }
        _ => Ok(()),
    }
}

// For Black; a win that was seen is beyond any score.
fn score(line: &MoveLine, mover: Side) -> Option<f64> {
    let win = line.win_in.map(|plies| if plies > 0 { f64::INFINITY } else { f64::NEG_INFINITY });
    let score = line.score.map(|score| if is_win(score) { score * f64::INFINITY } else { score }).or(win)?;
    Some(if mover == Side::Black { score } else { -score })
}

// A win that was believed, not proven.
fn is_win(score: f64) -> bool {
    score.abs() >= Score::MAX_VALUE.units()
}

fn note(line: &MoveLine) -> String {
    let depth = line.depth.map(|depth| format!("depth {depth}"));
    let score = line.score.map(|score| match is_win(score) {
        true => (if score > 0.0 { "likely win" } else { "likely loss" }).to_owned(),
        false => format!("{score:+.2}"),
    });
    let win = line.win_in.map(|plies| match plies {
        0.. => format!("win in {plies}"),
        _ => format!("loss in {}", plies.unsigned_abs()),
    });
    let nodes = line.nodes.map(|nodes| format!("{} nodes", report::compact(nodes as f64)));
    let time = Some(report::span(line.seconds));
    [depth, score, win, nodes, time].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn ended(result: &GameResult, unit: &str) -> String {
    let Some(winner) = result.winner else { return "a draw".to_owned() };
    let names = [&result.black, &result.white];
    let (winner, loser) = (names[winner.index()], names[(!winner).index()]);
    let by = |margin: u32| match margin {
        1 => format!("1 {}", unit.trim_end_matches('s')),
        _ => format!("{margin} {unit}"),
    };
    match (result.by, result.margin) {
        (EndedBy::Fault(fault), _) => format!("{winner} wins: {loser} lost by {fault}"),
        (EndedBy::Resignation, _) => format!("{winner} wins: {loser} gave up"),
        (EndedBy::Adjudication, Some(margin)) => format!("{winner} wins by {}, as was proven", by(margin)),
        (EndedBy::Adjudication, None) => format!("{winner} wins, as was proven"),
        (EndedBy::Rules, Some(margin)) => format!("{winner} wins by {}", by(margin)),
        (EndedBy::Rules, None) => format!("{winner} wins"),
    }
}
