//! Another program at the table.

use super::{Ended, Table};
use crate::exit::Usage;
use crate::protocols::ProgramText;
use crate::report::capitalised;
use crate::values::Seat;
use anyhow::{Result, anyhow};
use anyply_framework::arena::{Allowance, Fault, FaultKind, Opening, Outsider, TextTurn};
use anyply_framework::search::{Limits, Stop};
use anyply_framework::{ParseError, Side};
use anyply_games::{AnyGame, TextGame};
use std::time::{Duration, Instant};

/// The longest it may take to get ready, and to move where no limit of time was set.
const PATIENCE: Duration = Duration::from_secs(60);
/// So far beyond its time it may be late: nobody wants a game to end by that.
const GRACE: Duration = Duration::from_secs(10);

/// A program that was started, and the game that it knows.
pub(super) struct Guest {
    outsider: Box<dyn Outsider>,
    /// None where it is still to be told where the game at the table stands.
    told: Option<Vec<(Side, String)>>,
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("told", &self.told).finish_non_exhaustive()
    }
}

/// What the program on the side to move is asked. It has all that is needed, so that another thread can wait
/// for the answer.
pub(crate) struct Question {
    guest: Option<Guest>,
    /// The pass that is forced on it, if one is.
    pass: Option<String>,
    program: ProgramText,
    fresh: AnyGame,
    start: Option<String>,
    moves: Vec<(Side, String)>,
    position: String,
    side: Side,
    limits: Limits,
    /// Ends the waiting.
    pub(crate) stop: Stop,
}

/// Its answer, and the time that it took.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Gone after a fault.
    guest: Option<Guest>,
    /// Its move; none if it gives up.
    mv: Result<Option<String>, Fault>,
    time: Duration,
}

/// What comes of an answer.
pub(crate) enum Answered {
    /// It has moved.
    Moved(String),
    /// It has failed, and is to be asked once more.
    Failed(String),
    /// It has given up, or that is how it counts.
    GaveUp(Option<String>),
}

impl Question {
    /// The answer to it: the program's move.
    pub(crate) fn ask(mut self) -> Answer {
        let began = Instant::now();
        let pass = self.pass.take();
        let (guest, mv) = self.put(|outsider, turn| match pass {
            Some(_) => outsider.pass(turn).map(|()| pass),
            None => outsider.choose(turn).map(|choice| choice.mv),
        });
        Answer { guest, mv, time: began.elapsed() }
    }

    // Whoever is not there yet is started, and told the game where that is due.
    fn put<T>(
        self,
        question: impl FnOnce(&mut dyn Outsider, &TextTurn<'_>) -> Result<T, Fault>,
    ) -> (Option<Guest>, Result<T, Fault>) {
        let most = [self.limits.time, self.limits.clock.map(|clock| clock.left)].into_iter().flatten().min();
        let turn = TextTurn {
            start: self.start.as_deref(),
            moves: &self.moves,
            position: &self.position,
            side: self.side,
            limits: &self.limits,
            patience: most.map_or(PATIENCE, |time| time + GRACE),
            late: FaultKind::TimeOut,
            stop: &self.stop,
        };
        let told = self.guest.as_ref().and_then(|guest| guest.told.as_ref());
        let begins = !told.is_some_and(|told| self.moves.starts_with(told));
        let guest: Result<Guest, Fault> = self.guest.map_or_else(
            || {
                let outsider = self.program.protocol.connect(&self.program.command, self.fresh)?;
                Ok(Guest { outsider, told: None })
            },
            Ok,
        );
        let asked = guest.and_then(|mut guest| {
            if begins {
                guest.outsider.begin(&TextTurn { patience: PATIENCE, ..turn })?;
            }
            let answer = question(&mut *guest.outsider, &turn)?;
            Ok((guest, answer))
        });
        asked.map_or_else(|fault| (None, Err(fault)), |(guest, answer)| (Some(guest), Ok(answer)))
    }
}

impl Table {
    /// The program on the side to move makes its move, and what happens is said. Where it fails it is started
    /// once more; where it fails again, it has given up.
    ///
    /// # Errors
    /// Nobody hears what is said.
    pub(crate) fn program_moves(
        &mut self,
        program: &ProgramText,
        mut say: impl FnMut(String) -> Result<()>,
    ) -> Result<Option<Ended>> {
        let side = self.game.side();
        for first in [true, false] {
            let answer = self.question(program).ask();
            match self.answered(program, answer, first) {
                Answered::Moved(said) => return say(said).map(|()| None),
                Answered::Failed(said) => say(said)?,
                Answered::GaveUp(said) => {
                    said.map_or(Ok(()), say)?;
                    break;
                }
            }
        }
        Ok(Some(Ended::Resigned(side)))
    }

    /// What the program on the side to move is to be asked. Until the [answer](Table::answered) it does not
    /// sit at the table.
    pub(crate) fn question(&mut self, program: &ProgramText) -> Question {
        let side = self.game.side();
        Question {
            guest: self.guests[side.index()].take(),
            pass: self.game.forced_pass(),
            program: program.clone(),
            fresh: self.game.fresh(),
            start: self.opening().start,
            moves: self.game.moves_made(),
            position: self.game.position_text(),
            side,
            limits: Limits { clock: self.clocks[side.index()], ..self.programs_limits() },
            stop: Stop::default(),
        }
    }

