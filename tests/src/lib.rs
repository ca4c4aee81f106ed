//! What the tests of anyply share: a dummy game to test the search with, and a small solved game that shows how a game is added.

pub mod tree;

pub use tree::{Tree, TreeEvaluator, TreeMove, TreeNode};
