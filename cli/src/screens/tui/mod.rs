//! Play on the full screen of a terminal: a board to point at, the computer's thoughts as they come, the game
//! to walk through.
//!
//! [`Screen`] is all that is seen and done; it knows no terminal, so that tests can press its keys and read
//! its cells. Here it is given one.

mod board;
mod draw;
mod evaluations;
mod form;
mod graph;
mod keys;
mod layout;
mod look;
mod mind;
mod orders;
mod panel;
mod popup;
mod screen;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;
mod thinker;
mod turns;
mod typing;

use crate::exit::Exit;
use crate::protocols::end_all;
use crate::report;
use crate::table::{SavedWhateverHappens, Start, Table};
use crate::threads;
use anyhow::Result;
use anyply_games::{AnyGame, TextGame};
use look::Look;
use mind::{Mind, Teller};
use orders::sentences;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;
use ratatui::crossterm::style::force_color_output;
use screen::{Event, Screen};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use terminal::FullScreen;

/// Plays until the person has enough.
pub(crate) fn run(start: Start, coloured: bool) -> Result<Exit> {
    let keeper = start.keeper.clone();
    let _saves = SavedWhateverHappens(keeper.clone());
    let (sender, events) = channel();
    let mut screen = seat(start, Look::of_terminal(coloured), &sender)?;
    screen.notice = sentences(screen.table.seat_programs()?);
    // Who asks for colours gets them, whatever the environment says.
    force_color_output(coloured);
    let full = FullScreen::take()?;
    threads::begin(move || listen(&sender));
    let exit = show(&mut screen, &events);
    // Whoever thinks may end before the screen goes; a program that was asked still waits on a thread of its
    // own.
    drop((screen, full));
    end_all();
    match exit? {
        Exit::Interrupted => keeper.leave(Exit::Interrupted),
        exit => {
            report::line(keeper.farewell()?)?;
            // Where the game is was said.
            keeper.keep(None);
            Ok(exit)
        }
    }
}

/// The screen of a game. Its engine thinks elsewhere; at the table is a game of the same moves.
fn seat(start: Start, look: Look, news: &Sender<Event>) -> Result<Screen> {
    let board = AnyGame::resume(&start.game.record(["", ""])).map_err(anyhow::Error::msg)?;
    let news = news.clone();
    let teller = move || -> Teller {
        let news = news.clone();
        Box::new(move |said| news.send(Event::Thought(said)).is_ok())
    };
    let Start { game: engine, .. } = start;
    let table = Table::new(Start { game: board, ..start });
    Ok(Screen::new(table, Mind::new(engine, Box::new(teller)), look))
}

fn show(screen: &mut Screen, events: &Receiver<Event>) -> Result<Exit> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    loop {
        screen.tick();
        if let Some(exit) = screen.leaving {
            return Ok(exit);
        }
        if terminal::is_taken() {
            if std::mem::take(&mut screen.blurred) {
                // Not `clear`: that asks the terminal where the cursor is, and the answer would go to the
                // thread that listens.
                terminal.resize(terminal.size()?.into())?;
            }
            terminal.draw(|frame| screen.draw(frame))?;
        }
        match events.recv_timeout(screen.patience()) {
            Ok(event) => screen.handle(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Done),
        }
        // Whatever has come meanwhile is shown at once.
        while let Ok(event) = events.try_recv() {
            screen.handle(event);
        }
    }
}

fn listen(events: &Sender<Event>) {
    loop {
        let event = event::read().map_or(Event::Gone, Event::Input);
        let gone = matches!(event, Event::Gone);
        if events.send(event).is_err() || gone {
            return;
        }
    }
}
