//! [`Table`]: a game on a board, who sits at it, and what was found out about it.

use super::judged::Judged;
use super::order::{Order, Sitting};
use crate::report::capitalised;
use crate::values::{LevelChoice, Strength};
use anyply_framework::{Level, Outcome, Record, Side};
use anyply_games::{AnyGame, TextGame};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The longest time for a move that can be asked for: nobody is to have the machine for himself.
const LONGEST: Duration = Duration::from_secs(60);

/// Bytes of comments in a record, and characters of a name: what more there is would be held in memory for nothing.
const COMMENTS: usize = 100 << 10;
const NAME: usize = 100;

/// A game on a board.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) game: AnyGame,
    pub(super) seats: [Sitting; 2],
    pub(super) strength: Strength,
    /// Who played, where that was read in a record; empty where it is played here.
    names: [String; 2],
    resigned: Option<Side>,
    /// Moves taken back that can be made again.
    undone: usize,
    /// What was found out about each move; as long as the game, or shorter.
    pub(super) judged: Vec<Option<Judged>>,
    /// When the board changed last: a person's time for a move counts from then.
    changed: Instant,
}

/// A table as it is kept in a file.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    anyply_board: u32,
    seats: [Sitting; 2],
    strength: String,
    names: [String; 2],
    resigned: Option<Side>,
    undone: usize,
    judged: Vec<Option<Judged>>,
    /// With the moves that were taken back.
    record: Record,
}

impl Kept {
    /// The version written.
    const VERSION: u32 = 1;
}

#[derive(Clone, Copy, Debug)]
enum Ended {
    Over(Outcome),
    Resigned(Side),
}

impl Table {
    /// A board with the game as it stands. `names` are those of a record, or empty.
    ///
    /// # Errors
    /// What cannot be asked of the computer.
    pub(super) fn new(
        game: AnyGame,
        seats: [Sitting; 2],
        strength: &str,
        names: [String; 2],
    ) -> Result<Self, String> {
        let strength = strength_of(strength)?;
        let mut table = Self {
            game,
            seats,
            strength,
            names,
            resigned: None,
            undone: 0,
            judged: Vec::new(),
            changed: Instant::now(),
        };
        table.pass();
        Ok(table)
    }

