//! The line adapter of Dvonn referees: `go BOARD SIDE [p] MILLISECONDS_LEFT` in, one move out.
//!
//! Every line has the whole position, so any may come next. What the engine has learned stays for as long as
//! they may be of one game. `p` after the side says that pieces are still being placed.

mod client;

pub(super) use client::{Client, is_move};

use super::{Desk, Player, Serve, Then};
use crate::exit::note;
use anyply_framework::quoted;
use anyply_framework::search::{Clock, Limits};
use std::io;
use std::time::Duration;

pub(super) struct Server {
    player: Player,
}

impl Server {
    pub(super) const fn new(player: Player) -> Self {
        Self { player }
    }

    // The position and the time left.
    fn read(&mut self, words: &[&str]) -> Result<Limits, String> {
        let (position, left) = match words {
            [board, side, "p", left] => (format!("{board} {side} p"), left),
            [board, side, left] => (format!("{board} {side}"), left),
            _ => return Err("expected go BOARD SIDE [p] MILLISECONDS_LEFT".to_owned()),
        };
        let left: i64 = left.parse().map_err(|_| format!("{}: expected milliseconds", quoted(left)))?;
        // Who is late already moves at once.
        let left = u64::try_from(left).unwrap_or(0);
        self.player.set_position(&position).map_err(|problem| problem.to_string())?;
        let clock = Clock { left: Duration::from_millis(left), increment: Duration::ZERO };
        Ok(Limits { clock: Some(clock), ..Limits::default() })
    }
}

/// Whether a line says that no more will come.
pub(super) fn is_end(line: &str) -> bool {
    line.eq_ignore_ascii_case("quit")
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            ["go", words @ ..] => match self.read(words) {
                Ok(limits) => match self.player.think(desk, limits, is_end, &mut |_| {}) {
                    Some(thought) => desk.out.say(thought.mv)?,
                    None => note("the game is over"),
                },
                Err(problem) => note(problem),
            },
            _ if is_end(line) => return Ok(Then::End),
            _ => {
                note(format_args!("{}: expected go BOARD SIDE [p] MILLISECONDS_LEFT, or quit", quoted(line)))
            }
        }
        Ok(Then::Next)
    }
}
