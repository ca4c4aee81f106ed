//! [`Table`]: a board, two seats and who sits on them; what every screen on which games are played has in
//! common.
//!
//! Nothing here prints: what there is to say is returned, and the screen says it in its own way.

mod ending;
mod opening;
pub(crate) mod order;
mod orders;
mod people;
mod program;
mod swap;
mod thinking;
pub(crate) mod walk;

pub(crate) use ending::Ended;
pub(crate) use people::People;
pub(crate) use program::{Answer, Answered, Question};
pub(crate) use swap::{Choice, FREE, Step, Swap};
pub(crate) use thinking::{Due, Found, Plan, tell};

use crate::auto_level::AutoLevel;
use crate::exit::{Usage, note};
use crate::protocols::ProgramText;
use crate::report::capitalised;
use crate::saves::Keeper;
use crate::values::{LevelChoice, Seat, Strength};
use anyhow::{Result, anyhow};
use anyply_framework::search::{Clock, Limits};
use anyply_framework::{Record, Side, quoted, sized};
use anyply_games::{AnyGame, TextGame};
use ending::Standing;
use program::Guest;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;
use thinking::Thought;

/// Players in saved games: a person, and the computer, whose strength follows.
pub(crate) const HUMAN: &str = "human";
const COMPUTER: &str = "computer";

/// What the computer is called in a saved game.
pub(crate) fn computer_of(strength: &Strength) -> String {
    format!("{COMPUTER} {}", strength.to_text())
}

// The words for its strength, where a name in a saved game is the computer's.
fn strength_in(name: &str) -> Option<&str> {
    name.strip_prefix(COMPUTER).filter(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a name in a saved game is that of the computer or of another program.
pub(crate) fn is_computers(name: &str) -> bool {
    strength_in(name).is_some() || ProgramText::is_meant(name)
}

/// What a game begins with.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) game: AnyGame,
    pub(crate) seats: [Seat; 2],
    pub(crate) strength: Strength,
    pub(crate) keeper: Keeper,
    pub(crate) seed: u64,
    /// The opening in which the colours are found out, if there is to be one.
    pub(crate) swap: Option<Swap>,
    /// Who gave the game up, where it is one that was.
    pub(crate) given_up: Option<Side>,
    /// What the people are called, where it is one that was [recorded](names_of).
    pub(crate) names: [Option<String>; 2],
}

#[cfg(test)]
impl Start {
    /// Without all that a game begins without unless it is asked for.
    pub(crate) fn new(game: AnyGame, seats: [Seat; 2]) -> Self {
        let (strength, keeper) = (Strength::default(), Keeper::default());
        Self { game, seats, strength, keeper, seed: 1, swap: None, given_up: None, names: [None, None] }
    }
}

/// A table with a board and two seats.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) game: AnyGame,
    pub(crate) seats: [Seat; 2],
    /// What the people in a recorded game are called.
    names: [Option<String>; 2],
    pub(crate) strength: Strength,
    pub(crate) clocks: [Option<Clock>; 2],
    /// How they stood at first and after each move that took time, those that were taken back among them, and
    /// how many moves there were then.
    clocks_after: Vec<(usize, [Option<Clock>; 2])>,
    pub(crate) keeper: Keeper,
    /// Where `--level auto` stands.
    auto: AutoLevel,
    /// How the game has ended, once that was told.
    pub(crate) ended: Option<Ended>,
    given_up: Option<Side>,
    standing: Standing,
    /// Programs that sit at the table, once they are started.
    guests: [Option<Guest>; 2],
    /// The computer's own moves, in their order.
    thoughts: Vec<Thought>,
    random: Pcg64Mcg,
    swap: Option<Swap>,
    /// The moves of an opening that the computer still has to make.
    laid: VecDeque<String>,
}

/// Puts the game away when play ends in any way but its own: most likely a closed terminal, at worst a fault
/// of the program.
#[derive(Debug)]
pub(crate) struct SavedWhateverHappens(pub(crate) Keeper);

impl Drop for SavedWhateverHappens {
    fn drop(&mut self) {
        match self.0.put_away() {
            Ok(said) => said.into_iter().for_each(note),
            Err(error) => note(format_args!("error: {error:#}")),
        }
    }
}

