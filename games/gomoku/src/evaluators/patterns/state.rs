//! The patterns of every free square, kept from move to move.

use super::Patterns;
use super::class::Class;
use super::figures::{Figures, LearnedFigures};
use super::stage::{ByStage, Role, Stage};
use super::table::PatternTable;
use super::worth::{Key, Worth, nibble, with_nibble};
use crate::board::{MAX_SQUARES, Position, Square};
use crate::evaluators::line_stones::{LineStones, MARGIN, Place, board_bits, stride};
use crate::lines::CENTRE;
use anyply_framework::Side;

/// What each colour would make on each free square, and how often each class occurs.
///
/// A stone changes what lies within five squares of it in four directions. What was there before goes to a log, so that taking a
/// move back is reading, not computing.
#[derive(Debug)]
pub struct PatternsState<const N: usize> {
    stones: LineStones<N>,
    keys: [[Key; MAX_SQUARES]; 2],
    classes: [[Class; MAX_SQUARES]; 2],
    promises: [[i16; MAX_SQUARES]; 2],
    sums: Sums,
    log: Vec<Change>,
    moves: Vec<Before>,
}

/// What all free squares come to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sums {
    /// By colour, and so are all others. See [`Worth`].
    counts: [[u16; Class::COUNT]; 2],
    by_hand: [i32; 2],
    /// By [`Role`], too.
    learned: [[i32; 2]; 2],
    by_stage: [ByStage; 2],
}

/// What a square was for a colour before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: u8,
    class: Class,
    square: u16,
    key: Key,
    promise: i16,
}

/// What there was before a move, and how many squares it changed for a colour.
#[derive(Clone, Copy, Debug)]
struct Before {
    sums: Sums,
    changes: usize,
}

// Not derived: a copy would have no room for its log and grow it in the middle of a search.
impl<const N: usize> Clone for PatternsState<N> {
    fn clone(&self) -> Self {
        let mut log = Vec::with_capacity(self.log.capacity());
        log.extend_from_slice(&self.log);
        let mut moves = Vec::with_capacity(self.moves.capacity());
        moves.extend_from_slice(&self.moves);
        Self { stones: self.stones.clone(), log, moves, ..*self }
    }
}

// The log tells how a state came about, not what it is.
impl<const N: usize> PartialEq for PatternsState<N> {
    fn eq(&self, other: &Self) -> bool {
        let free = |state: &Self, index: usize| state.classes[0][index] != Class::Taken;
        let same_keys = (0..N * N).all(|index| {
            free(self, index) == free(other, index)
                && (!free(self, index)
                    || (0..2).all(|side| self.keys[side][index] == other.keys[side][index]))
        });
        same_keys
            && self.stones == other.stones
            && self.classes == other.classes
            && self.promises == other.promises
            && self.sums == other.sums
    }
}

impl<const N: usize> PatternsState<N> {
    /// The most entries that one move makes: its own square and ten in each of four directions, for two colours.
    const CHANGES: usize = 2 * (1 + 4 * 10);

    pub(super) fn new(evaluator: &Patterns, position: &Position<N>) -> Self {
        let mut state = Self {
            stones: LineStones::new(position),
            keys: [[0; MAX_SQUARES]; 2],
            classes: [[Class::Taken; MAX_SQUARES]; 2],
            promises: [[0; MAX_SQUARES]; 2],
            sums: Sums::default(),
            log: Vec::with_capacity(Self::CHANGES * position.free()),
            moves: Vec::with_capacity(position.free()),
        };
        for at in position.free_squares() {
            for direction in 0..4 {
                let place = Place::of::<N>(direction, at);
                let line = LineBits::of(&state.stones, direction, place.line);
                let patterns = line.patterns(evaluator.tables, place.bit);
                for (side, pattern) in patterns.into_iter().enumerate() {
                    state.keys[side][at.index(N)] |= Key::from(pattern) << (4 * direction);
                }
            }
            state.enter(evaluator, at);
        }
        state
    }

    /// How many free squares are of a class for `side`.
    pub(super) const fn count(&self, side: Side, class: Class) -> u16 {
        self.sums.counts[side as usize][class as usize]
    }

