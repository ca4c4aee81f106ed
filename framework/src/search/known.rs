//! What is known of a node before any of its moves is tried: from the length of a won game, from
//! straight-line endings, from proof, and from the table.

use super::found::Found;
use super::order::Picker;
use super::table::Entry;
use super::worker::{Node, Place, Worker, across};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::{Bound, Score, Window};

/// What is left to find out at a node.
pub(super) struct Known {
    pub(super) window: Window,
    /// The index of the move to begin with.
    pub(super) first: Option<u16>,
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// What is known of a node, or its value if that settles it.
    #[inline(always)]
    pub(super) fn known(&mut self, node: &Node<G>, window: Window) -> Result<Known, Found> {
        let mut window = window;
        if self.config.mate_distance && !G::HAS_MARGIN && node.ply > 0 {
            window = by_distance(window, node.ply as u32).map_err(Found::proven)?;
        }
        if self.ending && node.ply > 0 {
            window = self.proven(&node.position, node.depth, node.ply, window).map_err(Found::proven)?;
        }
        let entry = self.ask_table(node.place);
        if let Some(entry) = entry
            && node.ply > 0
            && node.without.is_none()
            && let Some(value) = self.cut((node.depth, node.ply), window, entry)
        {
            self.counts.table_cutoffs += 1;
            return Err(Found { value, opinion: !entry.proven });
        }
        // Where moves are weighed, a search that went less far says nothing of how much work they make.
        let best = entry.filter(|entry| !self.weighs || entry.level > 0).and_then(|entry| entry.best);
        let first = self.root_first.filter(|_| node.ply == 0).or(best);
        Ok(Known { window, first })
    }

    #[inline(always)]
    pub(super) fn ask_table(&mut self, place: Option<Place>) -> Option<Entry> {
        let place = place?;
        self.counts.probes += 1;
        let entry = self.probe(place)?;
        self.counts.hits += 1;
        Some(entry)
    }

    #[inline(always)]
    pub(super) fn probe(&self, place: Place) -> Option<Entry> {
        let entry = self.table?.probe(place.key)?;
        if G::SYMMETRIES == 1 || place.symmetry == 0 {
            return Some(entry);
        }
        let back = |best| self.game.image_of_index(usize::from(best), G::inverse(place.symmetry)) as u16;
        Some(Entry { best: entry.best.map(back), ..entry })
    }

    /// The best move of a position whose value the table knows exactly, `ply` plies from the root.
    pub(super) fn remembered(&self, position: &G::Position, ply: usize) -> Option<G::Move> {
        let entry = self.table.and_then(|_| self.probe(self.place(position, ply)))?;
        let best = entry.best.filter(|_| entry.bound == Bound::Exact)?;
        self.game.decode(position, usize::from(best))
    }

    // The value the table gives, if it settles a node with so many plies left, at that ply.
    fn cut(&self, (left, ply): (u32, usize), window: Window, entry: Entry) -> Option<Score> {
        if self.moves_only || !self.config.alpha_beta && entry.bound != Bound::Exact {
            return None;
        }
        let depth = u32::from(entry.depth);
        // Of two searches to the end of the game, or towards it, the deeper and the surer one knows more.
        let deep = entry.level >= self.level && (depth == left || self.config.deeper_entries && depth > left);
        let value = entry.value.seen_from(ply as u32);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta || self.refutes(ply, entry, value),
            Bound::Upper => value <= window.alpha,
        };
        // What is proven holds at every depth; but a shallower search would not have known it yet.
        let known = entry.proven && (self.config.deeper_entries || depth <= left);
        ((deep || known) && settles).then_some(value)
    }

    // Whether a root move is known to lose to threats. That is told to the table once; were the move searched
    // because it seemed best before, a search that does not see them would write over it. A quicker win of
    // the other side's is not asked for.
    #[inline(always)]
    fn refutes(&self, ply: usize, entry: Entry, value: Score) -> bool {
        E::THREATENS && ply == 1 && self.config.threats > 0 && entry.proven && value.is_win()
    }

    /// Enhanced transposition cut-off: the value of a move whose position the table knows well enough for a
    /// cut-off.
    #[inline(always)]
    pub(super) fn known_by_children(
        &mut self,
        node: &Node<G>,
        window: Window,
        picker: &mut Picker<G>,
    ) -> Option<Found> {
        let from = u32::from(self.config.enhanced_cutoffs);
        if from == 0 || node.depth < from || node.ply == 0 || node.without.is_some() || self.moves_only {
            return None;
        }
        self.children(node, window, picker)
    }

    fn children(&mut self, node: &Node<G>, window: Window, picker: &mut Picker<G>) -> Option<Found> {
        self.generate(node, picker);
        let ply = node.ply + 1;
        for mv in picker.all() {
            let depth = if self.ending && self.game.is_pass(mv) { node.depth } else { node.depth - 1 };
            // Made for its key alone.
            let mut position = node.position;
            let (turn, place) = self.make(&mut position, mv, depth, node.ply);
            let Some(entry) = self.ask_table(place) else { continue };
            let theirs = across::<G, _>(turn, window);
            let Some(value) = self.cut((depth, ply), theirs, entry) else { continue };
            let value = across::<G, _>(turn, value);
            if value >= window.beta {
                self.counts.table_cutoffs += 1;
                return Some(Found { value, opinion: !entry.proven });
            }
        }
        None
    }

    /// Stores what was found at a node.
    pub(super) fn remember(
        &self,
        node: &Node<G>,
        place: Place,
        window: Window,
        found: Found,
        best: Option<G::Move>,
    ) {
        let Some(table) = self.table else { return };
        if self.stopped || node.without.is_some() || node.ply == 0 && !self.excluded.is_empty() {
            return;
        }
        let index = |mv| match place.symmetry {
            0 => self.game.index(mv),
            symmetry => self.game.image_of_index(self.game.index(mv), symmetry),
        };
        let entry = Entry {
            value: found.value.seen_at(node.ply as u32),
            bound: window.bound(found.value),
            level: self.level,
            depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
            proven: !found.opinion,
            best: best.map(|mv| index(mv) as u16),
        };
        table.store(place.key, entry, self.config.replacement);
    }
}

/// Mate-distance pruning: a game won at this ply is the best there is, one lost at this ply the worst.
fn by_distance(window: Window, ply: u32) -> Result<Window, Score> {
    let best = Score::win_in(ply);
    if window.alpha >= best {
        Err(best)
    } else if window.beta <= -best {
        Err(-best)
    } else {
        Ok(window)
    }
}
