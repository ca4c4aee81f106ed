//! Gomocup's protocol (P. Lasovský and others), with swap2 and the extensions that board programs use.
//!
//! Points are `x,y` from 0, from the top left corner; [`board`] puts them into the game's notation. INFO is
//! never answered.

mod board;
mod client;
mod collecting;
mod info;
mod message;
mod swap2;

pub(super) use client::Client;

use super::{Desk, Player, Serve, Then};
use anyply_framework::quoted;
use anyply_framework::search::Limits;
use anyply_games::{AnyGame, TextGame, TextReport};
use board::{Point, Stones, size_of};
use collecting::Collecting;
use info::Info;
use message::searched;
use std::io;

/// The commands, all of them in capitals.
const COMMANDS: [&str; 18] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "INFO",
    "ABOUT",
    "END",
    "YXNBEST",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXSTOP",
    "STOP",
];

pub(super) struct Server {
    player: Player,
    info: Info,
    /// A board was announced.
    started: bool,
    collecting: Option<Collecting>,
    /// What is left on the board after stones were taken back, if no game comes to it: more will be.
    torn: Option<Stones>,
}

const NOT_STARTED: &str = "expected START first";

/// A command that cannot be carried out, in a line.
type Said<T> = Result<T, String>;

impl Server {
    pub(super) fn new(player: Player) -> Self {
        let info = Info::new(&player);
        Self { player, info, started: false, collecting: None, torn: None }
    }

    fn size(&self) -> usize {
        size_of(&self.player.game)
    }

