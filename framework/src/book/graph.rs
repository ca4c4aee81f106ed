//! [`Graph`]: the positions of a book as the rules connect them, their values, and where it may grow.

use super::error::BookError;
use super::file::{Book, BookMove, Page};
use super::folded::Folded;
use crate::game::{Game, Turn};
use crate::plugin::Plugin;
use crate::score::Score;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The positions of a book, each with what its moves lead to.
#[derive(Debug)]
pub(super) struct Graph<'a, G: Plugin> {
    game: &'a G,
    nodes: Vec<Node<G>>,
    /// Where the position of a key is among the nodes; the start is the first of them.
    places: HashMap<u64, usize>,
}

#[derive(Debug)]
struct Node<G: Game> {
    at: Folded<G>,
    edges: Vec<Edge>,
}

#[derive(Debug)]
struct Edge {
    of: BookMove,
    /// The key of the position after the move.
    to: u64,
    turn: Turn,
    /// Whether anything is to be found out there: the game goes on, and its result is not known.
    open: bool,
}

impl<'a, G: Plugin> Graph<'a, G> {
    /// Follows the moves of `book` from the start.
    ///
    /// # Errors
    /// [`BookError::Rules`] if one is not legal, or a position is not reached.
    pub(super) fn new(game: &'a G, book: &Book) -> Result<Self, BookError> {
        let mut graph = Self { game, nodes: Vec::new(), places: HashMap::new() };
        let mut ahead = vec![graph.start()];
        while let Some(at) = ahead.pop() {
            if graph.has(at.key) {
                continue;
            }
            if let Some(page) = book.pages.get(&at.key) {
                ahead.extend(graph.insert(at, page).ok_or_else(|| BookError::Rules(G::NAME.to_owned()))?);
            }
        }
        // Positions are sought by the keys they have here: where none agrees, the rules or the keys are
        // others.
        if graph.nodes.len() == book.positions() {
            Ok(graph)
        } else {
            Err(BookError::Rules(G::NAME.to_owned()))
        }
    }

    fn start(&self) -> Folded<G> {
        Folded::new(self.game, &self.game.start().position)
    }

    /// Whether the position of that key is in the book.
    pub(super) fn has(&self, key: u64) -> bool {
        self.places.contains_key(&key)
    }

    /// Adds a position, and gives those that its moves lead to. Nothing if one of them is not legal.
    pub(super) fn insert(&mut self, at: Folded<G>, page: &Page) -> Option<Vec<Folded<G>>> {
        let mut after = Vec::with_capacity(page.moves.len());
        let mut edges = Vec::with_capacity(page.moves.len());
        for &of in &page.moves {
            let (to, turn) = self.follow(&at, of)?;
            let open = !of.sure && self.game.terminal(&to.position).is_none();
            edges.push(Edge { of, to: to.key, turn, open });
            after.push(to);
        }
        self.places.insert(at.key, self.nodes.len());
        self.nodes.push(Node { at, edges });
        Some(after)
    }

    fn follow(&self, at: &Folded<G>, of: BookMove) -> Option<(Folded<G>, Turn)> {
        let mv = self.game.decode(&at.position, usize::from(of.index))?;
        let mut after = at.position;
        let turn = self.game.play(&mut after, mv);
        Some((Folded::new(self.game, &after), turn))
    }

    // Backs the values up from the ends of the book to its start.
    fn settle(&mut self) {
        for place in self.ends_first() {
            for number in 0..self.nodes[place].edges.len() {
                let edge = &self.nodes[place].edges[number];
                // What is certain stands, whatever the book has behind it: the position may have been
                // expanded before it was known.
                let behind = self.places.get(&edge.to).filter(|_| !edge.of.sure);
                let worth = behind.and_then(|&next| self.worth(next));
                let value = worth.map_or(edge.of.searched, |worth| edge.turn.across(worth).seen_from(1));
                self.nodes[place].edges[number].of.value = value;
            }
        }
    }

