//! Proof-number search (df-pn, Nagai 2002): who wins, and no more than that.
//!
//! What is asked, and of which moves, is the affair of an [`Asker`]: all moves (`baseline`), or threats and
//! what answers them (`search::threats`). No position of a game is ever repeated, so what is proven of one
//! holds however it was reached.
//!
//! Where moves are much alike their numbers are not added up (weak proof numbers: Ueda, Hashimoto, Hashimoto
//! and Iida 2008), and how hard a position looks may go into the numbers of a leaf (df-pn+: Nagai and Imai
//! 1999). Both change what is tried first, never what is proven.

mod likewise;
mod line;
mod prover;
mod table;
mod waves;
mod weigh;

pub(crate) use prover::{Answer, Node, Prover};
pub(crate) use table::{Numbers, ProofTable};

use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList};

/// Whoever wants something proven: names the moves to look at, and pays.
pub(crate) trait Asker<G: Game, E: Evaluator<G>> {
    /// Appends the moves on which the answer about `node`, which is shown as `at`, depends.
    fn list(&mut self, at: View<'_, G, E::State>, node: &Node<G>, moves: &mut MoveList<G>) -> Listed;

    /// Appends the replies of the next [wave](Listed::waves), the first being 1, some of them perhaps once
    /// more; whether there is one.
    fn wave(&mut self, at: View<'_, G, E::State>, wave: u32, moves: &mut MoveList<G>) -> bool {
        let _ = (at, wave, moves);
        false
    }

    /// The plies from the root to which nodes are [guided](Node::guided), if any are.
    fn guides_to(&self) -> Option<u32> {
        None
    }

    /// Guided questions about which different moves are listed are of different kinds: what is won of one is
    /// won of all, but nothing else.
    fn kind(&self) -> u64 {
        0
    }

    /// Whether that takes the evaluator's state. Otherwise the moves are those of the rules.
    fn lists_by_state(&self) -> bool {
        true
    }

    /// Whether the evaluator's favourites come first.
    fn sorts(&self) -> bool {
        true
    }

    /// Whether the moves of a node are much alike, so that what makes one hard makes the others hard: then a
    /// node counts for its hardest move and little more, not for all together, and what refutes one reply is
    /// tried against the others.
    fn alike(&self) -> bool {
        false
    }

    /// How hard it looks to show what is asked: the leaves that remain to be proven beside those that are
    /// seen. For who is asked whether he wins (`strict`), or who shows that the other does not hold.
    fn hardness(&self, at: View<'_, G, E::State>, strict: bool) -> u32 {
        let _ = (at, strict);
        0
    }

    /// So many leaves still to be proven at the root are too many to go on.
    fn gives_up_at(&self) -> u32 {
        Numbers::NEVER
    }

    /// Pays for one position; `false` if it may not be made and the search must end.
    fn pay(&mut self) -> bool;

    /// The positions made so far.
    fn nodes(&self) -> u64;

    /// The moves of a node, so many plies from the root, were made.
    fn expanded(&mut self, ply: u32) {
        let _ = ply;
    }

    /// The table was asked, and knew something or not.
    fn probed(&mut self, hit: bool) {
        let _ = hit;
    }

    /// A position was made that needs no search.
    fn ended(&mut self) {}
}

/// What is known of a position with the list of its moves.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Listed {
    /// The answer, if it needs no search.
    pub(crate) answer: Option<Numbers>,
    /// The moves left out lose within so many plies.
    pub(crate) others: u16,
    /// The [index](Game::index) of the move that a search believes in.
    pub(crate) favourite: Option<usize>,
    /// Nothing is threatened, so there are many replies, and none is listed: they come in
    /// [waves](Asker::wave), each once those before it are refuted. The first of all is the null move, where
    /// the game has one: it seldom holds where another reply does not.
    pub(crate) waves: bool,
}
