//! The arena: engines and settings against each other, and how much stronger one is.
//!
//! A [`MatchPlan`] says who plays whom from which openings. Each opening of a pairing is two [`GameJob`]s
//! with the colours exchanged, each described by data alone; done, each gives one [`GameResult`], a line of
//! JSON. [`MatchSummary`] is made from results only. As in the [laboratory](crate::lab), the order and the
//! machine never change a result with limits of depth or nodes. A game is played by [`play`], between engines
//! of this program or [`Outsider`]s.

mod clocks;
mod davidson;
mod elo;
mod job;
pub mod openings;
mod outsider;
mod plan;
mod player;
mod ratings;
mod referee;
mod schedule;
mod seat;
mod sprt;
mod summary;
#[cfg(test)]
mod test_pairs;

pub use elo::{Elo, Pairs};
pub use job::{GameJob, GameResult, run_game};
pub use openings::Opening;
pub use outsider::{Fault, FaultKind, Nobody, Outsider, Outsiders, TextChoice, TextTurn};
pub use plan::{MatchPlan, MatchRules, MatchedGame};
pub use player::{Allowance, EngineMind, GameClock, Mind, Player, Program};
pub use ratings::{Encounter, Rating, Ratings};
pub use referee::{EndedBy, Ending, House, MoveLine, Played, Table, play};
pub use schedule::Schedule;
pub use seat::{Seat, Slips, Who};
pub use sprt::{Sprt, SprtError, Verdict};
pub use summary::{MatchSummary, MatchedGameSummary, OfColour, PairingSummary, PlayerSummary};
