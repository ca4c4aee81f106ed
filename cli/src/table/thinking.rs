//! The computer's turn: what it is to search, and what becomes of it. The search itself is the screen's,
//! which may have something else to do meanwhile.

use super::Table;
use crate::report::{self, capitalised};
use crate::setup;
use crate::values::{LevelChoice, tighter};
use anyhow::{Result, anyhow};
use anyply_framework::search::{Clock, Limits};
use anyply_framework::settings::unknown;
use anyply_framework::{Level, Side, quoted};
use anyply_games::{AnyGame, TextGame, TextLine, TextReport};
use rand_pcg::Pcg64Mcg;
use std::mem;
use std::time::Duration;

// For hints and reasons where the person has set no limits.
const A_MOMENT: Duration = Duration::from_secs(1);

/// How the computer comes to its move.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    /// It is known already: there is no other, or the level slips.
    Known(String),
    /// By a search with these limits.
    Search(Limits),
}

/// What the computer is to do at a table.
#[derive(Clone, Debug)]
pub(crate) enum Due {
    /// To choose one of these openings, which [is laid](Table::lay) then.
    Opening(Vec<Vec<String>>),
    /// To come to a move, or to a colour.
    Move(Plan),
}

/// What the computer came to: the move, and the search that found it if there was one.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) mv: String,
    pub(crate) report: Option<TextReport>,
    pub(crate) time: Duration,
}

/// A move of the computer's own.
#[derive(Debug)]
pub(crate) struct Thought {
    /// The game up to that move.
    made: Vec<(Side, String)>,
    /// The search that found it, or in what other way it was found.
    how: Result<TextReport, &'static str>,
}

impl Plan {
    /// At that level, if it is one, and within those limits.
    pub(crate) fn new(
        game: &mut AnyGame,
        level: Option<Level>,
        limits: Limits,
        random: &mut Pcg64Mcg,
    ) -> Self {
        if let [only] = &game.legal_moves()[..] {
            return Self::Known(only.clone());
        }
        let slips = level.is_some_and(|level| level.slips_now(random));
        if slips && let Some(mv) = game.random_move(random) {
            return Self::Known(mv);
        }
        Self::of_colour(level, limits)
    }

    /// For the choice of a colour: no move, at which a level might slip.
    pub(crate) fn of_colour(level: Option<Level>, limits: Limits) -> Self {
        Self::Search(tighter(level.map_or_else(Limits::default, Level::limits), limits))
    }
}

/// What the game has to tell as it stands: `asked` is one of its topics, and what may follow it.
pub(crate) fn tell(game: &AnyGame, asked: &str) -> Result<String> {
    let (topic, argument) = asked.split_once(char::is_whitespace).unwrap_or((asked, ""));
    let topics: Vec<_> = game.topics().iter().map(|topic| topic.name).collect();
    if topics.is_empty() {
        return Err(anyhow!("{}: {} has no topics; hint alone names a move", quoted(topic), game.name()));
    }
    let topic = topic.to_lowercase();
    if !topics.contains(&topic.as_str()) {
        return Err(anyhow!("{}", unknown("hint", &topic, &topics)));
    }
    let told = game.tell(&topic, argument.trim()).map_err(anyhow::Error::msg)?;
    Ok(told.trim_end().to_owned())
}

impl Table {
    /// What the computer is to do here.
    pub(crate) fn plan(&mut self) -> Due {
        if let Some(due) = self.opening_due() {
            return due;
        }
        let limits = Limits { clock: self.clocks[self.turn().index()], ..self.strength.limits.clone() };
        let level = self.level();
        if self.is_choice() {
            return Due::Move(Plan::of_colour(level, limits));
        }
        Due::Move(Plan::new(&mut self.game, level, limits, &mut self.random))
    }

    /// The level at which the computer plays, if it is one.
    pub(super) fn level(&self) -> Option<Level> {
        self.level_number().map(setup::level)
    }

    /// Its number, of `auto` the one where it stands.
    pub(crate) fn level_number(&self) -> Option<u8> {
        Some(match self.strength.level? {
            LevelChoice::Fixed(number) => number,
            LevelChoice::Auto => self.auto.level,
        })
    }

