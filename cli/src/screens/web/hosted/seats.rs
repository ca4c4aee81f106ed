//! Who sits at a hosted game, and what they are called.

use super::Hosted;
use crate::screens::web::action::Sitting;
use crate::table::{HUMAN, People, computer_of, is_computers};
use anyply_framework::Side;
use std::time::Duration;

impl Hosted {
    /// Who plays Black and White, in the words of saved games.
    pub(crate) fn names(&self) -> [String; 2] {
        let name = |side: Side| match (self.names[side.index()].as_str(), self.seats[side.index()]) {
            ("", Sitting::Human) => HUMAN.to_owned(),
            ("", Sitting::Computer) => computer_of(&self.strength),
            (name, _) => name.to_owned(),
        };
        Side::BOTH.map(name)
    }

    /// Whether it is the computer's turn.
    pub(crate) fn is_computers(&self) -> bool {
        self.is_turn_of(Sitting::Computer)
    }

    /// Whether it is the turn of one of them.
    pub(super) fn is_turn_of(&self, who: Sitting) -> bool {
        self.ended().is_none() && self.seats[self.turn().index()] == who
    }

    /// Where people sit.
    pub(crate) fn people(&self) -> People {
        People(self.seats.map(|seat| seat == Sitting::Human))
    }

    /// Whoever sits on a side takes his name along. What had run of another's turn is not given to him.
    pub(super) fn swap_seats(&mut self) {
        self.seats.swap(0, 1);
        self.names.swap(0, 1);
        self.unfinished = Duration::ZERO;
    }

    /// Who played in a record plays on where he sat, unless somebody else sits there now. The computer of a
    /// record is gone with the first that sits down: it is called by its strength here, and a person is none.
    pub(super) fn sit(&mut self, seats: [Sitting; 2]) {
        if seats == self.seats {
            return;
        }
        for side in Side::BOTH.map(Side::index) {
            if seats[side] != self.seats[side] || is_computers(&self.names[side]) {
                self.names[side].clear();
            }
        }
        self.seats = seats;
        self.unfinished = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::web::action::Action;
    use Sitting::{Computer, Human};
    use anyply_games::{AnyGame, TextGame};

    #[test]
    fn who_sits_down_at_a_record_is_called_as_who_sits_there() {
        let game = AnyGame::open("othello", None, None).expect("a game");
        let record = game.record([HUMAN, "computer level 1"]);
        let mut hosted = Hosted::of_record(&record).expect("a game");
        assert_eq!(hosted.names(), [HUMAN, "computer level 1"], "as it was played");
        hosted.obey(&Action::Strength { text: "level 4".to_owned() }).expect("a level");
        hosted.obey(&Action::Seats { black: Human, white: Computer }).expect("free seats");
        assert_eq!(hosted.names(), [HUMAN, "computer level 4"]);
        hosted.obey(&Action::Swap {}).expect("both may");
        assert_eq!(hosted.names(), ["computer level 4", HUMAN]);
        let mut other = Hosted::of_record(&record).expect("a game");
        other.obey(&Action::Seats { black: Computer, white: Human }).expect("free seats");
        assert_eq!(other.names(), ["computer level 5", HUMAN]);
        let mut known = Hosted::of_record(&game.record(["Ann", "Bob"])).expect("a game");
        known.obey(&Action::Seats { black: Human, white: Computer }).expect("free seats");
        known.obey(&Action::Swap {}).expect("both may");
        assert_eq!(known.names(), ["computer level 5", "Ann"]);
    }
}
