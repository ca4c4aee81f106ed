//! [`Summary`]: the figures of a comparison, from its results alone.

use super::filed::{Cell, Cost, Filed};
use super::job::{DepthFigures, JobResult};
use super::plan::{Plan, PlannedGame, Slot};
use super::stats::Estimate;
use crate::search::Counts;
use serde::{Deserialize, Serialize};

/// What a comparison found: for each game and evaluator, each setting with each number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The [identity](super::Plan::identity) of the plan.
    pub experiment: String,
    /// In the order of the plan.
    pub games: Vec<GameSummary>,
}

/// The settings of one game with one evaluator.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What the evaluator is called.
    pub evaluator: String,
    /// How many positions there are.
    pub positions: usize,
    /// In the order of the plan, and each number of threads in turn.
    pub settings: Vec<SettingSummary>,
}

/// What one setting cost in one game. Where nothing is said, a figure is the arithmetic mean over the
/// positions at [`depth`](Self::depth), a ratio the geometric mean at the greatest depth that both settings
/// finished. Of several threads all are meant, but where the first one is named: what the others counted is
/// known only when the search has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingSummary {
    /// What it is called.
    pub setting: String,
    /// Threads of each search.
    pub threads: u32,
    /// How many positions there are results for.
    pub positions: usize,
    /// How many of them went over the budget.
    pub over_budget: usize,
    /// The greatest depth that was finished in every position; 0 if none was, or if
    /// [none is told](super::JobResult::depths).
    pub depth: u32,
    /// Positions made.
    pub nodes: Option<Estimate>,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: Option<Estimate>,
    /// The time taken.
    pub seconds: Option<Estimate>,
    /// Positions made in a second.
    pub nodes_per_second: Option<Estimate>,
    /// How many times more nodes each ply costs: the geometric mean of the ratios of successive depths.
    pub branching: Option<Estimate>,
    /// The share of cut-offs that the first move made, of the first thread.
    pub first_cutoffs: Option<Estimate>,
    /// The share of questions that the table knew something about, of the first thread.
    pub table_hits: Option<Estimate>,
    /// Nodes settled by the table alone, as a share of all nodes but those made for proofs, of the first
    /// thread. None where nodes are not [counted by their distance](Counts::made), as in `proof-number`.
    pub table_cutoffs: Option<Estimate>,
    /// Searches repeated with a wider window, of the first thread.
    pub researches: Option<Estimate>,
    /// The greatest distance from the root, in plies, of the first thread.
    pub selective_depth: Option<Estimate>,
    /// Bytes set aside for what is remembered, at most.
    pub memory: u64,
    /// Nodes, as a ratio to the setting above; none of a setting that is compared with `best`.
    pub nodes_to_above: Option<Estimate>,
    /// Time, as a ratio to the setting above.
    pub seconds_to_above: Option<Estimate>,
    /// Nodes, as a ratio to `best`, of a setting
    /// [that is `best` without something](super::PlannedSetting::of_best).
    pub nodes_to_best: Option<Estimate>,
    /// Time, as a ratio to `best`.
    pub seconds_to_best: Option<Estimate>,
    /// Nodes, as a ratio to plain alpha-beta.
    pub nodes_to_alphabeta: Option<Estimate>,
    /// Time, as a ratio to plain alpha-beta.
    pub seconds_to_alphabeta: Option<Estimate>,
    /// Leaves, as a ratio to those of the minimal tree, at each position's greatest depth.
    pub leaves_to_minimal: Option<Estimate>,
    /// How many times sooner it finishes than with the fewest threads.
    pub speedup: Option<Estimate>,
    /// Nodes and time by depth, over the positions that finished it.
    pub growth: Vec<GrowthPoint>,
    /// What happened at each distance from the root, over all positions at their greatest depths, of the
    /// first thread.
    pub plies: Vec<PlyFigures>,
}

