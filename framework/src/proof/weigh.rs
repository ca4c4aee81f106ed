//! What the open moves of a node say about it, and how far the best of them is worth following.

use super::prover::Prover;
use super::table::Numbers;
use super::{Asker, Listed};
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};

/// Of moves that are [alike](Asker::alike) so many count, one by one in a first guess, half a leaf each
/// beside the hardest. On positions of Gomoku a third of a leaf took a little more work, and so did ten or
/// twenty moves; forty took a seventh more.
pub(super) const MOST_ALIKE: u32 = 14;

/// Numbers that may be reached, but no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// What the open moves of a node say about it.
pub(super) struct Weighed {
    pub(super) numbers: Numbers,
    /// The move that is easiest to prove; in a lost position, that which loses last.
    pub(super) best: usize,
    /// The proof number of the next best.
    pub(super) second: u32,
    /// The best move's limit on the disproof number is the node's, less this.
    pub(super) beside: u32,
}

impl<G: Game, E: Evaluator<G>, A: Asker<G, E>> Prover<'_, G, E, A> {
    /// What the open moves come to: one that is proven is enough for a yes, all must be refuted for a no.
    /// That takes the sum of what each takes, or, where they are alike, the hardest and half a leaf for each
    /// of the others.
    pub(super) fn weigh(&self, first: usize, listed: Listed) -> Weighed {
        let open = &self.open[first..];
        let (mut best, mut least, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
        let (mut sum, mut hardest, mut left) = (0_u32, 0, 0);
        let mut longest = (0, 0);
        for (i, child) in open.iter().enumerate() {
            let Numbers { proof, disproof, length } = child.seen();
            sum = sum.saturating_add(disproof).min(Numbers::NEVER - 1);
            hardest = disproof.max(hardest);
            left += u32::from(disproof > 0);
            let shorter = proof == 0 && least == 0 && length < open[best].numbers.length;
            if proof < least || shorter {
                (second, least, best) = (least, proof, i);
            } else {
                second = proof.min(second);
            }
            if length > longest.0 || i == 0 {
                longest = (length, i);
            }
        }
        if least == 0 {
            let numbers = Numbers::answered(true, open[best].numbers.length + 1);
            return Weighed { numbers, best, second, beside: 0 };
        }
        if left == 0 {
            let numbers = Numbers::answered(false, (longest.0 + 1).max(listed.others));
            return Weighed { numbers, best: longest.1, second, beside: 0 };
        }
        let (disproof, beside) = if self.asker.alike() {
            let beside = (left - 1).min(MOST_ALIKE) / 2;
            (hardest.saturating_add(beside).min(Numbers::NEVER - 1), beside)
        } else {
            (sum, sum - open[best].seen().disproof.min(sum))
        };
        Weighed { numbers: Numbers { proof: least, disproof, length: 0 }, best, second, beside }
    }
}

/// How far the best move is worth following: a little beyond where the next best is as promising, an eighth
/// more, so that the search does not jump between two (Pawlewicz and Lew 2007). On wins of Gomoku a quarter
/// or a half took a quarter more positions, and no such part a tenth more.
pub(super) fn child_limit(limit: Thresholds, weighed: &Weighed, turn: Turn) -> Thresholds {
    let second = weighed.second;
    let proof = limit.proof.min(second.saturating_add(second / 8 + 1));
    let disproof = match limit.disproof {
        Numbers::NEVER => Numbers::NEVER,
        most => most - weighed.beside,
    };
    match turn {
        Turn::Next => Thresholds { proof: disproof, disproof: proof },
        Turn::Again => Thresholds { proof, disproof },
    }
}
