//! The end of a game, and what comes after it.

use super::order::Order;
use super::{Ended, Input, Next, Table, say};
use crate::auto_level::{self, PersonalResult};
use crate::exit::Exit;
use crate::report::capitalised;
use crate::saves;
use crate::values::{LevelChoice, Seat};
use anyhow::Result;
use anyply_framework::{Outcome, Record, Side, quoted};
use anyply_games::TextGame;
use std::path::Path;

impl Table {
    /// Shows how it ended, in words from the person's view too. A game of which nothing was `played` here does not count for
    /// the level.
    pub(super) fn finish(&mut self, ended: &Ended, played: bool) -> Result<()> {
        self.show_board(false)?;
        let person = self.person();
        let (winner, said) = match ended {
            Ended::Over(outcome) => (outcome.winner, in_words(outcome, person)),
            Ended::Resigned(side) => (Some(!*side), self.resigned(*side)),
            Ended::Left => return Ok(()),
        };
        say(format_args!("The game is over. {said}"))?;
        let against = self.seats.contains(&Seat::Computer).then_some(person).flatten();
        let result = against.map(|person| match winner {
            Some(winner) if winner == person => PersonalResult::Win,
            Some(_) => PersonalResult::Loss,
            None => PersonalResult::Draw,
        });
        if let (true, Some(result), Some(LevelChoice::Auto)) = (played, result, self.strength.level) {
            self.auto = auto_level::follow(self.game.name(), result);
            say(format_args!("The computer's level is {} from now on.", self.auto))?;
        }
        Ok(())
    }

    fn resigned(&self, side: Side) -> String {
        match self.person() {
            Some(person) if person == side => format!("You resign; {} wins.", self.called(!side)),
            Some(_) => format!("{} resigns; you win.", capitalised(self.called(side))),
            None => format!("{} resigns; {} wins.", side.name(), (!side).name()),
        }
    }

    /// Whether there is to be another game. The finished one can still be looked at, saved, and taken back.
    pub(super) fn another(&mut self, ended: &Ended) -> Result<Next> {
        if !self.seats.contains(&Seat::Human) {
            return Ok(Next::Leave);
        }
        let swapped = if self.person().is_some() { ", with colours swapped" } else { "" };
        let prompt = format!("Another game{swapped}? [Y/n] ");
        let words = ["yes", "no", "undo", "why", "board", "save"].map(str::to_owned).to_vec();
        loop {
            let line = match self.lines.read(&prompt, words.clone())? {
                Input::Line(line) => line,
                Input::End => return Ok(Next::Leave),
                Input::Interrupted => self.keeper.leave(Exit::Interrupted),
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
                _ => self.answer(line, ended)?,
            }
        }
    }

    // Whatever else is typed after a game.
    fn answer(&self, line: &str, ended: &Ended) -> Result<()> {
        match line.split_once(char::is_whitespace) {
            Some((word, name)) if word.eq_ignore_ascii_case("save") => self.save_finished(name.trim(), ended),
            _ => say(format_args!(
                "{}: expected yes, no, undo, why, board or save FILE, for example y",
                quoted(line)
            )),
        }
    }

    fn save_finished(&self, name: &str, ended: &Ended) -> Result<()> {
        let mut record = self.record();
        if let Ended::Resigned(side) = ended {
            record.result = Some(Record::resignation(*side));
        }
        match saves::save_as(Path::new(name), &record) {
            Ok(over) => {
                let over = if over { ", over what was there" } else { "" };
                say(format_args!("The game is saved in {name}{over}."))
            }
            Err(problem) => say(format_args!("{problem:#}")),
        }
    }
}

// `You win by 12 discs.` for the one person at the table, `Black wins by 12 discs.` for all others.
fn in_words(outcome: &Outcome, person: Option<Side>) -> String {
    let text = outcome.to_string();
    match (person, outcome.winner) {
        (_, None) => "It is a draw.".to_owned(),
        (Some(person), Some(winner)) => {
            let verb = if person == winner { "You win" } else { "You lose" };
            text.replacen(&format!("{} wins", winner.name()), verb, 1) + "."
        }
        (None, Some(_)) => text + ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_told_to_the_person() {
        let won = Outcome { winner: Some(Side::White), margin: Some(12), unit: "discs" };
        assert_eq!(in_words(&won, Some(Side::White)), "You win by 12 discs.");
        assert_eq!(in_words(&won, Some(Side::Black)), "You lose by 12 discs.");
        assert_eq!(in_words(&won, None), "White wins by 12 discs.");
        let five = Outcome { winner: Some(Side::Black), margin: None, unit: "points" };
        assert_eq!(in_words(&five, Some(Side::Black)), "You win.");
        let even = Outcome { winner: None, margin: Some(0), unit: "discs" };
        assert_eq!(in_words(&even, None), "It is a draw.");
    }
}
