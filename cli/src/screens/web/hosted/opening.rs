//! An opening by swap at a hosted game: whose turn it is, and what the choice of a colour does.

use super::Hosted;
use crate::screens::web::action::Sitting;
use crate::table::{Choice, Step, Swap};
use anyply_framework::Side;

/// What the computer is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// So many moves of an opening, for both sides.
    Opening(usize),
    /// The choice of a colour.
    Colour,
    /// A move.
    Move,
}

impl Hosted {
    /// The same with an opening in which the colours are found out.
    pub(crate) fn with_opening(self, swap: Option<Swap>) -> Self {
        Self { swap, ..self }
    }

    fn step(&self) -> Step {
        Swap::step_of(self.swap.as_ref(), &self.game)
    }

    /// The side on whose seat the one sits whose turn it is.
    pub(super) fn turn(&self) -> Side {
        Swap::turn(self.swap.as_ref(), &self.game)
    }

    /// The opening, until the colours are chosen.
    pub(super) fn open(&self) -> Option<&Swap> {
        self.swap.as_ref().filter(|_| self.step() != Step::Over)
    }

    /// What is to be done now.
    pub(crate) fn due(&self) -> Due {
        match (self.step(), &self.swap) {
            (Step::Make(_), Some(swap)) => Due::Opening(swap.left(self.plies())),
            (Step::Choose(_), _) => Due::Colour,
            _ => Due::Move,
        }
    }

    /// Whether a person may choose, and what.
    pub(crate) fn choices(&self) -> &'static [&'static str] {
        match self.open() {
            Some(swap) if self.due() == Due::Colour && self.is_turn_of(Sitting::Human) => swap.choices(),
            _ => &[],
        }
    }

    /// A person's choice, in a word.
    ///
    /// # Errors
    /// It is none.
    pub(super) fn read_choice(&mut self, word: &str) -> Result<(), String> {
        let choice = self.swap.ok_or("there is nothing to be chosen")?.read(word)?;
        self.choose(choice);
        Ok(())
    }

    /// Goes on from a choice.
    pub(crate) fn choose(&mut self, choice: Choice) {
        let made = self.plies();
        if self.swap.as_mut().is_some_and(|swap| swap.choose(choice, made)) {
            self.seats.swap(0, 1);
        }
        self.undone = 0;
        self.changed_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::web::action::Action;
    use Sitting::{Computer, Human};
    use anyply_games::AnyGame;
    use std::time::Duration;

    const OPENING: [&str; 3] = ["h8", "j8", "h10"];

    fn hosted(seats: [Sitting; 2]) -> Hosted {
        let game = AnyGame::open("gomoku", None, None).expect("a game");
        let swap = Swap::named(&game, "swap2").expect("it is known");
        Hosted::new(game, seats, "", Default::default()).expect("a level").with_opening(swap)
    }

    fn say(hosted: &mut Hosted, text: &str) -> Result<(), String> {
        hosted.obey(&Action::Move { text: text.to_owned() })
    }

    #[test]
    fn one_side_makes_the_opening_and_the_other_chooses() {
        let mut hosted = hosted([Human, Human]);
        assert_eq!(hosted.due(), Due::Opening(3));
        for text in OPENING {
            assert!(say(&mut hosted, "black").is_err(), "there is no choice yet");
            say(&mut hosted, text).expect("legal");
        }
        assert_eq!(hosted.choices(), ["black", "white", "more"]);
        assert!(say(&mut hosted, "a1").is_err_and(|why| why.contains("expected black, white or more")));
        assert!(hosted.obey(&Action::Swap).is_err());
        say(&mut hosted, "more").expect("it may be chosen");
        assert!(hosted.obey(&Action::Undo).is_err(), "what led to a choice stays");
        say(&mut hosted, "a1").expect("legal");
        hosted.obey(&Action::Undo).expect("it led to none yet");
        ["a1", "a2"].into_iter().for_each(|text| say(&mut hosted, text).expect("legal"));
        assert_eq!(hosted.choices(), ["black", "white"]);
        say(&mut hosted, "white").expect("it may be chosen");
        assert_eq!((hosted.due(), hosted.choices().len()), (Due::Move, 0));
        assert!(hosted.obey(&Action::Undo).is_err());
        say(&mut hosted, "c3").expect("legal");
    }

    #[test]
    fn whoever_chooses_has_that_colour() {
        let mut hosted = hosted([Human, Computer]);
        OPENING.into_iter().for_each(|text| say(&mut hosted, text).expect("legal"));
        assert!(hosted.is_computers() && hosted.choices().is_empty(), "it chooses");
        assert!(say(&mut hosted, "black").is_err());
        hosted.choose(Choice::Take(Side::Black));
        assert_eq!(hosted.seats, [Computer, Human]);
        assert!(!hosted.is_computers(), "White is to move");
    }

    #[test]
    fn an_opening_that_was_kept_goes_on() {
        let mut first = hosted([Computer, Human]);
        OPENING.into_iter().for_each(|text| first.play(text, Duration::ZERO, "").expect("legal"));
        say(&mut first, "more").expect("it may be chosen");
        let second = Hosted::from_kept(first.kept()).expect("a game");
        assert_eq!((second.due(), second.turn()), (Due::Opening(2), Side::White));
    }
}
