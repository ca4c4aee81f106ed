//! Results put where their jobs belong in the plan.

use super::job::{DepthFigures, JobResult, Status};
use super::plan::{Plan, Slot};
use std::collections::HashMap;

/// The results of a plan by their places; repetitions together.
#[derive(Debug)]
pub(super) struct Filed<'a>(HashMap<Slot, Cell<'a>>);

/// The repetitions of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell<'a>(pub(super) Vec<&'a JobResult>);

/// What finishing a depth took: the mean over the repetitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) nodes: f64,
    pub(super) leaves: f64,
    pub(super) seconds: f64,
}

impl<'a> Filed<'a> {
    /// Files the results of the plan's jobs; others are left aside.
    pub(super) fn new(plan: &Plan, results: &'a [JobResult]) -> Self {
        let by_job: HashMap<&str, &JobResult> =
            results.iter().map(|result| (result.job.as_str(), result)).collect();
        let mut cells: HashMap<Slot, Cell<'a>> = HashMap::new();
        for slot in plan.slots() {
            if let Some(result) = by_job.get(plan.job(slot).identity().as_str()) {
                cells.entry(Slot { repetition: 0, ..slot }).or_default().0.push(result);
            }
        }
        Self(cells)
    }

    /// What is there; nothing, if no such search was made.
    pub(super) fn at(&self, slot: Slot) -> Option<&Cell<'a>> {
        self.0.get(&Slot { repetition: 0, ..slot })
    }
}

impl<'a> Cell<'a> {
    /// The figures of a depth that every repetition finished, the first one's first.
    pub(super) fn figures(&self, depth: u32) -> Option<Vec<&'a DepthFigures>> {
        self.0.iter().map(|result| result.at(depth)).collect()
    }

    /// What finishing a depth took.
    pub(super) fn cost(&self, depth: u32) -> Option<Cost> {
        let figures = self.figures(depth)?;
        let mean = |of: fn(&DepthFigures) -> f64| {
            figures.iter().map(|figures| of(figures)).sum::<f64>() / figures.len() as f64
        };
        Some(Cost {
            nodes: mean(|figures| figures.nodes as f64),
            leaves: mean(|figures| figures.leaves as f64),
            // A clock may not have moved: ratios are of times above 0.
            seconds: mean(|figures| figures.seconds).max(1e-9),
        })
    }

    /// The greatest depth that every repetition finished.
    pub(super) fn depth(&self) -> u32 {
        self.0.iter().map(|result| result.depth).min().unwrap_or(0)
    }

    /// Whether one of them was given up.
    pub(super) fn is_over_budget(&self) -> bool {
        self.0.iter().any(|result| result.status == Status::OverBudget)
    }

    /// The greatest depth that can be spoken of: without end, where the result is known.
    pub(super) fn reach(&self) -> u32 {
        self.0.iter().map(|result| result.reach()).min().unwrap_or(0)
    }

    /// What the greatest depth took that both finished.
    pub(super) fn common(&self, other: &Self) -> Option<(Cost, Cost)> {
        let depth = self.depth().max(other.depth()).min(self.reach()).min(other.reach());
        Some((self.cost(depth)?, other.cost(depth)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::job::tests::result;

    fn nodes(one: &JobResult, other: &JobResult) -> Option<(f64, f64)> {
        let (one, other) = Cell(vec![one]).common(&Cell(vec![other]))?;
        Some((one.nodes, other.nodes))
    }

    #[test]
    fn the_common_depth_is_the_deepest_that_both_finished() {
        let deep = result("a", "x", &[1, 2, 3, 4], Status::Done);
        let given_up = result("b", "x", &[10, 20], Status::OverBudget);
        assert_eq!(nodes(&deep, &given_up), Some((2.0, 20.0)));
        let known = JobResult { known: true, ..result("b", "x", &[10, 20], Status::Done) };
        assert_eq!(nodes(&deep, &known), Some((4.0, 20.0)));
        let nothing = result("b", "x", &[], Status::OverBudget);
        assert_eq!(nodes(&deep, &nothing), None);
    }

    #[test]
    fn repetitions_count_as_one_search() {
        let (one, other) =
            (result("a", "x", &[10, 20], Status::Done), result("a", "x", &[10, 40], Status::Done));
        let cost = Cell(vec![&one, &other]).cost(2).unwrap();
        assert_eq!((cost.nodes, cost.leaves), (30.0, 15.0));
    }
}
