//! Proof-number search (df-pn, Nagai 2002): who wins, and no more than that.
//!
//! It asks whether the side to move wins and, if not, whether it loses. In a game without margin an answer is the exact result, with the length
//! of the proof for a distance: the win is there, though perhaps a shorter one too. In a game with a margin only the sign of the
//! result is proven: a win is told as +1 unit, the least there is, and as heuristic, for the margin may be larger; a
//! draw is exact. Without an answer the move is that of first sight.
//!
//! A depth asked for bounds the proof: who has not won by then has not won. With `subsets` on, moves are left out that provably cannot change the
//! result. No position of a game is ever repeated, so what is proven of one holds however it was reached.

mod prover;
mod table;

use super::Algorithm;
use super::task::Task;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::{Certainty, Score};
use crate::search::Line;
use prover::Prover;
use table::ProofTable;

/// What was proven of positions, kept from search to search.
#[derive(Debug)]
pub(crate) struct ProofNumber(ProofTable);

impl ProofNumber {
    /// With a table of at most `bytes`.
    pub(crate) fn new(bytes: usize) -> Self {
        Self(ProofTable::new(bytes))
    }
}

impl<G: Game, E: Evaluator<G>> Algorithm<G, E> for ProofNumber {
    fn run(&mut self, task: &mut Task<'_, G, E>) {
        self.0.new_search();
        task.report.counts.memory = self.0.bytes();
        let mut prover = Prover::new(task, &mut self.0);
        let found = match prover.ask(true) {
            Some((true, plies, moves)) => Some((win::<G>(plies), plies, moves)),
            Some((false, ..)) => match prover.ask(false) {
                Some((false, plies, moves)) => Some((-win::<G>(plies), plies, moves)),
                Some((true, plies, moves)) if !prover.has_horizon() => Some((Score::DRAW, plies, moves)),
                _ => None,
            },
            None => None,
        };
        let Some((score, plies, moves)) = found else { return };
        let exact = !G::HAS_MARGIN || score == Score::DRAW;
        let certainty = if exact { Certainty::Exact } else { Certainty::Heuristic };
        task.report.depth = plies;
        prove_line(&mut task.report.lines, Line { score, certainty, moves }, task.limits.lines);
        task.tell();
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn win<G: Game>(plies: u32) -> Score {
    if G::HAS_MARGIN { Score::from_units(1) } else { Score::win_in(plies) }
}

// Puts the proven line first; the others stay as they were seen at first sight.
fn prove_line<G: Game>(lines: &mut Vec<Line<G>>, proven: Line<G>, wanted: usize) {
    lines.retain(|line| line.moves[0] != proven.moves[0]);
    lines.insert(0, proven);
    lines.truncate(wanted.max(1));
}