    /// The answer about the game as it stands: the move is made, if it is one. After a fault at the `first`
    /// time of asking, most may be asked again.
    pub(crate) fn answered(&mut self, program: &ProgramText, answer: Answer, first: bool) -> Answered {
        let (side, Answer { guest, mv, time }) = (self.game.side(), answer);
        let passes = self.game.forced_pass().is_some();
        let illegal = |error: ParseError| Fault::new(FaultKind::IllegalMove, error.to_string());
        let made = mv.and_then(|mv| mv.map(|mv| self.game.play_text(&mv).map_err(illegal)).transpose());
        match made {
            Ok(Some(mv)) => {
                let told = self.game.moves_made();
                self.guests[side.index()] = guest.map(|guest| Guest { told: Some(told), ..guest });
                let who = capitalised(self.called(side));
                let said = match passes {
                    true => format!("{who} has no move and must pass."),
                    false => format!("{who} plays {mv} ({:.1} s)", time.as_secs_f64()),
                };
                self.game.annotate(time, "");
                self.spend(side, time);
                Answered::Moved(said)
            }
            Ok(None) => Answered::GaveUp(None),
            Err(fault) if first && program.protocol.can_rejoin() => {
                Answered::Failed(format!("{}: {fault}; it is started again.", program.command))
            }
            Err(fault) => {
                Answered::GaveUp(Some(format!("{}: {fault}; that counts as giving up.", program.command)))
            }
        }
    }

    /// The pass that the rules make by themselves: most programs are only told of it, and people need not say
    /// it.
    pub(crate) fn unasked_pass(&self) -> Option<String> {
        let says_it = matches!(self.seat(), Seat::Program(program) if !program.protocol.can_rejoin());
        self.game.forced_pass().filter(|_| !says_it)
    }

    /// Sends programs away: another board has come to the table, or others sit at it.
    pub(super) fn dismiss_guests(&mut self) {
        self.guests = [None, None];
    }

    /// The game at the table is another one, or stands elsewhere: programs that stay from game to game are
    /// told where, all others are started anew.
    pub(super) fn renew_guests(&mut self) {
        for (guest, seat) in self.guests.iter_mut().zip(&self.seats) {
            let stays = matches!(seat, Seat::Program(program) if program.protocol.stays());
            *guest = guest.take().filter(|_| stays).map(|guest| Guest { told: None, ..guest });
        }
    }

    /// Whether a program sits here that has no words for a game that has gone back.
    pub(crate) fn check_no_way_back(&self) -> Result<()> {
        if self.game.moves_made().is_empty() { Ok(()) } else { self.check_words() }
    }

    /// Whether all programs here have words for whatever is done with a game: that it has gone back, that
    /// others have moved for them.
    pub(super) fn check_words(&self) -> Result<()> {
        let bound = |seat: &Seat| matches!(seat, Seat::Program(program) if !program.protocol.can_rejoin());
        if self.seats.iter().any(bound) {
            return Err(anyhow!(
                "the program at the table cannot be told that: its protocol has no words for it"
            ));
        }
        Ok(())
    }

    // The game so far as programs are given it.
    fn opening(&self) -> Opening {
        let record = self.game.record(["", ""]);
        let start = (self.game.fresh().position_text() != record.start).then_some(record.start);
        Opening { start, moves: record.moves.into_iter().map(|mv| mv.text).collect() }
    }

    // What programs are allowed. Depth and nodes are the computer's, where it plays.
    fn programs_limits(&self) -> Limits {
        let Limits { depth, nodes, time, clock, .. } = self.strength.limits;
        let limits = Limits { time, clock, ..Limits::default() };
        if self.seats.contains(&Seat::Computer) { limits } else { Limits { depth, nodes, ..limits } }
    }

    /// Play begins: programs that stay from game to game are started. What they must know by themselves is
    /// returned, a line each.
    ///
    /// # Errors
    /// A line that says why one of them cannot play.
    pub(crate) fn seat_programs(&mut self) -> Result<Vec<String>> {
        let allowance = Allowance::from(&self.programs_limits());
        // Depth and nodes that there are no words for hold for hints.
        let told = Allowance { depth: None, nodes: None, ..allowance };
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let Seat::Program(program) = &self.seats[side.index()] else { continue };
            let protocol = program.protocol;
            protocol.fits(&self.game, &self.opening(), &told).map_err(Usage::error)?;
            if protocol.stays() {
                let started = protocol.connect(&program.command, self.game.fresh());
                let outsider = started.map_err(|fault| anyhow!(fault.note))?;
                self.guests[side.index()] = Some(Guest { outsider, told: None });
            } else {
                program.check().map_err(|problem| anyhow!(problem))?;
            }
            let untold = protocol.untold(&self.game, &allowance);
            lines.extend(untold.into_iter().map(|untold| format!("{}: {untold}", side.name())));
        }
        Ok(lines)
    }
}
