//! [`Job`]: one search to be done, as data; [`JobResult`]: what came of it, as one line of JSON.

use super::weights::forget_place;
use crate::score::{Distance, Score};
use crate::search::{Counts, Method, SearchConfig};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// One position to be searched with one setting. All that the result depends on is here, so a job can be done
/// anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// The position, in the game's notation.
    pub position: String,
    /// What the setting is called.
    pub setting: String,
    /// What it says.
    pub config: SearchConfig,
    /// What the evaluator is called.
    pub evaluator: String,
    /// Its weights, where it is not a built-in one.
    pub weights: Option<String>,
    /// Plies to be searched; without it, as many as `nodes` allows.
    pub depth: Option<u32>,
    /// Positions that may be made: the search is done when they are.
    pub nodes: Option<u64>,
    /// Positions after which the job is given up.
    pub budget: u64,
    /// Threads of the search.
    pub threads: u32,
    /// Bytes of the transposition table.
    pub hash: u64,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
    /// Which of several repetitions it is, from 0.
    pub repetition: u32,
    /// Whether nobody asked for it: plain alpha-beta, to hold the others to its values.
    pub reference: bool,
    /// Whether its leaves are measured by those of the minimal tree, which takes three searches more.
    pub minimal: bool,
}

impl Job {
    /// What tells jobs apart, in all runs and on all machines: a digest of all of the above, but for where
    /// the evaluator's file is.
    pub fn identity(&self) -> String {
        let mut job = self.clone();
        forget_place(&mut job.evaluator, &mut job.weights);
        digest(&job)
    }

    /// Positions that a search may make.
    pub(super) fn limit(&self) -> u64 {
        self.nodes.map_or(self.budget, |nodes| nodes.min(self.budget))
    }

    /// Whether each depth is a search of its own, from nothing.
    pub(super) fn searches_each_depth(&self) -> bool {
        self.depth.is_some() && !self.config.iterative_deepening
    }

    /// How it ended, where `last` is the greatest depth that was finished, and the search made so many
    /// positions; and whether it knew the result before the depth asked for.
    pub(super) fn ended(&self, last: Option<&DepthFigures>, nodes: u64) -> (Status, bool) {
        let finished = self.depth == Some(last.map_or(0, |last| last.depth));
        let settled =
            last.is_some_and(|last| last.exact || last.value.is_some_and(|value| value.distance().is_some()));
        let spent = nodes >= self.limit() && last.is_none_or(|last| !last.exact);
        let known = !finished && !spent && settled;
        let enough = self.nodes.is_some_and(|nodes| nodes <= self.budget);
        // What does not search is done as soon as it has a move; all else that ends early has run out of
        // memory, if not of nodes.
        let searches = !matches!(self.config.method, Method::Prior | Method::Greedy | Method::Random);
        let done = finished || known || enough || !searches;
        (if done { Status::Done } else { Status::OverBudget }, known)
    }
}

/// The first 64 bits of a value's digest, as 16 digits.
pub(crate) fn digest(value: &impl Serialize) -> String {
    let text = serde_json::to_vec(value).expect("jobs and plans are plain structures");
    Sha256::digest(text)[..8].iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("a string takes everything");
        digits
    })
}

/// How a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// All that was asked for was searched, or the result of the game was known before.
    #[serde(rename = "done")]
    Done,
    /// The budget was spent before.
    #[serde(rename = "over budget")]
    OverBudget,
}

/// What a job found, and what it cost. Only the times depend on the machine, with one thread.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobResult {
    /// The game's name.
    pub game: String,
    /// What the setting is called.
    pub setting: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The greatest depth that was finished, 0 if none was or if [there are none](JobResult::depths).
    pub depth: u32,
    /// The value found there for the side to move, in the game's unit; a win without margin is a very large
    /// one.
    #[serde(with = "units")]
    pub value: Option<Score>,
    /// The plies to a win that the value stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// The plies to a loss that the value stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_in: Option<u32>,
    /// Positions made, those of a depth that was given up among them.
    pub nodes: u64,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: u64,
    /// The time it took.
    pub seconds: f64,
    /// How it ended.
    pub status: Status,
    /// Whether it ended before the depth asked for, because it knew the result: no greater depth takes more.
    pub known: bool,
    /// The move to play at that depth.
    pub best: Option<String>,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What the evaluator is called.
    pub evaluator: String,
    /// Threads of the search.
    pub threads: u32,
    /// Which of several repetitions it is, from 0.
    pub repetition: u32,
    /// What was drawn by lot was drawn from this.
    pub seed: u64,
    /// Whether nobody asked for it: plain alpha-beta, to hold the others to its values.
    pub reference: bool,
    /// The leaves of the smallest tree that proves the value at `depth` (Knuth and Moore 1975), from the real
    /// tree.
    pub minimal_leaves: Option<u64>,
    /// Each finished depth, the shallowest first: what it took to get there from nothing. Of a method
    /// [without depths](crate::search::Method::has_depths) that was given `nodes` and no depth, what all of
    /// it took, as depth 0.
    pub depths: Vec<DepthFigures>,
    /// The [identity](Job::identity) of the job.
    pub job: String,
}

