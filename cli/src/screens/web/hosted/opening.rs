//! An opening by swap at a hosted game: whose turn it is, and what the choice of a colour does.

use super::Hosted;
use crate::screens::web::action::Sitting;
use crate::table::{Choice, Step, Swap};
use anyply_framework::Side;

impl Hosted {
    /// The same with an opening in which the colours are found out.
    pub(crate) fn with_opening(self, swap: Option<Swap>) -> Self {
        Self { swap, ..self }
    }

    /// What is next.
    pub(crate) fn step(&self) -> Step {
        Swap::step_of(self.swap.as_ref(), &self.game)
    }

    /// The side on whose seat the one sits whose turn it is.
    pub(super) fn turn(&self) -> Side {
        Swap::turn(self.swap.as_ref(), &self.game)
    }

    /// The opening, until the colours are chosen.
    pub(crate) fn open(&self) -> Option<&Swap> {
        self.swap.as_ref().filter(|_| self.step() != Step::Over)
    }

    /// How many of the moves belong to the opening: they take nobody's time, and the best are even ones.
    pub(crate) fn opening_plies(&self) -> usize {
        self.swap.map_or(0, |swap| swap.of_opening(self.plies()))
    }

    /// What a person may choose now.
    pub(crate) fn choices(&self) -> &'static [&'static str] {
        match (self.step(), &self.swap) {
            (Step::Choose(_), Some(swap)) if self.is_turn_of(Sitting::Human) => swap.choices(),
            _ => &[],
        }
    }

    /// Goes on from a choice.
    pub(crate) fn choose(&mut self, choice: Choice) {
        let made = self.plies();
        if self.swap.as_mut().is_some_and(|swap| swap.choose(choice, made)) {
            self.swap_seats();
        }
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
        assert_eq!(hosted.step(), Step::Make(Side::Black, 3));
        for text in OPENING {
            assert!(say(&mut hosted, "black").is_err(), "there is no choice yet");
            say(&mut hosted, text).expect("legal");
        }
        assert_eq!(hosted.choices(), ["black", "white", "more"]);
        assert!(say(&mut hosted, "a1").is_err_and(|why| why.contains("expected black, white or more")));
        assert!(hosted.obey(&Action::Swap {}).is_err());
        assert!(hosted.obey(&Action::Seats { black: Computer, white: Human }).is_err());
        say(&mut hosted, "more").expect("it may be chosen");
        assert!(hosted.obey(&Action::Undo {}).is_err(), "what led to a choice stays");
        say(&mut hosted, "a1").expect("legal");
        hosted.obey(&Action::Undo {}).expect("it led to none yet");
        ["a1", "a2"].into_iter().for_each(|text| say(&mut hosted, text).expect("legal"));
        assert_eq!(hosted.choices(), ["black", "white"]);
        say(&mut hosted, "white").expect("it may be chosen");
        assert_eq!((hosted.step(), hosted.choices().len()), (Step::Over, 0));
        assert!(hosted.obey(&Action::Undo {}).is_err());
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
        assert_eq!(second.step(), Step::Make(Side::White, 2));
    }

    #[test]
    fn what_led_to_a_choice_that_was_kept_stays() {
        let mut first = hosted([Human, Human]);
        first.names = ["Anna", "Bert"].map(str::to_owned);
        OPENING.into_iter().chain(["black", "k7"]).for_each(|text| say(&mut first, text).expect("legal"));
        assert_eq!(first.names, ["Bert", "Anna"], "he has taken Black");
        first.obey(&Action::Undo {}).expect("it came after the choice");
        let mut second = Hosted::from_kept(first.kept()).expect("a game");
        assert_eq!((second.step(), second.swap.map(|swap| swap.name())), (Step::Over, Some("swap2")));
        assert!(second.obey(&Action::Undo {}).is_err());
        second.obey(&Action::Redo {}).expect("it was taken back");
    }

    #[test]
    fn an_opening_takes_no_time() {
        let mut hosted = hosted([Human, Computer]);
        hosted.obey(&Action::Strength { text: "clock 1m+2s".to_owned() }).expect("a clock");
        OPENING.into_iter().for_each(|text| say(&mut hosted, text).expect("legal"));
        let left = |hosted: &Hosted, side| hosted.clock(side).expect("there is one").left;
        assert_eq!(Side::BOTH.map(|side| left(&hosted, side)), [Duration::from_secs(60); 2]);
        hosted.choose(Choice::Take(Side::White));
        hosted.play("k7", Duration::from_secs(12), "").expect("legal");
        assert_eq!(left(&hosted, Side::White), Duration::from_secs(50));
    }
}
