//! [`Swap`]: an opening in which the players find out who has which colour.
//!
//! Who makes the first moves, for both colours, sits on the side that begins; the other chooses a colour, or
//! makes some more moves and leaves the choice to the first. Until then a seat's colour is for the time
//! being: whoever chooses the other one changes seats.

use super::People;
use crate::protocols::ProgramText;
use crate::report::capitalised;
use anyply_framework::settings::unknown;
use anyply_framework::{Record, Side, SwapOpening, quoted};
use anyply_games::{AnyGame, TextGame};

/// No such opening: the colours are as people sit.
pub(crate) const FREE: &str = "free";
const MORE: &str = "more";
/// In a record: the colours are chosen.
const CHOSEN: &str = "chosen";

/// An opening by swap, as far as it has gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swap {
    rule: &'static SwapOpening,
    /// The side that begins.
    first: Side,
    /// The second player makes more moves and leaves the choice to the first.
    more: bool,
    /// The colours were chosen after so many moves.
    chosen: Option<usize>,
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// So many moves of the opening, for both colours, by whoever sits there.
    Make(Side, usize),
    /// A colour is chosen by whoever sits there.
    Choose(Side),
    /// The game goes on as any other.
    Over,
}

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// That colour.
    Take(Side),
    /// To make more moves.
    More,
}

impl Swap {
    /// The opening of that name in a game at its start; none for `free`.
    ///
    /// # Errors
    /// A line that names those there are.
    pub(crate) fn named(game: &AnyGame, name: &str) -> Result<Option<Self>, String> {
        if name == FREE {
            return Ok(None);
        }
        let rule = game.swaps().iter().find(|rule| rule.name == name).ok_or_else(|| {
            let known: Vec<_> = [FREE].into_iter().chain(game.swaps().iter().map(|rule| rule.name)).collect();
            unknown(&format!("opening of {}", game.name()), name, &known)
        })?;
        Ok(Some(Self { rule, first: game.side(), more: false, chosen: None }))
    }

    /// The opening that a game has or had, as far as it has gone.
    ///
    /// # Errors
    /// The field, and what is wrong with it.
    pub(crate) fn of_record(record: &Record) -> Result<Option<Self>, String> {
        let Some(text) = &record.opening else { return Ok(None) };
        let fresh = AnyGame::at_start_of(record)?;
        let wrong = |expected: &str| format!("field opening: {}: expected {expected}", quoted(text));
        let (begun, chosen) =
            text.strip_suffix(&format!(", {CHOSEN}")).map_or((text.as_str(), false), |begun| (begun, true));
        let (name, rest) = begun.split_once(", ").map_or((begun, None), |(name, rest)| (name, Some(rest)));
        let swap = Self::named(&fresh, name)
            .ok()
            .flatten()
            .filter(|swap| rest.is_none() || rest == Some(MORE) && swap.rule.more > 0)
            .ok_or_else(|| match fresh.swaps() {
                [] => wrong(&format!("none in {}", fresh.name())),
                [.., last] => wrong(&format!("an opening of {}, for example {}", fresh.name(), last.name)),
            })?;
        let swap = Self { more: rest.is_some(), ..swap };
        if record.start != fresh.position_text() {
            return Err(wrong("none in a game that began elsewhere"));
        }
        if [&record.black, &record.white].into_iter().any(|player| ProgramText::is_meant(player)) {
            return Err(wrong("none in a game with other programs"));
        }
        let made = record.moves.len();
        let fits =
            if chosen { made >= swap.moves() } else { (swap.lasting()..=swap.moves()).contains(&made) };
        if !fits {
            return Err(wrong("another number of moves"));
        }
        Ok(Some(Self { chosen: chosen.then(|| swap.moves()), ..swap }))
    }

