//! [`Programs`]: the programs of others that play, each started when it is first needed and kept from game to
//! game.

use super::peer::{Peer, words};
use super::{Protocol, codecup, dvonn_agent, gomocup, gtp, line, nboard};
use crate::lock::locked;
use crate::rows::square_rows;
use anyply_framework::arena::{Allowance, Fault, FaultKind, Opening, Outsider, Outsiders, Program};
use anyply_games::{AnyGame, TextGame};
use clap::ValueEnum;
use std::collections::HashMap;
use std::sync::Mutex;

/// What stands before a program's protocol and command line.
const PREFIX: &str = "cmd:";

/// A program as it is named on the command line: `cmd:PROTOCOL:COMMAND LINE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProgramText {
    pub(crate) protocol: Protocol,
    pub(crate) command: String,
}

impl ProgramText {
    /// Reads a program; none if the text names something else.
    ///
    /// # Errors
    /// A line that says what was expected.
    pub(crate) fn read(text: &str) -> Option<Result<Self, String>> {
        let rest = text.strip_prefix(PREFIX)?;
        let expected = || {
            let names: Vec<String> =
                Protocol::value_variants().iter().map(|protocol| protocol.name()).collect();
            format!("expected cmd:PROTOCOL:COMMAND LINE, with one of {}", names.join(", "))
        };
        Some(rest.split_once(':').ok_or_else(expected).and_then(|(protocol, command)| {
            let protocol = Protocol::from_str(protocol, false).map_err(|_| expected())?;
            words(command)?;
            Ok(Self { protocol, command: command.to_owned() })
        }))
    }

    /// As it is named on the command line.
    pub(crate) fn text(&self) -> String {
        format!("{PREFIX}{}:{}", self.protocol.name(), self.command)
    }

    /// Whether a text names a program, readable or not.
    pub(crate) fn is_meant(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// The program as a player of the arena.
    pub(crate) fn program(&self) -> Program {
        Program { protocol: self.protocol.name(), command: self.command.clone() }
    }

    /// Whether it can be started at all.
    ///
    /// # Errors
    /// A line that says why not.
    pub(crate) fn check(&self) -> Result<(), String> {
        let board = dvonn_agent::BOARD;
        if self.protocol == Protocol::DvonnAgent && !self.command.contains(board) {
            return Err(format!(
                "{} takes its board from a file: put {board} for it into the command line, such as --file {board}",
                self.protocol.name()
            ));
        }
        words(&self.command).and_then(|words| Peer::launch(&words, "")).map(drop)
    }
}

impl Protocol {
    /// A program that was just started, for games like this one.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if it cannot be started.
    pub(crate) fn connect(self, command: &str, game: AnyGame) -> Result<Box<dyn Outsider>, Fault> {
        let crash = |problem: String| Fault::new(FaultKind::Crash, problem);
        let words = words(command).map_err(crash)?;
        let launch = |farewell| Peer::launch(&words, farewell).map_err(crash);
        Ok(match self {
            Self::Gtp => {
                let size = square_rows(&game).ok().map(|rows| rows.len());
                Box::new(gtp::Client::new(launch("quit")?, size))
            }
            Self::Nboard => Box::new(nboard::Client::new(launch("quit")?, game)),
            Self::Gomocup => Box::new(gomocup::Client::new(launch("END")?, game)),
            Self::Line => Box::new(line::Client::new(launch("quit")?)),
            Self::Codecup => Box::new(codecup::Client::new(words)),
            Self::DvonnAgent => Box::new(dvonn_agent::Client::new(words)),
        })
    }

    /// Whether a program that speaks it can begin there and be held to that; `game` stands at the end of the
    /// opening.
    ///
    /// # Errors
    /// A line that says why not.
    pub(crate) fn fits(self, game: &AnyGame, opening: &Opening, allowance: &Allowance) -> Result<(), String> {
        let name = self.name();
        self.check_game(game.name())?;
        match self {
            Self::Gtp | Self::Codecup if opening.start.is_some() && begins_by_lot(game) => Err(format!(
                "{name} cannot set up a position, and in '{}' that is drawn by lot: it cannot be played",
                game.variant().name
            )),
            Self::Gtp if opening.start.is_some() => Err(format!(
                "{name} cannot set up a position: the game must begin as usual, with moves from there if need be"
            )),
            Self::Codecup if opening.start.is_some() || !opening.moves.is_empty() => Err(format!(
                "{name} has no openings: the game must begin at its start (in a match, --random-plies 0)"
            )),
            Self::DvonnAgent if !dvonn_agent::has_words_for(game) => Err(format!(
                "{name} has no words for placing pieces: begin with a full board, as --variant random does"
            )),
            _ => {
                let unknown = self.unknown(allowance);
                let rather = if self == Self::Nboard { "depth" } else { "time" };
                let give = || format!("give the program a {rather}, or nothing");
                let refused = || Err(format!("{name} knows no {}: {}", unknown.join(" and no "), give()));
                if unknown.is_empty() { Ok(()) } else { refused() }
            }
        }
    }

