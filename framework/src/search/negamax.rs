//! The recursive search: one body for every game, window, number of threads and table.
//!
//! Negamax alpha-beta, fail-soft (Knuth and Moore 1975, Fishburn 1983), with principal variation search. The side to move
//! need not alternate: after [`Turn::Again`] the same side moves on, and window and value keep their sign.

use super::clock::Budget;
use super::config::{SearchConfig, Subsets};
use super::order::{Experience, Picker, Surroundings};
use super::table::{Entry, Table};
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, Side, Turn};
use crate::score::{Bound, Distance, Score, Window};
use std::mem;

/// No line in the tree is longer than this; what goes on is evaluated.
pub(super) const MAX_PLY: usize = 254;

/// A position in the tree.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) position: G::Position,
    pub(super) side: Side,
    /// Plies left to search.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// The position's key, where the table is asked.
    pub(super) key: Option<u64>,
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E: Evaluator<G>> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) config: &'a SearchConfig,
    pub(super) table: Option<&'a Table>,
    pub(super) budget: &'a Budget<'a>,
    /// Passes cost no depth: the search goes to the end of the game.
    pub(super) ending: bool,
    /// The root move to begin with: the best of the depth before.
    pub(super) root_first: Option<u16>,
    /// Every legal root move is searched, whatever the evaluator would leave out: several lines are to be compared.
    pub(super) every_root_move: bool,
    /// Root moves that are not searched: those of better lines already found.
    pub(super) excluded: Vec<usize>,
    pub(super) leaves: u64,
    /// The search must end; what is still returned means nothing.
    pub(super) stopped: bool,
    /// An evaluator's opinion, or a selective omission, went into the value just returned.
    pub(super) opinion: bool,
    pub(super) lines: Vec<Vec<G::Move>>,
    states: Vec<E::State>,
    experience: Experience,
    figures: Vec<i32>,
    // Positions granted by the budget, and how many of them are left.
    granted: u64,
    left: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        config: &'a SearchConfig,
        table: Option<&'a Table>,
        budget: &'a Budget<'a>,
        root: &G::Position,
    ) -> Self {
        let state = evaluator.state(game, root);
        let copies = if E::TAKES_BACK { 1 } else { MAX_PLY + 2 };
        Self {
            game,
            evaluator,
            config,
            table: table.filter(|_| config.table),
            budget,
            ending: false,
            root_first: None,
            every_root_move: false,
            excluded: Vec::new(),
            leaves: 0,
            stopped: false,
            opinion: false,
            lines: (0..MAX_PLY + 2).map(|ply| Vec::with_capacity(MAX_PLY + 2 - ply)).collect(),
            states: vec![state; copies],
            experience: Experience::new(G::MOVE_INDICES, MAX_PLY + 2),
            figures: Vec::with_capacity(MAX_PLY * 32),
            granted: 0,
            left: 0,
        }
    }

    /// Searches a node and leaves its principal variation in `lines[ply]`. `PV` nodes have an open window.
    pub(super) fn node<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Score {
        if self.stopped {
            return Score::DRAW;
        }
        // The flag speaks of one node at a time: the node's own is found first, then joined to what was there.
        let around = mem::replace(&mut self.opinion, false);
        self.lines[node.ply].clear();
        let value = if node.depth == 0 || node.ply >= MAX_PLY {
            self.quiesce(node, window, u32::from(self.config.quiescence))
        } else {
            self.interior::<PV>(node, window)
        };
        self.opinion |= around;
        value
    }

    fn interior<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Score {
        let known = self.table.zip(node.key).and_then(|(table, key)| table.probe(key));
        if let Some(entry) = known
            && node.ply > 0
            && let Some(value) = self.cut(node, window, entry)
        {
            self.opinion = !entry.proven;
            return value;
        }
        let best = self
            .root_first
            .filter(|_| node.ply == 0)
            .or(known.and_then(|entry| entry.best))
            .or_else(|| self.look_ahead::<PV>(node, window));
        let first = best.and_then(|index| self.game.decode(&node.position, usize::from(index)));
        let mut picker = Picker::new(first);
        let found = self.moves::<PV>(node, window, &mut picker);
        picker.finish(&mut self.figures);
        let Some((value, best)) = found else {
            return self.terminal(node);
        };
        if !self.stopped && (node.ply > 0 || self.excluded.is_empty()) {
            self.remember(node, window, value, best);
        }
        value
    }

    // The value the table gives, if it settles this node.
    fn cut(&self, node: &Node<G>, window: Window, entry: Entry) -> Option<Score> {
        let depth = u32::from(entry.depth);
        let deep = depth == node.depth || self.config.deeper_entries && depth > node.depth;
        let value = entry.value.seen_from(node.ply as u32);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        // What is proven holds at every depth; but a shallower search would not have known it yet.
        let known = entry.proven && (self.config.deeper_entries || depth <= node.depth);
        ((deep || known) && settles).then_some(value)
    }

    // Internal iterative deepening: a shallower search of the same node names a first move.
    fn look_ahead<const PV: bool>(&mut self, node: &Node<G>, window: Window) -> Option<u16> {
        let less = u32::from(self.config.internal_deepening);
        if less == 0 || self.ending || node.depth < less + 3 {
            return None;
        }
        let shallow = Node { depth: node.depth - less, ..*node };
        self.node::<PV>(&shallow, window);
        self.opinion = false;
        let best = self.lines[node.ply].first().map(|&mv| self.game.index(mv) as u16);
        self.lines[node.ply].clear();
        best
    }

    // Searches the moves: the best value and its move, or nothing if there is none.
    fn moves<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        picker: &mut Picker<G>,
    ) -> Option<(Score, Option<G::Move>)> {
        let mut alpha = window.alpha;
        let mut found: Option<(Score, Option<G::Move>)> = None;
        let mut opinion_of_best = false;
        while let Some(mv) = self.pick(node, picker) {
            if node.ply == 0 && self.excluded.contains(&self.game.index(mv)) {
                continue;
            }
            let around = mem::replace(&mut self.opinion, false);
            let value = self.child::<PV>(node, mv, Window { alpha, ..window }, found.is_none());
            if self.stopped {
                return found.or(Some((value, None)));
            }
            if found.is_none_or(|(best, _)| value > best) {
                opinion_of_best = self.opinion;
                let raised = value > alpha;
                found = Some((value, raised.then_some(mv)));
                if raised {
                    alpha = value;
                    self.extend_line(node.ply, mv);
                }
            }
            if value >= window.beta {
                // The move alone proves the bound, whatever the others rest on.
                self.experience.learn(self.config, self.game, node, mv, picker.tried());
                return found;
            }
            self.opinion |= around;
        }
        self.opinion |= picker.claim == Claim::Selective;
        if let Some((value, _)) = found
            && matches!(value.distance(), Some(Distance::Win(_)))
        {
            self.opinion = opinion_of_best;
        }
        found
    }

    fn pick(&mut self, node: &Node<G>, picker: &mut Picker<G>) -> Option<G::Move> {
        let state = &self.states[state_at::<G, E>(node.ply)];
        let around = Surroundings {
            evaluator: self.evaluator,
            config: self.config,
            subsets: if self.every_root_move && node.ply == 0 { Subsets::None } else { self.config.subsets },
            experience: &self.experience,
            view: View { game: self.game, position: &node.position, state },
            figures: &mut self.figures,
        };
        picker.next(node, around)
    }

    // Plays a move, searches what follows, takes it back.
    fn child<const PV: bool>(&mut self, node: &Node<G>, mv: G::Move, window: Window, first: bool) -> Score {
        let depth = if self.ending && self.game.is_pass(mv) { node.depth } else { node.depth - 1 };
        let (child, turn) = self.advance(node, mv, depth);
        let value = if first || !self.config.principal_variation {
            self.turned::<PV>(&child, turn, window)
        } else {
            let value = self.turned::<false>(&child, turn, Window::null(window.alpha));
            if PV && value > window.alpha && value < window.beta && !self.stopped {
                self.turned::<true>(&child, turn, window)
            } else {
                value
            }
        };
        self.retreat(node, mv, &child);
        value
    }

    // The one place where the point of view changes.
    fn turned<const PV: bool>(&mut self, child: &Node<G>, turn: Turn, window: Window) -> Score {
        if G::ALTERNATES || turn == Turn::Next {
            -self.node::<PV>(child, -window)
        } else {
            self.node::<PV>(child, window)
        }
    }

    /// Makes the position after `mv`, with `depth` plies to go.
    // Inlined, so that the node is built where it stays: copied in one piece right after being written in parts, it costs as much
    // as all the rest of a leaf (the processor cannot forward such a store).
    #[inline(always)]
    pub(super) fn advance(&mut self, node: &Node<G>, mv: G::Move, depth: u32) -> (Node<G>, Turn) {
        self.count();
        let mut position = node.position;
        let turn = self.game.play(&mut position, mv);
        let key = self
            .table
            .filter(|_| depth >= u32::from(self.config.table_from_depth))
            .map(|_| self.game.key(&position));
        if let Some((table, key)) = self.table.zip(key) {
            table.prefetch(key);
        }
        let below = state_at::<G, E>(node.ply + 1);
        if !E::TAKES_BACK {
            let (above, rest) = self.states.split_at_mut(below);
            rest[0].clone_from(&above[node.ply]);
        }
        self.evaluator.advance(self.game, &mut self.states[below], &node.position, mv, &position);
        let side = if G::ALTERNATES || turn == Turn::Next { !node.side } else { node.side };
        (Node { position, side, depth, ply: node.ply + 1, key }, turn)
    }

    /// Takes [`Worker::advance`] back.
    #[inline(always)]
    pub(super) fn retreat(&mut self, node: &Node<G>, mv: G::Move, child: &Node<G>) {
        if E::TAKES_BACK {
            self.evaluator.retreat(self.game, &mut self.states[0], &node.position, mv, &child.position);
        }
    }

    #[inline(always)]
    fn count(&mut self) {
        if self.left == 0 {
            self.ask();
        }
        self.left = self.left.saturating_sub(1);
    }

    #[cold]
    fn ask(&mut self) {
        let granted = self.budget.spend(self.granted);
        self.stopped |= granted.is_none();
        // Without a grant the position about to be made is on nobody's account.
        self.granted = granted.unwrap_or(0);
        self.left = self.granted;
    }

    /// Accounts for the positions made since the budget was last asked.
    pub(super) fn settle(&mut self) {
        self.budget.spend(self.granted - self.left);
        self.granted = 0;
        self.left = 0;
    }

    /// Positions made so far by all threads, as far as they have told.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.spent() + self.granted - self.left
    }

    /// What the evaluator sees of a node.
    pub(super) fn view<'v>(&'v self, node: &'v Node<G>) -> View<'v, G, E::State> {
        View { game: self.game, position: &node.position, state: &self.states[state_at::<G, E>(node.ply)] }
    }

    /// The evaluator's opinion of a node where the game goes on.
    pub(super) fn evaluate(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        self.opinion = true;
        let value = self.evaluator.evaluate(self.view(node));
        debug_assert!(value.distance().is_none(), "an evaluator claimed a won game");
        value
    }

    // The result at a node without moves.
    fn terminal(&mut self, node: &Node<G>) -> Score {
        self.leaves += 1;
        let result = self.game.terminal(&node.position);
        debug_assert!(result.is_some(), "no move, but the game goes on");
        result.unwrap_or(Score::DRAW).seen_from(node.ply as u32)
    }

    pub(super) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    fn remember(&self, node: &Node<G>, window: Window, value: Score, best: Option<G::Move>) {
        if let Some((table, key)) = self.table.zip(node.key) {
            let entry = Entry {
                value: value.seen_at(node.ply as u32),
                bound: window.bound(value),
                depth: u8::try_from(node.depth).unwrap_or(u8::MAX),
                proven: !self.opinion,
                best: best.map(|mv| self.game.index(mv) as u16),
            };
            table.store(key, entry, self.config.replacement);
        }
    }
}

// Which state belongs to a ply: its own copy, or the only one.
const fn state_at<G: Game, E: Evaluator<G>>(ply: usize) -> usize {
    if E::TAKES_BACK { 0 } else { ply }
}
