//! Exact endings off the principal variation, near the end: the recursion with all left out that only
//! opinions need.
//!
//! Nothing here is ever evaluated, learned from or shown, so there is no evaluator's state, no history and no
//! line; every child is made once, for its order, for the table and for its own search. What orders the moves
//! is [`Evaluator::rank`].

use super::table::{Entry, Table};
use super::worker::{Node, Place, Worker, across};
use crate::evaluator::{Evaluator, Ledger};
use crate::game::{Game, Turn};
use crate::score::{Bound, Score, Window};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A position near the end, as far as this search needs to know it.
#[derive(Debug)]
struct Spot<G: Game> {
    position: G::Position,
    /// Plies left at most.
    depth: u32,
    ply: u32,
    /// Its key, where the table is asked.
    key: Option<u64>,
}

/// What a move leads to.
struct Child<G: Game> {
    spot: Spot<G>,
    turn: Turn,
    index: u16,
}

/// So many fit on the stack without asking for memory.
const MOST_CHILDREN: usize = 32;

/// What the moves of a spot lead to.
struct Children<G: Game> {
    all: SmallVec<[Child<G>; MOST_CHILDREN]>,
    /// How promising each is, until it is searched. Apart, so that choosing one moves nothing.
    figures: SmallVec<[i32; MOST_CHILDREN]>,
}

impl<G: Game> Children<G> {
    /// What has been searched.
    const DONE: i32 = i32::MIN;

