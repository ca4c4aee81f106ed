//! Gomocup's protocol (P. Lasovský and others), with swap2 and the extensions that board programs use.
//!
//! Coordinates are `x,y` from 0, from the top left corner.

mod info;
mod swap2;

use super::{Desk, Player, Serve, Then};
use anyply_framework::search::Limits;
use anyply_framework::{Distance, Side};
use anyply_games::{AnyGame, TextGame, TextReport};
use info::Info;
use std::io;

/// The largest board whose columns have letters.
const LARGEST: usize = 26;

pub(super) struct Server {
    player: Player,
    info: Info,
    /// A board was announced.
    started: bool,
    collecting: Option<Collecting>,
}

/// The lines of a board come in between, up to `DONE`.
struct Collecting {
    command: String,
    stones: Vec<Stone>,
    problem: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stone {
    x: usize,
    y: usize,
    /// 1 for the engine's own, 2 for the opponent's; swap2 names none.
    who: u8,
}

/// A command that cannot be carried out, in a line.
type Said<T> = Result<T, String>;

impl Server {
    pub(super) fn new(player: Player) -> Self {
        let info = Info::new(&player);
        Self { player, info, started: false, collecting: None }
    }

    fn size(&self) -> usize {
        self.player.game.variant().size.map_or(15, |size| size as usize)
    }

