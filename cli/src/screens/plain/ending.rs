//! The end of a game, and what comes after it.

use super::{Ended, Input, Next, Plain, say};
use crate::exit::Exit;
use crate::table::order::Order;
use crate::values::Seat;
use anyhow::Result;
use anyply_framework::quoted;
use std::path::Path;

impl Plain {
    /// Shows how it ended.
    pub(super) fn finish(&mut self, ended: Ended, played: bool) -> Result<()> {
        self.show_board(false)?;
        self.table.conclude(ended, played).into_iter().try_for_each(say)
    }

    /// Whether there is to be another game. The finished one can still be looked at, saved, and taken back.
    pub(super) fn another(&mut self) -> Result<Next> {
        if !self.table.seats.contains(&Seat::Human) {
            return Ok(Next::Leave);
        }
        let swapped = if self.table.person().is_some() { ", with colours swapped" } else { "" };
        let prompt = format!("Another game{swapped}? [Y/n] ");
        let words = ["yes", "no", "undo", "why", "board", "save"].map(str::to_owned).to_vec();
        loop {
            let line = match self.lines.read(&prompt, words.clone())? {
                Input::Line(line) => line,
                Input::End => return Ok(Next::Leave),
                Input::Interrupted => self.table.keeper.leave(Exit::Interrupted),
            };
            let line = line.trim();
            match line.to_lowercase().as_str() {
                "" | "y" | "yes" | "new" => return Ok(Next::Another),
                "n" | "no" | "q" | "quit" | "exit" => return Ok(Next::Leave),
                "undo" => match self.carry_out(Order::Undo) {
                    Ok(()) => return Ok(Next::Back),
                    Err(problem) => say(format_args!("{problem:#}"))?,
                },
                "why" => self.carry_out(Order::Why)?,
                "board" => self.carry_out(Order::Board)?,
                _ => self.answer(line)?,
            }
        }
    }

    // Whatever else is typed after a game.
    fn answer(&self, line: &str) -> Result<()> {
        match line.split_once(char::is_whitespace) {
            Some((word, name)) if word.eq_ignore_ascii_case("save") => {
                match self.table.save(Path::new(name.trim())) {
                    Ok(said) => say(said),
                    Err(problem) => say(format_args!("{problem:#}")),
                }
            }
            _ => say(format_args!(
                "{}: expected yes, no, undo, why, board or save FILE, for example y",
                quoted(line)
            )),
        }
    }
}
