//! A game with a Gomocup engine.

use super::board::{Point, Stones, size_of};
use super::info::rule_of;
use super::name_of;
use crate::protocols::peer::{Heard, Peer, Wait};
use anyply_framework::Side;
use anyply_framework::arena::{Fault, FaultKind, Outsider, TextChoice, TextTurn};
use anyply_framework::quoted;
use anyply_games::{AnyGame, TextGame};

/// Says that there is no limit.
const UNLIMITED: u128 = i32::MAX as u128;

/// A Gomocup engine.
#[derive(Debug)]
pub(crate) struct Client {
    peer: Peer,
    game: AnyGame,
    started: bool,
    /// Moves it knows.
    known: usize,
}

impl Client {
    pub(crate) const fn new(peer: Peer, game: AnyGame) -> Self {
        Self { peer, game, started: false, known: 0 }
    }

    fn size(&self) -> usize {
        size_of(&self.game)
    }

    // `OK`, or why not.
    fn must(&mut self, command: &str, wait: &Wait<'_>) -> Result<(), Fault> {
        self.peer.ask(command)?;
        self.peer.hear(wait, |line| match name_of(line).as_str() {
            "OK" => Heard::Answer(Ok(())),
            "ERROR" | "UNKNOWN" => Heard::Answer(Err(refused(line))),
            "MESSAGE" | "DEBUG" | "" => Heard::Remark,
            _ => Heard::Stray,
        })
    }

    fn tell_limits(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        let limits = turn.limits;
        let milliseconds = |time: std::time::Duration| time.as_millis().min(UNLIMITED);
        let turn_time = limits.time.map_or(UNLIMITED, milliseconds);
        let left = limits.clock.map_or(UNLIMITED, |clock| milliseconds(clock.left));
        if self.known == 0 {
            self.peer.say(&format!("INFO timeout_turn {turn_time}"))?;
            let whole = limits.clock.map_or(0, |clock| milliseconds(clock.left));
            self.peer.say(&format!("INFO timeout_match {whole}"))?;
            // Those are for whoever knows them.
            for (key, limit) in [("max_depth", limits.depth.map(u64::from)), ("max_node", limits.nodes)] {
                if let Some(limit) = limit {
                    self.peer.say(&format!("INFO {key} {limit}"))?;
                }
            }
        }
        self.peer.say(&format!("INFO time_left {left}"))
    }

    // Asks for a move in the shortest way there is.
    fn ask(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        let of = |mv: &str, size: usize| Point::of(mv, size).to_string();
        let size = self.size();
        match &turn.moves[self.known..] {
            [] if turn.moves.is_empty() && turn.start.is_none() => self.peer.ask("BEGIN"),
            [(side, mv)] if *side != turn.side && (self.known > 0 || turn.start.is_none()) => {
                self.peer.ask(&format!("TURN {}", of(mv, size)))
            }
            _ => {
                let stone = |(side, point)| format!("{point},{}", if side == turn.side { 1 } else { 2 });
                let stones = self.stones(turn)?.into_iter().map(stone);
                // As one: a large board has more stones than lines may wait.
                let lines = ["BOARD".to_owned()].into_iter().chain(stones).chain(["DONE".to_owned()]);
                self.peer.ask(&lines.collect::<Vec<_>>().join("\n"))
            }
        }
    }

    // All stones, in the order in which they were played where that is known.
    fn stones(&mut self, turn: &TextTurn<'_>) -> Result<Vec<(Side, Point)>, Fault> {
        let size = self.size();
        let mut stones = Vec::new();
        if let Some(start) = turn.start {
            self.game.restart();
            let set = self.game.set_position(start, None);
            set.map_err(|problem| Fault::new(FaultKind::Refusal, problem.to_string()))?;
            stones = Stones::of(&self.game).placed(&mut self.game);
        }
        stones.extend(turn.moves.iter().map(|(side, mv)| (*side, Point::of(mv, size))));
        Ok(stones)
    }
}

fn refused(line: &str) -> Fault {
    Fault::new(FaultKind::Refusal, quoted(line))
}

impl Outsider for Client {
    fn begin(&mut self, turn: &TextTurn<'_>) -> Result<(), Fault> {
        self.peer.forget();
        self.known = 0;
        let wait = Wait::new(turn);
        if !self.started || self.must("RESTART", &wait).is_err() {
            self.must(&format!("START {}", self.size()), &wait)?;
        }
        self.started = true;
        let rule = rule_of(self.game.variant().name);
        self.peer.say(&format!("INFO rule {rule}"))?;
        self.peer.say("INFO game_type 1")
    }

    fn choose(&mut self, turn: &TextTurn<'_>) -> Result<TextChoice, Fault> {
        let wait = Wait::new(turn);
        self.tell_limits(turn)?;
        self.ask(turn)?;
        let size = self.size();
        let mv = self.peer.hear(&wait, |line| match name_of(line).as_str() {
            "ERROR" | "UNKNOWN" => Heard::Answer(Err(refused(line))),
            "MESSAGE" | "DEBUG" | "" => Heard::Remark,
            _ => match Point::read(line) {
                Ok(point) => Heard::Answer(
                    point.square(size).map_err(|problem| Fault::new(FaultKind::IllegalMove, problem)),
                ),
                // Meant as a point.
                Err(_) if line.split(',').count() == 2 && !line.contains(' ') => {
                    Heard::Answer(Err(Fault::new(FaultKind::Garbage, quoted(line))))
                }
                Err(_) => Heard::Stray,
            },
        })?;
        self.known = turn.moves.len() + 1;
        Ok(TextChoice { mv: Some(mv), ..TextChoice::default() })
    }

    fn transcript(&self) -> Vec<String> {
        self.peer.transcript()
    }
}
