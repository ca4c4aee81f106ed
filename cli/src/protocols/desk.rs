//! [`Desk`]: the pipe to whoever drives the engine. Commands come in, answers go out, and a search listens
//! meanwhile.

use crate::lines::line_of;
use crate::lock::locked;
use crate::threads;
use anyply_framework::search::{Limits, Stop};
use anyply_games::{AnyGame, Heard, TextGame, TextReport};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

// No command comes near it.
const LONGEST_LINE: usize = 1 << 16;
/// Bytes that may wait while a search goes on: far more than any driver has to say meanwhile. More are left
/// in the pipe, and are heard when there is room.
const WAITING: usize = 1 << 20;
/// What a line takes besides its letters, at least.
const OF_A_LINE: usize = 64;

/// Where answers are written, from whichever thread.
#[derive(Clone)]
pub(crate) struct Out(Arc<Mutex<Box<dyn Write + Send>>>);

impl Out {
    /// Writes a line that is read at once.
    ///
    /// # Errors
    /// Nobody reads any more.
    pub(crate) fn say(&self, line: impl AsRef<str>) -> io::Result<()> {
        let mut out = locked(&self.0);
        out.write_all(format!("{}\n", line.as_ref()).as_bytes())?;
        out.flush()
    }
}

/// Commands in the order they came, and where their answers go.
pub(crate) struct Desk {
    pub(crate) out: Out,
    events: Receiver<Event>,
    sender: Sender<Event>,
    waiting: VecDeque<String>,
    room: Arc<Room>,
    ended: bool,
}

enum Event {
    Line(String),
    End,
    /// The search is done.
    Thought,
}

impl Desk {
    /// Reads commands from `input` on a thread of its own.
    pub(crate) fn open(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Self {
        let (sender, events) = channel();
        let (lines, room) = (sender.clone(), Arc::<Room>::default());
        let to_fill = Arc::clone(&room);
        threads::begin(move || read(input, &lines, &to_fill));
        let out = Out(Arc::new(Mutex::new(Box::new(output))));
        Self { out, events, sender, waiting: VecDeque::new(), room, ended: false }
    }

    /// The next command: a line that is not empty. None at the end.
    pub(crate) fn next(&mut self) -> Option<String> {
        while self.waiting.is_empty() && !self.ended {
            match self.events.recv() {
                Ok(Event::Line(line)) => self.waiting.push_back(line),
                Ok(Event::Thought) => {}
                Ok(Event::End) | Err(_) => self.ended = true,
            }
        }
        self.waiting.pop_front().inspect(|line| self.room.leave(line))
    }

    /// Searches, and meanwhile listens: a command for which `interrupts` holds, and the end of the input, end
    /// the search. All commands that come wait for their turn; where there is room for no more, what follows
    /// is heard after the search.
    pub(crate) fn think(
        &mut self,
        game: &mut AnyGame,
        limits: &Limits,
        interrupts: fn(&str) -> bool,
        observer: &mut Heard<'_>,
    ) -> TextReport {
        let stop = Stop::default();
        if self.ended || self.waiting.iter().any(|line| interrupts(line)) {
            stop.stop();
        }
        thread::scope(|scope| {
            let (flag, done) = (stop.clone(), Done(self.sender.clone()));
            let search = move || {
                let _done = done;
                game.search(limits, &flag, observer)
            };
            let thinking = threads::begin_within(scope, search);
            loop {
                match self.events.recv().expect("the desk holds a sender itself") {
                    Event::Thought => break,
                    Event::Line(line) => {
                        if interrupts(&line) {
                            stop.stop();
                        }
                        self.waiting.push_back(line);
                    }
                    Event::End => {
                        self.ended = true;
                        stop.stop();
                    }
                }
            }
            thinking.join().unwrap_or_else(|fault| resume_unwind(fault))
        })
    }
}

/// Tells that a search is over, even if it failed.
struct Done(Sender<Event>);

impl Drop for Done {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Thought);
    }
}

fn read(mut input: impl BufRead, lines: &Sender<Event>, room: &Room) {
    while let Ok(Some(bytes)) = line_of(&mut input, LONGEST_LINE) {
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        room.enter(line);
        if lines.send(Event::Line(line.to_owned())).is_err() {
            return;
        }
    }
    let _ = lines.send(Event::End);
}

/// Where lines wait, and how many bytes of it are taken.
#[derive(Default)]
struct Room {
    taken: Mutex<usize>,
    left: Condvar,
}

impl Room {
    // Waits until there is some, and then has room for any line.
    fn enter(&self, line: &str) {
        let is_full = |taken: &mut usize| *taken >= WAITING;
        let taken = self.left.wait_while(locked(&self.taken), is_full);
        *taken.unwrap_or_else(PoisonError::into_inner) += line.len() + OF_A_LINE;
    }

    fn leave(&self, line: &str) {
        *locked(&self.taken) -= line.len() + OF_A_LINE;
        self.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    #[test]
    fn lines_are_read_whatever_ends_them_and_however_long() {
        let text = [b"one\r\ntwo\n\n".to_vec(), vec![b'x'; 2 * LONGEST_LINE], b"\nlast".to_vec()].concat();
        let mut desk = Desk::open(io::Cursor::new(text), io::sink());
        assert_eq!(desk.next().as_deref(), Some("one"));
        assert_eq!(desk.next().as_deref(), Some("two"));
        assert_eq!(desk.next().map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(desk.next().as_deref(), Some("last"));
        assert_eq!((desk.next(), desk.next()), (None, None));
    }

    /// A line for ever, and how often it was read.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Relaxed);
            bytes[..2].copy_from_slice(b"x\n");
            Ok(2)
        }
    }

    #[test]
    fn of_a_flood_only_so_much_waits_and_the_rest_is_heard_later() {
        let (read, fits) = (Arc::default(), WAITING.div_ceil(1 + OF_A_LINE));
        let mut desk = Desk::open(BufReader::new(Endless(Arc::clone(&read))), io::sink());
        for heard in [0, fits] {
            (0..heard).for_each(|_| assert_eq!(desk.next().as_deref(), Some("x")));
            while read.load(Relaxed) < heard + fits {
                thread::yield_now();
            }
            thread::sleep(Duration::from_millis(5));
            // One is read, and waits at the door.
            assert!(read.load(Relaxed) <= heard + fits + 1);
        }
    }

    #[test]
    fn a_search_ends_for_a_command_and_for_the_end_of_the_input_and_nothing_is_lost() {
        for input in ["wait\nstop\nlast\n", "wait\n"] {
            let mut desk = Desk::open(io::Cursor::new(input), io::sink());
            let mut game = AnyGame::open("othello", None, None).unwrap();
            let report = desk.think(&mut game, &Limits::default(), |line| line == "stop", &mut |_| {});
            assert!(report.best().is_some());
            let rest: Vec<String> = std::iter::from_fn(|| desk.next()).collect();
            assert_eq!(rest.join("\n") + "\n", input);
        }
    }
}