/// Who sits where in a recorded game that is gone on with, and how strong the computer was, if it still
/// plays: whom the person wishes, or else who sat there. Names that are not ours are people. A file alone
/// never starts a program.
///
/// # Errors
/// The field, and what is wrong with it.
pub(crate) fn seats_of(record: &Record, wishes: &[Option<Seat>; 2]) -> Result<([Seat; 2], Strength)> {
    let mut seats = [Seat::Human, Seat::Human];
    let mut strength = Strength::default();
    let players = [("black", &record.black), ("white", &record.white)];
    for ((seat, (field, player)), wish) in seats.iter_mut().zip(players).zip(wishes) {
        if let Some(words) = strength_in(player) {
            *seat = Seat::Computer;
            strength = Strength::from_text(words).map_err(|error| anyhow!("field {field}: {error}"))?;
        }
        match wish {
            Some(wish) => *seat = wish.clone(),
            None if ProgramText::is_meant(player) => {
                return Err(Usage::error(format!(
                    "field {field}: {} is another program: say who plays with --{field}",
                    quoted(player)
                )));
            }
            None => {}
        }
    }
    // It is the computer's, and nobody else's.
    let strength = if seats.contains(&Seat::Computer) { strength } else { Strength::default() };
    Ok((seats, strength))
}

/// What the people are called who go on with a recorded game. Nobody has the name of a computer or a program
/// whose seat he takes.
pub(crate) fn names_of(record: &Record, seats: &[Seat; 2]) -> [Option<String>; 2] {
    let name =
        |seat: &Seat, name: &String| (*seat == Seat::Human && !is_computers(name)).then(|| name.clone());
    [name(&seats[0], &record.black), name(&seats[1], &record.white)]
}

/// Whether a level means something there: it is the computer's alone.
///
/// # Errors
/// A line that says why not.
pub(crate) fn check_level(seats: &[Seat; 2]) -> Result<(), String> {
    if !seats.contains(&Seat::Computer) {
        return Err("no computer sits at the table, so there is no level".to_owned());
    }
    Ok(())
}

impl Table {
    pub(crate) fn new(start: Start) -> Self {
        let Start { game, seats, strength, keeper, seed, swap, given_up, names } = start;
        let strength = strength.or_usual();
        let mut table = Self {
            auto: AutoLevel::default(),
            clocks: [strength.limits.clock; 2],
            clocks_after: vec![(0, [strength.limits.clock; 2])],
            ended: None,
            given_up,
            standing: Standing::default(),
            guests: [None, None],
            thoughts: Vec::new(),
            random: Pcg64Mcg::seed_from_u64(seed),
            swap,
            laid: VecDeque::new(),
            game,
            seats,
            names,
            strength,
            keeper,
        };
        table.read_auto_level();
        table
    }

    fn read_auto_level(&mut self) {
        if self.strength.level == Some(LevelChoice::Auto) {
            self.auto = AutoLevel::read(self.game.name());
        }
    }

    /// The game of the same kind from its start, with full clocks.
    pub(crate) fn begin_again(&mut self) {
        let seed = self.another_seed();
        self.game.new_game(seed);
        self.names = [None, None];
        self.renew_guests();
        self.thoughts.clear();
        self.goes_on();
        self.standing = Standing::default();
        self.swap = self.swap.map(Swap::again);
        self.laid.clear();
        self.wind_clocks(self.strength.limits.clock);
    }

    /// From which another game is to draw by lot.
    pub(crate) fn another_seed(&mut self) -> u64 {
        self.random.random()
    }

    /// Another game comes to the table, and others may sit at it. Programs are started anew: they were
    /// started for a variant and a size, on a seat, that may be others now. Where all is as before that costs
    /// a start, and nothing else.
    pub(crate) fn seat_anew(&mut self, game: AnyGame, seats: [Seat; 2], strength: Strength) {
        let programs = seats.iter().any(|seat| matches!(seat, Seat::Program(_)));
        self.swap = self.swap.filter(|swap| !programs && swap.is_of(&game));
        self.game = game;
        self.seats = seats;
        self.dismiss_guests();
        self.strength = strength;
        self.read_auto_level();
        self.begin_again();
        self.keep();
    }

    /// The game has not ended, or no more.
    fn goes_on(&mut self) {
        self.ended = None;
        self.given_up = None;
    }

    /// Tells the keeper how the game stands. Only one in which something was played and not all is worth
    /// keeping.
    pub(crate) fn keep(&self) {
        let worth = !self.game.moves_made().is_empty() && self.over().is_none();
        self.keeper.keep(worth.then(|| self.record()));
    }

    pub(crate) fn record(&self) -> Record {
        let names = Side::BOTH.map(|side| match &self.seats[side.index()] {
            Seat::Human => self.names[side.index()].clone().unwrap_or_else(|| HUMAN.to_owned()),
            Seat::Computer => computer_of(&self.strength),
            Seat::Program(program) => program.text(),
        });
        let opening = self.swap.map(|swap| swap.text());
        let mut record = Record { opening, ..self.game.record([&names[0], &names[1]]) };
        if let Some(ended) = &self.ended {
            ended.note_in(&mut record);
        }
        record
    }

