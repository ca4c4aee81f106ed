//! The Go Text Protocol, version 2 (Farnebäck 2002), for every game: the same verbs, moves in the game's own
//! notation.
//!
//! With GoGui's `gogui-rules_*` any game on a square board can be played in its window. GoGui names points
//! without the letter I; a controller that has asked for one of those is taken for GoGui from then on.

mod client;
mod clock;
mod vertex;

pub(super) use client::Client;

use super::{Desk, Player, Serve, Then};
use crate::records::sgf;
use crate::report::{capitalised, signed};
use crate::rows::square_rows;
use anyply_framework::{Side, quoted, read_file};
use anyply_games::{AnyGame, TextGame};
use clock::Timing;
use std::io;
use std::path::Path;
use vertex::Vertices;

/// Every command, in the order they are listed.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "anyply-evaluation",
];

/// What GoGui offers in a menu.
const ANALYSES: &str = "\
move/Best Move/reg_genmove %c
plist/Legal Moves/gogui-rules_legal_moves
string/Evaluation/anyply-evaluation
string/Final Score/final_score";

pub(super) struct Server {
    player: Player,
    timing: Timing,
    /// Whether the controller is GoGui.
    is_gogui: bool,
    /// How many plies each command made that `undo` takes back: a pass that nobody announced comes with the
    /// move after it.
    plies: Vec<usize>,
}

impl Server {
    pub(super) fn new(player: Player) -> Self {
        Self { player, timing: Timing::default(), is_gogui: false, plies: Vec::new() }
    }

    // GoGui has no other names for the points of a board that it cannot show.
    fn vertices(&self) -> Vertices {
        let shows = self.is_gogui && square_rows(&self.player.game).is_ok();
        if shows { Vertices::GoGui } else { Vertices::Own }
    }