    // Depth and nodes, where it is given one of them for which it has no words.
    fn unknown(self, allowance: &Allowance) -> &'static [&'static str] {
        match self {
            Self::Nboard if allowance.nodes.is_some() => &["nodes"],
            Self::Nboard | Self::Gomocup => &[],
            _ if allowance.depth.is_some() || allowance.nodes.is_some() => &["depth", "nodes"],
            _ => &[],
        }
    }

    /// Whether one process plays game after game.
    pub(crate) const fn stays(self) -> bool {
        !matches!(self, Self::Codecup | Self::DvonnAgent)
    }

    /// Whether a program that speaks it can be told a game that is under way, or has gone back.
    pub(crate) const fn can_rejoin(self) -> bool {
        !matches!(self, Self::Codecup)
    }

    /// What a program that speaks it must know by itself, since there are no words to tell it: for people.
    pub(crate) fn untold(self, game: &AnyGame, allowance: &Allowance) -> Vec<String> {
        let name = self.name();
        let (of_move, of_game) = (allowance.milliseconds, allowance.clock);
        let is_whole = |milliseconds: u64| milliseconds.is_multiple_of(1000);
        let is_untold = match self {
            Self::Gtp => match of_game {
                Some(clock) => of_move.is_some() || !is_whole(clock.milliseconds),
                None => of_move.is_some_and(|of_move| !is_whole(of_move)),
            },
            Self::Nboard | Self::Codecup | Self::DvonnAgent => of_move.is_some() || of_game.is_some(),
            Self::Gomocup | Self::Line => false,
        };
        let default = AnyGame::open(game.name(), None, None).expect("it was opened before");
        let same_board =
            square_rows(game).map(|rows| rows.len()) == square_rows(&default).map(|rows| rows.len());
        let variant = game.variant().name;
        let rules = self == Self::Gtp && variant != default.variant().name && same_board;
        let time = is_untold.then(|| format!("{name} has no words for this time: it must keep it by itself"));
        // More than that might be nearer to what is meant; but how programs share a game's time out is not
        // known, and who is late loses.
        let rest = (self == Self::Line && of_move.is_some()).then(|| {
            format!("{name} has no words for the time of a move: it is told as the whole game's, and may hardly be used; give a clock")
        });
        let more = of_game.is_some_and(|clock| clock.increment > 0) && self == Self::Gtp;
        let more = more.then(|| {
            format!("{name} has no words for what each move adds to a clock: what is left is told before each move")
        });
        let rules = rules
            .then(|| format!("{name} has no words for the variant: it must be set to {variant} by itself"));
        // At a table: a match is refused.
        let unknown = self.unknown(allowance);
        let search = (!unknown.is_empty())
            .then(|| format!("{name} has no words for {}: hints alone keep to that", unknown.join(" and ")));
        [time, rest, more, search, rules].into_iter().flatten().collect()
    }
}

// Whether games of the same variant begin with different positions.
fn begins_by_lot(game: &AnyGame) -> bool {
    let start = |seed| {
        let mut game = game.fresh();
        game.new_game(seed);
        game.position_text()
    };
    start(1) != start(2)
}

/// Programs that are between two games, by the players they play for.
pub(crate) struct Programs {
    game: Box<dyn Fn() -> AnyGame + Sync>,
    free: Mutex<HashMap<String, Vec<Box<dyn Outsider>>>>,
}

impl Programs {
    /// Nobody yet; `game` opens the game that is played.
    pub(crate) fn new(game: impl Fn() -> AnyGame + Sync + 'static) -> Self {
        Self { game: Box::new(game), free: Mutex::default() }
    }
}

impl Outsiders for Programs {
    fn take(&self, program: &Program, seat: &str) -> Result<Box<dyn Outsider>, Fault> {
        let free = locked(&self.free).get_mut(seat).and_then(Vec::pop);
        if let Some(free) = free {
            return Ok(free);
        }
        let protocol = Protocol::from_str(&program.protocol, false);
        let protocol =
            protocol.map_err(|_| Fault::new(FaultKind::Refusal, "a protocol that is not known"))?;
        protocol.connect(&program.command, (self.game)())
    }

    fn give_back(&self, _: &Program, seat: &str, outsider: Box<dyn Outsider>) {
        let mut free = locked(&self.free);
        free.entry(seat.to_owned()).or_default().push(outsider);
    }
}
