//! Where the games of a match begin: [`Opening`]; those [that come with a game](built_in),
//! [drawn by lot](random), or [read](read()) from a file.

mod read;
mod recipe;

pub use read::{OpeningsError, read};
pub use recipe::OpeningsRecipe;

use crate::game::{Game, Situation};
use crate::notation::{Notation, ParseError};
use crate::plugin::Plugin;
use crate::positions::{begins_by_lot, drawn_moves, drawn_start};
use crate::symmetry::least_image;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Where a game of a match begins: a position, and moves from there. Moves rather than the position after
/// them, since many programs can be given nothing else.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// A position in the game's notation, where that is not the start of the variant.
    pub start: Option<String>,
    /// The moves from there, as [`Notation::move_text`] writes them, passes included.
    pub moves: Vec<String>,
}

impl Opening {
    fn new<G: Plugin>(game: &G, start: &Situation<G>, moves: &[G::Move]) -> Self {
        // A start drawn by lot is not where the same variant begins for others.
        let known = *start == game.start() && !begins_by_lot(game);
        Self {
            start: (!known).then(|| game.position_text(start)),
            moves: moves.iter().map(|&mv| game.move_text(mv)).collect(),
        }
    }

    /// The position that it begins with, and the moves from there.
    ///
    /// # Errors
    /// [`ParseError`] if the position cannot be read, a move is not legal, or the game is over after the last
    /// one.
    pub fn replay<G: Notation>(&self, game: &G) -> Result<(Situation<G>, Vec<G::Move>), ParseError> {
        self.replayed(game).map(|line| (line.start, line.moves))
    }

    /// The position after its moves: where the players take over.
    ///
    /// # Errors
    /// As for [`Opening::replay`].
    pub fn situation<G: Notation>(&self, game: &G) -> Result<Situation<G>, ParseError> {
        self.replayed(game).map(|line| line.end)
    }

    fn replayed<G: Notation>(&self, game: &G) -> Result<Line<G>, ParseError> {
        let start = match &self.start {
            Some(text) => game.parse_position(text, None)?,
            None => game.start(),
        };
        let mut line = Line { start, moves: Vec::with_capacity(self.moves.len()), end: start };
        for text in &self.moves {
            let mv = game.parse_move(&line.end, text)?;
            line.moves.push(mv);
            line.end = line.end.after(game, mv);
        }
        if line.end.outcome(game).is_some() {
            let last = self.moves.last().or(self.start.as_ref());
            return Err(finished(last.map_or("", String::as_str)));
        }
        Ok(line)
    }
}

fn finished(found: &str) -> ParseError {
    ParseError::new(found, "an opening after which the game goes on", "")
}

/// An opening as the rules see it.
struct Line<G: Game> {
    start: Situation<G>,
    moves: Vec<G::Move>,
    end: Situation<G>,
}

// Random plies from the start, where a game brings no openings of its own; fewer where no game is long.
const PLIES: usize = 8;
const SHARE_OF_PLIES: usize = 4;
// Random plies on top, where there are not as many openings without.
const MORE_PLIES: usize = 2;
// Where so many draws in a row bring nothing new, there is nothing more.
const PATIENCE: usize = 1000;

/// `count` different openings: those that come with the game, in an order drawn from `seed`, then the same
/// with two random plies more, again and again, with four where that brings nothing new, and so on. Random
/// ones, where the variant that is played brings none. Fewer where a game has not as many.
///
/// # Panics
/// If the game's own text cannot be read.
pub fn built_in<G: Plugin>(game: &G, count: usize, seed: u64) -> Vec<Opening> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut own = set(game);
    own.shuffle(&mut random);
    let mut found = Different::new(game, count);
    for more in (0..).step_by(MORE_PLIES) {
        let before = found.openings.len();
        if own.is_empty() {
            found.draw(plies(game) + more, &mut random);
        } else {
            found.lengthen(&own, more, &mut random);
        }
        if found.is_full() || found.openings.len() == before {
            break;
        }
    }
    found.openings
}

/// `count` different openings of so many random plies from the start; fewer where a game has not as many.
/// Where a game begins by lot, each opening has a start of its own.
pub fn random<G: Plugin>(game: &G, plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let mut found = Different::new(game, count);
    found.draw(plies, &mut Pcg64Mcg::seed_from_u64(seed));
    found.openings
}

/// The openings that come with the variant that `game` plays, in the order of their file; none for most.
///
/// # Panics
/// If the game's own text cannot be read.
pub fn set<G: Plugin>(game: &G) -> Vec<Opening> {
    if *game.variant() != G::variants()[0] {
        return Vec::new();
    }
    read(game, G::openings()).unwrap_or_else(|error| panic!("the openings of {}: {error}", G::NAME))
}

// A start that is drawn by lot is an opening already.
fn plies<G: Plugin>(game: &G) -> usize {
    match begins_by_lot(game) {
        true => 0,
        false => G::SETUP_PLIES + PLIES.min(G::MAX_PLIES as usize / SHARE_OF_PLIES),
    }
}

/// Openings that lead to different positions; the image of one is the same, for games from both would count
/// as two and tell as much as one.
struct Different<'a, G: Plugin> {
    game: &'a G,
    wanted: usize,
    openings: Vec<Opening>,
    seen: HashSet<(u64, usize)>,
}

impl<'a, G: Plugin> Different<'a, G> {
    fn new(game: &'a G, wanted: usize) -> Self {
        Self { game, wanted, openings: Vec::new(), seen: HashSet::new() }
    }

    fn is_full(&self) -> bool {
        self.openings.len() >= self.wanted
    }

    /// Takes the opening if it is new.
    fn offer(&mut self, start: &Situation<G>, moves: &[G::Move], end: &Situation<G>) -> bool {
        let (key, _) = least_image(self.game, &end.position);
        let new = self.seen.insert((key, end.side.index()));
        if new {
            self.openings.push(Opening::new(self.game, start, moves));
        }
        new
    }

    /// Takes openings of so many random plies, until there are enough or no more.
    fn draw(&mut self, plies: usize, random: &mut Pcg64Mcg) {
        let by_lot = begins_by_lot(self.game);
        let mut in_vain = 0;
        while !self.is_full() && in_vain < PATIENCE && plies <= G::MAX_PLIES as usize {
            let start = if by_lot { drawn_start(self.game, random.random()) } else { self.game.start() };
            let Some((moves, end)) = drawn_moves(self.game, &start, plies, random) else { break };
            in_vain = if self.offer(&start, &moves, &end) { 0 } else { in_vain + 1 };
        }
    }

    /// Takes `openings` with so many random plies more, each in turn and again, until there are enough or no
    /// more.
    fn lengthen(&mut self, openings: &[Opening], plies: usize, random: &mut Pcg64Mcg) {
        let replayed = |opening: &Opening| opening.replayed(self.game).expect("it was read for this game");
        let lines: Vec<Line<G>> = openings.iter().map(replayed).collect();
        let mut in_vain = 0;
        for line in lines.iter().cycle() {
            if self.is_full() || in_vain == PATIENCE {
                break;
            }
            let more = drawn_moves(self.game, &line.end, plies, random);
            let is_new = more
                .is_some_and(|(more, end)| self.offer(&line.start, &[&line.moves[..], &more].concat(), &end));
            in_vain = if is_new { 0 } else { in_vain + 1 };
        }
    }
}
