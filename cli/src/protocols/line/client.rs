//! A game with a player behind the line adapter.

use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::arena::{Fault, Outsider, TextChoice, TextTurn};

/// What is told where there is no limit of time.
const AMPLE: u128 = 3_600_000;

/// A player behind the line adapter.
#[derive(Debug)]
pub(crate) struct Client {
    peer: Peer,
}

impl Client {
    pub(crate) const fn new(peer: Peer) -> Self {
        Self { peer }
    }
}

/// Whether a line has the form of a move of Dvonn's.
pub(in crate::protocols) fn is_move(line: &str) -> bool {
    let space = |bytes: &[u8]| bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit();
    match line.as_bytes() {
        bytes @ [_, _] => space(bytes),
        bytes @ [_, _, _, _] => line.eq_ignore_ascii_case("pass") || space(bytes) && space(&bytes[2..]),
        _ => false,
    }
}

impl Outsider for Client {
    fn begin(&mut self, _: &TextTurn<'_>) -> Result<(), Fault> {
        self.peer.forget();
        Ok(())
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        let wait = Wait::new(turn);
        let left = [turn.limits.time, turn.limits.clock.map(|clock| clock.left)];
        let left = left.into_iter().flatten().min().map_or(AMPLE, |left| left.as_millis());
        self.peer.ask(&format!("go {} {left}", turn.position))?;
        let mv = self.peer.hear(&wait, |line| match line {
            "" => Heard::Remark,
            line if is_move(line) => Heard::Answer(Ok(line.to_uppercase())),
            _ => Heard::Stray,
        })?;
        Ok(TextChoice { mv: Some(mv), ..TextChoice::default() })
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.transcript()
    }
}
