//! [`Outsider`]: a player that is another program, or whoever else is spoken to in text.

use super::player::Program;
use crate::game::Side;
use crate::search::{Limits, Stop};
use std::fmt;
use std::time::Duration;

/// Somebody who plays in text. How it is spoken to is its own affair.
pub trait Outsider: Send {
    /// Gets ready for a game that begins at `turn`; it may be the other side's.
    ///
    /// # Errors
    /// A [`Fault`] that loses the game.
    fn begin(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault>;

    /// Chooses a move.
    ///
    /// # Errors
    /// A [`Fault`] that loses the game.
    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault>;

    /// It must pass. Most need not be asked.
    ///
    /// # Errors
    /// A [`Fault`] that loses the game.
    fn pass(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        let _ = turn;
        Ok(())
    }

    /// The game is over; this is how it stands.
    fn end(&mut self, turn: &TextTurn<'_>) {
        let _ = turn;
    }

    /// What was said from the beginning of the game on, line by line, the latest at least.
    fn transcript(&self) -> Vec<String>;
}

/// A game as an [`Outsider`] may be told it.
#[derive(Clone, Copy, Debug)]
pub struct TextTurn<'a> {
    /// Where the game began, in the game's notation, where that is not the variant's own start.
    pub start: Option<&'a str>,
    /// All moves from there, those of the opening too, and who made them.
    pub moves: &'a [(Side, String)],
    /// The position now, in the game's notation.
    pub position: &'a str,
    /// The side to move.
    pub side: Side,
    /// What may be spent on the move.
    pub limits: &'a Limits,
    /// After so long the answer comes too late,
    pub patience: Duration,
    /// and that is the fault.
    pub late: FaultKind,
    /// Ends the waiting; what comes of it does not matter then.
    pub stop: &'a Stop,
}

/// What an [`Outsider`] chose.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TextChoice {
    /// The move, in the game's notation; none gives up.
    pub mv: Option<String>,
    /// The depth it says it searched.
    pub depth: Option<u32>,
    /// What it says the position is worth to it, in the game's unit.
    pub score: Option<f64>,
    /// How many positions it says it made.
    pub nodes: Option<u64>,
}

/// What loses a game, apart from its rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}: {note}")]
pub struct Fault {
    /// Of which kind.
    pub kind: FaultKind,
    /// What exactly.
    pub note: String,
}

impl Fault {
    /// A fault with what there is to say about it.
    pub fn new(kind: FaultKind, note: impl Into<String>) -> Self {
        Self { kind, note: note.into() }
    }
}

/// Kinds of [`Fault`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that the rules do not allow.
    IllegalMove,
    /// An answer that is no move at all.
    Garbage,
    /// No move, where there is one.
    NoMove,
    /// No answer within the time of a move or of the game.
    TimeOut,
    /// No answer at all, where no time was set.
    Silence,
    /// It ended, or does not listen any more.
    Crash,
    /// It says that it cannot do what a game needs.
    Refusal,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal move",
            Self::Garbage => "garbage",
            Self::NoMove => "no move",
            Self::TimeOut => "time-out",
            Self::Silence => "silence",
            Self::Crash => "crash",
            Self::Refusal => "refusal",
        })
    }
}

/// Where the programs come from that play.
pub trait Outsiders: Sync {
    /// One that is free, or a fresh one. `seat` tells players of the same program apart.
    ///
    /// # Errors
    /// A [`Fault`] that loses the game.
    fn take(&self, program: &Program, seat: &str) -> Result<Box<dyn Outsider>, Fault>;

    /// It has played its game without fault, and may be given another.
    fn give_back(&self, program: &Program, seat: &str, outsider: Box<dyn Outsider>);
}

/// Nobody from outside: where all players are engines of this program.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Outsiders for Nobody {
    fn take(&self, program: &Program, _: &str) -> Result<Box<dyn Outsider>, Fault> {
        Err(Fault::new(FaultKind::Crash, format!("'{}': no programs here", program.command)))
    }

    fn give_back(&self, _: &Program, _: &str, _: Box<dyn Outsider>) {}
}
