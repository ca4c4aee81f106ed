//! [`Seat`]: a player at the board, whatever chooses its moves.

use super::outsider::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use super::player::Allowance;
use crate::engine::Engine;
use crate::game::Situation;
use crate::level::Level;
use crate::notation::{Notation, quoted};
use crate::score::{Certainty, Distance, Score};
use crate::search::{Limits, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::Duration;

/// A player at the board.
#[derive(Debug)]
pub struct Seat<'a, G: Notation> {
    /// What chooses the moves.
    pub who: Who<'a, G>,
    /// What it may spend.
    pub allowance: Allowance,
}

/// What chooses the moves.
pub enum Who<'a, G: Notation> {
    /// An engine, and what makes it slip.
    Engine(&'a mut dyn Engine<G>, Option<Slips>),
    /// Another program.
    Outsider(&'a mut dyn Outsider),
}

impl<G: Notation> std::fmt::Debug for Who<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Engine(..) => "Engine",
            Self::Outsider(_) => "Outsider",
        })
    }
}

/// The slips of a low level.
#[derive(Clone, Debug)]
pub struct Slips {
    level: Level,
    random: Pcg64Mcg,
}

impl Slips {
    /// Those of a level, drawn from `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, random: Pcg64Mcg::seed_from_u64(seed) }
    }
}

/// A move that was chosen, and what was found on the way.
#[derive(Debug)]
pub(super) struct Choice<M> {
    /// None gives up.
    pub(super) mv: Option<M>,
    pub(super) depth: Option<u32>,
    /// In the game's unit, for the mover; no figure stands for a win without margin.
    pub(super) score: Option<f64>,
    /// Plies to a win, negative to a loss.
    pub(super) win_in: Option<i32>,
    pub(super) nodes: Option<u64>,
}

impl<M> Choice<M> {
    fn of(mv: M) -> Self {
        Self { mv: Some(mv), depth: None, score: None, win_in: None, nodes: None }
    }
}

/// What may be spent on a move, and after how long its answer comes too late.
#[derive(Clone, Debug)]
pub(super) struct Time<'a> {
    pub(super) limits: Limits,
    pub(super) patience: Duration,
    pub(super) late: FaultKind,
    pub(super) stop: &'a Stop,
}

/// The game so far, in text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub(super) start: Option<&'a str>,
    pub(super) moves: &'a [(crate::game::Side, String)],
    pub(super) position: &'a str,
}

impl<'a> Told<'a> {
    pub(super) fn turn<'b, G: Notation>(&'b self, at: &Situation<G>, time: &'b Time<'a>) -> TextTurn<'b> {
        let Self { start, moves, position } = *self;
        let Time { limits, patience, late, stop } = time;
        TextTurn { start, moves, position, side: at.side, limits, patience: *patience, late: *late, stop }
    }
}

impl<G: Notation> Seat<'_, G> {
    /// Gets ready.
    pub(super) fn begin(&mut self, at: &Situation<G>, told: &Told<'_>, time: &Time<'_>) -> Result<(), Fault> {
        match &mut self.who {
            Who::Engine(engine, _) => {
                engine.clear();
                if !self.allowance.is_timeless() {
                    engine.prepare();
                }
            }
            Who::Outsider(outsider) => outsider.begin(&told.turn(at, time))?,
        }
        Ok(())
    }

    /// Chooses a move; where there is only a pass, hardly anybody is asked.
    pub(super) fn choose(
        &mut self,
        game: &G,
        at: &Situation<G>,
        told: &Told<'_>,
        time: &Time<'_>,
    ) -> Result<Choice<G::Move>, Fault> {
        let moves = at.moves(game);
        let forced = matches!(moves[..], [only] if game.is_pass(only));
        match &mut self.who {
            Who::Engine(..) if forced => Ok(Choice::of(moves[0])),
            Who::Engine(engine, slips) => {
                if let Some(slips) = slips
                    && slips.level.slips_now(&mut slips.random)
                {
                    return Ok(Choice::of(moves[slips.random.random_range(0..moves.len())]));
                }
                let report = engine.search(at, &time.limits, time.stop, &mut ());
                let line = report.lines.first().ok_or(Fault::new(FaultKind::NoMove, "no move"))?;
                let (score, win_in) = told_score(line.score, line.certainty);
                Ok(Choice {
                    mv: Some(line.moves[0]),
                    depth: Some(report.depth),
                    score,
                    win_in,
                    nodes: Some(report.nodes),
                })
            }
            Who::Outsider(outsider) if forced => {
                outsider.pass(&told.turn(at, time))?;
                Ok(Choice::of(moves[0]))
            }
            Who::Outsider(outsider) => read(game, at, outsider.choose(&told.turn(at, time))?),
        }
    }

    /// The game is over.
    pub(super) fn end(&mut self, at: &Situation<G>, told: &Told<'_>, time: &Time<'_>) {
        if let Who::Outsider(outsider) = &mut self.who {
            outsider.end(&told.turn(at, time));
        }
    }

    /// What was said, where somebody from outside sits here.
    pub(super) fn transcript(&self) -> Vec<String> {
        match &self.who {
            Who::Engine(..) => Vec::new(),
            Who::Outsider(outsider) => outsider.transcript(),
        }
    }
}

// A win that is only believed is the largest value.
fn told_score(score: Score, certainty: Certainty) -> (Option<f64>, Option<i32>) {
    match score.claim(certainty) {
        None => (Some(score.as_value().units()), None),
        Some(Distance::Win(plies)) => (None, Some(plies as i32)),
        Some(Distance::Loss(plies)) => (None, Some(-(plies as i32))),
    }
}

// An answer that has the form of a move is an illegal one where it cannot be read; anything else is no move
// at all.
fn read<G: Notation>(game: &G, at: &Situation<G>, choice: TextChoice) -> Result<Choice<G::Move>, Fault> {
    /// No move of any game is longer.
    const LONGEST: usize = 8;
    let TextChoice { mv, depth, score, nodes } = choice;
    let read = |text: String| {
        game.parse_move(at, &text).map_err(|_| {
            let digits = text.bytes().any(|byte| byte.is_ascii_digit());
            let formed = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let pass = text.eq_ignore_ascii_case("pass");
            let kind = if formed && digits || pass { FaultKind::IllegalMove } else { FaultKind::Garbage };
            Fault::new(kind, if text.is_empty() { "an empty answer".to_owned() } else { quoted(&text) })
        })
    };
    Ok(Choice { mv: mv.map(read).transpose()?, depth, score, win_in: None, nodes })
}
