//! A tree of moves, as libraries keep them: what several games have in common is there once.

use crate::board::Square;

/// A comment that is longer takes up no further ones: each must be looked for in it, which a file could make
/// slow.
const MAX_JOINED: usize = 1 << 14;

/// The number of a node in its tree.
pub(super) type NodeId = usize;

/// Moves on the board of 15 lines, each with what was said of it.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A move of a [`Tree`].
pub(super) struct Node {
    /// Where the stone goes; of no account in the root.
    pub(super) square: Square,
    /// Whether it is played. Libraries also hang labels on points where nobody plays.
    pub(super) is_move: bool,
    pub(super) comment: String,
    /// Where it stood in a file, for errors.
    pub(super) at: usize,
    child: Option<NodeId>,
    sibling: Option<NodeId>,
}

impl Node {
    pub(super) fn new(square: Square, is_move: bool, comment: String, at: usize) -> Self {
        Self { square, is_move, comment, at, child: None, sibling: None }
    }

    // The same move met again: what is said of it is added, once.
    fn join(&mut self, other: Self) {
        self.is_move |= other.is_move;
        if other.comment.is_empty() {
            return;
        }
        if self.comment.is_empty() {
            self.comment = other.comment;
        } else if self.comment.len() < MAX_JOINED && !lines(&self.comment).contains(&lines(&other.comment)) {
            self.comment += "\n";
            self.comment += &other.comment;
        }
    }
}

// With a line end on both sides, so that a word is not found in a longer one.
fn lines(text: &str) -> String {
    format!("\n{text}\n")
}

impl Tree {
    /// The position before the first move.
    pub(super) const ROOT: NodeId = 0;

    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::new(Square::new(0, 0), false, String::new(), 0)] }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[Self::ROOT]
    }

    /// Adds a child, or joins it with the one of the same square. There are never more children than points,
    /// so they are simply gone through.
    pub(super) fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let new = self.nodes.len();
        let mut last = None;
        let mut next = self.nodes[parent].child;
        while let Some(child) = next {
            if self.nodes[child].square == node.square {
                self.nodes[child].join(node);
                return child;
            }
            (last, next) = (Some(child), self.nodes[child].sibling);
        }
        match last {
            None => self.nodes[parent].child = Some(new),
            Some(last) => self.nodes[last].sibling = Some(new),
        }
        self.nodes.push(node);
        new
    }

    /// Whether something follows a point where nobody plays.
    pub(super) fn has_more_than_is_played(&self) -> bool {
        self.nodes[1..].iter().any(|node| !node.is_move && node.child.is_some())
    }

    /// The first move after a node.
    pub(super) fn child(&self, id: NodeId) -> Option<NodeId> {
        self.played(self.nodes[id].child)
    }

    /// The next move in place of a node's.
    pub(super) fn sibling(&self, id: NodeId) -> Option<NodeId> {
        self.played(self.nodes[id].sibling)
    }

    fn played(&self, mut id: Option<NodeId>) -> Option<NodeId> {
        while let Some(label) = id
            && !self.nodes[label].is_move
        {
            id = self.nodes[label].sibling;
        }
        id
    }
}
