//! What the person's orders do to the game.

use super::order::{self, Order};
use super::{Table, say, seats_of};
use crate::report;
use crate::saves;
use crate::setup;
use crate::values::{self, LevelChoice, Seat};
use anyhow::{Context, Result, anyhow};
use anyply_framework::{Level, quoted};
use anyply_games::TextGame;
use std::path::Path;

impl Table {
    /// Does what was asked for. An error is the line to answer with; the game is untouched then.
    pub(super) fn carry_out(&mut self, order: Order<'_>) -> Result<()> {
        if matches!(order, Order::Undo | Order::Redo | Order::Swap) {
            self.check_no_way_back()?;
        }
        match order {
            Order::Move(text) => self.person_moves(text),
            Order::Hint(asked) => self.hint(asked),
            Order::Undo => self.undo(),
            Order::Redo => self.redo(),
            Order::Moves => self.list_moves(),
            Order::Board => self.show_board(false),
            Order::Why => self.why(),
            Order::Swap => self.swap(),
            Order::Save(name) => self.save(Path::new(name)),
            Order::Load(name) => self.load(Path::new(name)),
            Order::Level(text) => self.level(text),
            Order::New => self.new_game(),
            Order::Help => say(order::help(&self.example(), self.game.topics())),
            Order::Resign | Order::Quit | Order::Nothing => Ok(()),
        }
    }

    fn person_moves(&mut self, text: &str) -> Result<()> {
        self.game.play_text(text).map_err(|error| anyhow!("{error}{}", order::afterthought(text)))?;
        self.stale = true;
        Ok(())
    }

    fn list_moves(&mut self) -> Result<()> {
        self.show_board(true)?;
        let moves = self.game.legal_moves();
        say(format_args!("Legal moves ({}):\n{}", moves.len(), report::wrapped(&moves, "  ")))
    }

    // A turn at which a person has something to decide.
    fn is_persons_turn(&self) -> bool {
        *self.seat() == Seat::Human && self.game.forced_pass().is_none()
    }

    fn undo(&mut self) -> Result<()> {
        let mut taken = Vec::new();
        while let Some(mv) = self.game.undo() {
            taken.push(mv);
            if self.is_persons_turn() {
                taken.reverse();
                self.dismiss_guests();
                self.stale = true;
                return say(format_args!("Taken back: {}", taken.join(" ")));
            }
        }
        for _ in &taken {
            self.game.redo();
        }
        Err(anyhow!("there is no move of yours to take back"))
    }

    fn redo(&mut self) -> Result<()> {
        let mut made = Vec::new();
        while let Some(mv) = self.game.redo() {
            made.push(mv);
            if self.is_persons_turn() {
                break;
            }
        }
        if made.is_empty() {
            return Err(anyhow!("there is nothing to make again: redo follows undo"));
        }
        self.stale = true;
        say(format_args!("Made again: {}", made.join(" ")))
    }

    fn swap(&mut self) -> Result<()> {
        if self.person().is_none() {
            return Err(anyhow!("there is nothing to swap: people sit on both sides"));
        }
        self.swap_seats();
        self.stale = true;
        say(format_args!("You are {} now.", self.person().map_or("", |side| side.name())))
    }

    fn save(&self, path: &Path) -> Result<()> {
        let over = saves::save_as(path, &self.record())?;
        self.keeper.saved_as(path);
        let over = if over { ", over what was there" } else { "" };
        say(format_args!("The game is saved in {}{over}.", path.display()))
    }

    fn load(&mut self, path: &Path) -> Result<()> {
        let record = setup::record(path)?;
        if record.game != self.game.name() {
            let (theirs, path) = (quoted(&record.game), path.display());
            return Err(anyhow!(
                "{path} is a saved game of {theirs}; go on with it by: anyply play --load {path}"
            ));
        }
        // Who sits at the table stays, where it is the same program.
        let same = |seat: &Seat, name: &str| match seat {
            Seat::Program(program) if program.text() == name => Some(seat.clone()),
            _ => None,
        };
        let wishes = [same(&self.seats[0], &record.black), same(&self.seats[1], &record.white)];
        let (seats, strength) = seats_of(&record, &wishes).with_context(|| path.display().to_string())?;
        self.game.load(&record).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        // The keeper still has the game that gave way.
        if let Some(said) = self.keeper.put_away() {
            say(format_args!("The game you leave: {said}"))?;
        }
        self.seats = seats;
        self.dismiss_guests();
        if !strength.is_empty() {
            self.strength = strength;
            self.read_auto_level();
        }
        self.clocks = [self.strength.limits.clock; 2];
        self.thought = None;
        self.stale = true;
        self.keep();
        self.keeper.saved_as(path);
        self.greet()?;
        self.unseat_strangers()
    }

    // A program that cannot play from here gives way to the computer.
    fn unseat_strangers(&mut self) -> Result<()> {
        let Err(problem) = self.check_programs() else { return Ok(()) };
        for seat in &mut self.seats {
            if matches!(seat, Seat::Program(_)) {
                *seat = Seat::Computer;
            }
        }
        Err(anyhow!("{problem}; the computer plays instead"))
    }

    fn level(&mut self, text: &str) -> Result<()> {
        let is_program = |seat: &Seat| matches!(seat, Seat::Program(_));
        if self.seats.iter().any(is_program) && !self.seats.contains(&Seat::Computer) {
            return Err(anyhow!("no computer sits at the table, so there is no level"));
        }
        if !text.is_empty() {
            let level = values::level(text).map_err(|expected| anyhow!("{}: {expected}", quoted(text)))?;
            self.strength = values::Strength { level: Some(level), ..Default::default() };
            self.clocks = [None; 2];
            self.read_auto_level();
        }
        let number = match self.strength.level {
            Some(LevelChoice::Fixed(number)) => Some(number),
            Some(LevelChoice::Auto) => Some(self.auto),
            None => None,
        };
        let (first, last) = Level::RANGE.into_inner();
        let detail = number.map_or_else(String::new, |number| describe(setup::level(number)));
        say(format_args!(
            "The computer plays at {}{detail}; {first} to {last}, or auto.",
            self.spoken_strength()
        ))
    }

    fn new_game(&mut self) -> Result<()> {
        if let Some(said) = self.keeper.put_away() {
            say(said)?;
        }
        self.begin_again();
        self.greet()
    }
}

fn describe(level: Level) -> String {
    let ahead = level
        .depth
        .map_or_else(|| "as far as it gets".to_owned(), |depth| format!("{} ahead", report::plies(depth)));
    let seconds = level.milliseconds as f64 / 1000.0;
    let slips =
        if level.slips > 0 { format!(", {} moves of 100 at random", level.slips) } else { String::new() };
    format!(": {ahead}, {seconds} s a move at most{slips}")
}
