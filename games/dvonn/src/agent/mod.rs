//! The agent of Porto (2004): what a move costs and brings, nine tactics, and how to choose among them.

mod areas;
mod benefit;
mod report;
mod situation;
mod strategy;
mod tactics;

pub use areas::{Area, Losses, areas, losses};
pub use benefit::Formula;
pub(crate) use report::{tell_areas, tell_tactic};
pub use situation::{Condition, Fact, Rule};
pub use strategy::{Agent, Outlook, Strategy};
pub use tactics::Tactic;
