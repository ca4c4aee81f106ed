//! Wins that the loser is forced into: a proof-number search ([`crate::proof`]) of threats and what answers them.
//!
//! One side makes nothing but moves that the other must answer, which keeps the tree narrow enough to see wins of thirty plies and more
//! (threat-space search: Allis, van den Herik and Huntjens 1993). What is proven is the win: every reply that is not looked at loses sooner, as
//! [`Evaluator::replies`] says. That nothing was found proves nothing.

mod lookout;

pub(super) use lookout::Lookout;

use super::account::Account;
use super::clock::Budget;
use crate::evaluator::{Evaluator, View};
use crate::game::{Game, MoveList};
use crate::proof::{Answer, Asker, Listed, Numbers, ProofTable, Prover};

/// What is known of threats, kept from search to search.
#[derive(Debug)]
pub(super) struct Threats(ProofTable);

impl Threats {
    /// With a table of at most `bytes`.
    pub(super) fn new(bytes: usize) -> Self {
        Self(ProofTable::new(bytes))
    }

    pub(super) fn new_search(&mut self) {
        self.0.new_search();
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether the side to move wins by threats before the horizon, and how; `None` if that took more than the purse. What was found out stays, and the next
    /// time goes on from there.
    fn ask<G: Game, E: Evaluator<G>>(
        &mut self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        horizon: Option<u32>,
        purse: &mut Purse<'_>,
    ) -> Option<Answer<G>> {
        let mut asker = Forcing { evaluator, purse };
        Prover::new((game, evaluator), &mut asker, &mut self.0, horizon).ask(position, true)
    }
}

/// So many positions may be made, on the budget of a search.
#[derive(Debug)]
struct Purse<'a> {
    account: Account<'a>,
    made: u64,
    limit: u64,
}

impl<'a> Purse<'a> {
    fn new(budget: &'a Budget<'a>, limit: u64) -> Self {
        Self { account: Account::new(budget, false), made: 0, limit }
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

struct Forcing<'p, 'a, E> {
    evaluator: &'p E,
    purse: &'p mut Purse<'a>,
}

impl<G: Game, E: Evaluator<G>> Asker<G, E> for Forcing<'_, '_, E> {
    // Whoever is asked whether he wins makes the threats; the other is asked whether he holds.
    fn list(&mut self, at: View<'_, G, E::State>, strict: bool, moves: &mut MoveList<G>) -> Listed {
        let answered = |yes, plies| Listed { answer: Some(Numbers::answered(yes, plies as u16)), others: 0 };
        if strict {
            match self.evaluator.threats(at, moves) {
                Some(plies) => answered(true, plies),
                None if moves.is_empty() => answered(false, 0),
                None => Listed::default(),
            }
        } else {
            match self.evaluator.replies(at, moves) {
                None => answered(true, 0),
                Some(plies) if moves.is_empty() => answered(false, plies),
                Some(plies) => Listed { answer: None, others: plies as u16 },
            }
        }
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
