//! The proof of one question: df-pn, depth first with thresholds (Nagai 2002).
//!
//! A question is asked of the side to move: is the result for it above a draw (`strict`), or at least one?
//! After [`Turn::Next`] the other side is asked the other question, and a yes there is a no here; after
//! [`Turn::Again`] it is the same question.

use super::table::{Numbers, ProofTable};
use super::waves::Waves;
use super::weigh::{MOST_ALIKE, Thresholds, child_limit};
use super::{Asker, Listed};
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList, Turn};
use crate::ranking::by_prior;
use crate::score::Score;

/// Kept apart in the table from the other question about the same position.
const STRICT: u64 = 0x9e37_79b9_7f4a_7c15;
/// By how many leaves every other move looks harder than the favourite, whenever a node is opened and until
/// the move is searched. Any of 10 to 160 does.
const FAVOUR: u32 = 40;

/// A position and the question.
#[derive(Debug)]
pub(crate) struct Node<G: Game> {
    pub(super) position: G::Position,
    /// Whether the side to move wins is asked, else whether it at least draws.
    pub(crate) strict: bool,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Whether the asker may know moves that the evaluator does not: not after a null move, nor
    /// [too far from the root](Asker::guides_to).
    pub(crate) guided: bool,
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
    /// None for the null move.
    pub(super) mv: Option<G::Move>,
    turn: Turn,
    /// For whoever moves after it.
    pub(super) numbers: Numbers,
}

impl<G: Game> Child<G> {
    /// The numbers for who makes the move.
    pub(super) fn seen(&self) -> Numbers {
        let Numbers { proof, disproof, length } = self.numbers;
        match self.turn {
            Turn::Next => Numbers { proof: disproof, disproof: proof, length },
            Turn::Again => self.numbers,
        }
    }
}