    /// The one person at the table, if there is exactly one.
    pub(crate) fn person(&self) -> Option<Side> {
        self.people().only()
    }

    /// Where people sit.
    pub(crate) fn people(&self) -> People {
        People(self.seats.each_ref().map(|seat| *seat == Seat::Human))
    }

    /// Whose turn it is.
    pub(crate) fn seat(&self) -> &Seat {
        &self.seats[self.turn().index()]
    }

    pub(crate) fn swap_seats(&mut self) {
        self.seats.swap(0, 1);
        self.names.swap(0, 1);
        self.guests.swap(0, 1);
        self.renew_guests();
    }

    /// How to speak of who sits on a side, in the middle of a sentence.
    pub(crate) fn called(&self, side: Side) -> &'static str {
        if let Some(swap) = self.swap.filter(|_| self.is_opening()) {
            return swap.called(side, self.people());
        }
        match self.person() {
            Some(person) if person == side => "you",
            Some(_) if matches!(self.seats[side.index()], Seat::Program(_)) => "the program",
            Some(_) => "the computer",
            None => side.name(),
        }
    }

    /// How to speak of the side to move: in an opening it is nobody's yet.
    pub(crate) fn mover(&self) -> &'static str {
        let side = self.game.side();
        if self.is_opening() { side.name() } else { self.called(side) }
    }

    /// What is played and who plays, in a line or two, and what is wrong with the file of levels.
    pub(crate) fn greeting(&self) -> String {
        self.beside_level_problem(self.players())
    }

    /// A text, and what is wrong with the file of levels on a line of its own.
    fn beside_level_problem(&self, said: String) -> String {
        [said].into_iter().chain(self.level_problem()).collect::<Vec<_>>().join("\n")
    }

    /// What is wrong with the file of levels, where the level follows the results.
    fn level_problem(&self) -> Option<String> {
        let problem = self.auto.problem.as_ref()?;
        (self.strength.level == Some(LevelChoice::Auto)).then(|| format!("Note: {problem}."))
    }

    fn players(&self) -> String {
        let variant = self.game.variant();
        let other = |side: Side| match &self.seats[side.index()] {
            Seat::Program(program) => format!("the program {} is {}", quoted(&program.command), side.name()),
            _ => format!("the computer is {} ({})", side.name(), self.spoken_strength()),
        };
        if let Some(swap) = self.swap.filter(|_| self.is_opening()) {
            let (name, told) = (capitalised(self.game.name()), swap.told(self.people()));
            let strength = if self.seats.contains(&Seat::Computer) {
                format!(" The computer is at {}.", self.spoken_strength())
            } else {
                String::new()
            };
            return format!("{name}, {}, {told}{strength}", sized(variant.name, variant.size));
        }
        let who = match (self.person(), &self.seats) {
            (Some(person), _) => format!("You are {}, {}.", person.name(), other(!person)),
            (None, [Seat::Human, _]) => "Two people play.".to_owned(),
            (None, [Seat::Computer, Seat::Computer]) => {
                format!("The computer plays both sides ({}).", self.spoken_strength())
            }
            (None, _) => format!("{}, {}.", capitalised(&other(Side::Black)), other(Side::White)),
        };
        format!("{}, {}. {who}", capitalised(self.game.name()), sized(variant.name, variant.size))
    }

    /// `level 5`, and where `auto` stands.
    pub(crate) fn spoken_strength(&self) -> String {
        self.spoken(&self.strength)
    }

    /// The same without the clock, for who shows that beside it; a clock that is all there is stays.
    pub(crate) fn strength_beside_clock(&self) -> String {
        let limits = Limits { clock: None, ..self.strength.limits.clone() };
        let rest = Strength { limits, ..self.strength.clone() };
        self.spoken(if rest.is_empty() { &self.strength } else { &rest })
    }

    fn spoken(&self, strength: &Strength) -> String {
        match strength.level {
            Some(LevelChoice::Auto) => {
                strength.to_text().replace("auto", &format!("{} (auto)", self.auto.level))
            }
            _ => strength.to_text(),
        }
    }

    /// A legal move, to show how one is written.
    pub(crate) fn example(&self) -> String {
        let moves = self.game.legal_moves();
        // From the middle of the list: a corner of the board is seldom a good example.
        moves.get(moves.len() / 2).cloned().unwrap_or_default()
    }

    /// Makes the pass that is forced on the side to move, and says so.
    pub(crate) fn pass(&mut self, pass: &str) -> String {
        let side = self.game.side();
        self.game.play_text(pass).expect("a forced pass is legal");
        if self.person() == Some(side) {
            return "You have no move and must pass.".to_owned();
        }
        format!("{} has no move and must pass.", capitalised(self.called(side)))
    }
}
