//! [`Swap`]: an opening in which the players find out who has which colour.
//!
//! Who makes the first moves, for both colours, sits on the side that begins; the other chooses a colour, or makes some more moves
//! and leaves the choice to the first. Until then a seat's colour is for the time being: whoever chooses the other one changes seats.

use super::Table;
use super::thinking::Found;
use crate::openings::{LONGEST, after, better_colour, drawn, most_even};
use crate::protocols::ProgramText;
use crate::report::{self, capitalised};
use crate::values::Seat;
use anyhow::{Result, anyhow};
use anyply_framework::search::Stop;
use anyply_framework::settings::unknown;
use anyply_framework::{Record, Side, SwapOpening, quoted};
use anyply_games::{AnyGame, TextGame, TextReport};

/// No such opening: the colours are as people sit.
pub(crate) const FREE: &str = "free";
const MORE: &str = "more";

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
enum Step {
    /// A move of the opening, by whoever sits there.
    Make(Side),
    /// A colour is chosen by whoever sits there.
    Choose(Side),
    /// The game goes on as any other.
    Over,
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

    /// The opening that a game was left in, if it was.
    ///
    /// # Errors
    /// The field, and what is wrong with it.
    pub(crate) fn of_record(record: &Record) -> Result<Option<Self>, String> {
        let Some(text) = &record.opening else { return Ok(None) };
        let fresh = AnyGame::open(&record.game, Some(&record.variant), record.size)?;
        let wrong = |expected: &str| format!("field opening: {}: expected {expected}", quoted(text));
        let (name, rest) =
            text.split_once(", ").map_or((text.as_str(), None), |(name, rest)| (name, Some(rest)));
        let swap = Self::named(&fresh, name)
            .ok()
            .flatten()
            .filter(|swap| rest.is_none() || rest == Some(MORE) && swap.rule.more > 0)
            .ok_or_else(|| wrong("an opening of the game, for example swap2"))?;
        let swap = Self { more: rest.is_some(), ..swap };
        if record.start != fresh.position_text() {
            return Err(wrong("none in a game that began elsewhere"));
        }
        if [&record.black, &record.white].into_iter().any(|player| ProgramText::is_meant(player)) {
            return Err(wrong("none in a game with other programs"));
        }
        if record.moves.len() > swap.moves() || swap.more && record.moves.len() < swap.rule.first {
            return Err(wrong("another number of moves"));
        }
        Ok(Some(swap))
    }

    pub(super) const fn first(&self) -> Side {
        self.first
    }

    /// As a record has it; nothing once the colours are chosen.
    pub(super) fn text(&self) -> Option<String> {
        let more = if self.more { format!(", {MORE}") } else { String::new() };
        self.chosen.is_none().then(|| format!("{}{more}", self.rule.name))
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

    fn step(&self, made: usize) -> Step {
        let maker = if made < self.rule.first { self.first } else { !self.first };
        match self.chosen {
            Some(_) => Step::Over,
            None if made < self.moves() => Step::Make(maker),
            None => Step::Choose(if self.more { self.first } else { !self.first }),
        }
    }

    /// The moves that stay, whatever is taken back: they led to a choice.
    pub(super) fn lasting(&self) -> usize {
        self.chosen.unwrap_or(if self.more { self.rule.first } else { 0 })
    }

    /// The side on whose seat the one sits whose turn it is.
    pub(super) fn turn(swap: Option<&Self>, game: &AnyGame) -> Side {
        match swap.map_or(Step::Over, |swap| swap.step(game.moves_made().len())) {
            Step::Make(side) | Step::Choose(side) => side,
            Step::Over => game.side(),
        }
    }
}

impl Table {
    fn step(&self) -> Step {
        self.swap.map_or(Step::Over, |swap| swap.step(self.game.moves_made().len()))
    }

    /// The side on whose seat the one sits whose turn it is: the side to move, but in an opening by swap.
    pub(crate) fn turn(&self) -> Side {
        Swap::turn(self.swap.as_ref(), &self.game)
    }

    /// Whether the colours are still to be found out.
    pub(super) fn is_opening(&self) -> bool {
        self.step() != Step::Over
    }

    /// Whether a colour is to be chosen now.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self.step(), Step::Choose(_))
    }

