//! The screen without a terminal: keys are pressed, cells are read.

mod games;
mod play;
mod snapshots;
mod thinking;

use super::look::Look;
use super::screen::{Event, Screen};
use super::seat;
use crate::saves::Keeper;
use crate::table::{Start, Swap};
use crate::values::{LevelChoice, Seat, Strength};
use anyply_games::{AnyGame, TextGame};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const COLOURED: Look = Look { coloured: true, unicode: true };
const PLAIN: Look = Look { coloured: false, unicode: true };
const ASCII: Look = Look { coloured: false, unicode: false };

const BLACK: [Seat; 2] = [Seat::Human, Seat::Computer];
const WHITE: [Seat; 2] = [Seat::Computer, Seat::Human];
const BOTH: [Seat; 2] = [Seat::Human, Seat::Human];

/// Longer than anything takes, on any machine.
const LONG: Duration = Duration::from_secs(60);

fn othello() -> Sitting {
    Sitting::at("othello", None, "", BLACK, PLAIN)
}

/// A screen, and what comes to it.
struct Sitting {
    screen: Screen,
    events: Receiver<Event>,
    /// Where games are saved that give way to others.
    saves: TempDir,
}

impl Sitting {
    /// At a game of this name and variant after these moves.
    fn at(name: &str, variant: Option<&str>, moves: &str, seats: [Seat; 2], look: Look) -> Self {
        let mut game = AnyGame::open(name, variant, None).unwrap();
        game.play_moves(moves).unwrap();
        Self::begun(game, seats, None, look)
    }

    fn begun(game: AnyGame, seats: [Seat; 2], swap: Option<Swap>, look: Look) -> Self {
        let (sender, events) = channel();
        let strength = Strength { level: Some(LevelChoice::Fixed(5)), ..Strength::default() };
        let saves = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(Some(saves.path().to_owned()));
        let start = Start { strength, keeper, swap, ..Start::new(game, seats) };
        Self { screen: seat(start, look, &sender).unwrap(), events, saves }
    }

    fn key(&mut self, code: KeyCode) {
        self.screen.handle(Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    }

    /// Presses these keys, one after another.
    fn press(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(match key {
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '\u{1b}' => KeyCode::Esc,
                key => KeyCode::Char(key),
            });
        }
    }

    /// Types a line after `:`.
    fn say(&mut self, line: &str) {
        self.press(&format!(":{line}\n"));
    }

    /// Lets things happen until they have.
    fn until(&mut self, what: &str, happened: impl Fn(&Screen) -> bool) {
        let began = Instant::now();
        while !happened(&self.screen) {
            assert!(began.elapsed() < LONG, "{what}: {}", self.screen.message);
            self.screen.seen();
            self.screen.tick();
            if let Ok(event) = self.events.recv_timeout(Duration::from_millis(5)) {
                self.screen.handle(event);
            }
        }
    }

    fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.screen.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The cells as text.
    fn picture(&mut self, width: u16, height: u16) -> String {
        let buffer = self.buffer(width, height);
        let row = |cells: &[ratatui::buffer::Cell]| {
            let text: String = cells.iter().map(|cell| cell.symbol()).collect();
            text.trim_end().to_owned() + "\n"
        };
        buffer.content.chunks(usize::from(width)).map(row).collect()
    }

    fn made(&self) -> usize {
        self.screen.table.game.moves_made().len()
    }
}
