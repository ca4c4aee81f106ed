//! Plain minimax over a tree held in memory, which is grown level by level: how the exercise of 1999 that
//! anyply grew from began. Its value is that of the plain depth-first minimax; what it pays with is memory.

use super::Algorithm;
use super::nodes::Nodes;
use super::task::Task;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::ranking::best_first;
use crate::score::{Certainty, Score};
use crate::search::Line;
use std::ops::Range;

const ROOT: u32 = 0;

/// The tree, kept between searches only for its memory.
#[derive(Debug)]
pub(crate) struct BreadthFirst<G: Game> {
    tree: Nodes<Node<G>>,
    /// No level is grown beyond this: 1 for the greedy player.
    deepest: u32,
    even_depths: bool,
}

#[derive(Debug)]
struct Node<G: Game> {
    position: G::Position,
    /// The move that led here; none at the root.
    mv: Option<G::Move>,
    /// Who moves here, relative to who made that move.
    turn: Turn,
    /// For the side to move, distances counted from the root.
    value: Score,
    ended: bool,
    first: u32,
    children: u16,
}

/// The nodes of one distance from the root.
struct TreeLevel {
    places: Range<u32>,
    /// How many of them are not the end of the game.
    open: u64,
}

impl<G: Game> BreadthFirst<G> {
    /// A tree of at most `bytes`, but one ply always has room.
    pub(crate) fn new(bytes: usize, even_depths: bool) -> Self {
        let tree = Nodes::new(bytes, G::MOVE_INDICES + 1);
        Self { tree, deepest: G::MAX_PLIES, even_depths }
    }

    /// One ply: the move after which the evaluation is best, the first of equals.
    pub(crate) fn greedy() -> Self {
        Self { deepest: 1, ..Self::new(0, false) }
    }

    /// Adds the level below `above`, with the values of its nodes where they are to be leaves. None if memory
    /// or the budget ended before it was complete.
    fn grow<E: Evaluator<G>>(
        &mut self,
        task: &mut Task<'_, G, E>,
        above: &TreeLevel,
        ply: u32,
        leaves: bool,
    ) -> Option<TreeLevel> {
        let first = self.tree.len() as u32;
        let mut open = 0;
        for place in above.places.clone() {
            if self.tree[place].ended {
                continue;
            }
            let position = self.tree[place].position;
            let moves = task.game.moves(&position);
            self.tree[place].first = self.tree.len() as u32;
            self.tree[place].children = moves.len() as u16;
            for mv in moves {
                if !task.account.pay() {
                    return None;
                }
                let mut child = position;
                let turn = task.game.play(&mut child, mv);
                let result = task.game.terminal(&child);
                open += u64::from(result.is_none());
                task.report.leaves += u64::from(leaves || result.is_some());
                let value = match result {
                    Some(result) => result.seen_from(ply),
                    None if leaves => task.evaluate(&child),
                    None => Score::DRAW,
                };
                let ended = result.is_some();
                let node = Node { position: child, mv: Some(mv), turn, value, ended, first: 0, children: 0 };
                self.tree.push(node)?;
            }
        }
        Some(TreeLevel { places: first..self.tree.len() as u32, open })
    }

    // The value that a node's move has for who makes it.
    fn worth(child: &Node<G>) -> Score {
        child.turn.across(child.value)
    }

    fn children(&self, place: u32) -> &[Node<G>] {
        let node = &self.tree[place];
        self.tree.row(node.first, usize::from(node.children))
    }

    // Brings the values up from the leaves. Children lie behind their parents, so one way back through the
    // array does.
    fn back_up(&mut self, inner: u32) {
        for place in (0..inner).rev() {
            if let Some(best) = self.children(place).iter().map(Self::worth).max() {
                self.tree[place].value = best;
            }
        }
    }

    // The line of the first of the best moves, from a node on.
    fn line(&self, mut place: u32, mut moves: Vec<G::Move>) -> Vec<G::Move> {
        while self.tree[place].children > 0 {
            let children = self.children(place);
            let best = children.iter().position(|child| Self::worth(child) == self.tree[place].value);
            let best = best.expect("the value of a node is that of one of its children");
            moves.extend(children[best].mv);
            place = self.tree[place].first + best as u32;
        }
        moves
    }

    fn lines(&self, wanted: usize, complete: bool) -> Vec<Line<G>> {
        let children = self.children(ROOT);
        let worths: Vec<Score> = children.iter().map(Self::worth).collect();
        let line = |place: usize| {
            let (child, score) = (&children[place], worths[place]);
            // No reply was left out on the way to a win or a loss.
            let exact = complete || score.distance().is_some();
            let certainty = if exact { Certainty::Exact } else { Certainty::Heuristic };
            Line {
                score,
                certainty,
                moves: self.line(self.tree[ROOT].first + place as u32, child.mv.into_iter().collect()),
            }
        };
        best_first(&worths).into_iter().take(wanted.max(1)).map(line).collect()
    }
}

impl<G: Game, E: Evaluator<G>> Algorithm<G, E> for BreadthFirst<G> {
    const DEEPENS: bool = true;

    fn run(&mut self, task: &mut Task<'_, G, E>) {
        self.tree.clear();
        let position = task.root.position;
        let root = Node {
            position,
            mv: None,
            turn: Turn::Next,
            value: Score::DRAW,
            ended: false,
            first: 0,
            children: 0,
        };
        self.tree.push(root).expect("the smallest tree has more room");
        task.report.leaves = 0;
        let asked = task.limits.depth.map(|depth| depth.max(1));
        let last = asked.unwrap_or(u32::MAX).min(self.deepest);
        let step = if self.even_depths { 2 } else { 1 };
        let each = task.config.iterative_deepening || asked.is_none();
        let mut level = TreeLevel { places: 0..1, open: 1 };
        for depth in 1..=last - last % step {
            let leaves = depth.is_multiple_of(step) && (each || depth + step > last);
            let inner = level.places.end;
            let grown = self.grow(task, &level, depth, leaves);
            let counts = &mut task.report.counts;
            counts.memory = self.tree.bytes();
            counts.made.push((self.tree.len() as u32 - inner).into());
            counts.expanded.push(level.open);
            let Some(below) = grown else { return };
            task.reach(depth);
            level = below;
            let complete = level.open == 0;
            if !leaves && !complete {
                continue;
            }
            self.back_up(inner);
            task.report.depth = depth;
            task.report.lines = self.lines(task.limits.lines, complete);
            task.tell();
            let known = task.report.lines.iter().all(|line| line.certainty == Certainty::Exact);
            if known || task.account.is_enough() {
                return;
            }
        }
    }

    fn clear(&mut self) {
        self.tree.clear();
    }
}
