//! What the person's orders do to the game. An error is the line to answer with; the game is untouched then.

use super::ending::Standing;
use super::order;
use super::{Ended, People, Swap, Table, check_level, names_of, seats_of, walk};
use crate::report;
use crate::saves;
use crate::setup;
use crate::values::{self, Seat};
use anyhow::{Context, Result, anyhow};
use anyply_framework::search::Limits;
use anyply_framework::{Level, Record, quoted};
use anyply_games::{AnyGame, TextGame};
use std::path::Path;
use std::time::Duration;

impl Table {
    /// Makes the person's move, for which he took so long, or the choice of a colour where that is due; what
    /// there is to say of it.
    pub(crate) fn person_moves(&mut self, text: &str, time: Duration) -> Result<String> {
        if self.is_choice() {
            return self.choose(text);
        }
        if matches!(self.seat(), Seat::Program(_)) {
            self.check_words()?;
        }
        self.game.play_text(text).map_err(|error| anyhow!("{error}{}", order::afterthought(text)))?;
        self.game.annotate(time, "");
        // In an analysis the person moves for the computer too, and what it was to lay is for another
        // position.
        self.laid.clear();
        self.person_played();
        Ok(String::new())
    }

    /// Back to the person's last turn, or by one move. Who gave up takes back that alone.
    pub(crate) fn undo(&mut self, by_one: bool) -> Result<String> {
        if self.resigned_person() {
            self.goes_on();
            return Ok("Taken back: the resignation".to_owned());
        }
        self.check_no_way_back()?;
        let stops = self.stops(by_one);
        let taken = walk::undo_to(&mut self.game, stops);
        if taken.is_empty() {
            let since = if self.lasting() > 0 { " since the choice in the opening" } else { "" };
            return Err(anyhow!("there is no move of yours to take back{since}"));
        }
        self.gone_back();
        Ok(format!("Taken back: {}", taken.join(" ")))
    }

    /// Whether there is something to take back.
    pub(crate) fn can_undo(&mut self, by_one: bool) -> bool {
        let stops = self.stops(by_one);
        self.resigned_person() || self.check_no_way_back().is_ok() && walk::can_undo(&mut self.game, stops)
    }

    // Where taking back, or making again, comes to its end. What led to a choice of colours stays. Nowhere
    // before a forced pass: it would be made at once, as a new move, and nothing could be made again any
    // more.
    fn stops(&self, by_one: bool) -> impl Fn(&AnyGame) -> bool + use<> {
        let (people, swap, lasting) = (self.people(), self.swap, self.lasting());
        move |game| match by_one {
            true => game.moves_made().len() >= lasting && game.forced_pass().is_none(),
            false => people.may_choose(swap.as_ref(), game),
        }
    }

    fn lasting(&self) -> usize {
        self.swap.map_or(0, |swap| swap.lasting())
    }

    // A program that gave up would do so again.
    fn resigned_person(&self) -> bool {
        matches!(self.ended, Some(Ended::Resigned(side)) if self.people().play(side))
    }

    /// Forward to the person's next turn, or by one move.
    pub(crate) fn redo(&mut self, by_one: bool) -> Result<String> {
        self.check_no_way_back()?;
        if self.ended.is_some() {
            return Err(anyhow!("the game is over"));
        }
        let stops = self.stops(by_one);
        let made = walk::redo_to(&mut self.game, stops);
        if made.is_empty() {
            return Err(anyhow!("there is nothing to make again: redo follows undo"));
        }
        self.laid.clear();
        self.turn_clocks();
        Ok(format!("Made again: {}", made.join(" ")))
    }

    /// Back to where so many moves were made.
    pub(crate) fn back_to(&mut self, ply: usize) -> Result<String> {
        self.check_no_way_back()?;
        if ply < self.lasting() {
            return Err(anyhow!("the colours were chosen later: what led to that stays"));
        }
        let mut taken = walk::undo_to(&mut self.game, |game| game.moves_made().len() <= ply).len();
        // A pass that is forced there is no new move: what came after it can be made again too.
        while taken > 0 && self.game.forced_pass().is_some() && self.game.redo().is_some() {
            taken -= 1;
        }
        if taken == 0 {
            return Err(anyhow!("only a forced pass follows here: the game stays where it is"));
        }
        self.gone_back();
        Ok(format!("Taken back: {}; r makes moves again.", report::plies(taken as u32)))
    }

