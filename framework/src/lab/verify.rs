//! [`Verification`]: whether the settings of a comparison keep what their class promises.

use super::filed::Filed;
use super::job::{DepthFigures, JobResult};
use super::plan::{Plan, PlannedGame, Slot};
use crate::score::{Distance, Score};
use crate::search::{Method, Soundness};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What came of comparing the values.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Verification {
    /// How many values were compared.
    pub compared: u64,
    /// Those that differ and must not.
    pub differences: Vec<Difference>,
}

/// A value that must not be as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// What the evaluator is called.
    pub evaluator: String,
    /// The position, in the game's notation.
    pub position: String,
    /// Plies.
    pub depth: u32,
    /// Whose value it is.
    pub setting: String,
    /// With how many threads.
    pub threads: u32,
    /// The value.
    pub value: f64,
    /// Whose value it must agree with.
    pub reference: String,
    /// That value.
    pub expected: f64,
    /// Whether the expected value is the result of the game.
    pub exact: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, variant, evaluator, position, depth, setting, threads, .. } = self;
        let threads = if *threads == 1 { String::new() } else { format!(" with {threads} threads") };
        let what = if self.exact { "the result" } else { "the value" };
        write!(
            f,
            "{game} {variant} '{position}' with {evaluator}, depth {depth}: {setting}{threads} gives {}, but {what} of {} is {}",
            shown(self.value),
            self.reference,
            shown(self.expected)
        )
    }
}

fn shown(units: f64) -> Score {
    Score::DRAW.offset((units * 100.0).round() as i32)
}

/// A value that others are held to.
#[derive(Clone, Copy)]
struct Known<'a> {
    depth: u32,
    value: Score,
    exact: bool,
    by: &'a JobResult,
}

impl Verification {
    /// Holds every value-preserving setting to the values of plain alpha-beta, or, where that got less deep,
    /// of the first value-preserving setting that finished the depth; and the result-sound ones to the exact
    /// results that those found.
    pub fn new(plan: &Plan, results: &[JobResult]) -> Self {
        let filed = &Filed::new(plan, results);
        let mut found = Self::default();
        for (game, planned) in plan.games.iter().enumerate() {
            for evaluator in 0..planned.evaluators.len() {
                for position in 0..planned.positions.len() {
                    let place = Slot { game, evaluator, position, setting: 0, threads: 0, repetition: 0 };
                    found.position(plan, filed, place);
                }
            }
        }
        found
    }

    fn position(&mut self, plan: &Plan, filed: &Filed<'_>, place: Slot) {
        let planned = &plan.games[place.game];
        let of = |class: Soundness| {
            let of_class = planned.settings.iter().enumerate();
            let of_class = of_class.filter(move |(_, setting)| setting.soundness() == class);
            of_class.flat_map(move |(setting, _)| {
                let slots = (0..plan.threads.len()).map(move |threads| Slot { setting, threads, ..place });
                slots.filter_map(|slot| filed.at(slot)).flat_map(|cell| cell.0.iter().copied())
            })
        };
        let plain = planned.alphabeta().and_then(|setting| filed.at(Slot { setting, ..place }));
        let plain = plain.into_iter().flat_map(|cell| cell.0.iter().copied());
        let mut values: BTreeMap<u32, Known<'_>> = BTreeMap::new();
        let mut result: Option<Known<'_>> = None;
        for by in plain.chain(of(Soundness::ValuePreserving)) {
            for at in &by.depths {
                let Some(value) = at.value else { continue };
                let known = Known { depth: at.depth, value, exact: at.exact, by };
                let first = *values.entry(at.depth).or_insert(known);
                if at.exact && result.is_none_or(|result| known.depth < result.depth) {
                    result = Some(known);
                }
                // With itself nothing is compared; and where only one of them knows the result, the other
                // counted a pass as a ply.
                if !std::ptr::eq(first.by, by) && at.exact == first.exact {
                    self.compare(by, at, first, false, value == first.value);
                }
            }
        }
        let Some(result) = result else { return };
        for by in of(Soundness::ResultSound) {
            // A search that proves only who wins is held to what it calls exact.
            let deep = |at: &DepthFigures| at.depth >= result.depth && searches(planned, by);
            for at in by.depths.iter().filter(|at| at.exact || deep(at)) {
                let agrees = at.value.is_some_and(|value| same_result(value, result.value));
                self.compare(by, at, result, true, agrees);
            }
        }
    }

    fn compare(&mut self, by: &JobResult, at: &DepthFigures, known: Known<'_>, exact: bool, agrees: bool) {
        self.compared += 1;
        if agrees {
            return;
        }
        self.differences.push(Difference {
            game: by.game.clone(),
            variant: by.variant.clone(),
            evaluator: by.evaluator.clone(),
            position: by.position.clone(),
            depth: at.depth,
            setting: by.setting.clone(),
            threads: by.threads,
            value: at.value.unwrap_or_default().units(),
            reference: known.by.setting.clone(),
            expected: known.value.units(),
            exact,
        });
    }
}

// Whether a result is that of the search itself, whose value at a depth means something.
fn searches(planned: &PlannedGame, by: &JobResult) -> bool {
    let of = planned.settings.iter().find(|setting| setting.name == by.setting);
    of.is_some_and(|setting| setting.config.method == Method::Negamax)
}

// A win may be known to be one before the shortest way to it is.
fn same_result(one: Score, other: Score) -> bool {
    match (one.distance(), other.distance()) {
        (Some(one), Some(other)) => matches!(
            (one, other),
            (Distance::Win(_), Distance::Win(_)) | (Distance::Loss(_), Distance::Loss(_))
        ),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tests::{plan, results};

    #[test]
    fn a_value_that_more_threads_give_is_compared_too() {
        let plan = Plan { threads: vec![1, 2], ..plan() };
        let mut results = results(&plan);
        results.iter_mut().zip(plan.jobs()).for_each(|(result, job)| result.threads = job.threads);
        let wrong = results.iter_mut().find(|result| result.setting == "full" && result.threads == 2);
        wrong.unwrap().depths[1].value = Some(Score::from_units(5));
        let found = Verification::new(&plan, &results).differences;
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].to_string().contains("full with 2 threads gives +5.00"), "{}", found[0]);
    }

    /// What differs once some values in one position are others: `change` has each setting and its values.
    fn differing(change: impl Fn(&str, &mut [DepthFigures])) -> Vec<(String, u32, bool)> {
        let plan = plan();
        let mut results = results(&plan);
        for result in results.iter_mut().filter(|result| result.position == "x") {
            change(&result.setting, &mut result.depths);
        }
        let found = Verification::new(&plan, &results).differences;
        found.into_iter().map(|found| (found.setting, found.depth, found.exact)).collect()
    }

    #[test]
    fn an_opinion_is_not_held_to_a_result() {
        let found = differing(|setting, depths| {
            if setting != "alphabeta" {
                (depths[2].value, depths[2].exact) = (Some(Score::from_units(7)), true);
            }
        });
        assert_eq!(found, []);
    }

    #[test]
    fn a_result_holds_from_the_first_depth_on_at_which_it_is_known() {
        let win = Some(Score::win_in(9));
        let found = differing(|setting, depths| {
            depths[2].value = win;
            if setting != "sound" {
                depths[1].value = win;
                depths[1..].iter_mut().for_each(|at| at.exact = true);
            }
        });
        assert_eq!(found, [("sound".to_owned(), 2, true)]);
    }
}
