//! A game with a GTP engine.

use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use anyply_framework::{Side, quoted};
use std::time::Duration;

/// A GTP engine. Passes that follow by themselves are made by most engines on their own, so they are not told; to those that insist, they are.
#[derive(Debug)]
pub(crate) struct Client {
    peer: Peer,
    /// The board's size, where it has one.
    size: Option<usize>,
    /// Moves it has been told, or has made.
    known: usize,
    /// Commands it was given: each has its number.
    asked: u64,
    /// Whether it was told a time to keep to.
    is_timed: bool,
}

/// What it answered: done, with a text, or refused, with a reason.
type Answer = Result<String, String>;

fn refusal(command: &str, reason: &str) -> Fault {
    Fault::new(FaultKind::Refusal, format!("{command}: {}", quoted(reason)))
}

// What is left of a clock in whole seconds, which are all that the protocol knows. Whoever is told of none may think the game lost.
fn seconds(left: Duration) -> u64 {
    left.as_secs().max(1)
}

impl Client {
    pub(crate) const fn new(peer: Peer, size: Option<usize>) -> Self {
        Self { peer, size, known: 0, asked: 0, is_timed: false }
    }

    fn ask(&mut self, command: &str, wait: &Wait<'_>) -> Result<Answer, Fault> {
        self.asked += 1;
        let id = self.asked.to_string();
        self.peer.ask(&format!("{id} {command}"))?;
        // The answer to something else has another number. There are engines that give none back.
        let own = |text: &str| {
            let text = text.strip_prefix(&id).unwrap_or(text);
            let of_other = text.starts_with(|c: char| c.is_ascii_digit());
            (!of_other).then(|| text.trim().to_owned())
        };
        let first = self.peer.hear(wait, |line| {
            let answer = |done: Option<Answer>| done.map_or(Heard::Stray, |answer| Heard::Answer(Ok(answer)));
            match (line.strip_prefix('='), line.strip_prefix('?')) {
                (Some(text), _) => answer(own(text).map(Ok)),
                (_, Some(text)) => answer(own(text).map(Err)),
                _ if line.is_empty() => Heard::Remark,
                _ => Heard::Stray,
            }
        })?;
        // An answer goes on up to an empty line.
        self.peer.hear(wait, |line| match line {
            "" => Heard::Answer(Ok(())),
            _ => Heard::Remark,
        })?;
        Ok(first)
    }

    fn must(&mut self, command: &str, wait: &Wait<'_>) -> Result<String, Fault> {
        self.ask(command, wait)?.map_err(|reason| refusal(command, &reason))
    }

    // Tells the moves it does not know yet.
    fn catch_up(&mut self, turn: &TextTurn<'_>, wait: &Wait<'_>) -> Result<(), Fault> {
        let mut passed = None;
        for (side, mv) in &turn.moves[self.known..] {
            if mv.eq_ignore_ascii_case("pass") {
                passed = Some(*side);
                continue;
            }
            let command = format!("play {side} {mv}");
            if let Err(reason) = self.ask(&command, wait)? {
                self.insist(passed, &command, reason, wait)?;
            }
            passed = None;
        }
        self.known = turn.moves.len();
        Ok(())
    }

    // It was not done; perhaps the pass before it must be told.
    fn insist(
        &mut self,
        passed: Option<Side>,
        command: &str,
        reason: String,
        wait: &Wait<'_>,
    ) -> Result<String, Fault> {
        let Some(side) = passed else { return Err(refusal(command, &reason)) };
        self.must(&format!("play {side} pass"), wait)?;
        self.must(command, wait)
    }

    fn tell_time(&mut self, turn: &TextTurn<'_>, wait: &Wait<'_>) -> Result<(), Fault> {
        if let Some(clock) = turn.limits.clock {
            return self.ask(&format!("time_left {} {} 0", turn.side, seconds(clock.left)), wait).map(drop);
        }
        // At a table it may be given no more of it. A period for no moves means no limit.
        if self.is_timed && turn.limits.time.is_none() {
            self.is_timed = false;
            self.ask("time_settings 0 1 0", wait)?.ok();
        }
        Ok(())
    }
}

impl Outsider for Client {
    fn begin(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        self.peer.forget();
        self.known = 0;
        let wait = Wait::new(turn);
        if let Some(size) = self.size {
            self.must(&format!("boardsize {size}"), &wait)?;
        }
        self.must("clear_board", &wait)?;
        let whole = |time: Duration| (time.subsec_nanos() == 0).then_some(time.as_secs());
        let settings = match (turn.limits.clock, turn.limits.time.and_then(whole)) {
            // What each move adds has no words: a period would be time that a referee with this clock does not give. What there is of it
            // is told before each move.
            (Some(clock), _) => Some(format!("{} 0 0", seconds(clock.left))),
            (None, Some(seconds)) => Some(format!("0 {seconds} 1")),
            (None, None) => None,
        };
        if let Some(settings) = settings {
            // Who knows no time plays as it likes, within it.
            self.ask(&format!("time_settings {settings}"), &wait)?.ok();
            self.is_timed = true;
        }
        self.catch_up(turn, &wait)
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        let wait = Wait::new(turn);
        let last = turn.moves.last().filter(|(_, mv)| mv.eq_ignore_ascii_case("pass"));
        self.catch_up(turn, &wait)?;
        self.tell_time(turn, &wait)?;
        let command = format!("genmove {}", turn.side);
        let answer = match self.ask(&command, &wait)? {
            Ok(answer) => answer,
            Err(reason) => self.insist(last.map(|(side, _)| *side), &command, reason, &wait)?,
        };
        let mv = (!answer.eq_ignore_ascii_case("resign")).then(|| answer.to_lowercase());
        self.known += usize::from(mv.is_some());
        Ok(TextChoice { mv, ..TextChoice::default() })
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.transcript()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use anyply_framework::search::{Limits, Stop};

    #[test]
    fn nobody_is_told_that_no_time_is_left() {
        let told = [0, 900, 1000, 59_999].map(|milliseconds| seconds(Duration::from_millis(milliseconds)));
        assert_eq!(told, [1, 1, 1, 59]);
    }

    #[cfg(unix)]
    #[test]
    fn who_was_told_a_time_is_told_once_that_there_is_none_any_more() {
        let words = ["sh", "-c", "while read line; do echo =; echo; done"].map(str::to_owned);
        let mut client = Client::new(Peer::launch(&words, "quit").expect("it starts"), None);
        let (timed, free) =
            (Limits { time: Some(Duration::from_secs(2)), ..Limits::default() }, Limits::default());
        let made = vec![(Side::Black, "f5".to_owned()); 4];
        let stop = Stop::default();
        let turn = |moves, limits| TextTurn {
            start: None,
            moves,
            position: "",
            side: Side::Black,
            limits,
            patience: Duration::from_secs(60),
            late: FaultKind::TimeOut,
            stop: &stop,
        };
        client.begin(&turn(&made[..0], &timed)).expect("it answers");
        for (ply, limits) in (0..).zip([&timed, &free, &free]) {
            client.choose(&turn(&made[..ply], limits)).expect("it answers");
        }
        let said = client.transcript();
        let settings: Vec<_> = said.iter().filter_map(|line| line.split_once("time_settings ")).collect();
        assert_eq!(settings, [("> 2 ", "0 2 1"), ("> 4 ", "0 1 0")], "{said:?}");
    }
}
