//! [`Folder`]: where a recipe's games, weights and reports are kept while it is followed.

use crate::values::Shard;
use crate::whole;
use anyhow::{Context, Result, anyhow, bail};
use anyply_framework::lab::Work;
use anyply_framework::lab::store::{self, Check, PlanJobs, Store};
use anyply_framework::learn::{GameLine, GamesPlan, Origin, RoundReport, Weights};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The pipeline plays every game again, and says which move is none.
const CHECKED_LATER: Check<GameLine> = |_| Ok(());

/// For each round its games (`round-1.jsonl`, and what shards have played: `round-1.2-of-4.jsonl`), its
/// report (`round-1.json`) and its weights (`round-1.weights`); at the end the last of these once more, by
/// the name of the game.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder, made if need be.
    pub(super) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make '{}'", path.display()))?;
        Ok(Self(path.to_owned()))
    }

    /// The file of a round's games, or of a shard of them.
    pub(super) fn games(&self, round: u32, shard: Option<Shard>) -> PathBuf {
        self.0.join(match shard {
            None => format!("round-{round}.jsonl"),
            Some(Shard { number, of }) => format!("round-{round}.{number}-of-{of}.jsonl"),
        })
    }

    /// The file of a round's weights.
    pub(super) fn weights(&self, round: u32) -> PathBuf {
        self.0.join(format!("round-{round}.weights"))
    }

    fn report(&self, round: u32) -> PathBuf {
        self.0.join(format!("round-{round}.json"))
    }

    /// What a round has learned, if it has. Without its report it has not: that is made with the weights.
    pub(super) fn learned(&self, round: u32) -> Result<Option<(Weights, RoundReport)>> {
        let (path, report) = (self.weights(round), self.report(round));
        let (Some(bytes), Some(report)) = (whole::read(&path)?, whole::read(&report)?) else {
            return Ok(None);
        };
        let weights = Weights::from_bytes(&bytes).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let report = serde_json::from_slice(&report)
            .map_err(|error| anyhow!("{}: {error}; remove it to fit again", self.report(round).display()))?;
        Ok(Some((weights, report)))
    }

    /// Keeps what a round has learned.
    pub(super) fn keep(&self, round: u32, weights: &Weights, report: &RoundReport) -> Result<()> {
        let text = serde_json::to_string_pretty(report)?;
        whole::write(&self.report(round), text.as_bytes())?;
        whole::write(&self.weights(round), &weights.to_bytes())
    }

    /// The weights by the name of the game.
    pub(super) fn finish(&self, game: &str, weights: &Weights) -> Result<PathBuf> {
        let path = self.0.join(format!("{game}.weights"));
        whole::write(&path, &weights.to_bytes())?;
        Ok(path)
    }

    /// The games of a round that is done, which must be of the same learning as `later`. In their order,
    /// whenever each was done: what is made of them must not depend on that.
    pub(super) fn games_of(&self, round: u32, later: &GamesPlan) -> Result<Vec<GameLine>> {
        let path = self.games(round, None);
        let file = store::read::<GamesPlan>(&path)?;
        let plan = &file.header.plan;
        let of = |plan: &GamesPlan| (plan.game.clone(), plan.variant.clone(), plan.size, plan.seed);
        if of(plan) != of(later) || plan.round != round {
            bail!("{}:1:1: the games of something else", path.display());
        }
        let mut lines = file.results(&PlanJobs::of(plan), CHECKED_LATER)?;
        if lines.len() < plan.games as usize {
            bail!("{}: {} of {} games; the rest is missing", path.display(), lines.len(), plan.games);
        }
        lines.sort_by_key(GameLine::number);
        Ok(lines)
    }

    /// The size of the board that a round's weights were learned for, where it is chosen apart from the
    /// variant: what they say, or else what the games say that they were fitted to. Nothing where neither is
    /// known.
    pub(super) fn board_size(&self, round: u32, origin: &Origin) -> Option<u32> {
        let fitted_to = |plan: &GamesPlan| {
            (&plan.game, &plan.variant, plan.seed, plan.round)
                == (&origin.game, &origin.variant, origin.seed, round)
        };
        let games = || store::header::<GamesPlan>(&self.games(round, None)).map(|header| header.plan);
        origin.size.or_else(|| games().filter(fitted_to)?.size)
    }

    /// Adds the games that shards have played to those of the round.
    pub(super) fn take_over(&self, round: u32, plan: &GamesPlan) -> Result<()> {
        let shards = self.shards(round)?;
        if shards.is_empty() {
            return Ok(());
        }
        let jobs = PlanJobs::of(plan);
        let (mut store, there) = Store::open(&self.games(round, None), plan, &jobs, CHECKED_LATER)?;
        let mut played: HashSet<String> = there.into_iter().map(|line| line.job).collect();
        for path in shards {
            let file = store::read::<GamesPlan>(&path)?;
            if file.header.plan != *plan {
                bail!(
                    "{}:1:1: the games of another plan ('{}', not '{}')",
                    path.display(),
                    file.header.experiment,
                    plan.identity()
                );
            }
            let lines = file.results(&jobs, CHECKED_LATER)?;
            for line in lines.into_iter().filter(|line| played.insert(line.job.clone())) {
                store.append(&line)?;
            }
        }
        Ok(())
    }

    fn shards(&self, round: u32) -> Result<Vec<PathBuf>> {
        let unreadable = || format!("cannot read '{}'", self.0.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).with_context(unreadable)? {
            let path = entry.with_context(unreadable)?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.starts_with(&format!("round-{round}.")) && name.ends_with("jsonl") {
                found.push(path);
            }
        }
        found.retain(|path| *path != self.games(round, None));
        found.sort();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::search::SearchConfig;

    #[test]
    fn games_of_a_round_come_in_their_order_whenever_each_was_done() {
        let plan = GamesPlan {
            version: String::new(),
            game: "nim".to_owned(),
            variant: "plain".to_owned(),
            size: None,
            round: 1,
            games: 3,
            evaluator: "heaps".to_owned(),
            weights: None,
            beside: "heaps".to_owned(),
            play: SearchConfig::default(),
            depth: 1,
            solve: SearchConfig::default(),
            exact_from: 0,
            opening: (0, 0),
            balance: 0,
            played_setups: 0,
            slips: 0,
            scores: false,
            cents_of_odds: None,
            hash: 0,
            seed: 1,
            recorded: None,
        };
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::open(home.path()).unwrap();
        let (path, jobs) = (folder.games(1, None), PlanJobs::of(&plan));
        let (mut store, _) = Store::open(&path, &plan, &jobs, CHECKED_LATER).unwrap();
        for job in ["1-3", "1-1", "1-2"] {
            let (job, moves) = (job.to_owned(), String::new());
            let line = GameLine {
                job,
                start: None,
                moves,
                from: 0,
                exact: None,
                values: Vec::new(),
                scores: Vec::new(),
            };
            store.append(&line).unwrap();
        }
        drop(store);
        let found = folder.games_of(1, &plan).unwrap();
        assert!(found.iter().map(|line| line.job.as_str()).eq(["1-1", "1-2", "1-3"]), "{found:?}");
    }
}
