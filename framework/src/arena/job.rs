//! [`GameJob`]: a game to be played, as data; [`GameResult`]: what came of it, as one line of JSON.

use super::openings::Opening;
use super::outsider::{Fault, Outsider, Outsiders};
use super::player::{Allowance, EngineMind, Mind, Player};
use super::referee::{EndedBy, Ending, House, MoveLine, Played, Table, play};
use super::seat::{Seat, Slips, Who};
use crate::book::{OpenBook, named_book, with_book};
use crate::engine::{Engine, Resources};
use crate::game::Side;
use crate::lab::{JobError, digest, evaluator_source};
use crate::plugin::{EvaluatorSource, Plugin};
use crate::search::{Method, Stop};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One game of a match. All that the result depends on is here, so a job can be done anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameJob {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// Where it begins.
    pub opening: Opening,
    /// Which opening of the match that is, from 0: two games from it make a pair.
    pub round: usize,
    /// Who plays: the one that is measured, and the one that it is measured against. Shared: a long match has
    /// many jobs, and a player says much.
    pub players: [Arc<Player>; 2],
    /// The colour of the one that is measured.
    pub first_is: Side,
    /// What the referee allows.
    pub house: House,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

impl GameJob {
    /// What tells jobs apart, in all runs and on all machines: a digest of all of the above, but for where
    /// the players' files are.
    pub fn identity(&self) -> String {
        let mut job = self.clone();
        job.players.iter_mut().for_each(|player| Arc::make_mut(player).forget_places());
        digest(&job)
    }

    /// Whether Black is the player that is measured, 0, or the other one.
    fn black(&self) -> usize {
        self.first_is.index()
    }

    /// Who plays Black, and who White.
    fn by_colour(&self) -> [&Player; 2] {
        let [first, second] = &self.players;
        if self.black() == 0 { [first, second] } else { [second, first] }
    }
}

/// What came of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The game's name.
    pub game: String,
    /// The player that is measured.
    pub first: String,
    /// The player that it is measured against.
    pub second: String,
    /// Which opening of the match it begins with, from 0.
    pub round: usize,
    /// Who was Black.
    pub black: String,
    /// Who was White.
    pub white: String,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much, in a game with a margin that was played to its end, or whose result was proven.
    pub margin: Option<u32>,
    /// What ended it.
    pub by: EndedBy,
    /// Of a fault, what exactly it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Of a fault, what was said between the referee and who lost by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<String>,
    /// Where it began.
    pub opening: Opening,
    /// The moves from there on.
    pub moves: Vec<MoveLine>,
    /// How many moves there were.
    pub plies: usize,
    /// Positions that Black and White made, as far as they told.
    pub nodes: [u64; 2],
    /// The time that Black and White took.
    pub seconds: [f64; 2],
    /// The variant's name.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What was drawn by lot was drawn from this.
    pub seed: u64,
    /// The [identity](GameJob::identity) of the job.
    pub job: String,
}

impl GameResult {
    /// Half points of the player that is measured: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == self.first_is()),
        }
    }

    /// Whether all that follows from the job is as it should be, and nothing contradicts the rest; what the
    /// rules make of the moves is not asked.
    pub(crate) fn is_of(&self, job: &GameJob) -> bool {
        let [black, white] = job.by_colour();
        let nodes = self.moves.iter().fold(0, |sum: u64, mv| sum.saturating_add(mv.nodes.unwrap_or(0)));
        (&self.first, &self.second, &self.black, &self.white)
            == (&job.players[0].name, &job.players[1].name, &black.name, &white.name)
            && (&self.game, &self.variant, self.size) == (&job.game, &job.variant, job.size)
            && (self.round, &self.opening, self.seed) == (job.round, &job.opening, job.seed)
            && self.plies == self.moves.len()
            && self.margin.is_none_or(|margin| (margin > 0) == self.winner.is_some())
            && (matches!(self.by, EndedBy::Rules | EndedBy::Adjudication)
                || self.winner.is_some() && self.margin.is_none())
            && self.nodes[0].saturating_add(self.nodes[1]) == nodes
            && self.seconds.iter().chain(self.moves.iter().map(|mv| &mv.seconds)).all(is_time)
    }

    /// The colour of the player that is measured.
    pub fn first_is(&self) -> Side {
        if self.black == self.first { Side::Black } else { Side::White }
    }
}

// Longer than anybody waits, in seconds: some thirty years.
fn is_time(seconds: &f64) -> bool {
    (0.0..1e9).contains(seconds)
}

/// Plays a game of `game`, whose variant is the job's. Nothing comes of it if it is stopped.
///
/// # Errors
/// [`JobError`] if the job is none of this game, a file that it names is another by now or gone, or there is
/// no memory for a table.
pub fn run_game<G: Plugin>(
    game: &G,
    job: &GameJob,
    outsiders: &dyn Outsiders,
    stop: &Stop,
) -> Result<Option<GameResult>, JobError> {
    let mut minds = Vec::with_capacity(2);
    for (player, side) in job.by_colour().into_iter().zip(Side::BOTH) {
        match taken(game, job, player, outsiders)? {
            Ok(mind) => minds.push(mind),
            Err(fault) => {
                let played = Played::nothing(Ending::by_fault(side, fault, Vec::new()));
                give_back(minds, job, Some(&played), outsiders);
                return Ok(Some(result(job, played)));
            }
        }
    }
    let mut judge = job.house.adjudicate.map(|_| judge(game)).transpose()?;
    let table = Table {
        game,
        opening: &job.opening,
        house: job.house,
        judge: judge.as_mut().map(|judge| &mut **judge as &mut dyn Engine<G>),
        stop,
    };
    let [black, white] = &mut minds[..] else { unreachable!("two were taken") };
    let [of_black, of_white] = job.by_colour();
    let seats = [seat(black, of_black, job, Side::Black), seat(white, of_white, job, Side::White)];
    let played = play(table, seats).map_err(JobError::Position)?;
    give_back(minds, job, played.as_ref(), outsiders);
    Ok(played.map(|played| result(job, played)))
}

