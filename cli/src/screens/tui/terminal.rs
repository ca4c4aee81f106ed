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
    /// Takes the terminal: keys come one by one, the mouse is heard, and what was on the screen comes back
    /// afterwards. A panic gives it back before it is told.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::env;
    use std::io::Read;

    const ON_PURPOSE: &str = "ANYPLY_TEST_PANIC";

    /// Runs itself in a terminal of its own, where it panics.
    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if env::var_os(ON_PURPOSE).is_some() {
            let _full = FullScreen::take().expect("a terminal");
            panic!("on purpose");
        }
        let pair = native_pty_system().openpty(PtySize::default()).expect("the system has pseudo-terminals");
        let mut command = CommandBuilder::new("sh");
        let script = "before=$(stty -a); \"$0\" --nocapture a_panic_gives_the_terminal_back; test \"$before\" = \"$(stty -a)\" && echo as it was";
        command.args(["-c", script]);
        command.arg(env::current_exe().expect("a test knows where it is"));
        command.env(ON_PURPOSE, "1");
        let mut child = pair.slave.spawn_command(command).expect("a shell starts");
        drop(pair.slave);
        let mut said = Vec::new();
        // Where all is read, some systems call that an error.
        let _ = pair.master.try_clone_reader().expect("readable").read_to_end(&mut said);
        child.wait().expect("it ends");
        let said = String::from_utf8_lossy(&said);
        let place = |text: &str| said.find(text).unwrap_or_else(|| panic!("no {text:?}: {said:?}"));
        let (taken, given_back) = (place("\x1b[?1049h"), place("\x1b[?1049l"));
        assert!(taken < given_back && given_back < place("on purpose"), "{said:?}");
        place("as it was");
    }
}
