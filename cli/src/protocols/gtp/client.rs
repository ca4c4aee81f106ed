//! A game with a GTP engine.

use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use anyply_framework::search::Limits;
use anyply_framework::{Side, quoted};
use std::time::Duration;

/// A GTP engine. Passes that follow by themselves are made by most engines on their own, so they are not
/// told; to those that insist, they are.
#[derive(Debug)]
pub(crate) struct Client {
    peer: Peer,
    /// The board's size, where it has one.
    size: Option<usize>,
    /// Moves it has been told, or has made.
    known: usize,
    /// Commands it was given: each has its number.
    asked: u64,
    /// The time that it was told to keep to.
    told: Time,
}

/// The time that a program keeps to, as far as the protocol has words for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Time {
    Unlimited,
    /// A clock, of which what is left is told before each move.
    Clock,
    /// So many seconds for each move.
    Move(u64),
}

impl Time {
    const fn of(limits: &Limits) -> Self {
        match (limits.clock, limits.time) {
            (Some(_), _) => Self::Clock,
            (None, Some(time)) if time.subsec_nanos() == 0 => Self::Move(time.as_secs()),
            (None, _) => Self::Unlimited,
        }
    }
}

/// What it answered: done, with a text, or refused, with a reason.
type Answer = Result<String, String>;

fn refusal(command: &str, reason: &str) -> Fault {
    Fault::new(FaultKind::Refusal, format!("{command}: {}", quoted(reason)))
}

// What there is of a time in whole seconds, which are all that the protocol knows. Whoever is told of none
// may think the game lost.
fn seconds(left: Duration) -> u64 {
    left.as_secs().max(1)
}

impl Client {
    pub(crate) const fn new(peer: Peer, size: Option<usize>) -> Self {
        Self { peer, size, known: 0, asked: 0, told: Time::Unlimited }
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
        // At a table it may be given another time than it began with.
        let due = self.due(turn.limits);
        if due != self.told {
            self.set_time(due, turn, wait)?;
        }
        if let Some(clock) = turn.limits.clock {
            self.ask(&format!("time_left {} {} 0", turn.side, seconds(clock.left)), wait)?.ok();
        }
        Ok(())
    }

    // A time without words for it is not told; but whoever keeps to another is told the nearest that there
    // is.
    fn due(&self, limits: &Limits) -> Time {
        match (Time::of(limits), limits.time) {
            (Time::Unlimited, Some(time)) if self.told != Time::Unlimited => Time::Move(seconds(time)),
            (due, _) => due,
        }
    }

    fn set_time(&mut self, due: Time, turn: &TextTurn<'_>, wait: &Wait<'_>) -> Result<(), Fault> {
        self.told = due;
        let settings = match (due, turn.limits.clock) {
            (Time::Move(seconds), _) => format!("0 {seconds} 1"),
            // What each move adds has no words: a period would be time that a referee with this clock does
            // not give. What there is of it is told before each move.
            (_, Some(clock)) => format!("{} 0 0", seconds(clock.left)),
            // A period for no moves means no limit.
            (_, None) => "0 1 0".to_owned(),
        };
        // Who knows no time plays as it likes, within it.
        self.ask(&format!("time_settings {settings}"), wait).map(drop)
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
        // Who never heard of a time need not hear that there is none.
        let due = self.due(turn.limits);
        if (self.told, due) != (Time::Unlimited, Time::Unlimited) {
            self.set_time(due, turn, &wait)?;
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
    use anyply_framework::search::{Clock, Stop};

    #[test]
    fn nobody_is_told_that_no_time_is_left() {
        let told = [0, 900, 1000, 59_999].map(|milliseconds| seconds(Duration::from_millis(milliseconds)));
        assert_eq!(told, [1, 1, 1, 59]);
    }

    #[cfg(unix)]
    #[test]
    fn who_was_told_a_time_is_told_once_of_another_and_that_there_is_none_any_more() {
        let words = ["sh", "-c", "while read line; do echo =; echo; done"].map(str::to_owned);
        let mut client = Client::new(Peer::launch(&words, "quit").expect("it starts"), None);
        let time = |seconds| Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO };
        let clock = Limits { clock: Some(clock), ..Limits::default() };
        let (timed, longer, fraction, free) = (time(2.0), time(3.0), time(1.5), Limits::default());
        let made = vec![(Side::Black, "f5".to_owned()); 9];
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
        let settings = |client: &Client| -> Vec<String> {
            let said = client.transcript();
            let told = said.iter().filter_map(|line| line.split_once("time_settings "));
            told.map(|(_, told)| told.to_owned()).collect()
        };
        client.begin(&turn(&made[..0], &timed)).expect("it answers");
        let limits = [&timed, &free, &free, &longer, &longer, &clock, &clock, &fraction, &timed];
        for (ply, limits) in (0..).zip(limits) {
            client.choose(&turn(&made[..ply], limits)).expect("it answers");
        }
        assert_eq!(settings(&client), ["0 2 1", "0 1 0", "0 3 1", "60 0 0", "0 1 1", "0 2 1"]);
        let mut begun = |limits| {
            client.begin(&turn(&made[..0], limits)).expect("it answers");
            settings(&client)
        };
        assert_eq!([begun(&timed), begun(&free)], [["0 2 1"], ["0 1 0"]]);
        assert!(begun(&fraction).is_empty(), "there was none before");
    }
}