/// A player that was got ready.
enum Taken<G: Plugin> {
    Engine(Box<dyn Engine<G>>),
    Outsider(Box<dyn Outsider>),
}

fn taken<G: Plugin>(
    game: &G,
    job: &GameJob,
    player: &Player,
    outsiders: &dyn Outsiders,
) -> Result<Result<Taken<G>, Fault>, JobError> {
    Ok(match &player.mind {
        Mind::Engine(mind) => {
            Ok(Taken::Engine(engine_of(game, (mind, player.allowance), seed_of(job, player))?))
        }
        Mind::Program(program) => outsiders.take(program, &player.name).map(Taken::Outsider),
    })
}

// Two players that leave everything to the lot must not draw the same.
fn seed_of(job: &GameJob, player: &Player) -> u64 {
    job.seed.wrapping_mul(2).wrapping_add(u64::from(player.name != job.players[0].name))
}

fn engine_of<G: Plugin>(
    game: &G,
    (mind, allowance): (&EngineMind, Allowance),
    seed: u64,
) -> Result<Box<dyn Engine<G>>, JobError> {
    /// For each position that may be made for a move: a table entry for it in every move of a long game is
    /// half as much.
    const ROOM: u64 = 4096;
    let source = evaluator_source::<G>(&mind.evaluator, mind.weights.as_deref())?;
    // Where a move is a few thousand positions, it is providing larger tables that games would take their
    // time for.
    let fills = allowance.nodes.filter(|_| mind.config.method == Method::Negamax);
    let hash = mind.hash.min(fills.map_or(u64::MAX, |nodes| nodes.saturating_mul(ROOM)));
    let resources = Resources { hash: hash as usize, threads: mind.threads as usize, seed };
    let engine = game.engine(&source, mind.config.clone(), resources).map_err(JobError::Settings)?;
    let Some(said) = &mind.book else { return Ok(engine) };
    let book = named_book(game, said).map_err(JobError::Book)?;
    Ok(with_book(game.clone(), &OpenBook { book, lot: Some(seed) }, engine))
}

// What plays best here, with a small table: it only looks for what is nearly over.
fn judge<G: Plugin>(game: &G) -> Result<Box<dyn Engine<G>>, JobError> {
    let source = EvaluatorSource::BuiltIn(&G::evaluators()[0]);
    let resources = Resources { hash: 4 << 20, ..Resources::default() };
    game.engine(&source, G::best().config, resources).map_err(JobError::Settings)
}

fn seat<'a, G: Plugin>(taken: &'a mut Taken<G>, player: &Player, job: &GameJob, side: Side) -> Seat<'a, G> {
    let who = match (taken, &player.mind) {
        (Taken::Outsider(outsider), _) => Who::Outsider(&mut **outsider),
        (Taken::Engine(engine), Mind::Engine(mind)) => {
            let seed = seed_of(job, player).wrapping_add((side.index() as u64) << 32);
            Who::Engine(&mut **engine, mind.level().map(|level| Slips::new(level, seed)))
        }
        (Taken::Engine(_), Mind::Program(_)) => unreachable!("a program is taken from outside"),
    };
    Seat { who, allowance: player.allowance }
}

// Who has lost by a fault, and whoever was broken off, is not asked again.
fn give_back<G: Plugin>(
    minds: Vec<Taken<G>>,
    job: &GameJob,
    played: Option<&Played>,
    outsiders: &dyn Outsiders,
) {
    let faulty = |side: Side| {
        played.is_none_or(|played| played.ending.by.fault().is_some() && played.ending.winner == Some(!side))
    };
    for ((taken, player), side) in minds.into_iter().zip(job.by_colour()).zip(Side::BOTH) {
        if let (Taken::Outsider(outsider), Mind::Program(program)) = (taken, &player.mind)
            && !faulty(side)
        {
            outsiders.give_back(program, &player.name, outsider);
        }
    }
}

fn result(job: &GameJob, played: Played) -> GameResult {
    let Played { moves, ending, time, nodes } = played;
    let [black, white] = job.by_colour().map(|player| player.name.clone());
    let [first, second] = [0, 1].map(|number: usize| job.players[number].name.clone());
    GameResult {
        game: job.game.clone(),
        first,
        second,
        round: job.round,
        black,
        white,
        winner: ending.winner,
        margin: ending.margin,
        by: ending.by,
        note: ending.note,
        transcript: ending.transcript,
        opening: job.opening.clone(),
        nodes,
        plies: moves.len(),
        moves,
        seconds: time.map(|time| time.as_secs_f64()),
        variant: job.variant.clone(),
        size: job.size,
        seed: job.seed,
        job: job.identity(),
    }
}
