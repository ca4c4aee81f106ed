//! Where games in progress are kept, and that none is ever lost.

use crate::exit::{Exit, note};
use crate::lock::locked;
use crate::protocols::end_all;
use crate::records::Format;
use crate::whole;
use anyhow::{Result, anyhow};
use anyply_framework::{Record, RecordError};
use directories::ProjectDirs;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};
use std::{env, process, slice, thread};

/// The folder for whatever is kept between runs: the one that `ANYPLY_HOME` names, or the system's for this
/// user.
pub(crate) fn home() -> Option<PathBuf> {
    let named = env::var_os("ANYPLY_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.or_else(|| ProjectDirs::from("", "", "anyply").map(|dirs| dirs.data_dir().to_owned()))
}

/// Saves under the name the person chose. Returns whether an older saved game gave way.
///
/// # Errors
/// Also where the name says another format, or where something else than a saved game bears it: that is left
/// alone.
pub(crate) fn save_as(path: &Path, record: &Record) -> Result<bool> {
    if let Some(format) = Format::by_ending(path).filter(|format| format.extension != "ron") {
        let ending = format.extension;
        // Not of every game.
        let written = format.check_start(record).and_then(|()| format.write(slice::from_ref(record)));
        let how =
            written.map_or_else(|_| String::new(), |_| format!("; `anyply convert` makes a .{ending} of it"));
        anyhow::bail!("'{}' ends in .{ending}: a saved game is .ron{how}", path.display());
    }
    let existed = path.exists();
    if existed && let Err(problem) = check_saved_game(path) {
        anyhow::bail!("'{}' is there already and {problem}; expected another name", path.display());
    }
    whole::write(path, record.to_text().as_bytes())?;
    Ok(existed)
}

// Only what is one gives way.
fn check_saved_game(path: &Path) -> Result<(), &'static str> {
    const NONE: &str = "is no saved game";
    let text = if path.is_file() { fs::read_to_string(path).map_err(|_| NONE)? } else { return Err(NONE) };
    match Record::from_text("", &text) {
        Ok(_) => Ok(()),
        Err(RecordError::Version(_)) => Err("is a saved game of another version"),
        Err(_) => Err(NONE),
    }
}

/// Saves under a name of its own, in the first of three folders that can be written.
fn save_away(saves: Option<PathBuf>, record: &Record) -> Result<PathBuf> {
    let name = format!("{}-{}", record.game, timestamp());
    let mut last = None;
    for folder in [saves, env::current_dir().ok(), Some(env::temp_dir())].into_iter().flatten() {
        match save_new(&folder, &name, record) {
            Ok(path) => return Ok(path),
            Err(error) => {
                last = Some(error.context(format!("cannot save the game in '{}'", folder.display())));
            }
        }
    }
    Err(last.expect("there is always a folder for temporary files"))
}

