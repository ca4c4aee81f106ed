//! Play in plain text: a board, a prompt, and the computer's answers.

mod ending;
mod input;
mod orders;
mod thinking;

pub(crate) use input::{Input, Lines};

use crate::exit::{Exit, is_closed, note};
use crate::report;
use crate::table::order::{self, Order};
use crate::table::{Ended, SavedWhateverHappens, Start, Table};
use crate::values::Seat;
use anyhow::Result;
use anyply_games::TextGame;
use std::fmt::Display;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

/// Plays until the person has enough.
pub(crate) fn run(start: Start, lines: Lines, coloured: bool) -> Result<Exit> {
    let keeper = start.keeper.clone();
    let _saves = SavedWhateverHappens(keeper.clone());
    let table = Table::new(start);
    let turn_began = Instant::now();
    let mut plain = Plain { table, invited: false, stale: true, turned: false, turn_began, lines, coloured };
    let exit = plain.games()?;
    // Where the game is was said already.
    keeper.keep(None);
    Ok(exit)
}

/// The table as it is played at line by line.
#[derive(Debug)]
struct Plain {
    table: Table,
    /// Whether the person was told how to move in this game.
    invited: bool,
    /// Whether the board has changed since it was shown.
    stale: bool,
    /// Whether it is shown the other way up.
    turned: bool,
    /// When the person saw the board on which a move is due.
    turn_began: Instant,
    lines: Lines,
    coloured: bool,
}

/// What comes after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Another one, with colours swapped.
    Another,
    /// The same once more, from before its last moves.
    Back,
    /// Nothing.
    Leave,
}

impl Plain {
    fn games(&mut self) -> Result<Exit> {
        self.table.seat_programs()?.into_iter().for_each(note);
        self.greet()?;
        loop {
            let ended = self.one_game()?;
            let keeper = &self.table.keeper;
            let Some(ended) = ended else {
                report::line(keeper.farewell()?)?;
                return Ok(Exit::Done);
            };
            keeper.keep(None);
            self.finish(ended)?;
            match self.another()? {
                Next::Leave => return Ok(Exit::Done),
                Next::Back => {}
                Next::Another => {
                    self.table.swap_seats();
                    self.begin_again()?;
                }
            }
        }
    }

    // How it ended; nothing if the person has left.
    fn one_game(&mut self) -> Result<Option<Ended>> {
        loop {
            self.table.keep();
            if let Some(ended) = self.table.over() {
                return Ok(Some(ended));
            }
            if let Some(pass) = self.table.unasked_pass() {
                self.pass(&pass)?;
                continue;
            }
            match self.table.seat().clone() {
                Seat::Computer => self.computer_moves()?,
                Seat::Program(program) => {
                    self.show_to_onlookers()?;
                    self.stale = true;
                    if let Some(ended) = self.table.program_moves(&program, say)? {
                        return Ok(Some(ended));
                    }
                }
                Seat::Human => {
                    if let ControlFlow::Break(ended) = self.person_orders()? {
                        return Ok(ended);
                    }
                }
            }
        }
    }

    fn begin_again(&mut self) -> Result<()> {
        self.table.begin_again();
        self.stale = true;
        self.greet()
    }

    fn greet(&mut self) -> Result<()> {
        self.invited = false;
        say(self.table.greeting())
    }

    fn show_board(&mut self, show_legal: bool) -> Result<()> {
        self.stale = false;
        let drawing = self.table.game.draw(show_legal);
        let drawing = if self.turned { drawing.turned() } else { drawing };
        let board = report::painted(&drawing, self.coloured);
        say(format_args!("\n{}", board.trim_end_matches('\n')))?;
        let counts = self.table.game.counts();
        if !counts.is_empty() {
            say(counts)?;
        }
        Ok(())
    }

    // Where nobody plays, nobody asks for the board.
    fn show_to_onlookers(&mut self) -> Result<()> {
        if self.table.seats.contains(&Seat::Human) { Ok(()) } else { self.show_board(false) }
    }

    fn pass(&mut self, pass: &str) -> Result<()> {
        if self.table.person() == Some(self.table.game.side()) {
            self.show_board(false)?;
        }
        self.stale = true;
        say(self.table.pass(pass))
    }

    // An order of the person whose turn it is. It may end the game, or the play.
    fn person_orders(&mut self) -> Result<ControlFlow<Option<Ended>>> {
        if !self.invited && !self.table.is_choice() {
            self.invited = true;
            say(format_args!("Type a move, such as {}, or help.", self.table.example()))?;
        }
        if self.stale {
            self.show_board(false)?;
            self.turn_began = Instant::now();
        }
        let side = self.table.turn();
        let prompt = match (self.table.opening_question(), self.table.person()) {
            (Some(question), _) => format!("{question}> "),
            (None, Some(_)) => format!("Your move, {}> ", side.name()),
            (None, None) => format!("{} to move> ", side.name()),
        };
        let words = order::names().into_iter().map(str::to_owned).chain(self.table.game.legal_moves());
        let line = match self.lines.read(&prompt, words.collect())? {
            Input::Line(line) => line,
            Input::End => return Ok(Break(None)),
            Input::Interrupted => self.table.keeper.leave(Exit::Interrupted),
        };
        match order::read(&line) {
            Ok(Order::Quit) => match self.table.keeper.give_way() {
                Ok(_) => return Ok(Break(None)),
                Err(refused) => say(format_args!("{refused:#}"))?,
            },
            Ok(Order::Resign) => return Ok(Break(Some(Ended::Resigned(side)))),
            Ok(order) => drop(self.obey(order)?),
            Err(refused) => say(refused)?,
        }
        Ok(Continue(()))
    }

    // Does what was asked for, or says why not; whether it was done.
    fn obey(&mut self, order: Order<'_>) -> Result<bool> {
        let Err(refused) = self.carry_out(order) else { return Ok(true) };
        if is_closed(&refused) {
            return Err(refused);
        }
        say(format_args!("{refused:#}"))?;
        Ok(false)
    }
}

fn say(text: impl Display) -> Result<()> {
    Ok(report::line(text)?)
}
