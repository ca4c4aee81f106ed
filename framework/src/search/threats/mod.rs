//! Wins that the loser is forced into: a proof-number search ([`crate::proof`]) of threats and what answers
//! them.
//!
//! One side makes nothing but moves that the other must answer, which keeps the tree narrow enough to see
//! wins of thirty plies and more (threat-space search: Allis, van den Herik and Huntjens 1993). What is
//! proven is the win: every reply that is not looked at loses sooner, as [`Evaluator::replies`] says. That
//! nothing was found proves nothing.
//!
//! What a selective search believes to be won it has not proven: it looks at few of the replies. It knows
//! which moves won, though. With those beside the threats, and every legal reply where nothing is threatened,
//! the same search proves many of these wins. Near the root it is as good to know which moves are thought
//! best: many wins begin with a quiet move or two, after which threats alone decide, long before a search
//! could see the end of them. Where the proof fails after a reply to which the search remembers no move,
//! because it left that reply out or its table forgot, the search looks there, and the proof is tried again.

mod lookout;

pub(super) use lookout::Lookout;

use super::account::{Account, Thrift};
use super::clock::Budget;
use super::worker::Worker;
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList, Turn};
use crate::proof::{Answer, Asker, Listed, Node, Numbers, ProofTable, Prover};

/// Whether wins by threats are ever looked for.
pub(super) const fn may_be_proven<G: Game, E: Evaluator<G>>() -> bool {
    E::THREATENS && !G::HAS_MARGIN
}

/// What is known of threats, kept from search to search.
#[derive(Debug)]
pub(super) struct Threats {
    table: ProofTable,
    /// How often hints were tried to the end: what was not won with some may be won with others.
    hints: u64,
}

impl Threats {
    /// With a table of at most `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        Self { table: ProofTable::new(bytes), hints: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    pub(super) fn new_search(&mut self) {
        self.table.new_search();
        self.hints += 1;
    }

    pub(super) fn provide(&mut self) {
        self.table.provide();
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.hints = 0;
    }

    /// Whether the side to move wins by threats before the horizon, and how; `None` if that took more than
    /// the purse. What was found out stays, and the next time goes on from there.
    fn ask<G: Game, E: Evaluator<G>>(
        &mut self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        horizon: Option<u32>,
        purse: &mut Purse<'_>,
    ) -> Option<Answer<G>> {
        // A proof is much to compile: for other games it is not.
        if const { !may_be_proven::<G, E>() } {
            return None;
        }
        let mut asker = Forcing { evaluator, purse, guide: None, kind: 0 };
        Prover::new((game, evaluator), &mut asker, &mut self.table, horizon).ask(position, true)
    }

    /// The same with the moves of a search, too; without a proof, the moves to where it knows none.
    fn ask_guided<G: Game, E: Evaluator<G>>(
        &mut self,
        guide: Guide<'_, '_, G, E>,
        position: &G::Position,
        horizon: Option<u32>,
        purse: &mut Purse<'_>,
    ) -> Result<Answer<G>, Vec<G::Move>> {
        /// Kept apart from what threats alone win.
        const GUIDED: u64 = 0xd1b5_4a32_d192_ed03;
        if const { !may_be_proven::<G, E>() } {
            return Err(Vec::new());
        }
        let Worker { game, evaluator, .. } = *guide.worker;
        let kind = GUIDED.wrapping_mul(2 * self.hints + 1);
        let mut asker = Forcing { evaluator, purse, guide: Some(guide), kind };
        let mut prover = Prover::new((game, evaluator), &mut asker, &mut self.table, horizon);
        let answer = prover.ask(position, true);
        if !prover.stopped {
            // Other hints may do what these did not.
            self.hints += 1;
        }
        match answer {
            None => Err(Vec::new()),
            Some(answer) if answer.yes => Ok(answer),
            Some(_) => Err(gap(&mut prover, &guide, *position)),
        }
    }
}

/// A search as one who knows moves.
#[derive(Debug)]
struct Guide<'g, 'w, G: Game, E: Evaluator<G>> {
    worker: &'g Worker<'w, G, E>,
    /// It believes in a win, and knows with which moves. Otherwise it knows what it likes best so far.
    believes: bool,
}

// Not derived: the derives would ask the same of `G` and `E`.
impl<G: Game, E: Evaluator<G>> Clone for Guide<'_, '_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, E: Evaluator<G>> Copy for Guide<'_, '_, G, E> {}

impl<G: Game, E: Evaluator<G>> Guide<'_, '_, G, E> {
    /// Farther from the root what a search likes best has had too little thought: wins of Gomoku were proven
    /// as soon with 8, later with 4 and 12, and fewer with any depth of a table's entry in place of a
    /// distance. More moves beside the one it likes best, at the root alone or to three plies, cost more than
    /// they prove.
    const LIKES_TO: u32 = 6;
    /// So many leaves are not proven by what a search only likes. With 20 wins of Gomoku took 20 to 40 % more
    /// positions; from 40 to 80 they take the same, and so do positions in balance from 40 to 60.
    const HOPELESS: u32 = 40;

    /// The plies from the root to which it knows moves.
    fn last(&self) -> u32 {
        if self.believes { u32::MAX } else { Self::LIKES_TO }
    }

    fn hint(&self, position: &G::Position, ply: u32) -> Option<G::Move> {
        let likes = || (ply <= Self::LIKES_TO).then(|| self.worker.liked(position)).flatten();
        self.worker.believed_win(position).or_else(likes)
    }
}

