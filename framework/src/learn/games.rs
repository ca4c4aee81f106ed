//! [`GamesPlan`]: the games of a round, as data; [`GameLine`]: what came of one, as one short line of JSON.

use super::recipe::{Recipe, Round};
use crate::lab::{Work, digest};
use crate::search::SearchConfig;
use serde::{Deserialize, Serialize};

/// The games of a round. Nothing is in it that they do not depend on, so that the same games serve when
/// weights are fitted otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesPlan {
    /// The version of the program that made the plan: another one may play otherwise.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// Which round, from 1.
    pub round: u32,
    /// How many games.
    pub games: u32,
    /// The evaluator that plays.
    pub evaluator: String,
    /// The digest of its weights, if they were learned, in the round before or for the program.
    pub weights: Option<String>,
    /// The hand-made evaluator that finds exact results.
    pub beside: String,
    /// How moves are searched.
    pub play: SearchConfig,
    /// Plies that they are searched.
    pub depth: u32,
    /// How exact results are searched.
    pub solve: SearchConfig,
    /// Plies that may be left when they are.
    pub exact_from: u32,
    /// The fewest and the most random plies at the start.
    pub opening: (u32, u32),
    /// What a search may see ahead after them, in hundredths of the game's unit; 0 for anything.
    pub balance: u32,
    /// Once in so many games the set-up is played.
    pub played_setups: u32,
    /// Once in so many plies a random move.
    pub slips: u32,
    /// Whether what searches see is kept, as far as results are not exact; how much it counts is a matter of
    /// the fit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scores: bool,
    /// [How many hundredths of a point](super::Features::CENTS_OF_ODDS) make odds e times as long, where
    /// scores become shares of a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cents_of_odds: Option<u32>,
    /// Bytes of each search's table.
    pub hash: u64,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
    /// The digest of the games, where they were recorded and are only gone through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
}

/// Which game is to be played. With its plan, all that the result depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNumber {
    /// From 0.
    pub number: u32,
    identity: String,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The identity of the job.
    pub job: String,
    /// Where it began, if that was not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// All moves, passes included.
    pub moves: String,
    /// So many of them were drawn by lot at the start: nothing is known of the positions before the last of
    /// these.
    pub from: u32,
    /// The ply from which on results are exact, if there is one.
    pub exact: Option<u32>,
    /// What positions are worth to Black, in hundredths of the game's unit; where there is no margin, 100 for
    /// a win, and less for what is likely where scores are kept. Each figure holds for the plies after those
    /// of the figure before, up to and with its own. None where play went astray and the search had no
    /// result.
    pub values: Vec<(u32, Option<i32>)>,
    /// What the search of each ply saw for Black, likewise, from ply `from` on and before results are exact;
    /// none where there was nothing to choose. Empty where it is not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<i32>>,
}

impl GamesPlan {
    /// The games of round `number`, from 1, of a recipe whose names were looked up. `source` is the name of
    /// the evaluator that plays, and the digest of its weights.
    pub(super) fn new(
        (game, variant, size): (&str, &str, Option<u32>),
        (recipe, round, number): (&Recipe, &Round, u32),
        (evaluator, weights): (String, Option<String>),
        (beside, play, solve): (&str, SearchConfig, SearchConfig),
        cents_of_odds: Option<u32>,
        seed: u64,
    ) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_owned(),
            variant: variant.to_owned(),
            size,
            round: number,
            games: round.games,
            evaluator,
            weights,
            beside: beside.to_owned(),
            play,
            depth: round.depth,
            solve,
            exact_from: recipe.exact_from,
            opening: recipe.opening,
            balance: recipe.balance,
            played_setups: recipe.played_setups,
            slips: recipe.slips,
            scores: recipe.by_search > 0,
            cents_of_odds: cents_of_odds.filter(|_| recipe.by_search > 0),
            hash: recipe.hash,
            seed,
            recorded: None,
        }
    }
}

impl Work for GamesPlan {
    type Job = GameNumber;
    type Result = GameLine;

    fn identity(&self) -> String {
        digest(self)
    }

    fn holds_together(&self) -> bool {
        (1..=Recipe::GAMES).contains(&self.games)
    }

    fn jobs(&self) -> Vec<GameNumber> {
        let job = |number| GameNumber { number, identity: format!("{}-{}", self.round, number + 1) };
        (0..self.games).map(job).collect()
    }

    fn identity_of(job: &GameNumber) -> String {
        job.identity.clone()
    }

    fn job_of(result: &GameLine) -> &str {
        &result.job
    }

    fn is_plausible(_: &GameNumber, line: &GameLine) -> bool {
        line.values.is_sorted_by(|one, next| one.0 < next.0)
    }
}

impl GameLine {
    /// The number of the game, from 0.
    pub fn number(&self) -> Option<u32> {
        self.job.split_once('-')?.1.parse::<u32>().ok()?.checked_sub(1)
    }
}