    // Those that are told. GoGui asks for the board where its commands are among them, and can show square
    // ones alone.
    fn commands(&self) -> Vec<&'static str> {
        let square = square_rows(&self.player.game).is_ok();
        COMMANDS.iter().copied().filter(|name| square || !name.starts_with("gogui-rules_board")).collect()
    }

    // Carries out a command that is known; its answer, or why it cannot be done.
    fn command(&mut self, name: &str, words: &[&str], desk: &mut Desk) -> Result<String, String> {
        self.is_gogui |= name.starts_with("gogui-rules");
        match (name, words) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("anyply".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name, ..]) => Ok(self.commands().contains(name).to_string()),
            ("list_commands", _) => Ok(self.commands().join("\n")),
            ("quit", _) => done(),
            ("boardsize", [size, ..]) => self.board_size(size),
            ("clear_board", _) => self.begin(),
            ("komi", [komi, ..]) => match komi.parse::<f64>() {
                Ok(_) => done(),
                Err(_) => Err("komi not a float".to_owned()),
            },
            ("play", [color, mv, ..]) => self.play(side_of(color)?, mv),
            ("genmove", [color, ..]) => self.generate(side_of(color)?, true, desk),
            ("reg_genmove", [color, ..]) => self.generate(side_of(color)?, false, desk),
            ("undo", _) => self.undo(),
            ("time_settings", words) => self.timing.set(words),
            ("time_left", [color, words @ ..]) => self.timing.left(side_of(color)?, words),
            ("set_game", [..]) => self.set_game(&words.join(" ")),
            // `Othello`: controllers compare it with what they know.
            ("list_games", _) => {
                Ok(AnyGame::names().into_iter().map(capitalised).collect::<Vec<_>>().join("\n"))
            }
            ("loadsgf", [path, number @ ..]) => self.load(path, number),
            ("showboard", _) => Ok(self.shown()),
            ("final_score", _) => self.final_score(),
            ("gogui-rules_game_id", _) => Ok(capitalised(self.player.game.name())),
            ("gogui-rules_board", _) => vertex::board(&self.player.game),
            ("gogui-rules_board_size", _) => Ok(square_rows(&self.player.game)?.len().to_string()),
            ("gogui-rules_legal_moves", _) => Ok(self.legal_moves()),
            ("gogui-rules_side_to_move", _) => Ok(self.player.game.side().to_string()),
            ("gogui-rules_final_result", _) => {
                Ok(self.player.game.outcome().map_or_else(String::new, |outcome| outcome.to_string()))
            }
            ("gogui-analyze_commands", _) => Ok(ANALYSES.to_owned()),
            ("anyply-evaluation", _) => Ok(terms(&self.player.game.explain())),
            _ => Err("syntax error".to_owned()),
        }
    }

    fn begin(&mut self) -> Result<String, String> {
        self.player.restart();
        self.plies.clear();
        self.timing.begin();
        done()
    }

    fn board_size(&mut self, size: &str) -> Result<String, String> {
        let unacceptable = || "unacceptable size".to_owned();
        let size: u32 = size.parse().map_err(|_| unacceptable())?;
        let game = &self.player.game;
        let (name, variant) = (game.name(), game.variant());
        let by_name = format!("{size}x{size}");
        let same = variant.name == by_name || variant.size == Some(size);
        if !same {
            let opened = AnyGame::open(name, Some(&by_name), None);
            let opened = opened.or_else(|_| AnyGame::open(name, Some(variant.name), Some(size)));
            self.change(opened.map_err(|_| unacceptable())?)?;
        }
        self.begin()
    }

    fn set_game(&mut self, name: &str) -> Result<String, String> {
        let name = name.to_lowercase();
        if name != self.player.game.name() {
            self.change(AnyGame::open(&name, None, None)?)?;
        }
        self.begin()
    }

    fn change(&mut self, game: AnyGame) -> Result<(), String> {
        let resources = self.player.resources();
        self.player.change(game, resources).map_err(|problem| problem.to_string())
    }

    // A record of this game, up to before the move of that number.
    fn load(&mut self, path: &str, number: &[&str]) -> Result<String, String> {
        let before = match number {
            [] => usize::MAX,
            [number, ..] => number.parse().map_err(|_| "syntax error")?,
        };
        let bytes = read_file(Path::new(path)).map_err(|problem| format!("cannot load file: {problem}"))?;
        let moves = sgf::moves(&bytes, &self.player.game);
        let moves = moves.map_err(|problem| format!("cannot load file: {problem}"))?;
        let mut game = self.player.game.fresh();
        let mut plies = Vec::new();
        for (side, mv) in moves.into_iter().take(before.saturating_sub(1)) {
            let made = make(&mut game, self.vertices(), side, &mv);
            let named = || self.vertices().write(&mv);
            plies.push(made.map_err(|problem| format!("cannot load file: {}: {problem}", named()))?);
        }
        self.begin()?;
        self.player.game.load(&game.record(["", ""])).map_err(|problem| problem.to_string())?;
        self.plies = plies;
        done()
    }

    fn play(&mut self, side: Side, mv: &str) -> Result<String, String> {
        let vertices = self.vertices();
        let own = vertices.read(mv).ok_or_else(|| format!("{}: no column has the letter I", quoted(mv)))?;
        self.plies.push(make(&mut self.player.game, vertices, side, &own)?);
        done()
    }

    fn generate(&mut self, side: Side, plays: bool, desk: &mut Desk) -> Result<String, String> {
        if self.player.game.outcome().is_some() {
            self.plies.extend(plays.then_some(0));
            return Ok("pass".to_owned());
        }
        let passes = hand_to(&mut self.player.game, side)?;
        let (limits, vertices) = (self.timing.limits(side), self.vertices());
        let thought = self.player.think(desk, limits, is_end, &mut |_| {}).expect("the game goes on");
        let game = &mut self.player.game;
        let mv = if game.forced_pass().is_some() { "pass".to_owned() } else { vertices.write(&thought.mv) };
        if plays {
            game.play_text(&thought.mv).expect("the engine's move is legal");
            self.plies.push(passes + 1);
            self.timing.spend(side, thought.time);
        } else {
            (0..passes).for_each(|_| drop(game.undo()));
        }
        Ok(mv)
    }

    fn undo(&mut self) -> Result<String, String> {
        let plies = self.plies.pop().ok_or("cannot undo")?;
        (0..plies).for_each(|_| drop(self.player.game.undo()));
        done()
    }

    fn shown(&self) -> String {
        let game = &self.player.game;
        let board = game.draw(false).to_string();
        let vertices = self.vertices();
        let lines = board.lines().map(|line| vertices.heading(line.trim_end()));
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        format!("\n{}\n{} to move; {}", lines.join("\n"), game.side().name(), game.counts())
    }

    fn final_score(&self) -> Result<String, String> {
        let outcome = self.player.game.outcome().ok_or("the game is not over")?;
        Ok(match outcome.winner {
            None => "0".to_owned(),
            Some(winner) => format!("{}+{}", &winner.name()[..1], outcome.margin.unwrap_or(1)),
        })
    }

    fn legal_moves(&self) -> String {
        let (game, vertices) = (&self.player.game, self.vertices());
        match game.forced_pass() {
            Some(_) => "pass".to_owned(),
            None => game.legal_moves().iter().map(|mv| vertices.write(mv)).collect::<Vec<_>>().join(" "),
        }
    }
}

