//! What the person's orders do.

use super::{Plain, say};
use crate::exit::note;
use crate::report;
use crate::table::Table;
use crate::table::order::{self, Order};
use anyhow::Result;
use anyply_games::TextGame;
use std::path::Path;

impl Plain {
    /// Does what was asked for. An error is the line to answer with; the game is untouched then.
    pub(super) fn carry_out(&mut self, order: Order<'_>) -> Result<()> {
        match order {
            Order::Move(text) => {
                let time = self.turn_began.elapsed();
                match self.changed(|table| table.person_moves(text, time))? {
                    said if said.is_empty() => Ok(()),
                    said => say(said),
                }
            }
            Order::Hint(asked) => self.hint(asked),
            Order::Undo => self.changed(|table| table.undo(false)).and_then(say),
            Order::Redo => self.changed(|table| table.redo(false)).and_then(say),
            Order::Moves => self.list_moves(),
            Order::Board => self.show_board(false),
            Order::Turn => {
                self.turned = !self.turned;
                self.show_board(false)
            }
            Order::Why => self.why(),
            Order::Swap => self.changed(|table| table.swap()).and_then(say),
            Order::Save(name) => self.table.save(Path::new(name)).and_then(say),
            Order::Load(name) => self.load(Path::new(name)),
            Order::Level(text) => self.table.set_level(text).and_then(say),
            Order::New => self.new_game(),
            Order::Help => say(order::help(&self.table.example(), self.table.game.topics())),
            Order::Resign | Order::Quit | Order::Nothing => Ok(()),
        }
    }

    // Does what changes the board, if it is done.
    fn changed<T>(&mut self, act: impl FnOnce(&mut Table) -> Result<T>) -> Result<T> {
        let done = act(&mut self.table)?;
        self.stale = true;
        Ok(done)
    }

    fn list_moves(&mut self) -> Result<()> {
        self.show_board(true)?;
        let moves = self.table.game.legal_moves();
        say(format_args!("Legal moves ({}):\n{}", moves.len(), report::wrapped(&moves, "  ")))
    }

    fn load(&mut self, path: &Path) -> Result<()> {
        if let Some(left) = self.changed(|table| table.load(path))? {
            say(left)?;
        }
        self.greet()?;
        self.table.unseat_strangers()?.into_iter().for_each(note);
        Ok(())
    }

    fn new_game(&mut self) -> Result<()> {
        if let Some(said) = self.table.keeper.give_way()? {
            say(said)?;
        }
        self.begin_again()
    }
}
