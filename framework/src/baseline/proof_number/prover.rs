//! The proof of one question: df-pn, depth first with thresholds (Nagai 2002).
//!
//! A question is asked of the side to move: is the result for it above a draw (`strict`), or at least one? After [`Turn::Next`] the
//! other side is asked the other question, and a yes there is a no here; after [`Turn::Again`] it is the same question.

use super::super::task::Task;
use super::table::{Numbers, ProofTable};
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList, Turn};
use crate::score::Score;
use crate::search::Subsets;

/// Kept apart in the table from the other question about the same position.
const STRICT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position and the question.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) position: G::Position,
    pub(super) strict: bool,
    pub(super) ply: u32,
}

// Not derived: the derives would ask the same of `G` itself.
impl<G: Game> Clone for Node<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Node<G> {}

/// A move of an open node.
#[derive(Debug)]
struct Child<G: Game> {
    node: Node<G>,
    mv: G::Move,
    turn: Turn,
    /// For whoever moves after it.
    numbers: Numbers,
}

impl<G: Game> Child<G> {
    // The numbers for who makes the move.
    fn seen(&self) -> Numbers {
        let Numbers { proof, disproof, length } = self.numbers;
        match self.turn {
            Turn::Next => Numbers { proof: disproof, disproof: proof, length },
            Turn::Again => self.numbers,
        }
    }
}

/// Numbers that may be reached, but no more.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// What the open moves of a node say about it.
struct Weighed {
    numbers: Numbers,
    /// The move that is easiest to prove; in a lost position, that which loses last.
    best: usize,
    /// The proof number of the next best.
    second: u32,
}

pub(super) struct Prover<'p, 'a, G: Game, E: Evaluator<G>> {
    pub(super) task: &'p mut Task<'a, G, E>,
    table: &'p mut ProofTable,
    /// Positions so many plies from the root are not looked into; there nobody has won.
    horizon: Option<u32>,
    /// The evaluator's features along the line: one for each ply, or a single one that is taken back.
    states: Vec<E::State>,
    /// The moves of all open nodes, one after the other.
    open: Vec<Child<G>>,
    stopped: bool,
}

impl<'p, 'a, G: Game, E: Evaluator<G>> Prover<'p, 'a, G, E> {
    pub(super) fn new(task: &'p mut Task<'a, G, E>, table: &'p mut ProofTable) -> Self {
        let states = vec![task.evaluator.state(task.game, &task.root.position)];
        // Every game is over by then.
        let horizon = task.limits.depth.map(|depth| depth.max(1)).filter(|&depth| depth < G::MAX_PLIES);
        Self { task, table, horizon, states, open: Vec::new(), stopped: false }
    }

    /// Whether a game that nobody has won yet may have been taken for a draw.
    pub(super) fn has_horizon(&self) -> bool {
        self.horizon.is_some()
    }

    /// Asks the side to move at the root; none if a limit came first. With the answer comes the line that it rests on.
    pub(super) fn ask(&mut self, strict: bool) -> Option<(bool, u32, Vec<G::Move>)> {
        let root = Node { position: self.task.root.position, strict, ply: 0 };
        let never = Thresholds { proof: Numbers::NEVER, disproof: Numbers::NEVER };
        let numbers = self.node(&root, never);
        // Of a node that was not opened to the end the numbers say nothing.
        if self.stopped {
            return None;
        }
        Some((numbers.answer()?, numbers.length.into(), self.line(root)))
    }

    fn key(&self, node: &Node<G>) -> u64 {
        let key = self.task.game.key(&node.position) ^ if node.strict { STRICT } else { 0 };
        // What is known of so many plies says nothing of more.
        key ^ self
            .horizon
            .map_or(0, |horizon| u64::from(horizon - node.ply).wrapping_mul(STRICT).rotate_left(32))
    }

