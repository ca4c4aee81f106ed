//! What searches report to their room. Those of an older ticket are of no use any more.

use super::Room;
use crate::screens::web::action::Sitting;
use crate::screens::web::hosted::Hosted;
use crate::screens::web::judged::{Judged, SearchState};
use crate::table::Choice;
use anyply_framework::{Refused, Side};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

impl Room {
    /// Whether it is the last that was asked for.
    pub(crate) fn is_current(&self, ticket: u64) -> bool {
        self.ticket.load(Relaxed) == ticket
    }

    /// It has not begun yet.
    pub(crate) fn waits(&self, ticket: u64, what: &'static str, ply: usize, before: usize) {
        self.hears(ticket, SearchState::waiting(what, ply, before));
    }

    /// It stands so.
    pub(crate) fn hears(&self, ticket: u64, thought: SearchState) {
        if self.is_current(ticket) {
            self.thinks(thought);
        }
    }

    /// It has found a move for the computer.
    pub(crate) fn plays(self: &Arc<Self>, ticket: u64, mv: &str, time: Duration, judged: Option<Judged>) {
        self.acts(ticket, |hosted| {
            let ply = hosted.plies();
            let played = hosted.play(mv, time, "").is_ok();
            if played {
                hosted.judge(ply, judged);
            }
            played
        });
    }

    /// It has found an opening that the computer makes: legal moves, as the game is still the one it was laid
    /// for.
    pub(crate) fn lays(self: &Arc<Self>, ticket: u64, moves: &[String]) {
        self.acts(ticket, |hosted| moves.iter().all(|mv| hosted.play(mv, Duration::ZERO, "").is_ok()));
    }

    /// It has found the colour that the computer takes.
    pub(crate) fn takes(self: &Arc<Self>, ticket: u64, colour: Side) {
        self.acts(ticket, |hosted| {
            hosted.choose(Choice::Take(colour));
            true
        });
    }

    // Does what the computer has come to, and the game goes on if that could be done.
    fn acts(self: &Arc<Self>, ticket: u64, act: impl FnOnce(&mut Hosted) -> bool) {
        let mut hosted = self.hosted();
        let plies = hosted.plies();
        if self.is_current(ticket) && hosted.is_computers() && act(&mut hosted) {
            self.ends();
            let ticket = self.ticket.fetch_add(1, Relaxed) + 1;
            self.show(&mut hosted, false);
            // Whoever watches two computers is to see every move; a colour that is taken is none.
            match hosted.seats.contains(&Sitting::Human) || hosted.plies() == plies {
                true => drop(self.go_on(&mut hosted)),
                false => self.pool.rest(Arc::clone(self), ticket),
            }
        }
    }

    /// The last move was there to be seen: two computers play on.
    pub(crate) fn rested(self: &Arc<Self>, ticket: u64) {
        let mut hosted = self.hosted();
        if self.is_current(ticket) {
            let _ = self.go_on(&mut hosted);
        }
    }

    /// It has judged the move after so many.
    pub(crate) fn judges(&self, ticket: u64, ply: usize, judged: Option<Judged>) {
        let mut hosted = self.hosted();
        if self.is_current(ticket) {
            hosted.judge(ply, judged);
            hosted.review_comes_to(ply);
            self.show(&mut hosted, false);
        }
    }

    /// It is over. Where it was no move of the computer's, two computers whose game was looked through
    /// meanwhile play on.
    pub(crate) fn done(self: &Arc<Self>, ticket: u64, was_move: bool) {
        let mut hosted = self.hosted();
        if self.is_current(ticket) {
            self.ends();
            if !was_move {
                let _ = self.go_on(&mut hosted);
            }
        }
    }

    /// It could not be begun.
    pub(crate) fn refused(&self, ticket: u64, problem: &str) {
        if self.is_current(ticket) {
            self.thinks(SearchState::failed(problem));
        }
    }

    /// A fault of the program has ended it, or that the system refuses a thread. As with whatever an older
    /// ticket reports, no page is told where something else was asked for since: that is what is shown, and
    /// it goes on. Whoever runs the server is told of every fault as it happens.
    pub(crate) fn failed(&self, ticket: u64, fault: &(dyn Any + Send)) {
        match fault.downcast_ref::<Refused>() {
            Some(refused) => self.refused(ticket, &refused.to_string()),
            None => self.refused(ticket, "the search failed: a fault of the program, please report it"),
        }
    }

    fn thinks(&self, thought: SearchState) {
        self.live.send_modify(|live| live.thought = Some(Arc::new(thought)));
    }

    // What was thought last stays to be seen, and is known to be all.
    pub(super) fn ends(&self) {
        self.live.send_modify(|live| {
            let last = live.thought.as_deref().cloned();
            live.thought = last.map(|thought| Arc::new(SearchState { done: true, ..thought }));
        });
    }
}
