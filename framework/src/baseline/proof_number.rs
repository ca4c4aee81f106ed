//! Proof-number search ([`crate::proof`]) of all moves: who wins, and no more than that.
//!
//! It asks whether the side to move wins and, if not, whether it loses. In a game without margin an answer is
//! the exact result, with the length of the proof for a distance: the win is there, though perhaps a shorter
//! one too. In a game with a margin only the sign of the result is proven: a win is told as +1 unit, the
//! least there is, and as heuristic, for the margin may be larger; a draw is exact. Without an answer the
//! move is that of first sight.
//!
//! A depth asked for bounds the proof: who has not won by then has not won. With `subsets` on, moves are left
//! out that provably cannot change the result.

use super::Algorithm;
use super::task::Task;
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList};
use crate::proof::{Answer, Asker, Listed, Node, ProofTable, Prover};
use crate::score::{Certainty, Score};
use crate::search::{Line, Subsets};

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
        let (game, evaluator, root) = (task.game, task.evaluator, task.root.position);
        // Every game is over by then.
        let horizon = task.limits.depth.map(|depth| depth.max(1)).filter(|&depth| depth < G::MAX_PLIES);
        let mut prover = Prover::new((game, evaluator), task, &mut self.0, horizon);
        let found = match prover.ask(&root, true) {
            Some(won) if won.yes => Some((win::<G>(won.plies), won)),
            Some(_) => match prover.ask(&root, false) {
                Some(lost) if !lost.yes => Some((-win::<G>(lost.plies), lost)),
                // A game that nobody has won before a horizon may still be won after it.
                Some(drawn) if horizon.is_none() => Some((Score::DRAW, drawn)),
                _ => None,
            },
            None => None,
        };
        let Some((score, Answer { plies, moves, .. })) = found else { return };
        let exact =
            !G::HAS_MARGIN || score == Score::DRAW || task.limits.outcome_only && task.limits.lines <= 1;
        let certainty = if exact { Certainty::Exact } else { Certainty::Heuristic };
        task.report.depth = plies;
        Line { score, certainty, moves }.put_first(&mut task.report.lines, task.limits.lines);
        task.tell();
    }

    fn prepare(&mut self) {
        self.0.provide();
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn win<G: Game>(plies: u32) -> Score {
    if G::HAS_MARGIN { Score::from_units(1) } else { Score::win_in(plies) }
}

impl<G: Game, E: Evaluator<G>> Asker<G, E> for Task<'_, G, E> {
    fn list(&mut self, at: View<'_, G, E::State>, _: &Node<G>, moves: &mut MoveList<G>) -> Listed {
        if Asker::<G, E>::lists_by_state(self) {
            self.evaluator.generate(at, Claim::Sound, moves);
        } else {
            self.game.legal_moves(at.position, moves);
        }
        Listed::default()
    }

    fn lists_by_state(&self) -> bool {
        E::GENERATES && self.config.subsets != Subsets::None
    }

    fn sorts(&self) -> bool {
        self.config.prior
    }

    fn pay(&mut self) -> bool {
        self.account.pay()
    }

    fn nodes(&self) -> u64 {
        self.account.nodes()
    }

    fn expanded(&mut self, ply: u32) {
        self.reach(ply);
        if self.word_is_due() {
            self.tell();
        }
    }

    fn probed(&mut self, hit: bool) {
        self.report.counts.probes += 1;
        self.report.counts.hits += u64::from(hit);
    }

    fn ended(&mut self) {
        self.report.leaves += 1;
    }
}