    fn node(&mut self, node: &Node<G>, limit: Thresholds) -> Numbers {
        let key = self.key(node);
        let known = self.table.probe(key);
        self.task.report.counts.probes += 1;
        self.task.report.counts.hits += u64::from(known.is_some());
        if let Some((numbers, _)) = known
            && (numbers.proof >= limit.proof || numbers.disproof >= limit.disproof)
        {
            return numbers;
        }
        let before = self.task.account.nodes();
        let first = self.open.len();
        self.expand(node);
        let weighed = loop {
            let weighed = self.weigh(first);
            let Numbers { proof, disproof, .. } = weighed.numbers;
            if self.stopped || proof >= limit.proof || disproof >= limit.disproof {
                break weighed;
            }
            self.descend(
                node,
                first + weighed.best,
                child_limit(limit, &weighed, &self.open[first + weighed.best]),
            );
        };
        if !self.stopped {
            let best = self.task.game.index(self.open[first + weighed.best].mv) as u16;
            self.table.store(key, weighed.numbers, best, self.task.account.nodes() - before);
        }
        self.open.truncate(first);
        weighed.numbers
    }

    // Searches one of the open moves.
    fn descend(&mut self, node: &Node<G>, at: usize, limit: Thresholds) {
        let Child { node: child, mv, .. } = self.open[at];
        self.advance(node, mv, &child);
        let numbers = self.node(&child, limit);
        self.retreat(node, mv, &child);
        if !self.stopped {
            self.open[at].numbers = numbers;
        }
    }

    // Opens a node: each move with what is known of it already, or a first guess.
    fn expand(&mut self, node: &Node<G>) {
        let mut moves = self.moves(node);
        self.sort(node, &mut moves);
        for mv in moves {
            if !self.task.account.pay() {
                self.stopped = true;
                return;
            }
            let mut position = node.position;
            let turn = self.task.game.play(&mut position, mv);
            let strict = node.strict ^ (turn == Turn::Next);
            let child = Node { position, strict, ply: node.ply + 1 };
            let numbers = self.first_numbers(node, mv, &child);
            self.open.push(Child { node: child, mv, turn, numbers });
        }
        self.task.reach(node.ply + 1);
        if self.task.word_is_due() {
            self.task.tell();
        }
    }

    fn first_numbers(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) -> Numbers {
        if let Some(result) = self.task.game.terminal(&child.position) {
            self.task.report.leaves += 1;
            let yes = if child.strict { result > Score::DRAW } else { result >= Score::DRAW };
            return Numbers::answered(yes, 0);
        }
        if self.horizon == Some(child.ply) {
            self.task.report.leaves += 1;
            return Numbers::answered(!child.strict, 0);
        }
        let key = self.key(child);
        if let Some((numbers, _)) = self.table.probe(key) {
            return numbers;
        }
        // One move may prove it, but every one must be refuted.
        let moves = if self.omits() {
            self.advance(node, mv, child);
            let count = self.moves(child).len();
            self.retreat(node, mv, child);
            count
        } else {
            self.task.game.count_moves(&child.position)
        };
        Numbers { proof: 1, disproof: moves as u32, length: 0 }
    }

    // Adds up the open moves: one that is proven is enough for a yes, all must be refuted for a no.
    fn weigh(&self, first: usize) -> Weighed {
        let mut weighed = Weighed {
            numbers: Numbers { proof: Numbers::NEVER, disproof: 0, length: 0 },
            best: 0,
            second: Numbers::NEVER,
        };
        let Weighed { numbers, best, second } = &mut weighed;
        let mut longest = (0, 0);
        for (i, child) in self.open[first..].iter().enumerate() {
            let Numbers { proof, disproof, length } = child.seen();
            numbers.disproof = numbers.disproof.saturating_add(disproof).min(Numbers::NEVER - 1);
            let shorter =
                proof == 0 && numbers.proof == 0 && length < self.open[first + *best].numbers.length;
            if proof < numbers.proof || shorter {
                *second = numbers.proof;
                (numbers.proof, *best) = (proof, i);
            } else {
                *second = proof.min(*second);
            }
            if length > longest.0 || i == 0 {
                longest = (length, i);
            }
        }
        if numbers.proof == 0 {
            *numbers = Numbers::answered(true, self.open[first + *best].numbers.length + 1);
        } else if numbers.disproof == 0 {
            *numbers = Numbers::answered(false, longest.0 + 1);
            *best = longest.1;
        }
        weighed
    }