    /// The name for `--opening`.
    pub(crate) fn name(&self) -> &'static str {
        self.rule.name
    }

    /// As a record has it: `swap2, more, chosen`.
    pub(crate) fn text(&self) -> String {
        let words = [(true, self.rule.name), (self.more, MORE), (self.chosen.is_some(), CHOSEN)];
        words.into_iter().filter(|(said, _)| *said).map(|(_, word)| word).collect::<Vec<_>>().join(", ")
    }

    /// The same from its start.
    pub(super) fn again(self) -> Self {
        Self { more: false, chosen: None, ..self }
    }

    /// Whether it can be played in another game.
    pub(super) fn is_of(&self, game: &AnyGame) -> bool {
        game.swaps().contains(self.rule)
    }

    // The moves before the choice that is next.
    fn moves(&self) -> usize {
        self.rule.first + if self.more { self.rule.more } else { 0 }
    }

    /// What is next after so many moves.
    pub(crate) fn step(&self, made: usize) -> Step {
        let maker = if made < self.rule.first { self.first } else { !self.first };
        match self.chosen {
            Some(_) => Step::Over,
            None if made < self.moves() => Step::Make(maker, self.moves() - made),
            None => Step::Choose(if self.more { self.first } else { !self.first }),
        }
    }

    /// How many of the moves that were made belong to the opening.
    pub(crate) fn of_opening(&self, made: usize) -> usize {
        self.chosen.unwrap_or(made)
    }

    /// Whether the colours are chosen.
    pub(crate) fn is_over(&self) -> bool {
        self.chosen.is_some()
    }

    /// The moves that stay, whatever is taken back: they led to a choice.
    pub(super) fn lasting(&self) -> usize {
        self.chosen.unwrap_or(if self.more { self.rule.first } else { 0 })
    }

    /// What is next in a game that may have such an opening.
    pub(crate) fn step_of(swap: Option<&Self>, game: &AnyGame) -> Step {
        swap.map_or(Step::Over, |swap| swap.step(game.moves_made().len()))
    }

    /// The side on whose seat the one sits whose turn it is: the side to move, but in an opening by swap.
    pub(crate) fn turn(swap: Option<&Self>, game: &AnyGame) -> Side {
        match Self::step_of(swap, game) {
            Step::Make(side, _) | Step::Choose(side) => side,
            Step::Over => game.side(),
        }
    }

    fn may_make_more(&self) -> bool {
        self.rule.more > 0 && !self.more
    }

    /// The words for what may be chosen.
    pub(crate) fn choices(&self) -> &'static [&'static str] {
        if self.may_make_more() { &["black", "white", MORE] } else { &["black", "white"] }
    }

    // `black, white or more`
    fn choices_told(&self) -> String {
        let (last, others) = self.choices().split_last().expect("two colours at least");
        format!("{} or {last}", others.join(", "))
    }

    /// The choice in a person's word.
    ///
    /// # Errors
    /// It is none.
    pub(crate) fn read(&self, word: &str) -> Result<Choice, String> {
        match word.trim().to_lowercase().as_str() {
            "black" => Ok(Choice::Take(Side::Black)),
            "white" => Ok(Choice::Take(Side::White)),
            MORE if self.may_make_more() => Ok(Choice::More),
            _ => Err(format!("{}: expected {}, for example white", quoted(word), self.choices_told())),
        }
    }

    /// Goes on from the choice after so many moves, and says whether the players change seats: whoever
    /// chooses has that colour from now on.
    pub(crate) fn choose(&mut self, choice: Choice, made: usize) -> bool {
        let Step::Choose(chooser) = self.step(made) else { return false };
        match choice {
            Choice::Take(_) => self.chosen = Some(made),
            Choice::More => self.more = true,
        }
        choice == Choice::Take(!chooser)
    }

    /// How to speak of who sits on a side until the colours are chosen, in the middle of a sentence: they are
    /// not theirs yet.
    pub(crate) fn called(&self, side: Side, people: People) -> &'static str {
        match people.only() {
            Some(person) if person == side => "you",
            Some(_) => "the computer",
            None if side == self.first => "the first player",
            None => "the second player",
        }
    }

    /// What is asked of a person: `Your opening, White 2 of 3`.
    pub(crate) fn question(&self, game: &AnyGame, people: People) -> Option<String> {
        let made = game.moves_made().len();
        let whose = |side| match self.called(side, people) {
            "you" => "Your".to_owned(),
            other => format!("{}'s", capitalised(other)),
        };
        match self.step(made) {
            Step::Make(side, _) => {
                let (number, all) = (made + 1, self.moves());
                Some(format!("{} opening, {} {number} of {all}", whose(side), game.side().name()))
            }
            Step::Choose(side) => Some(format!("{} choice, {}", whose(side), self.choices_told())),
            Step::Over => None,
        }
    }

    /// How the opening goes, in a sentence or two.
    pub(crate) fn told(&self, people: People) -> String {
        let SwapOpening { name, first, more } = *self.rule;
        let (one, other) = (self.called(self.first, people), self.called(!self.first, people));
        let verb = |who: &str, verb: &str| if who == "you" { verb.to_owned() } else { format!("{verb}s") };
        let makes = verb(one, "make");
        let mut told = format!(
            "{name}: {one} {makes} the first {first} moves, for both colours; then {other} {} a colour",
            verb(other, "choose")
        );
        if more > 0 {
            told += &format!(", or {} {more} more and {one} {}", verb(other, "make"), verb(one, "choose"));
        }
        told + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_the_others_colour_changes_seats() {
        let game = AnyGame::open("gomoku", None, None).expect("a game");
        let swap = Swap::named(&game, "swap2").expect("it is known").expect("an opening");
        assert_eq!(swap.step(2), Step::Make(Side::Black, 1));
        assert_eq!(swap.step(3), Step::Choose(Side::White));
        for (colour, changes) in [(Side::White, false), (Side::Black, true)] {
            let mut swap = swap;
            assert_eq!(swap.choose(Choice::Take(colour), 3), changes);
            assert_eq!((swap.step(3), swap.lasting()), (Step::Over, 3));
        }
        let mut swap = swap;
        assert!(!swap.choose(Choice::More, 3));
        assert_eq!(swap.step(3), Step::Make(Side::White, 2));
        assert_eq!((swap.step(5), swap.lasting()), (Step::Choose(Side::Black), 3));
        assert!(swap.read("more").is_err(), "only once");
        assert!(swap.choose(swap.read("White").expect("a colour"), 5));
    }

    #[test]
    fn how_far_it_has_gone_comes_back_from_a_record() {
        let mut game = AnyGame::open("gomoku", None, None).expect("a game");
        let fresh = Swap::named(&game, "swap2").expect("it is known").expect("an opening");
        game.play_moves("h8i9j10k8l7a1").expect("legal");
        let mut record = game.record(["", ""]);
        let mut more = fresh;
        more.choose(Choice::More, 3);
        let [mut soon, mut late] = [fresh, more];
        soon.choose(Choice::Take(Side::White), 3);
        late.choose(Choice::Take(Side::Black), 5);
        for (swap, text, fewest, most) in [
            (fresh, "swap2", 0, 3),
            (more, "swap2, more", 3, 5),
            (soon, "swap2, chosen", 3, 6),
            (late, "swap2, more, chosen", 5, 6),
        ] {
            assert_eq!(swap.text(), text);
            record.opening = Some(swap.text());
            for made in 0..=6 {
                record.moves = game.record(["", ""]).moves[..made].to_vec();
                let read = Swap::of_record(&record);
                assert_eq!(read.is_ok(), (fewest..=most).contains(&made), "{text}, {made} moves");
                if let Ok(read) = read {
                    let read = read.expect("an opening");
                    assert_eq!((read.text(), read.lasting()), (swap.text(), swap.lasting()));
                }
            }
        }
        for text in ["swap2, chosen, more", "swap2, chosen, chosen", "chosen", "swap, more, chosen"] {
            record.opening = Some(text.to_owned());
            let wrong = Swap::of_record(&record).expect_err(text);
            assert!(wrong.contains("expected an opening of gomoku"), "{text}: {wrong}");
        }
    }
}
