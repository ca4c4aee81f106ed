//! The computer's turn, its hints and its reasons.

use super::{Table, say};
use crate::report::{self, capitalised};
use crate::setup;
use crate::values::{LevelChoice, Seat, tighter};
use anyhow::{Result, anyhow};
use anyply_framework::quoted;
use anyply_framework::search::{Limits, Stop};
use anyply_framework::settings::unknown;
use anyply_games::{TextGame, TextLine, TextReport};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

// For hints and reasons where the person has set no limits.
const A_MOMENT: Duration = Duration::from_secs(1);
// How many moves `why` compares.
const ALTERNATIVES: usize = 3;

impl Table {
    /// The computer makes its move and says what it thinks.
    pub(super) fn computer_moves(&mut self) -> Result<()> {
        let side = self.game.side();
        if !self.seats.contains(&Seat::Human) {
            self.show_board(false)?;
        }
        let choices = self.game.legal_moves().len();
        let began = Instant::now();
        let (mv, found) = self.choose();
        let time = began.elapsed();
        let mv = self.game.play_text(&mv).map_err(|error| anyhow!("the computer's own move: {error}"))?;
        let who = self.called(side);
        let opinion = found.as_ref().and_then(|found| found.lines.first().map(|line| (found, line)));
        let said = match opinion {
            Some((found, line)) => {
                let score = report::value(line.score, line.certainty, self.game.unit());
                let expects = if line.moves.len() > 1 { ", expecting " } else { "" };
                let (depth, rest) = (found.depth, line.moves[1..].join(" "));
                let how = match found.by_book {
                    true => "by the book".to_owned(),
                    false => format!("depth {depth}, {:.1} s", time.as_secs_f64()),
                };
                format!("{score} for {who}, {how}{expects}{rest}")
            }
            None if choices == 1 => "the only move".to_owned(),
            None => "without much thought".to_owned(),
        };
        say(format_args!("{} plays {mv} ({said})", capitalised(who)))?;
        self.game.annotate(time, if opinion.is_some() { &said } else { "" });
        self.thought = found.map(|found| (self.game.moves_made(), found));
        self.stale = true;
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.left = clock.left.saturating_sub(time) + clock.increment;
        }
        Ok(())
    }

    // The move, and the search that found it: none where there was no choice, or the level slips.
    fn choose(&mut self) -> (String, Option<TextReport>) {
        let moves = self.game.legal_moves();
        if let [only] = &moves[..] {
            return (only.clone(), None);
        }
        let level = match self.strength.level {
            Some(LevelChoice::Fixed(number)) => Some(setup::level(number)),
            Some(LevelChoice::Auto) => Some(setup::level(self.auto)),
            None => None,
        };
        if level.is_some_and(|level| level.slips_now(&mut self.random))
            && let Some(mv) = self.game.random_move(&mut self.random)
        {
            return (mv, None);
        }
        let asked = Limits { clock: self.clocks[self.game.side().index()], ..self.strength.limits.clone() };
        let limits = level.map_or_else(Limits::default, |level| level.limits());
        let found = self.search(&tighter(limits, asked));
        let mv = found.best().map(str::to_owned);
        (mv.unwrap_or_else(|| moves[0].clone()), Some(found))
    }

    fn search(&mut self, limits: &Limits) -> TextReport {
        let waiting = Waiting::begin();
        let found = self.game.search(limits, &Stop::default(), &mut |_| {});
        waiting.end();
        found
    }

    fn a_moment(&self) -> Limits {
        let asked = Limits { clock: None, ..self.strength.limits.clone() };
        if asked.depth.is_none() && asked.nodes.is_none() && asked.time.is_none() {
            return Limits { time: Some(A_MOMENT), ..asked };
        }
        asked
    }

    /// What the computer would play here, or what the game has to tell about a topic.
    pub(super) fn hint(&mut self, asked: &str) -> Result<()> {
        if asked.is_empty() {
            if let [only] = &self.game.legal_moves()[..] {
                return say(format_args!("Hint: {only} is the only move"));
            }
            let limits = self.a_moment();
            let found = self.search(&limits);
            let line = found.lines.first().ok_or_else(|| anyhow!("the game is over"))?;
            let by = if found.by_book { ", by the book" } else { "" };
            return say(format_args!("Hint: {}{by}", self.worded(line)));
        }
        let (topic, argument) = asked.split_once(char::is_whitespace).unwrap_or((asked, ""));
        let topics: Vec<_> = self.game.topics().iter().map(|topic| topic.name).collect();
        if topics.is_empty() {
            return Err(anyhow!(
                "{}: {} has no topics; hint alone names a move",
                quoted(topic),
                self.game.name()
            ));
        }
        let topic = topic.to_lowercase();
        if !topics.contains(&topic.as_str()) {
            return Err(anyhow!("{}", unknown("hint", &topic, &topics)));
        }
        let told = self.game.tell(&topic, argument.trim()).map_err(anyhow::Error::msg)?;
        say(told.trim_end())
    }

    /// The computer's reasons for its last move; without one, what it thinks of the position now.
    pub(super) fn why(&mut self) -> Result<()> {
        let made = self.game.moves_made();
        // Moves may have been taken back, and others made instead.
        self.thought = self.thought.take().filter(|(thought_of, _)| made.starts_with(thought_of));
        let back = self.thought.as_ref().map_or(0, |(thought_of, _)| made.len() + 1 - thought_of.len());
        for _ in 0..back {
            self.game.undo();
        }
        let explained = self.reasons();
        for _ in 0..back {
            self.game.redo();
        }
        explained
    }

    fn reasons(&mut self) -> Result<()> {
        let who = self.called(self.game.side());
        match &self.thought {
            Some((_, found)) => {
                let line = &found.lines[0];
                let how = match found.by_book {
                    true => "it was played by the book".to_owned(),
                    false => format!("I looked {} ahead", report::plies(found.depth)),
                };
                say(format_args!("My last move was {}; {how}.", self.worded(line)))?;
            }
            None => say("I have not thought about a move yet. This is what I think of the position now.")?,
        }
        let limits = Limits { lines: ALTERNATIVES, ..self.a_moment() };
        let found = self.search(&limits);
        match found.by_book {
            true => say(format_args!("The book's best for {who}:"))?,
            false => say(format_args!("On a second look, depth {}, the best for {who}:", found.depth))?,
        }
        for line in &found.lines {
            say(format_args!("  {}", self.worded(line)))?;
        }
        let terms = self.game.explain();
        if !terms.is_empty() {
            say(format_args!("The evaluator saw, for {who}, before any move:"))?;
        }
        for (name, value) in terms {
            let shown = format!("{value:+.2}");
            say(format_args!("  {name:<28} {:>12}", shown.trim_end_matches('0').trim_end_matches('.')))?;
        }
        Ok(())
    }

    // `f5 (+1.20 discs for you), then d6 c3`
    fn worded(&self, line: &TextLine) -> String {
        let score = report::value(line.score, line.certainty, self.game.unit());
        let who = self.called(self.game.side());
        let then = if line.moves.len() > 1 { ", then " } else { "" };
        format!("{} ({score} for {who}){then}{}", line.moves[0], line.moves[1..].join(" "))
    }
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
