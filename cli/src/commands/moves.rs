//! `moves`: a position as a board, the side to move, the legal moves.

use crate::args::Moves;
use crate::exit::{Exit, Usage};
use crate::report::{self, PositionState};
use crate::setup;
use anyhow::{Result, anyhow};
use anyply_games::TextGame;

const AREAS: &str = "areas";

/// Shows the position of the options.
pub(crate) fn run(args: &Moves) -> Result<Exit> {
    let game = setup::game_at(&args.game, &args.place, Some(&args.file))?;
    let areas = args.areas.then(|| areas(&game)).transpose()?;
    if args.json.json {
        let (position, side, moves) = (game.position_text(), game.side(), game.legal_moves());
        let outcome = game.outcome();
        report::json_line(&PositionState { game: game.name(), position, side, moves, outcome, areas })?;
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
    if let Some(areas) = areas {
        report::line(areas.trim_end())?;
    }
    Ok(Exit::Done)
}

fn areas(game: &impl TextGame) -> Result<String> {
    if !game.topics().iter().any(|topic| topic.name == AREAS) {
        return Err(Usage::error(format!("--areas: {} has no areas", game.name())));
    }
    game.tell(AREAS, "").map_err(|problem| anyhow!("--areas: {problem}"))
}
