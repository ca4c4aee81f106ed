//! Play in plain text: a board, a prompt, and the computer's answers.

mod ending;
mod input;
mod order;
mod orders;
mod program;
mod thinking;

pub(crate) use input::{Input, Lines};

use crate::auto_level;
use crate::exit::{Exit, is_closed, note};
use crate::protocols::ProgramText;
use crate::report::{self, capitalised};
use crate::saves::Keeper;
use crate::values::{LevelChoice, Seat, Strength};
use anyhow::{Result, anyhow};
use anyply_framework::search::Clock;
use anyply_framework::{Level, Outcome, Record, Side, quoted};
use anyply_games::{AnyGame, TextGame, TextReport};
use order::Order;
use program::Guest;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Display;

/// What a game begins with.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) game: AnyGame,
    pub(crate) seats: [Seat; 2],
    pub(crate) strength: Strength,
    pub(crate) keeper: Keeper,
    pub(crate) lines: Lines,
    pub(crate) coloured: bool,
    pub(crate) seed: u64,
}

/// Plays until the person has enough.
pub(crate) fn run(start: Start) -> Result<Exit> {
    let keeper = start.keeper.clone();
    let _saves = SavedWhateverHappens(keeper.clone());
    let exit = Table::new(start).games()?;
    // Where the game is was said already.
    keeper.keep(None);
    Ok(exit)
}

/// Puts the game away when play ends in any way but its own: most likely a closed terminal, at worst a fault of the program.
struct SavedWhateverHappens(Keeper);

impl Drop for SavedWhateverHappens {
    fn drop(&mut self) {
        if let Some(said) = self.0.put_away() {
            note(said);
        }
    }
}

/// Who sits where in a recorded game that is gone on with, and how strong the computer was: whom the person wishes, or else who
/// sat there. Names that are not ours are people. A file alone never starts a program.
///
/// # Errors
/// The field, and what is wrong with it.
pub(crate) fn seats_of(record: &Record, wishes: &[Option<Seat>; 2]) -> Result<([Seat; 2], Strength)> {
    let mut seats = [Seat::Human, Seat::Human];
    let mut strength = Strength::default();
    let players = [("black", &record.black), ("white", &record.white)];
    for ((seat, (field, player)), wish) in seats.iter_mut().zip(players).zip(wishes) {
        let words = player.strip_prefix(COMPUTER).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        if let Some(words) = words {
            *seat = Seat::Computer;
            strength = Strength::from_text(words).map_err(|error| anyhow!("field {field}: {error}"))?;
        }
        match wish {
            Some(wish) => *seat = wish.clone(),
            None if ProgramText::is_meant(player) => {
                return Err(anyhow!(
                    "field {field}: {} is another program: say who plays with --{field}",
                    quoted(player)
                ));
            }
            None => {}
        }
    }
    Ok((seats, strength))
}

const COMPUTER: &str = "computer";

/// A table with a board and two seats.
#[derive(Debug)]
struct Table {
    game: AnyGame,
    seats: [Seat; 2],
    strength: Strength,
    /// Where `--level auto` stands.
    auto: u8,
    clocks: [Option<Clock>; 2],
    /// Programs that sit at the table, once they are started.
    guests: [Option<Guest>; 2],
    /// The computer's last search that led to a move, and the game up to that move.
    thought: Option<(Vec<(Side, String)>, TextReport)>,
    /// Whether the board has changed since it was shown.
    stale: bool,
    random: Pcg64Mcg,
    keeper: Keeper,
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

/// How a game at the table came to its end.
#[derive(Clone, Debug)]
enum Ended {
    /// By the rules.
    Over(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// The person left.
    Left,
}

impl Table {
    fn new(start: Start) -> Self {
        let Start { game, seats, mut strength, keeper, lines, coloured, seed } = start;
        if strength.is_empty() {
            strength.level = Some(LevelChoice::Fixed(Level::DEFAULT));
        }
        let mut table = Self {
            auto: Level::DEFAULT,
            clocks: [strength.limits.clock; 2],
            guests: [None, None],
            thought: None,
            stale: true,
            random: Pcg64Mcg::seed_from_u64(seed),
            game,
            seats,
            strength,
            keeper,
            lines,
            coloured,
        };
        table.read_auto_level();
        table
    }

    fn read_auto_level(&mut self) {
        if self.strength.level == Some(LevelChoice::Auto) {
            self.auto = auto_level::read(self.game.name());
        }
    }

    fn games(&mut self) -> Result<Exit> {
        self.check_programs()?;
        self.greet()?;
        loop {
            let before = self.game.moves_made().len();
            let ended = self.one_game()?;
            let played = self.game.moves_made().len() > before;
            if matches!(ended, Ended::Left) {
                report::line(self.keeper.put_away().unwrap_or_else(|| "Good bye.".to_owned()))?;
                return Ok(Exit::Done);
            }
            self.keeper.keep(None);
            self.finish(&ended, played)?;
            match self.another(&ended)? {
                Next::Leave => return Ok(Exit::Done),
                Next::Back => {}
                Next::Another => {
                    self.swap_seats();
                    self.begin_again();
                    self.greet()?;
                }
            }
        }
    }

    fn one_game(&mut self) -> Result<Ended> {
        loop {
            self.keep();
            if let Some(outcome) = self.game.outcome() {
                return Ok(Ended::Over(outcome));
            }
            if let Some(pass) = self.game.forced_pass() {
                if let Seat::Program(program) = self.seat().clone() {
                    self.program_passes(&program)?;
                }
                self.pass(&pass)?;
                continue;
            }
            match self.seat().clone() {
                Seat::Computer => self.computer_moves()?,
                Seat::Program(program) => {
                    if let Some(ended) = self.program_moves(&program)? {
                        return Ok(ended);
                    }
                }
                Seat::Human => {
                    if let Some(ended) = self.person_orders()? {
                        return Ok(ended);
                    }
                }
            }
        }
    }

