//! [`PairJob`]: two games to be played, as data; [`PairResult`]: what came of them, as one line of JSON.

use super::play::{Contest, Ending, Played, play};
use crate::engine::{Engine, Resources, engine_with};
use crate::game::{Outcome, Side};
use crate::lab::{JobError, digest, evaluator_source};
use crate::plugin::Plugin;
use crate::search::{Limits, SearchConfig, Stop};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Two games from one opening, each player once with each colour. All that the result depends on is here, so a job can be done
/// anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairJob {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// Where both games begin, in the game's notation.
    pub opening: String,
    /// Who plays: the one that is measured, and the one that it is measured against.
    pub players: [Player; 2],
    /// Bytes of each player's table.
    pub hash: u64,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

/// Settings with what they may spend on a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What it is called.
    pub name: String,
    /// How it searches.
    pub config: SearchConfig,
    /// What its evaluator is called.
    pub evaluator: String,
    /// The evaluator's weights, where it is not a built-in one.
    pub weights: Option<String>,
    /// What it may spend.
    pub limits: MoveLimits,
}

/// What a player may spend on a move; the first limit reached ends the search. One at least must be given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MoveLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions made.
    pub nodes: Option<u64>,
    /// Time, in milliseconds. The games then depend on the machine.
    pub milliseconds: Option<u64>,
}

impl From<MoveLimits> for Limits {
    fn from(limits: MoveLimits) -> Self {
        let MoveLimits { depth, nodes, milliseconds } = limits;
        Self { depth, nodes, time: milliseconds.map(Duration::from_millis), ..Self::default() }
    }
}

impl PairJob {
    /// What tells jobs apart, in all runs and on all machines: a digest of all of the above.
    pub fn identity(&self) -> String {
        digest(self)
    }
}

/// What came of a pair of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// The game's name.
    pub game: String,
    /// The player that is measured.
    pub first: String,
    /// The player that it is measured against.
    pub second: String,
    /// Where both games begin, in the game's notation.
    pub opening: String,
    /// Half points that the first player made, 0 to 4.
    pub half_points: usize,
    /// The game with the first player as Black, and the one with it as White.
    pub games: [GameLine; 2],
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What was drawn by lot was drawn from this.
    pub seed: u64,
    /// The [identity](PairJob::identity) of the job.
    pub job: String,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Who was Black.
    pub black: String,
    /// Who was White.
    pub white: String,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much, in a game with a margin that was played to its end.
    pub margin: Option<u32>,
    /// What the game was lost by, if not by its rules.
    pub forfeit: Option<String>,
    /// The moves from the opening on, in the game's notation.
    pub moves: String,
    /// Positions that Black and White made.
    pub nodes: [u64; 2],
    /// The time that Black and White took.
    pub seconds: [f64; 2],
}

/// Plays a pair of games of `game`, whose variant is the job's. Nothing comes of it if it is stopped.
///
/// # Errors
/// [`JobError`] if the job is none of this game.
pub fn run_pair<G: Plugin>(game: &G, job: &PairJob, stop: &Stop) -> Result<Option<PairResult>, JobError> {
    let opening = game.parse_position(&job.opening, None).map_err(JobError::Position)?;
    let [mut first, mut second] = [engine_of(game, job, 0)?, engine_of(game, job, 1)?];
    let limits = [0, 1].map(|player| Limits::from(job.players[player].limits));
    let mut games = Vec::with_capacity(2);
    for black in [0, 1] {
        let mut engines: [&mut dyn Engine<G>; 2] = [&mut *first, &mut *second];
        engines.rotate_left(black);
        let mut contest = Contest { engines, limits: [&limits[black], &limits[1 - black]] };
        let Some(played) = play(game, &opening, &mut contest, stop) else { return Ok(None) };
        games.push(line(game, job, black, &played));
    }
    let games: [GameLine; 2] = games.try_into().expect("two games were played");
    let half_points = |(game, own): (&GameLine, Side)| match game.winner {
        None => 1,
        Some(winner) => 2 * usize::from(winner == own),
    };
    Ok(Some(PairResult {
        game: job.game.clone(),
        first: job.players[0].name.clone(),
        second: job.players[1].name.clone(),
        opening: job.opening.clone(),
        half_points: games.iter().zip(Side::BOTH).map(half_points).sum(),
        games,
        variant: job.variant.clone(),
        size: job.size,
        seed: job.seed,
        job: job.identity(),
    }))
}

fn engine_of<G: Plugin>(game: &G, job: &PairJob, number: usize) -> Result<Box<dyn Engine<G>>, JobError> {
    let player = &job.players[number];
    let source = evaluator_source::<G>(&player.evaluator, player.weights.as_deref())?;
    // Two players that leave everything to the lot must not draw the same.
    let seed = job.seed.wrapping_mul(2).wrapping_add(number as u64);
    let resources = Resources { hash: job.hash as usize, threads: 1, seed };
    engine_with(game, &source, player.config.clone(), resources).map_err(JobError::Settings)
}

fn line<G: Plugin>(game: &G, job: &PairJob, black: usize, played: &Played<G>) -> GameLine {
    let moves: Vec<String> = played.moves.iter().map(|&mv| game.move_text(mv)).collect();
    let (margin, forfeit) = match played.ending {
        Ending::Outcome(Outcome { margin, .. }) => (margin, None),
        Ending::Forfeit(_, reason) => (None, Some(reason.to_string())),
    };
    GameLine {
        black: job.players[black].name.clone(),
        white: job.players[1 - black].name.clone(),
        winner: played.ending.winner(),
        margin,
        forfeit,
        moves: moves.join(" "),
        nodes: played.nodes,
        seconds: played.time.map(|time| time.as_secs_f64()),
    }
}
