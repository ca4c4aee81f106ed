//! [`MatchPlan`]: who plays whom from where, with everything looked up.

use super::job::{GameJob, GameResult};
use super::openings::Opening;
use super::player::{Allowance, EngineMind, Mind, Player};
use super::referee::House;
use super::schedule::Schedule;
use super::sprt::Sprt;
use crate::game::Side;
use crate::lab::{NumberedFile, PlannedGame, Work, digest};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Matches in several games. Its [identity](MatchPlan::identity) tells it from every other, and from the same
/// one of another version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The version of the program that made the plan: another one may play otherwise.
    pub version: String,
    /// The games, in the order of the report.
    pub games: Vec<MatchedGame>,
    /// What the referee allows.
    pub house: House,
    /// The test that ends a match of one pairing.
    pub sprt: Option<Sprt>,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

/// The matches of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchedGame {
    /// The game's name.
    pub name: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// Who plays.
    pub players: Vec<Player>,
    /// What numbers mean in the names of players. It is no part of what tells plans apart: the folders may be
    /// others elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbered: Vec<NumberedFile>,
    /// Who is measured against whom, by their numbers.
    pub pairings: Vec<(usize, usize)>,
    /// Where the games begin: each opening twice for each pairing.
    pub openings: Vec<Opening>,
}

/// What the matches of a game are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchRules {
    /// What each player may spend.
    pub allowance: Allowance,
    /// Bytes for what each player remembers.
    pub hash: u64,
    /// Each setting plays with each of these depths, against itself one ply less deep.
    pub depths: Option<(u32, u32)>,
    /// Who plays whom, where the depths do not say it.
    pub schedule: Schedule,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

impl MatchPlan {
    /// What tells plans apart: a digest of all they say, but for where the files are.
    pub fn identity(&self) -> String {
        let mut plan = self.clone();
        for game in &mut plan.games {
            game.numbered.clear();
            game.players.iter_mut().for_each(Player::forget_places);
        }
        digest(&plan)
    }

    /// All jobs, in the order of the results. Openings change last but for games, so that matches that were
    /// broken off have compared something.
    pub fn jobs(&self) -> Vec<GameJob> {
        let mut jobs = Vec::new();
        for game in &self.games {
            let players: Vec<Arc<Player>> = game.players.iter().cloned().map(Arc::new).collect();
            for (round, opening) in game.openings.iter().enumerate() {
                for &(first, second) in &game.pairings {
                    jobs.extend(Side::BOTH.map(|first_is| GameJob {
                        game: game.name.clone(),
                        variant: game.variant.clone(),
                        size: game.size,
                        opening: opening.clone(),
                        round,
                        players: [first, second].map(|player| Arc::clone(&players[player])),
                        first_is,
                        house: self.house,
                        seed: self.seed.wrapping_add(round as u64),
                    }));
                }
            }
        }
        jobs
    }
}

impl Work for MatchPlan {
    type Job = GameJob;
    type Result = GameResult;

    /// A game with each colour.
    const TOGETHER: usize = 2;

    fn identity(&self) -> String {
        self.identity()
    }

    fn holds_together(&self) -> bool {
        let has_players =
            |game: &MatchedGame| game.pairings.iter().all(|&(a, b)| a.max(b) < game.players.len());
        self.games.iter().all(has_players)
    }

    fn jobs(&self) -> Vec<GameJob> {
        self.jobs()
    }

    fn identity_of(job: &GameJob) -> String {
        job.identity()
    }

    fn job_of(result: &GameResult) -> &str {
        &result.job
    }

    fn is_plausible(job: &GameJob, result: &GameResult) -> bool {
        result.is_of(job)
    }
}

