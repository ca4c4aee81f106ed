//! [`Hosted`]: a game that the server keeps for its pages: who sits at it, and what was found out about it.

mod clock;
mod kept;
mod opening;
mod review;
mod seats;

pub(super) use kept::Kept;
pub(super) use review::Reviewed;

use super::action::{Action, Sitting};
use super::judged::Judged;
use crate::report::capitalised;
use crate::table::walk::{at_ply, can_undo, redo_to, undo_to};
use crate::table::{Ended, Step, Swap};
use crate::values::{LevelChoice, Strength};
use anyply_framework::{Record, Side};
use anyply_games::{AnyGame, TextGame};
use std::time::{Duration, Instant};

/// The longest time for a move that can be asked for: nobody is to have the machine for himself.
const LONGEST: Duration = Duration::from_secs(60);

/// Bytes of comments in a record, and characters of a name: what more there is would be held in memory for
/// nothing.
const COMMENTS: usize = 100 << 10;
const NAME: usize = 100;

/// A game that the server keeps.
#[derive(Debug)]
pub(super) struct Hosted {
    pub(super) game: AnyGame,
    pub(super) seats: [Sitting; 2],
    pub(super) strength: Strength,
    /// The moves that were made when its clock was set, and those taken back then: they take nothing of it.
    clock_from: usize,
    /// Who played, where that was read in a record; empty where it is played here.
    names: [String; 2],
    resigned: Option<Side>,
    /// What had run of the turn in which somebody gave up.
    unfinished: Duration,
    /// Whether it is a record that nobody plays on with yet: no clock runs.
    pub(super) studied: bool,
    /// The opening in which the colours are found out, if there is one. Until then the seats are for the time
    /// being.
    pub(super) swap: Option<Swap>,
    /// Moves taken back that can be made again.
    undone: usize,
    /// What was found out about each move: those that were taken back, and may be made again, among them.
    pub(super) judged: Vec<Option<Judged>>,
    /// The last review, until another move is made. It is not kept: whoever comes back later begins anew.
    reviewed: Option<Reviewed>,
    /// When the board or the seats changed last, or the computer began to think: the time for a move counts
    /// from then.
    changed: Instant,
}

impl Hosted {
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
        let mut hosted = Self {
            clock_from: game.moves_made().len(),
            game,
            seats,
            strength,
            names,
            resigned: None,
            unfinished: Duration::ZERO,
            studied: false,
            swap: None,
            undone: 0,
            judged: Vec::new(),
            reviewed: None,
            changed: Instant::now(),
        };
        hosted.pass();
        Ok(hosted)
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
        let (resigned, swap) = (record.resigned(), Swap::of_record(record)?);
        let hosted = Self::new(game, [Sitting::Human; 2], "", names)?.with_opening(swap);
        Ok(Self { resigned, studied: true, ..hosted })
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
        at_ply(&mut self.game, ply, look)
    }

    /// The record of the game up to so many moves.
    pub(super) fn record_at(&mut self, ply: usize) -> Record {
        let names = self.names();
        let whole = ply >= self.plies();
        let mut record = self.at(ply, |game| game.record([&names[0], &names[1]]));
        record.opening = self.swap.filter(|_| whole).map(|swap| swap.text());
        if let Some(ended) = self.ended().filter(|_| whole) {
            ended.note_in(&mut record);
        }
        record
    }

    fn ended(&self) -> Option<Ended> {
        Ended::of(&self.game, self.resigned)
    }

    /// The same in words, and who won.
    pub(super) fn result(&self) -> Option<(String, Option<Side>)> {
        let ended = self.ended()?;
        let words = match ended {
            Ended::Over(outcome) => capitalised(&outcome.to_string()),
            Ended::Resigned(side) => format!("{} resigned, {} wins", side.name(), (!side).name()),
        };
        Some((words, ended.winner()))
    }

    /// Notes what was found out about the move after so many.
    pub(super) fn judge(&mut self, ply: usize, judged: Option<Judged>) {
        if self.judged.len() <= ply {
            self.judged.resize(ply + 1, None);
        }
        self.judged[ply] = judged;
    }

    /// Does what was asked for.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub(super) fn obey(&mut self, order: &Action) -> Result<(), String> {
        match order {
            Action::Move { text } => self.person_plays(text)?,
            Action::Undo {} if self.resigned.is_some() => {
                self.take_back_resignation();
                return Ok(());
            }
            Action::Undo {} => self.undo()?,
            Action::Redo {} => self.redo()?,
            Action::Swap {} | Action::Seats { .. } if self.open().is_some() => {
                return Err("the opening is to decide who has which colour".to_owned());
            }
            Action::Swap {} => self.swap_seats(),
            Action::Seats { black, white } => self.sit([*black, *white]),
            Action::Resign {} => return self.resign(),
            // Whoever's turn it is goes on thinking.
            Action::Strength { text } => return self.set_strength(text),
            // What is thought about the game changes nothing of it.
            Action::Hint {}
            | Action::Watch { .. }
            | Action::Review { .. }
            | Action::Think {}
            | Action::Stop { .. } => return Ok(()),
        }
        // A record is played on with a person's move, or where a computer sits down. Whoever does anything
        // else with it only looks at it.
        self.studied &= !matches!(order, Action::Move { .. }) && self.seats == [Sitting::Human; 2];
        self.changed_now();
        Ok(())
    }

    fn person_plays(&mut self, text: &str) -> Result<(), String> {
        if self.ended().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.is_computers() {
            return Err("it is the computer's turn".to_owned());
        }
        match (self.step(), self.swap) {
            (Step::Choose(_), Some(swap)) => {
                self.choose(swap.read(text)?);
                Ok(())
            }
            (Step::Make(..), _) => self.play(text, Duration::ZERO, ""),
            _ => self.play(text, self.running(), ""),
        }
    }

    /// Since when it has been the turn of whoever's it is; nobody's in a record that is only looked at, nor
    /// once the game is over.
    pub(super) fn since(&self) -> Option<Instant> {
        (!self.studied && self.ended().is_none()).then_some(self.changed)
    }

    /// Whoever's turn it is begins to think now.
    pub(super) fn changed_now(&mut self) {
        self.changed = Instant::now();
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
        self.reviewed = None;
        self.clock_from = self.clock_from.min(ply);
        self.pass();
        self.changed_now();
        Ok(())
    }

    fn pass(&mut self) {
        while self.game.outcome().is_none()
            && let Some(pass) = self.game.forced_pass()
        {
            self.game.play_text(&pass).expect("a forced pass is legal");
        }
    }

    fn undo(&mut self) -> Result<(), String> {
        let (people, swap) = (self.people(), self.swap);
        let taken = undo_to(&mut self.game, |game| people.may_choose(swap.as_ref(), game));
        self.undone += taken.len();
        if taken.is_empty() { Err("there is no move to take back".to_owned()) } else { Ok(()) }
    }

    /// Whether there is anything to take back.
    pub(super) fn may_undo(&mut self) -> bool {
        let (people, swap) = (self.people(), self.swap);
        self.resigned.is_some() || can_undo(&mut self.game, |game| people.may_choose(swap.as_ref(), game))
    }

    fn redo(&mut self) -> Result<(), String> {
        if self.resigned.is_some() {
            return Err("the game is over".to_owned());
        }
        let (people, swap) = (self.people(), self.swap);
        let made = redo_to(&mut self.game, |game| people.may_choose(swap.as_ref(), game));
        self.undone -= made.len();
        if made.is_empty() { Err("there is no move to make again".to_owned()) } else { Ok(()) }
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.ended().is_some() {
            return Err("the game is over".to_owned());
        }
        let resigned = self.people().who_resigns(self.turn());
        let resigned = resigned.ok_or("no person plays here who could give up")?;
        self.unfinished = if self.open().is_some() { Duration::ZERO } else { self.running() };
        self.resigned = Some(resigned);
        Ok(())
    }
}

