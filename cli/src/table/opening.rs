//! An opening by swap at the table: what a person chooses, and how the computer lays it and chooses.

use super::Table;
use super::swap::{Choice, Step, Swap};
use super::thinking::{Due, Found, Plan};
use crate::openings::{better_colour, drawn};
use crate::report::{self, capitalised};
use crate::values::Seat;
use anyhow::{Result, anyhow};
use anyply_framework::Side;
use anyply_games::{TextGame, TextReport};

impl Table {
    fn step(&self) -> Step {
        Swap::step_of(self.swap.as_ref(), &self.game)
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
        self.swap?.question(&self.game, self.people())
    }

    /// The choice that a person types, and what comes of it.
    pub(super) fn choose(&mut self, text: &str) -> Result<String> {
        if *self.seat() != Seat::Human {
            return Err(anyhow!("the colour is not yours to choose"));
        }
        let Some(swap) = &mut self.swap else { return Ok(String::new()) };
        match swap.read(text).map_err(anyhow::Error::msg)? {
            Choice::Take(colour) => Ok(self.take(colour, "")),
            Choice::More => {
                swap.choose(Choice::More, self.game.moves_made().len());
                Ok(String::new())
            }
        }
    }

    // Whoever chooses has that colour from now on.
    fn take(&mut self, colour: Side, reason: &str) -> String {
        let who = self.called(self.turn());
        let takes = if who == "you" { "take" } else { "takes" };
        let said = format!("{} {takes} {}{reason}.", capitalised(who), colour.name());
        let made = self.game.moves_made().len();
        if self.swap.as_mut().is_some_and(|swap| swap.choose(Choice::Take(colour), made)) {
            self.swap_seats();
        }
        said
    }

    /// The computer takes the colour that its search likes better, and says so. It makes no more moves where
    /// it may: the first player would then choose the better colour, so that the most they could be worth, by
    /// the computer's own opinion, is an even game, and the choice is never worth less.
    pub(super) fn computer_chooses(&mut self, found: &Found) -> String {
        let to_move = self.game.side();
        let (colour, reason) = match &found.report {
            Some(report) => (better_colour(to_move, report), self.opinion(report)),
            None => (to_move, String::new()),
        };
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

    /// The computer's next move of an opening, or first of all some openings to choose the most even one
    /// from. Nothing where it is no such turn.
    pub(super) fn opening_due(&mut self) -> Option<Due> {
        let Step::Make(_, left) = self.step() else { return None };
        Some(match self.laid.front() {
            Some(mv) => Due::Move(Plan::Known(mv.clone())),
            None => Due::Opening(drawn(&mut self.game, left, &mut self.random)),
        })
    }

    /// These are the computer's next moves.
    pub(crate) fn lay(&mut self, moves: Vec<String>) {
        self.laid = moves.into();
    }
}
