//! The arena: engines and settings against each other, and how much stronger one is.
//!
//! A [`MatchPlan`] says who plays whom from which openings. Each opening of a pairing is one [`PairJob`]: two games with the
//! colours exchanged, described by data alone; done, it gives one [`PairResult`], a line of JSON. [`MatchSummary`] is made from results
//! only. As in the [laboratory](crate::lab), the order and the machine never change a result with limits of depth or nodes.

mod elo;
mod job;
pub mod openings;
mod plan;
mod play;
mod schedule;
mod summary;

pub use elo::{Elo, Pairs};
pub use job::{GameLine, MoveLimits, PairJob, PairResult, Player, run_pair};
pub use openings::Opening;
pub use plan::{MatchPlan, MatchRules, MatchedGame};
pub use play::{Contest, Ending, Forfeit, Played, play};
pub use schedule::{Schedule, openings};
pub use summary::{MatchSummary, MatchedGameSummary, PairingSummary};
