//! The CodeCup's protocol: one process a game, a move a line each way.
//!
//! The first line is `Start` for who begins, or the opponent's first move. A player whose turn comes twice
//! prints two lines. `Quit` ends it.

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
}

impl Server {
    pub(super) fn new(player: Player) -> Self {
        let clock = Clock { left: GAME, increment: Duration::ZERO };
        Self { player: player.with_clock(clock), own: None }
    }

    // Moves as long as it is this side's turn.
    fn reply(&mut self, desk: &mut Desk) -> io::Result<()> {
        while Some(self.player.game.side()) == self.own {
            let thought = self.player.think(desk, Limits::default(), is_end, &mut |_| {});
            let Some(thought) = thought else { return Ok(()) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_games::AnyGame;

    #[test]
    fn the_clock_of_the_options_runs_with_what_a_move_adds_and_else_that_of_the_protocol() {
        let asked = Clock { left: Duration::from_secs(10), increment: Duration::from_secs(60) };
        let usual = Clock { left: GAME, increment: Duration::ZERO };
        for (clock, full) in [(Some(asked), asked), (None, usual)] {
            let game = AnyGame::open("dvonn", None, None).expect("a game");
            let limits = Limits { nodes: Some(10), clock, ..Limits::default() };
            let mut server = Server::new(Player::new(game, None, limits, Duration::ZERO, 1));
            assert_eq!(server.player.clocks, [Some(full); 2]);
            let mut desk = Desk::open(io::empty(), io::sink());
            server.answer("Start", &mut desk).expect("somebody reads");
            let own = server.own.expect("it begins");
            let left = server.player.clocks[own.index()].expect("there is one").left;
            assert!(left < full.left + full.increment && left >= full.increment, "{left:?}");
            assert_eq!(left > full.left, !full.increment.is_zero(), "{left:?}");
        }
    }
}