// How strong the computer is to play: level 5 where nothing is said.
fn strength_of(text: &str) -> Result<Strength, String> {
    let strength = Strength::from_text(text)?.or_usual();
    let Strength { level, limits } = &strength;
    if *level == Some(LevelChoice::Auto) {
        return Err("level auto: expected a level from 1 to 12".to_owned());
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

    fn hosted(seats: [Sitting; 2]) -> Hosted {
        let game = AnyGame::open("othello", None, None).expect("a game");
        Hosted::new(game, seats, "", [String::new(), String::new()]).expect("a game")
    }

    fn moves(hosted: &Hosted) -> String {
        hosted.game.moves_made().into_iter().map(|(_, mv)| mv).collect()
    }

    #[test]
    fn a_person_takes_back_to_his_own_turn_and_makes_again_to_it() {
        let mut hosted = hosted([Human, Computer]);
        hosted.obey(&Action::Move { text: "f5".to_owned() }).expect("legal");
        assert!(hosted.obey(&Action::Move { text: "d6".to_owned() }).is_err(), "not his turn");
        hosted.play("d6", Duration::ZERO, "").expect("legal");
        hosted.obey(&Action::Undo {}).expect("there is one");
        assert_eq!((moves(&hosted).as_str(), hosted.undone()), ("", 2));
        assert!(hosted.obey(&Action::Undo {}).is_err());
        hosted.obey(&Action::Redo {}).expect("there is one");
        assert_eq!((moves(&hosted).as_str(), hosted.undone()), ("f5d6", 0));
    }

    #[test]
    fn the_computers_first_move_is_not_taken_back() {
        let mut hosted = hosted([Computer, Human]);
        hosted.play("f5", Duration::ZERO, "").expect("legal");
        assert!(!hosted.may_undo() && hosted.obey(&Action::Undo {}).is_err());
        assert_eq!((moves(&hosted).as_str(), hosted.undone()), ("f5", 0));
        hosted.obey(&Action::Resign {}).expect("a person plays");
        assert!(hosted.may_undo() && hosted.obey(&Action::Undo {}).is_ok());
        assert_eq!((moves(&hosted).as_str(), hosted.undone(), hosted.result()), ("f5", 0, None));
    }

    #[test]
    fn nobody_gives_up_for_the_computer() {
        assert!(hosted([Computer, Computer]).obey(&Action::Resign {}).is_err());
        let mut hosted = hosted([Human, Computer]);
        hosted.obey(&Action::Resign {}).expect("a person plays");
        assert_eq!(hosted.result().and_then(|(_, winner)| winner), Some(Side::White));
    }

    #[test]
    fn nobody_asks_for_too_much() {
        for text in ["level auto", "clock soon", "time 61s", "level 13", "hurry up"] {
            assert!(strength_of(text).is_err(), "{text}");
        }
    }
}