    /// Backs the values up from the ends of the book to its start, and tells the book.
    pub(super) fn settle_in(&mut self, book: &mut Book) {
        self.settle();
        for node in &self.nodes {
            let page = book.pages.get_mut(&node.at.key).expect("the graph is that of the book");
            page.moves.iter_mut().zip(&node.edges).for_each(|(mv, edge)| *mv = edge.of);
        }
    }

    // What the position is worth to the side to move.
    fn worth(&self, place: usize) -> Option<Score> {
        self.nodes[place].edges.iter().map(|edge| edge.of).max_by_key(BookMove::rank).map(|of| of.value)
    }

    // Every node after those that its moves lead to. On a stack of its own: a book may be deeper than the
    // thread's.
    fn ends_first(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut next = (!self.nodes.is_empty()).then_some(0);
        loop {
            if let Some(place) = next.take().filter(|&place| !seen[place]) {
                seen[place] = true;
                path.push((place, 0));
            }
            let Some((place, number)) = path.last_mut() else { return order };
            match self.nodes[*place].edges.get(*number) {
                Some(edge) => {
                    *number += 1;
                    next = self.places.get(&edge.to).copied();
                }
                None => {
                    order.push(*place);
                    path.pop();
                }
            }
        }
    }

    /// The positions beyond the book that cost least to come to, cheapest first, `most` of them: by what both
    /// sides lose on the way, and by its plies. The values must be [settled](Self::settle_in).
    pub(super) fn cheapest(&self, most: usize, penalty: u32) -> Vec<Folded<G>> {
        let start = self.start();
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut ahead = BinaryHeap::from([Reverse((0_i64, start.key, None))]);
        while let Some(Reverse((cost, key, from))) = ahead.pop() {
            if !seen.insert(key) {
                continue;
            }
            let Some(&place) = self.places.get(&key) else {
                found.push(from.map_or(start, |(place, number)| self.beyond(place, number)));
                if found.len() == most {
                    break;
                }
                continue;
            };
            let best = self.worth(place).unwrap_or_default();
            for (number, edge) in self.nodes[place].edges.iter().enumerate() {
                if edge.open {
                    // Beside a proven win, what is believed to win sooner loses nothing.
                    let lost = (i64::from(best.cents()) - i64::from(edge.of.value.cents())).max(0);
                    ahead.push(Reverse((cost + lost + i64::from(penalty), edge.to, Some((place, number)))));
                }
            }
        }
        found
    }

    fn beyond(&self, place: usize, number: usize) -> Folded<G> {
        let node = &self.nodes[place];
        self.follow(&node.at, node.edges[number].of).expect("it was legal when it was inserted").0
    }

    /// The positions of these keys, which are beyond the book.
    pub(super) fn sought(&self, keys: &[u64]) -> Vec<Folded<G>> {
        if *keys == [self.start().key] {
            return vec![self.start()];
        }
        let mut found = HashMap::new();
        for (place, node) in self.nodes.iter().enumerate() {
            for (number, edge) in node.edges.iter().enumerate() {
                if keys.contains(&edge.to) && !self.has(edge.to) {
                    found.entry(edge.to).or_insert_with(|| self.beyond(place, number));
                }
            }
        }
        keys.iter().filter_map(|key| found.get(key).copied()).collect()
    }

    /// How many plies from the start the last positions of the book are, by the shortest way.
    pub(super) fn deepest(&self) -> usize {
        let mut level = vec![self.start().key];
        let mut seen: HashSet<u64> = level.iter().copied().collect();
        let mut plies = 0;
        loop {
            let places: Vec<usize> = level.iter().filter_map(|key| self.places.get(key).copied()).collect();
            if places.is_empty() {
                return plies;
            }
            plies += 1;
            let edges = places.iter().flat_map(|&place| &self.nodes[place].edges);
            level = edges.map(|edge| edge.to).filter(|&key| seen.insert(key)).collect();
        }
    }
}
