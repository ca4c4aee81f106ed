//! Monte-Carlo tree search: UCT (Kocsis and Szepesvari 2006), with proofs in the tree (Winands et al. 2008).
//!
//! A position made is a node, wherever: on the way down the tree, which keeps moves and no positions, or in a
//! playout. The report's leaves are the playouts, its depth the length of the line visited most.

mod reward;
mod tree;

use super::Algorithm;
use super::task::Task;
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList, Turn};
use crate::ranking::by_prior;
use crate::score::Certainty;
use crate::search::{Line, MonteCarlo, Subsets, generate};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use reward::Reward;
use tree::{ROOT, Tree};

/// Playouts between two looks at the line: it costs about as much as one.
const LOOK: u64 = 16;

/// The tree, kept between searches only for its memory.
#[derive(Debug)]
pub(crate) struct MonteCarloTree<G: Game>(Tree<G>);

impl<G: Game> MonteCarloTree<G> {
    /// A tree of at most `bytes`. When it is full it grows no more, but playouts go on.
    pub(crate) fn new(bytes: usize) -> Self {
        Self(Tree::new(bytes))
    }
}

impl<G: Game, E: Evaluator<G>> Algorithm<G, E> for MonteCarloTree<G> {
    fn run(&mut self, task: &mut Task<'_, G, E>) {
        self.0.clear();
        task.report.leaves = 0;
        let random = task.random();
        let state = task.evaluator.state(task.game, &task.root.position);
        let mut walk =
            Walk { tree: &mut self.0, random, path: Vec::new(), state: state.clone(), root: state, task };
        while walk.playout() {
            let playouts = walk.task.report.leaves;
            let due = walk.task.word_is_due();
            if due || playouts.is_multiple_of(LOOK) || walk.tree[ROOT].proof.is_some() {
                if walk.is_deep_enough() {
                    break;
                }
                if due {
                    walk.conclude();
                    walk.task.tell();
                }
            }
        }
        walk.conclude();
        task.tell();
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// A search under way.
struct Walk<'w, 'a, G: Game, E: Evaluator<G>> {
    tree: &'w mut Tree<G>,
    task: &'w mut Task<'a, G, E>,
    random: Pcg64Mcg,
    /// The nodes below the root that this playout passes, and who moves at each, relative to the node before.
    path: Vec<(u32, Turn)>,
    /// The evaluator's features of the root, and of the node reached.
    root: E::State,
    state: E::State,
}

impl<G: Game, E: Evaluator<G>> Walk<'_, '_, G, E> {
    // From the root down the tree, to the end by lot, and back up. False if the budget ended.
    fn playout(&mut self) -> bool {
        let (mut at, mut position) = (ROOT, self.task.root.position);
        self.path.clear();
        self.state.clone_from(&self.root);
        while self.has_children(at, &position) {
            if !self.task.account.pay() {
                return false;
            }
            at = self.tree.select(at, &self.task.config.monte_carlo);
            let mv = self.tree[at].mv.expect("only the root has none");
            let before = position;
            let turn = self.task.game.play(&mut position, mv);
            self.task.evaluator.advance(self.task.game, &mut self.state, &before, mv, &position);
            self.path.push((at, turn));
            if self.tree[at].visits == 0 {
                self.task.reach(self.path.len() as u32);
                if let Some(result) = self.task.game.terminal(&position) {
                    self.tree.prove(&self.path, result);
                }
            }
            if self.tree[at].proof.is_some() {
                break;
            }
        }
        let reward = match (self.tree[at].proof, self.path.last()) {
            (Some(proof), Some(&(_, turn))) => Some(Reward::of_result(proof).turned(turn)),
            _ => self.play_on(position),
        };
        let Some(reward) = reward else { return false };
        self.task.report.leaves += 1;
        self.tree.learn(&self.path, reward);
        true
    }

    // Whether the tree goes on below a node. One that is reached a second time is opened.
    fn has_children(&mut self, at: u32, position: &G::Position) -> bool {
        if self.tree[at].children > 0 {
            return true;
        }
        if at != ROOT && (self.tree[at].visits == 0 || self.tree.is_full()) {
            return false;
        }
        let mut moves = MoveList::<G>::new();
        let every_move = at == ROOT && self.task.limits.lines > 1;
        let subsets = if every_move { Subsets::None } else { self.task.config.subsets };
        let complete = self.generate(position, subsets, &mut moves);
        self.tree.open(at, &moves, complete)
    }

    // The moves of a node, best first as far as is known, and whether no move was left out that may matter.
    fn generate(&mut self, position: &G::Position, subsets: Subsets, moves: &mut MoveList<G>) -> bool {
        let Task { game, evaluator, config, .. } = *self.task;
        let view = View { game, position, state: &self.state };
        let claim = generate(evaluator, subsets, view, moves);
        // Of equals none is always looked at first.
        moves.shuffle(&mut self.random);
        if E::ORDERS && config.prior {
            *moves = by_prior(evaluator, view, moves).collect();
        }
        claim < Claim::Selective
    }

    // Random moves to the end of the game, or as far as is wished: the reward for who moves at `position`.
    fn play_on(&mut self, mut position: G::Position) -> Option<Reward> {
        let MonteCarlo { scale, playout_plies: plies, .. } = self.task.config.monte_carlo;
        let mut turned = Turn::Again;
        let mut moves = MoveList::<G>::new();
        for _ in 0..plies {
            moves.clear();
            self.task.game.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            if !self.task.account.pay() {
                return None;
            }
            let mv = moves[self.random.random_range(0..moves.len())];
            if self.task.game.play(&mut position, mv) == Turn::Next {
                turned = if turned == Turn::Next { Turn::Again } else { Turn::Next };
            }
        }
        let reward = match self.task.game.terminal(&position) {
            Some(result) => Reward::of_result(result),
            // What the evaluator knows of the node reached is at hand.
            None if plies == 0 => {
                let Task { game, evaluator, .. } = *self.task;
                Reward::of_opinion(
                    evaluator.evaluate(View { game, position: &position, state: &self.state }),
                    scale,
                )
            }
            None => Reward::of_opinion(self.task.evaluate(&position), scale),
        };
        Some(reward.turned(turned))
    }

    // Whether nothing more is wanted: the result is known, or a depth was asked for and the line is as long,
    // or can grow no longer.
    fn is_deep_enough(&self) -> bool {
        let wanted = self.task.limits.depth.is_some_and(|depth| {
            let (line, ended) = self.tree.line(ROOT);
            ended || self.tree.is_full() || line.len() >= depth.max(1) as usize
        });
        wanted || self.tree[ROOT].proof.is_some()
    }

    // Puts what is known into the report. Before the first playout there is nothing.
    fn conclude(&mut self) {
        let report = &mut self.task.report;
        report.counts.memory = self.tree.bytes();
        if self.tree[ROOT].visits == 0 {
            return;
        }
        let scale = self.task.config.monte_carlo.scale;
        let order = self.tree.ranked(ROOT);
        let best = order[0];
        let line = |place: u32| {
            let node = &self.tree[place];
            let (rest, _) = self.tree.line(place);
            let moves = node.mv.into_iter().chain(rest).collect();
            // A move may be known to draw, and another still win.
            let sure = if place == best { self.tree[ROOT].sure } else { node.sure };
            let certainty = if sure { Certainty::Exact } else { Certainty::Heuristic };
            let score = node.proof.unwrap_or_else(|| node.sum.score::<G>(node.visits, scale));
            Line { score, certainty, moves }
        };
        report.lines = order.into_iter().take(self.task.limits.lines.max(1)).map(line).collect();
        report.depth = report.lines[0].moves.len() as u32;
    }
}
