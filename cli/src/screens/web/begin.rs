//! What can be played, and what a game begins with.

use super::action::Sitting;
use super::answer::No;
use super::api::App;
use super::hosted::Hosted;
use super::id::seed;
use super::view;
use crate::table::{FREE, Swap};
use anyply_framework::{Level, Side, SwapOpening};
use anyply_games::{AnyGame, TextGame};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Moves in a picture of a game.
const SHOWN: u32 = 40;

/// What can be played.
#[derive(Serialize)]
pub(super) struct About {
    version: &'static str,
    levels: [u8; 3],
    games: Vec<Offer>,
    formats: Vec<(&'static str, &'static str)>,
}

/// A game that can be played.
#[derive(Serialize)]
struct Offer {
    name: &'static str,
    summary: &'static str,
    variants: Vec<OfferedVariant>,
    /// The openings in which the players find out who has which colour.
    openings: Vec<OfferedOpening>,
    board: Picture,
}

/// What a game looks like.
#[derive(Serialize)]
struct Picture {
    geometry: view::Ground,
    view: view::Board,
}

impl Picture {
    // A game that some moves were made in by lot: an empty board would show little.
    fn of(mut game: AnyGame) -> Self {
        let mut lot = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..SHOWN.min(game.remaining() / 3) {
            let Some(mv) = game.random_move(&mut lot) else { break };
            game.play_text(&mv).expect("a legal move");
        }
        Self { geometry: game.geometry().into(), view: view::Board::of(&game) }
    }
}

fn opened(name: &str) -> AnyGame {
    AnyGame::open(name, None, None).expect("a known game")
}

#[derive(Serialize)]
struct OfferedVariant {
    name: &'static str,
    size: Option<u32>,
    summary: &'static str,
}

#[derive(Serialize)]
struct OfferedOpening {
    name: &'static str,
    summary: String,
}

impl OfferedOpening {
    fn of(SwapOpening { name, first, more }: &SwapOpening) -> Self {
        let or =
            if *more > 0 { format!(", or makes {more} more and Black's takes one") } else { String::new() };
        Self { name, summary: format!("Black's seat makes {first} moves, White's takes a colour{or}") }
    }
}

impl About {
    /// All of it as JSON.
    pub(super) fn text() -> Arc<str> {
        let games = AnyGame::names().into_iter().map(|name| {
            let game = opened(name);
            let variants = AnyGame::variants(name).into_iter().map(|variant| OfferedVariant {
                name: variant.name,
                size: variant.size,
                summary: variant.summary,
            });
            Offer {
                name,
                summary: game.summary(),
                variants: variants.collect(),
                openings: game.swaps().iter().map(OfferedOpening::of).collect(),
                board: Picture::of(game),
            }
        });
        view::text(&Self {
            version: env!("CARGO_PKG_VERSION"),
            levels: [*Level::RANGE.start(), *Level::RANGE.end(), Level::DEFAULT],
            games: games.collect(),
            formats: crate::records::formats().iter().map(|format| (format.name, format.summary)).collect(),
        })
    }

    /// A game's own page.
    ///
    /// # Errors
    /// There is no such game.
    pub(super) fn rules(game: &str) -> Result<String, String> {
        AnyGame::open(game, None, None).map(|game| game.readme().to_owned())
    }
}

/// What a game is to begin with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begin {
    game: String,
    variant: Option<String>,
    size: Option<u32>,
    black: Sitting,
    white: Sitting,
    strength: Option<String>,
    /// One of the game's openings by swap, or `free`. Then there is nothing else to begin with.
    opening: Option<String>,
    /// A position in the game's notation, in the place of the usual start.
    position: Option<String>,
    /// The side to move, where the position does not say it. No other can be.
    side: Option<Side>,
    /// Moves from there on.
    moves: Option<String>,
    /// Another game to begin with, as it stood then.
    from: Option<From>,
}

/// A game as it stood after so many moves; without a number, another one that begins as that did.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    id: String,
    ply: Option<usize>,
}

impl Begin {
    /// The board.
    ///
    /// # Errors
    /// What is wrong with what was asked for.
    pub(super) fn hosted(self, app: &App) -> Result<Hosted, No> {
        let mut game = AnyGame::open(&self.game, self.variant.as_deref(), self.size).map_err(No::bad)?;
        game.new_game(seed());
        let opening = self.opening.as_deref().unwrap_or(FREE);
        let mut swap = Swap::named(&game, opening).map_err(No::bad)?;
        if swap.is_some() && (self.from.is_some() || self.position.is_some() || self.moves.is_some()) {
            return Err(No::bad(format!("opening {opening}: it begins on the free board")));
        }
        if let Some(From { id, ply }) = &self.from {
            let (record, open) = app.room(id)?.look(|hosted| {
                let open = hosted.open().filter(|_| ply.is_some_and(|ply| ply >= hosted.plies())).copied();
                (hosted.at(ply.unwrap_or(0), |game| game.record(["", ""])), open)
            });
            game.load(&record).map_err(|error| No::bad(error.to_string()))?;
            if ply.is_none() {
                // A start by lot is drawn anew.
                game.new_game(seed());
            }
            // Its opening goes on where nothing is changed.
            swap = open.filter(|_| self.position.is_none() && self.moves.is_none());
        }
        if let Some(position) = &self.position {
            game.set_position(position.trim(), self.side)
                .map_err(|error| No::bad(format!("position: {error}")))?;
        }
        if self.side.is_some_and(|side| side != game.side()) {
            return Err(No::bad(format!("side: in the position it is {}'s turn", game.side().name())));
        }
        if let Some(moves) = &self.moves {
            game.play_moves(moves).map_err(|error| No::bad(format!("moves: {error}")))?;
        }
        let strength = self.strength.unwrap_or_default();
        let names = [String::new(), String::new()];
        let hosted = Hosted::new(game, [self.black, self.white], &strength, names).map_err(No::bad)?;
        Ok(hosted.with_opening(swap))
    }
}
