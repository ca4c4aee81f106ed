//! [`Peer`]: another program that is spoken to through pipes, whatever it does with them.
//!
//! It is hostile until heard: its lines are cut and wait in a queue of bounded length, nothing is written
//! that could block, stderr is drained, and in the end it goes with all the processes it has begun.

use crate::lines::line_of;
use crate::lock::locked;
use anyply_framework::arena::{Fault, FaultKind, TextTurn};
use anyply_framework::quoted;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// No answer comes near it.
const LONGEST_LINE: usize = 1 << 14;
/// Lines that wait to be heard, and to be written: more are left in the pipe.
const WAITING: usize = 256;
/// What is kept of what was said: the latest lines, each cut.
const KEPT_LINES: usize = 200;
const KEPT_OF_LINE: usize = 200;
/// Between two looks at whether all is stopped.
const LOOK: Duration = Duration::from_millis(20);
/// So long it may take to end when it is told to.
const FAREWELL: Duration = Duration::from_millis(200);

/// Another program, while it runs.
pub(crate) struct Peer {
    child: Arc<Process>,
    /// Nothing, once it does not read any more or has nothing more to say.
    heard: Receiver<Option<String>>,
    written: SyncSender<String>,
    log: Log,
    /// Tells it to end.
    farewell: &'static str,
    /// It has done what it must not: nothing more is said to it.
    faulty: bool,
}

impl std::fmt::Debug for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Peer").field("farewell", &self.farewell).finish_non_exhaustive()
    }
}

/// A process with all it has begun; [`end_all`] finds it.
type Process = Mutex<Box<dyn ChildWrapper>>;

/// Every process that was started; one that is gone is forgotten when the next one comes. Nothing, once this
/// program ends.
static RUNNING: Mutex<Option<Vec<Weak<Process>>>> = Mutex::new(Some(Vec::new()));

fn running() -> MutexGuard<'static, Option<Vec<Weak<Process>>>> {
    locked(&RUNNING)
}

/// Ends every program at once, because this one ends: an interrupt at the terminal does not reach them. No
/// other is started from now on.
pub(crate) fn end_all() {
    let children = running().take();
    for child in children.iter().flatten().filter_map(Weak::upgrade) {
        let _ = locked(&child).start_kill();
    }
}

// Another thread ends this program. What a process means by falling silent then, nobody must hear.
fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}

// A process that `end_all` finds, also while it is being started.
fn started(command: &mut CommandWrap) -> std::io::Result<Arc<Process>> {
    let mut running = running();
    let Some(known) = running.as_mut() else {
        drop(running);
        wait_for_the_end()
    };
    let child = Arc::new(Mutex::new(command.spawn()?));
    known.retain(|known| known.strong_count() > 0);
    known.push(Arc::downgrade(&child));
    Ok(child)
}

/// What was said lately.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<VecDeque<String>>>);

impl Log {
    fn note(&self, mark: &str, line: &str) {
        let mut lines = locked(&self.0);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        let cut: String = line.chars().take(KEPT_OF_LINE).collect();
        lines.push_back(format!("{mark} {cut}"));
    }
}

/// Until when an answer is waited for, and what it means if there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait<'a> {
    turn: &'a TextTurn<'a>,
    until: Instant,
    began: Instant,
}

impl<'a> Wait<'a> {
    /// As long as the turn allows, from now on.
    pub(crate) fn new(turn: &'a TextTurn<'a>) -> Self {
        let began = Instant::now();
        Self { turn, began, until: began + turn.patience }
    }

    // No answer in time. Where there was no time but only patience, it has said nothing, or nothing of use.
    fn missed(&self, log: &Log, stray: usize) -> Fault {
        let waited = format!("no answer within {} ms", self.began.elapsed().as_millis());
        log.note("#", &waited);
        let kind = if stray > 0 && self.turn.late == FaultKind::Silence {
            FaultKind::Garbage
        } else {
            self.turn.late
        };
        match stray {
            0 => Fault::new(kind, waited),
            _ => Fault::new(kind, format!("{waited}, but {stray} lines of something else")),
        }
    }
}

/// The words of a command line, as a shell would split them.
///
/// # Errors
/// A line that says what is wrong with it.
pub(crate) fn words(command: &str) -> Result<Vec<String>, String> {
    match shell_words::split(command) {
        Ok(words) if !words.is_empty() => Ok(words),
        Ok(_) => Err("an empty command".to_owned()),
        Err(_) => Err(format!("{}: a quote without its end", quoted(command))),
    }
}