/// A proof in the making.
pub(crate) struct Prover<'p, G: Game, E: Evaluator<G>, A> {
    pub(super) game: &'p G,
    pub(super) evaluator: &'p E,
    pub(super) asker: &'p mut A,
    table: &'p mut ProofTable,
    /// Positions so many plies from the root are not looked into; there nobody has won.
    pub(super) horizon: Option<u32>,
    /// The evaluator's features along the line: one for each ply, or a single one that is taken back.
    pub(super) states: Vec<E::State>,
    /// The moves of all open nodes, one after the other.
    pub(super) open: Vec<Child<G>>,
    /// A limit came first.
    pub(crate) stopped: bool,
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

    /// Asks the side to move at the root; none if a limit came first, or if it is not worth going on.
    pub(crate) fn ask(&mut self, position: &G::Position, strict: bool) -> Option<Answer<G>> {
        let root = self.root(position, strict, 0);
        self.states = vec![self.evaluator.state(self.game, position)];
        let limit = Thresholds { proof: self.asker.gives_up_at(), disproof: Numbers::NEVER };
        let numbers = self.node(&root, limit);
        // Of a node that was not opened to the end the numbers say nothing.
        if self.stopped {
            return None;
        }
        Some(Answer { yes: numbers.answer()?, plies: numbers.length.into(), moves: self.line(root) })
    }

    /// The best move of a position so many plies from the root, as far as it is remembered and something is
    /// left to ask after it. Within a horizon that depends on the plies.
    pub(crate) fn best(&mut self, position: &G::Position, strict: bool, ply: u32) -> Option<G::Move> {
        if self.horizon.is_some_and(|horizon| ply + 1 >= horizon) {
            return None;
        }
        let (_, best) = self.probe(&self.root(position, strict, ply))?;
        self.game.decode(position, usize::from(best?))
    }

    fn root(&self, position: &G::Position, strict: bool, ply: u32) -> Node<G> {
        Node { position: *position, strict, ply, guided: self.guides(ply) }
    }

    fn guides(&self, ply: u32) -> bool {
        self.asker.guides_to().is_some_and(|last| ply <= last)
    }

    // Under which wins are kept: they hold whatever else was asked, and within whatever horizon.
    fn key_of_win(&self, node: &Node<G>) -> u64 {
        self.game.key(&node.position) ^ if node.strict { STRICT } else { 0 }
    }

    fn key(&self, node: &Node<G>) -> u64 {
        // What is known of so many plies says nothing of more.
        let horizon = |horizon| u64::from(horizon - node.ply).wrapping_mul(STRICT).rotate_left(32);
        let kind = if node.guided { self.asker.kind() } else { 0 };
        self.key_of_win(node) ^ kind ^ self.horizon.map_or(0, horizon)
    }

    pub(super) fn probe(&self, node: &Node<G>) -> Option<(Numbers, Option<u16>)> {
        let (key, key_of_win) = (self.key(node), self.key_of_win(node));
        let found = self.table.probe(key_of_win, key_of_win);
        if key == key_of_win {
            return found;
        }
        let holds_within =
            |length| self.horizon.is_none_or(|horizon| u32::from(length) <= horizon - node.ply);
        found
            .filter(|(numbers, _)| is_won(node, *numbers) && holds_within(numbers.length))
            .or_else(|| self.table.probe(key_of_win, key))
    }

    pub(super) fn store(&mut self, node: &Node<G>, numbers: Numbers, best: Option<u16>, made: u64) {
        let place = self.key_of_win(node);
        let key = if is_won(node, numbers) { place } else { self.key(node) };
        self.table.store((place, key), numbers, best, made);
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
        let mut waves = listed.waves.then(Waves::default);
        let weighed = loop {
            let weighed = self.weigh(first, listed);
            let Numbers { proof, disproof, .. } = weighed.numbers;
            if disproof == 0 && self.next_wave(node, first, &mut waves) {
                continue;
            }
            if self.stopped || proof >= limit.proof || disproof >= limit.disproof {
                break weighed;
            }
            let best = first + weighed.best;
            self.descend(node, best, child_limit(limit, &weighed, self.open[best].turn));
            let Child { node: child, numbers, .. } = &self.open[best];
            if !node.strict && is_won(child, *numbers) && self.asker.alike() {
                let model = child.position;
                self.refute_likewise(node, first, &model);
            }
        };
        if !self.stopped {
            let best = self.open.get(first + weighed.best).and_then(|child| child.mv);
            let best = best.map(|mv| self.game.index(mv) as u16);
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
    pub(super) fn expand(&mut self, node: &Node<G>, mut moves: MoveList<G>, listed: Listed) {
        self.sort(node, &mut moves);
        let (first, null_move) = (self.open.len(), (listed.waves && G::SKIPS).then_some(None));
        for mv in moves.into_iter().map(Some).chain(null_move) {
            if !self.asker.pay() {
                self.stopped = true;
                return;
            }
            let (child, turn) = self.child(node, mv);
            self.table.prefetch(self.key_of_win(&child));
            self.open.push(Child { node: child, mv, turn, numbers: Numbers::open(1) });
        }
        for at in first..self.open.len() {
            let Child { node: child, mv, .. } = self.open[at];
            let mut numbers = self.first_numbers(node, mv, &child);
            if listed.favourite.is_some_and(|favourite| mv.is_some_and(|mv| favourite != self.game.index(mv)))
            {
                numbers = numbers.harder(child.strict, FAVOUR);
            }
            self.open[at].numbers = numbers;
        }
        self.asker.expanded(node.ply + 1);
    }

    pub(super) fn child(&self, node: &Node<G>, mv: Option<G::Move>) -> (Node<G>, Turn) {
        let mut position = node.position;
        let turn = match mv {
            Some(mv) => self.game.play(&mut position, mv),
            None => {
                self.game.skip(&mut position);
                Turn::Next
            }
        };
        let (strict, ply) = (node.strict ^ (turn == Turn::Next), node.ply + 1);
        let guided = node.guided && mv.is_some() && self.guides(ply);
        (Node { position, strict, ply, guided }, turn)
    }

    fn first_numbers(&mut self, node: &Node<G>, mv: Option<G::Move>, child: &Node<G>) -> Numbers {
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
        let replies = moves.len() + usize::from(listed.waves);
        let numbers = listed.answer.unwrap_or_else(|| self.guess(child, replies));
        self.retreat(node, mv, child);
        numbers
    }

    // Of the node that the states stand at nothing is known but its moves.
    fn guess(&self, node: &Node<G>, moves: usize) -> Numbers {
        let most = if self.asker.alike() { MOST_ALIKE as usize } else { usize::MAX };
        let hardness = self.asker.hardness(self.view(node), node.strict);
        Numbers::open(moves.min(most)).harder(node.strict, hardness)
    }

    // The moves of the node that the states stand at.
    pub(super) fn list(&mut self, node: &Node<G>, moves: &mut MoveList<G>) -> Listed {
        let state = state_of::<G, E>(&self.states, node);
        let at = View { game: self.game, position: &node.position, state };
        let listed = self.asker.list(at, node, moves);
        self.in_time(node, listed)
    }

    pub(super) fn view<'s>(&'s self, node: &'s Node<G>) -> View<'s, G, E::State> {
        View { game: self.game, position: &node.position, state: state_of::<G, E>(&self.states, node) }
    }

    // What wins only beyond the horizon does not win.
    pub(super) fn in_time(&self, node: &Node<G>, listed: Listed) -> Listed {
        let Some(horizon) = self.horizon else { return listed };
        let left = (horizon - node.ply) as u16;
        let late = listed.others > left
            || listed.answer.is_some_and(|numbers| is_won(node, numbers) && numbers.length > left);
        let answer = late.then(|| Numbers::answered(!node.strict, 0));
        if late { Listed { answer, ..Listed::default() } } else { listed }
    }

    // Of equally promising moves the evaluator's favourite is tried first.
    fn sort(&self, node: &Node<G>, moves: &mut MoveList<G>) {
        if E::ORDERS && self.asker.sorts() {
            *moves = by_prior(self.evaluator, self.view(node), moves).collect();
        }
    }

    pub(super) fn advance(&mut self, node: &Node<G>, mv: Option<G::Move>, child: &Node<G>) {
        if !E::TAKES_BACK {
            self.states.truncate(node.ply as usize + 1);
            self.states.push(self.states[node.ply as usize].clone());
        }
        let state = self.states.last_mut().expect("the root has one");
        match mv {
            Some(mv) => self.evaluator.advance(self.game, state, &node.position, mv, &child.position),
            None => self.evaluator.skip(self.game, state, &node.position, &child.position),
        }
    }

    pub(super) fn retreat(&mut self, node: &Node<G>, mv: Option<G::Move>, child: &Node<G>) {
        if !E::TAKES_BACK {
            return;
        }
        let state = &mut self.states[0];
        match mv {
            Some(mv) => self.evaluator.retreat(self.game, state, &node.position, mv, &child.position),
            None => self.evaluator.skip(self.game, state, &child.position, &node.position),
        }
    }
}

// Whether it is won for whoever is asked whether he wins.
pub(super) fn is_won<G: Game>(node: &Node<G>, numbers: Numbers) -> bool {
    numbers.answer() == Some(node.strict)
}

pub(super) fn state_of<'s, G: Game, E: Evaluator<G>>(states: &'s [E::State], node: &Node<G>) -> &'s E::State {
    &states[if E::TAKES_BACK { 0 } else { node.ply as usize }]
}
