//! The tree: how often each move was made, what came of it, and what is proven.

use super::super::nodes::Nodes;
use super::reward::Reward;
use crate::game::{Game, Turn};
use crate::ranking::best_first;
use crate::score::Score;
use crate::search::MonteCarlo;
use std::ops::Index;

pub(super) const ROOT: u32 = 0;

/// A move, and all that is known of it. Every figure is for the side that makes it; at the root, for the side
/// to move.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    /// None at the root.
    pub(super) mv: Option<G::Move>,
    pub(super) visits: u32,
    pub(super) sum: Reward,
    /// The result of the game under best play, distances counted from before the move.
    pub(super) proof: Option<Score>,
    /// Whether the proof rests on no move being left out.
    pub(super) sure: bool,
    /// The best result proven among the children, for the side that chooses there: it may have that much.
    floor: Option<Score>,
    first: u32,
    /// 0 until the node is opened.
    pub(super) children: u16,
    /// Whether the children are all the moves that may matter.
    complete: bool,
}

impl<G: Game> Node<G> {
    fn new(mv: Option<G::Move>) -> Self {
        let sum = Reward::default();
        Self {
            mv,
            visits: 0,
            sum,
            proof: None,
            sure: false,
            floor: None,
            first: 0,
            children: 0,
            complete: false,
        }
    }
}

/// All nodes, the root first.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    nodes: Nodes<Node<G>>,
    full: bool,
}

impl<G: Game> Index<u32> for Tree<G> {
    type Output = Node<G>;
    fn index(&self, place: u32) -> &Node<G> {
        &self.nodes[place]
    }
}

impl<G: Game> Tree<G> {
    pub(super) fn new(bytes: usize) -> Self {
        // The root's moves always have room.
        let mut tree = Self { nodes: Nodes::new(bytes, G::MOVE_INDICES + 1), full: false };
        tree.clear();
        tree
    }