    /// Makes the computer's move, and says what it thinks of it.
    ///
    /// # Errors
    /// It is none.
    pub(crate) fn computer_moved(&mut self, found: Found) -> Result<String> {
        if self.is_choice() {
            return Ok(self.computer_chooses(&found));
        }
        let Found { mv, report, time } = found;
        let (side, is_opening) = (self.turn(), self.is_opening());
        let choices = self.game.legal_moves().len();
        let mv = self.game.play_text(&mv).map_err(|error| anyhow!("the computer's own move: {error}"))?;
        self.laid.pop_front();
        let who = self.called(side);
        let opinion = report.as_ref().and_then(|report| report.lines.first().map(|line| (report, line)));
        let unsearched = match choices {
            _ if is_opening => "for an even opening",
            1 => "the only move",
            _ => "without much thought",
        };
        let said = match opinion {
            Some((report, line)) => {
                let score = report::value(line.score, line.certainty, self.game.unit());
                let expects = if line.moves.len() > 1 { ", expecting " } else { "" };
                let (depth, rest) = (report.depth, line.moves[1..].join(" "));
                let how = match report.by_book {
                    true => "by the book".to_owned(),
                    false => format!("depth {depth}, {:.1} s", time.as_secs_f64()),
                };
                format!("{score} for {who}, {how}{expects}{rest}")
            }
            None => unsearched.to_owned(),
        };
        self.game.annotate(time, if opinion.is_some() { &said } else { "" });
        let told = format!("{} plays {mv} ({said})", capitalised(who));
        let made = self.game.moves_made();
        let how = report.filter(|report| !report.lines.is_empty()).ok_or(unsearched);
        self.thoughts.retain(|thought| made.starts_with(&thought.made));
        self.thoughts.push(Thought { made, how });
        // An opening takes nobody's time.
        if !is_opening {
            self.spend(side, time);
        }
        Ok(told)
    }

    /// The limits of a hint.
    pub(crate) fn a_moment(&self) -> Limits {
        let asked = Limits { clock: None, ..self.strength.limits.clone() };
        if asked.depth.is_none() && asked.nodes.is_none() && asked.time.is_none() {
            return Limits { time: Some(A_MOMENT), ..asked };
        }
        asked
    }

    /// A hint that needs no search: the only move there is.
    pub(crate) fn only_move(&self) -> Option<String> {
        if self.is_opening() && !self.is_choice() {
            return Some("No hint: the best opening is an even one, since the other judges it.".to_owned());
        }
        match &self.game.legal_moves()[..] {
            [only] => Some(format!("Hint: {only} is the only move")),
            _ => None,
        }
    }

    /// What a search for a hint found.
    ///
    /// # Errors
    /// The game is over.
    pub(crate) fn hint(&self, found: &TextReport) -> Result<String> {
        let line = found.lines.first().ok_or_else(|| anyhow!("the game is over"))?;
        if self.is_choice() {
            return Ok(self.advised(found));
        }
        let by = if found.by_book { ", by the book" } else { "" };
        Ok(format!("Hint: {}{by}", self.worded(line)))
    }

    /// Does something at the position of the computer's last own move, or at this one if there is none, with
    /// its thought.
    pub(crate) fn at_last_thought<T>(&mut self, act: impl FnOnce(&mut Self, Option<&Thought>) -> T) -> T {
        let made = self.game.moves_made();
        let thoughts = mem::take(&mut self.thoughts);
        // Moves may have been taken back, and others made instead.
        let thought = thoughts.iter().rfind(|thought| made.starts_with(&thought.made));
        let back = thought.map_or(0, |thought| made.len() + 1 - thought.made.len());
        for _ in 0..back {
            self.game.undo();
        }
        let done = act(self, thought);
        for _ in 0..back {
            self.game.redo();
        }
        self.thoughts = thoughts;
        done
    }