    fn gone_back(&mut self) {
        self.goes_on();
        self.turn_clocks();
        self.laid.clear();
        self.renew_guests();
    }

    /// The person and the other change sides.
    pub(crate) fn swap(&mut self) -> Result<String> {
        self.check_no_way_back()?;
        if self.is_opening() {
            return Err(anyhow!("the opening is to decide who has which colour"));
        }
        match self.people() {
            People([false, false]) => return Err(anyhow!("there is nothing to swap: no person plays here")),
            People([true, true]) => {
                return Err(anyhow!("there is nothing to swap: people sit on both sides"));
            }
            _ => self.swap_seats(),
        }
        Ok(format!("You are {} now.", self.person().map_or("", |side| side.name())))
    }

    /// Saves the game under a name the person chose.
    pub(crate) fn save(&self, path: &Path) -> Result<String> {
        let over = if saves::save_as(path, &self.record())? { ", over what was there" } else { "" };
        self.keeper.saved_as(path);
        Ok(format!("The game is saved in {}{over}.", path.display()))
    }

    /// Goes on with a saved game of the same rules, with the engine that is at the table. The game that gives
    /// way is put away, and where is said.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Option<String>> {
        let record = setup::record(path)?;
        self.take_up(&record, path, true)
    }

    /// Goes on with a saved game of whatever rules, where the engine is not at the table.
    pub(crate) fn load_any(&mut self, path: &Path) -> Result<Option<String>> {
        let record = setup::record(path)?;
        self.take_up(&record, path, false)
    }

    fn take_up(&mut self, record: &Record, path: &Path, with_engine: bool) -> Result<Option<String>> {
        let wrong = |error: String| anyhow!("{}: {error}", path.display());
        let resumed = AnyGame::resume(record).map_err(wrong)?;
        if with_engine && record.rules() != self.record().rules() {
            return Err(anyhow!(
                "{} is a saved game of {}; go on with it by: {}",
                path.display(),
                quoted(&record.rules()),
                saves::load_command(path)
            ));
        }
        // Who sits at the table stays, where it is the same program.
        let same = |seat: &Seat, name: &str| match seat {
            Seat::Program(program) if program.text() == name => Some(seat.clone()),
            _ => None,
        };
        let wishes = [same(&self.seats[0], &record.black), same(&self.seats[1], &record.white)];
        let (seats, strength) = seats_of(record, &wishes).with_context(|| path.display().to_string())?;
        let swap = Swap::of_record(record).map_err(wrong)?;
        let left = self.keeper.give_way()?.map(|said| said.replacen("The game", "The game you leave", 1));
        match with_engine {
            true => {
                self.game.load(record).expect("a game of the same rules was just resumed from it");
                self.game.forget();
            }
            false => self.game = resumed,
        }
        let computer_leaves = self.seats.contains(&Seat::Computer) && !seats.contains(&Seat::Computer);
        self.names = names_of(record, &seats);
        self.seats = seats;
        self.swap = swap;
        self.laid.clear();
        self.dismiss_guests();
        if !strength.is_empty() {
            self.strength = strength;
            self.read_auto_level();
        } else if computer_leaves && self.seats.iter().any(|seat| matches!(seat, Seat::Program(_))) {
            // They were the computer's, and a program that stays would be told them. People alone keep them,
            // for hints.
            self.strength.limits.depth = None;
            self.strength.limits.nodes = None;
            self.strength = self.strength.clone().or_usual();
        }
        self.wind_clocks(self.strength.limits.clock);
        self.thoughts.clear();
        self.ended = None;
        self.given_up = record.resigned();
        self.standing = Standing::default();
        self.keep();
        self.keeper.saved_as(path);
        Ok(left)
    }

    /// Another game has come to the table: its programs [are started](Table::seat_programs). Where one cannot
    /// play from here, they give way to the computer.
    pub(crate) fn unseat_strangers(&mut self) -> Result<Vec<String>> {
        self.seat_programs().map_err(|problem| {
            self.dismiss_guests();
            for seat in &mut self.seats {
                if matches!(seat, Seat::Program(_)) {
                    *seat = Seat::Computer;
                }
            }
            anyhow!("{problem}; the computer plays instead")
        })
    }

    /// Sets the level, if one is named, and says what it is.
    pub(crate) fn set_level(&mut self, text: &str) -> Result<String> {
        check_level(&self.seats).map_err(anyhow::Error::msg)?;
        if !text.is_empty() {
            let level = values::level(text).map_err(|expected| anyhow!("{}: {expected}", quoted(text)))?;
            // Limits beside a level stay beside another; where they are all there is, it takes their place.
            if self.strength.level.is_none() {
                self.strength.limits = Limits::default();
                self.wind_clocks(None);
            }
            self.strength.level = Some(level);
            self.read_auto_level();
        }
        let (first, last) = Level::RANGE.into_inner();
        let beside = values::Strength { level: None, ..self.strength.clone() };
        let lead = if beside.is_empty() { ":" } else { "; the level alone:" };
        let detail = self.level().map_or_else(String::new, |level| format!("{lead} {}", describe(level)));
        let said =
            format!("The computer plays at {}{detail}; {first} to {last}, or auto.", self.spoken_strength());
        Ok(self.beside_level_problem(said))
    }
}