    /// What all free squares of `side`, in its role, add to the learned value.
    pub(super) fn learned(&self, side: Side, role: Role, stage: Stage) -> i32 {
        let Sums { learned, by_stage, .. } = &self.sums;
        learned[side.index()][role as usize] + by_stage[side.index()].at(role, stage)
    }

    /// What all free squares are worth to `side` by hand: see [`Worth::by_hand`].
    pub(super) const fn by_hand(&self, side: Side) -> i32 {
        self.sums.by_hand[side as usize]
    }

    /// What a stone of `side` on the free square `at` would make.
    pub(super) fn key(&self, side: Side, at: Square) -> Key {
        self.keys[side.index()][at.index(N)]
    }

    pub(super) const fn class(&self, side: Side, index: usize) -> Class {
        self.classes[side as usize][index]
    }

    /// See [`Worth::promise`].
    pub(super) const fn promise(&self, side: Side, index: usize) -> i32 {
        self.promises[side as usize][index] as i32
    }

    /// The class that the free square `at` would have for `side` with an enemy stone on a free square, so many
    /// [steps](Square::step) away in a direction.
    pub(super) fn class_against(
        &self,
        evaluator: &Patterns,
        side: Side,
        at: Square,
        (direction, steps): (usize, i32),
    ) -> Class {
        let place = Place::of::<N>(direction, at);
        let stone = place.bit.wrapping_add_signed(steps as isize);
        let line = LineBits::of(&self.stones, direction, place.line).with(!side, stone);
        let pattern = line.patterns(evaluator.tables, place.bit)[side.index()];
        let key = with_nibble(self.keys[side.index()][at.index(N)], direction, pattern);
        evaluator.figures.worths[side.index()].get(key).class
    }

    /// The free squares of at least `class` for `side`.
    pub(super) fn at_least(&self, side: Side, class: Class) -> impl Iterator<Item = usize> + '_ {
        let classes = &self.classes[side.index()][..N * N];
        let total: u16 = self.sums.counts[side.index()][class as usize..].iter().sum();
        // Most chunks hold none; a chunk is compared at once.
        let chunks = classes.chunks(CHUNK).enumerate().filter(move |(_, chunk)| any_at_least(chunk, class));
        let found = chunks.flat_map(move |(number, chunk)| {
            let found = chunk.iter().enumerate().filter(move |&(_, &have)| have >= class);
            found.map(move |(offset, _)| number * CHUNK + offset)
        });
        // After the last one nothing need be looked through, and nothing at all where there is none.
        found.take(total.into())
    }

    /// Puts a stone of `side` on the free square `at`.
    pub(super) fn put(&mut self, evaluator: &Patterns, side: Side, at: Square) {
        let (sums, entries) = (self.sums, self.log.len());
        self.leave(evaluator, at);
        self.stones.flip(side, at);
        for direction in 0..4 {
            self.update_line(evaluator, at, direction);
        }
        self.moves.push(Before { sums, changes: self.log.len() - entries });
    }

    /// Takes the last stone put, of `side` on `at`, away again.
    pub(super) fn take(&mut self, side: Side, at: Square) {
        let Some(Before { sums, changes }) = self.moves.pop() else {
            unreachable!("a stone is taken away only after it was put")
        };
        for Change { side, class, square, key, promise } in self.log.drain(self.log.len() - changes..) {
            let (side, square) = (usize::from(side), usize::from(square));
            self.keys[side][square] = key;
            self.classes[side][square] = class;
            self.promises[side][square] = promise;
        }
        self.stones.flip(side, at);
        self.sums = sums;
    }

    fn update_line(&mut self, evaluator: &Patterns, at: Square, direction: usize) {
        let place = Place::of::<N>(direction, at);
        let line = LineBits::of(&self.stones, direction, place.line);
        let mut free = line.free() & evaluator.reach << place.bit;
        while free != 0 {
            let bit = free.trailing_zeros() as usize - MARGIN;
            free &= free - 1;
            let steps = bit as isize - place.bit as isize;
            let square = (at.index(N) as isize + steps * stride::<N>(direction)) as usize;
            let patterns = line.patterns(evaluator.tables, bit);
            for (side, pattern) in patterns.into_iter().enumerate() {
                let old = self.keys[side][square];
                if nibble(old, direction) != pattern {
                    self.set_key(evaluator, side, square, with_nibble(old, direction, pattern));
                }
            }
        }
    }

    fn set_key(&mut self, evaluator: &Patterns, side: usize, square: usize, key: Key) {
        self.remember(side, square);
        let worths = &evaluator.figures.worths[side];
        let (before, now) = (worths.get(self.keys[side][square]), worths.get(key));
        self.keys[side][square] = key;
        if before.class != now.class {
            self.sums.counts[side][before.class as usize] -= 1;
            self.sums.counts[side][now.class as usize] += 1;
            self.classes[side][square] = now.class;
        }
        self.promises[side][square] = now.promise;
        self.sums.change(&evaluator.figures, side, before, now);
    }

    fn remember(&mut self, side: usize, square: usize) {
        let (class, promise) = (self.classes[side][square], self.promises[side][square]);
        let key = self.keys[side][square];
        self.log.push(Change { side: side as u8, class, square: square as u16, key, promise });
    }

    /// A square is free: it counts by the keys it has.
    fn enter(&mut self, evaluator: &Patterns, at: Square) {
        let square = at.index(N);
        for side in 0..2 {
            let worth = evaluator.figures.worths[side].get(self.keys[side][square]);
            self.classes[side][square] = worth.class;
            self.promises[side][square] = worth.promise;
            self.sums.counts[side][worth.class as usize] += 1;
            self.sums.change(&evaluator.figures, side, Worth::NOTHING, worth);
        }
    }

    /// A square is taken: it keeps its keys and no longer counts.
    fn leave(&mut self, evaluator: &Patterns, at: Square) {
        let square = at.index(N);
        for side in 0..2 {
            self.remember(side, square);
            let worth = evaluator.figures.worths[side].get(self.keys[side][square]);
            self.classes[side][square] = Class::Taken;
            self.promises[side][square] = 0;
            self.sums.counts[side][worth.class as usize] -= 1;
            self.sums.change(&evaluator.figures, side, worth, Worth::NOTHING);
        }
    }
}

