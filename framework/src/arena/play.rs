//! [`play`]: one game between two engines.

use crate::engine::Engine;
use crate::game::{Game, Outcome, Side, Situation, Turn};
use crate::search::{Limits, Stop};
use std::fmt;
use std::time::Duration;

/// Who plays, and how long each thinks about a move.
#[derive(Debug)]
pub struct Contest<'a, G: Game> {
    /// Black and White.
    pub engines: [&'a mut dyn Engine<G>; 2],
    /// What each may spend on a move.
    pub limits: [&'a Limits; 2],
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The moves from the opening on.
    pub moves: Vec<G::Move>,
    /// How it ended.
    pub ending: Ending,
    /// Positions that Black and White made.
    pub nodes: [u64; 2],
    /// The time that Black and White took.
    pub time: [Duration; 2],
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Outcome(Outcome),
    /// A player did what it must not; the other one wins.
    Forfeit(Side, Forfeit),
}

impl Ending {
    /// Who won; nobody in a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Outcome(outcome) => outcome.winner,
            Self::Forfeit(loser, _) => Some(!*loser),
        }
    }
}

/// What a game is lost by, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// No move was given where there is one.
    NoMove,
    /// A move was given that is not legal.
    IllegalMove,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMove => "no move",
            Self::IllegalMove => "an illegal move",
        })
    }
}

/// Plays a game from `opening` to its end, from fresh engines; none if it is stopped before.
pub fn play<G: Game>(
    game: &G,
    opening: &Situation<G>,
    contest: &mut Contest<'_, G>,
    stop: &Stop,
) -> Option<Played<G>> {
    contest.engines.iter_mut().for_each(|engine| engine.clear());
    let mut at = *opening;
    let mut moves = Vec::new();
    let (mut nodes, mut time) = ([0; 2], [Duration::ZERO; 2]);
    let ending = loop {
        if let Some(outcome) = at.outcome(game) {
            break Ending::Outcome(outcome);
        }
        let mover = at.side.index();
        let report = contest.engines[mover].search(&at, contest.limits[mover], stop, &mut ());
        if stop.is_set() {
            return None;
        }
        nodes[mover] += report.nodes;
        time[mover] += report.elapsed;
        let Some(mv) = report.best() else { break Ending::Forfeit(at.side, Forfeit::NoMove) };
        let Ok((position, turn)) = game.try_play(&at.position, mv) else {
            break Ending::Forfeit(at.side, Forfeit::IllegalMove);
        };
        moves.push(mv);
        let side = if turn == Turn::Next { !at.side } else { at.side };
        at = Situation { position, side };
    };
    Some(Played { moves, ending, nodes, time })
}