/// What it took to finish a depth, or the search, [where there are none](JobResult::depths). With iterative
/// deepening the depths before are contained.
///
/// With several threads it is what all of them made until the first one finished that depth, though others
/// may be further on by then: it finishes so soon because of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthFigures {
    /// Plies.
    pub depth: u32,
    /// The value for the side to move, in the game's unit.
    #[serde(with = "units")]
    pub value: Option<Score>,
    /// Whether it is the result of the game under best play.
    pub exact: bool,
    /// Positions made.
    pub nodes: u64,
    /// Positions evaluated, or found to be the end of the game.
    pub leaves: u64,
    /// The time it took.
    pub seconds: f64,
    /// What happened on the way, of the first thread.
    pub counts: Counts,
}

impl JobResult {
    /// Whether all that follows from the job is as it should be, and the figures are none that contradict
    /// each other.
    pub(crate) fn is_of(&self, job: &Job) -> bool {
        /// More plies than any search gets deep.
        const DEEPEST: u32 = 10_000;
        let is_time = |seconds: f64| seconds.is_finite() && seconds >= 0.0;
        let last = self.depths.last();
        (&self.game, &self.setting, &self.position, &self.variant, self.size)
            == (&job.game, &job.setting, &job.position, &job.variant, job.size)
            // A file may have lain elsewhere.
            && (job.weights.is_some() || self.evaluator == job.evaluator)
            && (self.threads, self.repetition, self.seed, self.reference)
                == (job.threads, job.repetition, job.seed, job.reference)
            && (self.depth, self.value) == last.map_or((0, None), |last| (last.depth, last.value))
            && (self.win_in, self.loss_in) == Self::plies(last)
            && (self.status, self.known) == job.ended(last, self.nodes)
            && self.grows(job)
            && self.depth <= DEEPEST
            && self.depths.is_sorted_by(|one, next| one.depth < next.depth)
            && is_time(self.seconds)
            && self.depths.iter().all(|at| is_time(at.seconds))
    }

    // Whether no figure of one search is smaller than it was before. Where each depth is a search of its own,
    // all that was made is what the last one made, which may have been given up.
    fn grows(&self, job: &Job) -> bool {
        let given_up = self.depths.last().is_none_or(|last| !last.exact && job.depth != Some(last.depth));
        let before = match (job.searches_each_depth(), given_up) {
            (false, _) => 0,
            (true, false) => self.depths.len() - 1,
            (true, true) => self.depths.len(),
        };
        let search = &self.depths[before..];
        let nodes = search.iter().map(|at| at.nodes).chain([self.nodes]);
        let leaves = search.iter().map(|at| at.leaves).chain([self.leaves]);
        nodes.is_sorted() && leaves.is_sorted()
    }

    /// What it took to finish `depth`. Where the search ended before because it knew the result, that is what
    /// every greater depth takes.
    pub fn at(&self, depth: u32) -> Option<&DepthFigures> {
        let last = self.depths.last().filter(|last| self.known && last.depth < depth);
        last.or_else(|| self.depths.iter().find(|figures| figures.depth == depth))
    }

    /// The greatest depth that [`JobResult::at`] knows of; without end, where the result is known.
    pub fn reach(&self) -> u32 {
        if self.known && !self.depths.is_empty() { u32::MAX } else { self.depth }
    }

    /// The fields that say in plies what a very large value stands for, where it is exact.
    pub(super) fn plies(last: Option<&DepthFigures>) -> (Option<u32>, Option<u32>) {
        match last.filter(|last| last.exact).and_then(|last| last.value?.distance()) {
            Some(Distance::Win(plies)) => (Some(plies), None),
            Some(Distance::Loss(plies)) => (None, Some(plies)),
            None => (None, None),
        }
    }
}

