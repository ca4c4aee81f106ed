//! `moves`: a position as a board, the side to move, the legal moves, and what is forbidden, with its reason.

use crate::args::Moves;
use crate::exit::{Exit, Usage};
use crate::report::{self, Forbidden, PositionState};
use crate::setup;
use anyhow::{Result, anyhow};
use anyply_framework::Refusal;
use anyply_games::TextGame;

const AREAS: &str = "areas";

/// Shows the position of the options.
pub(crate) fn run(args: &Moves) -> Result<Exit> {
    let game = setup::game_at(&args.game, &args.place, Some(&args.file))?;
    let areas = args.areas.then(|| areas(&game)).transpose()?;
    let forbidden = forbidden(&game);
    if args.json.json {
        let (name, position, side) = (game.name(), game.position_text(), game.side());
        let (moves, outcome) = (game.legal_moves(), game.outcome());
        report::json_line(&PositionState { game: name, position, side, moves, outcome, forbidden, areas })?;
        return Ok(Exit::Done);
    }
    let board = report::painted(&game.draw(true), report::is_coloured(args.color.color));
    report::line(board.trim_end())?;
    if !game.counts().is_empty() {
        report::line(game.counts())?;
    }
    report::line(format_args!("position: {}", game.position_text()))?;
    match game.outcome() {
        Some(outcome) => report::line(format_args!("The game is over: {outcome}."))?,
        None => {
            let moves = game.legal_moves();
            let (side, count) = (game.side().name(), moves.len());
            report::line(format_args!("{side} to move; legal moves ({count}):"))?;
            report::line(report::wrapped(&moves, "  "))?;
        }
    }
    if !forbidden.is_empty() {
        let forbidden: Vec<String> = forbidden.iter().map(Forbidden::to_string).collect();
        report::line(format_args!("forbidden: {}", forbidden.join(", ")))?;
    }
    if let Some(areas) = areas {
        report::line(areas.trim_end())?;
    }
    Ok(Exit::Done)
}

fn forbidden(game: &impl TextGame) -> Vec<Forbidden> {
    let places = game.geometry().places;
    let told =
        |refusal: Refusal| Forbidden { mv: places[refusal.place].name.clone(), reason: refusal.reason };
    game.refusals().into_iter().map(told).collect()
}

fn areas(game: &impl TextGame) -> Result<String> {
    if !game.topics().iter().any(|topic| topic.name == AREAS) {
        return Err(Usage::error(format!("--areas: {} has no areas", game.name())));
    }
    game.tell(AREAS, "").map_err(|problem| anyhow!("--areas: {problem}"))
}