impl Sums {
    /// A square that was worth `before` to a colour is worth something else now. Called for dozens of squares a move.
    #[inline(always)]
    fn change(&mut self, figures: &Figures, colour: usize, before: &Worth, now: &Worth) {
        self.by_hand[colour] += now.by_hand - before.by_hand;
        let Some(LearnedFigures { by_stage, .. }) = &figures.learned else { return };
        for (sum, (before, now)) in
            self.learned[colour].iter_mut().zip(before.learned.iter().zip(now.learned))
        {
            *sum += now - before;
        }
        let [was, is] = [before, now].map(|worth| &by_stage[usize::from(worth.kind)]);
        self.by_stage[colour].change(was, is);
    }
}

const CHUNK: usize = 32;

fn any_at_least(chunk: &[Class], class: Class) -> bool {
    // Without a way out in the middle, so that the processor compares many at once.
    chunk.iter().fold(false, |any, &have| any | (have as u8 >= class as u8))
}

/// A line with its margin.
#[derive(Clone, Copy)]
struct LineBits {
    black: u32,
    white: u32,
    board: u32,
}

impl LineBits {
    fn of<const N: usize>(stones: &LineStones<N>, direction: usize, line: usize) -> Self {
        Self {
            black: stones.line(Side::Black, direction, line),
            white: stones.line(Side::White, direction, line),
            board: board_bits::<N>(direction, line),
        }
    }

    /// The same with one more stone.
    const fn with(mut self, side: Side, bit: usize) -> Self {
        let stones = match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        };
        *stones |= 1 << (bit + MARGIN);
        self
    }

    const fn free(self) -> u32 {
        self.board & !(self.black | self.white)
    }

    /// What either colour would make on the free square at `bit`.
    fn patterns(self, tables: [&PatternTable; 2], bit: usize) -> [u8; 2] {
        debug_assert!(self.free() >> (bit + CENTRE as usize) & 1 != 0);
        let [black, white, edge] = [self.black >> bit, self.white >> bit, !self.board >> bit];
        // Both tables count digits alike: they differ in what wins, and only caro, the same for both, tells edges apart.
        let [first, second] = tables;
        let [black, white, edge] = [first.digits(black), first.digits(white), first.edge_digits(edge)];
        [first.pattern(black, white, edge) as u8, second.pattern(white, black, edge) as u8]
    }
}