impl MatchedGame {
    /// The settings and evaluators of `planned` against each other, from each of `openings`.
    pub fn new(planned: &PlannedGame, openings: Vec<Opening>, rules: &MatchRules) -> Self {
        let mut players = Vec::new();
        let mut pairings = Vec::new();
        let settings = planned.settings.iter().filter(|setting| !setting.reference);
        let (names, of_evaluators) = planned.evaluator_names();
        let evaluators: Vec<_> = planned.evaluators.iter().zip(&names).collect();
        for (setting, &(evaluator, evaluator_name)) in
            settings.flat_map(|setting| evaluators.iter().map(move |evaluator| (setting, evaluator)))
        {
            let name = match planned.evaluators.len() {
                1 => setting.name.clone(),
                _ => format!("{} {evaluator_name}", setting.name),
            };
            let mind = Mind::Engine(Box::new(EngineMind {
                config: setting.config.clone(),
                evaluator: evaluator.name.clone(),
                weights: evaluator.weights.clone(),
                book: None,
                level: None,
                threads: 1,
                hash: rules.hash,
            }));
            let player = |name: String, allowance: Allowance| Player { name, mind: mind.clone(), allowance };
            let Some((from, to)) = rules.depths else {
                players.push(player(name, rules.allowance));
                continue;
            };
            let begin = players.len();
            players.extend((from..=to).map(|depth| {
                player(format!("{name} depth {depth}"), Allowance { depth: Some(depth), ..rules.allowance })
            }));
            let neighbours = Schedule::Neighbours.pairings(players.len() - begin);
            pairings.extend(neighbours.into_iter().map(|(first, second)| (begin + first, begin + second)));
        }
        if rules.depths.is_none() {
            pairings = rules.schedule.pairings(players.len());
        }
        Self {
            name: planned.name.clone(),
            variant: planned.variant.clone(),
            size: planned.size,
            players,
            numbered: planned.numbered.iter().cloned().chain(of_evaluators).collect(),
            pairings,
            openings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Preset;

    fn plan(evaluator: &str, weights: &str, book: &str) -> MatchPlan {
        let mind = Mind::Engine(Box::new(EngineMind {
            config: Preset::named("full-sound").unwrap().config,
            evaluator: evaluator.to_owned(),
            weights: Some(weights.to_owned()),
            book: Some(book.to_owned()),
            level: None,
            threads: 1,
            hash: 1 << 20,
        }));
        let allowance = Allowance::default();
        let player = |name: &str| Player { name: name.to_owned(), mind: mind.clone(), allowance };
        let game = MatchedGame {
            name: "nim".to_owned(),
            variant: "plain".to_owned(),
            size: None,
            players: vec![player("a"), player("b")],
            numbered: vec![("s.ron 1".to_owned(), book.to_owned())],
            pairings: vec![(0, 1)],
            openings: vec![Opening::default()],
        };
        MatchPlan { version: String::new(), games: vec![game], house: House::default(), sprt: None, seed: 1 }
    }

    #[test]
    fn whoever_is_paired_must_be_among_the_players() {
        let mut plan = plan("here/w", "w", "b");
        assert!(plan.holds_together());
        plan.games[0].pairings.push((0, 2));
        assert!(!plan.holds_together());
    }

    #[test]
    fn files_may_lie_elsewhere_but_must_hold_the_same() {
        let identities = |plan: &MatchPlan| {
            let jobs = plan.jobs();
            [plan.identity(), jobs[0].identity(), jobs[1].identity()]
        };
        let here = identities(&plan("here/w", "anyply weights 12 here/w", "34 here/b"));
        assert_eq!(here, identities(&plan("a place/w", "anyply weights 12 a place/w", "34 a place/b")));
        let settings = identities(&plan("here/s", "count()", "34 here/b"));
        assert_eq!(settings, identities(&plan("there/s", "count()", "34 here/b")));
        for other in [
            plan("here/w", "anyply weights 13 here/w", "34 here/b"),
            plan("here/w", "anyply weights 12 here/w", "35 here/b"),
            plan("here/w", "count()", "34 here/b"),
        ] {
            assert!(here.iter().zip(identities(&other)).all(|(mine, other)| *mine != other), "{other:?}");
        }
    }

    #[test]
    fn a_figure_is_read_again_to_its_last_digit() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.012_345_678_901_234_567, beta: 0.05 };
        let plan = MatchPlan { sprt: Some(sprt), ..plan("w", "count()", "34 b") };
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<MatchPlan>(&text).unwrap(), plan);
    }
}
