//! The patterns of every free square, kept from move to move.

use super::Patterns;
use super::class::Class;
use super::stage::{ByStage, Role, Stage};
use super::sums::{ByHand, Sum, Sums};
use super::table::{Pattern, PatternTable};
use super::worth::{Key, Number, Standing, WorthTable, nibble, with_nibble};
use crate::board::{MAX_SQUARES, Position, Square};
use crate::evaluators::line_stones::{LineStones, MARGIN, Place, board_bits, stride};
use crate::lines::CENTRE;
use anyply_framework::Side;

/// What each colour would make on each free square, and how often each class occurs.
///
/// A stone changes what lies within five squares of it in four directions. What was there before goes to a
/// log, so that taking a move back is reading, not computing, and so that sums follow when somebody asks for
/// them.
#[derive(Debug)]
pub struct PatternsState<const N: usize> {
    stones: LineStones<N>,
    keys: [[Key; MAX_SQUARES]; 2],
    classes: [[Class; MAX_SQUARES]; 2],
    promises: [[i16; MAX_SQUARES]; 2],
    counts: Counts,
    by_hand: Sums<ByHand>,
    learned: Sums<ByStage>,
    /// By colour.
    log: [Vec<Change>; 2],
    moves: Vec<Before>,
}

/// How many free squares are of each class, by colour.
type Counts = [[u16; Class::COUNT]; 2];

/// What a move makes of a square for a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    square: u16,
    /// What it was.
    pub(super) before: Key,
    standing_before: Standing,
    /// What it is now.
    pub(super) now: Number,
}

/// What there was before a move.
#[derive(Clone, Copy, Debug)]
struct Before {
    counts: Counts,
    /// How long the log was, by colour.
    logged: [usize; 2],
}

// Not derived: a copy would have no room for its log and grow it in the middle of a search.
impl<const N: usize> Clone for PatternsState<N> {
    fn clone(&self) -> Self {
        let log = self.log.each_ref().map(copied);
        let (by_hand, learned) = (self.by_hand.clone(), self.learned.clone());
        Self { stones: self.stones.clone(), by_hand, learned, log, moves: copied(&self.moves), ..*self }
    }

    // Playouts begin from copies of one state, again and again.
    fn clone_from(&mut self, from: &Self) {
        let Self { stones, keys, classes, promises, counts, by_hand, learned, log, moves } = self;
        stones.clone_from(&from.stones);
        (*keys, *classes, *promises, *counts) = (from.keys, from.classes, from.promises, from.counts);
        by_hand.clone_from(&from.by_hand);
        learned.clone_from(&from.learned);
        log.clone_from(&from.log);
        moves.clone_from(&from.moves);
    }
}

impl<const N: usize> PatternsState<N> {
    /// The most entries that one move makes for a colour: its own square and ten in each of four directions.
    const CHANGES: usize = 1 + 4 * 10;

    pub(super) fn new(evaluator: &Patterns, position: &Position<N>) -> Self {
        let stones = LineStones::<N>::new(position);
        let mut keys = [[0; MAX_SQUARES]; 2];
        let mut classes = [[Class::Taken; MAX_SQUARES]; 2];
        let mut promises = [[0; MAX_SQUARES]; 2];
        let mut counts = Counts::default();
        let (mut by_hand, mut learned) = (<[ByHand; 2]>::default(), <[ByStage; 2]>::default());
        for at in position.free_squares() {
            let square = at.index(N);
            for direction in 0..4 {
                let place = Place::of::<N>(direction, at);
                let line = LineBits::of(&stones, direction, place.line);
                let patterns = line.patterns(evaluator.tables, place.bit);
                for (colour, pattern) in patterns.into_iter().enumerate() {
                    keys[colour][square] = with_nibble(keys[colour][square], direction, pattern);
                }
            }
            for (colour, worths) in evaluator.figures.worths.iter().enumerate() {
                let number = worths.number(keys[colour][square]);
                let Standing { class, promise } = worths.standing(number);
                classes[colour][square] = class;
                promises[colour][square] = promise;
                counts[colour][class as usize] += 1;
                by_hand[colour].exchange(worths, WorthTable::TAKEN, number);
                learned[colour].exchange(worths, WorthTable::TAKEN, number);
            }
        }
        let room = position.free();
        Self {
            stones,
            keys,
            classes,
            promises,
            counts,
            by_hand: Sums::new(by_hand, room),
            learned: Sums::new(learned, room),
            log: [(); 2].map(|()| Vec::with_capacity(Self::CHANGES * room)),
            moves: Vec::with_capacity(room),
        }
    }

    /// How many free squares are of a class for `side`.
    pub(super) const fn count(&self, side: Side, class: Class) -> u16 {
        self.counts[side as usize][class as usize]
    }

    /// What all free squares of `side`, in its role, add to the learned value. Whoever asks gives the worths
    /// that the state was made with.
    pub(super) fn learned(&self, worths: &[WorthTable; 2], side: Side, role: Role, stage: Stage) -> i32 {
        self.learned.get(worths, |mv, colour| self.changes(mv, colour))[side.index()].at(role, stage)
    }

