//! A game with a Dvonn agent, as its server: one process a game, from a full board.

use super::{inside, move_of, numbers};
use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::Side;
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use anyply_framework::quoted;
use anyply_games::{AnyGame, TextGame};
use std::io::Write;
use tempfile::NamedTempFile;

/// Stands, in the command line, for a file with the board that the game begins with.
pub(in crate::protocols) const BOARD: &str = "{board}";

/// A Dvonn agent.
#[derive(Debug)]
pub(crate) struct Client {
    words: Vec<String>,
    /// One for each game.
    peer: Option<(Peer, NamedTempFile)>,
    /// Moves it knows.
    known: usize,
    own: Option<Side>,
}

/// Whether every move from here on has words: where pieces are being placed, none has.
pub(in crate::protocols) fn has_words_for(game: &AnyGame) -> bool {
    game.legal_moves().iter().all(|mv| mv.len() == 4)
}

impl Client {
    pub(crate) const fn new(words: Vec<String>) -> Self {
        Self { words, peer: None, known: 0, own: None }
    }

    fn launch(&self, position: &str) -> Result<(Peer, NamedTempFile), Fault> {
        let crash = |problem: String| Fault::new(FaultKind::Crash, problem);
        let cannot = |problem: std::io::Error| crash(format!("no file for the board: {problem}"));
        let mut file = tempfile::Builder::new().suffix(".txt").tempfile().map_err(cannot)?;
        writeln!(file, "{position}").and_then(|()| file.flush()).map_err(cannot)?;
        let path = file.path().display().to_string();
        let words: Vec<String> = self.words.iter().map(|word| word.replace(BOARD, &path)).collect();
        Ok((Peer::launch(&words, "").map_err(crash)?, file))
    }

    fn peer(&mut self) -> Result<&mut Peer, Fault> {
        let started = self.peer.as_mut().map(|(peer, _)| peer);
        started.ok_or_else(|| Fault::new(FaultKind::Crash, "it was not started"))
    }

    // Its colour, which is known at its first turn, and the moves that stand.
    fn catch_up(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        if self.own.replace(turn.side).is_none() {
            let colour = if turn.side == Side::White { "w" } else { "b" };
            self.peer()?.say(&format!("cor(servidor,{colour})"))?;
        }
        for (side, mv) in &turn.moves[self.known..] {
            let who = if *side == turn.side { "pc" } else { "jogador" };
            let told = match mv.split_at_checked(2) {
                Some((from, to)) if !mv.eq_ignore_ascii_case("pass") => {
                    format!("confirma_jogada({who},{},{},aceite)", numbers(from), numbers(to))
                }
                _ => format!("confirma_jogada({who},passa,aceite)"),
            };
            self.peer()?.say(&told)?;
        }
        self.known = turn.moves.len();
        Ok(())
    }
}

// `jogada(pc,(1,1),(2,1))`, or `jogada(pc,passa)`.
fn read(line: &str) -> Option<Result<String, Fault>> {
    let bare: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let (_, mv) = inside(bare.trim_end_matches('.'), "jogada")?.split_once(',')?;
    Some(move_of(mv).ok_or_else(|| Fault::new(FaultKind::Garbage, quoted(mv))))
}

impl Outsider for Client {
    fn begin(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        (self.known, self.own) = (turn.moves.len(), None);
        self.peer = Some(self.launch(turn.position)?);
        self.peer()?.say("id(servidor,0)")
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        let wait = Wait::new(turn);
        self.catch_up(turn)?;
        let peer = self.peer()?;
        peer.ask("sua_vez")?;
        let mv = peer.hear(&wait, |line| match (line, read(line)) {
            ("", _) => Heard::Remark,
            (_, Some(mv)) => Heard::Answer(mv),
            (_, None) => Heard::Stray,
        })?;
        Ok(TextChoice { mv: Some(mv), ..TextChoice::default() })
    }

    fn end(&mut self, _: &TextTurn<'_>) {
        self.peer = None;
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.as_ref().map_or_else(Vec::new, |(peer, _)| peer.transcript())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_says_for_a_move_is_quoted() {
        let said = format!("jogada(pc,\u{1b}[2J{})", "x".repeat(1000));
        let fault = read(&said).expect("a move is meant").expect_err("it is none");
        assert!(fault.note.len() < 60 && !fault.note.contains('\u{1b}'), "{fault}");
    }
}