/// Scores as numbers in the game's unit. Two decimals are exact: a score is in hundredths.
mod units {
    use crate::score::Score;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(score: &Option<Score>, to: S) -> Result<S::Ok, S::Error> {
        score.map(Score::units).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Score>, D::Error> {
        let Some(units) = Option::<f64>::deserialize(from)? else { return Ok(None) };
        let cents = (units * 100.0).round();
        if cents.abs() > f64::from(Score::INFINITE.cents()) {
            return Err(D::Error::custom(format_args!("'{units}' is no value of a search")));
        }
        Ok(Some(Score::DRAW.offset(cents as i32)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::lab) fn result(setting: &str, position: &str, nodes: &[u64], status: Status) -> JobResult {
        let figures = |(depth, &nodes): (u32, &u64)| DepthFigures {
            depth,
            value: Some(Score::from_cents(10 * depth as i32)),
            exact: false,
            nodes,
            leaves: nodes / 2,
            seconds: nodes as f64 / 1e6,
            counts: Counts::default(),
        };
        let depths: Vec<DepthFigures> = (1..).zip(nodes).map(figures).collect();
        let last = depths.last();
        JobResult {
            game: "nim".to_owned(),
            setting: setting.to_owned(),
            position: position.to_owned(),
            depth: last.map_or(0, |last| last.depth),
            value: last.and_then(|last| last.value),
            win_in: None,
            loss_in: None,
            nodes: last.map_or(0, |last| last.nodes),
            leaves: last.map_or(0, |last| last.leaves),
            seconds: last.map_or(0.0, |last| last.seconds),
            status,
            known: false,
            best: Some("a1".to_owned()),
            variant: "plain".to_owned(),
            size: None,
            evaluator: "count".to_owned(),
            threads: 1,
            repetition: 0,
            seed: 1,
            reference: false,
            minimal_leaves: None,
            depths,
            job: format!("{setting} {position}"),
        }
    }

    #[test]
    fn a_result_survives_its_line() {
        let mut found = result("a", "start", &[10, 30], Status::OverBudget);
        for value in [Score::from_cents(-123_457), Score::win_in(7), -Score::win_in(4), Score::MAX_VALUE] {
            found.value = Some(value);
            let line = serde_json::to_string(&found).unwrap();
            assert_eq!(serde_json::from_str::<JobResult>(&line).unwrap(), found, "{line}");
        }
        let line = serde_json::to_string(&found).unwrap();
        assert!(line.starts_with(r#"{"game":"nim","setting":"a","position":"start","depth":2,"value":"#));
        assert!(line.contains(r#""status":"over budget""#));
    }

    #[test]
    fn a_job_is_done_when_all_that_was_asked_for_was_searched_or_the_result_is_known() {
        let by_depth = Job { depth: Some(3), budget: 100, ..crate::lab::tests::plan().jobs().remove(0) };
        let by_nodes = |nodes| Job { depth: None, nodes: Some(nodes), ..by_depth.clone() };
        assert_eq!([&by_depth, &by_nodes(60), &by_nodes(200)].map(Job::limit), [100, 60, 100]);
        let figures = |depth: u32, value: Score, exact: bool| {
            let at = result("a", "x", &[1, 2, 3], Status::Done).depths.remove(depth as usize - 1);
            DepthFigures { value: Some(value), exact, ..at }
        };
        let [opinion, win] = [Score::from_units(3), Score::win_in(5)];
        let (done, over) = (Status::Done, Status::OverBudget);
        for (job, depth, value, exact, nodes, ended) in [
            (&by_depth, 3, opinion, false, 100, (done, false)),
            (&by_depth, 2, opinion, false, 100, (over, false)),
            (&by_depth, 2, opinion, true, 100, (done, true)),
            (&by_depth, 2, win, false, 50, (done, true)),
            (&by_depth, 2, win, false, 100, (over, false)),
            (&by_nodes(60), 2, opinion, false, 60, (done, false)),
            (&by_nodes(200), 2, opinion, false, 100, (over, false)),
        ] {
            let last = figures(depth, value, exact);
            assert_eq!(job.ended(Some(&last), nodes), ended, "{:?} {last:?} {nodes}", job.depth);
        }
        assert_eq!(by_depth.ended(None, 100), (over, false));
    }

    #[test]
    fn who_knows_the_result_has_finished_every_depth() {
        let mut found = result("b", "x", &[10, 20], Status::Done);
        let nodes = |found: &JobResult, depth| found.at(depth).map(|figures| figures.nodes);
        assert_eq!([1, 2, 3].map(|depth| nodes(&found, depth)), [Some(10), Some(20), None]);
        assert_eq!(found.reach(), 2);
        found.known = true;
        assert_eq!([1, 2, 3].map(|depth| nodes(&found, depth)), [Some(10), Some(20), Some(20)]);
        assert_eq!(found.reach(), u32::MAX);
    }
}