impl SettingSummary {
    /// Every figure that is a mean, with its name.
    pub fn estimates(&self) -> [(&'static str, Option<Estimate>); 18] {
        [
            ("nodes", self.nodes),
            ("leaves", self.leaves),
            ("seconds", self.seconds),
            ("nodes_per_second", self.nodes_per_second),
            ("branching", self.branching),
            ("first_cutoffs", self.first_cutoffs),
            ("table_hits", self.table_hits),
            ("table_cutoffs", self.table_cutoffs),
            ("researches", self.researches),
            ("selective_depth", self.selective_depth),
            ("nodes_to_above", self.nodes_to_above),
            ("seconds_to_above", self.seconds_to_above),
            ("nodes_to_best", self.nodes_to_best),
            ("seconds_to_best", self.seconds_to_best),
            ("nodes_to_alphabeta", self.nodes_to_alphabeta),
            ("seconds_to_alphabeta", self.seconds_to_alphabeta),
            ("leaves_to_minimal", self.leaves_to_minimal),
            ("speedup", self.speedup),
        ]
    }
}

/// One depth of a growth curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct GrowthPoint {
    /// Plies.
    pub depth: u32,
    /// Positions made.
    pub nodes: Estimate,
    /// How many times the nodes of the ply before: the geometric mean over the positions where both were
    /// searched.
    pub growth: Option<Estimate>,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: Estimate,
    /// The time taken.
    pub seconds: Estimate,
}

/// One distance from the root.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyFigures {
    /// The distance, 0 for the root.
    pub ply: u32,
    /// Nodes whose moves were tried there, of all positions together.
    pub expanded: u64,
    /// Positions made from them, one ply further down.
    pub made: u64,
}

impl Summary {
    /// The figures of a plan from the results there are.
    pub fn new(plan: &Plan, results: &[JobResult]) -> Self {
        let filed = &Filed::new(plan, results);
        let mut games = Vec::new();
        for (game, planned) in plan.games.iter().enumerate() {
            for (evaluator, about) in planned.evaluators.iter().enumerate() {
                let group = Group { plan, planned, filed, game, evaluator };
                games.push(GameSummary {
                    game: planned.name.clone(),
                    variant: planned.variant.clone(),
                    size: planned.size,
                    evaluator: about.name.clone(),
                    positions: planned.positions.len(),
                    settings: group.settings(),
                });
            }
        }
        Self { experiment: plan.identity(), games }
    }
}

/// One game with one evaluator.
struct Group<'a> {
    plan: &'a Plan,
    planned: &'a PlannedGame,
    filed: &'a Filed<'a>,
    game: usize,
    evaluator: usize,
}

/// A setting with a number of threads: the search made in each position.
type Searches<'a> = Vec<Option<&'a Cell<'a>>>;

