//! The end of a game: how it is told, and what it does to the level.

use super::Table;
use crate::auto_level::PersonalResult;
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

/// Whether a game that ends counts for the level.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Standing {
    /// Not yet: the person has made no move here.
    #[default]
    Unplayed,
    /// It does.
    Counts,
    /// No more: it has counted already, or an analysis has told the person what to play.
    Settled,
}

impl Table {
    /// How the game has ended, if it has: by its moves, or because somebody gave up, here or in the file it
    /// was read from.
    pub(crate) fn over(&self) -> Option<Ended> {
        Ended::of(&self.game, self.given_up)
    }

    /// The person has made a move here.
    pub(super) fn person_played(&mut self) {
        if self.standing == Standing::Unplayed {
            self.standing = Standing::Counts;
        }
    }

    /// The person has seen the best lines, or plays for both sides: the game tells nothing of how strong he
    /// is.
    pub(crate) fn analysed(&mut self) {
        self.standing = Standing::Settled;
    }

    /// The game has ended. How, in words from the person's view too. It counts for the level once, however
    /// often its end is taken back; one that is read from a file is another.
    pub(crate) fn conclude(&mut self, ended: Ended) -> Vec<String> {
        self.ended = Some(ended);
        if let Ended::Resigned(side) = ended {
            self.given_up = Some(side);
        }
        let mut lines = vec![format!("The game is over. {}", self.in_words(&ended))];
        let counts = self.standing == Standing::Counts;
        if counts {
            self.standing = Standing::Settled;
        }
        let against = self.seats.contains(&Seat::Computer).then(|| self.person()).flatten();
        let result = against.map(|person| match ended.winner() {
            Some(winner) if winner == person => PersonalResult::Win,
            Some(_) => PersonalResult::Loss,
            None => PersonalResult::Draw,
        });
        if let (true, Some(result), Some(LevelChoice::Auto)) = (counts, result, self.strength.level) {
            self.auto.follow(self.game.name(), result);
            lines.push(format!("The computer's level is {} from now on.", self.auto.level));
            lines.extend(self.level_problem());
        }
        lines
    }

    /// How the game has ended, once that was told: `You win by 12 discs.`
    pub(crate) fn result(&self) -> Option<String> {
        self.ended.as_ref().map(|ended| self.in_words(ended))
    }

    fn in_words(&self, ended: &Ended) -> String {
        match ended {
            Ended::Over(outcome) => in_words(outcome, self.person()),
            Ended::Resigned(side) => self.resigned(*side),
        }
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
    use crate::table::{Found, Start};
    use std::time::Duration;

    fn table(given_up: Option<Side>) -> Table {
        let game = AnyGame::open("othello", None, None).expect("a game");
        Table::new(Start { given_up, ..Start::new(game, [Seat::Human, Seat::Computer]) })
    }

    #[test]
    fn a_game_counts_once_if_it_was_played_here_and_not_analysed() {
        let resigned = Ended::Resigned(Side::Black);
        let plays = |table: &mut Table| drop(table.person_moves("f5", Duration::ZERO).expect("legal"));
        let mut table = table(None);
        table.conclude(resigned);
        assert_eq!(table.standing, Standing::Unplayed, "nothing was played");
        table.undo(false).expect("the resignation");
        table.swap_seats();
        let found = Found { mv: "f5".to_owned(), report: None, time: Duration::ZERO };
        table.computer_moved(found).expect("legal");
        table.conclude(Ended::Resigned(Side::White));
        assert_eq!(table.standing, Standing::Unplayed, "the computer alone has moved");
        table.swap_seats();
        table.begin_again();
        plays(&mut table);
        assert_eq!(table.standing, Standing::Counts);
        for _ in 0..2 {
            table.conclude(resigned);
            assert_eq!(table.standing, Standing::Settled);
            table.undo(false).expect("the resignation");
        }
        table.begin_again();
        plays(&mut table);
        assert_eq!(table.standing, Standing::Counts);
        table.analysed();
        assert_eq!(table.standing, Standing::Settled);
    }

    #[test]
    fn who_has_given_up_in_a_file_has_given_up() {
        let mut table = table(Some(Side::Black));
        let ended = table.over().expect("it is over");
        assert_eq!(table.conclude(ended), ["The game is over. You resign; the computer wins."]);
        table.undo(false).expect("the resignation");
        assert!(table.over().is_none());
    }

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