    /// The most promising child that was not yet asked for.
    #[inline(always)]
    fn next(&mut self) -> Option<&Child<G>> {
        let (mut best, mut most) = (usize::MAX, Self::DONE);
        for (at, &figure) in self.figures.iter().enumerate() {
            if figure > most {
                (best, most) = (at, figure);
            }
        }
        *self.figures.get_mut(best)? = Self::DONE;
        self.all.get(best)
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether [`Worker::bare_ending`] is to search this node.
    #[inline(always)]
    pub(super) fn is_bare(&self, node: &Node<G>) -> bool {
        self.ending
            && self.bare_to > 0
            && node.depth <= self.bare_to
            && node.ply > 0
            && node.without.is_none()
            && !self.moves_only
    }

    /// The result of the game from a node to whose end the search goes: fail-soft.
    pub(super) fn bare_ending(&mut self, node: &Node<G>, window: Window) -> Score {
        let key = match node.place {
            Some(Place { key, symmetry: 0 }) => Some(key),
            // Not under the key of an image, whose moves are others.
            _ => self.table_for(node.depth).map(|_| self.game.key(&node.position)),
        };
        let spot = Spot { position: node.position, depth: node.depth, ply: node.ply as u32, key };
        self.spot(&spot, window)
    }

    fn spot(&mut self, spot: &Spot<G>, window: Window) -> Score {
        if self.stopped {
            return Score::DRAW;
        }
        let window = match self.proven(&spot.position, spot.depth, spot.ply as usize, window) {
            Ok(window) => window,
            Err(value) => return value,
        };
        let entry = self.known_of(spot);
        if let Some(value) = entry.and_then(|entry| settled(entry, spot, window)) {
            self.counts.table_cutoffs += 1;
            return value;
        }
        // The constant first, so that what parts prove is compiled for games alone that have some.
        if E::DIVIDES
            && self.divided
            && let Some(value) = self.proven_by_parts(&spot.position, spot.ply as usize, window)
        {
            self.keep(spot, window, value, None);
            return value;
        }
        // Filled where it stays: it is large.
        let mut children = Children { all: SmallVec::new(), figures: SmallVec::new() };
        self.make_children(spot, entry.and_then(|entry| entry.best), &mut children);
        if children.all.is_empty() {
            self.leaves += 1;
            let result = self.game.terminal(&spot.position);
            debug_assert!(result.is_some(), "no move, but the game goes on");
            return result.unwrap_or(Score::DRAW).seen_from(spot.ply);
        }
        self.expanded[spot.ply as usize] += 1;
        if let Some(value) = self.cut_by_children(spot, &children.all, window) {
            return value;
        }
        let (value, best) = self.best_of(&mut children, window);
        if !self.stopped {
            self.keep(spot, window, value, best);
        }
        value
    }

    #[inline(always)]
    fn known_of(&mut self, spot: &Spot<G>) -> Option<Entry> {
        let key = spot.key?;
        self.counts.probes += 1;
        let entry = self.table_for(spot.depth)?.probe(key).filter(|entry| entry.proven)?;
        self.counts.hits += 1;
        Some(entry)
    }

    // The table that is asked with so many plies left: near the end one of this thread's own that stays in
    // the processor's cache.
    #[inline(always)]
    fn table_for(&self, depth: u32) -> Option<&Table> {
        if depth >= self.table_from {
            self.table
        } else {
            self.near.filter(|_| depth >= u32::from(self.config.near_table_from))
        }
    }

    // Makes every child, and has the table's memory fetched for it meanwhile.
    #[inline(always)]
    fn make_children(&self, spot: &Spot<G>, first: Option<u16>, children: &mut Children<G>) {
        let (game, evaluator) = (self.game, self.evaluator);
        game.each_move(&spot.position, |mv| {
            let mut position = spot.position;
            let turn = game.play(&mut position, mv);
            let depth = if game.is_pass(mv) { spot.depth } else { spot.depth - 1 };
            let key = self.table_for(depth).map(|table| {
                let key = game.key(&position);
                table.prefetch(key);
                key
            });
            let index = game.index(mv) as u16;
            let figure = if first == Some(index) {
                i32::MAX
            } else {
                evaluator.rank(game, &spot.position, mv, &position)
            };
            debug_assert!(figure > Children::<G>::DONE, "a rank far from what an i32 can hold");
            children.figures.push(figure);
            children.all.push(Child { spot: Spot { position, depth, ply: spot.ply + 1, key }, turn, index });
            ControlFlow::Continue(())
        });
    }

    // Enhanced transposition cut-off.
    #[inline(always)]
    fn cut_by_children(&mut self, spot: &Spot<G>, children: &[Child<G>], window: Window) -> Option<Score> {
        let from = u32::from(self.config.enhanced_cutoffs);
        if from == 0 || spot.depth < from {
            return None;
        }
        children.iter().find_map(|child| {
            let theirs = across::<G, _>(child.turn, window);
            let entry = self.known_of(&child.spot)?;
            let value = across::<G, _>(child.turn, settled(entry, &child.spot, theirs)?);
            (value >= window.beta).then(|| {
                self.counts.table_cutoffs += 1;
                value
            })
        })
    }

    // The best value, and the move of it if it raises alpha.
    #[inline(always)]
    fn best_of(&mut self, children: &mut Children<G>, window: Window) -> (Score, Option<u16>) {
        let (mut best, mut mv, mut tried) = (Score::WORST, None, 0);
        while let Some(&Child { ref spot, turn, index }) = children.next() {
            tried += 1;
            self.pay();
            self.made[spot.ply as usize - 1] += 1;
            let alpha = window.alpha.max(best);
            let theirs = across::<G, _>(turn, Window { alpha, ..window });
            let value = across::<G, _>(turn, self.spot(spot, theirs));
            if self.stopped {
                return (best.max(value), mv);
            }
            if value > best {
                best = value;
                if best > window.alpha {
                    mv = Some(index);
                }
                if best >= window.beta {
                    self.counts.cutoffs += 1;
                    self.counts.first_cutoffs += u64::from(tried == 1);
                    break;
                }
            }
        }
        (best, mv)
    }

    fn keep(&self, spot: &Spot<G>, window: Window, value: Score, best: Option<u16>) {
        let Some((table, key)) = self.table_for(spot.depth).zip(spot.key) else { return };
        let depth = u8::try_from(spot.depth).unwrap_or(u8::MAX);
        let (value, bound) = (value.seen_at(spot.ply), window.bound(value));
        let entry = Entry { value, bound, level: Entry::SURE, depth, proven: true, best };
        table.store(key, entry, self.config.replacement);
    }

    /// What is provable where the search goes to the end of the game: the value, or the window that is left.
    /// (Further from the end the bounds are too wide to be worth asking for.)
    #[inline(always)]
    pub(super) fn proven(
        &mut self,
        position: &G::Position,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<Window, Score> {
        let mut window = window;
        if E::FINISHES > 0 && self.config.endings && depth <= E::FINISHES {
            let mut ledger = Ledger::new(self.may_make());
            let value = self.evaluator.finish(self.game, position, window, &mut self.results, &mut ledger);
            self.account(ledger.made(), ply);
            if let Some(value) = value {
                self.leaves += 1;
                return Err(value.seen_from(ply as u32));
            }
        }
        if E::BOUNDS && self.config.bounds {
            let (low, high) = self.evaluator.bounds(self.game, position, window);
            debug_assert!(low <= high);
            if low >= window.beta || low == high {
                return Err(low);
            }
            if high <= window.alpha {
                return Err(high);
            }
        }
        // Without fail-soft a value is held to the window's edges, and one that does not reach a raised alpha
        // would seem to lie above the old.
        if E::GRAIN > 1 && self.config.bounds && self.config.fail_soft {
            window = window.rounded(E::GRAIN);
        }
        Ok(window)
    }
}

// The value that the table gives, if it settles this node.
#[inline(always)]
fn settled<G: Game>(entry: Entry, spot: &Spot<G>, window: Window) -> Option<Score> {
    let value = entry.value.seen_from(spot.ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    settles.then_some(value)
}
