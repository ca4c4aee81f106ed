//! [`Player`]: who plays, as data.

use crate::book;
use crate::lab;
use crate::level::Level;
use crate::search::{Clock, Limits, SearchConfig};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What it is called.
    pub name: String,
    /// What chooses its moves.
    pub mind: Mind,
    /// What it may spend.
    pub allowance: Allowance,
}

impl Player {
    /// Leaves away where the files of its evaluator and its book are: what they hold tells players apart, and
    /// may lie elsewhere on another machine.
    pub(super) fn forget_places(&mut self) {
        let Mind::Engine(mind) = &mut self.mind else { return };
        lab::forget_place(&mut mind.evaluator, &mut mind.weights);
        mind.book.iter_mut().for_each(book::forget_place);
    }
}

/// What chooses moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mind {
    /// An engine of this program.
    Engine(Box<EngineMind>),
    /// Another program.
    Program(Program),
}

/// An engine of this program with its settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineMind {
    /// How it searches.
    pub config: SearchConfig,
    /// What its evaluator is called.
    pub evaluator: String,
    /// The evaluator's settings where it is not a built-in one, or where its weights are, as
    /// [`written`](crate::lab::written).
    pub weights: Option<String>,
    /// The opening book it plays by, as [`named`](crate::book::Book::named).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The [`Level`] that limits it and makes it slip.
    pub level: Option<u8>,
    /// Threads, at least 1.
    pub threads: u32,
    /// Bytes for what is remembered. A player that may make few positions a move gets less: as much as it
    /// could fill.
    pub hash: u64,
}

/// Another program, which is spoken to. Neither word means anything to the arena: see
/// [`Outsiders`](super::Outsiders).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// How it is spoken to.
    pub protocol: String,
    /// What starts it.
    pub command: String,
}

/// What a player may spend; the first limit reached ends a search. Without any, a search ends when it knows
/// the result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Allowance {
    /// Plies of a search.
    pub depth: Option<u32>,
    /// Positions made for a move.
    pub nodes: Option<u64>,
    /// Time for a move, in milliseconds. The games then depend on the machine.
    pub milliseconds: Option<u64>,
    /// Time for a game.
    pub clock: Option<GameClock>,
}

/// Time for a game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameClock {
    /// For all moves together.
    pub milliseconds: u64,
    /// What each move adds.
    pub increment: u64,
}

impl Allowance {
    /// What it may spend on a move with so much time `left` on its clock.
    pub(super) fn limits(&self, left: Option<Duration>) -> Limits {
        let increment = self.clock.map_or(0, |clock| clock.increment);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.milliseconds.map(Duration::from_millis),
            clock: left.map(|left| Clock { left, increment: Duration::from_millis(increment) }),
            ..Limits::default()
        }
    }

    /// Whether the games are the same on every machine, as far as this player goes.
    pub fn is_timeless(&self) -> bool {
        self.milliseconds.is_none() && self.clock.is_none()
    }
}

impl From<&Limits> for Allowance {
    fn from(limits: &Limits) -> Self {
        // A limit that is too short to be told in milliseconds is the shortest.
        let milliseconds = |time: Duration| (time.as_millis() as u64).max(1);
        Self {
            depth: limits.depth,
            nodes: limits.nodes,
            milliseconds: limits.time.map(milliseconds),
            clock: limits.clock.map(|clock| GameClock {
                milliseconds: milliseconds(clock.left),
                increment: clock.increment.as_millis() as u64,
            }),
        }
    }
}

impl EngineMind {
    /// Its level, if it plays at one.
    pub(super) fn level(&self) -> Option<Level> {
        self.level.and_then(Level::get)
    }
}