    fn begin_again(&mut self) {
        self.game.new_game(self.random.random());
        self.dismiss_guests();
        self.thought = None;
        self.stale = true;
        self.clocks = [self.strength.limits.clock; 2];
    }

    // Only a game in which something was played and not all is worth keeping.
    fn keep(&self) {
        let worth = !self.game.moves_made().is_empty() && self.game.outcome().is_none();
        self.keeper.keep(worth.then(|| self.record()));
    }

    fn record(&self) -> Record {
        let names = self.seats.each_ref().map(|seat| match seat {
            Seat::Human => "human".to_owned(),
            Seat::Computer => format!("{COMPUTER} {}", self.strength.to_text()),
            Seat::Program(program) => program.text(),
        });
        self.game.record([&names[0], &names[1]])
    }

    // The one person at the table, if there is exactly one.
    fn person(&self) -> Option<Side> {
        match self.seats {
            [Seat::Human, Seat::Human] => None,
            [Seat::Human, _] => Some(Side::Black),
            [_, Seat::Human] => Some(Side::White),
            _ => None,
        }
    }

    fn seat(&self) -> &Seat {
        &self.seats[self.game.side().index()]
    }

    fn swap_seats(&mut self) {
        self.seats.swap(0, 1);
        self.dismiss_guests();
    }

    // How to speak of a side in the middle of a sentence.
    fn called(&self, side: Side) -> &'static str {
        match self.person() {
            Some(person) if person == side => "you",
            Some(_) if matches!(self.seats[side.index()], Seat::Program(_)) => "the program",
            Some(_) => "the computer",
            None => side.name(),
        }
    }

    fn greet(&self) -> Result<()> {
        let variant = self.game.variant();
        let size = variant.size.map_or_else(String::new, |size| format!(" {size}x{size}"));
        let other = |side: Side| match &self.seats[side.index()] {
            Seat::Program(program) => format!("the program {} is {}", quoted(&program.command), side.name()),
            _ => format!("the computer is {} ({})", side.name(), self.spoken_strength()),
        };
        let who = match (self.person(), &self.seats) {
            (Some(person), _) => format!("You are {}, {}.", person.name(), other(!person)),
            (None, [Seat::Human, _]) => "Two people play.".to_owned(),
            (None, [Seat::Computer, Seat::Computer]) => {
                format!("The computer plays both sides ({}).", self.spoken_strength())
            }
            (None, _) => format!("{}, {}.", capitalised(&other(Side::Black)), other(Side::White)),
        };
        report::line(format_args!("{}, {}{size}. {who}", capitalised(self.game.name()), variant.name))?;
        if self.seats.contains(&Seat::Human) && self.game.outcome().is_none() {
            report::line(format_args!("Type a move, such as {}, or help.", self.example()))?;
        }
        Ok(())
    }

    fn spoken_strength(&self) -> String {
        match self.strength.level {
            Some(LevelChoice::Auto) => {
                self.strength.to_text().replace("auto", &format!("{} (auto)", self.auto))
            }
            _ => self.strength.to_text(),
        }
    }

    fn example(&self) -> String {
        let moves = self.game.legal_moves();
        // From the middle of the list: a corner of the board is seldom a good example.
        moves.get(moves.len() / 2).cloned().unwrap_or_default()
    }

    fn show_board(&mut self, show_legal: bool) -> Result<()> {
        self.stale = false;
        let board = report::painted(&self.game.draw(show_legal), self.coloured);
        report::line(format_args!("\n{}", board.trim_end_matches('\n')))?;
        let counts = self.game.counts();
        if !counts.is_empty() {
            report::line(counts)?;
        }
        Ok(())
    }

    fn pass(&mut self, pass: &str) -> Result<()> {
        let side = self.game.side();
        if self.person() == Some(side) {
            self.show_board(false)?;
            report::line("You have no move and must pass.")?;
        } else {
            report::line(format_args!("{} has no move and must pass.", capitalised(self.called(side))))?;
        }
        self.game.play_text(pass).expect("a forced pass is legal");
        self.stale = true;
        Ok(())
    }

    // Orders of the person whose turn it is, up to the one that changes whose turn it is.
    fn person_orders(&mut self) -> Result<Option<Ended>> {
        if self.stale {
            self.show_board(false)?;
        }
        let side = self.game.side();
        let prompt = match self.person() {
            Some(_) => format!("Your move, {}> ", side.name()),
            None => format!("{} to move> ", side.name()),
        };
        let words = order::names().into_iter().map(str::to_owned).chain(self.game.legal_moves());
        let line = match self.lines.read(&prompt, words.collect())? {
            Input::Line(line) => line,
            Input::End => return Ok(Some(Ended::Left)),
            Input::Interrupted => self.keeper.leave(Exit::Interrupted),
        };
        match order::read(&line) {
            Ok(Order::Quit) => return Ok(Some(Ended::Left)),
            Ok(Order::Resign) => return Ok(Some(Ended::Resigned(side))),
            Ok(order) => {
                if let Err(refused) = self.carry_out(order) {
                    if is_closed(&refused) {
                        return Err(refused);
                    }
                    say(format_args!("{refused:#}"))?;
                }
            }
            Err(refused) => say(refused)?,
        }
        Ok(None)
    }
}

fn say(text: impl Display) -> Result<()> {
    Ok(report::line(text)?)
}