impl Group<'_> {
    fn settings(&self) -> Vec<SettingSummary> {
        let mut above = None;
        let mut summaries = Vec::new();
        for (setting, about) in self.planned.settings.iter().enumerate() {
            if about.reference {
                continue;
            }
            for threads in 0..self.plan.threads.len() {
                summaries.push(self.setting(setting, threads, above));
            }
            above = Some(setting);
        }
        summaries
    }

    fn searches(&self, setting: usize, threads: usize) -> Searches<'_> {
        let Self { game, evaluator, .. } = *self;
        let slot = |position| Slot { game, evaluator, position, setting, threads, repetition: 0 };
        (0..self.planned.positions.len()).map(|position| self.filed.at(slot(position))).collect()
    }

    fn setting(&self, setting: usize, threads: usize, above: Option<usize>) -> SettingSummary {
        let searches = self.searches(setting, threads);
        let of_best = self.planned.settings[setting].of_best;
        let other = |other: Option<usize>| other.map_or_else(Vec::new, |other| self.searches(other, threads));
        let above = other(above.filter(|_| !of_best));
        let best = other(self.planned.best().filter(|_| of_best));
        let fewest = (0..self.plan.threads.len()).min_by_key(|&i| self.plan.threads[i]).unwrap_or(0);
        let alphabeta = self.planned.alphabeta().map_or_else(Vec::new, |plain| {
            // Where nobody asked for it, it was searched once.
            let threads = if self.planned.settings[plain].reference { 0 } else { fewest };
            self.searches(plain, threads)
        });
        let alone = if fewest == threads { Vec::new() } else { self.searches(setting, fewest) };
        let there: Vec<&Cell<'_>> = searches.iter().copied().flatten().collect();
        let depth = common_depth(&there);
        let costs: Vec<Cost> = there.iter().filter_map(|cell| cell.cost(depth)).collect();
        let of = |figure: fn(&Cost) -> f64| Estimate::mean(&costs.iter().map(figure).collect::<Vec<_>>());
        let figures = |figure: fn(&DepthFigures) -> Option<f64>| -> Vec<f64> {
            there.iter().filter_map(|cell| figure(cell.figures(depth)?.first()?)).collect()
        };
        let share = |figure| Estimate::share(&figures(figure));
        SettingSummary {
            setting: self.planned.settings[setting].name.clone(),
            threads: self.plan.threads[threads],
            positions: there.len(),
            over_budget: there.iter().filter(|cell| cell.is_over_budget()).count(),
            depth,
            nodes: of(|cost| cost.nodes),
            leaves: of(|cost| cost.leaves),
            seconds: of(|cost| cost.seconds),
            nodes_per_second: of(|cost| cost.nodes / cost.seconds),
            branching: branching(&there),
            first_cutoffs: share(|at| ratio(at.counts.first_cutoffs, at.counts.cutoffs)),
            table_hits: share(|at| ratio(at.counts.hits, at.counts.probes)),
            // Not of `nodes`, which are those of all threads: what is counted is the first one's.
            table_cutoffs: share(|at| {
                ratio(at.counts.table_cutoffs, total(&at.counts.made)).filter(|_| at.counts.probes > 0)
            }),
            researches: Estimate::mean(&figures(|at| Some(at.counts.researches as f64))),
            selective_depth: Estimate::mean(&figures(|at| Some(f64::from(at.counts.selective_depth)))),
            memory: last_figures(&there).map(|figures| figures.counts.memory).max().unwrap_or(0),
            nodes_to_above: ratios(&searches, &above, |cost| cost.nodes),
            seconds_to_above: ratios(&searches, &above, |cost| cost.seconds),
            nodes_to_best: ratios(&searches, &best, |cost| cost.nodes),
            seconds_to_best: ratios(&searches, &best, |cost| cost.seconds),
            nodes_to_alphabeta: ratios(&searches, &alphabeta, |cost| cost.nodes),
            seconds_to_alphabeta: ratios(&searches, &alphabeta, |cost| cost.seconds),
            leaves_to_minimal: leaves_to_minimal(&there),
            speedup: ratios(&alone, &searches, |cost| cost.seconds),
            growth: self.growth(&there),
            plies: plies(&there),
        }
    }

    fn growth(&self, searches: &[&Cell<'_>]) -> Vec<GrowthPoint> {
        let deepest = searches.iter().map(|cell| cell.depth()).max().unwrap_or(0);
        let (first, last) = match self.plan.depth {
            Some((first, last)) if first < last => (first, last),
            // The depths on the way to a single one are a curve too.
            Some((_, last)) => (1, last),
            None => (1, deepest),
        };
        let point = |depth| {
            let costs: Vec<Cost> = searches.iter().filter_map(|cell| cell.cost(depth)).collect();
            let mean =
                |figure: fn(&Cost) -> f64| Estimate::mean(&costs.iter().map(figure).collect::<Vec<_>>());
            Some(GrowthPoint {
                depth,
                nodes: mean(|cost| cost.nodes)?,
                growth: Estimate::geometric(
                    &searches.iter().filter_map(|cell| grown(cell, depth)).collect::<Vec<_>>(),
                ),
                leaves: mean(|cost| cost.leaves)?,
                seconds: mean(|cost| cost.seconds)?,
            })
        };
        (first..=last.min(deepest)).filter_map(point).collect()
    }
}

