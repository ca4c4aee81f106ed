//! A game with a CodeCup player: one process a game, from the start.

use crate::protocols::line::is_move;
use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};

/// A CodeCup player.
#[derive(Debug)]
pub(crate) struct Client {
    words: Vec<String>,
    /// One for each game.
    peer: Option<Peer>,
    /// Moves it knows.
    known: usize,
}

impl Client {
    pub(crate) const fn new(words: Vec<String>) -> Self {
        Self { words, peer: None, known: 0 }
    }

    fn answer(&mut self, turn: &TextTurn<'_>) -> Result<String, Fault> {
        let wait = Wait::new(turn);
        let Some(peer) = &mut self.peer else {
            return Err(Fault::new(FaultKind::Crash, "it was not started"));
        };
        if turn.moves.is_empty() {
            peer.say("Start")?;
        }
        // Whose turn comes twice says both moves by itself.
        for (side, mv) in &turn.moves[self.known..] {
            if *side != turn.side {
                peer.say(mv)?;
            }
        }
        self.known = turn.moves.len();
        peer.hear(&wait, |line| match line {
            "" => Heard::Remark,
            line if is_move(line) => Heard::Answer(Ok(line.to_uppercase())),
            _ => Heard::Stray,
        })
    }
}

impl Outsider for Client {
    fn begin(&mut self, _: &TextTurn<'_>) -> Result<(), Fault> {
        self.known = 0;
        let crash = |problem| Fault::new(FaultKind::Crash, problem);
        self.peer = Some(Peer::launch(&self.words, "Quit").map_err(crash)?);
        Ok(())
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        Ok(TextChoice { mv: Some(self.answer(turn)?), ..TextChoice::default() })
    }

    fn pass(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        match self.answer(turn)? {
            pass if pass == "PASS" => Ok(()),
            other => Err(Fault::new(FaultKind::IllegalMove, format!("'{other}', and it must pass"))),
        }
    }

    fn end(&mut self, _: &TextTurn<'_>) {
        self.peer = None;
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.as_ref().map_or_else(Vec::new, Peer::transcript)
    }
}
