//! A game as pictures, each told as what changed since the one before.

use super::{Replay, clean};
use anyply_framework::{Geometry, Piece, Side};
use anyply_games::{AnyGame, TextGame};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// What the films of a page have in common.
#[derive(Serialize)]
pub(super) struct Stock {
    boards: Store<Geometry>,
    states: Store<State>,
    captions: Store<String>,
}

/// What may stand on a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
struct State {
    #[serde(flatten)]
    piece: Piece,
    /// Whether it is refused to the side to move.
    refused: bool,
}

/// Things numbered in the order in which they were first seen, each kept once.
#[derive(Serialize)]
#[serde(transparent)]
struct Store<T> {
    all: Vec<T>,
    #[serde(skip)]
    numbers: HashMap<T, usize>,
}

/// A game to be shown.
#[derive(Default, Serialize)]
pub(super) struct Film {
    /// The number of its board, if there is anything to see.
    board: Option<usize>,
    /// For every position, from the start on, what the cells change to: `STATE CELL CELL,STATE CELL`. Before
    /// the first all are in state 0.
    frames: Vec<String>,
    /// The cells of each last move.
    marks: Vec<String>,
    /// The numbers of what is to be said of each position.
    captions: Vec<usize>,
    /// Who makes each move, `b` or `w`.
    sides: String,
    /// What a score is counted in.
    unit: &'static str,
    /// Why the game cannot be shown to its end.
    pub(super) fault: Option<String>,
}

impl Stock {
    pub(super) fn new() -> Self {
        Self { boards: Store::new(), states: Store::new(), captions: Store::new() }
    }
}

impl<T: Clone + Eq + Hash> Store<T> {
    fn new() -> Self {
        Self { all: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, thing: T) -> usize {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        self.all.push(thing.clone());
        self.numbers.insert(thing, self.all.len() - 1);
        self.all.len() - 1
    }
}

impl Film {
    /// Plays the game once more, as far as it can be played.
    pub(super) fn new(replay: &Replay, stock: &mut Stock) -> Self {
        let mut film = Self::default();
        film.fault = film.play(replay, stock).err().map(|fault| clean(&fault));
        film
    }

    fn play(&mut self, replay: &Replay, stock: &mut Stock) -> Result<(), String> {
        let (name, variant, size) = &replay.game;
        let mut game = AnyGame::open(name, Some(variant), *size)?;
        self.unit = game.unit();
        if let Some(start) = &replay.start {
            game.set_position(start, None).map_err(|error| format!("the start position: {error}"))?;
        }
        self.board = Some(stock.boards.number(game.geometry()));
        let mut states = vec![0; game.geometry().places.len()];
        self.shoot(&game, &mut states, stock);
        for (number, mv) in replay.moves.iter().enumerate() {
            let side = game.side();
            game.play_text(&mv.text).map_err(|error| format!("move {}: {error}", number + 1))?;
            self.sides.push(if side == Side::Black { 'b' } else { 'w' });
            self.shoot(&game, &mut states, stock);
        }
        Ok(())
    }

    // `states` are those of the picture before, and then of this one.
    fn shoot(&mut self, game: &AnyGame, states: &mut Vec<usize>, stock: &mut Stock) {
        let mut cells: Vec<State> =
            game.pieces().into_iter().map(|piece| State { piece, refused: false }).collect();
        for refusal in game.refusals() {
            cells[refusal.place].refused = true;
        }
        let now: Vec<usize> = cells.into_iter().map(|cell| stock.states.number(cell)).collect();
        self.frames.push(changes(states, &now));
        *states = now;
        let marks: Vec<String> = game.last_path().iter().map(usize::to_string).collect();
        self.marks.push(marks.join(" "));
        self.captions.push(stock.captions.number(game.counts()));
    }
}

fn changes(before: &[usize], now: &[usize]) -> String {
    let mut changed: BTreeMap<usize, String> = BTreeMap::new();
    for (number, (before, now)) in before.iter().zip(now).enumerate() {
        if before != now {
            *changed.entry(*now).or_insert_with(|| now.to_string()) += &format!(" {number}");
        }
    }
    changed.into_values().collect::<Vec<_>>().join(",")
}