    fn command(&mut self, name: &str, rest: &str, desk: &mut Desk) -> Said<Option<String>> {
        let ok = |()| Some("OK".to_owned());
        match name {
            "START" => {
                let size = rest.parse().map_err(|_| format!("{}: expected a size", quoted(rest)))?;
                self.start(size).map(ok)
            }
            "RECTSTART" => {
                let sides = Point::read(rest);
                let Point { x: width, y: height } =
                    sides.map_err(|_| format!("{}: expected width,height", quoted(rest)))?;
                if width != height {
                    return Err("only square boards".to_owned());
                }
                self.start(width).map(ok)
            }
            // Its lines are its own, even if nothing can come of them: whoever sends it hears one answer.
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.collecting = Some(Collecting::after(name));
                Ok(None)
            }
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                Ok(Some(format!(
                    "name=\"anyply\", version=\"{version}\", author=\"the anyply developers\", country=\"\""
                )))
            }
            _ if !self.started => Err(NOT_STARTED.to_owned()),
            "BEGIN" | "TURN" | "PLAY" | "YXNBEST" | "YXSHOWFORBID" if self.torn.is_some() => {
                Err("stones were taken back, and no game comes to what is left".to_owned())
            }
            "RESTART" => self.restart().map(ok),
            "BEGIN" => self.think(1, desk),
            "TURN" => {
                self.play(rest)?;
                self.think(1, desk)
            }
            "PLAY" => self.play(rest).map(|point| Some(point.to_string())),
            "TAKEBACK" => self.take_back(rest).map(ok),
            "YXNBEST" => {
                let lines = rest.parse().ok().filter(|lines| (1..=self.size().pow(2)).contains(lines));
                let lines = lines.ok_or_else(|| format!("{}: expected a number of lines", quoted(rest)))?;
                self.think(lines, desk)
            }
            "YXSHOWFORBID" => Ok(Some(self.forbidden())),
            "YXHASHCLEAR" => {
                self.player.game.forget();
                Ok(None)
            }
            // It has ended the search already.
            "YXSTOP" | "STOP" => Ok(None),
            _ => unreachable!("only what is known comes here"),
        }
    }

    fn start(&mut self, size: usize) -> Said<()> {
        self.info.check_ends()?;
        let rule = self.info.variant();
        let game = AnyGame::open("gomoku", Some(rule), u32::try_from(size).ok())
            .map_err(|_| format!("unsupported size or rule: {size}, {rule}"))?;
        self.provide();
        self.player.change(game, self.player.resources()).map_err(|problem| problem.to_string())?;
        self.started = true;
        self.torn = None;
        self.info.begin();
        Ok(())
    }

    fn restart(&mut self) -> Said<()> {
        self.info.check_ends()?;
        // A rule by which the stones of the last game could not stand holds from now on.
        if self.info.variant() != self.player.game.variant().name {
            return self.start(self.size());
        }
        self.provide();
        self.player.restart();
        self.torn = None;
        self.info.begin();
        Ok(())
    }

    // A rule, memory or threads that INFO announces hold from now on, as far as that can be.
    fn hear_info(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let key = key.to_lowercase();
        self.info.hear(&key, value.trim());
        match key.as_str() {
            _ if !self.started => {}
            "rule" => {
                // Where the stones cannot stand by that rule, it holds from the next game on.
                if let Some(game) = self.by_rule(self.info.variant()) {
                    let _ = self.player.change(game, self.player.resources());
                }
            }
            "max_memory" | "thread_num" => self.provide(),
            _ => {}
        }
    }

    // Lets the engine use what was announced. Without the memory, the search goes on with what it has until
    // the next game or the next word of it: to try that again with every INFO would cost the engine each
    // time, and what it has learned.
    fn provide(&mut self) {
        let _ = self.player.set_resources(self.info.resources(self.player.resources()));
    }

    // The stones by another rule, if they can stand.
    fn by_rule(&self, rule: &str) -> Option<AnyGame> {
        let game = &self.player.game;
        let mut other = AnyGame::open("gomoku", Some(rule), game.variant().size).ok()?;
        let stands = rule != game.variant().name && other.set_position(&game.position_text(), None).is_ok();
        stands.then_some(other)
    }

    fn play(&mut self, text: &str) -> Said<Point> {
        let point = Point::read(text)?;
        point.play(&mut self.player.game).map(|()| point)
    }

    fn take_back(&mut self, text: &str) -> Said<()> {
        let point = Point::read(text)?;
        let square = point.square(self.size())?;
        let game = &mut self.player.game;
        if self.torn.is_none() && game.moves_made().last().is_some_and(|(_, mv)| *mv == square) {
            game.undo();
            return Ok(());
        }
        let mut stones = self.torn.clone().unwrap_or_else(|| Stones::of(game));
        if !stones.remove(point) {
            return Err(format!("{point}: no stone there"));
        }
        if self.set_up(&stones).is_err() {
            self.torn = Some(stones);
        }
        Ok(())
    }

    // A board is one of the game in progress: START and RESTART begin another.
    fn set_up(&mut self, stones: &Stones) -> Said<()> {
        let set = self.player.game.go_on_at(&stones.text());
        set.map_err(|problem| format!("expected {}", problem.expected()))?;
        self.torn = None;
        Ok(())
    }

    // Chooses a move, plays it, and says it.
    fn think(&mut self, lines: usize, desk: &mut Desk) -> Said<Option<String>> {
        let out = desk.out.clone();
        let limits = Limits { lines, ..self.info.limits() };
        let mut told = |report: &TextReport| {
            // Where nobody reads, the answer will find out.
            let _ = searched(report).try_for_each(|line| out.say(line));
        };
        let thought = self.player.think(desk, limits, interrupts, &mut told);
        let thought = thought.ok_or("the game is over")?;
        self.info.spend(thought.time);
        self.make(&thought.mv).map(Some)
    }

    // Makes the engine's own move; how it is said.
    fn make(&mut self, mv: &str) -> Said<String> {
        self.player.game.play_text(mv).map_err(|problem| problem.to_string())?;
        Ok(Point::of(mv, self.size()).to_string())
    }

    // The points that are empty and yet no legal moves.
    fn forbidden(&self) -> String {
        let (game, size) = (&self.player.game, self.size());
        let (legal, stones) = (game.legal_moves(), Stones::of(game));
        let over = game.outcome().is_some();
        let forbidden = stones
            .empty()
            .filter(|point| !over && point.square(size).is_ok_and(|square| !legal.contains(&square)));
        let points: String = forbidden.map(|Point { x, y }| format!("{x:02}{y:02}")).collect();
        format!("FORBID {points}.")
    }
}

fn name_of(line: &str) -> String {
    line.split_whitespace().next().unwrap_or("").to_uppercase()
}

fn interrupts(line: &str) -> bool {
    matches!(name_of(line).as_str(), "END" | "STOP" | "YXSTOP")
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        let name = name_of(line);
        let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        let known = COMMANDS.contains(&name.as_str());
        let answer = match (name.as_str(), &mut self.collecting) {
            ("END", _) => return Ok(Then::End),
            ("INFO", _) => {
                let known = self.info.check_ends();
                self.hear_info(rest);
                // Managers announce the rule after START: what is heard aside spoils no game.
                let refused = self.info.check_ends().err().filter(|_| self.started && known.is_ok());
                Ok(refused.map(|refused| format!("MESSAGE {refused}")))
            }
            ("DONE", Some(_)) => self.collected(desk),
            (_, Some(collecting)) if !known => {
                collecting.take(line);
                Ok(None)
            }
            _ if known => {
                // A board that was not ended is given up.
                self.collecting = None;
                self.command(&name, rest, desk)
            }
            _ => Ok(Some(format!("UNKNOWN {}", quoted(line)))),
        };
        match answer {
            Ok(Some(text)) => desk.out.say(text)?,
            Ok(None) => {}
            Err(problem) => desk.out.say(format!("ERROR {problem}"))?,
        }
        Ok(Then::Next)
    }
}
