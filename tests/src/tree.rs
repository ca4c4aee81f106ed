//! [`Tree`]: a game whose positions are numbers and whose rules are a hash of them.
//!
//! It has what real games have and the search must get right: passes, double turns, games that end early,
//! values that tie, and positions that are reached in more than one way.

use anyply_framework::hash::mix;
use anyply_framework::{Claim, Evaluator, Game, MoveList, Score, Side, Situation, StandPat, Turn, View};

/// A random tree, different for each seed; with `MARGIN`, games end with a margin, else they are won, lost or
/// drawn.
#[derive(Clone, Debug)]
pub struct Tree<const MARGIN: bool> {
    /// Which tree.
    pub seed: u64,
    /// No game is longer than this many plies, passes not counted.
    pub height: u32,
}

/// A position: a number, and the plies played so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    id: u64,
    ply: u32,
    passed: bool,
}

/// A branch, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeMove {
    /// One of at most four.
    Branch(u8),
    /// Forced where a position has no branch, once running.
    Pass,
}

const BRANCHES: u64 = 4;

impl<const MARGIN: bool> Tree<MARGIN> {
    fn hash(&self, node: &TreeNode, salt: u64) -> u64 {
        mix(mix(node.id ^ self.seed) ^ u64::from(node.ply) << 8 ^ salt)
    }

    /// 2 to 4 branches, or in one of twelve positions none.
    fn branches(&self, node: &TreeNode) -> u64 {
        if node.ply >= self.height {
            return 0;
        }
        match self.hash(node, 1) % 12 {
            0 if node.ply > 0 => 0,
            n => 2 + n % (BRANCHES - 1),
        }
    }
}

impl<const MARGIN: bool> Game for Tree<MARGIN> {
    type Position = TreeNode;
    type Move = TreeMove;
    type MoveArray = [TreeMove; BRANCHES as usize];

    const UNIT: &'static str = "points";
    const HAS_MARGIN: bool = MARGIN;
    const ALTERNATES: bool = false;
    const MAX_PLIES: u32 = 200;
    const MOVE_INDICES: usize = BRANCHES as usize + 1;

    fn start(&self) -> Situation<Self> {
        Situation { position: TreeNode { id: 0, ply: 0, passed: false }, side: Side::Black }
    }

    fn legal_moves(&self, node: &TreeNode, moves: &mut MoveList<Self>) {
        let branches = self.branches(node);
        moves.extend((0..branches as u8).map(TreeMove::Branch));
        if branches == 0 && node.ply < self.height && !node.passed {
            moves.push(TreeMove::Pass);
        }
    }

    fn play(&self, node: &mut TreeNode, mv: TreeMove) -> Turn {
        match mv {
            TreeMove::Pass => {
                node.passed = true;
                node.id = mix(node.id ^ 77);
                Turn::Next
            }
            TreeMove::Branch(branch) => {
                let again = self.hash(node, 2).is_multiple_of(4);
                // Few different numbers per ply, so that lines meet again.
                let id = self.hash(node, 16 + u64::from(branch)) % 23;
                *node = TreeNode { id, ply: node.ply + 1, passed: false };
                if again { Turn::Again } else { Turn::Next }
            }
        }
    }

    fn terminal(&self, node: &TreeNode) -> Option<Score> {
        if !self.moves(node).is_empty() {
            return None;
        }
        let roll = self.hash(node, 3);
        Some(match (MARGIN, roll % 3) {
            (true, _) => Score::from_units((roll % 21) as i32 - 10),
            (false, 0) => Score::WIN,
            (false, 1) => Score::LOSS,
            (false, _) => Score::DRAW,
        })
    }

    fn key(&self, node: &TreeNode) -> u64 {
        mix(self.hash(node, 4) ^ u64::from(node.passed))
    }

    fn index(&self, mv: TreeMove) -> usize {
        match mv {
            TreeMove::Branch(branch) => usize::from(branch),
            TreeMove::Pass => BRANCHES as usize,
        }
    }

    fn decode(&self, node: &TreeNode, index: usize) -> Option<TreeMove> {
        self.moves(node).into_iter().find(|&mv| self.index(mv) == index)
    }

    fn is_pass(&self, mv: TreeMove) -> bool {
        mv == TreeMove::Pass
    }

    fn remaining(&self, node: &TreeNode) -> u32 {
        self.height - node.ply
    }
}

/// An opinion that is a hash of the position, as are its priors; its state is kept from move to move, by
/// copies or, with `BACK`, taken back. It claims a sound subset where a branch leads to a won game at once,
/// and elsewhere a selective one now and then.
#[derive(Clone, Debug)]
pub struct TreeEvaluator<const BACK: bool>;

impl<const MARGIN: bool, const BACK: bool> Evaluator<Tree<MARGIN>> for TreeEvaluator<BACK> {
    // The line of identities that led here, so that a missing or doubled step shows in the value.
    type State = u64;

    const TAKES_BACK: bool = BACK;
    const ORDERS: bool = true;
    const GENERATES: bool = true;
    const QUIESCES: bool = true;

    fn state(&self, _: &Tree<MARGIN>, node: &TreeNode) -> u64 {
        node.id.wrapping_mul(31) ^ u64::from(node.ply)
    }

    fn advance(&self, _: &Tree<MARGIN>, state: &mut u64, before: &TreeNode, _: TreeMove, after: &TreeNode) {
        *state ^= before.id.wrapping_mul(31)
            ^ u64::from(before.ply)
            ^ after.id.wrapping_mul(31)
            ^ u64::from(after.ply);
    }

    fn retreat(
        &self,
        game: &Tree<MARGIN>,
        state: &mut u64,
        before: &TreeNode,
        mv: TreeMove,
        after: &TreeNode,
    ) {
        self.advance(game, state, after, mv, before);
    }

    fn evaluate(&self, at: View<'_, Tree<MARGIN>, u64>) -> Score {
        debug_assert_eq!(*at.state, self.state(at.game, at.position));
        Score::from_cents((mix(*at.state ^ at.game.seed) % 2001) as i32 - 1000)
    }

    fn order(&self, at: View<'_, Tree<MARGIN>, u64>, moves: &[TreeMove], priors: &mut [i32]) {
        for (prior, &mv) in priors.iter_mut().zip(moves) {
            *prior = (mix(*at.state ^ at.game.index(mv) as u64) % 1000) as i32;
        }
    }

    fn generate(
        &self,
        at: View<'_, Tree<MARGIN>, u64>,
        allowed: Claim,
        moves: &mut MoveList<Tree<MARGIN>>,
    ) -> Claim {
        at.game.legal_moves(at.position, moves);
        let wins = |&mv: &TreeMove| {
            let mut child = *at.position;
            let turn = at.game.play(&mut child, mv);
            let result = at.game.terminal(&child);
            result == Some(if turn == Turn::Next { Score::LOSS } else { Score::WIN })
        };
        match moves.iter().copied().find(|mv| wins(mv)) {
            Some(mv) if allowed >= Claim::Sound => {
                moves.clear();
                moves.push(mv);
                Claim::Sound
            }
            _ if allowed == Claim::Selective && moves.len() > 1 && at.state.is_multiple_of(3) => {
                moves.pop();
                Claim::Selective
            }
            _ => Claim::All,
        }
    }

    fn noisy(&self, at: View<'_, Tree<MARGIN>, u64>, moves: &mut MoveList<Tree<MARGIN>>) -> StandPat {
        at.game.legal_moves(at.position, moves);
        moves.truncate(1);
        StandPat::Allowed
    }
}
