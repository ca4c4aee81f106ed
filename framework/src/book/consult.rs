//! [`with_book`]: an engine that plays by a book where it can.

use super::file::Book;
use crate::engine::{Engine, passed_on};
use crate::game::{Game, Situation};
use crate::score::Certainty;
use crate::search::{Counts, Limits, Line, Observer, Report, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::time::Instant;

/// A book, and how a move is chosen from it.
#[derive(Clone, Debug)]
pub struct OpenBook {
    /// The book.
    pub book: Arc<Book>,
    /// Among moves that are nearly as good as the best, one is drawn by lot from this, so that games differ;
    /// without, the best is played.
    pub lot: Option<u64>,
}

/// Lets `engine` play by a book. Where the position is not in it, it searches as ever.
pub fn with_book<G: Game>(game: G, open: &OpenBook, engine: Box<dyn Engine<G>>) -> Box<dyn Engine<G>> {
    let OpenBook { book, lot } = open;
    Box::new(Consulting { game, book: Arc::clone(book), lot: lot.map(Pcg64Mcg::seed_from_u64), engine })
}

#[derive(Debug)]
struct Consulting<G: Game> {
    game: G,
    book: Arc<Book>,
    lot: Option<Pcg64Mcg>,
    engine: Box<dyn Engine<G>>,
}

impl<G: Game> Consulting<G> {
    // What the book says; nothing if the position is not in it, or fewer of its moves than are wanted.
    fn answer(&mut self, at: &Situation<G>, lines: usize) -> Option<Report<G>> {
        let began = Instant::now();
        let mut known = self.book.of(&self.game, &at.position);
        let best = known.first()?.1;
        let is_whole = known.len() == at.moves(&self.game).len();
        if lines > known.len() && !is_whole {
            return None;
        }
        let all_sure = is_whole && known.iter().all(|(_, of)| of.sure);
        if lines <= 1
            && let Some(lot) = &mut self.lot
        {
            // As much as the book's makers held a ply for. Where the game is decided, a value counts plies.
            let penalty = i32::try_from(self.book.origin().penalty).unwrap_or(i32::MAX);
            let (is_proven, value) = best.rank();
            let least = if value.distance().is_some() { value } else { value.offset(-penalty) };
            let near = known.iter().take_while(|(_, of)| of.rank() >= (is_proven, least)).count();
            known.swap(0, lot.random_range(0..near));
        }
        let depth = known[0].1.depth.into();
        let chosen = known.into_iter().take(lines.max(1)).enumerate();
        let lines = chosen.map(|(number, (mv, of))| {
            // What stands first is told of the position, too: no other move may be better.
            let is_best = of.value.is_win() || all_sure && of.value == best.value;
            let is_exact = of.sure && (number > 0 || is_best);
            let certainty = if is_exact { Certainty::Exact } else { Certainty::Heuristic };
            Line { score: of.value, certainty, moves: self.book.line(&self.game, at, (mv, of)) }
        });
        let lines = lines.collect();
        let elapsed = began.elapsed();
        Some(Report { depth, lines, nodes: 0, leaves: 0, counts: Counts::default(), elapsed, by_book: true })
    }
}

impl<G: Game> Engine<G> for Consulting<G> {
    fn search(
        &mut self,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        let answer = self.answer(at, limits.lines);
        answer.unwrap_or_else(|| self.engine.search(at, limits, stop, observer))
    }

    fn draw_from(&mut self, seed: u64) {
        self.lot = self.lot.as_ref().map(|_| Pcg64Mcg::seed_from_u64(seed));
        self.engine.draw_from(seed);
    }

    passed_on!();
}