fn describe(level: Level) -> String {
    let ahead = level
        .depth
        .map_or_else(|| "as far as it gets".to_owned(), |depth| format!("{} ahead", report::plies(depth)));
    let seconds = level.milliseconds as f64 / 1000.0;
    let slips =
        if level.slips > 0 { format!(", {} moves of 100 at random", level.slips) } else { String::new() };
    format!("{ahead}, {seconds} s a move at most{slips}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Due, Found, Plan, Start};
    use crate::values::Strength;
    use anyply_framework::search::Stop;

    #[test]
    fn depth_and_nodes_go_with_the_computer_where_a_program_that_stays_would_be_told_them() {
        const PROGRAM: &str = "cmd:gomocup:other";
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.ron");
        let program = values::seat(PROGRAM).expect("a program");
        let stays = (PROGRAM, program.clone());
        for (asked, (white, seat), left) in [
            ("depth 6 nodes 9 time 2s", stays.clone(), "time 2s"),
            ("depth 6", stays, "level 5"),
            ("depth 6", ("human", Seat::Human), "depth 6"),
        ] {
            let recorded = AnyGame::open("gomoku", None, None).expect("a game").record(["human", white]);
            std::fs::write(&path, recorded.to_text()).expect("a file");
            let seats = [Seat::Computer, program.clone()];
            let strength = Strength::from_text(asked).expect("a strength");
            let game = AnyGame::open("gomoku", None, None).expect("a game");
            let mut table = Table::new(Start { strength, ..Start::new(game, seats) });
            table.load_any(&path).expect("it is one");
            assert_eq!(table.seats, [Seat::Human, seat]);
            assert_eq!(table.strength.to_text(), left);
        }
    }

    #[test]
    fn what_was_learned_in_a_game_is_not_known_in_the_one_that_is_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.ron");
        let game = AnyGame::open("othello", None, None).expect("a game");
        std::fs::write(&path, game.record(["human"; 2]).to_text()).expect("a file");
        let mut table = Table::new(Start::new(game, [Seat::Human, Seat::Human]));
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let nodes = |table: &mut Table| table.game.search(&limits, &Stop::default(), &mut |_| {}).nodes;
        let fresh = nodes(&mut table);
        assert!(nodes(&mut table) < fresh);
        table.load(&path).expect("it is one");
        assert_eq!(nodes(&mut table), fresh);
    }

    #[test]
    fn an_opening_into_which_the_person_moves_is_laid_anew() {
        let game = AnyGame::open("gomoku", None, None).expect("a game");
        let swap = Swap::named(&game, "swap2").expect("an opening");
        let mut table = Table::new(Start { swap, ..Start::new(game, [Seat::Computer, Seat::Human]) });
        assert!(matches!(table.plan(), Due::Opening(_)));
        table.lay(["h8", "h9", "i10"].map(str::to_owned).to_vec());
        assert!(matches!(table.plan(), Due::Move(Plan::Known(mv)) if mv == "h8"));
        let first = Found { mv: "h8".to_owned(), report: None, time: Duration::ZERO };
        table.computer_moved(first).expect("legal");
        assert!(matches!(table.plan(), Due::Move(Plan::Known(mv)) if mv == "h9"));
        table.person_moves("g7", Duration::ZERO).expect("legal");
        assert!(matches!(table.plan(), Due::Opening(_)));
    }
}
