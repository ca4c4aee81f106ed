//! A game with an NBoard engine.

use super::square;
use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use anyply_games::{AnyGame, TextGame};

/// An NBoard engine.
#[derive(Debug)]
pub(crate) struct Client {
    peer: Peer,
    game: AnyGame,
    pings: u32,
    /// Moves it has been told.
    known: usize,
}

impl Client {
    pub(crate) const fn new(peer: Peer, game: AnyGame) -> Self {
        Self { peer, game, pings: 0, known: 0 }
    }

    // Where the game begins, as GGF.
    fn start(&mut self, turn: &TextTurn<'_>) -> Result<String, Fault> {
        let unable = |problem: String| Fault::new(FaultKind::Refusal, problem);
        self.game.restart();
        if let Some(start) = turn.start {
            self.game.set_position(start, None).map_err(|problem| unable(problem.to_string()))?;
        }
        let format = self.game.formats().iter().find(|format| format.name == "ggf");
        let format = format.ok_or_else(|| unable("GGF is for Othello".to_owned()))?;
        let bytes =
            (format.write)(&[self.game.record(["", ""])]).map_err(|problem| unable(problem.to_string()))?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    // Waits until it has done all it was told.
    fn ping(&mut self, wait: &Wait<'_>) -> Result<(), Fault> {
        self.pings += 1;
        let due = format!("pong {}", self.pings);
        self.peer.ask(&format!("ping {}", self.pings))?;
        self.peer.hear(wait, |line| match line.split_whitespace().next() {
            Some("pong") if line == due => Heard::Answer(Ok(())),
            Some("pong" | "set" | "status" | "learned") | None => Heard::Remark,
            Some(_) => Heard::Stray,
        })
    }

    fn catch_up(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        for (_, mv) in &turn.moves[self.known..] {
            self.peer.say(&format!("move {}", square(mv)))?;
        }
        self.known = turn.moves.len();
        Ok(())
    }
}

impl Outsider for Client {
    fn begin(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        self.peer.forget();
        self.known = 0;
        let wait = Wait::new(turn);
        self.peer.say("nboard 2")?;
        if let Some(depth) = turn.limits.depth {
            self.peer.say(&format!("set depth {depth}"))?;
        }
        let start = self.start(turn)?;
        self.peer.say(&format!("set game {start}"))?;
        self.catch_up(turn)?;
        self.ping(&wait)
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        let wait = Wait::new(turn);
        self.catch_up(turn)?;
        self.ping(&wait)?;
        self.peer.ask("go")?;
        let mut nodes = None;
        self.peer.hear(&wait, |line| {
            if let Some(answer) = line.strip_prefix("===") {
                let mut parts = answer.trim().split('/');
                let mv = parts.next().unwrap_or("").trim().to_lowercase();
                let mv = if mv == "pa" { "pass".to_owned() } else { mv };
                let score = parts.next().and_then(|score| score.trim().parse().ok());
                return Heard::Answer(Ok(TextChoice { mv: Some(mv), score, nodes, depth: None }));
            }
            match line.split_whitespace().next() {
                Some("nodestats") => {
                    nodes = line.split_whitespace().nth(1).and_then(|nodes| nodes.parse().ok());
                    Heard::Remark
                }
                Some("status" | "set" | "search" | "pong" | "book" | "analysis") | None => Heard::Remark,
                Some(_) => Heard::Stray,
            }
        })
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.transcript()
    }
}
