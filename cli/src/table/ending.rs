//! The end of a game: how it is told, and what it does to the level.

use super::Table;
use crate::auto_level::{self, PersonalResult};
use crate::report::capitalised;
use crate::values::{LevelChoice, Seat};
use anyply_framework::{Outcome, Record, Side};
use anyply_games::{AnyGame, TextGame};

/// How a game came to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ended {
    /// By the rules.
    Over(Outcome),
    /// This side gave up.
    Resigned(Side),
}

impl Ended {
    /// How a game has ended that stands so, and that this side has given up, if one has.
    pub(crate) fn of(game: &AnyGame, resigned: Option<Side>) -> Option<Self> {
        game.outcome().map(Self::Over).or(resigned.map(Self::Resigned))
    }

    /// Who won.
    pub(crate) fn winner(&self) -> Option<Side> {
        match self {
            Self::Over(outcome) => outcome.winner,
            Self::Resigned(side) => Some(!*side),
        }
    }

    /// Notes in the game's record what its moves do not tell.
    pub(crate) fn note_in(&self, record: &mut Record) {
        if let Self::Resigned(side) = self {
            record.result = Some(Record::resignation(*side));
        }
    }
}

impl Table {
    /// The game has ended. How, in words from the person's view too. A game of which nothing was `played` here does not count for
    /// the level.
    pub(crate) fn conclude(&mut self, ended: Ended, played: bool) -> Vec<String> {
        self.ended = Some(ended);
        let person = self.person();
        let said = match &ended {
            Ended::Over(outcome) => in_words(outcome, person),
            Ended::Resigned(side) => self.resigned(*side),
        };
        let mut lines = vec![format!("The game is over. {said}")];
        let against = self.seats.contains(&Seat::Computer).then_some(person).flatten();
        let result = against.map(|person| match ended.winner() {
            Some(winner) if winner == person => PersonalResult::Win,
            Some(_) => PersonalResult::Loss,
            None => PersonalResult::Draw,
        });
        if let (true, Some(result), Some(LevelChoice::Auto)) = (played, result, self.strength.level) {
            self.auto = auto_level::follow(self.game.name(), result);
            lines.push(format!("The computer's level is {} from now on.", self.auto));
        }
        lines
    }

    fn resigned(&self, side: Side) -> String {
        match self.person() {
            Some(person) if person == side => format!("You resign; {} wins.", self.called(!side)),
            Some(_) => format!("{} resigns; you win.", capitalised(self.called(side))),
            None => format!("{} resigns; {} wins.", side.name(), (!side).name()),
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
