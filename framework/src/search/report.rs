//! What a search found and what it cost: [`Report`], and [`Observer`] to hear of it on the way.

use crate::game::Game;
use crate::score::{Certainty, Distance, Score};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::time::Duration;

/// The result of a search, or of one of its depths.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The plies searched in full; 0 if not even one was finished. A win proven before the first depth counts
    /// as one.
    pub depth: u32,
    /// The best lines, best first; empty only if the game is over.
    pub lines: Vec<Line<G>>,
    /// Positions made, by all threads.
    pub nodes: u64,
    /// Positions that the evaluator was asked about, now or before, or that were found to be the end of the
    /// game.
    pub leaves: u64,
    /// What happened on the way: before the search has ended, on its first thread alone.
    pub counts: Counts,
    /// The time since the search began.
    pub elapsed: Duration,
    /// Whether it was looked up in a [book](crate::book), and nothing was searched; the plies are those of
    /// the search then.
    pub by_book: bool,
}

impl<G: Game> Report<G> {
    /// The move to play; `None` only if the game is over.
    pub fn best(&self) -> Option<G::Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// What happened in a search, for those who study it. All threads together, once it has ended. A technique
/// that is off, or that an algorithm does not know, counts nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Nodes where a move proved enough for the others not to be searched.
    pub cutoffs: u64,
    /// Those of them where it was the first move tried.
    pub first_cutoffs: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it knew something about.
    pub hits: u64,
    /// Nodes settled by the table alone.
    pub table_cutoffs: u64,
    /// Searches repeated with a wider window: after a null window, or at the root.
    pub researches: u64,
    /// Positions made by the evaluator's [straight-line code](crate::Evaluator::finish), not by the
    /// recursion.
    #[serde(default)]
    pub finished: u64,
    /// The greatest distance from the root reached, in plies.
    pub selective_depth: u32,
    /// Positions made at each distance from the root, that of one ply first. In this, and in the two beside
    /// it, what is made for proofs is left out.
    pub made: Vec<u64>,
    /// Nodes that were expanded at each distance from the root, the root first: their moves were tried.
    pub expanded: Vec<u64>,
    /// Bytes set aside for what is remembered: all tables together, or a tree held in memory.
    pub memory: u64,
}

impl Counts {
    /// Adds what another thread, or an earlier part of the same search, counted. The memory is shared, so it
    /// is not added.
    pub fn add(&mut self, other: &Self) {
        let sum = |mine: &mut Vec<u64>, theirs: &[u64]| {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        self.cutoffs += other.cutoffs;
        self.first_cutoffs += other.first_cutoffs;
        self.probes += other.probes;
        self.hits += other.hits;
        self.table_cutoffs += other.table_cutoffs;
        self.researches += other.researches;
        self.finished += other.finished;
        self.selective_depth = self.selective_depth.max(other.selective_depth);
        sum(&mut self.made, &other.made);
        sum(&mut self.expanded, &other.expanded);
        self.memory = self.memory.max(other.memory);
    }
}

/// A principal variation and its value.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The value for the side to move at the root. A distance to a win may be [claimed](Score::claim) only
    /// where it is certain.
    pub score: Score,
    /// How sure that is.
    pub certainty: Certainty,
    /// The moves, at least one.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// Lines with a higher one are better: what is proven to win comes before all else, what is proven to
    /// lose after it.
    fn rank(&self) -> (i32, Score) {
        let proven = match self.score.claim(self.certainty) {
            Some(Distance::Win(_)) => 1,
            Some(Distance::Loss(_)) => -1,
            None => 0,
        };
        (proven, self.score)
    }

    /// Puts the best line first. Here, and not where lines are found, it is compiled once for all evaluators.
    pub(super) fn sort(lines: &mut [Self]) {
        lines.sort_by_key(|line| Reverse(line.rank()));
    }

    /// Won, as far as is seen, but not for certain.
    pub(crate) fn is_believed_win(&self) -> bool {
        self.certainty != Certainty::Exact && self.score.is_win()
    }

    /// Makes this proven line the first of at most `wanted`; the others stay as they are.
    pub(crate) fn put_first(&self, lines: &mut Vec<Self>, wanted: usize) {
        lines.retain(|line| line.moves[0] != self.moves[0]);
        lines.insert(0, self.clone());
        lines.truncate(wanted.max(1));
    }
}

/// Hears of a search while it runs, on the search's own thread.
pub trait Observer<G: Game>: Send {
    /// A depth is finished; the last one of a search to the end of the game comes once for each level of
    /// certainty, surer each time.
    fn depth_finished(&mut self, report: &Report<G>);
}

/// Hears nothing.
impl<G: Game> Observer<G> for () {
    fn depth_finished(&mut self, _: &Report<G>) {}
}

impl<G: Game, F: FnMut(&Report<G>) + Send> Observer<G> for F {
    fn depth_finished(&mut self, report: &Report<G>) {
        self(report);
    }
}