    /// A board with a recorded game, to be studied.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub(super) fn of_record(record: &Record) -> Result<Self, String> {
        if record.moves.iter().map(|made| made.comment.len()).sum::<usize>() > COMMENTS {
            return Err(format!("the comments of the game are longer than {} KiB", COMMENTS >> 10));
        }
        let game = AnyGame::resume(record)?;
        let names = [&record.black, &record.white].map(|name| name.chars().take(NAME).collect());
        let resigned = record.resigned();
        Ok(Self { resigned, ..Self::new(game, [Sitting::Human; 2], "", names)? })
    }

    /// What is kept of it.
    pub(super) fn kept(&mut self) -> Kept {
        let undone = self.undone;
        let record = self.at(self.plies() + undone, |game| game.record(["", ""]));
        Kept {
            anyply_board: Kept::VERSION,
            seats: self.seats,
            strength: self.strength.to_text(),
            names: self.names.clone(),
            resigned: self.resigned,
            undone,
            judged: self.judged.clone(),
            record,
        }
    }

    /// Goes on with what was kept.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn from_kept(kept: Kept) -> Result<Self, String> {
        if kept.anyply_board != Kept::VERSION {
            return Err(format!("version {}, not {}", kept.anyply_board, Kept::VERSION));
        }
        let mut game = AnyGame::resume(&kept.record)?;
        for _ in 0..kept.undone {
            game.undo().ok_or("more moves taken back than there are")?;
        }
        Ok(Self {
            game,
            seats: kept.seats,
            strength: strength_of(&kept.strength)?,
            names: kept.names,
            resigned: kept.resigned,
            undone: kept.undone,
            judged: kept.judged,
            changed: Instant::now(),
        })
    }

    /// How many moves there are on the board.
    pub(super) fn plies(&self) -> usize {
        self.game.moves_made().len()
    }

    /// How many were taken back and can be made again.
    pub(super) fn undone(&self) -> usize {
        self.undone
    }

    /// Looks at the game as it stood after so many moves, or will stand once those taken back are made again.
    pub(super) fn at<T>(&mut self, ply: usize, look: impl FnOnce(&AnyGame) -> T) -> T {
        let now = self.plies();
        // Whatever a request asks for, no more turns than there are moves.
        let ply = ply.min(now + self.undone);
        let back = (ply..now).filter(|_| self.game.undo().is_some()).count();
        let forth = (now..ply).filter(|_| self.game.redo().is_some()).count();
        let seen = look(&self.game);
        (0..forth).for_each(|_| drop(self.game.undo()));
        (0..back).for_each(|_| drop(self.game.redo()));
        seen
    }

    /// The record of the game up to so many moves.
    pub(super) fn record_at(&mut self, ply: usize) -> Record {
        let names = self.names();
        let whole = ply >= self.plies();
        let mut record = self.at(ply, |game| game.record([&names[0], &names[1]]));
        if whole && record.result.is_none() {
            record.result = self.resigned.map(Record::resignation);
        }
        record
    }

    /// Who plays Black and White, in the words of saved games.
    pub(super) fn names(&self) -> [String; 2] {
        let name = |side: Side| match (self.names[side.index()].as_str(), self.seats[side.index()]) {
            ("", Sitting::Human) => "human".to_owned(),
            ("", Sitting::Computer) => format!("computer {}", self.strength.to_text()),
            (name, _) => name.to_owned(),
        };
        Side::BOTH.map(name)
    }

    fn ended(&self) -> Option<Ended> {
        self.game.outcome().map(Ended::Over).or(self.resigned.map(Ended::Resigned))
    }

    /// The same in words, and who won.
    pub(super) fn result(&self) -> Option<(String, Option<Side>)> {
        Some(match self.ended()? {
            Ended::Over(outcome) => (capitalised(&outcome.to_string()), outcome.winner),
            Ended::Resigned(side) => {
                (format!("{} resigned, {} wins", side.name(), (!side).name()), Some(!side))
            }
        })
    }

    /// Notes what was found out about the move after so many.
    pub(super) fn judge(&mut self, ply: usize, judged: Option<Judged>) {
        if self.judged.len() <= ply {
            self.judged.resize(ply + 1, None);
        }
        self.judged[ply] = judged;
    }

    /// Whether the computer is to move.
    pub(super) fn is_computers(&self) -> bool {
        self.ended().is_none() && self.seats[self.game.side().index()] == Sitting::Computer
    }

    /// Does what was asked for.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub(super) fn obey(&mut self, order: &Order) -> Result<(), String> {
        match order {
            Order::Move { text } => self.person_plays(text)?,
            Order::Undo => self.undo()?,
            Order::Redo => self.redo()?,
            Order::Resign => self.resign()?,
            Order::Swap => self.seats.swap(0, 1),
            Order::Seats { black, white } => self.seats = [*black, *white],
            Order::Strength { text } => self.strength = strength_of(text)?,
            // What is thought about the game changes nothing of it.
            Order::Hint | Order::Watch { .. } | Order::Review { .. } | Order::Think | Order::Stop => {
                return Ok(());
            }
        }
        self.changed = Instant::now();
        Ok(())
    }

    fn person_plays(&mut self, text: &str) -> Result<(), String> {
        if self.ended().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.is_computers() {
            return Err("it is the computer's turn".to_owned());
        }
        let time = self.changed.elapsed();
        self.play(text, time, "")
    }

    /// Makes a move, and the passes that follow by themselves.
    ///
    /// # Errors
    /// Why it is no move here.
    pub(super) fn play(&mut self, text: &str, time: Duration, comment: &str) -> Result<(), String> {
        let ply = self.plies();
        self.game.play_text(text).map_err(|error| error.to_string())?;
        self.game.annotate(time, comment);
        self.undone = 0;
        self.judged.truncate(ply);
        self.pass();
        self.changed = Instant::now();
        Ok(())
    }

    fn pass(&mut self) {
        while self.game.outcome().is_none()
            && let Some(pass) = self.game.forced_pass()
        {
            self.game.play_text(&pass).expect("a forced pass is legal");
        }
    }

    // Where a person who takes back, or makes again, wants to come out: at a choice of his own.
    fn is_choice(&self) -> bool {
        let people = self.seats.contains(&Sitting::Human);
        let own = self.seats[self.game.side().index()] == Sitting::Human;
        (own || !people) && self.game.forced_pass().is_none()
    }

    fn undo(&mut self) -> Result<(), String> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let mut taken = 0;
        while self.game.undo().is_some() {
            taken += 1;
            if self.is_choice() {
                self.undone += taken;
                return Ok(());
            }
        }
        (0..taken).for_each(|_| drop(self.game.redo()));
        Err("there is no move to take back".to_owned())
    }

    fn redo(&mut self) -> Result<(), String> {
        if self.resigned.is_some() {
            return Err("the game is over".to_owned());
        }
        let mut made = 0;
        while self.game.redo().is_some() {
            made += 1;
            if self.is_choice() {
                break;
            }
        }
        self.undone -= made;
        if made == 0 { Err("there is no move to make again".to_owned()) } else { Ok(()) }
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.ended().is_some() {
            return Err("the game is over".to_owned());
        }
        let mover = self.game.side();
        // Whoever sits at the screen gives up, be it his turn or not.
        let person = Side::BOTH.into_iter().find(|side| self.seats[side.index()] == Sitting::Human);
        let own = self.seats[mover.index()] == Sitting::Human;
        self.resigned = Some(if own { mover } else { person.unwrap_or(mover) });
        Ok(())
    }
}

