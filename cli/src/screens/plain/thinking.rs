//! The computer's turn, its hints and its reasons.

use super::{Plain, say};
use crate::openings::judged;
use crate::report;
use crate::table::{Due, Found, Plan, Table, tell};
use anyhow::Result;
use anyply_framework::search::{Limits, Stop};
use anyply_games::{TextGame, TextReport};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

// How many moves `why` compares.
const ALTERNATIVES: usize = 3;

impl Plain {
    /// The computer makes its move and says what it thinks.
    pub(super) fn computer_moves(&mut self) -> Result<()> {
        self.show_to_onlookers()?;
        // What an engine must have before its first search is not to count for the move.
        self.table.game.prepare();
        let began = Instant::now();
        let (mv, report) = match self.table.plan() {
            Due::Opening(openings) => {
                let moves = judged(&mut self.table.game, openings, &Stop::default());
                let first = moves.first().cloned();
                self.table.lay(moves);
                (first.unwrap_or_else(|| self.table.example()), None)
            }
            Due::Move(Plan::Known(mv)) => (mv, None),
            Due::Move(Plan::Search(limits)) => {
                let report = search(&mut self.table, &limits);
                let mv = report.best().map(str::to_owned);
                (mv.unwrap_or_else(|| self.table.example()), Some(report))
            }
        };
        let found = Found { mv, report, time: began.elapsed() };
        self.stale = true;
        say(self.table.computer_moved(found)?)
    }

    /// What the computer would play here, or what the game has to tell about a topic.
    pub(super) fn hint(&mut self, asked: &str) -> Result<()> {
        if !asked.is_empty() {
            return tell(&self.table.game, asked).and_then(say);
        }
        if let Some(said) = self.table.only_move() {
            return say(said);
        }
        let limits = self.table.a_moment();
        let found = search(&mut self.table, &limits);
        self.table.hint(&found).and_then(say)
    }

    /// The computer's reasons for its last move; without one, what it thinks of the position now.
    pub(super) fn why(&mut self) -> Result<()> {
        self.table.at_last_thought(|table, thought| {
            if table.game.outcome().is_some() {
                return say("The game is over.");
            }
            say(table.reason(thought))?;
            let limits = Limits { lines: ALTERNATIVES, ..table.a_moment() };
            let found = search(table, &limits);
            let who = table.mover();
            match found.by_book {
                true => say(format_args!("The book's best for {who}:"))?,
                false => say(format_args!("On a second look, depth {}, the best for {who}:", found.depth))?,
            }
            for line in &found.lines {
                say(format_args!("  {}", table.worded(line)))?;
            }
            let terms = table.game.explain();
            if !terms.is_empty() {
                say(format_args!("The evaluator saw, for {who}, before any move:"))?;
            }
            for (name, value) in terms {
                let shown = report::signed(value, 2);
                say(format_args!("  {name:<28} {:>12}", shown.trim_end_matches('0').trim_end_matches('.')))?;
            }
            Ok(())
        })
    }
}

fn search(table: &mut Table, limits: &Limits) -> TextReport {
    let waiting = Waiting::begin();
    let found = table.game.search(limits, &Stop::default(), &mut |_| {});
    waiting.end();
    found
}

/// A word to show that the computer is at work, taken away again when it is done.
struct Waiting(bool);

const WAITING: &str = "thinking...";

impl Waiting {
    fn begin() -> Self {
        let mut out = io::stdout();
        let shown = out.is_terminal() && write!(out, "{WAITING}").and_then(|()| out.flush()).is_ok();
        Self(shown)
    }

    fn end(self) {
        if self.0 {
            let _ = write!(io::stdout(), "\r{:width$}\r", "", width = WAITING.len());
        }
    }
}
