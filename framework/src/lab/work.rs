//! [`Work`]: a list of jobs that is data, and whose results are lines.

use super::experiment::Experiment;
use super::job::{Job, JobResult};
use super::plan::Plan;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What can be done in any order and in many places, kept in files, gone on with and put together again.
pub trait Work: Clone + PartialEq + Serialize + DeserializeOwned {
    /// One thing to be done. All that its result depends on is in it.
    type Job: Send + Sync;
    /// What came of it.
    type Result: Clone + Send + Serialize + DeserializeOwned;

    /// So many jobs, one after the other, say little apart: a shard has all of them or none.
    const TOGETHER: usize = 1;

    /// What tells this from every other, and from the same of another version of the program.
    fn identity(&self) -> String;

    /// Whether one that was read from a file can have been written by us, so that its jobs can be listed.
    fn holds_together(&self) -> bool;

    /// All there is to do, in the order of the results.
    fn jobs(&self) -> Vec<Self::Job>;

    /// What tells jobs apart.
    fn identity_of(job: &Self::Job) -> String;

    /// The identity of the job that this is the result of.
    fn job_of(result: &Self::Result) -> &str;

    /// Whether a result of `job` that was read from a file can have been written by us.
    fn is_plausible(job: &Self::Job, result: &Self::Result) -> bool;
}

impl Work for Plan {
    type Job = Job;
    type Result = JobResult;

    fn identity(&self) -> String {
        self.identity()
    }

    fn holds_together(&self) -> bool {
        Experiment::REPETITIONS.contains(&self.repetitions)
    }

    fn jobs(&self) -> Vec<Job> {
        self.jobs()
    }

    fn identity_of(job: &Job) -> String {
        job.identity()
    }

    fn job_of(result: &JobResult) -> &str {
        &result.job
    }

    fn is_plausible(job: &Job, result: &JobResult) -> bool {
        result.is_of(job)
    }
}