    /// What all free squares are worth to `side` by hand, asked in the same way: see
    /// [`Worth::by_hand`](super::worth::Worth::by_hand).
    pub(super) fn by_hand(&self, worths: &[WorthTable; 2], side: Side) -> i32 {
        let ByHand(sum) = self.by_hand.get(worths, |mv, colour| self.changes(mv, colour))[side.index()];
        sum
    }

    // What the move of a number changed for a colour.
    fn changes(&self, mv: usize, colour: usize) -> &[Change] {
        let end = self.moves.get(mv + 1).map_or(self.log[colour].len(), |before| before.logged[colour]);
        &self.log[colour][self.moves[mv].logged[colour]..end]
    }

    /// What a stone of `side` on the free square `at` would make.
    pub(super) fn key(&self, side: Side, at: Square) -> Key {
        self.keys[side.index()][at.index(N)]
    }

    /// Whether a stone of `side` on the free square `at` would make a four in a direction.
    pub(super) fn makes_four(&self, side: Side, at: Square, direction: usize) -> bool {
        Pattern::from_nibble(nibble(self.key(side, at), direction).into()).is_four()
    }

    pub(super) const fn class(&self, side: Side, index: usize) -> Class {
        self.classes[side as usize][index]
    }

    /// See [`Standing::promise`].
    pub(super) const fn promise(&self, side: Side, index: usize) -> i32 {
        self.promises[side as usize][index] as i32
    }

    /// The class that the free square `at` would have for `side` with an enemy stone on a free square, so
    /// many [steps](Square::step) away in a direction.
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
        let worths = &evaluator.figures.worths[side.index()];
        worths.standing(worths.number(key)).class
    }

    /// The free squares of at least `class` for `side`.
    pub(super) fn at_least(&self, side: Side, class: Class) -> impl Iterator<Item = usize> + '_ {
        let classes = &self.classes[side.index()][..N * N];
        let total: u16 = self.counts[side.index()][class as usize..].iter().sum();
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
        let logged = self.log.each_ref().map(Vec::len);
        self.moves.push(Before { counts: self.counts, logged });
        self.by_hand.push();
        self.learned.push();
        let square = at.index(N);
        for colour in 0..2 {
            // It keeps its keys and no longer counts.
            self.set(colour, square, self.keys[colour][square], (WorthTable::TAKEN, Standing::TAKEN));
        }
        self.stones.flip(side, at);
        for direction in 0..4 {
            self.update_line(evaluator, at, direction);
        }
    }

    /// Takes the last stone put, of `side` on `at`, away again.
    pub(super) fn take(&mut self, side: Side, at: Square) {
        let Some(Before { counts, logged }) = self.moves.pop() else {
            unreachable!("a stone is taken away only after it was put")
        };
        self.by_hand.pop();
        self.learned.pop();
        for (colour, (log, logged)) in self.log.iter_mut().zip(logged).enumerate() {
            for Change { square, before, standing_before, .. } in log.drain(logged..) {
                let square = usize::from(square);
                self.keys[colour][square] = before;
                self.classes[colour][square] = standing_before.class;
                self.promises[colour][square] = standing_before.promise;
            }
        }
        self.stones.flip(side, at);
        self.counts = counts;
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
            for (colour, pattern) in patterns.into_iter().enumerate() {
                let old = self.keys[colour][square];
                if nibble(old, direction) != pattern {
                    let worths = &evaluator.figures.worths[colour];
                    let key = with_nibble(old, direction, pattern);
                    let number = worths.number(key);
                    self.set(colour, square, key, (number, worths.standing(number)));
                }
            }
        }
    }

    /// Gives a square another key for a colour, the number that belongs to it, and the standing.
    #[inline]
    fn set(&mut self, colour: usize, square: usize, key: Key, (now, standing): (Number, Standing)) {
        let standing_before =
            Standing { class: self.classes[colour][square], promise: self.promises[colour][square] };
        let before = std::mem::replace(&mut self.keys[colour][square], key);
        self.log[colour].push(Change { square: square as u16, before, standing_before, now });
        self.promises[colour][square] = standing.promise;
        if standing_before.class != standing.class {
            self.counts[colour][standing_before.class as usize] -= 1;
            self.counts[colour][standing.class as usize] += 1;
            self.classes[colour][square] = standing.class;
        }
    }
}

/// With the room it had.
pub(super) fn copied<T: Clone>(from: &Vec<T>) -> Vec<T> {
    let mut to = Vec::with_capacity(from.capacity());
    to.extend_from_slice(from);
    to
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
        // Both tables count digits alike: they differ in what wins, and only caro, the same for both, tells
        // edges apart.
        let [first, second] = tables;
        let [black, white, edge] = [first.digits(black), first.digits(white), first.edge_digits(edge)];
        [first.pattern(black, white, edge) as u8, second.pattern(white, black, edge) as u8]
    }
}
