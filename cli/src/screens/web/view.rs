//! A game as the page is told of it: JSON.

use super::id::Id;
use super::judged::Judged;
use super::order::Sitting;
use super::table::Table;
use crate::report::capitalised;
use anyply_framework::{Piece, Refusal, Side};
use anyply_games::{AnyGame, TextGame, TextMove};
use serde::Serialize;
use std::sync::Arc;

/// Plain structures of our own as JSON.
pub(super) fn text(value: &impl Serialize) -> Arc<str> {
    serde_json::to_string(value).expect("a plain structure").into()
}

/// What is on the board.
#[derive(Serialize)]
pub(super) struct Board {
    ply: usize,
    side: Side,
    /// Every kind of piece that there is, once.
    kinds: Vec<Piece>,
    /// Which of them stands on each place.
    pieces: Vec<usize>,
    legal: Vec<TextMove>,
    last: Vec<usize>,
    /// The last move, and whether it was a pass.
    last_move: Option<(Side, String)>,
    passed: bool,
    refusals: Vec<Refusal>,
    counts: String,
    position: String,
    /// The result by the rules.
    outcome: Option<String>,
}

impl Board {
    /// The board as it stands.
    pub(super) fn of(game: &AnyGame) -> Self {
        let mut kinds: Vec<Piece> = Vec::new();
        let mut number = |piece: Piece| match kinds.iter().position(|kind| *kind == piece) {
            Some(number) => number,
            None => {
                kinds.push(piece);
                kinds.len() - 1
            }
        };
        let pieces = game.pieces().into_iter().map(&mut number).collect();
        let made = game.moves_made();
        let last = game.last_path();
        Self {
            ply: made.len(),
            side: game.side(),
            kinds,
            pieces,
            legal: game.legal_paths(),
            passed: last.is_empty() && !made.is_empty(),
            last,
            last_move: made.into_iter().last(),
            refusals: game.refusals(),
            counts: game.counts(),
            position: game.position_text(),
            outcome: game.outcome().map(|outcome| capitalised(&outcome.to_string())),
        }
    }

    /// As JSON.
    pub(super) fn text(&self) -> String {
        text(self).to_string()
    }
}

/// A game with all that belongs to it.
#[derive(Serialize)]
pub(super) struct State<'a> {
    id: String,
    version: u64,
    game: &'static str,
    variant: &'static str,
    size: Option<u32>,
    unit: &'static str,
    seats: [Sitting; 2],
    names: [String; 2],
    strength: String,
    /// Who made each move, what it was, and the seconds it took.
    moves: Vec<(Side, String, f64)>,
    undone: usize,
    judged: &'a [Option<Judged>],
    board: Board,
    /// How it ended, in words.
    result: Option<String>,
    winner: Option<Side>,
    computers: bool,
    /// What the person should know: that the game cannot be kept.
    warning: Option<String>,
}

impl<'a> State<'a> {
    /// A table as it is.
    pub(super) fn of(id: &Id, version: u64, table: &'a mut Table, warning: Option<String>) -> Self {
        let record = table.record_at(table.plies());
        let (result, winner) = table.result().map_or((None, None), |(words, winner)| (Some(words), winner));
        let moves = table.game.moves_made().into_iter().zip(&record.moves);
        let variant = table.game.variant();
        Self {
            id: id.to_string(),
            version,
            game: table.game.name(),
            variant: variant.name,
            size: variant.size,
            unit: table.game.unit(),
            seats: table.seats,
            names: table.names(),
            strength: table.strength.to_text(),
            moves: moves.map(|((side, text), made)| (side, text, made.seconds)).collect(),
            undone: table.undone(),
            board: Board::of(&table.game),
            result,
            winner,
            computers: table.is_computers(),
            warning,
            judged: &table.judged,
        }
    }

    /// As JSON.
    pub(super) fn text(&self) -> Arc<str> {
        text(self)
    }
}