// It may be the other side's turn only if that side must pass, which the controller does not announce then.
// How many passes were made.
fn hand_to(game: &mut AnyGame, side: Side) -> Result<usize, String> {
    if game.side() == side {
        return Ok(0);
    }
    let pass = game.forced_pass().ok_or_else(|| format!("it is {}'s turn", game.side()))?;
    game.play_text(&pass).expect("a forced pass is legal");
    if game.side() == side {
        return Ok(1);
    }
    game.undo();
    Err(format!("it is {}'s turn", game.side()))
}

// Makes a move in the game's own notation. How many plies that are.
fn make(game: &mut AnyGame, vertices: Vertices, side: Side, mv: &str) -> Result<usize, String> {
    // Who counts two passes as the end says them after it.
    if game.outcome().is_some() && mv.eq_ignore_ascii_case("pass") {
        return Ok(0);
    }
    let passes = hand_to(game, side)?;
    match game.play_text(mv) {
        Ok(_) => Ok(passes + 1),
        Err(problem) => {
            (0..passes).for_each(|_| drop(game.undo()));
            // Without the move, which the controller knows, and the example. It looks for these two words.
            Err(format!("illegal move: expected {}", vertices.told(problem.expected())))
        }
    }
}

// What an evaluator sees, a term a line.
fn terms(seen: &[(String, f64)]) -> String {
    seen.iter().map(|(name, value)| format!("{name}: {}", signed(*value, 2))).collect::<Vec<_>>().join("\n")
}

fn done() -> Result<String, String> {
    Ok(String::new())
}

fn side_of(color: &str) -> Result<Side, String> {
    match color.to_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(format!("{}: expected black or white", quoted(color))),
    }
}

/// The words of a command, without control characters and comment, and its number.
fn parts(line: &str) -> (Option<String>, Vec<String>) {
    let line = line.split('#').next().unwrap_or("");
    let line: String = line.chars().filter(|c| c.is_whitespace() || !c.is_control()).collect();
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let is_number = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let id = is_number.then(|| words.remove(0));
    (id, words)
}

fn is_end(line: &str) -> bool {
    parts(line).1.first().is_some_and(|name| name == "quit")
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        let (id, words) = parts(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some((name, rest)) = words.split_first() else { return Ok(Then::Next) };
        let answer = match COMMANDS.contains(name) {
            true => self.command(name, rest, desk),
            false => Err("unknown command".to_owned()),
        };
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let id = id.unwrap_or_default();
        desk.out.say(format!("{sign}{id} {text}").trim_end().to_owned() + "\n")?;
        Ok(if *name == "quit" { Then::End } else { Then::Next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_that_is_rounded_to_nothing_counts_for_neither_side() {
        let seen = [("squares", 9.168), ("threats", -0.004), ("tempo", -1.5)];
        let seen = seen.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(terms(&seen), "squares: +9.17\nthreats: +0.00\ntempo: -1.50");
    }
}