// The greatest depth that was finished in every position.
fn common_depth(searches: &[&Cell<'_>]) -> u32 {
    let deepest = searches.iter().map(|cell| cell.depth()).max().unwrap_or(0);
    searches.iter().map(|cell| cell.reach()).min().unwrap_or(0).min(deepest)
}

// What a file says may be any numbers.
fn total(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn ratios(these: &Searches<'_>, those: &Searches<'_>, figure: fn(&Cost) -> f64) -> Option<Estimate> {
    let pairs = these.iter().zip(those).filter_map(|(this, that)| (*this)?.common((*that)?));
    Estimate::geometric(&pairs.map(|(this, that)| figure(&this) / figure(&that)).collect::<Vec<_>>())
}

fn last_figures<'a>(searches: &[&Cell<'a>]) -> impl Iterator<Item = &'a DepthFigures> {
    searches.iter().filter_map(|cell| cell.0.first()?.depths.last())
}

// Of a depth that was searched: where the result is known, no greater one takes more.
fn grown(search: &Cell<'_>, depth: u32) -> Option<f64> {
    let before = search.cost(depth.checked_sub(1)?)?;
    let at = search.cost(depth).filter(|_| depth <= search.depth())?;
    Some(at.nodes / before.nodes)
}

// The product of the ratios of successive depths is the ratio of the last to the first.
fn branching(searches: &[&Cell<'_>]) -> Option<Estimate> {
    let each = searches.iter().filter_map(|cell| {
        let (first, last) = (cell.cost(1)?, cell.cost(cell.depth())?);
        let steps = cell.depth().checked_sub(1).filter(|&steps| steps > 0)?;
        Some((last.nodes / first.nodes).powf(1.0 / f64::from(steps)))
    });
    Estimate::geometric(&each.collect::<Vec<_>>())
}

fn leaves_to_minimal(searches: &[&Cell<'_>]) -> Option<Estimate> {
    let each = searches.iter().filter_map(|cell| {
        let result = cell.0.first()?;
        ratio(result.depths.last()?.leaves, result.minimal_leaves?)
    });
    Estimate::geometric(&each.collect::<Vec<_>>())
}

fn plies(searches: &[&Cell<'_>]) -> Vec<PlyFigures> {
    let mut plies: Vec<PlyFigures> = Vec::new();
    for figures in last_figures(searches) {
        let Counts { expanded, made, .. } = &figures.counts;
        for ply in 0..expanded.len().max(made.len()) {
            if plies.len() == ply {
                plies.push(PlyFigures { ply: ply as u32, expanded: 0, made: 0 });
            }
            let PlyFigures { expanded: all_expanded, made: all_made, .. } = &mut plies[ply];
            *all_expanded = all_expanded.saturating_add(expanded.get(ply).copied().unwrap_or(0));
            *all_made = all_made.saturating_add(made.get(ply).copied().unwrap_or(0));
        }
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tests::{plan, results};

    #[test]
    fn what_was_counted_is_told_in_shares_means_and_sums() {
        let plan = plan();
        let mut results = results(&plan);
        for result in results.iter_mut().filter(|result| result.setting == "full") {
            let y = u64::from(result.position == "y");
            // A quarter of the leaves of the last depth.
            result.minimal_leaves = Some(16);
            result.depths[2].counts = Counts {
                cutoffs: 10,
                first_cutoffs: 9 - 2 * y,
                probes: 8,
                hits: 2,
                researches: 3 + 4 * y,
                selective_depth: 6 + 2 * y as u32,
                memory: 100 + y,
                expanded: vec![1, 5],
                made: vec![5, 20, y],
                ..Counts::default()
            };
        }
        let summary = Summary::new(&plan, &results);
        let full = &summary.games[0].settings[1];
        for (name, mean) in [
            ("first_cutoffs", 0.8),
            ("table_hits", 0.25),
            ("researches", 5.0),
            ("selective_depth", 7.0),
            ("leaves_to_minimal", 4.0),
        ] {
            let found = full.estimates().into_iter().find(|(known, _)| *known == name).unwrap().1.unwrap();
            assert!((found.mean - mean).abs() < 1e-9 && found.n == 2, "{name}: {found:?}");
        }
        assert_eq!(full.memory, 101);
        let plies: Vec<_> = full.plies.iter().map(|at| (at.ply, at.expanded, at.made)).collect();
        assert_eq!(plies, [(0, 2, 10), (1, 10, 40), (2, 0, 1)]);
    }
}