    /// Leaves the root alone.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.full = false;
        self.nodes.push(Node::new(None)).expect("the smallest tree has more room");
    }

    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes()
    }

    /// Whether a node could not be opened: then none is any more.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Gives a node its children, if there is room for them.
    pub(super) fn open(&mut self, at: u32, moves: &[G::Move], complete: bool) -> bool {
        if !self.nodes.has_room(moves.len()) {
            self.full = true;
            return false;
        }
        let mut places = moves.iter().filter_map(|&mv| self.nodes.push(Node::new(Some(mv))));
        let first = places.next().expect("a game that goes on has a move");
        let children = 1 + places.count() as u16;
        let node = &mut self.nodes[at];
        (node.first, node.children, node.complete) = (first, children, complete);
        true
    }

    fn children(&self, at: u32) -> &[Node<G>] {
        let node = &self.nodes[at];
        self.nodes.row(node.first, usize::from(node.children))
    }

    /// The child to look at next: the best by UCB1 of those in sight. Of what is proven nothing more can be
    /// learned.
    pub(super) fn select(&self, at: u32, config: &MonteCarlo) -> u32 {
        let node = &self.nodes[at];
        let in_sight = match config.widening {
            0 => usize::MAX,
            widening => 1 + (f64::from(widening) / 100.0 * f64::from(node.visits).sqrt()) as usize,
        };
        let weight = f64::from(config.exploration) / 100.0 * logarithm(node.visits).sqrt();
        let mut best = (f64::NEG_INFINITY, 0);
        let open = self.children(at).iter().enumerate().filter(|(_, child)| child.proof.is_none());
        for (i, child) in open.take(in_sight) {
            if child.visits == 0 {
                best.1 = i;
                break;
            }
            let count = f64::from(child.visits);
            let bound = child.sum.result / count + weight / count.sqrt();
            if bound > best.0 {
                best = (bound, i);
            }
        }
        node.first + best.1 as u32
    }

    /// Adds what a playout through `path` was worth for who moves at its end.
    pub(super) fn learn(&mut self, path: &[(u32, Turn)], mut reward: Reward) {
        for &(place, turn) in path.iter().rev() {
            reward = self.add(place, reward, turn);
        }
        self.add(ROOT, reward, Turn::Again);
    }

    // Who chooses at the node need not put up with less than what is proven there.
    fn add(&mut self, place: u32, reward: Reward, turn: Turn) -> Reward {
        let node = &mut self.nodes[place];
        let floor = node.floor.map(Reward::of_result).filter(|floor| floor.result > reward.result);
        let reward = floor.unwrap_or(reward).turned(turn);
        node.visits = node.visits.saturating_add(1);
        node.sum.add(reward);
        reward
    }

    /// Notes that the game is over at the end of `path`, and everything that this proves above.
    pub(super) fn prove(&mut self, path: &[(u32, Turn)], result: Score) {
        let mut known = (result, true);
        for (i, &(place, turn)) in path.iter().enumerate().rev() {
            let value = turn.across(known.0).seen_from(1);
            self.settle(place, (value, known.1));
            let above = if i == 0 { ROOT } else { path[i - 1].0 };
            self.nodes[above].floor = self.nodes[above].floor.max(Some(value));
            match self.proven(above) {
                Some(above) => known = above,
                None => return,
            }
        }
        self.settle(ROOT, known);
    }

    fn settle(&mut self, place: u32, (value, sure): (Score, bool)) {
        let node = &mut self.nodes[place];
        (node.proof, node.sure) = (Some(value), sure);
    }

    // What the children prove for who chooses among them, and whether for sure: a win by one, anything else
    // by all.
    fn proven(&self, at: u32) -> Option<(Score, bool)> {
        let children = self.children(at);
        let best = children.iter().max_by_key(|child| (child.proof, child.sure))?;
        let value = best.proof?;
        if value.is_win() {
            return Some((value, best.sure));
        }
        let all = children.iter().all(|child| child.proof.is_some());
        let sure = self.nodes[at].complete && children.iter().all(|child| child.sure);
        all.then_some((value, sure))
    }

    /// The children of a node, best first: by what is proven, then by visits, which is safer than the mean.
    pub(super) fn ranked(&self, at: u32) -> Vec<u32> {
        let ranks: Vec<_> = self.children(at).iter().map(|child| self.rank(at, child)).collect();
        best_first(&ranks).into_iter().map(|place| self.nodes[at].first + place as u32).collect()
    }

    // A proven draw or margin counts as such only where it is the result: else it competes by its visits.
    fn rank(&self, at: u32, child: &Node<G>) -> (Score, u32) {
        let decided = self.nodes[at].proof.is_some();
        let proof = child.proof.filter(|proof| decided || proof.distance().is_some());
        (proof.unwrap_or(Score::DRAW), child.visits)
    }

    /// The moves visited most from a node on, and whether the last of them ends in a proof.
    pub(super) fn line(&self, mut at: u32) -> (Vec<G::Move>, bool) {
        let mut moves = Vec::new();
        loop {
            let children = self.children(at);
            // The first of equals, as in the ranking.
            let best = (0..children.len()).rev().max_by_key(|&i| self.rank(at, &children[i]));
            let Some(best) = best.filter(|&i| children[i].visits > 0) else { break };
            moves.extend(children[best].mv);
            at = self.nodes[at].first + best as u32;
        }
        (moves, self.nodes[at].proof.is_some())
    }
}

/// The natural logarithm, straight between the powers of two: at most 0.06 too small, and the same on every
/// machine.
fn logarithm(n: u32) -> f64 {
    let n = n.max(1);
    let whole = n.ilog2();
    let rest = f64::from(n) / f64::from(1u32 << whole) - 1.0;
    (f64::from(whole) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_nearly_one() {
        for n in (1..2000).chain([1 << 20, u32::MAX]) {
            let exact = f64::from(n).ln();
            assert!((exact - 0.06..=exact + 1e-9).contains(&logarithm(n)), "{n}");
        }
    }
}
