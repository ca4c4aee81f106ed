//! Protocols by which other programs talk to engines, one file each, with the client's side beside the
//! server's. To be an engine, [`Desk`] is the pipe and [`Player`] the engine at this end of it; to play
//! against one, [`Peer`](peer::Peer) is the program at the other end, and [`Programs`] keeps those that run.
//!
//! What they have in common: one command a line; an answer is flushed at once; what is not understood is
//! never a reason to end; the engine is built, and its memory provided, before the command that begins a game
//! is answered.

mod codecup;
mod desk;
mod dvonn_agent;
mod gomocup;
mod gtp;
mod line;
mod nboard;
mod peer;
mod player;
mod programs;

pub(crate) use desk::Desk;
pub(crate) use peer::end_all;
pub(crate) use player::Player;
pub(crate) use programs::{ProgramText, Programs};

use anyhow::Result;
use anyply_games::{AnyGame, TextGame};
use clap::ValueEnum;
use std::io;

/// A protocol by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// Go Text Protocol 2, for every game
    Gtp,
    /// NBoard 2, for Othello
    Nboard,
    /// Gomocup, with the extensions of board programs
    Gomocup,
    /// CodeCup, Dvonn: one game a process
    Codecup,
    /// `go BOARD SIDE [p] MILLISECONDS`, for Dvonn referees
    Line,
    /// The Dvonn agent's messages
    DvonnAgent,
}

impl Protocol {
    /// The name, as on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The games it is spoken for; the first is the default.
    pub(crate) fn games(self) -> Vec<&'static str> {
        match self {
            Self::Gtp => AnyGame::names(),
            Self::Nboard => vec!["othello"],
            Self::Gomocup => vec!["gomoku"],
            Self::Codecup | Self::Line | Self::DvonnAgent => vec!["dvonn"],
        }
    }

    /// Refuses a game that it is not spoken for.
    ///
    /// # Errors
    /// A line that names those it is spoken for.
    pub(crate) fn check_game(self, name: &str) -> Result<(), String> {
        let known = self.games();
        if known.contains(&name) {
            return Ok(());
        }
        Err(format!("{} is not spoken for '{name}' (known: {})", self.name(), known.join(", ")))
    }

    /// Whether nothing is asked of it before it has said which position that is about.
    pub(crate) const fn sets_up(self) -> bool {
        matches!(self, Self::Gomocup | Self::Line)
    }

    /// Answers commands until there are no more.
    ///
    /// # Errors
    /// Nobody reads the answers.
    pub(crate) fn serve(self, mut player: Player, desk: &mut Desk) -> Result<()> {
        // In Gomocup the game, and how much memory there is for it, are still to be told.
        if self != Self::Gomocup {
            player.game.prepare();
        }
        match self {
            Self::Gtp => drive(&mut gtp::Server::new(player), desk),
            Self::Nboard => drive(&mut nboard::Server::new(player), desk),
            Self::Gomocup => drive(&mut gomocup::Server::new(player), desk),
            Self::Codecup => drive(&mut codecup::Server::new(player), desk),
            Self::Line => drive(&mut line::Server::new(player), desk),
            Self::DvonnAgent => drive(&mut dvonn_agent::Server::new(player), desk),
        }
    }
}

/// The engine's side of a protocol.
trait Serve {
    /// Does what a line asks.
    ///
    /// # Errors
    /// Nobody reads the answers.
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then>;
}

/// What comes after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    Next,
    End,
}

fn drive(server: &mut impl Serve, desk: &mut Desk) -> Result<()> {
    while let Some(line) = desk.next() {
        if server.answer(&line, desk)? == Then::End {
            break;
        }
    }
    Ok(())
}