impl Peer {
    /// Starts a program, which `farewell` will tell to end.
    ///
    /// # Errors
    /// A line that says why it cannot be started.
    pub(crate) fn launch(words: &[String], farewell: &'static str) -> Result<Self, String> {
        let cannot = |problem: std::io::Error| format!("cannot start {}: {problem}", quoted(&words[0]));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        // With all it begins itself it can be ended at once; and Ctrl-C at the terminal is not its affair.
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let child = started(&mut command).map_err(cannot)?;
        let log = Log::default();
        let (lines, heard) = sync_channel(WAITING);
        let deaf = lines.clone();
        let (written, to_write) = sync_channel::<String>(WAITING);
        let mut process = locked(&child);
        let stdout = process.stdout().take().expect("piped");
        let stderr = process.stderr().take().expect("piped");
        let mut stdin = process.stdin().take().expect("piped");
        drop(process);
        let stderr_log = log.clone();
        // It goes with this, also where a thread is refused.
        let peer = Self { child, heard, written, log, farewell, faulty: false };
        let begin = |work: Box<dyn FnOnce() + Send>| Builder::new().spawn(work).map(drop).map_err(cannot);
        // They end with the program's pipes.
        begin(Box::new(move || {
            hear(stdout, |line| lines.send(Some(line)).is_ok());
            let _ = lines.send(None);
        }))?;
        begin(Box::new(move || {
            hear(stderr, |line| {
                stderr_log.note("!", &line);
                true
            });
        }))?;
        begin(Box::new(move || {
            while let Ok(line) = to_write.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    let _ = deaf.send(None);
                    return;
                }
            }
        }))?;
        Ok(peer)
    }

    /// Says a line to which an answer is due: what was said before is none.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if it does not listen any more.
    pub(crate) fn ask(&mut self, line: &str) -> Result<(), Fault> {
        while let Ok(before) = self.heard.try_recv() {
            match before {
                Some(stray) => self.log.note("<", &stray),
                None => return Err(self.gone()),
            }
        }
        self.say(line)
    }

    /// Says a line, or several that belong together.
    ///
    /// # Errors
    /// [`FaultKind::Crash`] if it does not listen any more.
    pub(crate) fn say(&mut self, lines: &str) -> Result<(), Fault> {
        lines.lines().for_each(|line| self.log.note(">", line));
        match self.written.try_send(format!("{lines}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Disconnected(_)) => Err(self.gone()),
            Err(TrySendError::Full(_)) => Err(Fault::new(FaultKind::Crash, "it does not read its input")),
        }
    }

    /// The first thing that `answer` makes of one of its next lines; what it makes nothing of is stray, and
    /// passed over.
    ///
    /// # Errors
    /// That of the answer; or what it means that there is none.
    pub(crate) fn hear<T>(
        &mut self,
        wait: &Wait<'_>,
        mut answer: impl FnMut(&str) -> Heard<T>,
    ) -> Result<T, Fault> {
        let mut stray = 0;
        loop {
            let left = wait.until.saturating_duration_since(Instant::now());
            if left.is_zero() || wait.turn.stop.is_set() {
                // Its children may hold its pipes when it is gone.
                let is_gone = matches!(self.child().try_wait(), Ok(Some(_)));
                self.faulty = true;
                return Err(if is_gone { self.gone() } else { wait.missed(&self.log, stray) });
            }
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Ok(Some(line)) => {
                    self.log.note("<", &line);
                    match answer(line.trim()) {
                        Heard::Answer(answer) => return answer,
                        Heard::Remark => {}
                        Heard::Stray => stray += 1,
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn child(&self) -> MutexGuard<'_, Box<dyn ChildWrapper>> {
        locked(&self.child)
    }

    // It has closed its output, or its input: most likely it has ended.
    fn gone(&mut self) -> Fault {
        if running().is_none() {
            wait_for_the_end();
        }
        self.faulty = true;
        let ended = (0..10).find_map(|_| match self.child().try_wait() {
            Ok(Some(status)) => Some(status),
            _ => {
                thread::sleep(Duration::from_millis(2));
                None
            }
        });
        let note =
            ended.map_or_else(|| "it closed its pipes".to_owned(), |status| format!("it ended: {status}"));
        self.log.note("#", &note);
        Fault::new(FaultKind::Crash, note)
    }

    /// Forgets what was said so far.
    pub(crate) fn forget(&mut self) {
        locked(&self.log.0).clear();
    }

    /// What was said lately: `>` to it, `<` by it, `!` by it on stderr, `#` of it.
    pub(crate) fn transcript(&self) -> Vec<String> {
        locked(&self.log.0).iter().cloned().collect()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if !self.faulty {
            let _ = self.written.try_send(format!("{}\n", self.farewell));
            // Its input ends.
            let (closed, _) = sync_channel(1);
            self.written = closed;
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until && matches!(self.child().try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // Those it has begun may outlive it.
        let _ = self.child().start_kill();
        let _ = self.child().wait();
    }
}

/// What a line is.
pub(crate) enum Heard<T> {
    /// What was waited for, or a fault.
    Answer(Result<T, Fault>),
    /// Something that may be said meanwhile.
    Remark,
    /// Nothing that belongs here.
    Stray,
}

// Every line, as long as somebody takes them.
fn hear(pipe: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(bytes)) = line_of(&mut pipe, LONGEST_LINE) {
        if !take(String::from_utf8_lossy(&bytes).into_owned()) {
            return;
        }
    }
}
