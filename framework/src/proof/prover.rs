//! The proof of one question: df-pn, depth first with thresholds (Nagai 2002).
//!
//! A question is asked of the side to move: is the result for it above a draw (`strict`), or at least one? After [`Turn::Next`] the
//! other side is asked the other question, and a yes there is a no here; after [`Turn::Again`] it is the same question.

use super::table::{Numbers, ProofTable};
use super::{Asker, Listed};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList, Turn};
use crate::score::Score;

/// Kept apart in the table from the other question about the same position.
const STRICT: u64 = 0x9e37_79b9_7f4a_7c15;
/// Of moves that are [alike](Asker::alike) so many count, one by one in a first guess, half a leaf each beside the hardest. Halves and twenty were the best of a
/// dozen on positions of Gomoku.
const MOST_ALIKE: u32 = 20;
/// By how many leaves every other move looks harder than the favourite, whenever a node is opened and until the move is searched. Any of 10 to 160 does.
const FAVOUR: u32 = 40;

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
pub(super) struct Child<G: Game> {
    pub(super) node: Node<G>,
    pub(super) mv: G::Move,
    turn: Turn,
    /// For whoever moves after it.
    pub(super) numbers: Numbers,
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
    /// The best move's limit on the disproof number is the node's, less this.
    beside: u32,
}

/// A proof in the making.
pub(crate) struct Prover<'p, G: Game, E: Evaluator<G>, A> {
    pub(super) game: &'p G,
    evaluator: &'p E,
    pub(super) asker: &'p mut A,
    table: &'p mut ProofTable,
    /// Positions so many plies from the root are not looked into; there nobody has won.
    pub(super) horizon: Option<u32>,
    /// The evaluator's features along the line: one for each ply, or a single one that is taken back.
    states: Vec<E::State>,
    /// The moves of all open nodes, one after the other.
    pub(super) open: Vec<Child<G>>,
    pub(super) stopped: bool,
}

/// The answer to a question.
#[derive(Debug)]
pub(crate) struct Answer<G: Game> {
    pub(crate) yes: bool,
    /// Plies to the end of the longest line that it rests on.
    pub(crate) plies: u32,
    /// That line, as far as it is remembered.
    pub(crate) moves: Vec<G::Move>,
}

impl<'p, G: Game, E: Evaluator<G>, A: Asker<G, E>> Prover<'p, G, E, A> {
    pub(crate) fn new(
        (game, evaluator): (&'p G, &'p E),
        asker: &'p mut A,
        table: &'p mut ProofTable,
        horizon: Option<u32>,
    ) -> Self {
        Self { game, evaluator, asker, table, horizon, states: Vec::new(), open: Vec::new(), stopped: false }
    }

    /// Asks the side to move at the root; none if a limit came first.
    pub(crate) fn ask(&mut self, position: &G::Position, strict: bool) -> Option<Answer<G>> {
        let root = Node { position: *position, strict, ply: 0 };
        self.states = vec![self.evaluator.state(self.game, position)];
        let never = Thresholds { proof: Numbers::NEVER, disproof: Numbers::NEVER };
        let numbers = self.node(&root, never);
        // Of a node that was not opened to the end the numbers say nothing.
        if self.stopped {
            return None;
        }
        Some(Answer { yes: numbers.answer()?, plies: numbers.length.into(), moves: self.line(root) })
    }

    /// The best move of a position so many plies from the root, as far as it is remembered and something is left to ask after it. Within a
    /// horizon that depends on the plies.
    pub(crate) fn best(&mut self, position: &G::Position, strict: bool, ply: u32) -> Option<G::Move> {
        if self.horizon.is_some_and(|horizon| ply + 1 >= horizon) {
            return None;
        }
        let (_, best) = self.probe(&Node { position: *position, strict, ply })?;
        self.game.decode(position, usize::from(best?))
    }

    // Under which wins are kept: they hold whatever else was asked, and within whatever horizon.
    fn key_of_win(&self, node: &Node<G>) -> u64 {
        self.game.key(&node.position) ^ if node.strict { STRICT } else { 0 }
    }

    fn key(&self, node: &Node<G>) -> u64 {
        // What is known of so many plies says nothing of more.
        let horizon = |horizon| u64::from(horizon - node.ply).wrapping_mul(STRICT).rotate_left(32);
        self.key_of_win(node) ^ self.asker.kind() ^ self.horizon.map_or(0, horizon)
    }

