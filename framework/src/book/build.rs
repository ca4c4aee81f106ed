//! [`Builder`]: a book that grows.

use super::error::BookError;
use super::file::{Book, BookMove, BookOrigin, Page};
use super::folded::Folded;
use super::graph::Graph;
use crate::engine::{Engine, Resources};
use crate::game::{Side, Situation};
use crate::lab::{digest, runner};
use crate::plugin::{EvaluatorSource, Plugin};
use crate::positions::begins_by_lot;
use crate::score::Certainty;
use crate::search::{Limits, Stop};
use crate::settings::SettingsError;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// So many positions are chosen at a time, whatever the number of threads: the book must not depend on it.
const BATCH: usize = 16;
/// Bytes of each search's table. Emptied for each position, so that nothing depends on what was searched
/// before.
const HASH: u64 = 8 << 20;
/// Where a position has more moves than are wanted, they are chosen by searches of so many times fewer nodes,
/// and half the depth.
const GLANCE: u64 = 16;

/// How much is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The plies of a move's search.
    pub depth: Option<u32>,
    /// The nodes of a move's search.
    pub nodes: Option<u64>,
    /// At most so many moves of a position.
    pub width: u32,
    /// A ply counts as much as so many hundredths lost.
    pub penalty: u32,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

/// A book being built.
#[derive(Debug)]
pub struct Builder<'a, G: Plugin> {
    game: &'a G,
    source: EvaluatorSource,
    book: Book,
    graph: Graph<'a, G>,
    /// Of those that were chosen last, the ones that are not done.
    pending: Vec<Folded<G>>,
    /// Who searches nothing at the moment.
    idle: Mutex<Vec<Box<dyn Engine<G>>>>,
}

impl<'a, G: Plugin> Builder<'a, G> {
    /// How a book of `game` is made by what plays best, with the evaluator of that `source`.
    pub fn origin(game: &G, source: &EvaluatorSource, effort: Effort) -> BookOrigin {
        let Effort { depth, nodes, width, penalty, seed } = effort;
        let (variant, config) = (game.variant(), G::best().config);
        let (evaluator, weights) = match source {
            EvaluatorSource::BuiltIn(info) => (info.name.to_owned(), None),
            EvaluatorSource::File { text, .. } => ("settings".to_owned(), Some(digest(text))),
            EvaluatorSource::Weights { weights, .. } => {
                (weights.origin().evaluator.clone(), Some(weights.digest()))
            }
        };
        BookOrigin {
            game: G::NAME.to_owned(),
            variant: variant.name.to_owned(),
            size: variant.size,
            evaluator,
            weights,
            config,
            hash: HASH,
            depth,
            nodes,
            width,
            penalty,
            seed,
        }
    }

    /// Goes on with `book`, or begins one.
    ///
    /// # Errors
    /// [`SettingsError`] if the evaluator cannot be built, or the game has no opening that could be known.
    pub fn new(
        game: &'a G,
        source: EvaluatorSource,
        effort: Effort,
        book: Option<Book>,
    ) -> Result<Self, SettingsError> {
        let refused = |problem: String| SettingsError::Range { origin: "book".to_owned(), problem };
        if begins_by_lot(game) {
            let variant = game.variant().name;
            return Err(refused(format!("{} {variant} begins by lot: no opening comes again", G::NAME)));
        }
        let origin = Self::origin(game, &source, effort);
        let book = book.unwrap_or_else(|| Book::empty(origin.clone()));
        if *book.origin() != origin {
            return Err(refused("it was built with other settings".to_owned()));
        }
        let graph = Graph::new(game, &book).map_err(|error: BookError| refused(error.to_string()))?;
        let pending = graph.sought(&book.pending);
        let builder = Self { game, source, book, graph, pending, idle: Mutex::default() };
        builder.provide(1)?;
        Ok(builder)
    }

    /// The book so far.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// How many plies it goes.
    pub fn deepest(&self) -> usize {
        self.graph.deepest()
    }

