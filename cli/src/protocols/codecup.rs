//! The CodeCup's protocol: one process a game, a move a line each way.
//!
//! The first line is `Start` for who begins, or the opponent's first move. A player whose turn comes twice prints two lines. `Quit`
//! ends it.

mod client;

pub(super) use client::Client;

use super::line::is_end;
use super::{Desk, Player, Serve, Then};
use crate::exit::note;
use anyply_framework::Side;
use anyply_framework::search::{Clock, Limits};
use anyply_games::TextGame;
use std::io;
use std::time::Duration;

/// The time for all moves of a game, where the options set none.
const GAME: Duration = Duration::from_secs(30);

pub(super) struct Server {
    player: Player,
    /// Known from the first line on.
    own: Option<Side>,
    left: Duration,
}

impl Server {
    pub(super) fn new(player: Player) -> Self {
        let left = player.clock().map_or(GAME, |clock| clock.left);
        Self { player, own: None, left }
    }

    // Moves as long as it is this side's turn.
    fn reply(&mut self, desk: &mut Desk) -> io::Result<()> {
        while Some(self.player.game.side()) == self.own {
            let clock = Clock { left: self.left, increment: Duration::ZERO };
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            let Some(thought) = self.player.think(desk, limits, is_end, &mut |_| {}) else { return Ok(()) };
            self.left = self.left.saturating_sub(thought.time);
            let mv = self.player.game.play_text(&thought.mv).expect("the engine's move is legal");
            desk.out.say(mv)?;
        }
        Ok(())
    }
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        if is_end(line) {
            return Ok(Then::End);
        }
        let game = &mut self.player.game;
        let to_move = game.side();
        if line.eq_ignore_ascii_case("start") && self.own.is_none() {
            self.own = Some(to_move);
        } else if let Err(problem) = game.play_text(line) {
            // There is no way to say so within the protocol.
            note(format_args!("{problem}"));
            return Ok(Then::Next);
        } else {
            self.own.get_or_insert(!to_move);
        }
        self.reply(desk)?;
        Ok(Then::Next)
    }
}
