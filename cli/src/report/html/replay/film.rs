//! A game as pictures, each told as what changed since the one before.

use super::board::Board;
use super::looks::State;
use super::picture::{Glyphs, Picture, Place};
use super::{Replay, clean};
use anyply_framework::Side;
use anyply_games::{AnyGame, TextGame};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// What the films of a page have in common.
#[derive(Serialize)]
pub(super) struct Stock {
    boards: Store<Board>,
    states: Store<State>,
    captions: Store<String>,
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
    /// For every position, from the start on, what the cells change to: `STATE CELL CELL,STATE CELL`. Before the first all
    /// are in state 0.
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
        let mut states = Store::new();
        states.number(State::EMPTY);
        Self { boards: Store::new(), states, captions: Store::new() }
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

/// What was seen while a game was played once more.
#[derive(Default)]
struct Roll {
    glyphs: Glyphs,
    pictures: Vec<Picture>,
    captions: Vec<String>,
}

impl Film {
    /// Plays the game once more, as far as it can be played.
    pub(super) fn new(replay: &Replay, stock: &mut Stock) -> Self {
        let mut film = Self::default();
        let mut roll = Roll::default();
        film.fault = film.play(replay, &mut roll).err().map(|fault| clean(&fault));
        film.develop(roll, stock);
        film
    }

    fn play(&mut self, replay: &Replay, roll: &mut Roll) -> Result<(), String> {
        let (name, variant, size) = &replay.game;
        let mut game = AnyGame::open(name, Some(variant), *size)?;
        let mut still = AnyGame::open(name, Some(variant), *size)?;
        self.unit = game.unit();
        if let Some(start) = &replay.start {
            game.set_position(start, None).map_err(|error| format!("the start position: {error}"))?;
        }
        roll.shoot(&game, &mut still);
        for (number, mv) in replay.moves.iter().enumerate() {
            let side = game.side();
            game.play_text(&mv.text).map_err(|error| format!("move {}: {error}", number + 1))?;
            self.sides.push(if side == Side::Black { 'b' } else { 'w' });
            roll.shoot(&game, &mut still);
        }
        Ok(())
    }

    fn develop(&mut self, roll: Roll, stock: &mut Stock) {
        let Some(first) = roll.pictures.first() else { return };
        let places = roll.places();
        self.board = Some(stock.boards.number(Board::new(&places, first)));
        let states = State::of_all(&roll.glyphs.all).into_iter();
        let states: Vec<usize> = states.map(|state| stock.states.number(state)).collect();
        let nothing = stock.states.number(State::NOTHING);
        let mut before = vec![0; places.len()];
        for picture in &roll.pictures {
            let mut now = vec![nothing; places.len()];
            let mut marks = Vec::new();
            for cell in &picture.cells {
                let number = places.binary_search(&cell.place).expect("the places of all pictures are there");
                now[number] = states[cell.glyph];
                if cell.is_last {
                    marks.push(number.to_string());
                }
            }
            self.frames.push(changes(&before, &now));
            self.marks.push(marks.join(" "));
            before = now;
        }
        self.captions = roll.captions.into_iter().map(|caption| stock.captions.number(caption)).collect();
    }
}

impl Roll {
    fn shoot(&mut self, game: &AnyGame, still: &mut AnyGame) {
        let marked = game.draw(false);
        // Set up afresh, the same position has no last move.
        let plain = match still.set_position(&game.position_text(), Some(game.side())) {
            Ok(()) => still.draw(false),
            Err(_) => marked.clone(),
        };
        let picture = Picture::new(&plain, &marked, &mut self.glyphs);
        let told = [game.counts(), picture.remarks()];
        let told: Vec<&str> = told.iter().map(String::as_str).filter(|told| !told.is_empty()).collect();
        self.captions.push(clean(&told.join("; ")));
        self.pictures.push(picture);
    }

    // Of all pictures, in order: a place may be no place for a while.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for picture in &self.pictures {
            if !picture.cells.iter().map(|cell| cell.place).eq(places.iter().copied()) {
                places.extend(picture.cells.iter().map(|cell| cell.place));
                places.sort_unstable();
                places.dedup();
            }
        }
        places
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
