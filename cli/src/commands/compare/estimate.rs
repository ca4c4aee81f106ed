//! `compare --dry-run`: the plan, and what it may cost.
//!
//! Each setting searches a few positions of each game with a small budget; the branching it saw, the n-th
//! root of the nodes at depth n, is taken to go on to the depth asked for, its speed to stay.

use super::perform;
use crate::args::Compare;
use crate::commands::print_numbered;
use crate::exit::Exit;
use crate::interrupt;
use crate::report::{self, Align, Columns};
use anyhow::{Result, anyhow};
use anyply_framework::lab::{Job, JobResult, Plan, Slot, Status};
use anyply_framework::search::Stop;
use anyply_framework::sized;
use serde::Serialize;
use std::collections::BTreeMap;

// Nodes of a trial, and at most how many positions are tried: together no longer than a glance.
const TRIAL: u64 = 10_000;
const TRIED: usize = 4;

/// What one setting may cost in one game.
#[derive(Serialize, Default)]
struct Cost {
    game: String,
    variant: String,
    size: Option<u32>,
    evaluator: String,
    setting: String,
    jobs: usize,
    nodes: f64,
    seconds: f64,
}

/// Prints the plan.
pub(super) fn print(plan: &Plan, args: &Compare) -> Result<Exit> {
    interrupt::end_at_once();
    let costs = costs(plan, args)?;
    let jobs: usize = costs.iter().map(|cost| cost.jobs).sum();
    let nodes: f64 = costs.iter().map(|cost| cost.nodes).sum();
    let seconds = costs.iter().map(|cost| cost.seconds).sum::<f64>() / f64::from(args.jobs);
    if args.json.json {
        costs.iter().try_for_each(report::json_line)?;
        let all = serde_json::json!({ "experiment": plan.identity(), "jobs": jobs, "nodes": nodes, "seconds": seconds });
        report::summary(&all)?;
        return Ok(Exit::Done);
    }
    use Align::{Left, Right};
    let columns = Columns::new(&[
        ("game", 22, Left),
        ("evaluator", 16, Left),
        ("setting", 22, Left),
        ("jobs", 5, Right),
        ("nodes", 8, Right),
        ("time", 8, Right),
    ]);
    print_numbered(plan.games.iter().flat_map(|game| &game.numbered))?;
    report::line(columns.head())?;
    for cost in &costs {
        report::line(columns.row(&[
            format!("{} {}", cost.game, sized(&cost.variant, cost.size)),
            cost.evaluator.clone(),
            cost.setting.clone(),
            cost.jobs.to_string(),
            report::compact(cost.nodes),
            report::span(cost.seconds),
        ]))?;
    }
    report::line(format_args!(
        "{jobs} jobs, about {} nodes and {} ({} at a time), at most {} nodes a job",
        report::compact(nodes),
        report::span(seconds),
        args.jobs,
        report::compact(plan.budget as f64)
    ))?;
    report::line(format_args!(
        "Estimated from trials of {} nodes in up to {TRIED} positions, growing on as they did there.",
        report::compact(TRIAL as f64)
    ))?;
    Ok(Exit::Done)
}

fn costs(plan: &Plan, args: &Compare) -> Result<Vec<Cost>> {
    let mut jobs: BTreeMap<(usize, usize, usize), Vec<Slot>> = BTreeMap::new();
    for (number, slot) in plan.slots().into_iter().enumerate() {
        if args.shard.is_none_or(|shard| shard.has(number)) {
            jobs.entry((slot.game, slot.evaluator, slot.setting)).or_default().push(slot);
        }
    }
    jobs.values().map(|slots| cost(plan, slots)).collect()
}

fn cost(plan: &Plan, slots: &[Slot]) -> Result<Cost> {
    let step = slots.len().div_ceil(TRIED);
    let tried: Vec<Job> = slots.iter().step_by(step).map(|&slot| plan.job(slot)).collect();
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for job in &tried {
        let trial = Job { budget: job.budget.min(TRIAL), threads: 1, ..job.clone() };
        let found = perform(&trial, &Stop::default())?.ok_or_else(|| anyhow!("interrupted"))?;
        let (more_nodes, more_seconds) = grown(job, &found);
        nodes += more_nodes;
        seconds += more_seconds;
    }
    let job = &tried[0];
    let hidden = if job.reference { " (to compare)" } else { "" };
    let each = slots.len() as f64 / tried.len() as f64;
    Ok(Cost {
        game: job.game.clone(),
        variant: job.variant.clone(),
        size: job.size,
        evaluator: job.evaluator.clone(),
        setting: job.setting.clone() + hidden,
        jobs: slots.len(),
        nodes: nodes * each,
        seconds: seconds * each,
    })
}

// Nodes and time of a job whose trial found this.
fn grown(job: &Job, trial: &JobResult) -> (f64, f64) {
    let most = job.nodes.map_or(job.budget, |nodes| nodes.min(job.budget)) as f64;
    let nodes = match (trial.status, job.depth, &trial.depths[..]) {
        (Status::Done, ..) => trial.nodes as f64,
        (_, None, _) | (_, _, []) => most,
        (_, Some(depth), [.., last]) => {
            // Not the last ratio of two depths: odd and even ones grow differently.
            let growth = (last.nodes.max(1) as f64).powf(1.0 / f64::from(last.depth));
            last.nodes as f64 * growth.powi((depth - last.depth) as i32)
        }
    };
    let nodes = nodes.min(most);
    // What makes no positions takes as long as its trial.
    let share = if trial.nodes > 0 { nodes / trial.nodes as f64 } else { 1.0 };
    (nodes, share * trial.seconds.max(1e-6))
}
