//! The laboratory: the same searches across games and settings, and figures that can be trusted.
//!
//! An [`Experiment`] is what a person asks for. A [`Plan`] is what that means, in full: for each game its
//! positions, settings and evaluators. A plan is a list of [`Job`]s, each described by data alone; each job
//! done gives one [`JobResult`], a line of JSON. The [`Summary`] and the verification are made from results
//! only, so whoever did the jobs, in which order and where, the report is the same.

mod experiment;
mod filed;
mod job;
mod kept;
mod lookup;
mod names;
mod plan;
pub mod positions;
mod run;
pub mod runner;
mod stats;
pub mod store;
mod summary;
#[cfg(test)]
mod tests;
mod verify;
mod weights;
mod work;

pub use experiment::{Experiment, GameChoice, NamedConfig, PositionChoice, SettingChoice};
pub(crate) use job::digest;
pub use job::{DepthFigures, Job, JobResult, Status};
pub(crate) use kept::Kept;
pub use lookup::{PlanError, ReadFiles};
pub use names::NumberedFile;
pub use plan::{Plan, PlannedEvaluator, PlannedGame, PlannedSetting, REFERENCE, Slot};
pub use run::{JobError, run_job};
pub use stats::Estimate;
pub use summary::{GameSummary, GrowthPoint, PlyFigures, SettingSummary, Summary};
pub use verify::{Difference, Verification};
pub use weights::written;
pub(crate) use weights::{evaluator_source, forget_place};
pub use work::Work;