    /// What the computer thought when it chose its last move.
    pub(crate) fn reason(&self, thought: Option<&Thought>) -> String {
        let Some(Thought { made, how }) = thought else {
            return "I have not thought about a move yet. This is what I think of the position now."
                .to_owned();
        };
        let found = match how {
            Ok(found) => found,
            Err(how) => {
                let mv = made.last().map_or("", |(_, mv)| mv);
                return format!("My last move was {mv}: {how}.");
            }
        };
        let how = match found.by_book {
            true => "it was played by the book".to_owned(),
            false => format!("I looked {} ahead", report::plies(found.depth)),
        };
        format!("My last move was {}; {how}.", self.worded(&found.lines[0]))
    }

    /// `f5 (+1.20 discs for you), then d6 c3`
    pub(crate) fn worded(&self, line: &TextLine) -> String {
        let score = report::value(line.score, line.certainty, self.game.unit());
        let who = self.mover();
        let then = if line.moves.len() > 1 { ", then " } else { "" };
        format!("{} ({score} for {who}){then}{}", line.moves[0], line.moves[1..].join(" "))
    }

    /// The move just made by that side has taken so long.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let made = self.game.moves_made().len();
        self.clocks_after.retain(|(ply, _)| *ply < made);
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        self.clocks_after.push((made, self.clocks));
    }

    /// All clocks are full.
    pub(super) fn wind_clocks(&mut self, clock: Option<Clock>) {
        self.clocks = [clock; 2];
        self.clocks_after = vec![(0, self.clocks)];
    }

    /// Clocks stand again as they did with so many moves, after some were taken back or made again.
    pub(super) fn turn_clocks(&mut self) {
        let made = self.game.moves_made().len();
        if let Some((_, clocks)) = self.clocks_after.iter().rfind(|(ply, _)| *ply <= made) {
            self.clocks = *clocks;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Start;
    use crate::values::{Seat, Strength};
    use anyply_framework::search::Stop;

    fn table(strength: Strength) -> Table {
        let game = AnyGame::open("othello", None, None).expect("a game");
        Table::new(Start { strength, ..Start::new(game, [Seat::Human, Seat::Computer]) })
    }

    #[test]
    fn a_clock_goes_back_with_the_moves() {
        let mut table = table(Strength::from_text("clock 1m+2s").expect("a strength"));
        let left = |table: &Table| table.clocks[1].expect("there is one").left.as_secs();
        for seconds in [12, 20] {
            table.person_moves(&table.example(), Duration::from_secs(5)).expect("legal");
            let found = Found { mv: table.example(), report: None, time: Duration::from_secs(seconds) };
            table.computer_moved(found).expect("legal");
        }
        assert_eq!(left(&table), 60 - 12 - 20 + 2 * 2);
        for _ in 0..2 {
            table.undo(false).expect("two moves");
            assert_eq!(left(&table), 60 - 12 + 2);
            table.redo(false).expect("the same");
            assert_eq!(left(&table), 60 - 12 - 20 + 2 * 2);
        }
        table.back_to(0).expect("all of them");
        assert_eq!(left(&table), 60);
    }

    #[test]
    fn the_reason_is_that_of_the_last_move_however_it_was_found() {
        let mut table = table(Strength::default());
        let reason = |table: &mut Table| table.at_last_thought(|table, thought| table.reason(thought));
        assert!(reason(&mut table).starts_with("I have not thought about a move yet."));
        table.person_moves("f5", Duration::ZERO).expect("legal");
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let report = table.game.search(&limits, &Stop::default(), &mut |_| {});
        let mv = report.best().expect("it is not over").to_owned();
        table.computer_moved(Found { mv, report: Some(report), time: Duration::ZERO }).expect("legal");
        table.person_moves(&table.example(), Duration::ZERO).expect("legal");
        let mv = table.example();
        table.computer_moved(Found { mv: mv.clone(), report: None, time: Duration::ZERO }).expect("legal");
        assert_eq!(reason(&mut table), format!("My last move was {mv}: without much thought."));
        table.undo(false).expect("two moves");
        assert!(reason(&mut table).contains("I looked 1 ply ahead"), "the one before");
    }
}