    /// Expands the next few positions, up to `most` in the book, by so many threads, and tells of each, which
    /// may end the step: the others are the next. Whether there is more to do: no if it is stopped, which
    /// keeps what is done, or if nothing is left that is worth a look.
    ///
    /// # Errors
    /// [`SettingsError`] if there is no memory for another thread's table.
    pub fn step(
        &mut self,
        most: usize,
        threads: usize,
        stop: &Stop,
        told: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<bool, SettingsError> {
        let room = most.saturating_sub(self.book.positions());
        if room == 0 || stop.is_set() {
            return Ok(false);
        }
        if self.pending.is_empty() {
            self.pending = self.graph.cheapest(BATCH, self.book.origin().penalty);
        }
        let todo = &self.pending[..room.min(self.pending.len())];
        self.provide(threads.min(todo.len()))?;
        let mut done = Vec::new();
        let work = |number: usize| self.expanded(&todo[number], stop);
        runner::run(todo.len(), threads, work, |number, page| {
            let Some(page) = page else { return ControlFlow::Break(()) };
            done.push((todo[number], page));
            told()
        });
        let any = !done.is_empty();
        self.take_in(done);
        Ok(any && !stop.is_set() && self.book.positions() < most)
    }

    fn take_in(&mut self, done: Vec<(Folded<G>, Page)>) {
        for (at, page) in done {
            self.graph.insert(at, &page).expect("they were legal moves");
            self.book.pages.insert(at.key, page);
        }
        let graph = &self.graph;
        self.pending.retain(|at| !graph.has(at.key));
        self.book.pending = self.pending.iter().map(|at| at.key).collect();
        self.graph.settle_in(&mut self.book);
    }

    // Sees to it that there are so many engines.
    fn provide(&self, engines: usize) -> Result<(), SettingsError> {
        let BookOrigin { config, hash, seed, .. } = self.book.origin();
        let resources = Resources { hash: *hash as usize, threads: 1, seed: *seed };
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        while idle.len() < engines {
            idle.push(self.game.engine(&self.source, config.clone(), resources)?);
        }
        Ok(())
    }

    // The moves of a position with their values; nothing if it is stopped.
    fn expanded(&self, at: &Folded<G>, stop: &Stop) -> Option<Page> {
        let taken = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut engine = taken.expect("there is one for each thread");
        engine.clear();
        let page = self.page(at, &mut *engine, stop);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        page
    }

    fn page(&self, at: &Folded<G>, engine: &mut dyn Engine<G>, stop: &Stop) -> Option<Page> {
        let BookOrigin { depth, nodes, width, .. } = *self.book.origin();
        let limits = Limits { depth, nodes, ..Limits::default() };
        let mut moves = self.different(at);
        let mut page = Page { nodes: 0, moves: Vec::with_capacity(moves.len()) };
        if moves.len() > width as usize {
            let glance = Limits {
                depth: depth.map(|depth| (depth / 2).max(1)),
                nodes: nodes.map(|nodes| (nodes / GLANCE).max(1)),
                ..Limits::default()
            };
            let mut seen = Vec::with_capacity(moves.len());
            for mv in moves {
                let of = self.search(at, mv, engine, (&glance, stop), &mut page.nodes)?;
                seen.push((Reverse(of.rank()), of.index, mv));
            }
            seen.sort_unstable_by_key(|&(rank, index, _)| (rank, index));
            moves = seen.into_iter().take(width as usize).map(|(.., mv)| mv).collect();
        }
        for mv in moves {
            let of = self.search(at, mv, engine, (&limits, stop), &mut page.nodes)?;
            page.moves.push(of);
        }
        page.moves.sort_unstable_by_key(|of| of.index);
        Some(page)
    }

    // Of moves that lead to images of each other, the first.
    fn different(&self, at: &Folded<G>) -> Vec<G::Move> {
        let mut seen = HashSet::new();
        let mut moves = Situation::<G> { position: at.position, side: Side::Black }.moves(self.game).to_vec();
        moves.retain(|&mv| {
            let mut after = at.position;
            self.game.play(&mut after, mv);
            seen.insert(Folded::new(self.game, &after).key)
        });
        moves
    }

    fn search(
        &self,
        at: &Folded<G>,
        mv: G::Move,
        engine: &mut dyn Engine<G>,
        (limits, stop): (&Limits, &Stop),
        nodes: &mut u64,
    ) -> Option<BookMove> {
        let mut after = at.position;
        let turn = self.game.play(&mut after, mv);
        let (value, plies, sure) = match self.game.terminal(&after) {
            Some(result) => (result, 0, true),
            None => {
                // Black or White is all the same to a search.
                let after = Situation { position: after, side: Side::Black };
                let report = engine.search(&after, limits, stop, &mut ());
                if stop.is_set() {
                    return None;
                }
                *nodes += report.nodes;
                let line = report.lines.first().expect("the game is not over");
                (line.score, report.depth, line.certainty == Certainty::Exact)
            }
        };
        let searched = turn.across(value).seen_from(1);
        let depth = u16::try_from(plies + 1).unwrap_or(u16::MAX);
        let index = u16::try_from(self.game.index(mv)).expect("indices are below 65,535");
        Some(BookMove { index, value: searched, searched, depth, sure })
    }
}
