//! [`Worker`]: what one thread of a search holds, and the steps it makes: play a move, and take it back.

use super::by_ply::{ByPly, MAX_PLY};
use super::clock::Budget;
use super::config::{SearchConfig, Subsets};
use super::evaluations::Evaluations;
use super::experience::Experience;
use super::forecasts::Forecasts;
use super::lines::Lines;
use super::parallel::Busy;
use super::report::Counts;
use super::scratch::Scratch;
use super::states::States;
use super::table::Table;
use super::watch::Watch;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, Side, Turn};
use crate::results::Results;
use crate::symmetry::least_image;
use std::ops::Neg;

/// Stands for the index of a move where there was none: at the root, and after a null move.
pub(super) const NO_MOVE: usize = usize::MAX;

/// A value or a window from the other side's point of view, unless the same side moves again.
#[inline(always)]
pub(super) fn across<G: Game, T: Neg<Output = T>>(turn: Turn, seen: T) -> T {
    if G::ALTERNATES { -seen } else { turn.across(seen) }
}

/// A position in the tree.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) position: G::Position,
    pub(super) side: Side,
    /// Plies left to search.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// The position's place in the table, where that is asked.
    pub(super) place: Option<Place>,
    /// A move that is not searched here: whether the others are as good is the question.
    pub(super) without: Option<u16>,
}