    /// What is asked of a person in an opening: `Your opening, White 2 of 3`.
    pub(crate) fn opening_question(&self) -> Option<String> {
        let swap = self.swap?;
        let whose = |side| match self.called(side) {
            "you" => "Your".to_owned(),
            other => format!("{}'s", capitalised(other)),
        };
        match self.step() {
            Step::Make(side) => {
                let (number, all) = (self.game.moves_made().len() + 1, swap.moves());
                Some(format!("{} opening, {} {number} of {all}", whose(side), self.game.side().name()))
            }
            Step::Choose(side) => Some(format!("{} choice, {}", whose(side), self.choices())),
            Step::Over => None,
        }
    }

    // `black, white or more`
    fn choices(&self) -> &'static str {
        let may_make_more = self.swap.is_some_and(|swap| swap.rule.more > 0 && !swap.more);
        if may_make_more { "black, white or more" } else { "black or white" }
    }

    /// How the opening goes, in a sentence or two.
    pub(super) fn opening_told(&self, swap: &Swap) -> String {
        let SwapOpening { name, first, more } = *swap.rule;
        let (one, other) = (self.called(swap.first), self.called(!swap.first));
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

    /// The choice that a person types, and what comes of it.
    pub(super) fn choose(&mut self, text: &str) -> Result<String> {
        if *self.seat() != Seat::Human {
            return Err(anyhow!("the colour is not yours to choose"));
        }
        match text.trim().to_lowercase().as_str() {
            "black" => Ok(self.take(Side::Black, "")),
            "white" => Ok(self.take(Side::White, "")),
            MORE if self.choices().ends_with(MORE) => {
                self.swap = self.swap.map(|swap| Swap { more: true, ..swap });
                Ok(String::new())
            }
            _ => Err(anyhow!("{}: expected {}, for example white", quoted(text), self.choices())),
        }
    }

    // Whoever chooses has that colour from now on.
    fn take(&mut self, colour: Side, reason: &str) -> String {
        let chooser = self.turn();
        let who = self.called(chooser);
        let takes = if who == "you" { "take" } else { "takes" };
        let said = format!("{} {takes} {}{reason}.", capitalised(who), colour.name());
        if colour != chooser {
            self.swap_seats();
        }
        let made = self.game.moves_made().len();
        self.swap = self.swap.map(|swap| Swap { chosen: Some(made), ..swap });
        said
    }

    /// The computer takes the colour that its search likes better, and says so. It makes no more moves where it may: the first player would then choose the
    /// better colour, so that the most they could be worth, by the computer's own opinion, is an even game, and the choice is never worth less.
    pub(super) fn computer_chooses(&mut self, found: &Found) -> String {
        let to_move = self.game.side();
        let (colour, reason) = match &found.report {
            Some(report) => (better_colour(to_move, report), self.opinion(report)),
            None => (to_move, String::new()),
        };
        let chooser = self.turn();
        self.spend(chooser, found.time);
        self.take(colour, &reason)
    }

    /// What the computer would choose.
    pub(super) fn advised(&self, found: &TextReport) -> String {
        let colour = better_colour(self.game.side(), found);
        format!("Hint: {}{}", colour.name().to_lowercase(), self.opinion(found))
    }

    // ` (+0.30 points for White)`
    fn opinion(&self, found: &TextReport) -> String {
        found.lines.first().map_or_else(String::new, |line| {
            let score = report::value(line.score, line.certainty, self.game.unit());
            format!(" ({score} for {}, depth {})", self.game.side().name(), found.depth)
        })
    }

    /// The computer's next move of an opening: one nearest to even, since the other will judge it. Nothing where it is no such turn.
    pub(super) fn opening_move(&mut self) -> Option<String> {
        let Step::Make(_) = self.step() else { return None };
        if self.laid.is_empty() {
            let left = self.swap?.moves() - self.game.moves_made().len();
            let openings = drawn(&mut self.game, left, &mut self.random);
            let game = &mut self.game;
            let (best, _) = most_even(openings, LONGEST, |moves, limits| {
                Some(after(game, moves, |game| game.search(&limits, &Stop::default(), &mut |_| {})))
            });
            self.laid = best.into();
        }
        self.laid.pop_front()
    }
}