    pub(super) fn probe(&mut self, node: &Node<G>) -> Option<(Numbers, Option<u16>)> {
        let (key, key_of_win) = (self.key(node), self.key_of_win(node));
        let found = self.table.probe(key_of_win);
        if key == key_of_win {
            return found;
        }
        let holds_within =
            |length| self.horizon.is_none_or(|horizon| u32::from(length) <= horizon - node.ply);
        found
            .filter(|(numbers, _)| is_won(node, *numbers) && holds_within(numbers.length))
            .or_else(|| self.table.probe(key))
    }

    pub(super) fn store(&mut self, node: &Node<G>, numbers: Numbers, best: Option<u16>, made: u64) {
        let key = if is_won(node, numbers) { self.key_of_win(node) } else { self.key(node) };
        self.table.store(key, numbers, best, made);
    }

    fn node(&mut self, node: &Node<G>, limit: Thresholds) -> Numbers {
        let known = self.probe(node);
        self.asker.probed(known.is_some());
        if let Some((numbers, _)) = known
            && (numbers.proof >= limit.proof || numbers.disproof >= limit.disproof)
        {
            return numbers;
        }
        let before = self.asker.nodes();
        let first = self.open.len();
        let mut moves = MoveList::<G>::new();
        let listed = self.list(node, &mut moves);
        if let Some(numbers) = listed.answer {
            return numbers;
        }
        self.expand(node, moves, listed);
        let weighed = loop {
            let weighed = self.weigh(first, listed);
            let Numbers { proof, disproof, .. } = weighed.numbers;
            if self.stopped || proof >= limit.proof || disproof >= limit.disproof {
                break weighed;
            }
            let best = first + weighed.best;
            self.descend(node, best, child_limit(limit, &weighed, self.open[best].turn));
            let Child { node: child, numbers, .. } = &self.open[best];
            if !node.strict && is_won(child, *numbers) && self.asker.alike() {
                self.refute_likewise(node, first, best);
            }
        };
        if !self.stopped {
            let best = self.open.get(first + weighed.best).map(|child| self.game.index(child.mv) as u16);
            self.store(node, weighed.numbers, best, self.asker.nodes() - before);
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
    fn expand(&mut self, node: &Node<G>, mut moves: MoveList<G>, listed: Listed) {
        self.sort(node, &mut moves);
        for mv in moves {
            if !self.asker.pay() {
                self.stopped = true;
                return;
            }
            let mut position = node.position;
            let turn = self.game.play(&mut position, mv);
            let strict = node.strict ^ (turn == Turn::Next);
            let child = Node { position, strict, ply: node.ply + 1 };
            let mut numbers = self.first_numbers(node, mv, &child);
            if listed.favourite.is_some_and(|favourite| favourite != self.game.index(mv)) {
                numbers = numbers.harder(strict, FAVOUR);
            }
            self.open.push(Child { node: child, mv, turn, numbers });
        }
        self.asker.expanded(node.ply + 1);
    }

    fn first_numbers(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) -> Numbers {
        if let Some(result) = self.game.terminal(&child.position) {
            self.asker.ended();
            let yes = if child.strict { result > Score::DRAW } else { result >= Score::DRAW };
            return Numbers::answered(yes, 0);
        }
        if self.horizon == Some(child.ply) {
            self.asker.ended();
            return Numbers::answered(!child.strict, 0);
        }
        if let Some((numbers, _)) = self.probe(child) {
            return numbers;
        }
        if !self.asker.lists_by_state() {
            return Numbers::open(self.game.count_moves(&child.position));
        }
        self.advance(node, mv, child);
        let mut moves = MoveList::<G>::new();
        let listed = self.list(child, &mut moves);
        let numbers = listed.answer.unwrap_or_else(|| self.guess(child, moves.len()));
        self.retreat(node, mv, child);
        numbers
    }

    // Of the node that the states stand at nothing is known but its moves.
    fn guess(&self, node: &Node<G>, moves: usize) -> Numbers {
        let most = if self.asker.alike() { MOST_ALIKE as usize } else { usize::MAX };
        let hardness = self.asker.hardness(self.view(node), node.strict);
        Numbers::open(moves.min(most)).harder(node.strict, hardness)
    }

    // What the open moves come to: one that is proven is enough for a yes, all must be refuted for a no. That takes the sum of what each takes, or,
    // where they are alike, the hardest and half a leaf for each of the others.
    fn weigh(&self, first: usize, listed: Listed) -> Weighed {
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

    // The moves of the node that the states stand at.
    pub(super) fn list(&mut self, node: &Node<G>, moves: &mut MoveList<G>) -> Listed {
        let state = state_of::<G, E>(&self.states, node);
        let at = View { game: self.game, position: &node.position, state };
        let listed = self.asker.list(at, node.strict, moves);
        self.in_time(node, listed)
    }

    fn view<'s>(&'s self, node: &'s Node<G>) -> View<'s, G, E::State> {
        View { game: self.game, position: &node.position, state: state_of::<G, E>(&self.states, node) }
    }

    // What wins only beyond the horizon does not win.
    fn in_time(&self, node: &Node<G>, listed: Listed) -> Listed {
        let Some(horizon) = self.horizon else { return listed };
        let left = (horizon - node.ply) as u16;
        let late = listed.others > left
            || listed.answer.is_some_and(|numbers| is_won(node, numbers) && numbers.length > left);
        let answer = late.then(|| Numbers::answered(!node.strict, 0));
        if late { Listed { answer, ..Listed::default() } } else { listed }
    }

    // Of equally promising moves the evaluator's favourite is tried first.
    fn sort(&self, node: &Node<G>, moves: &mut MoveList<G>) {
        if !(E::ORDERS && self.asker.sorts()) {
            return;
        }
        let mut priors = vec![0; moves.len()];
        self.evaluator.order(self.view(node), moves, &mut priors);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(priors[i]));
        *moves = order.into_iter().map(|i| moves[i]).collect();
    }

    pub(super) fn advance(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) {
        if !E::TAKES_BACK {
            self.states.truncate(node.ply as usize + 1);
            self.states.push(self.states[node.ply as usize].clone());
        }
        let state = self.states.last_mut().expect("the root has one");
        self.evaluator.advance(self.game, state, &node.position, mv, &child.position);
    }

    pub(super) fn retreat(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) {
        if E::TAKES_BACK {
            self.evaluator.retreat(self.game, &mut self.states[0], &node.position, mv, &child.position);
        }
    }

    // The best moves for both sides, as far as they are remembered.
    fn line(&mut self, mut node: Node<G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while self.game.terminal(&node.position).is_none() && self.horizon != Some(node.ply) {
            let known = self.probe(&node).filter(|(numbers, _)| numbers.answer().is_some());
            let best = known.and_then(|(_, best)| self.game.decode(&node.position, usize::from(best?)));
            let Some(mv) = best.or_else(|| self.first_listed(&node)) else { break };
            moves.push(mv);
            let turn = self.game.play(&mut node.position, mv);
            node.strict ^= turn == Turn::Next;
            node.ply += 1;
        }
        moves
    }

    // Where nothing is remembered: a move that wins for certain, or the most promising one of a side that loses whatever it does.
    fn first_listed(&mut self, node: &Node<G>) -> Option<G::Move> {
        let state = &self.evaluator.state(self.game, &node.position);
        let at = View { game: self.game, position: &node.position, state };
        let mut moves = MoveList::<G>::new();
        let listed = self.asker.list(at, node.strict, &mut moves);
        let listed = self.in_time(node, listed);
        if node.strict {
            return listed.answer.and_then(|_| moves.first().copied());
        }
        if listed.others == 0 && listed.answer.and_then(Numbers::answer) != Some(false) {
            return None;
        }
        if moves.is_empty() {
            self.game.legal_moves(&node.position, &mut moves);
        }
        let mut priors = vec![0; moves.len()];
        self.evaluator.order(at, &moves, &mut priors);
        moves.into_iter().zip(priors).max_by_key(|&(_, prior)| prior).map(|(mv, _)| mv)
    }
}

// Whether it is won for whoever is asked whether he wins.
pub(super) fn is_won<G: Game>(node: &Node<G>, numbers: Numbers) -> bool {
    numbers.answer() == Some(node.strict)
}

fn state_of<'s, G: Game, E: Evaluator<G>>(states: &'s [E::State], node: &Node<G>) -> &'s E::State {
    &states[if E::TAKES_BACK { 0 } else { node.ply as usize }]
}

// How far the best move is worth following: a little beyond where the next best is as promising, a quarter more, so that the search does not
// jump between two (Pawlewicz and Lew 2007).
fn child_limit(limit: Thresholds, weighed: &Weighed, turn: Turn) -> Thresholds {
    let second = weighed.second;
    let proof = limit.proof.min(second.saturating_add(second / 4 + 1));
    let disproof = match limit.disproof {
        Numbers::NEVER => Numbers::NEVER,
        most => most - weighed.beside,
    };
    match turn {
        Turn::Next => Thresholds { proof: disproof, disproof: proof },
        Turn::Again => Thresholds { proof, disproof },
    }
}