/// Where the table keeps a position: under the key of which of its images.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) key: u64,
    pub(super) symmetry: usize,
}

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E: Evaluator<G>> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) config: &'a SearchConfig,
    pub(super) table: Option<&'a Table>,
    /// A small one of this thread's own.
    pub(super) near: Option<&'a Table>,
    /// This thread's own for parts of positions, where they are looked for.
    pub(super) parts: Option<&'a Table>,
    /// The root falls apart, and all below with it. Otherwise nobody looks for parts: below a root that holds
    /// together they are too small to pay for it.
    pub(super) divided: bool,
    /// Bytes of all tables of the search, whoever asks them.
    pub(super) memory: u64,
    /// Moves that other threads are searching, where there are any.
    pub(super) busy: Option<&'a Busy>,
    pub(super) budget: &'a Budget<'a>,
    /// Who is shown how far this thread is.
    pub(super) watch: Option<&'a Watch>,
    /// Passes cost no depth: the search goes to the end of the game.
    pub(super) ending: bool,
    /// The depth of the search from the root.
    pub(super) root_depth: u32,
    /// The [step](super::steps::Step) at hand, as a number.
    pub(super) step: u32,
    /// How sure of results the search is: 0 where it does not go to the end of the game.
    pub(super) level: u8,
    /// Where it goes to the end and yet leaves out what is unlikely: how unlikely, in hundredths of standard
    /// deviations. Otherwise 0.
    pub(super) deviations: u32,
    /// The root move to begin with: the best of the depth before.
    pub(super) root_first: Option<u16>,
    /// Every legal root move is searched, whatever the evaluator would leave out: several lines are to be
    /// compared.
    pub(super) every_root_move: bool,
    /// Root moves that are not searched: those of better lines already found.
    pub(super) excluded: Vec<usize>,
    /// The table only names moves, and settles nothing.
    pub(super) moves_only: bool,
    /// Leaves not told to the budget yet.
    pub(super) leaves: u64,
    pub(super) counts: Counts,
    /// Positions made from each ply.
    pub(super) made: ByPly<u64>,
    /// Nodes whose moves were tried, at each ply.
    pub(super) expanded: ByPly<u64>,
    /// The search must end; what is still returned means nothing.
    pub(super) stopped: bool,
    pub(super) lines: Lines<G::Move>,
    /// The index of the move that led to each ply.
    pub(super) trail: ByPly<usize>,
    pub(super) experience: Experience,
    pub(super) forecasts: &'a Forecasts,
    pub(super) figures: Vec<i32>,
    /// Moves have figures to be ordered by.
    pub(super) orders: bool,
    /// Some moves are tried before any are listed.
    pub(super) tries_early: bool,
    /// Moves are ordered by what they lead to, on the way to the end of the game.
    pub(super) weighs: bool,
    /// With one ply left, every move leads to a leaf.
    pub(super) has_frontier: bool,
    /// There, without a place in the table, nothing can be known before the moves are tried.
    pub(super) plain_frontier: bool,
    /// No move gets less or more than any other.
    pub(super) plain: bool,
    /// Some node may be cut off, or some move left out, on an opinion.
    pub(super) selects: bool,
    /// The last moves of a node may be left out on an opinion.
    pub(super) prunes: bool,
    pub(super) evaluations: Evaluations,
    pub(super) results: Results,
    pub(super) states: States<G, E>,
    /// The table is asked with at least this many plies left.
    pub(super) table_from: u32,
    /// With at most this many plies left, an exact ending is searched bare; 0 for never.
    pub(super) bare_to: u32,
    /// Positions granted by the budget, and how many of them are left.
    pub(super) granted: u64,
    pub(super) left: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        (config, forecasts): (&'a SearchConfig, &'a Forecasts),
        Scratch { evaluations, results, experience }: Scratch,
        table: Option<&'a Table>,
        budget: &'a Budget<'a>,
        root: &G::Position,
    ) -> Self {
        let table = table.filter(|_| config.table);
        Self {
            game,
            evaluator,
            config,
            table,
            memory: 0,
            near: None,
            parts: None,
            divided: false,
            busy: None,
            budget,
            watch: None,
            ending: false,
            root_depth: 0,
            step: 0,
            level: 0,
            deviations: 0,
            root_first: None,
            every_root_move: false,
            excluded: Vec::new(),
            moves_only: false,
            leaves: 0,
            counts: Counts::default(),
            made: ByPly::new(|_| 0),
            expanded: ByPly::new(|_| 0),
            stopped: false,
            lines: Lines::new(),
            trail: ByPly::new(|_| NO_MOVE),
            orders: false,
            tries_early: false,
            weighs: false,
            experience,
            forecasts,
            figures: Vec::with_capacity(MAX_PLY * 32),
            has_frontier: false,
            plain_frontier: false,
            plain: false,
            selects: config.selects(),
            prunes: false,
            evaluations,
            results,
            states: States::new(evaluator.state(game, root)),
            bare_to: 0,
            table_from: u32::MAX,
            granted: 0,
            left: 0,
        }
    }

    /// Prepares for a search that goes to the end of the game, or does not.
    pub(super) fn set_ending(&mut self, ending: bool) {
        let config = self.config;
        let quiesces = E::QUIESCES && config.quiescence > 0;
        self.ending = ending;
        self.table_from = match (self.table, config.endings_table_from) {
            (None, _) => u32::MAX,
            (Some(_), from) if ending && from > 0 => from.into(),
            (Some(_), _) => config.table_from_depth.into(),
        };
        self.bare_to = if config.alpha_beta { config.bare_endings.into() } else { 0 };
        self.weighs = ending && self.bare_to > 0 && config.order_by_evaluation > 0;
        self.experience.learns = config.learns() && !self.weighs;
        self.tries_early = config.early_moves && self.experience.learns;
        self.orders = !self.weighs && (E::ORDERS && config.prior || self.experience.learns);
        self.plain = !self.selects && !ending && self.busy.is_none();
        self.prunes = !ending && (config.late_move_pruning.is_some() || config.futility.is_some());
        // In an ending a pass is free, and elsewhere an only reply may be, so one ply left does not mean that
        // leaves follow.
        self.has_frontier = !quiesces && config.few_replies == 0 && !ending;
        self.plain_frontier = self.has_frontier && !self.selects && (G::HAS_MARGIN || !config.mate_distance);
    }

    /// From now on searches begin at `position`.
    pub(super) fn stand_at(&mut self, position: &G::Position) {
        self.states.stand_at(self.evaluator.state(self.game, position));
    }

    /// The root of a search of `depth` plies.
    pub(super) fn root(&mut self, position: G::Position, side: Side, depth: u32) -> Node<G> {
        self.root_depth = depth;
        self.divided = E::DIVIDES && self.ending && self.parts.is_some() && self.falls_apart(&position);
        let place = self.table.map(|_| self.place(&position, 0));
        Node { position, side, depth, ply: 0, place, without: None }
    }

    /// Makes the position after `mv`, with `depth` plies to go.
    // Inlined, so that the node is built where it stays: copied in one piece right after being written in
    // parts, it costs as much as all the rest of a leaf (the processor cannot forward such a store).
    #[inline(always)]
    pub(super) fn advance(&mut self, node: &Node<G>, mv: G::Move, depth: u32) -> (Node<G>, Turn) {
        let mut position = node.position;
        let (turn, place) = self.make(&mut position, mv, depth, node.ply);
        if let Some((table, place)) = self.table.zip(place) {
            table.prefetch(place.key);
        }
        let ply = node.ply + 1;
        self.trail[ply] = self.game.index(mv);
        self.feel(node, mv, &position);
        let side = if G::ALTERNATES || turn == Turn::Next { !node.side } else { node.side };
        (Node { position, side, depth, ply, place, without: None }, turn)
    }

    /// Makes a move at a ply, with `depth` plies to go after it: whose turn comes, and the position's place
    /// in the table, where that is asked. The evaluator's state stays where it is.
    // In place for the same reason, and not returned: see `advance`.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        depth: u32,
        ply: usize,
    ) -> (Turn, Option<Place>) {
        self.pay();
        self.made[ply] += 1;
        let turn = self.game.play(position, mv);
        let place = (depth >= self.table_from).then(|| self.place(position, ply + 1));
        (turn, place)
    }

    /// Takes [`Worker::advance`] back.
    #[inline(always)]
    pub(super) fn retreat(&mut self, node: &Node<G>, mv: G::Move, after: &G::Position) {
        if E::TAKES_BACK {
            self.evaluator.retreat(self.game, self.states.one(), &node.position, mv, after);
        }
    }

    // Brings the evaluator's state to the next ply.
    #[inline(always)]
    pub(super) fn feel(&mut self, node: &Node<G>, mv: G::Move, after: &G::Position) {
        let (game, evaluator) = (self.game, self.evaluator);
        evaluator.advance(game, self.states.below(node.ply), &node.position, mv, after);
    }

    /// Makes the position after a null move.
    pub(super) fn skip(&mut self, node: &Node<G>, depth: u32) -> Node<G> {
        self.pay();
        self.made[node.ply] += 1;
        let mut position = node.position;
        self.game.skip(&mut position);
        let ply = node.ply + 1;
        self.trail[ply] = NO_MOVE;
        let (game, evaluator) = (self.game, self.evaluator);
        evaluator.skip(game, self.states.below(node.ply), &node.position, &position);
        let place = (depth >= self.table_from).then(|| self.place(&position, ply));
        Node { position, side: !node.side, depth, ply, place, without: None }
    }

    /// Takes [`Worker::skip`] back.
    pub(super) fn unskip(&mut self, node: &Node<G>, child: &Node<G>) {
        if E::TAKES_BACK {
            self.evaluator.skip(self.game, self.states.one(), &child.position, &node.position);
        }
    }

    /// Where the table keeps a position: images share a place near the root, if they have the same value.
    #[inline(always)]
    pub(super) fn place(&self, position: &G::Position, ply: usize) -> Place {
        if G::SYMMETRIES > 1 && E::SYMMETRIC && ply < usize::from(self.config.symmetry) {
            return self.folded(position);
        }
        Place { key: self.game.key(position), symmetry: 0 }
    }

    #[cold]
    fn folded(&self, position: &G::Position) -> Place {
        let (key, symmetry) = least_image(self.game, position);
        Place { key, symmetry }
    }

    /// What was counted so far, as long as the tree is high.
    pub(super) fn tally(&self) -> Counts {
        let (made, expanded) = (self.made.until_last(), self.expanded.until_last());
        Counts {
            memory: self.memory,
            selective_depth: made.len() as u32,
            made,
            expanded,
            ..self.counts.clone()
        }
    }

    /// What another search may go on with.
    pub(super) fn into_scratch(self) -> Scratch {
        Scratch { evaluations: self.evaluations, results: self.results, experience: self.experience }
    }

    /// What the evaluator sees of a node.
    pub(super) fn view<'v>(&'v self, node: &'v Node<G>) -> View<'v, G, E::State> {
        View { game: self.game, position: &node.position, state: self.states.at(node.ply) }
    }

    /// What the evaluator may leave out at a node.
    pub(super) fn subsets(&self, node: &Node<G>) -> Subsets {
        if self.every_root_move && node.ply == 0 { Subsets::None } else { self.config.subsets }
    }
}