    fn command(&mut self, name: &str, rest: &str, desk: &mut Desk) -> Said<Option<String>> {
        let answer = |text: &str| Ok(Some(text.to_owned()));
        match name {
            "START" => {
                let size = rest.trim().parse().map_err(|_| format!("'{rest}': expected a size"))?;
                self.start(size)?;
                return answer("OK");
            }
            "RECTSTART" => {
                let (width, height) = pair(rest)?;
                if width != height {
                    return Err("only square boards".to_owned());
                }
                self.start(width)?;
                return answer("OK");
            }
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.info.hear(&key.to_lowercase(), value.trim());
                self.obey()?;
                return Ok(None);
            }
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                return Ok(Some(format!(
                    "name=\"anyply\", version=\"{version}\", author=\"the anyply developers\", country=\"\""
                )));
            }
            _ => {}
        }
        if !self.started {
            return Err("expected START first".to_owned());
        }
        match name {
            "RESTART" => {
                self.player.game.restart();
                answer("OK")
            }
            "BEGIN" => self.think(1, desk),
            "TURN" => {
                self.play(rest)?;
                self.think(1, desk)
            }
            "PLAY" => {
                self.play(rest)?;
                Ok(Some(rest.trim().to_owned()))
            }
            "TAKEBACK" => {
                self.take_back(rest)?;
                answer("OK")
            }
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.collecting =
                    Some(Collecting { command: name.to_owned(), stones: Vec::new(), problem: None });
                Ok(None)
            }
            "YXNBEST" => {
                let lines = rest.trim().parse().ok().filter(|lines| (1..=225).contains(lines));
                self.think(lines.ok_or_else(|| format!("'{rest}': expected a number of lines"))?, desk)
            }
            "YXSHOWFORBID" => Ok(Some(self.forbidden())),
            "YXHASHCLEAR" => {
                let game = &mut self.player.game;
                game.configure(game.settings().clone()).map_err(|problem| problem.to_string())?;
                Ok(None)
            }
            // It has ended the search already.
            "YXSTOP" | "STOP" => Ok(None),
            _ => unreachable!("only what is known comes here"),
        }
    }

    fn start(&mut self, size: usize) -> Said<()> {
        let rule = self.info.variant();
        let game = AnyGame::open("gomoku", Some(rule), u32::try_from(size).ok())
            .map_err(|_| format!("unsupported size or rule: {size}, {rule}"))?;
        self.player.change(game).map_err(|problem| problem.to_string())?;
        self.started = true;
        self.obey()
    }

    // What INFO has changed: the rule, the memory, the threads.
    fn obey(&mut self) -> Said<()> {
        let rule = self.info.variant();
        if self.started && rule != self.player.game.variant().name {
            let played: Vec<String> = self.player.game.moves_made().into_iter().map(|(_, mv)| mv).collect();
            let size = self.player.game.variant().size;
            let mut game = AnyGame::open("gomoku", Some(rule), size)?;
            game.play_moves(&played.join(" ")).map_err(|problem| problem.to_string())?;
            self.player.change(game).map_err(|problem| problem.to_string())?;
        }
        let (hash, threads) = self.info.resources();
        self.player.provide(hash, threads).map_err(|problem| problem.to_string())
    }

    // `x,y` in the game's notation, and back.
    fn square(&self, (x, y): (usize, usize)) -> Said<String> {
        let size = self.size();
        if x >= size || y >= size || x >= LARGEST {
            return Err(format!("{x},{y}: not on the board"));
        }
        Ok(format!("{}{}", char::from(b'a' + x as u8), size - y))
    }

    fn coordinates(&self, mv: &str) -> String {
        let (letter, row) = mv.split_at(1);
        let x = letter.bytes().next().map_or(0, |letter| letter - b'a');
        let row: usize = row.parse().expect("the game's own notation");
        format!("{x},{}", self.size() - row)
    }

    fn play(&mut self, text: &str) -> Said<()> {
        let mv = self.square(pair(text)?)?;
        self.player.game.play_text(&mv).map(drop).map_err(|problem| problem.to_string())
    }

    fn take_back(&mut self, text: &str) -> Said<()> {
        let square = self.square(pair(text)?)?;
        let game = &mut self.player.game;
        if game.moves_made().last().is_some_and(|(_, mv)| *mv == square) {
            game.undo();
            return Ok(());
        }
        let mut stones = self.stones();
        let before = stones.len();
        stones.retain(|(_, at)| *at != square);
        if stones.len() == before {
            return Err(format!("{}: no stone there", text.trim()));
        }
        self.set_up(&stones, None)
    }

    // What is on the board.
    fn stones(&self) -> Vec<(Side, String)> {
        let size = self.size();
        let text = self.player.game.position_text();
        let rows = text.split('/').zip(0..);
        let cells =
            rows.flat_map(|(row, y)| row.chars().take(size).zip(0..).map(move |(cell, x)| (cell, x, y)));
        let stone = |(cell, x, y): (char, usize, usize)| {
            let side = match cell {
                'X' => Side::Black,
                'O' => Side::White,
                _ => return None,
            };
            Some((side, self.square((x, y)).ok()?))
        };
        cells.filter_map(stone).collect()
    }

    // Puts stones on the board, by side; who is to move follows from their numbers, unless it is said.
    fn set_up(&mut self, stones: &[(Side, String)], to_move: Option<Side>) -> Said<()> {
        let size = self.size();
        let mut rows = vec![vec!['.'; size]; size];
        for (side, square) in stones {
            let (letter, row) = square.split_at(1);
            let x = usize::from(letter.bytes().next().map_or(0, |letter| letter - b'a'));
            let y = size - row.parse::<usize>().expect("the game's own notation");
            if rows[y][x] != '.' {
                return Err(format!("{x},{y}: two stones"));
            }
            rows[y][x] = if *side == Side::Black { 'X' } else { 'O' };
        }
        let of = |side| stones.iter().filter(|stone| stone.0 == side).count();
        let (black, white) = (of(Side::Black), of(Side::White));
        let to_move = to_move.unwrap_or(if black > white { Side::White } else { Side::Black });
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let mover = if to_move == Side::Black { 'X' } else { 'O' };
        let position = format!("{} {mover}", text.join("/"));
        self.player.game.set_position(&position, None).map_err(|problem| problem.to_string())
    }

    // The stones of a board: with as many of each, or one more of the opponent's, the engine is to move.
    fn set_board(&mut self, stones: &[Stone]) -> Said<()> {
        let of = |who| stones.iter().filter(|stone| stone.who == who).count();
        let (own, theirs) = (of(1), of(2));
        let own_side = match theirs.checked_sub(own) {
            Some(0) => Side::Black,
            Some(1) => Side::White,
            _ => return Err(format!("{own} own stones and {theirs} of the opponent's: it is not my turn")),
        };
        let side = |who| if who == 1 { own_side } else { !own_side };
        let placed: Said<Vec<(Side, String)>> = stones
            .iter()
            .filter(|stone| stone.who != 3)
            .map(|stone| Ok((side(stone.who), self.square((stone.x, stone.y))?)))
            .collect();
        self.set_up(&placed?, Some(own_side))
    }

    fn collect(&mut self, line: &str) {
        let size = self.size();
        let Some(collecting) = &mut self.collecting else { return };
        let stone = read_stone(line, collecting.command == "SWAP2BOARD", size);
        match stone {
            Ok(stone) => collecting.stones.push(stone),
            Err(problem) => drop(collecting.problem.get_or_insert(problem)),
        }
    }

    fn collected(&mut self, desk: &mut Desk) -> Said<Option<String>> {
        let Some(Collecting { command, stones, problem }) = self.collecting.take() else { return Ok(None) };
        if let Some(problem) = problem {
            return Err(problem);
        }
        match command.as_str() {
            "SWAP2BOARD" => self.swap2(&stones, desk).map(Some),
            "BOARD" => {
                self.set_board(&stones)?;
                self.think(1, desk)
            }
            _ => self.set_board(&stones).map(|()| None),
        }
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
        self.player.game.play_text(&thought.mv).map_err(|problem| problem.to_string())?;
        self.info.spend(thought.time);
        Ok(Some(self.coordinates(&thought.mv)))
    }

    // The points that are empty and yet no legal moves.
    fn forbidden(&self) -> String {
        let game = &self.player.game;
        let legal = game.legal_moves();
        let stones = game.position_text();
        let size = self.size();
        let mut points = String::new();
        for (y, row) in stones.split('/').enumerate() {
            for (x, cell) in row.chars().take(size).enumerate() {
                let square = format!("{}{}", char::from(b'a' + x as u8), size - y);
                if cell == '.' && game.outcome().is_none() && !legal.contains(&square) {
                    points += &format!("{x:02}{y:02}");
                }
            }
        }
        format!("FORBID {points}.")
    }
}