fn save_new(folder: &Path, name: &str, record: &Record) -> Result<PathBuf> {
    fs::create_dir_all(folder)?;
    for number in 1.. {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{name}{suffix}.ron"));
        // Taking the name first keeps two programs that end in the same second from sharing it.
        match File::create_new(&path) {
            Ok(_) => {
                let written = whole::write(&path, record.to_text().as_bytes());
                if written.is_err() {
                    let _ = fs::remove_file(&path);
                }
                return written.map(|()| path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    unreachable!("a folder does not hold every number")
}

// YYYYMMDD-HHMMSS, in universal time.
fn timestamp() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().filter(char::is_ascii_digit).enumerate().fold(String::new(), |mut text, (i, digit)| {
        if i == 8 {
            text.push('-');
        }
        text.push(digit);
        text
    })
}

/// Keeps a copy of the game in progress for whoever has to end the program: the thread that plays, or the
/// one that hears signals.
#[derive(Clone, Default, Debug)]
pub(crate) struct Keeper(Arc<Kept>);

#[derive(Default, Debug)]
struct Kept {
    /// Where games are saved that get a name of their own.
    saves: Option<PathBuf>,
    game: Mutex<Option<Unsaved>>,
    left: AtomicBool,
    editing: AtomicBool,
}

#[derive(Debug)]
struct Unsaved {
    record: Record,
    /// Where exactly this is saved already.
    path: Option<PathBuf>,
    /// Whether the person was told that it cannot be saved.
    told: bool,
}

impl Keeper {
    /// Saves games in this folder, or where there is none, and none can be, in another.
    pub(crate) fn new(saves: Option<PathBuf>) -> Self {
        Self(Arc::new(Kept { saves, ..Kept::default() }))
    }

    /// The game as it stands; none where there is nothing worth keeping.
    pub(crate) fn keep(&self, record: Option<Record>) {
        let mut game = self.game();
        if game.as_ref().map(|old| &old.record) != record.as_ref() {
            *game = record.map(|record| Unsaved { record, path: None, told: false });
        }
    }

    /// The game as it stands was just saved there.
    pub(crate) fn saved_as(&self, path: &Path) {
        if let Some(game) = self.game().as_mut() {
            game.path = Some(path.to_owned());
        }
    }

    /// Saves the game, if there is one and it is not saved already, and says where it is.
    ///
    /// # Errors
    /// It cannot be saved in any folder.
    pub(crate) fn put_away(&self) -> Result<Option<String>> {
        let mut game = self.game();
        let Some(unsaved) = game.as_mut() else { return Ok(None) };
        let path = match unsaved.path.take() {
            Some(path) => path,
            None => save_away(self.0.saves.clone(), &unsaved.record)?,
        };
        let said = format!("The game is saved; go on with: {}", load_command(&path));
        unsaved.path = Some(path);
        Ok(Some(said))
    }

    /// The same for a game that the person wants to leave.
    ///
    /// # Errors
    /// It cannot be saved, and the person did not know that: he may want to save it elsewhere.
    pub(crate) fn give_way(&self) -> Result<Option<String>> {
        let failed = match self.put_away() {
            Err(failed) => failed,
            done => return done,
        };
        match self.game().as_mut() {
            Some(unsaved) if !unsaved.told => {
                unsaved.told = true;
                Err(anyhow!("{failed:#}; save FILE saves it elsewhere, and who asks once more loses it"))
            }
            _ => Ok(Some(format!("The game is not saved: {failed:#}"))),
        }
    }

    /// Saves the game for good, as the last thing that is done with it; what there is to say to the person.
    ///
    /// # Errors
    /// It is lost.
    pub(crate) fn farewell(&self) -> Result<String> {
        let said = self.put_away().inspect_err(|_| self.keep(None))?;
        Ok(said.unwrap_or_else(|| "Good bye.".to_owned()))
    }

    /// Notes whether the line editor has the terminal in its hands.
    pub(crate) fn editing(&self, editing: bool) {
        self.0.editing.store(editing, SeqCst);
    }

    /// Saves the game, says where, and ends the program. Whoever comes second waits a moment and ends it: it
    /// is a second Ctrl-C, or the other thread noticing the same closed terminal.
    pub(crate) fn leave(&self, exit: Exit) -> ! {
        end_all();
        let code = i32::from(exit.number());
        if self.0.left.swap(true, SeqCst) {
            // The first may still be writing.
            thread::sleep(Duration::from_millis(300));
            process::exit(code);
        }
        let said = self.put_away();
        if self.0.editing.load(SeqCst) {
            restore_terminal();
        }
        match said {
            Ok(said) => {
                let said = said.unwrap_or_else(|| "There was no game in progress to save.".to_owned());
                // On stderr when nobody reads the results any more.
                if writeln!(io::stdout(), "\n{said}").and_then(|()| io::stdout().flush()).is_err() {
                    note(said);
                }
            }
            Err(error) => note(format_args!("error: {error:#}")),
        }
        process::exit(code)
    }

    fn game(&self) -> MutexGuard<'_, Option<Unsaved>> {
        locked(&self.0.game)
    }
}

// The line editor reads keys one by one and gives the terminal back when its line is done, which a signal
// prevents.
fn restore_terminal() {
    if cfg!(unix) && io::stdin().is_terminal() {
        let _ = process::Command::new("stty").arg("sane").status();
        // Bracketed paste, which the editor had switched on.
        let _ = write!(io::stdout(), "\x1b[?2004l");
    }
}

/// The command that goes on with a saved game, as it can be typed into a shell.
pub(crate) fn load_command(path: &Path) -> String {
    let mut text = path.display().to_string();
    // It would be taken for an option.
    if text.starts_with('-') {
        text.insert_str(0, "./");
    }
    // Quoted only where it must be: not every shell of Windows knows these quotation marks.
    let plain = |c: char| c.is_alphanumeric() || "/._-+:".contains(c) || cfg!(windows) && c == '\\';
    let file = if text.chars().all(plain) { text.into() } else { shell_words::quote(&text) };
    format!("anyply play --load {file}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_sort_and_have_no_separators_but_one() {
        let text = timestamp();
        assert_eq!(text.len(), 15, "{text}");
        assert_eq!(text.as_bytes()[8], b'-');
    }

    #[test]
    fn a_shell_reads_the_path_that_is_meant() {
        let command = |path: &str| load_command(Path::new(path));
        assert_eq!(command("/tmp/a-1.ron"), "anyply play --load /tmp/a-1.ron");
        for path in ["/my games/a.ron", "it's mine.ron", "$HOME/a.ron", "a;b.ron"] {
            let words = shell_words::split(&command(path)).expect("a command line");
            assert_eq!(words, ["anyply", "play", "--load", path]);
        }
        assert!(command("-x.ron").ends_with(" ./-x.ron"), "no option");
    }
}
