//! [`Terminal`]: the program in a terminal of its own.

use anyply_tests::program::{path, signal};
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// Longer than anything takes, on any machine.
const LONG: Duration = Duration::from_secs(60);

/// A terminal that runs a command, and what it shows.
pub(super) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<Mutex<vt100::Parser>>,
    reader: Option<JoinHandle<()>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Lines or columns, of which every terminal has some.
fn lines(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("at least one")
}

impl Terminal {
    /// Plays a game on the full screen of a terminal of 80 columns and 24 lines; `words` follow `play`.
    pub(super) fn play(words: &str, home: &Path) -> Self {
        let mut command = CommandBuilder::new(path());
        command.args(["play", "--tui", "--seed", "1"]);
        command.args(words.split_whitespace());
        Self::run(command, home)
    }

    /// A shell script, in which `$ANYPLY` is the program.
    pub(super) fn script(script: &str, home: &Path) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", script]);
        command.env("ANYPLY", path());
        Self::run(command, home)
    }

    fn run(mut command: CommandBuilder, home: &Path) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).expect("the system has pseudo-terminals");
        command.cwd(home);
        for (name, value) in
            [("ANYPLY_HOME", home.to_str().expect("text")), ("TERM", "xterm"), ("LC_ALL", "C.UTF-8")]
        {
            command.env(name, value);
        }
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let shown = Arc::new(Mutex::new(vt100::Parser::new(lines(24), lines(80), 0)));
        let (mut output, parser) = (pair.master.try_clone_reader().expect("readable"), shown.clone());
        let reader = spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                parser.lock().expect("nobody panics with it").process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("writable");
        Self { master: pair.master, keys, child, shown, reader: Some(reader) }
    }

    fn parser(&self) -> MutexGuard<'_, vt100::Parser> {
        self.shown.lock().expect("nobody panics with it")
    }

    /// What is to be read on the screen now.
    pub(super) fn text(&self) -> String {
        self.parser().screen().contents()
    }

    /// Whether the screen is as a shell expects it: not the other one, the cursor to be seen, the mouse the
    /// terminal's.
    pub(super) fn is_clean(&self) -> bool {
        let parser = self.parser();
        let screen = parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// Types these characters; `\r` is Enter, `\x1b[A` an arrow.
    pub(super) fn press(&mut self, keys: &str) {
        // A program that has ended hears nothing; that is for the caller to find out.
        let _ = self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush());
    }

    /// Waits for one of these texts; the number of the one that came.
    pub(super) fn wait_for_any(&self, texts: &[&str]) -> usize {
        let began = Instant::now();
        loop {
            let shown = self.text();
            if let Some(number) = texts.iter().position(|text| shown.contains(text)) {
                return number;
            }
            assert!(began.elapsed() < LONG, "none of {texts:?} on:\n{shown}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Waits for a text.
    pub(super) fn wait_for(&self, text: &str) {
        self.wait_for_any(&[text]);
    }

    /// Waits until the screen says something of itself.
    pub(super) fn wait_until(&self, what: &str, says: impl Fn(&str) -> bool) {
        let began = Instant::now();
        while !says(&self.text()) {
            assert!(began.elapsed() < LONG, "{what}:\n{}", self.text());
            sleep(Duration::from_millis(5));
        }
    }

    /// Another program writes on the terminal.
    pub(super) fn scribble(&self, text: &str) {
        self.parser().process(text.as_bytes());
    }

    /// Makes the terminal that large.
    pub(super) fn resize(&self, columns: u16, rows: u16) {
        self.parser().screen_mut().set_size(lines(rows), lines(columns));
        self.master.resize(size(columns, rows)).expect("the terminal takes a size");
    }

    /// Sends a signal, such as `TERM`.
    pub(super) fn signal(&self, name: &str) {
        signal(self.child.process_id().expect("it runs"), name);
    }

    /// Whether it still runs.
    pub(super) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_none()
    }

    /// Waits for the end; what is then on the screen, and how it ended.
    pub(super) fn end(&mut self) -> (String, ExitStatus) {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status;
            }
            assert!(began.elapsed() < LONG, "no end:\n{}", self.text());
            sleep(Duration::from_millis(5));
        };
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader ends with the program");
        }
        (self.text(), status)
    }
}

/// A test that fails leaves no program behind.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
