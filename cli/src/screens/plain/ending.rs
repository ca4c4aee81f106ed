//! The end of a game, and what comes after it.

use super::{Ended, Input, Next, Plain, say};
use crate::exit::Exit;
use crate::table::order::{self, Order};
use crate::values::Seat;
use anyhow::Result;
use anyply_framework::quoted;

impl Plain {
    /// Shows how it ended.
    pub(super) fn finish(&mut self, ended: Ended) -> Result<()> {
        self.show_board(false)?;
        self.table.conclude(ended).into_iter().try_for_each(say)
    }

    /// Whether there is to be another game. The finished one can still be looked at, saved, and taken back.
    pub(super) fn another(&mut self) -> Result<Next> {
        if !self.table.seats.contains(&Seat::Human) {
            return Ok(Next::Leave);
        }
        let swapped = if self.table.person().is_some() { ", with colours swapped" } else { "" };
        let prompt = format!("Another game{swapped}? [Y/n] ");
        say("You can still type undo, why or save FILE.")?;
        let words = ["yes", "no", "undo", "why", "board", "turn", "save"].map(str::to_owned).to_vec();
        loop {
            let line = match self.lines.read(&prompt, words.clone())? {
                Input::Line(line) => line,
                Input::End => return Ok(Next::Leave),
                Input::Interrupted => self.table.keeper.leave(Exit::Interrupted),
            };
            let line = line.trim();
            if matches!(line.to_lowercase().as_str(), "n" | "no") {
                return Ok(Next::Leave);
            }
            match order::read(line) {
                Ok(Order::Move(word)) if "yes".starts_with(&word.to_lowercase()) => return Ok(Next::Another),
                Ok(Order::Nothing | Order::New) => return Ok(Next::Another),
                Ok(Order::Quit) => return Ok(Next::Leave),
                Ok(Order::Undo) => {
                    if self.obey(Order::Undo)? {
                        return Ok(Next::Back);
                    }
                }
                Ok(order @ (Order::Why | Order::Board | Order::Turn | Order::Save(_))) => {
                    self.obey(order)?;
                }
                Ok(_) => say(format_args!(
                    "{}: expected yes, no, undo, why, board, turn or save FILE, for example y",
                    quoted(line)
                ))?,
                Err(refused) => say(refused)?,
            }
        }
    }
}