    // Whether the evaluator may leave moves out.
    fn omits(&self) -> bool {
        E::GENERATES && self.task.config.subsets != Subsets::None
    }

    // The moves of the node that the states stand at; only such are left out as cannot change the result.
    fn moves(&self, node: &Node<G>) -> MoveList<G> {
        let mut moves = MoveList::<G>::new();
        if self.omits() {
            let Task { game, evaluator, .. } = *self.task;
            evaluator.generate(
                View { game, position: &node.position, state: self.state(node) },
                Claim::Sound,
                &mut moves,
            );
        } else {
            self.task.game.legal_moves(&node.position, &mut moves);
        }
        moves
    }

    // Of equally promising moves the evaluator's favourite is tried first.
    fn sort(&self, node: &Node<G>, moves: &mut MoveList<G>) {
        if !(E::ORDERS && self.task.config.prior) {
            return;
        }
        let Task { game, evaluator, .. } = *self.task;
        let mut priors = vec![0; moves.len()];
        evaluator.order(View { game, position: &node.position, state: self.state(node) }, moves, &mut priors);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(priors[i]));
        *moves = order.into_iter().map(|i| moves[i]).collect();
    }

    fn state(&self, node: &Node<G>) -> &E::State {
        &self.states[if E::TAKES_BACK { 0 } else { node.ply as usize }]
    }

    fn advance(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) {
        if !E::TAKES_BACK {
            self.states.truncate(node.ply as usize + 1);
            self.states.push(self.states[node.ply as usize].clone());
        }
        let Task { game, evaluator, .. } = *self.task;
        let state = self.states.last_mut().expect("the root has one");
        evaluator.advance(game, state, &node.position, mv, &child.position);
    }

    fn retreat(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) {
        if E::TAKES_BACK {
            let Task { game, evaluator, .. } = *self.task;
            evaluator.retreat(game, &mut self.states[0], &node.position, mv, &child.position);
        }
    }

    // The best moves for both sides, as far as the table remembers them.
    fn line(&mut self, mut node: Node<G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while self.task.game.terminal(&node.position).is_none() && self.horizon != Some(node.ply) {
            let key = self.key(&node);
            let known = self.table.probe(key).filter(|(numbers, _)| numbers.answer().is_some());
            let best = known.and_then(|(_, best)| self.task.game.decode(&node.position, usize::from(best)));
            let Some(mv) = best else { break };
            moves.push(mv);
            let turn = self.task.game.play(&mut node.position, mv);
            node.strict ^= turn == Turn::Next;
            node.ply += 1;
        }
        moves
    }
}

// How far the best move is worth following: a little beyond where the next best is as promising, a quarter more, so that the search does not
// jump between two (Pawlewicz and Lew 2007).
fn child_limit<G: Game>(limit: Thresholds, weighed: &Weighed, child: &Child<G>) -> Thresholds {
    let second = weighed.second;
    let proof = limit.proof.min(second.saturating_add(second / 4 + 1));
    let disproof = match limit.disproof {
        Numbers::NEVER => Numbers::NEVER,
        most => most - (weighed.numbers.disproof - child.seen().disproof.min(weighed.numbers.disproof)),
    };
    match child.turn {
        Turn::Next => Thresholds { proof: disproof, disproof: proof },
        Turn::Again => Thresholds { proof, disproof },
    }
}
