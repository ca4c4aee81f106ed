//! Another program at the table.

use super::{Ended, Table, say};
use crate::protocols::ProgramText;
use crate::report::capitalised;
use crate::values::Seat;
use anyhow::{Result, anyhow};
use anyply_framework::Side;
use anyply_framework::arena::{Allowance, Fault, FaultKind, Opening, Outsider, TextChoice, TextTurn};
use anyply_framework::search::{Limits, Stop};
use anyply_games::{AnyGame, TextGame};
use std::time::{Duration, Instant};

/// The longest it may take to get ready, and to move where no limit of time was set.
const PATIENCE: Duration = Duration::from_secs(300);
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

fn choose(outsider: &mut dyn Outsider, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
    outsider.choose(turn)
}

impl Table {
    /// The program on the side to move makes its move. Where it fails it is started once more.
    pub(super) fn program_moves(&mut self, program: &ProgramText) -> Result<Option<Ended>> {
        let side = self.game.side();
        if !self.seats.contains(&Seat::Human) {
            self.show_board(false)?;
        }
        let began = Instant::now();
        let choice = match self.ask(program, choose) {
            Ok(choice) => choice,
            Err(fault) => {
                self.guests[side.index()] = None;
                say(format_args!("{}: {fault}; it is started again.", program.command))?;
                self.ask(program, choose).map_err(|fault| anyhow!("{}: {fault}", program.command))?
            }
        };
        let time = began.elapsed();
        let Some(mv) = choice.mv else { return Ok(Some(Ended::Resigned(side))) };
        let mv = self.game.play_text(&mv).map_err(|error| anyhow!("{}: {error}", program.command))?;
        self.guests[side.index()].as_mut().expect("it has just answered").told = self.game.moves_made();
        say(format_args!("{} plays {mv} ({:.1} s)", capitalised(self.called(side)), time.as_secs_f64()))?;
        self.game.annotate(time, "");
        self.stale = true;
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        Ok(None)
    }

    /// The program on the side to move must pass; most need not be asked.
    pub(super) fn program_passes(&mut self, program: &ProgramText) -> Result<()> {
        self.ask(program, |outsider, turn| outsider.pass(turn))
            .map_err(|fault| anyhow!("{}: {fault}", program.command))
    }

    // Asks the program on the side to move, which is started and told the game where that is due.
    fn ask<T>(
        &mut self,
        program: &ProgramText,
        question: impl FnOnce(&mut dyn Outsider, &TextTurn<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let record = self.game.record(["", ""]);
        let fresh = self.fresh();
        let start = (fresh.position_text() != record.start).then_some(record.start);
        let (moves, position, side) = (self.game.moves_made(), self.game.position_text(), self.game.side());
        let limits = Limits { clock: self.clocks[side.index()], ..self.strength.limits.clone() };
        let time = [limits.time, limits.clock.map(|clock| clock.left)].into_iter().flatten().min();
        let stop = Stop::default();
        let turn = TextTurn {
            start: start.as_deref(),
            moves: &moves,
            position: &position,
            side,
            limits: &limits,
            patience: time.map_or(PATIENCE, |time| time + GRACE),
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

    // Another game of the same kind, at its start.
    fn fresh(&self) -> AnyGame {
        let variant = self.game.variant();
        AnyGame::open(self.game.name(), Some(variant.name), variant.size).expect("it was opened before")
    }

    /// Whether the programs at the table can play from here.
    ///
    /// # Errors
    /// A line that says why not.
    pub(super) fn check_programs(&self) -> Result<()> {
        let record = self.game.record(["", ""]);
        let start = (self.fresh().position_text() != record.start).then_some(record.start);
        let opening = Opening { start, moves: record.moves.into_iter().map(|mv| mv.text).collect() };
        for seat in &self.seats {
            if let Seat::Program(program) = seat {
                let allowance = Allowance::from(&self.strength.limits);
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
