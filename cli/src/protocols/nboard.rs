//! NBoard's protocol, version 2 (C. Welty), for Othello.
//!
//! Moves are `F5/eval/seconds`, passes `PA`. The engine's answer to `go` is not on the board until a `move`
//! puts it there. `ping` ends whatever the engine is at.

mod client;

pub(super) use client::Client;

use super::{Desk, Player, Serve, Then};
use anyply_framework::search::Limits;
use anyply_framework::{Asked, quoted};
use anyply_games::{AnyGame, TextGame, TextReport};
use std::io;

/// For hints, where no depth was set.
const HINT_DEPTH: u32 = 8;

pub(super) struct Server {
    player: Player,
    depth: Option<u32>,
    /// Why the game that was set last could not be: until the next one is, there is no position to speak of.
    lost: Option<String>,
}

impl Server {
    pub(super) const fn new(player: Player) -> Self {
        Self { player, depth: None, lost: None }
    }

    fn set(&mut self, what: &str, value: &str) -> Result<(), String> {
        match what {
            "depth" => {
                let depth = value.parse().map_err(|_| format!("{}: expected a depth", quoted(value)))?;
                self.depth = Some(std::cmp::max(depth, 1));
                Ok(())
            }
            "game" => {
                let set = self.set_game(value);
                self.lost = set.as_ref().err().cloned();
                set
            }
            _ => Ok(()),
        }
    }

    fn set_game(&mut self, ggf: &str) -> Result<(), String> {
        let game = &self.player.game;
        let format = game.formats().iter().find(|format| format.name == "ggf").expect("Othello has it");
        let found = (format.read)(ggf.as_bytes(), Asked::default()).map_err(|problem| problem.to_string())?;
        let record = &found.records[0];
        if record.variant == game.variant().name {
            return self.player.load(record).map_err(|problem| problem.to_string());
        }
        let (other, resources) = (AnyGame::resume(record)?, self.player.resources());
        self.player.change(other, resources).map_err(|problem| problem.to_string())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let square = text.split('/').next().unwrap_or("");
        self.player.game.play_text(square).map(drop).map_err(|problem| problem.to_string())
    }

    fn go(&mut self, desk: &mut Desk) -> io::Result<()> {
        desk.out.say("status Thinking")?;
        let limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(thought) = self.player.think(desk, limits, interrupts, &mut |_| {}) {
            let mv = square(&thought.mv);
            let seconds = thought.time.as_secs_f64();
            let line = thought.report.as_ref().and_then(|report| report.lines.first());
            let eval = line.map_or_else(String::new, |line| format!("{:.2}", line.score.units()));
            if let Some(report) = &thought.report {
                desk.out.say(format!("nodestats {} {seconds:.2}", report.nodes))?;
            }
            desk.out.say(format!("=== {mv}/{eval}/{seconds:.2}"))?;
        }
        desk.out.say("status ")
    }

    fn hint(&mut self, lines: usize, desk: &mut Desk) -> io::Result<()> {
        desk.out.say("status Thinking")?;
        let limits = Limits { depth: Some(self.depth.unwrap_or(HINT_DEPTH)), lines, ..Limits::default() };
        let out = desk.out.clone();
        let mut told = |report: &TextReport| {
            // Where nobody reads, the next answer will find out.
            let _ = searches(report).try_for_each(|line| out.say(line));
        };
        if let Some(report) = self.player.study(desk, limits, interrupts, &mut told) {
            searches(&report).try_for_each(|line| desk.out.say(line))?;
            desk.out.say(format!("nodestats {} {:.2}", report.nodes, report.elapsed.as_secs_f64()))?;
        }
        desk.out.say("status ")
    }
}

// `search PV eval 0 depth`: one line for each of the moves found.
fn searches(report: &TextReport) -> impl Iterator<Item = String> {
    report.lines.iter().map(|line| {
        let moves: String = line.moves.iter().map(|mv| square(mv)).collect();
        format!("search {moves} {:.2} 0 {}", line.score.units(), report.depth)
    })
}

// `F5`, or `PA`.
fn square(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_uppercase() }
}

fn interrupts(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("ping" | "quit"))
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match name {
            "nboard" => desk.out.say("set myname anyply").map(Ok)?,
            "set" => {
                let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.set(what, value.trim())
            }
            "hint" | "go" | "move" if self.lost.is_some() => Err(self.lost.clone().unwrap_or_default()),
            "hint" => {
                let lines = rest.parse().unwrap_or(1).clamp(1, 60);
                self.hint(lines, desk).map(Ok)?
            }
            "move" => self.play(rest),
            "go" => self.go(desk).map(Ok)?,
            "ping" => desk.out.say(format!("pong {rest}")).map(Ok)?,
            "learn" => desk.out.say("learned").map(Ok)?,
            "quit" => return Ok(Then::End),
            _ => Ok(()),
        };
        if let Err(problem) = done {
            desk.out.say(format!("status {problem}"))?;
        }
        Ok(Then::Next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::search::Clock;
    use std::time::Duration;

    #[test]
    fn a_clock_runs_on_in_a_game_that_is_set_again_and_is_full_in_the_next() {
        let game = AnyGame::open("othello", None, None).expect("a game");
        let clock = Clock { left: Duration::from_secs(10), increment: Duration::ZERO };
        let limits = Limits { nodes: Some(10), clock: Some(clock), ..Limits::default() };
        let mut server = Server::new(Player::new(game, None, limits, Duration::ZERO, 1));
        let mut desk = Desk::open(io::empty(), io::sink());
        let set = |moves: &str| {
            let rows = ["--------"; 3].join(" ");
            format!(
                "set game (;GM[Othello]PB[x]PW[y]RE[?]TY[8]BO[8 {rows} ---O*--- ---*O--- {rows} *]{moves};)"
            )
        };
        let lines =
            [(set("B[F5]"), false), ("go".to_owned(), true), (set("B[F5]W[F6]"), true), (set(""), false)];
        for (line, runs) in lines {
            server.answer(&line, &mut desk).expect("somebody reads");
            assert_eq!((&server.lost, server.player.clocks != [Some(clock); 2]), (&None, runs), "{line}");
        }
    }
}