// The moves of a search, each with the reply that refutes it, to where it has no such move.
fn gap<G: Game, E: Evaluator<G>>(
    prover: &mut Prover<'_, G, E, Forcing<'_, '_, '_, G, E>>,
    guide: &Guide<'_, '_, G, E>,
    mut position: G::Position,
) -> Vec<G::Move> {
    let game = guide.worker.game;
    let mut moves = Vec::new();
    let mut goes_on = |position: &mut G::Position, mv| {
        moves.push(mv);
        game.play(position, mv) == Turn::Next && game.terminal(position).is_none()
    };
    let mut ply = 0;
    while let Some(hint) = guide.hint(&position, ply) {
        let found = goes_on(&mut position, hint)
            && prover.best(&position, false, ply + 1).is_some_and(|reply| goes_on(&mut position, reply));
        ply += 2;
        if !found || ply > guide.last() {
            return Vec::new();
        }
    }
    moves
}

/// So many positions may be made, on the budget of a search.
#[derive(Debug)]
struct Purse<'a> {
    account: Account<'a>,
    made: u64,
    limit: u64,
}

impl<'a> Purse<'a> {
    fn new(budget: &'a Budget<'a>, limit: u64, thrift: Thrift) -> Self {
        Self { account: Account::new(budget, thrift), made: 0, limit }
    }

    /// Settles the account: what was spent.
    fn close(mut self) -> u64 {
        self.account.settle();
        self.made
    }

    /// Spends at most so many of them.
    fn lend<T>(&mut self, most: u64, spend: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.limit;
        self.limit = limit.min(self.made + most);
        let result = spend(self);
        self.limit = limit;
        result
    }
}

struct Forcing<'p, 'a, 'w, G: Game, E: Evaluator<G>> {
    evaluator: &'p E,
    purse: &'p mut Purse<'a>,
    /// Who knows moves that may win.
    guide: Option<Guide<'p, 'w, G, E>>,
    kind: u64,
}

fn answered(yes: bool, plies: u32) -> Listed {
    Listed { answer: Some(Numbers::answered(yes, plies as u16)), ..Listed::default() }
}

impl<G: Game, E: Evaluator<G>> Forcing<'_, '_, '_, G, E> {
    // The moves of who is asked whether he wins.
    fn attack(&self, at: View<'_, G, E::State>, node: &Node<G>, moves: &mut MoveList<G>) -> Listed {
        if let Some(plies) = self.evaluator.threats(at, moves) {
            return answered(true, plies);
        }
        let guide = self.guide.as_ref().filter(|_| node.guided);
        let hint = guide.and_then(|guide| guide.hint(at.position, node.ply));
        moves.extend(hint.filter(|hint| !moves.contains(hint)));
        let believed = hint.filter(|_| guide.is_some_and(|guide| guide.believes));
        let favourite = believed.map(|hint| at.game.index(hint));
        if moves.is_empty() { answered(false, 0) } else { Listed { favourite, ..Listed::default() } }
    }

    // The moves of who is asked whether he holds.
    fn hold(&self, at: View<'_, G, E::State>, moves: &mut MoveList<G>) -> Listed {
        match self.evaluator.replies(at, moves) {
            Some(plies) if moves.is_empty() => answered(false, plies),
            Some(plies) => Listed { others: plies as u16, ..Listed::default() },
            None if self.guide.is_none() => answered(true, 0),
            None => self.hold_against_quiet(at, moves),
        }
    }

    // After a quiet move, be it a hint or what stopped the other side's threat, nothing can be left out.
    fn hold_against_quiet(&self, at: View<'_, G, E::State>, moves: &mut MoveList<G>) -> Listed {
        let wins = self.evaluator.threats(at, moves).is_some();
        moves.clear();
        if wins { answered(true, 0) } else { Listed { waves: true, ..Listed::default() } }
    }
}

impl<G: Game, E: Evaluator<G>> Asker<G, E> for Forcing<'_, '_, '_, G, E> {
    // Whoever is asked whether he wins makes the threats; the other is asked whether he holds.
    fn list(&mut self, at: View<'_, G, E::State>, node: &Node<G>, moves: &mut MoveList<G>) -> Listed {
        if node.strict { self.attack(at, node, moves) } else { self.hold(at, moves) }
    }

    fn wave(&mut self, at: View<'_, G, E::State>, wave: u32, moves: &mut MoveList<G>) -> bool {
        match wave {
            1 => {
                self.evaluator.generate(at, Claim::Selective, moves);
            }
            2 => at.game.legal_moves(at.position, moves),
            _ => return false,
        }
        true
    }

    fn gives_up_at(&self) -> u32 {
        let hopes = self.guide.is_some_and(|guide| !guide.believes);
        if hopes { Guide::<G, E>::HOPELESS } else { Numbers::NEVER }
    }

    fn guides_to(&self) -> Option<u32> {
        self.guide.as_ref().map(Guide::last)
    }

    fn kind(&self) -> u64 {
        self.kind
    }

    fn alike(&self) -> bool {
        true
    }

    fn hardness(&self, at: View<'_, G, E::State>, strict: bool) -> u32 {
        self.evaluator.hardness(at, strict)
    }

    fn pay(&mut self) -> bool {
        let Purse { account, made, limit } = &mut *self.purse;
        let may = made < limit && account.pay();
        *made += u64::from(may);
        may
    }

    fn nodes(&self) -> u64 {
        self.purse.made
    }
}
