//! Another program at the table.

use super::{Ended, Table};
use crate::protocols::ProgramText;
use crate::report::capitalised;
use crate::values::Seat;
use anyhow::{Result, anyhow};
use anyply_framework::arena::{Allowance, Fault, FaultKind, Opening, Outsider, TextChoice, TextTurn};
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
    told: Vec<(Side, String)>,
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("told", &self.told).finish_non_exhaustive()
    }
}

impl Table {
    /// The program on the side to move makes its move, and what happens is said. Where it fails it is started once more; where it fails
    /// again, it has given up.
    ///
    /// # Errors
    /// Nobody hears what is said.
    pub(crate) fn program_moves(
        &mut self,
        program: &ProgramText,
        mut say: impl FnMut(String) -> Result<()>,
    ) -> Result<Option<Ended>> {
        let side = self.game.side();
        let began = Instant::now();
        let mut made = self.try_program(program);
        if let Err(fault) = &made
            && program.protocol.can_rejoin()
        {
            say(format!("{}: {fault}; it is started again.", program.command))?;
            made = self.try_program(program);
        }
        let time = began.elapsed();
        let mv = match made {
            Ok(Some(mv)) => mv,
            Ok(None) => return Ok(Some(Ended::Resigned(side))),
            Err(fault) => {
                say(format!("{}: {fault}; that counts as giving up.", program.command))?;
                return Ok(Some(Ended::Resigned(side)));
            }
        };
        say(format!("{} plays {mv} ({:.1} s)", capitalised(self.called(side)), time.as_secs_f64()))?;
        self.game.annotate(time, "");
        self.spend(side, time);
        Ok(None)
    }

    // Its move, which is made; nothing, if it gives up. After a fault it is gone.
    fn try_program(&mut self, program: &ProgramText) -> Result<Option<String>, Fault> {
        let side = self.game.side();
        let made = self.ask(program, |outsider, turn| outsider.choose(turn)).and_then(
            |TextChoice { mv, .. }| {
                let illegal = |error: ParseError| Fault::new(FaultKind::IllegalMove, error.to_string());
                mv.map(|mv| self.game.play_text(&mv).map_err(illegal)).transpose()
            },
        );
        match (&made, &mut self.guests[side.index()]) {
            (Ok(Some(_)), Some(guest)) => guest.told = self.game.moves_made(),
            (_, guest) => *guest = None,
        }
        made
    }

    /// Sends programs away whose game is no more the one at the table: each is started anew and told where it stands.
    pub(super) fn dismiss_guests(&mut self) {
        self.guests = [None, None];
    }

    /// Whether a program sits here that has no words for a game that has gone back.
    pub(super) fn check_no_way_back(&self) -> Result<()> {
        let bound = self.seats.iter().any(|seat| match seat {
            Seat::Program(program) => !program.protocol.can_rejoin(),
            _ => false,
        });
        if bound && !self.game.moves_made().is_empty() {
            return Err(anyhow!(
                "the program at the table cannot be told that: its protocol has no words for it"
            ));
        }
        Ok(())
    }

    /// The program on the side to move must pass; most need not be asked.
    pub(crate) fn program_passes(&mut self, program: &ProgramText) -> Result<()> {
        let side = self.game.side();
        let passed = self.ask(program, |outsider, turn| outsider.pass(turn));
        if passed.is_err() && program.protocol.can_rejoin() {
            // The rules make the pass; it will be told.
            self.guests[side.index()] = None;
            return Ok(());
        }
        passed.map_err(|fault| anyhow!("{}: {fault}", program.command))
    }

    // Asks the program on the side to move, which is started and told the game where that is due.
    fn ask<T>(
        &mut self,
        program: &ProgramText,
        question: impl FnOnce(&mut dyn Outsider, &TextTurn<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let (fresh, start) = (self.fresh(), self.opening().start);
        let (moves, position, side) = (self.game.moves_made(), self.game.position_text(), self.game.side());
        // Depth and nodes are the computer's.
        let Limits { time, .. } = self.strength.limits;
        let limits = Limits { time, clock: self.clocks[side.index()], ..Limits::default() };
        let most = [time, limits.clock.map(|clock| clock.left)].into_iter().flatten().min();
        let stop = Stop::default();
        let turn = TextTurn {
            start: start.as_deref(),
            moves: &moves,
            position: &position,
            side,
            limits: &limits,
            patience: most.map_or(PATIENCE, |time| time + GRACE),
            late: FaultKind::TimeOut,
            stop: &stop,
        };
        let guest = &mut self.guests[side.index()];
        let mut known = guest.is_some();
        if guest.is_none() {
            let outsider = program.protocol.connect(&program.command, fresh)?;
            *guest = Some(Guest { outsider, told: Vec::new() });
        }
        let guest = guest.as_mut().expect("just started");
        known &= moves.starts_with(&guest.told);
        if !known {
            guest.outsider.begin(&TextTurn { patience: PATIENCE, ..turn })?;
        }
        question(&mut *guest.outsider, &turn)
    }

    // The game so far as programs are given it.
    fn opening(&self) -> Opening {
        let record = self.game.record(["", ""]);
        let start = (self.fresh().position_text() != record.start).then_some(record.start);
        Opening { start, moves: record.moves.into_iter().map(|mv| mv.text).collect() }
    }

    // Another game of the same kind, at its start.
    fn fresh(&self) -> AnyGame {
        let variant = self.game.variant();
        AnyGame::open(self.game.name(), Some(variant.name), variant.size).expect("it was opened before")
    }

    /// Whether the programs at the table can play from here.
    ///
    /// # Errors
    /// A line that says why not.
    pub(crate) fn check_programs(&self) -> Result<()> {
        let opening = self.opening();
        for seat in &self.seats {
            if let Seat::Program(program) = seat {
                let Limits { time, clock, .. } = self.strength.limits;
                let allowance = Allowance::from(&Limits { time, clock, ..Limits::default() });
                program
                    .protocol
                    .fits(&self.game, &opening, &allowance)
                    .and_then(|()| program.check())
                    .map_err(|problem| anyhow!(problem))?;
            }
        }
        Ok(())
    }
}