// `MESSAGE depth 5-8 multipv 1 ev 123 n 15000 n/ms 150 tm 100 pv h8 i9`, as board programs read it: hundredths of a point, or `+M5` for a
// win in five plies.
fn searched(report: &TextReport) -> impl Iterator<Item = String> {
    let milliseconds = report.elapsed.as_millis();
    let (nodes, speed) = (report.nodes, u128::from(report.nodes) / milliseconds.max(1));
    let depths = format!("{}-{}", report.depth, report.counts.selective_depth.max(report.depth));
    (1..).zip(&report.lines).map(move |(rank, line)| {
        let value = match line.score.distance() {
            Some(Distance::Win(plies)) => format!("+M{plies}"),
            Some(Distance::Loss(plies)) => format!("-M{plies}"),
            None => line.score.cents().to_string(),
        };
        let moves = line.moves.join(" ");
        format!("MESSAGE depth {depths} multipv {rank} ev {value} n {nodes} n/ms {speed} tm {milliseconds} pv {moves}")
    })
}

fn pair(text: &str) -> Said<(usize, usize)> {
    let wrong = || format!("'{}': expected x,y", text.trim());
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    Ok((x.trim().parse().map_err(|_| wrong())?, y.trim().parse().map_err(|_| wrong())?))
}

fn read_stone(line: &str, bare: bool, size: usize) -> Said<Stone> {
    let numbers: Option<Vec<usize>> = line.split(',').map(|number| number.trim().parse().ok()).collect();
    let stone = match numbers.as_deref() {
        Some(&[x, y]) if bare => Stone { x, y, who: 0 },
        Some(&[x, y, who @ 1..=3]) if !bare => Stone { x, y, who: who as u8 },
        _ => return Err(format!("'{line}': expected x,y{}", if bare { "" } else { ",who" })),
    };
    if stone.x < size && stone.y < size { Ok(stone) } else { Err(format!("'{line}': not on the board")) }
}

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

fn name_of(line: &str) -> String {
    line.split_whitespace().next().unwrap_or("").to_uppercase()
}

fn interrupts(line: &str) -> bool {
    matches!(name_of(line).as_str(), "END" | "STOP" | "YXSTOP")
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        let name = name_of(line);
        let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
        let answer = if name == "END" {
            return Ok(Then::End);
        } else if name == "DONE" && self.collecting.is_some() {
            self.collected(desk)
        } else if self.collecting.is_some() && !COMMANDS.contains(&name.as_str()) {
            self.collect(line);
            return Ok(Then::Next);
        } else if COMMANDS.contains(&name.as_str()) {
            // A board that was not ended is given up.
            self.collecting = None;
            self.command(&name, rest, desk)
        } else {
            desk.out.say(format!("UNKNOWN {}", anyply_framework::quoted(line)))?;
            return Ok(Then::Next);
        };
        match answer {
            Ok(Some(text)) => desk.out.say(text)?,
            Ok(None) => {}
            Err(problem) => desk.out.say(format!("ERROR {problem}"))?,
        }
        Ok(Then::Next)
    }
}