// How strong the computer is to play: level 5 where nothing is said.
fn strength_of(text: &str) -> Result<Strength, String> {
    let mut strength = Strength::from_text(text)?;
    if strength.is_empty() {
        strength.level = Some(LevelChoice::Fixed(Level::DEFAULT));
    }
    let Strength { level, limits } = &strength;
    if *level == Some(LevelChoice::Auto) {
        return Err("level auto: expected a level from 1 to 12".to_owned());
    }
    if limits.clock.is_some() {
        return Err("clock: expected a level, or a time for each move".to_owned());
    }
    if limits.time.is_some_and(|time| time > LONGEST) {
        return Err(format!("time: expected at most {} s for a move", LONGEST.as_secs()));
    }
    Ok(strength)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Sitting::{Computer, Human};

    fn table(seats: [Sitting; 2]) -> Table {
        let game = AnyGame::open("othello", None, None).expect("a game");
        Table::new(game, seats, "", [String::new(), String::new()]).expect("a table")
    }

    fn moves(table: &Table) -> String {
        table.game.moves_made().into_iter().map(|(_, mv)| mv).collect()
    }

    #[test]
    fn a_person_takes_back_to_his_own_turn_and_makes_again_to_it() {
        let mut table = table([Human, Computer]);
        table.obey(&Order::Move { text: "f5".to_owned() }).expect("legal");
        assert!(table.obey(&Order::Move { text: "d6".to_owned() }).is_err(), "not his turn");
        table.play("d6", Duration::ZERO, "").expect("legal");
        table.obey(&Order::Undo).expect("there is one");
        assert_eq!((moves(&table).as_str(), table.undone()), ("", 2));
        assert!(table.obey(&Order::Undo).is_err());
        table.obey(&Order::Redo).expect("there is one");
        assert_eq!((moves(&table).as_str(), table.undone()), ("f5d6", 0));
    }

    #[test]
    fn the_computers_first_move_is_not_taken_back() {
        let mut table = table([Computer, Human]);
        table.play("f5", Duration::ZERO, "").expect("legal");
        assert!(table.obey(&Order::Undo).is_err());
        assert_eq!((moves(&table).as_str(), table.undone()), ("f5", 0));
    }

    #[test]
    fn what_is_kept_comes_back_with_what_was_taken_back() {
        let mut first = table([Human, Human]);
        for text in ["f5", "d6", "c3"] {
            first.obey(&Order::Move { text: text.to_owned() }).expect("legal");
        }
        first.obey(&Order::Undo).expect("there is one");
        let text = anyply_framework::settings::to_ron(&first.kept());
        let kept = anyply_framework::settings::from_ron("", &text).expect("what was written");
        let mut second = Table::from_kept(kept).expect("a table");
        assert_eq!((moves(&second).as_str(), second.undone()), ("f5d6", 1));
        second.obey(&Order::Redo).expect("there is one");
        assert_eq!(moves(&second), "f5d6c3");
        second.obey(&Order::Resign).expect("it is not over");
        assert_eq!(second.record_at(3).resigned(), Some(Side::White));
    }

    #[test]
    fn nobody_asks_for_too_much() {
        for text in ["level auto", "clock 5m", "time 61s", "level 13", "hurry up"] {
            assert!(strength_of(text).is_err(), "{text}");
        }
    }
}
