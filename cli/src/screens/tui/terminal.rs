//! The terminal, taken for a full screen and given back as it was, however the program ends.

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether the terminal is ours. Signals and panics ask from other threads.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal; dropped, it is as it was.
#[derive(Debug)]
pub(super) struct FullScreen(());

impl FullScreen {
    /// Takes the terminal: keys come one by one, the mouse is heard, and what was on the screen comes back afterwards. A panic gives it
    /// back before it is told.
    ///
    /// # Errors
    /// It is none that can do this.
    pub(super) fn take() -> io::Result<Self> {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |fault| {
            give_back();
            told(fault);
        }));
        TAKEN.store(true, SeqCst);
        let taken = Self(());
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether it is still ours: a panic elsewhere may have given it back.
pub(super) fn is_taken() -> bool {
    TAKEN.load(SeqCst)
}

/// Gives the terminal back if it is ours; it may be gone already.
pub(crate) fn give_back() {
    if TAKEN.swap(false, SeqCst) {
        let _ =
            execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
